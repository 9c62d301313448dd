import pytest

from engine.budget import Budget, BudgetSpent
from engine.difficulty import Difficulty, NotRated, difficulty, hardest_of, rate
from engine.generate import generate
from engine.geometry import Geometry
from engine.grid import NoSolution, NotUnique
from engine.logic import solve_path
from engine.notation import parse
from engine.symmetry import Symmetry


@pytest.mark.parametrize("seed", range(12))
def test_a_6x6_is_as_hard_as_the_hardest_technique_on_its_path(seed: int) -> None:
    grid = generate(Geometry(2, 3), Symmetry.NONE, seed).grid
    bands = [step.technique.difficulty for step in solve_path(grid)]
    assert difficulty(grid) is max(bands, key=list(Difficulty).index)


def test_a_9x9_is_as_hard_as_its_rating() -> None:
    for seed in range(20):
        grid = generate(Geometry(3, 3), Symmetry.NONE, seed).grid
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
