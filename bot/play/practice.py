"""Positions to learn a technique from, each with the step that there is to find."""

from dataclasses import dataclass
from typing import Final

from bot.play.questions import ask
from bot.play.visit import Visit
from bot.pool.jobs import example_now
from engine.practice import Position, positions
from engine.techniques.step import Step
from engine.techniques.technique import Technique

_STEPS: Final[dict[tuple[Technique, int], Step]] = {}
"""The steps that the engine has found; they are the same for everybody and for ever."""


@dataclass(frozen=True, slots=True)
class Example:
    """A position in which `step` is the easiest one."""

    position: Position
    step: Step


async def example(visit: Visit, technique: Technique, number: int) -> Example | None:
    """A position of a technique, the first ones again after the last; None where none is known.

    The engine is asked once for each position. Raises as the pool does.
    """
    known = positions().get(technique, ())
    if not known:
        return None
    place = number % len(known)
    step = _STEPS.get((technique, place)) or await ask(visit, example_now, known[place].state)
    if step is None:
        return None
    _STEPS[technique, place] = step
    return Example(known[place], step)
