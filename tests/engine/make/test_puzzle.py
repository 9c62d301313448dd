import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.board.geometry import Geometry
from engine.board.grid import Grid
from engine.board.symmetry import Symmetry, has_symmetry, orbits
from engine.make.puzzle import CluesImpossible, generate, least_clues
from engine.search.budget import Budget, BudgetSpent
from engine.search.search import count_solutions, solve

NINE = Geometry(3, 3)
SMALL = [Geometry(2, 2), Geometry(2, 3), Geometry(3, 2), Geometry(2, 4), NINE]
PLENTY = Budget(60)


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(SMALL), st.sampled_from(Symmetry), st.integers(0, 2**64 - 1))
def test_puzzles_are_unique_symmetric_and_locally_minimal(
    shape: Geometry, symmetry: Symmetry, seed: int
) -> None:
    made = generate(shape, symmetry, seed)
    assert solve(made.grid) == made.solution
    assert has_symmetry(made.grid, symmetry)
    for orbit in orbits(shape, symmetry):
        if made.grid[orbit[0]]:
            without = made.grid.with_values(dict.fromkeys(orbit, 0))
            assert count_solutions(without) == 2


@pytest.mark.parametrize("size", [12, 16])
def test_large_puzzles_are_unique_and_symmetric(size: int) -> None:
    made = generate(Geometry.of_size(size), seed=1, budget=PLENTY)
    assert solve(made.grid, PLENTY) == made.solution
    assert has_symmetry(made.grid, Symmetry.CENTRAL)
    assert made.grid.clue_count < 0.55 * size**2


@pytest.mark.parametrize("size", [4, 6, 9])
def test_a_hundred_seeds_give_many_puzzles(size: int) -> None:
    shape = Geometry.of_size(size)
    puzzles = {generate(shape, seed=seed).grid for seed in range(100)}
    assert len(puzzles) > 90


def test_a_puzzle_tells_how_it_was_made() -> None:
    made = generate(NINE, Symmetry.DIAGONAL, "a seed of words")
    assert (made.symmetry, made.seed) == (Symmetry.DIAGONAL, "a seed of words")
    assert made == generate(NINE, Symmetry.DIAGONAL, "a seed of words")
    assert made != generate(NINE, Symmetry.DIAGONAL, "another seed")


@pytest.mark.parametrize("size", [9, 12])
def test_another_process_makes_the_same_puzzle(size: int) -> None:
    program = (
        "from engine.make.puzzle import generate; from engine.board.geometry import Geometry; "
        f"print(generate(Geometry.of_size({size}), seed='elsewhere').grid)"
    )
    finished = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    here = generate(Geometry.of_size(size), seed="elsewhere").grid
    assert finished.stdout.strip() == str(here)


@pytest.mark.parametrize(
    ("symmetry", "clues"),
    [
        (Symmetry.CENTRAL, 26),
        (Symmetry.CENTRAL, 35),
        (Symmetry.NONE, 24),
        (Symmetry.FULL, 36),
        (Symmetry.NONE, 80),
        (Symmetry.NONE, 81),
    ],
)
def test_the_number_of_clues_can_be_told(symmetry: Symmetry, clues: int) -> None:
    made = generate(NINE, symmetry, 3, clues, PLENTY)
    assert made.grid.clue_count == clues
    assert has_symmetry(made.grid, symmetry)
    assert solve(made.grid) == made.solution


@pytest.mark.parametrize(
    ("symmetry", "clues"),
    [
        (Symmetry.NONE, 16),
        (Symmetry.NONE, 82),
        (Symmetry.NONE, -1),
        (Symmetry.ROTATE90, 26),
        (Symmetry.FULL, 22),
    ],
)
def test_numbers_of_clues_that_cannot_be(symmetry: Symmetry, clues: int) -> None:
    with pytest.raises(CluesImpossible, match=f"{clues} givens"):
        generate(NINE, symmetry, 3, clues)


def test_the_published_least_numbers_of_clues() -> None:
    assert least_clues(NINE) == 17
    assert least_clues(Geometry(2, 2)) == 4
    assert least_clues(Geometry(4, 4)) == 15
    below = Grid.blank(Geometry(2, 2)).with_values({0: 1, 5: 3, 15: 2})
    assert count_solutions(below) == 2


@pytest.mark.parametrize("size", [9, 16])
@pytest.mark.parametrize("budget", [Budget(60, 1), Budget(0)])
def test_a_spent_budget_gives_no_puzzle(size: int, budget: Budget) -> None:
    with pytest.raises(BudgetSpent):
        generate(Geometry.of_size(size), seed=1, budget=budget)


def test_the_budget_does_not_change_the_puzzle() -> None:
    shape = Geometry(3, 4)
    made = generate(shape, seed=2, budget=Budget(60, 10**5))
    assert made == generate(shape, seed=2, budget=Budget(60, 10**6))


def test_too_wishful_a_number_of_clues_ends_with_the_budget() -> None:
    with pytest.raises(BudgetSpent):
        generate(NINE, Symmetry.CENTRAL, 1, 18, Budget(60, 2000))


def test_a_fresh_seed_can_be_used_again() -> None:
    first, second = generate(NINE), generate(NINE)
    assert first.grid != second.grid
    assert generate(NINE, seed=first.seed) == first
