"""A short way to the solution: sound, without a superfluous step, and shorter than the easiest."""

from dataclasses import replace

import pytest

from engine import Budget, BudgetSpent, Geometry, Grid, NotUnique, Symmetry, generate, parse, solve
from engine.practice.position import positions
from engine.techniques import State, steps
from engine.techniques.costs import cost
from engine.techniques.nested import NESTED_NET
from engine.techniques.parts import Cells
from engine.techniques.singles import next_single
from engine.techniques.subsets import NAKED_PAIR
from engine.techniques.technique import Family
from engine.way.player import player_state
from engine.way.short import begin, short_way, to_next_digit, way_from, way_within
from engine.way.tries import MOST_NODES, Progress
from engine.way.way import Begun
from tests.ways import (
    WITH_NETS,
    WayError,
    beyond_singles,
    check_needed,
    check_read,
    check_sound,
    follows,
    known_way,
)

PLENTY = Budget(120)
NET = NESTED_NET

UNIQUE_RECTANGLE = (
    ".179.....86....31.2...1.6..9.5...........7......15.......8.....3.4..2..6..87.6.2."
)
GOLDEN_NUGGET = ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7....."

WITHOUT_SINGLES = (
    ".93.25.7........8.6..1....935.9..72...........49..2.685....4..7.3........2.67.53.",
    ".5.9.64....31....69...7..5.4......17..1.9.2..32......9.7..6...48....97....47.8.2.",
    "...74.15..6..5.4.9...1....3..8....3..1..8..2..7....9..8....5...2.6.7..9..57.32...",
    ".2..9..7.9..4.1..2..1..69...34....8.1.......6.8....52...78..2..5..7.2..8.1..3..5.",
)
"""Of the public-domain Sudoku Exchange puzzle bank, as the next one."""

BEGINS_WITH_UNIQUENESS = (
    ".8.967.2...5...7..7..5.1..8.6.....1.3.2...6.9.1.4.6.3..9.6.2.8............83.42.."
)

MADE = [
    *((Geometry(2, 2), f"{seed}") for seed in range(4)),
    *((Geometry(2, 3), f"{seed}") for seed in range(4)),
    *((Geometry(2, 4), f"{seed}") for seed in range(2)),
    *((Geometry(3, 3), f"way {seed}") for seed in (1, 12, 15, 27, 32, 35, 38)),
]


def made(geometry: Geometry, seed: str) -> Grid:
    return generate(geometry, Symmetry.NONE, seed).grid


def with_singles(state: State) -> State:
    while (single := next_single(state)) is not None:
        state = single.after(state)
    return state


@pytest.mark.parametrize(("geometry", "seed"), MADE)
def test_it_is_sound_reaches_the_end_and_has_no_step_too_many(
    geometry: Geometry, seed: str
) -> None:
    grid = made(geometry, seed)
    path = short_way(grid, PLENTY)
    check_sound(grid, path)
    check_needed(grid, beyond_singles(path))


@pytest.mark.xdist_group("ways")
def test_the_check_finds_a_step_too_many_and_one_that_is_missing() -> None:
    grid = made(Geometry(3, 3), "way 27")
    with pytest.raises(WayError, match="not needed"):
        check_needed(grid, beyond_singles(known_way(grid)))
    path = short_way(grid, PLENTY)
    first = next(n for n, step in enumerate(path) if step in beyond_singles(path))
    with pytest.raises(WayError):
        check_sound(grid, path[:first] + path[first + 1 :])


def test_the_check_finds_a_reason_that_is_too_long() -> None:
    position = positions(NAKED_PAIR)[0]
    pair = next(steps(position.state, NAKED_PAIR))
    roles = dict(pair.roles) | {"cells": Cells(tuple(range(81)))}
    crowd = replace(pair, roles=tuple(roles.items()))
    with pytest.raises(WayError, match="characters"):
        check_read(position.values, [crowd])


@pytest.mark.long
def test_the_check_finds_a_reason_that_does_not_hold_where_it_is_told() -> None:
    net = next(steps(positions(NET)[0].state, NET))
    with pytest.raises(WayError, match="not told whole"):
        check_read(parse(GOLDEN_NUGGET), [net])


@pytest.mark.long
@pytest.mark.xdist_group("ways")
def test_it_is_much_shorter_than_the_way_of_the_easiest_steps() -> None:
    grids = [made(geometry, seed) for geometry, seed in MADE if geometry.size == 9]
    easiest = [step for grid in grids for step in beyond_singles(known_way(grid))]
    short = [step for grid in grids for step in beyond_singles(short_way(grid, PLENTY))]
    assert 3 * len(short) < 2 * len(easiest)
    assert sum(map(cost, short)) < sum(map(cost, easiest))


def test_it_is_the_same_every_time() -> None:
    grid = made(Geometry(3, 3), "way 15")
    assert short_way(grid, PLENTY) == short_way(str(grid), PLENTY)


def test_without_uniqueness_nothing_assumes_it() -> None:
    grid = parse(UNIQUE_RECTANGLE)
    strict = short_way(grid, PLENTY, uniqueness=False)
    assert not any(step.assumes_uniqueness for step in strict)
    assert way_from(State.start(grid), PLENTY, uniqueness=False) == strict


def test_a_puzzle_with_two_solutions_has_no_way() -> None:
    with pytest.raises(NotUnique):
        short_way(Grid.blank(Geometry(2, 2)))


