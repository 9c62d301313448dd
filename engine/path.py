"""A short way to the solution of a puzzle, as a person would take it.

The problem: the easiest step at each moment makes a long way. A third of what it removes is never
needed, and a slightly harder step often spares five easy ones. The shortest way of all cannot be
found in general; what is found here is the best of a few tries, and this holds for it:

- No step beyond singles can be left out (`engine.way`). Singles are not counted, for each blank
  cell is filled anyway.
- It is the same every time, unless the time ends meanwhile. Then it is the best one so far. The
  nodes of a budget are the finders that are asked, so that they end it at the same place always.

A try goes forward first: wherever no single is left, it looks at the steps of many techniques and
takes the one that gains most for its cost (`engine.cost`), where a gain is what falls and what then
falls by itself. Then steps are taken out again. The first try is greedy, the others are so with
some noise, and the cheapest way is kept.

What did not work: to take out steps of the way of the easiest steps alone. It leaves half as many
again, for a step that was never taken cannot be kept. To look at a few of the shortest steps of
each technique: the short ones often remove nothing that matters, and ten of them were followed by
ten nets. And to take the shortest forcing chain where nothing else is found: the one that gains
most, chain or net, spares the others.
"""

from collections.abc import Iterator
from itertools import chain, islice
from random import Random
from time import monotonic
from typing import Final, NamedTuple

from engine.budget import DEFAULT_BUDGET, Budget, BudgetSpent
from engine.cost import cost
from engine.explain import is_readable
from engine.grid import Grid, grid_of
from engine.logic import next_step
from engine.readable import HARDER, SOLUTION, again_readable
from engine.search import solve
from engine.sweep import swept
from engine.techniques import SLOW, SLOW_SECONDS, Finder, State, Step
from engine.techniques.forcing import forcing_chains
from engine.techniques.nets import contradiction_nets, left_open
from engine.techniques.singles import next_single, placed_singles
from engine.techniques.uniqueness import bivalue_graves
from engine.way import Goal, Way, distinct, shortened, with_singles

TRIES: Final = 4
TRIES_FOR_A_DIGIT: Final = 2
SHARE: Final = 0.6
"""Of the time, for a short way; the rest is for the easiest steps where none was found."""

LONGEST: Final = 3.0
"""Seconds that somebody who waits for a short way waits at most."""

SEARCHED_SIZE: Final = 9
"""On larger boards many steps are not looked at before one is taken (`engine.sweep`)."""

NOISE: Final = 0.7
"""By how much chance may make a step look better, from the second try on."""

ENOUGH: Final = 36
"""So many steps are enough not to look for those of harder techniques."""

OF_ONE_FINDER: Final = 40
OF_BRANCHING: Final = 200

RETURN: Final = 0.7
"""The power of what a step gains: twice as much is not worth twice the cost."""

_ALWAYS: Final = HARDER.index(bivalue_graves)
"""Up to here finders are asked at each stop."""


class _Option(NamedTuple):
    """A step that could be next, the state that it leads to, and what it gains for its cost."""

    step: Step
    after: State
    worth: float


def short_path(
    puzzle: Grid | str, budget: Budget = DEFAULT_BUDGET, *, uniqueness: bool = True
) -> tuple[Step, ...]:
    """All steps of a short way from the puzzle to its solution, singles included.

    The puzzle is a Grid or its line. Without `uniqueness` nothing is used that assumes that there
    is only one solution. Raises NoSolution, NotUnique, and BudgetSpent where no way was found.
    """
    deadline, grid = budget.deadline(), grid_of(puzzle)
    solve(grid, budget)
    return path_from(State.start(grid), budget.until(deadline), uniqueness=uniqueness)


def path_from(state: State, budget: Budget, *, uniqueness: bool = True) -> tuple[Step, ...]:
    """All steps of a short way from a state of a puzzle with one solution to its end.

    Raises BudgetSpent where no way was found.
    """
    search = _Search(SOLUTION, budget, uniqueness=uniqueness)
    way = search.best(placed_singles(state), TRIES)
    return tuple(with_singles(state, way.steps))


def path_within(state: State, budget: Budget) -> tuple[tuple[Step, ...], bool]:
    """The steps from a state of a puzzle with one solution, and whether they reach the end.

    They are those of a short way; where the time is too short for that, the easiest ones one after
    the other, as far as the time allows.
    """
    deadline = budget.deadline()
    if state.geometry.size > SEARCHED_SIZE:
        way = swept(placed_singles(state), SOLUTION, HARDER, budget)
        return tuple(with_singles(state, way.steps)), SOLUTION.is_reached(way.states[-1])
    try:
        whole = Budget(min(budget.seconds * SHARE, LONGEST), budget.nodes)
        return path_from(state, whole), True
    except BudgetSpent:
        steps = list[Step]()
    try:
        while step := next_step(state, budget.until(deadline)):
            steps.append(step)
            state = step.after(state)
    except BudgetSpent:
        return tuple(steps), False
    return tuple(steps), True


