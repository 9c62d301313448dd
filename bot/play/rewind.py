"""The ways back in a game: to the last state without a wrong digit, and to the beginning."""

from bot.game import mistakes
from bot.play.check import asked
from bot.play.turns import make_turn
from bot.play.visit import Visit
from bot.store.games import StoredGame


async def back_to_right(visit: Visit, stored: StoredGame) -> tuple[StoredGame, int]:
    """Takes a game back to its last state without a wrong digit, in one turn; counts as a check.

    Returns the game and how many cells have changed, 0 if nothing is wrong.
    """
    await asked(visit, stored)
    turn = mistakes.back_to_right(stored.game, visit.user.id)
    after = await make_turn(visit, stored, turn)
    return after, len(after.game.last_cells) if turn.moves else 0


async def start_over(visit: Visit, stored: StoredGame) -> StoredGame:
    """Takes a game back to its beginning, in one turn, which can be undone."""
    return await make_turn(visit, stored, mistakes.back_to_start(stored.game, visit.user.id))
