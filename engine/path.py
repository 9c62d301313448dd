"""A short way to the solution of a puzzle, as a person would take it.

The problem: the easiest step at each moment makes a long way. A third of what it removes is never
needed, and a slightly harder step often spares five easy ones. The shortest way of all cannot be
found in general; what is found here is the best of a few tries, and this holds for it:

- No step beyond singles can be left out: without any one of them, those of the others that still
  hold do not reach the end. Singles are not counted, for each blank cell is filled anyway.
- It is the same every time, unless the time ends meanwhile. Then it is the best one so far. The
  nodes of a budget are the finders that are asked, so that they end it at the same place always.

A try goes forward first: wherever no single is left, it looks at the steps of many techniques and
takes the one that gains most for its cost (`engine.cost`). Then steps are taken out again, the
costly ones first, as long as the rest still reaches the end. Whether a step holds without those
before it is asked of its finder: what it finds again there has all the premises that it needs.

The first try is greedy, the others are so with some noise, and the cheapest way is kept.

What did not work: to take out steps of the way of the easiest steps alone. It leaves half as many
again, for a step that was never taken cannot be kept. And to ask the slow finders of nets where
others find something: that costs seconds and saves nothing.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from random import Random
from time import monotonic
from typing import Final, NamedTuple

from engine.budget import DEFAULT_BUDGET, Budget, BudgetSpent
from engine.cost import cost
from engine.grid import Grid, grid_of
from engine.logic import SLOW, SLOW_SECONDS, next_step
from engine.search import solve
from engine.techniques import LADDER, Finder, State, Step, Technique
from engine.techniques.singles import next_single, placed_singles
from engine.techniques.technique import Family
from engine.techniques.uniqueness import bivalue_graves

TRIES: Final = 4
TRIES_FOR_A_DIGIT: Final = 2
SHARE: Final = 0.6
"""Of the time, for a short way; the rest is for the easiest steps where none was found."""

LONGEST: Final = 3.0
"""Seconds that somebody who waits for a short way waits at most."""

NOISE: Final = 0.7
"""By how much chance may make a step look better, from the second try on."""

ENOUGH: Final = 6
"""So many steps are enough not to look for those of harder techniques."""

OF_ONE_FINDER: Final = 12
OF_A_SLOW_FINDER: Final = 3

RETURN: Final = 0.7
"""The power of what a step gains: twice as much is not worth twice the cost."""

_HARDER: Final = tuple(
    finder for finder, (first, *_) in LADDER if first.family is not Family.SINGLES
)
_ALWAYS: Final = _HARDER.index(bivalue_graves)
"""Up to here finders are asked at each stop."""


class Way(NamedTuple):
    """Steps beyond singles, and the states before each of them and after the last."""

    steps: tuple[Step, ...]
    states: tuple[State, ...]

    @property
    def cost(self) -> float:
        return sum(map(cost, self.steps))


@dataclass(frozen=True, slots=True)
class _Goal:
    """Where a way leads to, and what is done by itself after each of its steps."""

    is_reached: Callable[[State], bool]
    settled: Callable[[State], State]


_SOLUTION: Final = _Goal(lambda state: state.is_solved, placed_singles)


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
    search = _Search(_SOLUTION, budget, uniqueness=uniqueness)
    way = search.best(placed_singles(state), TRIES)
    return tuple(_with_singles(state, way.steps))


def path_within(state: State, budget: Budget) -> tuple[tuple[Step, ...], bool]:
    """The steps from a state of a puzzle with one solution, and whether they reach the end.

    They are those of a short way; where the time is too short for that, the easiest ones one after
    the other, as far as the time allows.
    """
    deadline = budget.deadline()
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

    goal = _Goal(is_reached, lambda now: now)
    search = _Search(goal, budget, uniqueness=uniqueness)
    way = search.best(state, TRIES_FOR_A_DIGIT)
    end = way.states[-1]
    last = next_single(end) if end.values == state.values else None
    return (*way.steps, last) if last else way.steps


def _with_singles(state: State, steps: tuple[Step, ...]) -> Iterator[Step]:
    """Steps with all singles between them, to the end."""
    for step in (*steps, None):
        while (single := next_single(state)) is not None:
            yield single
            state = single.after(state)
        if step is not None:
            yield step
            state = step.after(state)


class _Search:
    """The search for one short way."""

    def __init__(self, goal: _Goal, budget: Budget, *, uniqueness: bool) -> None:
        self._goal = goal
        self._deadline = budget.deadline()
        self._nodes = budget.nodes
        self._uniqueness = uniqueness
        self._options: dict[State, list[tuple[Step, State]]] = {}

    def best(self, start: State, tries: int) -> Way:
        """The cheapest way of some tries; raises BudgetSpent where even the first does not end."""
        best = self._shortened(self._forward(start, None))
        random = Random(0)
        for _ in range(tries - 1):
            if len(best.steps) < 2:
                break
            try:
                way = self._shortened(self._forward(start, random))
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
            worths = [self._worth(state, step, after, random) for step, after in options]
            step, state = options[worths.index(max(worths))]
            steps.append(step)
            states.append(state)
        return Way(tuple(steps), tuple(states))

    def _worth(self, state: State, step: Step, after: State, random: Random | None) -> float:
        """What a step gains for its cost."""
        gain = _open(state) - _open(after)
        if self._goal.is_reached(after):
            gain += _open(state)
        noise = 1 + NOISE * random.random() if random else 1
        return float(gain**RETURN / cost(step) * noise)

    def _looked_at(self, state: State) -> list[tuple[Step, State]]:
        """Some steps that could be next, each with the state that it leads to.

        Raises BudgetSpent where there is none within the time.
        """
        found = list[Step]()
        for number, finder in enumerate(_HARDER):
            if found and (finder in SLOW or (number > _ALWAYS and len(found) >= ENOUGH)):
                break
            if not self._may_ask(finder):
                raise BudgetSpent
            most = OF_A_SLOW_FINDER if finder in SLOW else OF_ONE_FINDER
            found += islice(self._steps(finder, state), most)
        if not found:
            raise BudgetSpent
        return [(step, self._goal.settled(step.after(state))) for step in found]

    def _steps(self, finder: Finder, state: State) -> Iterator[Step]:
        """The steps of a finder that conclude different things."""
        seen = set[object]()
        for step in finder(state):
            if step.assumes_uniqueness and not self._uniqueness:
                continue
            if (concluded := (step.placements, step.eliminations)) not in seen:
                seen.add(concluded)
                yield step

    def _shortened(self, way: Way) -> Way:
        """The way without the steps that it does not need, or as short as the time allows."""
        while (shorter := self._once_shortened(way)) is not way:
            way = shorter
        return way

    def _once_shortened(self, way: Way) -> Way:
        """After each step was tried once; the way itself where all are needed."""
        needed = set[Step]()
        while left := [n for n, step in enumerate(way.steps) if step not in needed]:
            costs = [cost(way.steps[n]) for n in left]
            at = left[costs.index(max(costs))]
            shorter = self._without(way, at)
            if shorter is None:
                needed.add(way.steps[at])
            else:
                way = shorter
        return way

    def _without(self, way: Way, at: int) -> Way | None:
        """The way without one step.

        None where what then still holds does not reach the goal, and where there is no time left.
        """
        steps, states = list(way.steps[:at]), list(way.states[: at + 1])
        for step in way.steps[at + 1 :]:
            if self._goal.is_reached(state := states[-1]):
                break
            finders = [*_finders_of(step.technique)]
            if not all(map(self._may_ask, finders)):
                return None
            if (found := _found_again(step, state, finders)) is not None:
                steps.append(found)
                states.append(self._goal.settled(found.after(state)))
        return Way(tuple(steps), tuple(states)) if self._goal.is_reached(states[-1]) else None

    def _may_ask(self, finder: Finder) -> bool:
        """Whether the budget allows for one finder more."""
        self._nodes -= 1
        left = self._deadline - monotonic()
        return self._nodes >= 0 and left >= (SLOW_SECONDS if finder in SLOW else 0)


def _open(state: State) -> int:
    """How many candidates are left."""
    return sum(mask.bit_count() for mask in state.cells)


def _finders_of(technique: Technique) -> Iterator[Finder]:
    return (finder for finder, techniques in LADDER if technique in techniques)


def _found_again(step: Step, state: State, finders: Iterable[Finder]) -> Step | None:
    """A step of its technique that concludes all of a step that is still open in a state.

    None where nothing is open any more, or where the technique does not show it there.
    """
    removed = {option for option in step.eliminations if state.has(option)}
    placed = {option for option in step.placements if state.has(option)}
    if not removed and not placed:
        return None
    for finder in finders:
        for found in finder(state):
            is_one = found.technique is step.technique
            if is_one and removed <= {*found.eliminations} and placed <= {*found.placements}:
                return found
    return None
