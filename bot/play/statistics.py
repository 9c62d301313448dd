"""What a person has solved: the games, the dailies, and the streak."""

from dataclasses import dataclass

from bot.game.statistics import Solve
from bot.game.streak import Streak
from bot.play.finish import streak_of
from bot.play.visit import Visit
from bot.store import games, results
from bot.store.puzzles import UNRATED
from bot.store.results import Result, Standing
from engine.difficulty import Difficulty


@dataclass(frozen=True, slots=True)
class Days:
    """The labels of the dailies that a person solved, on their day or later, and the streak."""

    solved: frozenset[str]
    streak: Streak


async def solves(visit: Visit) -> list[Solve]:
    """The games that the person solved without having seen the solution, the earliest first."""
    found = await results.of_user(visit.database, visit.user.id)
    return [_solve(result) for result in reversed(found) if result.standing is not Standing.SEEN]


async def days(visit: Visit) -> Days:
    """The dailies that the person solved, and the streak as it stands today."""
    solved = await results.solved_labels(visit.database, visit.user.id)
    return Days(frozenset(solved), await streak_of(visit))


async def is_newcomer(visit: Visit) -> bool:
    """Whether the person has never played; always false in a group."""
    if not visit.is_private:
        return False
    played = await games.current(visit.database, visit.place)
    return played is None and not await results.of_user(visit.database, visit.user.id)


def _solve(result: Result) -> Solve:
    band = result.difficulty
    return Solve(
        result.size,
        None if band is None or band == UNRATED else Difficulty(band),
        result.seconds if result.standing is Standing.TIMED else None,
        result.hints,
        result.mistakes,
    )
