"""Many puzzles in one call: the same answers as one by one, with and without the core."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.accelerate import UNDECIDED
from engine.batch import count_many, generate_many, pack
from engine.budget import Budget, BudgetSpent
from engine.generate import CluesImpossible, generate
from engine.geometry import Geometry
from engine.grid import Grid
from engine.search import count_solutions
from engine.symmetry import Symmetry
from tests.engine.boards import boards, fits

FOUR = Geometry(2, 2)
NINE = Geometry(3, 3)
PLENTY = Budget(60)


@settings(max_examples=40, deadline=None)
@given(
    st.sampled_from([(2, 2), (2, 3), (3, 3)]).flatmap(
        lambda shape: st.lists(boards([shape]), min_size=1, max_size=7)
    ),
    st.integers(1, 4),
    st.sampled_from([1, 2, 3, 254]),
)
def test_each_count_is_that_of_the_puzzle_alone(
    grids: list[Grid], threads: int, limit: int
) -> None:
    shape = grids[0].geometry
    counts, solutions = count_many(shape, pack(grids), limit, PLENTY, threads=threads)
    assert list(counts) == [count_solutions(grid, limit) for grid in grids]
    assert len(solutions) == shape.cell_count * len(grids)
    for number, grid in enumerate(grids):
        own = solutions[shape.cell_count * number : shape.cell_count * (number + 1)]
        assert fits(grid, Grid(shape, own)) if counts[number] else not any(own)


def test_puzzles_stand_one_after_the_other() -> None:
    first, second = Grid(FOUR, bytes(range(4)) * 4), Grid.blank(FOUR)
    assert pack([first, second]) == first.values + second.values
    assert pack([]) == b""


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_no_puzzles_have_no_counts(threads: int) -> None:
    assert count_many(NINE, b"", threads=threads) == (b"", b"")
    assert generate_many(NINE, [], threads=threads) == []


@pytest.mark.parametrize(
    ("puzzles", "limit"),
    [
        (bytes(80), 2),
        (bytes(82), 2),
        (b"\x0a" + bytes(80), 2),
        (bytes(81) + b"\xff" * 81, 2),
        (bytes(81), 0),
        (bytes(81), 255),
        (bytes(81), -1),
    ],
)
@pytest.mark.parametrize("threads", [1, 2])
def test_what_is_no_batch_is_refused(puzzles: bytes, limit: int, threads: int) -> None:
    with pytest.raises(ValueError, match=r"byte|above"):
        count_many(NINE, puzzles, limit, threads=threads)


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("budget", [Budget(60, 0), Budget(0)])
def test_a_spent_budget_leaves_puzzles_undecided(budget: Budget, threads: int) -> None:
    counts, solutions = count_many(NINE, bytes(5 * 81), 2, budget, threads=threads)
    assert counts == bytes([UNDECIDED] * 5)
    assert len(solutions) == 5 * 81
    with pytest.raises(BudgetSpent):
        generate_many(NINE, range(4), budget=budget, threads=threads)


def test_the_nodes_are_for_each_puzzle() -> None:
    # A full grid takes one node, so many of them take one each; an empty board takes more.
    full = generate(NINE, seed=1).solution
    counts, _ = count_many(NINE, full.values * 50 + bytes(81), 2, Budget(60, 2))
    assert counts == bytes([1] * 50 + [UNDECIDED])


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize("symmetry", [Symmetry.NONE, Symmetry.CENTRAL, Symmetry.DIAGONALS])
def test_seeds_make_the_puzzles_that_they_make_alone(symmetry: Symmetry, threads: int) -> None:
    seeds: list[int | str] = [5, "words", -1, 2**64 + 5, "5"]
    expected = [generate(NINE, symmetry, seed) for seed in seeds]
    assert generate_many(NINE, seeds, symmetry, threads=threads) == expected


def test_a_number_of_clues_can_be_told() -> None:
    made = generate_many(NINE, range(5), Symmetry.CENTRAL, 30, PLENTY)
    assert [puzzle.grid.clue_count for puzzle in made] == [30] * 5
    with pytest.raises(CluesImpossible):
        generate_many(NINE, range(5), Symmetry.CENTRAL, 16, PLENTY)
