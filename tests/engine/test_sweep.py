"""Boards above 9x9 come to their end by steps that hold, or stop with what was found."""

from dataclasses import replace

import pytest

from engine import Budget, Geometry, Symmetry, generate, parse
from engine.explain import explain
from engine.logic import solve_path
from engine.path import path_within
from engine.practice import positions
from engine.sweep import (
    HARDER,
    LONGEST_READ,
    again_readable,
    distinct,
    is_readable,
    swept_path,
)
from engine.techniques import State, Technique, steps
from engine.techniques.als import als_chains
from engine.techniques.singles import full_houses
from tests.paths import beyond_singles, check_sound

PLENTY = Budget(120)
WITH_NETS = "..874..9..4.3.....6.7.....49..8.......19.47.......3..28.....1.5.....8.2..2..354.."
PATH = solve_path(WITH_NETS, Budget(120))


def made(geometry: Geometry, seed: str) -> State:
    return State.start(generate(geometry, Symmetry.NONE, seed).grid)


@pytest.mark.parametrize(("geometry", "seed"), [(Geometry(3, 4), "sweep"), (Geometry(4, 4), "0")])
def test_a_large_board_comes_to_its_end_by_steps_that_hold(geometry: Geometry, seed: str) -> None:
    start = made(geometry, seed)
    path, is_whole = path_within(start, PLENTY)
    assert is_whole
    assert beyond_singles(path)
    check_sound(start.grid, path)


def test_few_nodes_end_it_with_what_was_found() -> None:
    start = made(Geometry(3, 4), "sweep")
    some, is_whole = swept_path(start, Budget(60, nodes=30))
    assert not is_whole
    assert beyond_singles(some)
    state = start
    for step in some:
        state = step.after(state)
    assert not state.is_solved
    assert swept_path(start, Budget(60, nodes=30)) == (some, False)


def test_without_time_only_singles_are_found() -> None:
    some, is_whole = path_within(made(Geometry(4, 4), "0"), Budget(0))
    assert not is_whole
    assert not beyond_singles(some)


def test_only_what_is_short_is_readable() -> None:
    long = [step for step in PATH if not is_readable(step)]
    assert long
    assert all(len(explain(step)) > LONGEST_READ for step in long)
    assert all(is_readable(step) for step in PATH if len(explain(step)) <= LONGEST_READ)


def test_many_coloured_candidates_are_as_long_as_many_links() -> None:
    few, many = (
        next(steps(positions(Technique.MEDUSA_WRAP)[number].state, Technique.MEDUSA_WRAP))
        for number in (0, 34)
    )
    assert is_readable(few)
    assert not is_readable(many)


def test_a_long_step_is_found_again_and_stays_long() -> None:
    state = State.start(parse(WITH_NETS))
    for step in PATH:
        found = again_readable(step, state)
        assert found is not None
        assert is_readable(found) or not is_readable(step)
        state = step.after(state)


def test_each_conclusion_comes_once() -> None:
    step = PATH[-1]
    other = replace(step, roles=())
    assert [*distinct([step, other, PATH[0], step])] == [step, PATH[0]]


def test_singles_and_chains_of_sets_alone_are_not_looked_for() -> None:
    assert full_houses not in HARDER
    assert als_chains not in HARDER
