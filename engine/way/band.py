"""The easiest band of difficulty in which there is a way.

A puzzle has a label, and nobody who plays a medium one wants to be told of almost locked sets. So a
way has no step above the easiest band in which its goal is reached, from where the person is now.
Whether it is reached does not depend on the order of the steps, since no elimination prevents
another. So each band takes all steps that it finds and the next one goes on from there, which takes
a few hundredths of a second, and the short way is then looked for among the finders of that band.

A whole way is held to a band up to *hard*, and up to *expert* where that is the puzzle's label: it
then has less than one step more on average, but none that its player does not know. A harder puzzle
is not held to *expert* even where that would do: whoever plays it knows chains, and a way of 16
steps where 7 are possible helps nobody.

A few finders find techniques of two bands; within the easier band they are asked for those alone.
"""

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Final

from engine.search.budget import Budget
from engine.techniques import LADDER, SLOW, Finder, State, Step, Technique
from engine.techniques.technique import Difficulty, Family
from engine.way.readable import HARDER
from engine.way.sweep import swept_to
from engine.way.way import Goal

_ASSUMING: Final = {finder for finder, (first, *_) in LADDER if first.assumes_uniqueness}


def _within(band: Difficulty) -> Iterator[Finder]:
    for finder, techniques in LADDER:
        fitting = [each for each in techniques if each.difficulty <= band]
        # Beyond singles a medium puzzle has nothing but what needs no notes.
        is_asked = finder in HARDER or band is Difficulty.MEDIUM
        if fitting and is_asked and finder not in SLOW and fitting[0].family is not Family.SINGLES:
            is_whole = len(fitting) == len(techniques)
            yield finder if is_whole else partial(_some, finder, frozenset(fitting))


def _some(finder: Finder, techniques: frozenset[Technique], state: State) -> Iterator[Step]:
    return (step for step in finder(state) if step.technique in techniques)


WITHIN: Final[Mapping[Difficulty, tuple[Finder, ...]]] = {
    band: tuple(_within(band)) for band in Difficulty if band is not Difficulty.EASY
}
"""The finders beyond singles up to each band, without those that may take seconds."""


def allowed(finders: tuple[Finder, ...], *, uniqueness: bool) -> tuple[Finder, ...]:
    """Some finders, without those that assume one solution unless `uniqueness` is given."""
    return tuple(each for each in finders if uniqueness or each not in _ASSUMING)


def easiest_finders(
    start: State,
    goal: Goal,
    budget: Budget,
    hardest: Difficulty = Difficulty.EXTREME,
    *,
    uniqueness: bool,
) -> tuple[Finder, ...] | None:
    """The finders of the easiest band, up to `hardest`, that reach a goal; None if none does.

    Finders that may take seconds are not among them. Raises BudgetSpent where the time or the
    nodes, the finders asked in a band, were too few.
    """
    state, deadline = start, budget.deadline()
    for within in (WITHIN[band] for band in WITHIN if band <= hardest):
        finders = allowed(within, uniqueness=uniqueness)
        state = swept_to(state, goal, finders, budget.until(deadline))
        if goal.is_reached(state):
            return finders
    return None
