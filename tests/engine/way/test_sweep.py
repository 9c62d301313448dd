"""Boards above 9x9 are solved by steps that hold, or the sweep stops with what it has found."""

from math import inf

import pytest

from engine import Budget, Geometry, Symmetry, generate, parse
from engine.techniques import State
from engine.techniques.singles import placed_singles
from engine.way.readable import HARDER, SOLUTION
from engine.way.short import way_within
from engine.way.sweep import swept
from engine.way.way import shortened, with_singles
from tests.ways import WITH_NETS, beyond_singles, check_sound

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


def test_steps_are_left_out_as_long_as_that_may_take() -> None:
    start = placed_singles(State.start(parse(WITH_NETS)))
    long, short = (swept(start, SOLUTION, HARDER, PLENTY, most) for most in (0, inf))
    assert long.states[-1].is_solved
    assert len(long.steps) > len(short.steps)
    assert shortened(short, SOLUTION, inf) is short
    check_sound(start.grid, tuple(with_singles(start, short.steps)))


def test_without_time_only_singles_are_found() -> None:
    some, is_whole = way_within(made(Geometry(4, 4), "0"), Budget(0))
    assert not is_whole
    assert not beyond_singles(some)
