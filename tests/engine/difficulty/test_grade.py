import pytest

from engine import ACCELERATED
from engine.board.geometry import Geometry
from engine.board.grid import NoSolution, NotUnique
from engine.board.symmetry import Symmetry
from engine.difficulty import Difficulty, NotRated, difficulty_of, hardest_of, rate
from engine.make.puzzle import generate
from engine.notation.notation import parse
from engine.search.budget import Budget, BudgetSpent
from engine.way.easiest import easiest_way


@pytest.mark.parametrize("seed", range(12))
def test_a_6x6_is_as_hard_as_the_hardest_technique_on_its_path(seed: int) -> None:
    grid = generate(Geometry(2, 3), Symmetry.NONE, seed).grid
    bands = [step.technique.difficulty for step in easiest_way(grid)]
    assert difficulty_of(grid) is max(bands)


def test_a_9x9_is_as_hard_as_its_rating() -> None:
    for seed in range(20):
        grid = generate(Geometry(3, 3), Symmetry.NONE, seed).grid
        assert difficulty_of(grid, Budget(60)) is rate(grid, Budget(60)).difficulty


@pytest.mark.skipif(not ACCELERATED, reason="the C core is not built")
def test_how_hard_the_hardest_is_need_not_be_known() -> None:
    # Its rating alone takes seconds.
    hardest = ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7....."
    assert difficulty_of(hardest, Budget(0.5)) is Difficulty.EXTREME


def test_every_4x4_is_easy() -> None:
    for seed in range(20):
        grid = generate(Geometry(2, 2), Symmetry.NONE, seed).grid
        assert difficulty_of(grid) is hardest_of(grid.geometry) is Difficulty.EASY


def test_the_scale_knows_9x9_only() -> None:
    with pytest.raises(NotRated):
        rate(generate(Geometry(2, 3), Symmetry.NONE, 1).grid)


def test_time_runs_out() -> None:
    with pytest.raises(BudgetSpent):
        difficulty_of(generate(Geometry(4, 4), Symmetry.NONE, 1).grid, Budget(0.0))


def test_what_is_no_puzzle_has_no_difficulty() -> None:
    with pytest.raises(NotUnique):
        difficulty_of(parse("." * 36))
    with pytest.raises(NoSolution):
        difficulty_of(parse("11" + "." * 34))
