"""A way by sweeps, for boards on which many steps cannot be looked at before one is taken.

On a 16x16 hundreds of steps lie between the puzzle and its end, and to ask all finders at each stop
takes minutes. So at each stop only the easiest finder that finds something is asked, and all that
it finds is taken at once, as far as it still holds: there are few stops then. Most of those steps
lead nowhere and are left out afterwards (`engine.needed`, `engine.way`). Only steps that people can
read in one go are taken as long as there are any, here as in `engine.path`.

Nets are made only when it is their turn. To make the nets of all candidates that contradict
themselves takes longer than all the rest, and each that is taken spares most of the others.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import islice
from time import monotonic
from typing import Final

from engine.budget import Budget, BudgetSpent
from engine.cost import size
from engine.explain import explain
from engine.needed import needed_steps
from engine.techniques import LADDER, SLOW, SLOW_SECONDS, Finder, State, Step, Technique
from engine.techniques.again import again
from engine.techniques.layout import Candidate
from engine.techniques.nets import contradiction, contradiction_nets, refutable
from engine.techniques.singles import placed_singles
from engine.techniques.technique import Family
from engine.way import Goal, Way, shortened, with_singles

OF_A_SWEEP: Final = 40
"""So many steps of a finder are taken at one stop."""

SHORTENED_SECONDS: Final = 1.5
"""After so long each step is no longer tried whether it can be left out."""

LONGEST_READ: Final = 480
"""Characters of a reason in brief English. Longer ones are told only where there is no other step.

In the whole sentences of a chat, in any language, these are at most 600.
"""

SHORT: Final = 8
"""With so few links, deductions and coloured candidates it is readable in any case."""

_LEFT_OUT: Final = {
    Technique.DIRECT_HIDDEN_PAIR,
    Technique.DIRECT_HIDDEN_TRIPLE,
    Technique.FRANKEN_SWORDFISH,
    Technique.ALS_CHAIN,
}
"""Hidden subsets and the single after them lead as far; chains with sets find all that chains of
sets alone find. Franken fish made no way shorter, and took a twentieth of the time.
"""

HARDER: Final = tuple(
    finder
    for finder, (first, *_) in LADDER
    if first.family is not Family.SINGLES and first not in _LEFT_OUT
)
"""The finders beyond singles."""

_Take = Callable[[State], Step | None]
"""What may be done, as it is done in a state, or None where nothing is left of it there."""


found_again: Final = partial(again, {each: finder for finder, names in LADDER for each in names})
"""A step in another state, where its proof holds there (`engine.techniques.again`)."""


def is_readable(step: Step) -> bool:
    """Whether the reason of a step is short enough to be read in one go."""
    return size(step) <= SHORT or len(explain(step)) <= LONGEST_READ


def again_readable(step: Step, state: State) -> Step | None:
    """A step found again, unless it is no longer readable there."""
    found = found_again(step, state)
    return found if found and (is_readable(found) or not is_readable(step)) else None


SOLUTION: Final = Goal(lambda state: state.is_solved, placed_singles, again_readable)
"""The end of a puzzle, by steps that can be read."""


def distinct(steps: Iterable[Step]) -> Iterator[Step]:
    """The first steps that conclude what they do."""
    seen = set[object]()
    for step in steps:
        if (concluded := (step.placements, step.eliminations)) not in seen:
            seen.add(concluded)
            yield step


def swept_path(state: State, budget: Budget) -> tuple[tuple[Step, ...], bool]:
    """The steps from a state of a puzzle with one solution, and whether they reach the end.

    Where they do not, because the budget was spent, some of them may lead nowhere.
    """
    until = monotonic() + min(SHORTENED_SECONDS, budget.seconds)
    way = _swept(placed_singles(state), budget)
    is_whole = SOLUTION.is_reached(way.states[-1])
    if is_whole:
        way = shortened(trimmed(way, SOLUTION), SOLUTION, until)
    return tuple(with_singles(state, way.steps)), is_whole


def trimmed(way: Way, goal: Goal) -> Way:
    """The way to the end of a puzzle without most of the steps that lead nowhere."""
    state = way.states[0]
    path = [*with_singles(state, way.steps)]
    steps, states = list[Step](), [state]
    for step in needed_steps(path):
        is_single = step.technique.family is Family.SINGLES
        if not is_single and (found := goal.again(step, states[-1])) is not None:
            steps.append(found)
            states.append(goal.settled(found.after(states[-1])))
    return Way(tuple(steps), tuple(states)) if goal.is_reached(states[-1]) else way


def _swept(start: State, budget: Budget) -> Way:
    """A way that ends where it is solved, or where the budget is spent."""
    steps, states = list[Step](), [start]
    try:
        asked = _Asked(budget)
        while not SOLUTION.is_reached(states[-1]):
            for take in asked.easiest(states[-1]):
                if (step := take(states[-1])) is not None:
                    steps.append(step)
                    states.append(SOLUTION.settled(step.after(states[-1])))
    except BudgetSpent:
        pass
    return Way(tuple(steps), tuple(states))


class _Asked:
    """The finders, asked one after the other as long as a budget allows."""

    def __init__(self, budget: Budget) -> None:
        self._deadline = budget.deadline()
        self._nodes = budget.nodes

    def easiest(self, state: State) -> list[_Take]:
        """What the first finder finds that finds something to be read; raises BudgetSpent.

        Where all is long, it is that of the first one that finds anything.
        """
        long = list[_Take]()
        for finder in HARDER:
            if long and finder in SLOW:
                break
            self._spend_on(finder)
            if finder is contradiction_nets:
                long = [
                    partial(_refuted, option) for option in islice(refutable(state), OF_A_SWEEP)
                ]
                continue
            found = [*islice(distinct(finder(state)), OF_A_SWEEP)]
            if readable := [step for step in found if is_readable(step)]:
                return [partial(SOLUTION.again, step) for step in readable]
            long = long or [partial(SOLUTION.again, step) for step in found]
        if not long:
            raise BudgetSpent
        return long

    def _spend_on(self, finder: Finder) -> None:
        self._nodes -= 1
        left = self._deadline - monotonic()
        if self._nodes < 0 or left < (SLOW_SECONDS if finder in SLOW else 0):
            raise BudgetSpent


def _refuted(option: Candidate, state: State) -> Step | None:
    return contradiction(state, option) if state.has(option) else None
