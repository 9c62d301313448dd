"""The games of a place: finds the one that somebody means.

Somebody means the current game, or names a game by its number or by pressing its board. A game that
is not the current one is never changed behind people's backs: they have to switch to it first
(OtherGame).

A game's clock does not count long pauses, so each use of a game brings it up to now (`clocked`).
"""

from dataclasses import replace

from bot.game.fair_play import played
from bot.play.errors import OldBoard, OtherGame, UserError
from bot.play.visit import Visit
from bot.store import games, views
from bot.store.games import StoredGame
from bot.store.views import Staleness


async def current(visit: Visit) -> StoredGame:
    """The unfinished current game; raises UserError if there is none."""
    stored = await find_current(visit)
    if stored is None:
        raise UserError("game.none")
    return stored


async def waiting(visit: Visit) -> StoredGame | None:
    """The unfinished current game, if there is one, without bringing its clock up to now."""
    stored = await last_here(visit)
    return stored if stored and stored.is_open else None


async def last_here(visit: Visit) -> StoredGame | None:
    """The current game, even if it is over, without bringing its clock up to now."""
    return await games.current(visit.database, visit.place, visit.user.id)


async def find_current(visit: Visit) -> StoredGame | None:
    """The unfinished current game, if there is one."""
    stored = await waiting(visit)
    return clocked(visit, stored) if stored else None


def clocked(visit: Visit, stored: StoredGame) -> StoredGame:
    """Brings the clock of an unfinished game up to now.

    It is stored with the turn that follows, or at the end of the visit (`Visit.store_clocks`).
    """
    now = visit.seconds
    if stored.acted_at == now:
        return stored
    seconds = visit.clocks[stored.id] = played(stored.played, stored.acted_at, now)
    return replace(stored, played=seconds, acted_at=now)


async def find_latest(visit: Visit) -> StoredGame | None:
    """The current game, even if it is over, if there is one."""
    stored = await find_current(visit)
    return stored or await last_here(visit)


async def numbered(visit: Visit, game_id: int) -> StoredGame:
    """A game of this chat by its number; raises UserError for another chat's, or none at all."""
    stored = await games.get(visit.database, game_id, visit.place, visit.user.id)
    if stored is None:
        raise UserError("board.gone")
    if stored.chat_id != visit.place.chat_id:
        raise UserError("board.other_chat")
    return stored


async def unfinished(visit: Visit, game_id: int) -> StoredGame:
    """An unfinished game of this chat by its number; raises UserError otherwise."""
    stored = await numbered(visit, game_id)
    if not stored.is_open:
        raise UserError("board.over")
    return stored


async def unfinished_here(visit: Visit) -> tuple[StoredGame, ...]:
    """All unfinished games of this chat, the newest first."""
    return await games.open_games(visit.database, visit.place, visit.user.id)


async def switch(visit: Visit, game_id: int) -> StoredGame:
    """Makes an unfinished game of this chat the current one."""
    stored = await unfinished(visit, game_id)
    await games.switch(visit.database, visit.place, game_id)
    return stored


async def go_back(visit: Visit, game_id: int) -> None:
    """Makes an unfinished game of this chat the current one again, and has its board redrawn.

    A press while another game was played may have taken the buttons of that board away.
    """
    stored = await unfinished(visit, game_id)
    if stored.is_current:
        return
    async with visit.database.transaction() as transaction:
        await games.switch(transaction, visit.place, game_id)
        if stored.message_id is not None:
            await views.mark(
                transaction,
                game_id,
                visit.place,
                Staleness.REDRAW,
                visit.seconds,
                asked_by=visit.user.id,
                keeps_hint=True,
            )
            transaction.afterwards(visit.services.stale_views.set)


async def taken_up(visit: Visit, game_id: int) -> StoredGame:
    """An unfinished game of this chat that somebody means, which becomes the current one.

    Raises OtherGame, with nothing changed, if the place has another current game.
    """
    stored = await unfinished(visit, game_id)
    if not stored.is_current:
        playing = await games.current_id(visit.database, visit.place)
        if playing is not None and playing != game_id:
            raise OtherGame(game_id, playing)
        await games.switch(visit.database, visit.place, game_id)
        stored = replace(stored, is_current=True)
    return clocked(visit, stored)


async def of_board(visit: Visit, game_id: int, message_id: int) -> StoredGame:
    """The game of a pressed board, which becomes the current one.

    Raises as `taken_up` does, and OldBoard if another message shows the game by now.
    """
    stored = await taken_up(visit, game_id)
    # Without a message the game is owed its first board, and the pressed one is as good.
    if stored.message_id not in {None, message_id}:
        raise OldBoard(stored)
    return stored
