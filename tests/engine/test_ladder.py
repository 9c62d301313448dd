import pytest

from engine.budget import Budget, BudgetSpent
from engine.generate import generate
from engine.geometry import Geometry
from engine.grade import Difficulty, rate
from engine.grid import NoSolution, NotUnique
from engine.ladder import DIFFICULTY_OF, difficulty, easiest_step, hardest_of
from engine.logic import next_step, solve_path
from engine.notation import parse
from engine.symmetry import Symmetry
from engine.techniques import State, Technique

ESCARGOT = "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.."


def test_bands_follow_the_order_of_the_techniques() -> None:
    order = list(Difficulty)
    bands = [order.index(DIFFICULTY_OF[technique]) for technique in Technique]
    assert bands == sorted(bands)
    assert set(DIFFICULTY_OF.values()) == set(Difficulty)
    assert DIFFICULTY_OF[Technique.HIDDEN_SINGLE] is Difficulty.EASY
    assert DIFFICULTY_OF[Technique.X_WING] is Difficulty.HARD
    assert DIFFICULTY_OF[Technique.AIC] is Difficulty.EXTREME


@pytest.mark.parametrize("seed", range(12))
def test_a_6x6_is_as_hard_as_the_hardest_technique_on_its_path(seed: int) -> None:
    grid = generate(Geometry(2, 3), Symmetry.NONE, seed).grid
    bands = [DIFFICULTY_OF[step.technique] for step in solve_path(grid)]
    assert difficulty(grid) is max(bands, key=list(Difficulty).index)


def test_a_9x9_is_as_hard_as_its_rating() -> None:
    for seed in range(20):
        grid = generate(Geometry(3, 3), Symmetry.NONE, seed).grid
        assert difficulty(grid) is rate(grid).difficulty


def test_every_4x4_is_easy() -> None:
    for seed in range(20):
        grid = generate(Geometry(2, 2), Symmetry.NONE, seed).grid
        assert difficulty(grid) is hardest_of(grid.geometry) is Difficulty.EASY


def test_the_easiest_step_is_the_next_step() -> None:
    state = State.start(generate(Geometry(3, 3), Symmetry.NONE, 5).grid)
    while step := next_step(state):
        assert easiest_step(state) == step
        state = step.after(state)
    assert easiest_step(state) is None


def test_time_runs_out() -> None:
    with pytest.raises(BudgetSpent):
        easiest_step(State.start(parse(ESCARGOT)), Budget(0.0))
    with pytest.raises(BudgetSpent):
        difficulty(generate(Geometry(4, 4), Symmetry.NONE, 1).grid, Budget(0.0))


def test_what_is_no_puzzle_has_no_difficulty() -> None:
    with pytest.raises(NotUnique):
        difficulty(parse("." * 36))
    with pytest.raises(NoSolution):
        difficulty(parse("11" + "." * 34))
