"""Why a digit belongs in a cell, or does not, for somebody who asks about that one cell."""

from dataclasses import dataclass
from enum import StrEnum

from bot.game.entry.asked import Asked, Question
from bot.play.check import asked_beside
from bot.play.questions import ask
from bot.play.visit import Visit
from bot.pool.jobs import reason_now
from bot.store.games import StoredGame
from engine.board import Grid
from engine.search import BudgetSpent
from engine.techniques import State, Step


class Finding(StrEnum):
    """What there is to say about a cell."""

    GIVEN = "given"
    BLOCKED = "blocked"
    """The digit stands already in a unit of the cell, in the cell `holder`."""
    WRONG = "wrong"
    """The digit is not that of the solution, although nothing on the board shows it at once."""
    OPEN = "open"
    """No digit of the board rules it out."""
    PLACED = "placed"
    """`step` places it, after `before` other steps."""
    FAR = "far"
    """It is right, but there was no time to find out why."""
    POSSIBLE = "possible"
    """The `candidates` that the cell may still have."""


@dataclass(frozen=True, slots=True)
class Reason:
    """The answer to a question about a cell; `digit` is 0 where the question names none."""

    finding: Finding
    cell: int
    digit: int = 0
    holder: int | None = None
    candidates: tuple[int, ...] = ()
    step: Step | None = None
    before: int = 0


async def reason(visit: Visit, stored: StoredGame, asked: Asked) -> Reason:
    """Answers a question about a cell of an unfinished game.

    An answer that tells whether a digit is right counts as a check. Raises EngineBusy and
    EngineLost as the pool does.
    """
    game, cell = stored.game, asked.cell
    held = game.values[cell]
    digit = asked.digit or held
    if game.givens[cell]:
        return Reason(Finding.GIVEN, cell, held)
    holder = _holder(game.values, cell, digit) if digit else None
    if holder is not None:
        return Reason(Finding.BLOCKED, cell, digit, holder)
    if not digit or (asked.question is Question.WHICH and digit != held):
        return Reason(Finding.POSSIBLE, cell, digit, candidates=_candidates(game.values, cell))
    if asked.question is Question.WHY_NOT and digit != held:
        return Reason(Finding.OPEN, cell, digit)
    return await _judged(visit, stored, cell, digit)


async def _judged(visit: Visit, stored: StoredGame, cell: int, digit: int) -> Reason:
    """Whether a digit is right, and the step that places it."""
    await asked_beside(visit, stored.game.values.with_values({cell: digit}))
    if digit != stored.game.solution[cell]:
        return Reason(Finding.WRONG, cell, digit)
    try:
        step, before = await ask(visit, reason_now, _without(stored, cell), cell)
    except BudgetSpent:
        return Reason(Finding.FAR, cell, digit)
    return Reason(Finding.PLACED, cell, digit, step=step, before=before)


def _holder(values: Grid, cell: int, digit: int) -> int | None:
    peers = values.geometry.peers[cell]
    return next((peer for peer in peers if values[peer] == digit), None)


def _candidates(values: Grid, cell: int) -> tuple[int, ...]:
    held = {values[peer] for peer in values.geometry.peers[cell]}
    return tuple(digit for digit in range(1, values.geometry.size + 1) if digit not in held)


def _without(stored: StoredGame, cell: int) -> State:
    """The state of a game with its right digits alone, and with a cell blank."""
    game = stored.game
    wrong = dict.fromkeys((*game.wrong_cells(), cell), 0)
    return State.of(game.givens, game.values.with_values(wrong))
