"""Whether all digits of a game are right so far, and the ways back: to where they were, or all."""

from dataclasses import dataclass

from bot.game import mistakes
from bot.game.game import Game
from bot.play.games import make_turn
from bot.play.visit import Visit
from bot.store.games import StoredGame


@dataclass(frozen=True, slots=True)
class Check:
    """The cells with wrong digits, ascending, and how many digits were placed in all."""

    wrong: tuple[int, ...]
    placed: int


def check(game: Game) -> Check:
    """Compares the digits of a game with the solution."""
    return Check(game.wrong_cells(), game.values.clue_count - game.givens.clue_count)


async def back_to_right(visit: Visit, stored: StoredGame) -> tuple[StoredGame, int]:
    """Takes a game back to its latest moment without a wrong digit, in one turn.

    The number counts the cells that this changes: 0 where nothing is wrong.
    """
    turn = mistakes.back_to_right(stored.game, visit.user.id)
    after = await make_turn(visit, stored, turn)
    return after, len(after.game.last_cells) if turn.moves else 0


async def start_over(visit: Visit, stored: StoredGame) -> StoredGame:
    """Takes a game back to its first moment, in one turn, which can be undone."""
    return await make_turn(visit, stored, mistakes.back_to_start(stored.game, visit.user.id))
