"""The way back to where all digits of a game were right."""

from bot.game import mistakes
from bot.play.check import asked
from bot.play.games import make_turn
from bot.play.visit import Visit
from bot.store.games import StoredGame


async def back_to_right(visit: Visit, stored: StoredGame) -> tuple[StoredGame, int]:
    """Takes a game back to its latest moment without a wrong digit, in one turn.

    The number counts the cells that this changes: 0 where nothing is wrong.
    """
    await asked(visit, stored)
    turn = mistakes.back_to_right(stored.game, visit.user.id)
    after = await make_turn(visit, stored, turn)
    return after, len(after.game.last_cells) if turn.moves else 0
