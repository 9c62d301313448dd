"""Jobs that find a hint, tell the reason of a digit, or judge what a player has found."""

from collections.abc import Collection, Sequence
from typing import Final

from bot.game.game import Game
from bot.pool.jobs.budgets import WORTH_HAVING_SECONDS
from bot.pool.jobs.ratings import label_of
from bot.pool.played import unaided
from engine.board import Grid
from engine.practice import Claim, Judged, Ways, judge
from engine.search import Budget, BudgetSpent, solve
from engine.techniques import (
    FULL_HOUSE,
    HIDDEN_SINGLE,
    NAKED_SINGLE,
    State,
    Step,
    Technique,
    by_trial,
    steps,
)
from engine.way import Mistake, find_mistake, next_digit, next_step, to_next_digit, with_notes
from engine.words import MOST_READ, passages

HINT_NODES: Final = 800
"""Finders that are asked for a cheap way to the next digit, since people wait for a hint."""

HINT_SHARE: Final = 0.5
"""The share of the time for that way; the rest is for the easiest step where there is none."""

_SINGLES: Final = (FULL_HOUSE, HIDDEN_SINGLE, NAKED_SINGLE)


def step_now(
    state: State, solution: Grid, notes: Sequence[int], near: int | None, budget: Budget
) -> Step | Mistake | None:
    """The mistake in a player's digits or notes, or else the next step to one more digit.

    `state` holds the digits alone; correct notes narrow its candidates. A digit that can be seen
    without notes comes first, and of equally easy ones that nearest to the cell `near`. Otherwise
    the step is the first of a cheap way within the easiest band of difficulty that has one. Where
    that would take steps that are slow to find, or above the puzzle's label although there is one
    within it, it is the easiest step. Where its proof has more passages than anybody reads, it is a
    digit by trial. Raises BudgetSpent.
    """
    if (mistake := find_mistake(state, solution, notes)) is not None:
        return mistake
    state = with_notes(state, notes, solution)
    step = next_digit(state, near) or _cheap_step(state, budget)
    # The proof is too long for anybody if it does not fit in so many passages.
    if step is not None and len(passages(step)) > MOST_READ:
        return by_trial(state, solution)
    return step


def _cheap_step(state: State, budget: Budget) -> Step | None:
    """The first step of a cheap way to the next digit, or the easiest step; raises BudgetSpent."""
    deadline = budget.deadline()
    try:
        share = Budget(HINT_SHARE * budget.seconds, min(HINT_NODES, budget.nodes))
        way = to_next_digit(state, share)
    except BudgetSpent:
        # With more time there may be a way; an easy step must not depend on how fast a machine is.
        if budget.seconds < WORTH_HAVING_SECONDS:
            raise
        return next_step(state, budget.until(deadline))
    return _withinlabel_of(way[0], state, budget.until(deadline)) if way else None


def _withinlabel_of(step: Step, state: State, budget: Budget) -> Step:
    """The step, unless it is above the puzzle's label and the easiest one is not: then that one."""
    hardest, easiest = step.technique.difficulty, next_step(state, budget)
    if easiest is None or hardest <= easiest.technique.difficulty:
        return step
    label = label_of(state.givens)
    if hardest <= label or easiest.technique.difficulty > label:
        return step
    return easiest


def reason_now(state: State, cell: int, budget: Budget) -> tuple[Step, int]:
    """The step that places the digit of a blank cell, and how many steps have to come before it.

    The easiest steps are taken until a single stands in the cell. Raises BudgetSpent.
    """
    deadline, before = budget.deadline(), 0
    while True:
        singles = (step for single in _SINGLES for step in steps(state, single))
        found = next((step for step in singles if step.placements[0].cell == cell), None)
        if found is not None:
            return found, before
        step = next_step(state, budget.until(deadline))
        if step is None:
            raise BudgetSpent
        state, before = step.after(state), before + 1


def shown_now(state: State, technique: Technique, _: Budget) -> Step | None:
    """The first step of a technique in a state, None where it has none."""
    return next(steps(state, technique), None)


def judge_now(
    givens: Grid, state: State, technique: Technique, claim: Claim, budget: Budget
) -> Judged:
    """The verdict on a claim in an exercise of a technique; raises BudgetSpent."""
    deadline = budget.deadline()
    solution = solve(givens, budget)
    return judge(state, solution, technique, claim, budget.until(deadline))


def played_now(game: Game, helped: Collection[str], budget: Budget) -> dict[int, tuple[Ways, ...]]:
    """What each player of a game found without help, as `unaided` says; raises BudgetSpent.

    What even a long budget is too short for is left out.
    """
    deadline = budget.deadline()
    found = unaided(game, helped, budget)
    if not budget.until(deadline).seconds and budget.seconds < WORTH_HAVING_SECONDS:
        raise BudgetSpent
    return found
