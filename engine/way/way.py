"""A way is a sequence of steps, from which those that lead nowhere are taken out.

No step of a shortened way can be left out: without any one of them, the proofs of the others, as
far as they then hold, do not reach the goal. The costliest steps are tried first.
`engine.techniques.again` tells whether a step still holds without one before it. Since each step
that goes changes the way, the tries are repeated until every step was tried on the final way.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from time import monotonic
from typing import NamedTuple

from engine.techniques.costs import cost
from engine.techniques.singles import next_single
from engine.techniques.state import State
from engine.techniques.technique import Step


class Way(NamedTuple):
    """Steps beyond singles, and the states before each of them and after the last."""

    steps: tuple[Step, ...]
    states: tuple[State, ...]

    @property
    def cost(self) -> float:
        return sum(map(cost, self.steps))


class Begun(NamedTuple):
    """The steps with which a short way begins.

    Singles are part of every way. Where there are none, `way` is a complete way that begins with
    these steps and from which no step can be left out, in case no cheaper one is found.
    """

    steps: tuple[Step, ...]
    way: Way | None = None


@dataclass(frozen=True, slots=True)
class Goal:
    """Where a way leads, and what happens by itself after each of its steps.

    `settled` is the state after that. `again` finds what a step concludes in another state, if it
    still does.
    """

    is_reached: Callable[[State], bool]
    settled: Callable[[State], State]
    again: Callable[[Step, State], Step | None]


def with_singles(state: State, steps: Iterable[Step]) -> Iterator[Step]:
    """Yields the steps with all singles before, between and after them."""
    # None stands for the end, where singles may follow the last step.
    for step in (*steps, None):
        while (single := next_single(state)) is not None:
            yield single
            state = single.after(state)
        if step is not None:
            yield step
            state = step.after(state)


def distinct(steps: Iterable[Step]) -> Iterator[Step]:
    """Yields the steps without those that conclude the same as one before them."""
    seen = set[object]()
    for step in steps:
        if (concluded := (step.placements, step.eliminations)) not in seen:
            seen.add(concluded)
            yield step


def shortened(way: Way, goal: Goal, deadline: float) -> Way:
    """The way without the steps that it does not need, or as short as the time allows."""
    while (shorter := _once_shortened(way, goal, deadline)) is not way:
        way = shorter
    return way


def _once_shortened(way: Way, goal: Goal, deadline: float) -> Way:
    """The way after each step was tried once; the same object if all are needed."""
    needed = set[Step]()
    left = _costliest_first(way, needed)
    while left and monotonic() < deadline:
        at = left.pop(0)
        shorter = _without(way, at, goal)
        if shorter is None:
            needed.add(way.steps[at])
        else:
            # Later steps may have become smaller, so their costs are sorted again.
            way, left = shorter, _costliest_first(shorter, needed)
    return way


def _costliest_first(way: Way, needed: set[Step]) -> list[int]:
    """The places of the steps of a way that are not known to be needed."""
    left = [at for at, step in enumerate(way.steps) if step not in needed]
    return sorted(left, key=lambda at: cost(way.steps[at]), reverse=True)


def taken_first(step: Step, way: Way, goal: Goal, deadline: float) -> Way | None:
    """A way that begins with a step and continues with what it then needs of another way.

    None where the step is not needed there.
    """
    start = way.states[0]
    begun = Way((step,), (start, goal.settled(step.after(start))))
    whole = _followed(begun, way.steps, goal)
    shorter = shortened(whole, goal, deadline) if whole else None
    # Shortening may have taken the step itself out.
    return shorter if shorter and shorter.steps[0] == step else None


def _without(way: Way, at: int, goal: Goal) -> Way | None:
    """The way without one step, or None where what then still holds does not reach the goal."""
    return _followed(Way(way.steps[:at], way.states[: at + 1]), way.steps[at + 1 :], goal)


def _followed(way: Way, then: Iterable[Step], goal: Goal) -> Way | None:
    """The way continued with the steps that still hold, or None if it does not reach the goal."""
    steps, states = list(way.steps), list(way.states)
    for step in then:
        if goal.is_reached(state := states[-1]):
            break
        if (found := goal.again(step, state)) is not None:
            steps.append(found)
            states.append(goal.settled(found.after(state)))
    return Way(tuple(steps), tuple(states)) if goal.is_reached(states[-1]) else None
