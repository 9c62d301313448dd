from typing import Any

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
from engine.techniques.chains import AIC
from engine.techniques.fish import SWORDFISH, X_WING
from engine.techniques.scale import UNIQUE_RECTANGLE
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


@pytest.mark.parametrize("seed", [None, 2.5, b"x", ("a",)])
def test_a_seed_is_a_number_or_a_text(seed: Any) -> None:
    with pytest.raises(TypeError, match="a seed is a whole number or a text"):
        generate_graded(NINE, Symmetry.CENTRAL, seed, Difficulty.EASY)
    with pytest.raises(TypeError, match="a seed is a whole number or a text"):
        generate_with(NINE, Symmetry.CENTRAL, seed, NAKED_PAIR)


def test_texts_mean_what_they_name() -> None:
    hard = generate_graded(NINE, Symmetry.CENTRAL, 1, Difficulty.HARD)
    assert generate_graded(NINE, "central", 1, "Hard") == hard
    assert hard.symmetry is Symmetry.CENTRAL
    winged = generate_with(NINE, Symmetry.CENTRAL, "seed", X_WING)
    assert generate_with(NINE, "central", "seed", "x-wing") == winged
    with pytest.raises(ValueError, match="there is no technique 'foo'"):
        generate_with(NINE, "central", "seed", "foo")


def test_what_is_not_taught_is_the_nearest_that_is() -> None:
    assert UNIQUE_RECTANGLE.lesson is not UNIQUE_RECTANGLE
    nearest = generate_with(NINE, Symmetry.CENTRAL, 1, UNIQUE_RECTANGLE.lesson)
    assert generate_with(NINE, Symmetry.CENTRAL, 1, UNIQUE_RECTANGLE) == nearest


@pytest.mark.parametrize("technique", [AIC, X_WING])
def test_a_technique_that_no_4x4_needs_is_refused_at_once(technique: Technique) -> None:
    with pytest.raises(DifficultyImpossible, match=f"needs the technique {technique.english}"):
        generate_with(Geometry(2, 2), Symmetry.NONE, 1, technique, Budget(float("inf")))


@pytest.mark.parametrize("technique", [NAKED_PAIR, X_WING])
def test_a_puzzle_needs_the_technique(technique: Technique) -> None:
    puzzle = generate_with(NINE, Symmetry.CENTRAL, "seed", technique, Budget(60))
    assert technique in {step.technique for step in easiest_way(puzzle.grid)}


@pytest.mark.long
def test_what_is_not_found_in_time() -> None:
    with pytest.raises(BudgetSpent):
        generate_with(Geometry(2, 3), Symmetry.NONE, 1, SWORDFISH, Budget(0.3))
    with pytest.raises(BudgetSpent):
        generate_graded(NINE, Symmetry.NONE, 1, Difficulty.EXTREME, Budget(60, nodes=1))
