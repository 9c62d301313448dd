"""The steps that ways are made of, which a person can read in one go where possible.

This file has the finders that ways ask, and finds a step again in a state with other candidates. A
way takes a step that is longer to read only where a look, or the stop of a sweep, has no other.
"""

from typing import Final

from engine.techniques import LADDER, State, Step
from engine.techniques.again import again
from engine.techniques.singles import placed_singles
from engine.techniques.technique import Family
from engine.way.way import Goal

HARDER: Final = tuple(
    finder
    for finder, (first, *_) in LADDER
    if first.family is not Family.SINGLES and first.is_on_short_ways
)
"""The finders beyond singles."""


def again_readable(step: Step, state: State) -> Step | None:
    """A step found again, unless it is no longer readable there."""
    found = again(step, state)
    return found if found and (found.is_readable or not step.is_readable) else None


SOLUTION: Final = Goal(lambda state: state.is_solved, placed_singles, again_readable)
"""The end of a puzzle, by steps that can be read."""
