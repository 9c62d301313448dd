"""Hints: a mistake first, otherwise the next step, told stage by stage on the board itself."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot.game.hint import fills_in_notes, state_key, turn_of
from bot.game.move import Move
from bot.play import lessons
from bot.play.check import asked
from bot.play.errors import UserError
from bot.play.questions import next_step
from bot.play.turns import make_turn
from bot.play.visit import Visit
from bot.store import hints, views
from bot.store.games import StoredGame
from bot.store.hints import LAST_STAGE
from bot.store.seam.source import Source
from bot.store.views import ShownHint, Staleness
from engine.techniques import Step, Technique
from engine.way import Mistake

ONE_MORE: Final = 0
FIRST_STAGE: Final = 1
CELLS_STAGE: Final = 2
"""The stage of a mistake that names its cells."""

NAMING_STAGE: Final = 2
"""The stage of a step that names its technique."""


@dataclass(frozen=True, slots=True)
class Followed:
    """A game after a hint was followed, and the moves of that.

    `filled_in` tells that notes were written in cells that had none.
    """

    stored: StoredGame
    moves: Sequence[Move]
    filled_in: bool


async def tell(
    visit: Visit,
    stored: StoredGame,
    stage: int = ONE_MORE,
    *,
    passage: int = 0,
    owes: Staleness = Staleness.SEND,
    as_picture: bool = False,
) -> StoredGame:
    """Has the board of an unfinished game show its hint up to a stage; nothing is drawn yet.

    What was told of a step before is shown in any case, and of a reason that is told in passages
    the wanted one. The place is owed a new board, or the old one redrawn, as `owes` says; with
    `as_picture` its message is to become a picture. Raises as the pool does.
    """
    found, key, known = await next_step(visit, stored.game), state_key(stored.game), 0
    if isinstance(found, Mistake):
        await asked(visit, stored)
    async with visit.database.transaction() as transaction:
        if isinstance(found, Step):
            known = await hints.told(transaction, stored.id, key)
        hint = ShownHint(key, min(max(stage or known + 1, known), LAST_STAGE), passage)
        if isinstance(found, Step):
            await _note(visit, transaction, stored.id, hint, found.technique)
            if known < NAMING_STAGE <= hint.stage:
                await lessons.help_with(visit, transaction, found.technique)
        await visit.takes_effect(transaction, stored.id)
        version = await views.show_hint(
            transaction,
            stored.id,
            visit.place,
            hint,
            kind=owes,
            now=visit.seconds,
            asked_by=visit.user.id,
            as_picture=as_picture,
        )
    return replace(stored, version=version, hint=hint)


async def _note(
    visit: Visit, source: Source, game_id: int, hint: ShownHint, technique: Technique
) -> None:
    """Notes how much of a step is told."""
    named = technique if hint.stage >= NAMING_STAGE else None
    await hints.tell(source, game_id, hint.state, hint.stage, visit.user.id, technique=named)
    await visit.takes_part(source, game_id)


async def put_away(visit: Visit, stored: StoredGame, owes: Staleness) -> StoredGame:
    """Has the board of a game show no hint any more; as it is where it shows none."""
    if stored.hint is None:
        return stored
    version = await views.show_hint(
        visit.database,
        stored.id,
        visit.place,
        None,
        kind=owes,
        now=visit.seconds,
        asked_by=visit.user.id,
    )
    return replace(stored, version=version, hint=None)


async def told(visit: Visit, stored: StoredGame) -> int:
    """Up to which stage the hint for the board was told; raises UserError where it was not."""
    stage = await hints.told(visit.database, stored.id, state_key(stored.game))
    if not stage:
        raise UserError("hint.old")
    return stage


async def follow(visit: Visit, stored: StoredGame, owes: Staleness) -> Followed:
    """Does what a hint says; raises UserError before it has said so, as after a move."""
    stage, step = await told(visit, stored), await next_step(visit, stored.game)
    if stage != LAST_STAGE or not isinstance(step, Step):
        raise UserError("hint.old")
    turn = turn_of(stored.game, step, visit.user.id)
    filled_in = fills_in_notes(stored.game, step)
    return Followed(await make_turn(visit, stored, turn, owes=owes), turn.moves, filled_in)


async def mistake_in(visit: Visit, stored: StoredGame) -> Mistake:
    """What is wrong in a game; raises UserError where nothing is."""
    await asked(visit, stored)
    found = await next_step(visit, stored.game)
    if not isinstance(found, Mistake):
        raise UserError("hint.right_again")
    return found
