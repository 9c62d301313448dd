from itertools import islice

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from engine.board.candidates import BROKEN, OPEN, SOLVED, Candidates, candidates_of
from engine.board.geometry import Geometry
from engine.board.grid import Grid
from engine.board.rng import Rng
from engine.make.fill import random_grid
from engine.search._search import Meter, branch, search
from engine.search.budget import Budget, BudgetSpent

SHAPES = [(2, 2), (2, 3), (3, 2), (3, 3), (3, 4)]
PLENTY = Budget(60, 10**6)


def thinned(shape: Geometry, seed: int, share: int) -> Grid:
    rng = Rng(seed)
    values = enumerate(random_grid(shape, rng).values)
    return Grid(shape, bytes(value if rng.below(100) < share else 0 for _, value in values))


def defined_branch(candidates: Candidates, board: int) -> list[int]:
    """The definition of the branch: lists every choice and takes the least."""
    shape = candidates.geometry
    choices = [((0, cell, 0), candidates.of_cell(board, cell)) for cell in range(shape.cell_count)]
    for number, unit in enumerate(shape.units):
        for value in range(1, shape.size + 1):
            bits = [candidates.candidate(cell, value) for cell in unit]
            choices.append(((1, number, value), [bit for bit in bits if board >> bit & 1]))
    open_choices = [choice for choice in choices if len(choice[1]) > 1]
    return min(open_choices, key=lambda choice: (len(choice[1]), choice[0]))[1]


def defined_search(candidates: Candidates, board: int, placed: int) -> tuple[int, list[int]]:
    """The nodes and the solutions, in order, of the search as it is defined, by recursion."""
    board, placed, status = candidates.close(board, placed)
    if status != OPEN:
        return 1, [board] if status == SOLVED else []
    nodes, found = 1, []
    for option in defined_branch(candidates, board):
        more, below = defined_search(candidates, *candidates.place(board, placed, option))
        nodes += more
        found += below
    return nodes, found


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(SHAPES), st.integers(0, 2**32), st.integers(0, 60))
def test_the_branch_is_the_defined_one(shape: tuple[int, int], seed: int, share: int) -> None:
    candidates = candidates_of(Geometry(*shape))
    grid = thinned(candidates.geometry, seed, share)
    board, _, status = candidates.close(*candidates.load(grid))
    assume(status == OPEN)
    assert branch(candidates, board) == defined_branch(candidates, board)


@settings(max_examples=25, deadline=None)
@given(st.sampled_from([(2, 2), (2, 3), (3, 3)]), st.integers(0, 2**32))
def test_solutions_and_nodes_are_the_defined_ones(shape: tuple[int, int], seed: int) -> None:
    candidates = candidates_of(Geometry(*shape))
    start = candidates.load(thinned(candidates.geometry, seed, 40))
    solutions = list(islice(search(candidates, *start, Meter(PLENTY)), 30))
    assume(len(solutions) < 30)
    nodes, defined = defined_search(candidates, *start)
    assert solutions == defined
    assert list(search(candidates, *start, Meter(Budget(60, nodes)))) == defined
    with pytest.raises(BudgetSpent):
        list(search(candidates, *start, Meter(Budget(60, nodes - 1))))


def test_every_solution_comes_once() -> None:
    candidates = candidates_of(Geometry(2, 2))
    found = list(search(candidates, candidates.everything, 0, Meter(PLENTY)))
    assert len(found) == len(set(found)) == 288
    assert {candidates.close(board, 0)[2] for board in found} == {SOLVED}
    assert all(candidates.grid(board).is_solved for board in found)


def test_a_broken_board_has_no_solution() -> None:
    candidates = candidates_of(Geometry(2, 2))
    assert candidates.close(0, 0)[2] == BROKEN
    assert not list(search(candidates, 0, 0, Meter(PLENTY)))


def count_all(meter: Meter) -> int:
    counted = 0
    try:
        while True:
            meter.count()
            counted += 1
    except BudgetSpent:
        return counted


def test_a_meter_counts_its_nodes() -> None:
    meter = Meter(Budget(60, 5))
    assert not meter.is_spent
    assert count_all(meter) == 5
    assert meter.is_spent


def test_a_meter_ends_with_its_time() -> None:
    meter = Meter(Budget(0, 5))
    assert meter.is_spent
    assert count_all(meter) == 0


def test_a_part_spends_the_whole() -> None:
    meter = Meter(Budget(60, 10))
    assert count_all(meter.part(4)) == 4
    assert not meter.is_spent
    assert count_all(meter.part(100)) == 6
    assert meter.is_spent
