"""Jobs that find the way to a solution."""

from dataclasses import dataclass

from bot.pool.jobs.budgets import WORTH_HAVING_SECONDS
from bot.pool.jobs.ratings import label_of
from engine.board import Grid
from engine.difficulty import Difficulty
from engine.search import Budget, BudgetSpent
from engine.techniques import Family, State, Step, Technique, cost, next_single
from engine.way import HELD, Begun, begin, settled_way, way_within


@dataclass(frozen=True, slots=True)
class Weighed:
    """What a short way costs in hundredths, its steps beyond singles, and its hardest technique."""

    cost: int
    steps: int
    hardest: Technique | None


def begin_now(state: State, budget: Budget) -> Begun:
    """How a short way begins, which is known long before all of it; raises BudgetSpent."""
    # Where there are singles they are known at once, and the label would take longer.
    held = HELD if next_single(state) else _held(state)
    begun = begin(state, budget, held)
    if not begun.steps and budget.seconds < WORTH_HAVING_SECONDS:
        raise BudgetSpent
    return begun


def way_now(state: State, begun: Begun | None, budget: Budget) -> tuple[Step, ...]:
    """The next steps from a state, as far as the time allows, at least one unless it is solved.

    They are all of a short way if there is time for it, which has no step above the puzzle's label
    where there is such a way up to expert, and begin with the steps of `begun`, if it has some.
    Raises BudgetSpent where a long budget would find more, or a better way.
    """
    steps, is_whole = _way(state, budget, begun, _held(state))
    if not is_whole and not steps:
        raise BudgetSpent
    return steps


def _held(state: State) -> Difficulty:
    """The hardest band to which the way of a puzzle is held: expert only if that is its label."""
    return Difficulty.EXPERT if label_of(state.givens) is Difficulty.EXPERT else HELD


def _way(
    state: State, budget: Budget, begun: Begun | None = None, held: Difficulty = HELD
) -> tuple[tuple[Step, ...], bool]:
    """The way within a budget and whether it is whole; a short budget must find the short way."""
    if budget.seconds < WORTH_HAVING_SECONDS:
        return settled_way(state, budget, begun, held), True
    return way_within(state, budget, begun, held)


def weighed_now(grid: Grid, budget: Budget) -> Weighed:
    """What the short way of a puzzle with one solution costs a person; raises BudgetSpent.

    Singles are not counted, since every way fills each blank cell by one.
    """
    way, is_whole = _way(State.start(grid), budget)
    if not is_whole:
        raise BudgetSpent
    steps = [step for step in way if step.technique.family is not Family.SINGLES]
    hardest = max(steps, key=cost, default=None)
    whole = round(100 * sum(map(cost, steps)))
    return Weighed(whole, len(steps), hardest.technique if hardest else None)
