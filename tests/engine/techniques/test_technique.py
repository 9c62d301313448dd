"""The definitions: complete, in order, and the ones that other code relies on."""

import operator
import pickle
from collections.abc import Callable
from dataclasses import replace
from importlib import import_module

import pytest

from engine.difficulty import Difficulty
from engine.difficulty.band import of_rating
from engine.techniques import (
    DIGIT_BY_TRIAL,
    LADDER,
    SCALE,
    TAUGHT,
    TECHNIQUES,
    Technique,
    technique_named,
)
from engine.techniques.chains import AIC, AIC_WITH_ALS, XY_CHAIN
from engine.techniques.fish import SWORDFISH, X_WING
from engine.techniques.locked import DIRECT_CLAIMING
from engine.techniques.scale import BUG, UNIQUE_RECTANGLE
from engine.techniques.single_digit import EMPTY_RECTANGLE
from engine.techniques.singles import HIDDEN_SINGLE
from engine.techniques.technique import Family
from tests.structure import module_of, sources


def test_those_taught_are_those_that_finders_find() -> None:
    assert set(TAUGHT) == {technique for _, found in LADDER for technique in found}


def test_each_has_a_name_of_its_own_by_which_its_constant_is_called() -> None:
    named = {
        constant: value
        for path in sources("engine/techniques")
        for constant, value in vars(import_module(module_of(path))).items()
        if isinstance(value, Technique)
    }
    assert [*named.values()] == [technique_named(constant.lower()) for constant in named]
    assert {*named.values()} == {*TECHNIQUES}
    assert len({technique.english for technique in TECHNIQUES}) == len(TECHNIQUES)


def test_no_two_have_one_name_or_one_rank() -> None:
    assert len({technique.rank for technique in TECHNIQUES}) == len(TECHNIQUES)
    with pytest.raises(ValueError, match="two techniques are called swordfish"):
        replace(SWORDFISH, rank=1)


def test_one_that_was_sent_to_another_process_is_the_same() -> None:
    assert pickle.loads(pickle.dumps(SWORDFISH)) is SWORDFISH  # noqa: S301 - as to a worker
    with pytest.raises(ValueError, match="no technique 'swordfisch'; there are Full house, "):
        technique_named("swordfisch")


@pytest.mark.parametrize("name", ["x_wing", "X-Wing", "x wing", "XWING", "xwing"])
def test_a_name_may_be_written_as_people_write_it(name: str) -> None:
    assert technique_named(name) is X_WING


def test_they_stand_from_easy_to_hard() -> None:
    bands = [technique.difficulty for technique in TECHNIQUES]
    assert bands == sorted(bands)
    assert {technique.difficulty for technique in TAUGHT} == set(Difficulty)


def test_finders_are_asked_from_easy_to_hard_but_chains_of_sets_alone_first() -> None:
    asked = [techniques[0] for _, techniques in LADDER]
    late = asked.index(AIC_WITH_ALS)
    others = [technique.rank for technique in asked if technique is not AIC_WITH_ALS]
    assert others == sorted(others)
    assert asked[late - 1].family is Family.ALS
    assert asked[late + 1].rank > asked[late - 1].rank


def test_what_is_only_a_name_of_the_scale_has_a_lesson_and_the_difficulty_of_its_rating() -> None:
    assert {*TECHNIQUES} == {*TAUGHT, *SCALE, DIGIT_BY_TRIAL}
    for technique in set(SCALE) - set(TAUGHT):
        assert technique.lesson in TAUGHT
        assert technique.difficulty is of_rating(round(10 * technique.rating))


def test_difficulties_are_those_that_players_know() -> None:
    assert HIDDEN_SINGLE.difficulty is Difficulty.EASY
    assert DIRECT_CLAIMING.difficulty is Difficulty.MEDIUM
    assert SWORDFISH.difficulty is Difficulty.HARD
    assert XY_CHAIN.difficulty is Difficulty.EXPERT
    assert AIC.difficulty is Difficulty.EXTREME


def test_difficulties_stand_in_their_order() -> None:
    bands = list(Difficulty)
    assert [*sorted(bands, key=str)] != bands
    assert sorted(sorted(bands, key=str)) == bands
    assert (min(bands), max(bands)) == (Difficulty.EASY, Difficulty.EXTREME)
    for place, band in enumerate(bands):
        for other_place, other in enumerate(bands):
            assert (band < other) is (place < other_place)
            assert (band <= other) is (place <= other_place)
            assert (band > other) is (place > other_place)
            assert (band >= other) is (place >= other_place)


@pytest.mark.parametrize("compare", [operator.lt, operator.le, operator.gt, operator.ge])
@pytest.mark.parametrize("other", ["hard", "zzz", 3, None])
def test_a_difficulty_is_above_or_below_nothing_else(
    compare: Callable[[object, object], bool], other: object
) -> None:
    for pair in ((Difficulty.HARD, other), (other, Difficulty.HARD)):
        with pytest.raises(TypeError, match=f"another one, not {type(other).__name__}"):
            compare(*pair)
    assert (other == Difficulty.HARD) is (other == "hard")


def test_those_that_rely_on_a_single_solution() -> None:
    assert UNIQUE_RECTANGLE.assumes_uniqueness
    assert BUG.assumes_uniqueness
    assert not EMPTY_RECTANGLE.assumes_uniqueness
