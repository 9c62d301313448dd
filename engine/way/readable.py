"""Steps that a person can read in one go, of which ways are made.

The finders that ways ask, and how a step is found again where other candidates are left. A way
takes a step that is longer to read only where there is no other.
"""

from functools import partial
from typing import Final

from engine.techniques import LADDER, State, Step, Technique
from engine.techniques.again import again
from engine.techniques.singles import placed_singles
from engine.techniques.technique import Family
from engine.way.way import Goal
from engine.words.english import is_readable

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

found_again: Final = partial(again, {each: finder for finder, names in LADDER for each in names})
"""A step in another state, where its proof holds there (`engine.techniques.again`)."""


def again_readable(step: Step, state: State) -> Step | None:
    """A step found again, unless it is no longer readable there."""
    found = found_again(step, state)
    return found if found and (is_readable(found) or not is_readable(step)) else None


SOLUTION: Final = Goal(lambda state: state.is_solved, placed_singles, again_readable)
"""The end of a puzzle, by steps that can be read."""
