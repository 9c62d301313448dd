"""Ways are proved again, and a way with a fault is refused."""

import re
from dataclasses import replace
from itertools import islice

import pytest

from engine import parse, solve
from engine.techniques import Step
from engine.techniques.layout import Candidate
from engine.way.easiest import easiest_way
from tests.proofs.evidence import Untrue
from tests.proofs.replay import Replay
from tests.soundness import made, proved
from tests.ways import told_way

PUZZLE = next(made("soundness 4"))
WAY = easiest_way(PUZZLE)
BEYOND = next(at for at, step in enumerate(WAY) if step.eliminations)
"""The first step that removes candidates."""


def with_other(at: int, step: Step) -> tuple[Step, ...]:
    """The way with another step at one place."""
    return (*WAY[:at], step, *WAY[at + 1 :])


def test_the_ways_that_people_get_hold() -> None:
    for puzzle in islice(made("lanes"), 3):
        assert proved(puzzle, told_way(puzzle)).total() >= len(puzzle.blanks())


@pytest.mark.long
def test_many_ways_that_people_get_hold() -> None:
    for puzzle in islice(made("many lanes"), 30):
        assert proved(puzzle, told_way(puzzle)).total() >= len(puzzle.blanks())


def test_a_step_that_contradicts_the_solution_is_refused() -> None:
    cell = WAY[BEYOND].eliminations[0].cell
    right = Candidate(cell, solve(PUZZLE)[cell])
    with pytest.raises(AssertionError, match=": at "):
        proved(PUZZLE, with_other(BEYOND, replace(WAY[BEYOND], eliminations=(right,))))


def test_a_step_that_is_right_but_does_not_follow_is_refused() -> None:
    first = WAY[0]
    cell = next(cell for cell in PUZZLE.blanks() if cell != first.placements[0].cell)
    right = Candidate(cell, solve(PUZZLE)[cell])
    with pytest.raises(AssertionError, match=re.escape(f": at {PUZZLE} ")):
        proved(PUZZLE, with_other(0, replace(first, placements=(right,))))


def test_a_way_that_does_not_reach_the_end_is_refused() -> None:
    with pytest.raises(AssertionError, match="stuck"):
        proved(PUZZLE, WAY[:-1])


def test_a_puzzle_with_several_solutions_is_refused() -> None:
    cell = next(cell for cell, value in enumerate(PUZZLE.values) if value)
    with pytest.raises(AssertionError, match="several solutions"):
        proved(PUZZLE.with_values({cell: 0}), ())


def test_the_board_of_the_checker_refuses_what_is_not_open() -> None:
    with pytest.raises(Untrue):
        Replay.of(parse("11" + "." * 79))
    board = Replay.of(PUZZLE)
    for step in WAY[: BEYOND + 1]:
        board.take(step)
    with pytest.raises(Untrue):
        board.take(WAY[BEYOND])
    with pytest.raises(Untrue):
        board.take(WAY[0])


@pytest.mark.parametrize(("size", "line"), [(4, "1...341.21.34..1"), (6, "1" + "." * 35)])
def test_the_board_of_the_checker_counts_units_of_any_shape(size: int, line: str) -> None:
    grid = parse(line)
    board = Replay.of(grid)
    sets = {*map(frozenset, grid.geometry.units)}
    assert {*board.units} == sets
    assert len(sets) == 3 * size
