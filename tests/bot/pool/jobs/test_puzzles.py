import pytest

from bot.pool.jobs import (
    WORTH_HAVING_SECONDS,
    decide_now,
    difficulty_now,
    generate_now,
    graded_now,
    learner_now,
    with_now,
)
from engine import Budget, BudgetSpent, Geometry, Symmetry, generate, parse
from engine.difficulty import Difficulty
from engine.techniques.subsets import NAKED_PAIR
from tests.bot.pool.jobs.boards import BUDGET, EASY, NONE, SEVERAL, SOLVED


def test_a_decision_has_the_solution_two_of_several_or_what_contradicts_itself() -> None:
    assert decide_now(parse(EASY), BUDGET).solutions == (parse(SOLVED),)
    several = decide_now(parse(SEVERAL), BUDGET)
    assert len(set(several.solutions)) == 2
    none = decide_now(parse(NONE), BUDGET)
    assert none.solutions == ()
    assert none.contradiction is not None
    assert none.contradiction.cells == (0, 1)


def test_what_is_made_is_what_was_asked_for() -> None:
    six = generate_now(6, Symmetry.CENTRAL, "seed", None, BUDGET)
    assert six == generate(Geometry(2, 3), Symmetry.CENTRAL, "seed")
    medium = graded_now(6, Symmetry.NONE, "seed", Difficulty.MEDIUM, BUDGET)
    assert difficulty_now(medium.grid, BUDGET) is Difficulty.MEDIUM
    paired = with_now(6, Symmetry.NONE, "seed", NAKED_PAIR, BUDGET)
    assert len(decide_now(paired.grid, BUDGET).solutions) == 1


def test_a_learner_gets_a_lesser_puzzle_only_when_there_was_time_for_a_better_one() -> None:
    with pytest.raises(BudgetSpent):
        learner_now("seed", NAKED_PAIR, Budget(0))
    assert learner_now("seed", NAKED_PAIR, Budget(WORTH_HAVING_SECONDS, 0)).solution