def to_next_digit(state: State, budget: Budget, *, uniqueness: bool = True) -> tuple[Step, ...]:
    """The steps of a cheap way from a state of a puzzle with one solution to one more digit.

    Only the last one places a digit. Empty once the board is full. Raises BudgetSpent where no way
    was found.
    """
    if state.is_solved:
        return ()
    if (single := next_single(state)) is not None:
        return (single,)

    def is_reached(now: State) -> bool:
        return now.values != state.values or next_single(now) is not None

    goal = Goal(is_reached, lambda now: now, again_readable)
    search = _Search(goal, budget, uniqueness=uniqueness)
    way = search.best(state, TRIES_FOR_A_DIGIT)
    end = way.states[-1]
    last = next_single(end) if end.values == state.values else None
    return (*way.steps, last) if last else way.steps


class _Search:
    """The search for one short way."""

    def __init__(self, goal: Goal, budget: Budget, *, uniqueness: bool) -> None:
        self._goal = goal
        self._deadline = budget.deadline()
        self._nodes = budget.nodes
        self._uniqueness = uniqueness
        self._options: dict[State, list[_Option]] = {}

    def best(self, start: State, tries: int) -> Way:
        """The cheapest way of some tries; raises BudgetSpent where even the first does not end."""
        best = shortened(self._forward(start, None), self._goal, self._deadline)
        random = Random(0)
        for _ in range(tries - 1):
            if len(best.steps) < 2:
                break
            try:
                way = shortened(self._forward(start, random), self._goal, self._deadline)
            except BudgetSpent:
                break
            best = min(best, way, key=lambda way: way.cost)
        return best

    def _forward(self, state: State, random: Random | None) -> Way:
        """A way that takes the best step at each stop; `random` adds some noise to what is best."""
        steps, states = list[Step](), [state]
        while not self._goal.is_reached(state):
            if state not in self._options:
                self._options[state] = self._looked_at(state)
            options = self._options[state]
            worths = [
                option.worth * (1 + NOISE * random.random() if random else 1) for option in options
            ]
            step, state, _ = options[worths.index(max(worths))]
            steps.append(step)
            states.append(state)
        return Way(tuple(steps), tuple(states))

    def _looked_at(self, state: State) -> list[_Option]:
        """Some steps that could be next.

        Raises BudgetSpent where there is none within the time.
        """
        found, long = list[Step](), list[Step]()
        for number, finder in enumerate(HARDER):
            if found and number > _ALWAYS and (finder in SLOW or len(found) >= ENOUGH):
                break
            if not self._may_ask(finder):
                raise BudgetSpent
            for step in self._some_steps(finder, state):
                (found if is_readable(step) else long).append(step)
        if not (found := found or long):
            raise BudgetSpent
        before = _open(state)
        return [self._option(step, state, before) for step in found]

    def _option(self, step: Step, state: State, before: int) -> _Option:
        after = self._goal.settled(step.after(state))
        gain = before - _open(after)
        if self._goal.is_reached(after):
            gain += before
        return _Option(step, after, float(gain**RETURN / cost(step)))

    def _some_steps(self, finder: Finder, state: State) -> Iterator[Step]:
        if finder is not forcing_chains:
            return islice(self._steps(finder, state), OF_ONE_FINDER)
        both = (self._steps(branching, state) for branching in (finder, contradiction_nets))
        return chain(*(islice(steps, OF_BRANCHING) for steps in both))

    def _steps(self, finder: Finder, state: State) -> Iterator[Step]:
        """The steps of a finder that conclude different things."""
        found = finder(state)
        allowed = (step for step in found if self._uniqueness or not step.assumes_uniqueness)
        return distinct(allowed)

    def _may_ask(self, finder: Finder) -> bool:
        """Whether the budget allows for one finder more."""
        self._nodes -= 1
        left = self._deadline - monotonic()
        return self._nodes >= 0 and left >= (SLOW_SECONDS if finder in SLOW else 0)


def _open(state: State) -> int:
    """How many candidates are left, and how many of them once what is simple is done as well."""
    return sum(mask.bit_count() for mask in state.cells) + left_open(state)
