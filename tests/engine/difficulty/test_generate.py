import pytest

from engine.board.geometry import Geometry
from engine.board.symmetry import Symmetry, has_symmetry
from engine.difficulty import (
    Difficulty,
    DifficultyImpossible,
    difficulty_of,
    generate_graded,
    generate_with,
)
from engine.search.budget import Budget, BudgetSpent
from engine.search.search import solve
from engine.techniques import Technique
from engine.techniques.fish import X_WING
from engine.techniques.subsets import NAKED_PAIR
from engine.way.easiest import easiest_way

NINE = Geometry(3, 3)
PATIENT = Budget(180)


@pytest.mark.parametrize("wanted", Difficulty)
@pytest.mark.parametrize("symmetry", [Symmetry.NONE, Symmetry.ROTATE90, Symmetry.FULL])
def test_a_9x9_of_any_difficulty_and_symmetry(symmetry: Symmetry, wanted: Difficulty) -> None:
    puzzle = generate_graded(NINE, symmetry, "seed", wanted, PATIENT)
    assert difficulty_of(puzzle.grid, PATIENT) is wanted
    assert has_symmetry(puzzle.grid, symmetry)
    assert solve(puzzle.grid) == puzzle.solution


@pytest.mark.long
@pytest.mark.parametrize(("size", "wanted"), [(4, "easy"), (6, "medium"), (16, "medium")])
def test_other_sizes(size: int, wanted: str) -> None:
    puzzle = generate_graded(Geometry.of_size(size), Symmetry.CENTRAL, 1, Difficulty(wanted))
    assert difficulty_of(puzzle.grid, Budget(20)) == wanted


def test_the_same_seed_gives_the_same_and_another_one_another() -> None:
    first, again, other = (
        generate_graded(NINE, Symmetry.CENTRAL, seed, Difficulty.HARD, PATIENT) for seed in "aab"
    )
    assert first == again
    assert first.grid != other.grid
    assert first.seed == "a"


@pytest.mark.parametrize(("size", "wanted"), [(4, "medium"), (6, "extreme")])
def test_what_there_is_not(size: int, wanted: str) -> None:
    with pytest.raises(DifficultyImpossible):
        generate_graded(Geometry.of_size(size), Symmetry.NONE, 1, Difficulty(wanted))


@pytest.mark.parametrize("technique", [NAKED_PAIR, X_WING])
def test_a_puzzle_needs_the_technique(technique: Technique) -> None:
    puzzle = generate_with(NINE, Symmetry.CENTRAL, "seed", technique, Budget(60))
    assert technique in {step.technique for step in easiest_way(puzzle.grid)}


@pytest.mark.long
def test_what_is_not_found_in_time() -> None:
    with pytest.raises(BudgetSpent):
        generate_with(Geometry(2, 2), Symmetry.NONE, 1, X_WING, Budget(0.3))
    with pytest.raises(BudgetSpent):
        generate_graded(NINE, Symmetry.NONE, 1, Difficulty.EXTREME, Budget(60, nodes=1))
