"""What techniques are called by players, and how chains are said."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot import messages
from bot.game.wish import find_technique
from bot.render.hint_words import (
    BEGUN,
    READ_AT_ONCE,
    name,
    technique_list,
    techniques_by_name,
    why,
)
from engine import Budget, parse
from engine.practice.position import positions
from engine.techniques import SCALE, TAUGHT, State, Technique, steps
from engine.techniques.layout import Candidate
from engine.techniques.parts import Chain
from engine.techniques.technique import WITHOUT_NOTES
from engine.way.short import path_from

CALLED = {
    "turbot fish": Technique.TURBOT_FISH,
    "Y-wing": Technique.XY_WING,
    "locked candidates": Technique.POINTING,
    "box/line reduction": Technique.CLAIMING,
    "Nice Loop": Technique.CONTINUOUS_LOOP,
    "VWXYZ-wing": Technique.VWXYZ_WING,
    "Nishio": Technique.NISHIO,
    "locked pair": Technique.LOCKED_PAIR,
    "locked triple": Technique.LOCKED_TRIPLE,
    "WXYZ-wing": Technique.WXYZ_WING,
    "Sue de Coq": Technique.SUE_DE_COQ,
    "3D Medusa": Technique.MEDUSA_TRAP,
    "multi-colouring": Technique.MULTI_COLORING_1,
    "Franken fish": Technique.FRANKEN_SWORDFISH,
    "ALS-XY-wing": Technique.ALS_XY_WING,
    "discontinuous nice loop": Technique.DISCONTINUOUS_LOOP,
    "uniqueness test 5": Technique.UNIQUE_RECTANGLE_5,
    "unique rectangle type 6": Technique.UNIQUE_RECTANGLE_6,
    "unique rectangle": Technique.UNIQUE_RECTANGLE,
    "simple coloring": Technique.SIMPLE_COLORING_TRAP,
    "二链列": Technique.X_WING,
    "二阶鱼": Technique.X_WING,
    "三链列": Technique.SWORDFISH,
    "唯一余数": Technique.NAKED_SINGLE,
    "区块摒除": Technique.POINTING,
    "待定数组": Technique.ALS_XZ,
    "染色": Technique.SIMPLE_COLORING_TRAP,
    "简单染色": Technique.SIMPLE_COLORING_TRAP,
    "多宝鱼": Technique.TURBOT_FISH,
    "死锁数对": Technique.LOCKED_PAIR,
    "WXYZ翼": Technique.WXYZ_WING,
    "融合待定数组": Technique.SUE_DE_COQ,
    "三维美杜莎": Technique.MEDUSA_TRAP,
    "多重染色": Technique.MULTI_COLORING_1,
    "弗兰肯鱼": Technique.FRANKEN_SWORDFISH,
    "不连续环": Technique.DISCONTINUOUS_LOOP,
    "pez espada": Technique.SWORDFISH,
    "candidatos bloqueados": Technique.POINTING,
    "pareja bloqueada": Technique.LOCKED_PAIR,
    "coloreado múltiple": Technique.MULTI_COLORING_1,
    "medusa 3D": Technique.MEDUSA_TRAP,
    "pez Franken": Technique.FRANKEN_SWORDFISH,
}


@pytest.mark.parametrize("language", messages.languages())
def test_names_that_players_use_are_understood_in_every_language(language: str) -> None:
    names = techniques_by_name(language)
    assert {called: find_technique(called, names) for called in CALLED} == CALLED


@pytest.mark.parametrize("language", messages.languages())
def test_what_a_rating_says_can_be_learned(language: str) -> None:
    names = techniques_by_name(language)
    for technique in SCALE:
        found = find_technique(name(language, technique), names)
        assert found is technique
        assert found.lesson in TAUGHT


@pytest.mark.parametrize("language", messages.languages())
def test_no_two_techniques_have_one_name(language: str) -> None:
    assert len({name(language, technique) for technique in Technique}) == len(Technique)


@pytest.mark.parametrize("technique", [each for each in TAUGHT if each not in WITHOUT_NOTES])
def test_a_reason_names_the_cells_that_it_turns_on(technique: Technique) -> None:
    state = positions(technique)[0].state
    step = next(steps(state, technique))
    for language in messages.languages():
        told = why(language, step)
        assert [state.geometry.name(cell) in told for cell in step.targets].count(False) == 0


LONG = [
    (Technique.XY_CHAIN, 18),
    (Technique.CONTINUOUS_LOOP, 30),
    (Technique.MEDUSA_WRAP, 34),
    (Technique.CELL_FORCING_CHAIN, 48),
    (Technique.UNIT_FORCING_CHAIN, 9),
]
"""Positions whose reasons had 700 to 1,200 characters."""

HARD = parse(".1.....3...4.6.5....2.8.9..3..9.5..42.......3.4.623.9.4.......2..5...6...6.2.8.4.")
"""A puzzle rated 9.0 on whose way a reason had 743 characters in Spanish."""


@given(st.sampled_from(LONG), st.integers(0, 10**6))
def test_the_longest_reasons_are_read_in_one_go_however_the_board_lies(
    which: tuple[Technique, int], seed: int
) -> None:
    technique, number = which
    state = positions(technique)[number].rearranged(str(seed)).state
    step = next(steps(state, technique))
    for language in messages.languages():
        assert len(why(language, step)) <= READ_AT_ONCE


def test_each_reason_on_the_way_through_a_hard_puzzle_is_read_in_one_go() -> None:
    for step in path_from(State.start(HARD), Budget(120)):
        for language in messages.languages():
            assert len(why(language, step)) <= READ_AT_ONCE


@pytest.mark.parametrize("language", messages.languages())
def test_the_links_of_a_chain_have_reasons_unless_it_would_be_cut(language: str) -> None:
    state = positions(Technique.X_CHAIN)[0].state
    step = next(steps(state, Technique.X_CHAIN))
    chain = step.parts()["chain"]
    assert isinstance(chain, Chain)
    reason = re.compile("[(（][^()（）]+[)）]")
    whole = why(language, step)
    terse = why(language, step, len(whole) - 1)
    brief = why(language, step, len(terse) - 1)
    assert len(reason.findall(whole)) == len(reason.findall(terse)) == len(chain.links)
    assert not reason.search(brief)
    assert "…" not in whole + terse + brief


@pytest.mark.parametrize("language", messages.languages())
@pytest.mark.parametrize("longest", [400, 600])
def test_a_proof_that_is_too_long_ends_between_words(language: str, longest: int) -> None:
    step = next(steps(positions(Technique.NESTED_NET)[0].state, Technique.NESTED_NET))
    whole, cut = why(language, step), why(language, step, longest)
    assert longest - 60 < len(cut) <= longest < len(whole)
    told, _, end = cut.partition(" …")
    assert whole.startswith(told)
    assert whole[len(told)] in " ,，、;；"
    assert end
    assert whole.endswith(end)


@pytest.mark.parametrize(
    ("cell", "told"),
    [("8", "Take away their digits, and only 9 is left"), (".", "those ruled out before, and")],
)
def test_a_naked_single_speaks_of_earlier_steps_where_it_needs_one(cell: str, told: str) -> None:
    """The cell sees 1 to 7, and an 8 or nothing of it."""
    state = State.start(parse(f"1234...........567........{cell}" + "." * 54))
    if cell == ".":
        state = state.after((), [Candidate(8, 8)])
    single = next(
        step for step in steps(state, Technique.NAKED_SINGLE) if step.placements == ((8, 9),)
    )
    assert told in why("en", single)


def test_what_was_begun_is_named_in_the_list_at_its_place() -> None:
    *_, hard, _, _ = technique_list("en", {Technique.NAKED_PAIR: BEGUN})
    assert hard == "<b>hard</b>: Pointing, ◐Naked pair and 13 more"
