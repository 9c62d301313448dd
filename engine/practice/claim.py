"""Judges what a person concludes from a position: right, true for another reason, or wrong."""

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

OF_OTHER_FINDERS: Final = 100
"""Steps of each other finder that are looked at for another reason."""


class Verdict(StrEnum):
    """What a conclusion is worth."""

    RIGHT = "right"
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

    With RIGHT it is a step of the technique, with OTHER a step of another one.
    """

    verdict: Verdict
    step: Step | None = None


def judge(
    state: State, solution: Grid, technique: Technique, claim: Claim, budget: Budget
) -> Judged:
    """Judges a conclusion of a person who looks for a technique.

    It is RIGHT if one step of the technique concludes all of it, and NOTHING if some of it is known
    already. If it is true but the time is too short to find its reason, it is OTHER.
    """
    deadline = budget.deadline()
    if not claim.is_open(state):
        return Judged(Verdict.NOTHING)
    if not claim.is_true(solution):
        return Judged(Verdict.WRONG)
    if step := _first(claim, state, steps(state, technique), deadline):
        return Judged(Verdict.RIGHT, step)
    for finder, _ in LADDER:
        if finder in SLOW or monotonic() > deadline:
            break
        if step := _first(claim, state, islice(finder(state), OF_OTHER_FINDERS), deadline):
            return Judged(Verdict.OTHER, step)
    return Judged(Verdict.OTHER)


def _first(claim: Claim, state: State, found: Iterable[Step], deadline: float) -> Step | None:
    """The first step that concludes a claim, among those found in time."""
    for step in found:
        if claim.follows(step, state):
            return step
        if monotonic() > deadline:
            break
    return None
