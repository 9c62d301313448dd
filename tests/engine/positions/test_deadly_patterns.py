from collections import Counter

import pytest

from engine.board.geometry import Geometry
from engine.board.grid import Grid
from engine.board.rng import Rng
from engine.make.fill import random_grid
from engine.positions.deadly_patterns import PATTERNS, Aim, random_aim
from engine.techniques import State, Technique, steps
from engine.techniques.layout import Candidate, bits, mask_of
from engine.techniques.rectangles import AVOIDABLE_RECTANGLE_2
from engine.techniques.uniqueness import (
    UNIQUE_LOOP_2,
    UNIQUE_LOOP_3,
    UNIQUE_LOOP_4,
    UNIQUE_RECTANGLE_5,
)

NINE = Geometry(3, 3)

SEEDS = range(12)

ANYTHING = 2**9 - 1


def aimed(technique: Technique, seed: int) -> tuple[Grid, Aim]:
    rng = Rng(seed)
    solution = random_grid(NINE, rng)
    aim = random_aim(technique, solution, rng)
    assert aim
    return solution, aim


def reached(solution: Grid, aim: Aim) -> State:
    """A state with what the aim wants, and all candidates in cells that it does not limit."""
    cells, values = [0] * 81, bytearray(81)
    for cell, must in aim.must.items():
        cells[cell] = must if cell in aim.may else ANYTHING
        values[cell] = 0 if must else solution[cell]
        assert not must or cells[cell] >> solution[cell] - 1 & 1
    for cell in bits(aim.targets):
        cells[cell] |= aim.extras
    return State(NINE, bytes(values), 0, tuple(cells))


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("technique", PATTERNS)
def test_where_an_aim_is_reached_its_technique_shows(technique: Technique, seed: int) -> None:
    solution, aim = aimed(technique, seed)
    state = reached(solution, aim)
    assert (aim.distance(state), aim.surplus(state), aim.has_all(state)) == (0, set(), True)
    assert next(steps(state, technique), None)


@pytest.mark.parametrize("technique", PATTERNS)
def test_a_missing_candidate_is_farther_than_one_too_many(technique: Technique) -> None:
    solution, aim = aimed(technique, 1)
    state = reached(solution, aim)
    cell, may = next(iter(aim.may.items()))
    more = Candidate(cell, (~may & -~may).bit_length())
    cells = list(state.cells)
    cells[cell] |= 1 << more.value - 1
    crowded = State(NINE, state.values, 0, tuple(cells))
    assert aim.surplus(crowded) == {more}
    assert aim.has_all(crowded)

    must = next(iter(aim.must))
    lacking = state.after((), state.options_of(must, aim.must[must])[:1])
    assert not aim.has_all(lacking)
    assert 0 < aim.distance(crowded) < aim.distance(lacking)


def test_without_anything_to_remove_an_aim_is_not_reached() -> None:
    solution, aim = aimed(UNIQUE_RECTANGLE_5, 2)
    state = reached(solution, aim)
    bare = state.after((), state.options(aim.extras.bit_length(), aim.targets))
    assert not aim.has_all(bare)
    assert aim.distance(bare) == 1


@pytest.mark.parametrize("technique", PATTERNS)
def test_all_but_the_blockers_may_be_given(technique: Technique) -> None:
    solution, aim = aimed(technique, 3)
    blockers = aim.blockers(solution)
    values = enumerate(solution.values)
    givens = Grid(NINE, bytes(0 if blockers >> cell & 1 else value for cell, value in values))
    state = State.start(givens)
    assert all(must & ~state.cells[cell] == 0 for cell, must in aim.must.items())


@pytest.mark.parametrize("technique", PATTERNS)
def test_a_missing_candidate_counts_two_a_surplus_one_and_a_filled_cell_two_more(
    technique: Technique,
) -> None:
    solution, aim = aimed(technique, 4)
    state = reached(solution, aim)
    for cell, must in aim.must.items():
        several = state.options_of(cell, must)
        for count in range(len(several) + 1 if must.bit_count() > 1 else 0):
            lacking = state.after((), several[:count])
            # A cell without any candidate is as far as one that holds a digit.
            is_empty = not lacking.cells[cell]
            lost = 2 * count + 2 * is_empty + (not has_target(aim, lacking))
            assert aim.distance(lacking) == lost
            assert aim.has_all(lacking) == (not lost)
    for cell, may in aim.may.items():
        more = [Candidate(cell, digit + 1) for digit in bits(ANYTHING & ~may)]
        for count in range(1, len(more)):
            crowded = list(state.cells)
            crowded[cell] = aim.must.get(cell, 0) | sum(1 << o.value - 1 for o in more[:count])
            wide = State(NINE, state.values, 0, tuple(crowded))
            if has_target(aim, wide):
                assert aim.distance(wide) == count
                assert aim.surplus(wide) == {*more[:count]}


def has_target(aim: Aim, state: State) -> bool:
    """Whether there is something to remove."""
    extras = [digit + 1 for digit in bits(aim.extras)]
    open_ = (state.has(Candidate(cell, v)) for cell in bits(aim.targets) for v in extras)
    return not aim.targets or any(open_)


