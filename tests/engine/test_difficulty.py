import pytest

from engine.budget import Budget, BudgetSpent
from engine.difficulty import (
    DIFFICULTY_OF,
    Difficulty,
    DifficultyImpossible,
    NotRated,
    difficulty,
    generate_graded,
    generate_with,
    hardest_of,
    rate,
    up_to,
)
from engine.generate import generate
from engine.geometry import Geometry
from engine.grid import NoSolution, NotUnique
from engine.logic import solve_path
from engine.notation import parse
from engine.search import solve
from engine.symmetry import Symmetry, has_symmetry
from engine.techniques import Technique

NINE = Geometry(3, 3)


def test_bands_follow_the_order_of_the_techniques() -> None:
    order = list(Difficulty)
    bands = [order.index(DIFFICULTY_OF[technique]) for technique in Technique]
    assert bands == sorted(bands)
    assert set(DIFFICULTY_OF.values()) == set(Difficulty)
    assert DIFFICULTY_OF[Technique.HIDDEN_SINGLE] is Difficulty.EASY
    assert DIFFICULTY_OF[Technique.X_WING] is Difficulty.HARD
    assert DIFFICULTY_OF[Technique.AIC] is Difficulty.EXTREME


def test_the_difficulties_up_to_one_of_them() -> None:
    assert up_to(Difficulty.EASY) == (Difficulty.EASY,)
    assert up_to(Difficulty.HARD) == (Difficulty.EASY, Difficulty.MEDIUM, Difficulty.HARD)
    assert up_to(Difficulty.EXTREME) == tuple(Difficulty)


@pytest.mark.parametrize("seed", range(12))
def test_a_6x6_is_as_hard_as_the_hardest_technique_on_its_path(seed: int) -> None:
    grid = generate(Geometry(2, 3), Symmetry.NONE, seed).grid
    bands = [DIFFICULTY_OF[step.technique] for step in solve_path(grid)]
    assert difficulty(grid) is max(bands, key=list(Difficulty).index)


def test_a_9x9_is_as_hard_as_its_rating() -> None:
    for seed in range(20):
        grid = generate(NINE, Symmetry.NONE, seed).grid
        assert difficulty(grid) is rate(grid).difficulty


def test_every_4x4_is_easy() -> None:
    for seed in range(20):
        grid = generate(Geometry(2, 2), Symmetry.NONE, seed).grid
        assert difficulty(grid) is hardest_of(grid.geometry) is Difficulty.EASY


def test_the_scale_knows_9x9_only() -> None:
    with pytest.raises(NotRated):
        rate(generate(Geometry(2, 3), Symmetry.NONE, 1).grid)


def test_time_runs_out() -> None:
    with pytest.raises(BudgetSpent):
        difficulty(generate(Geometry(4, 4), Symmetry.NONE, 1).grid, Budget(0.0))


def test_what_is_no_puzzle_has_no_difficulty() -> None:
    with pytest.raises(NotUnique):
        difficulty(parse("." * 36))
    with pytest.raises(NoSolution):
        difficulty(parse("11" + "." * 34))


@pytest.mark.parametrize("wanted", Difficulty)
@pytest.mark.parametrize("symmetry", [Symmetry.NONE, Symmetry.ROTATE90, Symmetry.FULL])
def test_a_9x9_of_any_difficulty_and_symmetry(symmetry: Symmetry, wanted: Difficulty) -> None:
    puzzle = generate_graded(NINE, symmetry, "seed", wanted)
    assert difficulty(puzzle.grid) is wanted
    assert has_symmetry(puzzle.grid, symmetry)
    assert solve(puzzle.grid) == puzzle.solution


@pytest.mark.parametrize(("size", "wanted"), [(4, "easy"), (6, "medium"), (16, "medium")])
def test_other_sizes(size: int, wanted: str) -> None:
    puzzle = generate_graded(Geometry.of_size(size), Symmetry.CENTRAL, 1, Difficulty(wanted))
    assert difficulty(puzzle.grid, Budget(20)) == wanted


def test_the_same_seed_gives_the_same_and_another_one_another() -> None:
    first, again, other = (
        generate_graded(NINE, Symmetry.CENTRAL, seed, Difficulty.HARD) for seed in "aab"
    )
    assert first == again
    assert first.grid != other.grid
    assert first.seed == "a"


@pytest.mark.parametrize(("size", "wanted"), [(4, "medium"), (6, "extreme")])
def test_what_there_is_not(size: int, wanted: str) -> None:
    with pytest.raises(DifficultyImpossible):
        generate_graded(Geometry.of_size(size), Symmetry.NONE, 1, Difficulty(wanted))


@pytest.mark.parametrize("technique", [Technique.NAKED_PAIR, Technique.X_WING])
def test_a_puzzle_needs_the_technique(technique: Technique) -> None:
    puzzle = generate_with(NINE, Symmetry.CENTRAL, "seed", technique, Budget(60))
    assert technique in {step.technique for step in solve_path(puzzle.grid)}


def test_what_is_not_found_in_time() -> None:
    with pytest.raises(BudgetSpent):
        generate_with(Geometry(2, 2), Symmetry.NONE, 1, Technique.X_WING, Budget(0.3))
    with pytest.raises(BudgetSpent):
        generate_graded(NINE, Symmetry.NONE, 1, Difficulty.EXTREME, Budget(60, nodes=1))
