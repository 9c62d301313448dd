"""The notes of a whole board, filled in or rubbed out in one turn."""

from collections.abc import Sequence

from bot.game.move import Move, Turn
from bot.game.notes import filled_in, rubbed_out
from bot.play.turns import make_turn
from bot.play.visit import Visit
from bot.store.games import StoredGame
from bot.store.views import Staleness


async def fill_in(
    visit: Visit, stored: StoredGame, owes: Staleness
) -> tuple[StoredGame, Sequence[Move]]:
    """Notes in each blank cell without notes the digits that it may hold; returns the moves."""
    return await _make(visit, stored, filled_in(stored.game, visit.user.id), owes)


async def rub_out(
    visit: Visit, stored: StoredGame, owes: Staleness
) -> tuple[StoredGame, Sequence[Move]]:
    """Removes all visible notes; returns the moves, perhaps none."""
    return await _make(visit, stored, rubbed_out(stored.game, visit.user.id), owes)


async def _make(
    visit: Visit, stored: StoredGame, turn: Turn, owes: Staleness
) -> tuple[StoredGame, Sequence[Move]]:
    return await make_turn(visit, stored, turn, owes=owes), turn.moves
