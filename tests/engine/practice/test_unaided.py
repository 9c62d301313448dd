import pytest

from engine.board.grid import Grid
from engine.notation.notation import parse
from engine.practice.position import positions
from engine.practice.unaided import Deed, Ways, techniques_behind
from engine.search.budget import Budget
from engine.search.search import solve
from engine.techniques import (
    FULL_HOUSE,
    HIDDEN_SINGLE,
    LADDER,
    NAKED_SINGLE,
    SLOW,
    State,
    Technique,
)
from engine.techniques.fish import X_WING
from engine.techniques.layout import Candidate
from engine.techniques.subsets import NAKED_PAIR
from engine.techniques.wings import XY_WING
from engine.way.easiest import easiest_way

EASY = parse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
ENOUGH = Budget(60)


def behind(givens: Grid, *deeds: Deed) -> tuple[tuple[Ways, ...], ...]:
    return techniques_behind(givens, solve(givens), deeds, ENOUGH)


def put(givens: Grid, *cells: int) -> Deed:
    return Deed(tuple(Candidate(cell, solve(givens)[cell]) for cell in cells))


def test_a_digit_counts_for_each_kind_of_single_that_gives_it() -> None:
    # Every digit but 5 is seen in r5c5, but its row, column and box have other places for 5.
    assert behind(EASY, put(EASY, 40)) == (((NAKED_SINGLE,),),)
    nearly = solve(EASY).with_values({40: 0})
    assert behind(nearly, put(nearly, 40)) == (((FULL_HOUSE, HIDDEN_SINGLE, NAKED_SINGLE),),)


def test_a_puzzle_of_singles_shows_nothing_else_in_whatever_order_it_is_written() -> None:
    blanks = [*EASY.blanks()]
    (found,) = behind(EASY, put(EASY, *reversed(blanks)))
    assert len(found) == len(blanks)
    assert {technique for ways in found for technique in ways} <= {
        FULL_HOUSE,
        HIDDEN_SINGLE,
        NAKED_SINGLE,
    }


def test_a_digit_beyond_singles_counts_for_the_hardest_step_that_leads_to_it() -> None:
    givens = positions(XY_WING)[0].givens
    way = easiest_way(givens)
    deeds = [Deed(step.placements) for step in way if step.placements]
    shown = {ways[0] for found in behind(givens, *deeds) for ways in found}
    hardest = max((step.technique for step in way), key=lambda technique: technique.rank)
    assert max(shown, key=lambda technique: technique.rank) is hardest


@pytest.mark.parametrize("technique", [NAKED_PAIR, X_WING])
def test_a_note_that_goes_counts_for_the_easiest_technique_that_removes_it(
    technique: Technique,
) -> None:
    position = next(each for each in positions(technique) if not each.gone)
    state = State.start(position.values)
    step = next(step for finder, names in LADDER if technique in names for step in finder(state))
    removed = step.eliminations[0]
    easier = [
        one
        for finder, _ in LADDER
        if finder not in SLOW
        for one in finder(state)
        if not one.after(state).has(removed)
    ]
    assert behind(position.values, Deed(removed=(removed,))) == (((easier[0].technique,),),)


def test_what_is_wrong_or_known_shows_nothing() -> None:
    solution = solve(EASY)
    cell = next(iter(EASY.blanks()))
    wrong = Candidate(cell, solution[cell] % 9 + 1)
    assert behind(EASY, Deed((wrong,)), Deed(removed=(Candidate(cell, solution[cell]),))) == (
        (),
        (),
    )
    assert behind(EASY, put(EASY, 40), put(EASY, 40))[1] == ()


def test_without_time_nothing_is_explained() -> None:
    assert techniques_behind(EASY, solve(EASY), [put(EASY, 40)], Budget(0)) == ((),)