@pytest.mark.long
@pytest.mark.parametrize("technique", PATTERNS)
def test_the_cells_of_a_loop_hold_two_digits_in_turn_but_for_one(technique: Technique) -> None:
    is_rectangle = "rectangle" in technique
    lengths = set()
    for seed in SEEDS:
        solution, aim = aimed(technique, seed)
        wanted = {cell for cell, must in aim.must.items()}
        held = Counter(solution[cell] for cell in wanted)
        pair = {value for value, count in held.most_common(2)}
        loop = {cell for cell in wanted if solution[cell] in pair}
        odd = wanted - loop
        lengths.add(len(wanted))
        # The third cell of type 3 is no part of the loop.
        beside = technique is UNIQUE_LOOP_3
        assert len(odd) == 1 + beside
        assert (len(wanted) - beside == 4) == is_rectangle
        assert (len(wanted) - beside) % 2 == 0
        assert not aim.targets or not mask_of(wanted) & aim.targets
        assert bool(aim.targets) == (technique is not UNIQUE_LOOP_4)
        assert all(not must & ~aim.may.get(cell, ANYTHING) for cell, must in aim.must.items())
    assert is_rectangle or len(lengths) > 1


@pytest.mark.long
@pytest.mark.parametrize("technique", PATTERNS)
def test_what_may_not_be_given_is_the_aim_and_what_rules_it_out(technique: Technique) -> None:
    for seed in SEEDS:
        solution, aim = aimed(technique, seed)
        expected = {*aim.must}
        for cell, must in aim.must.items():
            needed = {digit + 1 for digit in bits(must)}
            expected |= {peer for peer in NINE.peers[cell] if solution[peer] in needed}
        assert {*bits(aim.blockers(solution))} == expected


@pytest.mark.long
def test_the_roof_of_a_common_extra_is_of_two_cells_or_three() -> None:
    def roof(technique: Technique, seed: int) -> int:
        _, aim = aimed(technique, seed)
        return sum(bool(must & aim.extras) for must in aim.must.values())

    assert {roof(UNIQUE_LOOP_2, seed) for seed in range(30)} == {2, 3}
    assert {roof(UNIQUE_RECTANGLE_5, seed) for seed in SEEDS} == {3}
    assert {roof(AVOIDABLE_RECTANGLE_2, seed) for seed in SEEDS} == {2}


def test_what_falls_by_a_common_extra_sees_the_whole_roof() -> None:
    for technique in (UNIQUE_LOOP_2, UNIQUE_RECTANGLE_5, AVOIDABLE_RECTANGLE_2):
        for seed in SEEDS:
            _, aim = aimed(technique, seed)
            roof = [cell for cell, must in aim.must.items() if must & aim.extras]
            seen = set.intersection(*({*NINE.peers[cell]} for cell in roof))
            assert {*bits(aim.targets)} == seen - {*aim.must}


def test_corners_of_an_avoidable_rectangle_are_filled_crosswise() -> None:
    for seed in SEEDS:
        solution, aim = aimed(AVOIDABLE_RECTANGLE_2, seed)
        filled = [cell for cell, must in aim.must.items() if not must]
        open_ = [cell for cell, must in aim.must.items() if must]
        assert len(filled) == len(open_) == 2
        assert all(aim.may[cell] == 1 << solution[cell] - 1 for cell in filled)
        shared = [{*NINE.units_of[one]} & {*NINE.units_of[other]} for one, other in (filled, open_)]
        assert all(shared)
        digits = {digit + 1 for cell in open_ for digit in bits(aim.must[cell] & ~aim.extras)}
        assert digits == {solution[cell] for cell in filled}
        assert aim.may[open_[0]] == aim.may[open_[1]] == aim.must[open_[0]] | aim.must[open_[1]]


def test_a_locked_digit_is_nowhere_else_in_the_unit_of_the_roof() -> None:
    for seed in SEEDS:
        _, aim = aimed(UNIQUE_LOOP_4, seed)
        roof = [cell for cell in aim.must if cell not in aim.may]
        assert len(roof) == 2
        beside = {cell: may for cell, may in aim.may.items() if cell not in aim.must}
        (locked,) = {ANYTHING & ~may for may in beside.values()}
        assert locked.bit_count() == 1
        assert all(locked & must for must in aim.must.values())
        shared = [{*NINE.units[u]} for u in range(27) if {*roof} <= {*NINE.units[u]}]
        assert {*beside} in [unit - {*aim.must} for unit in shared]


def test_a_virtual_pair_has_a_cell_with_both_extras_beside_the_roof() -> None:
    for seed in SEEDS:
        _, aim = aimed(UNIQUE_LOOP_3, seed)
        exact = [cell for cell, must in aim.must.items() if must == aim.extras]
        assert len(exact) == 1
        roof = [c for c, must in aim.must.items() if must & aim.extras and must != aim.extras]
        assert len(roof) == 2
        assert {aim.must[cell] & aim.extras for cell in roof} == {
            1 << digit for digit in bits(aim.extras)
        }
        units = [{*unit} for unit in NINE.units if {*roof, *exact} <= {*unit}]
        assert {*bits(aim.targets)} in [unit - {*aim.must} for unit in units]
