"""The definitions: complete, in order, and the ones that the code of others relies on."""

from engine.difficulty import Difficulty
from engine.difficulty.band import of_rating
from engine.techniques import LADDER, SCALE, TAUGHT, Technique


def test_those_taught_are_those_that_finders_find() -> None:
    assert set(TAUGHT) == {technique for _, found in LADDER for technique in found}


def test_each_has_a_name_of_its_own_by_which_its_constant_is_called() -> None:
    assert [technique.name.lower() for technique in Technique] == list(Technique)
    assert len({technique.english for technique in Technique}) == len(Technique)


def test_they_stand_from_easy_to_hard() -> None:
    order = list(Difficulty)
    bands = [order.index(technique.difficulty) for technique in Technique]
    assert bands == sorted(bands)
    assert {technique.difficulty for technique in TAUGHT} == set(Difficulty)


def test_what_is_only_a_name_of_the_scale_has_a_lesson_and_the_difficulty_of_its_rating() -> None:
    for technique in set(Technique) - set(TAUGHT):
        assert technique in SCALE
        assert technique.lesson in TAUGHT
        assert technique.difficulty is of_rating(round(10 * technique.rating))


def test_difficulties_are_those_that_players_know() -> None:
    assert Technique.HIDDEN_SINGLE.difficulty is Difficulty.EASY
    assert Technique.DIRECT_CLAIMING.difficulty is Difficulty.MEDIUM
    assert Technique.SWORDFISH.difficulty is Difficulty.HARD
    assert Technique.XY_CHAIN.difficulty is Difficulty.EXPERT
    assert Technique.AIC.difficulty is Difficulty.EXTREME


def test_those_that_rely_on_a_single_solution() -> None:
    assert Technique.UNIQUE_RECTANGLE.assumes_uniqueness
    assert Technique.BUG.assumes_uniqueness
    assert not Technique.EMPTY_RECTANGLE.assumes_uniqueness
