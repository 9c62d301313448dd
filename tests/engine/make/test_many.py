"""Many puzzles made in one call, with and without the core."""

import pytest

from engine.board.geometry import Geometry
from engine.board.symmetry import Symmetry
from engine.make.many import generate_many
from engine.make.puzzle import CluesImpossible, generate
from engine.search.budget import Budget, BudgetSpent

NINE = Geometry(3, 3)
PLENTY = Budget(60)


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_no_seeds_make_no_puzzles(threads: int) -> None:
    assert generate_many(NINE, [], threads=threads) == []


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("budget", [Budget(60, 0), Budget(0)])
def test_a_spent_budget_makes_no_puzzles(budget: Budget, threads: int) -> None:
    with pytest.raises(BudgetSpent):
        generate_many(NINE, range(4), budget=budget, threads=threads)


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


def test_there_is_at_least_one_thread() -> None:
    with pytest.raises(ValueError, match="threads must be 1 or more, not -3"):
        generate_many(NINE, [1], threads=-3)
