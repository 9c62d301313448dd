"""Hints: a mistake first, otherwise the next step, told stage by stage on the board itself.

A hint belongs to a state of the board (`state_key`). The store remembers for each state how far its
step was told, so that asking again never shows less, and a hint counts once however often it is
shown. A mistake has no such record: being told of it counts as a check of the board. A step counts
as help with its technique when it reaches the stage that names the technique, which is the first
one for a person to whom the technique is new.
"""

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
    """A game after a hint was followed, and the moves that this took.

    `filled_in` says that notes were written in cells that had none.
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
    owes: Staleness | None = Staleness.SEND,
    as_picture: bool = False,
) -> StoredGame:
    """Has the board of an unfinished game show its hint up to a stage; nothing is drawn yet.

    ONE_MORE is the stage after the last one told. A step is never shown up to less than was told of
    it before; if its reason has passages, `passage` is shown. `owes` says whether the place is owed
    a new board or a redrawn one, or, with None, that no board of the chat shows the hint; with
    `as_picture` its message becomes a picture. Raises as the pool does.
    """
    found, key, known = await next_step(visit, stored.game), state_key(stored.game), 0
    if isinstance(found, Mistake):
        await asked(visit, stored)
    async with visit.database.transaction() as transaction:
        if isinstance(found, Step):
            known = await hints.told(transaction, stored.id, key)
            if not known and stage == ONE_MORE:
                stage = await _first_stage(visit, transaction, found.technique)
        # Never less than was told before, whichever stage an old button asks for.
        hint = ShownHint(key, min(max(stage or known + 1, known), LAST_STAGE), passage)
        if isinstance(found, Step):
            await _note(visit, transaction, stored.id, hint, found.technique)
            # Only when the technique is named for the first time.
            if known < NAMING_STAGE <= hint.stage:
                await lessons.help_with(visit, transaction, found.technique)
        await visit.takes_effect(transaction, stored.id)
        if owes is None:
            return replace(stored, hint=hint)
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
    return replace(stored, view_version=version, hint=hint)


async def _first_stage(visit: Visit, source: Source, technique: Technique) -> int:
    """Where a hint begins: with its name for those whom a place to look at would not help."""
    known = await lessons.course(visit, source)
    return NAMING_STAGE if known.is_new(technique.lesson) else FIRST_STAGE


async def _note(
    visit: Visit, source: Source, game_id: int, hint: ShownHint, technique: Technique
) -> None:
    """Stores how far a step is told, and that the person has a part in the game."""
    named = technique if hint.stage >= NAMING_STAGE else None
    await hints.tell(source, game_id, hint.state, hint.stage, visit.user.id, technique=named)
    await visit.takes_part(source, game_id)


async def put_away(visit: Visit, stored: StoredGame, owes: Staleness) -> StoredGame:
    """Takes the hint off the board of a game; changes nothing if it shows none."""
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
    return replace(stored, view_version=version, hint=None)


async def told(visit: Visit, stored: StoredGame) -> int:
    """The stage up to which the hint for this state was told; raises UserError if it was not."""
    stage = await hints.told(visit.database, stored.id, state_key(stored.game))
    if not stage:
        raise UserError("hint.old")
    return stage


async def follow(visit: Visit, stored: StoredGame, owes: Staleness) -> Followed:
    """Makes the moves of a hint; raises UserError unless its last stage was told for this state."""
    stage, step = await told(visit, stored), await next_step(visit, stored.game)
    if stage != LAST_STAGE or not isinstance(step, Step):
        raise UserError("hint.old")
    turn = turn_of(stored.game, step, visit.user.id)
    filled_in = fills_in_notes(stored.game, step)
    return Followed(await make_turn(visit, stored, turn, owes=owes), turn.moves, filled_in)


async def mistake_in(visit: Visit, stored: StoredGame) -> Mistake:
    """The mistake in a game, which counts as a check; raises UserError if there is none."""
    await asked(visit, stored)
    found = await next_step(visit, stored.game)
    if not isinstance(found, Mistake):
        raise UserError("hint.right_again")
    return found