def test_without_time_there_is_no_short_way() -> None:
    with pytest.raises(BudgetSpent):
        way_from(State.start(parse(GOLDEN_NUGGET)), Budget(0))


def test_nodes_end_the_search_at_the_same_place_every_time() -> None:
    state = State.start(made(Geometry(3, 3), "way 1"))
    with pytest.raises(BudgetSpent):
        way_from(state, Budget(60, nodes=5))
    some = [way_from(state, Budget(60, nodes=200)) for _ in range(2)]
    assert some[0] == some[1]


@pytest.mark.long
def test_without_time_for_a_short_way_the_easiest_steps_come_as_far_as_they_go() -> None:
    state = State.start(parse(GOLDEN_NUGGET))
    some, is_whole = way_within(state, Budget(0.05))
    assert not is_whole
    easy = State.start(made(Geometry(3, 3), "way 12"))
    assert way_within(easy, PLENTY) == (way_from(easy, PLENTY), True)
    for step in some:
        state = step.after(state)
    assert not state.is_solved


@pytest.mark.long
def test_a_way_that_a_slow_machine_ends_by_a_sweep_becomes_the_short_one_when_asked_again() -> None:
    state = State.start(parse(WITH_NETS))
    begun, progress, found = begin(state, PLENTY), Progress(), list[float]()
    while not progress.is_over:
        path, is_whole = way_within(state, Budget(120, nodes=150), begun, progress=progress)
        assert is_whole
        assert path[: len(begun.steps)] == begun.steps
        found.append(sum(map(cost, beyond_singles(path))))
    assert len(found) > 3
    assert found[-1] < found[0]
    assert path == way_from(state, Budget(120, nodes=MOST_NODES), begun)


def test_a_large_board_is_not_looked_at_again_for_a_better_way() -> None:
    progress = Progress()
    way_within(State.start(made(Geometry(4, 4), "0")), Budget(0), progress=progress)
    assert progress.is_over


@pytest.mark.long
@pytest.mark.parametrize("puzzle", WITHOUT_SINGLES)
def test_where_no_single_is_it_still_begins_as_was_told_and_needs_that(puzzle: str) -> None:
    grid = parse(puzzle)
    begun = begin(State.start(grid), PLENTY)
    (first,) = beyond_singles(begun.steps)
    assert first == begun.steps[0]
    path = way_from(State.start(grid), PLENTY, begun)
    assert path[: len(begun.steps)] == begun.steps
    check_sound(grid, path)
    check_needed(grid, beyond_singles(path))
    assert way_from(State.start(grid), PLENTY) == path


@pytest.mark.long
@pytest.mark.parametrize("puzzle", WITHOUT_SINGLES)
def test_without_time_for_more_the_way_that_was_begun_is_gone_on_with(puzzle: str) -> None:
    grid = parse(puzzle)
    begun = begin(State.start(grid), PLENTY)
    path, is_whole = way_within(State.start(grid), Budget(0), begun)
    assert is_whole
    assert path[: len(begun.steps)] == begun.steps
    check_sound(grid, path)
    check_needed(grid, beyond_singles(path))


def test_all_singles_at_the_start_are_told_at_once() -> None:
    start = State.start(made(Geometry(3, 3), "way 12"))
    begun = begin(start, Budget(0))
    assert begun.steps
    state = start
    for step in begun.steps:
        assert step.technique.family is Family.SINGLES
        state = step.after(state)
    assert next_single(state) is None
    assert way_from(start, PLENTY)[: len(begun.steps)] == begun.steps
    assert way_within(start, Budget(0), begun) == (begun.steps, False)


def test_nothing_is_told_at_once_where_nothing_is_certain() -> None:
    stuck = State.start(parse(WITHOUT_SINGLES[0]))
    assert begin(stuck, Budget(0)).steps == ()
    assert begin(State.start(solve(stuck.grid)), PLENTY) == Begun(())


@pytest.mark.long
def test_what_a_way_begins_with_assumes_uniqueness_only_where_it_may() -> None:
    state = State.start(parse(BEGINS_WITH_UNIQUENESS))
    for uniqueness in (True, False):
        way = begin(state, PLENTY, uniqueness=uniqueness).way
        assert way
        assert any(step.assumes_uniqueness for step in way.steps) is uniqueness


@pytest.mark.parametrize("seed", ["way 11", "way 12", "way 27", "way 38"])
def test_the_next_digit_comes_after_steps_that_are_all_needed(seed: str) -> None:
    grid = made(Geometry(3, 3), seed)
    state, solution, counted = State.start(grid), solve(grid), 0
    while way := to_next_digit(state, PLENTY):
        *before, last = way
        assert last.placements
        assert not any(step.placements for step in before)
        for step in before:
            others = state
            for other in before:
                if other is not step and follows(other, others):
                    others = other.after(others)
            assert next_single(others) is None
        for step in way:
            state = step.after(state)
        counted += len(last.placements)
    assert state.grid == solution
    assert counted == len(grid.blanks())


def test_a_full_board_has_no_next_digit() -> None:
    assert to_next_digit(State.start(solve(parse(UNIQUE_RECTANGLE))), PLENTY) == ()


def test_the_next_digit_uses_what_the_player_has_ruled_out() -> None:
    grid = made(Geometry(3, 3), "way 27")
    state = with_singles(State.start(grid))
    way = to_next_digit(state, PLENTY)
    assert len(way) > 1
    notes = list(way[0].after(state).cells)
    assert len(to_next_digit(player_state(grid, state.grid, notes), PLENTY)) < len(way)
