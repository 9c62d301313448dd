"""A way by sweeps, for boards that are too large for looking at many steps before taking one.

A 16x16 has hundreds of steps between the puzzle and its end, and asking all finders at each stop
takes minutes. So at each stop only the easiest finder that finds something is asked, and all that
it finds is taken together, as far as it still holds. That makes few stops. Most of these steps lead
nowhere and are left out afterwards (`engine.way.needed`, `engine.way.way`). As in
`engine.way.tries`, steps that are too long to be read in one go are taken only where a stop has no
others.

A net is made only when its turn comes. To make the nets of all candidates that contradict
themselves takes longer than all the rest, and each one that is taken makes most of the others
unnecessary.
"""

from collections.abc import Callable, Sequence
from functools import partial
from itertools import islice
from math import inf
from time import monotonic
from typing import Final

from engine.search.budget import Budget, BudgetSpent
from engine.techniques import SLOW, SLOW_SECONDS, Finder, State, Step
from engine.techniques.layout import Candidate
from engine.techniques.nets import contradiction, contradiction_nets, refutable
from engine.techniques.technique import Family
from engine.way.needed import needed_steps
from engine.way.way import Goal, Way, distinct, shortened, with_singles

OF_A_SWEEP: Final = 40
"""Steps of one finder that are taken at one stop."""

SHORTENED_SECONDS: Final = 1.7
"""Seconds after which no more steps of a large board are left out.

To try all steps of a 16x16 takes 2 s more and leaves out three in ten.
"""

_Take = Callable[[State], Step | None]
"""What is left in a state of a step that was found before, or None where nothing is."""


def swept(
    start: State, goal: Goal, finders: Sequence[Finder], budget: Budget, most: float = inf
) -> Way:
    """A way from a state to a goal, or as far as the budget goes.

    Where it does not reach the goal, some of its steps may lead nowhere. Where it does, steps are
    left out until the budget or `most` seconds are over.
    """
    until = monotonic() + min(most, budget.seconds)
    way = _swept(start, goal, _Asked(finders, goal, budget))
    return shortened(trimmed(way, goal), goal, until) if goal.is_reached(way.states[-1]) else way


def swept_to(start: State, goal: Goal, finders: Sequence[Finder], budget: Budget) -> State:
    """The state in which the goal is reached, or the finders find nothing more.

    Raises BudgetSpent if the budget ended before.
    """
    asked = _Asked(finders, goal, budget)
    state = _swept(start, goal, asked).states[-1]
    if asked.is_spent:
        raise BudgetSpent
    return state


def trimmed(way: Way, goal: Goal) -> Way:
    """The way to the end of a puzzle without most of the steps that lead nowhere."""
    state = way.states[0]
    steps, states = list[Step](), [state]
    for step in needed_steps([*with_singles(state, way.steps)]):
        is_single = step.technique.family is Family.SINGLES
        # Singles are placed by `settled`.
        if not is_single and (found := goal.again(step, states[-1])) is not None:
            steps.append(found)
            states.append(goal.settled(found.after(states[-1])))
    return Way(tuple(steps), tuple(states)) if goal.is_reached(states[-1]) else way


def _swept(start: State, goal: Goal, asked: "_Asked") -> Way:
    """A way that ends where the goal is reached, or where the budget is spent."""
    steps, states = list[Step](), [start]
    try:
        while not goal.is_reached(states[-1]):
            for take in asked.easiest(states[-1]):
                if (step := take(states[-1])) is not None:
                    steps.append(step)
                    states.append(goal.settled(step.after(states[-1])))
    except BudgetSpent:
        pass
    return Way(tuple(steps), tuple(states))


class _Asked:
    """The finders, asked one after the other as long as the budget allows."""

    def __init__(self, finders: Sequence[Finder], goal: Goal, budget: Budget) -> None:
        self._finders = finders
        self._goal = goal
        self._deadline = budget.deadline()
        self._nodes = budget.nodes
        self.is_spent = False

    def easiest(self, state: State) -> list[_Take]:
        """The readable steps of the first finder that finds any; raises BudgetSpent.

        If all are long, the steps of the first finder that finds any at all.
        """
        long = list[_Take]()
        for finder in self._finders:
            # Slow finders are not asked to find something shorter.
            if long and finder in SLOW:
                break
            self._spend_on(finder)
            # Only the candidates are found here; `_refuted` makes the nets.
            if finder is contradiction_nets:
                long = [
                    partial(_refuted, option) for option in islice(refutable(state), OF_A_SWEEP)
                ]
                continue
            found = [*islice(distinct(finder(state)), OF_A_SWEEP)]
            if readable := [step for step in found if step.is_readable]:
                return [partial(self._goal.again, step) for step in readable]
            long = long or [partial(self._goal.again, step) for step in found]
        if not long:
            raise BudgetSpent
        return long

    def _spend_on(self, finder: Finder) -> None:
        self._nodes -= 1
        left = self._deadline - monotonic()
        if self._nodes < 0 or left < (SLOW_SECONDS if finder in SLOW else 0):
            self.is_spent = True
            raise BudgetSpent


def _refuted(option: Candidate, state: State) -> Step | None:
    return contradiction(state, option) if state.has(option) else None
