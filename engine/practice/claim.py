"""Judges what a person concludes from a position: right, true for another reason, or wrong.

Above *hard* a single candidate would often be right by chance: of all candidates, a third goes by
some contradiction net. So there all that a step removes is asked for, and less of it is a PART.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from itertools import islice
from time import monotonic
from typing import Final

from engine.board.grid import Grid
from engine.search.budget import Budget
from engine.techniques import LADDER, SLOW, State, Step, Technique, steps
from engine.techniques.layout import Candidate
from engine.techniques.technique import Difficulty

OF_OTHER_FINDERS: Final = 100
"""Steps of each other finder that are looked at for another reason."""


class Verdict(StrEnum):
    """What a conclusion is worth."""

    RIGHT = "right"
    PART = "part"
    OTHER = "otherwise"
    WRONG = "wrong"
    NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class Claim:
    """What a person concludes: candidates to place, and candidates to remove."""

    placed: tuple[Candidate, ...] = ()
    removed: tuple[Candidate, ...] = ()

    def is_true(self, solution: Grid) -> bool:
        """Whether the solution of the puzzle agrees."""
        return all(solution[cell] == value for cell, value in self.placed) and not any(
            solution[cell] == value for cell, value in self.removed
        )

    def is_open(self, state: State) -> bool:
        """Whether all of it is still to be concluded."""
        return all(map(state.has, self.placed + self.removed))

    def follows(self, step: Step, state: State) -> bool:
        """Whether a step concludes all of it."""
        after = step.after(state)
        is_placed = all(after.values[cell] == value for cell, value in self.placed)
        return is_placed and not any(map(after.has, self.removed))


@dataclass(frozen=True, slots=True)
class Judged:
    """A verdict, and a step that concludes as much, if one was found.

    With RIGHT and PART it is a step of the technique, with OTHER a step of another one. `left` says
    how many more candidates the step removes than a PART.
    """

    verdict: Verdict
    step: Step | None = None
    left: int = 0


def asks_for_all(technique: Technique) -> bool:
    """Whether all that a step removes is asked for, and not just some of it."""
    return technique.difficulty in {Difficulty.EXPERT, Difficulty.EXTREME}


def judge(
    state: State, solution: Grid, technique: Technique, claim: Claim, budget: Budget
) -> Judged:
    """Judges a conclusion of a person who looks for a technique.

    It is RIGHT if one step of the technique concludes all of it, or a PART if that step removes
    more and `asks_for_all`; NOTHING if some of it is known already. If it is true but the time is
    too short to find its reason, it is OTHER.
    """
    deadline = budget.deadline()
    if not claim.is_open(state):
        return Judged(Verdict.NOTHING)
    if not claim.is_true(solution):
        return Judged(Verdict.WRONG)
    if (judged := _of_technique(state, technique, claim, deadline)) is not None:
        return judged
    for finder, _ in LADDER:
        if finder in SLOW or monotonic() > deadline:
            break
        if step := _first(claim, state, islice(finder(state), OF_OTHER_FINDERS), deadline):
            return Judged(Verdict.OTHER, step)
    return Judged(Verdict.OTHER)


def _of_technique(
    state: State, technique: Technique, claim: Claim, deadline: float
) -> Judged | None:
    """RIGHT or PART, with the step that leaves least to be said; None if no step concludes it."""
    best: Judged | None = None
    for step in steps(state, technique):
        if claim.follows(step, state):
            left = len({*step.eliminations} - {*claim.removed}) if asks_for_all(technique) else 0
            if not left:
                return Judged(Verdict.RIGHT, step)
            if best is None or left < best.left:
                best = Judged(Verdict.PART, step, left)
        if monotonic() > deadline:
            break
    return best


def _first(claim: Claim, state: State, found: Iterable[Step], deadline: float) -> Step | None:
    """The first step that concludes a claim, among those found in time."""
    for step in found:
        if claim.follows(step, state):
            return step
        if monotonic() > deadline:
            break
    return None
