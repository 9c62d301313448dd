"""What people are told about the digits of their games; it counts as help."""

from dataclasses import dataclass

from bot.game.fair_play import checked_key
from bot.game.game import Game
from bot.play.visit import Visit
from bot.store import games, hints
from bot.store.games import StoredGame
from engine.board import Grid


@dataclass(frozen=True, slots=True)
class Check:
    """The cells with wrong digits, ascending, and how many digits were placed in all."""

    wrong: tuple[int, ...]
    placed: int


def check(game: Game) -> Check:
    """Compares the digits of a game with the solution."""
    return Check(game.wrong_cells(), game.values.clue_count - game.givens.clue_count)


async def asked(visit: Visit, stored: StoredGame) -> Check:
    """What a check says of a game; it counts as help, once for each state of the board."""
    found = check(stored.game)
    if found.placed:
        await _count(visit, stored, stored.game.values)
    return found


async def asked_beside(visit: Visit, puzzle: Grid) -> None:
    """Counts what a person learns of their games by asking about a puzzle.

    Whether the givens of a game have a solution together with other digits says whether those are
    right.
    """
    for stored in await games.open_games(visit.database, visit.place, visit.user.id):
        givens = stored.game.givens
        if puzzle.geometry is givens.geometry and _goes_on(givens, puzzle):
            await _count(visit, stored, puzzle)


async def _count(visit: Visit, stored: StoredGame, digits: Grid) -> None:
    key, person = checked_key(digits), visit.user.id
    async with visit.database.transaction() as transaction:
        await hints.add_check(transaction, stored.id, key, visit.seconds, person)
        await visit.takes_part(transaction, stored.id)


def _goes_on(givens: Grid, puzzle: Grid) -> bool:
    """Whether a puzzle has all givens and some digits more."""
    pairs = zip(givens.values, puzzle.values, strict=True)
    return puzzle != givens and all(given in (0, value) for given, value in pairs)
