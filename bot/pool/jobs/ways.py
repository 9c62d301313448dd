"""Jobs that find the way to a solution."""

import pickle
from dataclasses import dataclass
from typing import NamedTuple

from bot.pool.jobs.budgets import WORTH_HAVING_SECONDS
from bot.pool.jobs.ratings import label_of
from engine.board import Grid
from engine.difficulty import Difficulty
from engine.search import Budget, BudgetSpent
from engine.techniques import Family, State, Step, Technique, cost, next_single
from engine.way import HELD, Begun, Progress, begin, settled_way, way_within


@dataclass(frozen=True, slots=True)
class Found:
    """Some steps that come next.

    If they are a whole way, but the time was too short to try everything, `paused` is the search
    for a better one, with which `better_now` goes on. It is only read by workers, since it is a
    megabyte of looks.
    """

    steps: tuple[Step, ...]
    paused: bytes = b""


class _Paused(NamedTuple):
    """What a search needs to go on."""

    state: State
    begun: Begun
    held: Difficulty
    progress: Progress


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


def way_now(state: State, begun: Begun | None, budget: Budget) -> Found:
    """The next steps from a state, as far as the time allows, at least one unless it is solved.

    They are all of a short way if there is time for it, which has no step above the puzzle's label
    where there is such a way up to expert, and begin with the steps of `begun`, if it has some.
    Raises BudgetSpent where a long budget would find more, or a better way.
    """
    deadline, held = budget.deadline(), _held(state)
    if budget.seconds < WORTH_HAVING_SECONDS:
        return Found(settled_way(state, budget.until(deadline), begun, held))
    # Whoever goes on with the search must begin as it did.
    begun = begun or begin(state, budget.until(deadline), held)
    paused = _Paused(state, begun, held, Progress())
    found, is_whole = _gone_on(paused, budget.until(deadline))
    if not is_whole and not found.steps:
        raise BudgetSpent
    return found if is_whole else Found(found.steps)


def better_now(paused: bytes, budget: Budget) -> Found:
    """The best way once a search has gone on for a long budget; raises BudgetSpent for a short one.

    It is the same one as before where no better one was found. There are no steps where even that
    budget was too short for a whole way.
    """
    if budget.seconds < WORTH_HAVING_SECONDS:
        raise BudgetSpent
    search: _Paused = pickle.loads(paused)  # noqa: S301 - another worker has made it
    found, is_whole = _gone_on(search, budget)
    return found if is_whole else Found((), found.paused)


def _gone_on(paused: _Paused, budget: Budget) -> tuple[Found, bool]:
    """What a search finds within a budget, and whether it is a whole way."""
    state, begun, held, progress = paused
    steps, is_whole = way_within(state, budget, begun, held, progress)
    return Found(steps, b"" if progress.is_over else pickle.dumps(paused)), is_whole


def _held(state: State) -> Difficulty:
    """The hardest band to which the way of a puzzle is held: expert only if that is its label."""
    return Difficulty.EXPERT if label_of(state.givens) is Difficulty.EXPERT else HELD


def weighed_now(grid: Grid, budget: Budget) -> Weighed:
    """What the short way of a puzzle with one solution costs a person; raises BudgetSpent.

    Singles are not counted, since every way fills each blank cell by one.
    """
    state = State.start(grid)
    if budget.seconds < WORTH_HAVING_SECONDS:
        way = settled_way(state, budget)
    else:
        way, is_whole = way_within(state, budget)
        if not is_whole:
            raise BudgetSpent
    steps = [step for step in way if step.technique.family is not Family.SINGLES]
    hardest = max(steps, key=cost, default=None)
    whole = round(100 * sum(map(cost, steps)))
    return Weighed(whole, len(steps), hardest.technique if hardest else None)
