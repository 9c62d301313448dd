"""Finds the game that somebody means: the current one, one by its number, or a pressed board's."""

from dataclasses import replace

from bot.game.fair_play import played
from bot.play.errors import OldBoard, UserError
from bot.play.visit import Visit
from bot.store import games
from bot.store.games import StoredGame


async def current(visit: Visit) -> StoredGame:
    """The unfinished game that is played here; raises UserError when there is none."""
    stored = await find_current(visit)
    if stored is None:
        raise UserError("game.none")
    return stored


async def find_current(visit: Visit) -> StoredGame | None:
    """The unfinished game that is played here, if there is one."""
    stored = await games.current(visit.database, visit.place, visit.user.id)
    if stored is None or not stored.is_open:
        return None
    return await _clocked(visit, stored)


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
    """Makes an unfinished game of this chat the one that is played here."""
    stored = await unfinished(visit, game_id)
    await games.switch(visit.database, visit.place.chat_id, game_id)
    return stored


async def of_board(visit: Visit, game_id: int, message_id: int) -> StoredGame:
    """The game of a pressed board, which is played here from now on.

    Raises UserError when another game is played here, and OldBoard when another message shows the
    game by now.
    """
    stored = await _clocked(visit, await unfinished(visit, game_id))
    playing = await games.current_id(visit.database, visit.place.chat_id)
    if playing is not None and playing != game_id:
        raise UserError("board.second", game=game_id, current=playing)
    if playing is None:
        await games.switch(visit.database, visit.place.chat_id, game_id)
    if stored.message_id not in {None, message_id}:
        raise OldBoard(stored)
    return stored


async def _clocked(visit: Visit, stored: StoredGame) -> StoredGame:
    """Lets the clock of an unfinished game go on to now."""
    now = visit.seconds
    if stored.acted_at == now:
        return stored
    seconds = played(stored.played, stored.acted_at, now)
    await games.set_played(visit.database.unhurried, stored.id, seconds, now)
    return replace(stored, played=seconds, acted_at=now)
