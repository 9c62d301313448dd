"""Hints: a mistake first, otherwise the next step, told one stage further with each request."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.game.hint import fills_in_notes, state_key, turn_of
from bot.game.move import Move
from bot.play.check import asked
from bot.play.errors import UserError
from bot.play.games import make_turn, unfinished
from bot.play.questions import next_step
from bot.play.visit import Visit
from bot.store import hints
from bot.store.games import StoredGame
from bot.store.hints import LAST_STAGE, HintRow
from engine.logic import Mistake
from engine.techniques.step import Step


@dataclass(frozen=True, slots=True)
class Hint:
    """A step in a game, told as far as `stage`: where to look (1), why (2) and what to do (3).

    `message_id` is the message that tells it, as a picture where `is_picture`; None before there is
    one.
    """

    stored: StoredGame
    step: Step
    stage: int
    message_id: int | None = None
    is_picture: bool = False


@dataclass(frozen=True, slots=True)
class Followed:
    """A game after a hint was followed, and the moves of that.

    `filled_in` tells that notes were written in cells that had none.
    """

    stored: StoredGame
    moves: Sequence[Move]
    filled_in: bool


async def tell_more(visit: Visit, stored: StoredGame) -> Hint | Mistake | None:
    """What is wrong in a game, or its hint with one stage more; None once it is solved.

    What one update asks for is told once, even if the process ends in between.
    """
    found = await next_step(visit, stored.game)
    if isinstance(found, Step):
        return _hint(stored, found, await _advanced(visit, stored))
    if found is not None:
        await asked(visit, stored)
    return found


async def told(visit: Visit, game_id: int) -> Hint:
    """The hint for a game as it stands; raises UserError where none was told, as after a move."""
    stored = await unfinished(visit, game_id)
    row = await hints.get(visit.database, stored.id, state_key(stored.game))
    step = await next_step(visit, stored.game) if row else None
    if row is None or not isinstance(step, Step):
        raise UserError("hint.old")
    return _hint(stored, step, row)


async def follow(visit: Visit, game_id: int) -> Followed:
    """Does what a hint says; raises UserError before it has said so."""
    hint = await told(visit, game_id)
    if hint.stage != LAST_STAGE:
        raise UserError("hint.old")
    turn = turn_of(hint.stored.game, hint.step, visit.user.id)
    filled_in = fills_in_notes(hint.stored.game, hint.step)
    return Followed(await make_turn(visit, hint.stored, turn), turn.moves, filled_in)


async def mistake_in(visit: Visit, stored: StoredGame) -> Mistake:
    """What is wrong in a game; raises UserError where nothing is."""
    await asked(visit, stored)
    found = await next_step(visit, stored.game)
    if not isinstance(found, Mistake):
        raise UserError("hint.right_again")
    return found


async def set_message(visit: Visit, hint: Hint, message_id: int, *, is_picture: bool) -> None:
    """Remembers which message tells a hint from now on, and whether as a picture."""
    key = state_key(hint.stored.game)
    await hints.set_message(visit.database, hint.stored.id, key, message_id, is_picture=is_picture)


async def _advanced(visit: Visit, stored: StoredGame) -> HintRow:
    key = state_key(stored.game)
    async with visit.database.transaction() as transaction:
        known = await hints.get(transaction, stored.id, key) if visit.is_repeated else None
        if known is not None:
            return known
        await visit.takes_effect(transaction)
        await visit.takes_part(transaction, stored.id)
        return await hints.advance(transaction, stored.id, key, visit.user.id)


def _hint(stored: StoredGame, step: Step, row: HintRow) -> Hint:
    return Hint(stored, step, row.stage, row.message_id, row.is_picture)
