"""Boards above 9x9 are solved by steps that hold, or the sweep stops with what it has found."""

import pytest

from engine import Budget, Geometry, Symmetry, generate
from engine.techniques import State
from engine.techniques.singles import placed_singles
from engine.way.readable import HARDER, SOLUTION
from engine.way.short import way_within
from engine.way.sweep import swept
from tests.ways import beyond_singles, check_sound

PLENTY = Budget(120)


def made(geometry: Geometry, seed: str) -> State:
    return State.start(generate(geometry, Symmetry.NONE, seed, budget=PLENTY).grid)


@pytest.mark.long
@pytest.mark.parametrize(("geometry", "seed"), [(Geometry(3, 4), "sweep"), (Geometry(4, 4), "0")])
def test_a_large_board_comes_to_its_end_by_steps_that_hold(geometry: Geometry, seed: str) -> None:
    start = made(geometry, seed)
    path, is_whole = way_within(start, PLENTY)
    assert is_whole
    assert beyond_singles(path)
    check_sound(start.grid, path)


def test_few_nodes_end_it_with_what_was_found() -> None:
    start, few = placed_singles(made(Geometry(3, 4), "sweep")), Budget(60, nodes=30)
    some = swept(start, SOLUTION, HARDER, few)
    assert some.steps
    assert not some.states[-1].is_solved
    assert swept(start, SOLUTION, HARDER, few) == some


def test_without_time_only_singles_are_found() -> None:
    some, is_whole = way_within(made(Geometry(4, 4), "0"), Budget(0))
    assert not is_whole
    assert not beyond_singles(some)
