"""How long a new puzzle takes: most people, and the person who asks.

What most people take follows from the puzzle (`engine.difficulty`), and is told once for each
puzzle. Everybody has a pace of their own: the median of how their times compare with it.
"""

from statistics import median
from typing import Final

from bot.game.pace import Promise, promise_of
from bot.play.questions import ask, nobody_waits
from bot.play.visit import Visit
from bot.pool.engine import EngineBusy, EngineLost
from bot.pool.jobs import pace_now
from bot.store import puzzles, results
from bot.store.games import StoredGame
from bot.store.puzzles import PuzzleRow
from engine.difficulty import RATED

FEWEST: Final = 3
"""Times that a person needs before something is said of their own pace."""

MOST: Final = 15
"""Their newest times that count, since people get faster."""


async def promise(visit: Visit, stored: StoredGame) -> Promise | None:
    """What to promise below a new 9x9.

    None once a move was made, where the clock is switched off, and while the engine has no time to
    tell it. In a group nothing is said of anybody's own pace.
    """
    puzzle, is_new = stored.puzzle, stored.is_open and not stored.game.turns
    if not is_new or not visit.choices.timer or puzzle.grid.geometry is not RATED:
        return None
    usual = await _usual(visit, puzzle) if puzzle.seconds is None else puzzle.seconds
    if not usual:
        return None
    return promise_of(usual, await _own(visit) if visit.is_private else None)


async def _usual(visit: Visit, puzzle: PuzzleRow) -> int:
    """The seconds that most people take, told now and stored; 0 where they cannot be told."""
    if not nobody_waits(visit):
        # Nobody is to wait for their board, and it is drawn again.
        return 0
    try:
        seconds = await ask(visit, pace_now, puzzle.grid)
    except EngineBusy:
        return 0
    except EngineLost:
        seconds = 0
    await puzzles.set_seconds(visit.database.unhurried, puzzle.id, seconds)
    return seconds


async def _own(visit: Visit) -> float | None:
    """How a person's times compare with those of most people; None if they have too few."""
    found = await results.paces(visit.database, visit.user.id, MOST)
    return median(own / usual for own, usual in found) if len(found) >= FEWEST else None
