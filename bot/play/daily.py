"""The daily puzzle: made once for its label, and kept for ever."""

from typing import Final

from bot.game.days import daily_difficulty, daily_seed, day_of, labels_of
from bot.ledger.owner import NOBODY, Owner
from bot.play.services import Services
from bot.play.visit import Visit
from bot.pool.engine import OnWait
from bot.pool.jobs import graded_now
from bot.store import dailies, games, puzzles
from bot.store.puzzles import Origin, PuzzleRow
from engine.board import Symmetry

SIZE: Final = 9


async def puzzle_of(
    services: Services, label: str, owner: Owner = NOBODY, on_wait: OnWait | None = None
) -> PuzzleRow:
    """The puzzle of a label, made now if nobody has asked for it before."""
    stored = await dailies.get(services.database, label)
    if stored is not None:
        return stored
    seed, band = daily_seed(services.secret, label), daily_difficulty(label)
    made = await services.engine.ask(
        owner, graded_now, SIZE, Symmetry.CENTRAL, seed, band, on_wait=on_wait
    )
    async with services.database.transaction() as transaction:
        # Stored without its seed, which is derived from the secret.
        kept = await puzzles.add(
            transaction,
            made.grid,
            made.solution,
            Origin.DAILY,
            symmetry=Symmetry.CENTRAL,
            difficulty=band,
        )
        # Two may have made it at the same time; `put` gives both the one that was first.
        return await dailies.put(transaction, label, kept.id)


async def others_of_day(visit: Visit, label: str) -> tuple[str, ...]:
    """The other labels of a date whose games are not over in this chat, the easiest first."""
    day = day_of(label)
    over = await games.labels_over(visit.database, visit.place.chat_id, day)
    return tuple(other for other in labels_of(day) if other != label and other not in over)
