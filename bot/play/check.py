"""Checks of the digits in a game, which count as help.

There is a way around: whether the givens of a game still have a solution together with some more
digits says whether those digits are right. So a puzzle that somebody asks about counts as a check
of each open game whose givens it contains (`asked_beside`).
"""

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
    """Checks a game, which counts as help once for each state of the board."""
    found = check(stored.game)
    if found.placed:
        await _count(visit, stored, stored.game.values)
    return found


async def asked_beside(visit: Visit, puzzle: Grid) -> None:
    """Counts a question about a puzzle as a check of each open game of which it tells something."""
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
    """Whether a puzzle has all of the givens and some more digits."""
    pairs = zip(givens.values, puzzle.values, strict=True)
    return puzzle != givens and all(given in (0, value) for given, value in pairs)
