"""Jobs that find the solutions of a puzzle, or make one."""

from bot.pool.engine import Decision
from bot.pool.jobs.budgets import WORTH_HAVING_SECONDS
from engine.board import Geometry, Grid, NoSolution, NotUnique, Symmetry
from engine.difficulty import Difficulty, generate_for_learner, generate_graded, generate_with
from engine.make import Puzzle, generate
from engine.search import Budget, BudgetSpent, solve
from engine.techniques import Technique


def decide_now(grid: Grid, budget: Budget) -> Decision:
    """The Decision on `grid`, in the calling process; raises BudgetSpent."""
    try:
        return Decision((solve(grid, budget),))
    except NoSolution as none:
        return Decision((), none.contradiction)
    except NotUnique as several:
        return Decision(several.grids)


def generate_now(
    size: int, symmetry: Symmetry, seed: str, clues: int | None, budget: Budget
) -> Puzzle:
    """A puzzle of the usual shape of its size, in the calling process; raises BudgetSpent."""
    return generate(Geometry.of_size(size), symmetry, seed, clues, budget)


def graded_now(
    size: int, symmetry: Symmetry, seed: str, wanted: Difficulty, budget: Budget
) -> Puzzle:
    """A puzzle of a difficulty; raises DifficultyImpossible and BudgetSpent."""
    return generate_graded(Geometry.of_size(size), symmetry, seed, wanted, budget)


def with_now(
    size: int, symmetry: Symmetry, seed: str, technique: Technique, budget: Budget
) -> Puzzle:
    """A puzzle that needs a technique; raises BudgetSpent."""
    return generate_with(Geometry.of_size(size), symmetry, seed, technique, budget)


def learner_now(seed: str, technique: Technique, budget: Budget) -> Puzzle:
    """A 9x9 puzzle that needs a technique and nothing harder; raises BudgetSpent.

    A puzzle that only shows the technique is returned if the time was long enough for a better one.
    """
    deadline = budget.deadline()
    puzzle = generate_for_learner(seed, technique, budget)
    if not budget.until(deadline).seconds and budget.seconds < WORTH_HAVING_SECONDS:
        raise BudgetSpent
    return puzzle
