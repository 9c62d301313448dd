"""Makes puzzles ahead while the engine is idle, so that nobody waits who asks for their kind."""

import logging
from collections.abc import Awaitable, Callable, Iterable
from typing import Final

from bot.game.wish import SIZES
from bot.ledger.owner import NOBODY
from bot.play.services import Services
from bot.pool.engine import EngineBusy, EngineLost
from bot.pool.jobs import graded_now
from bot.store import stock
from bot.store.stock import Kind, Ready
from engine.board import Geometry, Symmetry
from engine.difficulty import Difficulty, hardest_of, up_to
from engine.search import BudgetSpent

WANTED: Final = 3
"""How many puzzles of each kind lie ready."""

PAUSE_SECONDS: Final = 1.0
"""Seconds between two puzzles, and before another look at whether somebody waits."""

REST_SECONDS: Final = 60.0
"""Seconds before another look at a full stock."""

log = logging.getLogger(__name__)


def kinds() -> tuple[Kind, ...]:
    """Every kind that can be asked for, those of 9x9 first."""
    sizes = sorted(SIZES, key=lambda size: size != 9)
    return tuple(
        Kind(Geometry.of_size(size), symmetry, difficulty)
        for size in sizes
        for symmetry in Symmetry
        for difficulty in up_to(hardest_of(Geometry.of_size(size)))
    )


class Stock:
    """Fills the stock, one puzzle at a time; a kind that cannot be made in time is given up."""

    def __init__(
        self,
        services: Services,
        sleep: Callable[[float], Awaitable[None]],
        wanted: Iterable[Kind] | None = None,
    ) -> None:
        self._services = services
        self._sleep = sleep
        self._wanted = tuple(kinds() if wanted is None else wanted)

    async def run(self) -> None:
        """Fills the stock until it is cancelled."""
        while True:
            try:
                has_more = await self.fill_one()
            except Exception:
                log.exception("the stock could not be filled; trying again")
                has_more = False
            await self._sleep(PAUSE_SECONDS if has_more else REST_SECONDS)

    async def fill_one(self) -> bool:
        """Makes one puzzle of the scarcest kind unless somebody waits; False if none is wanted."""
        kind = await self._scarcest()
        if kind is None:
            return False
        if self._services.engine.is_idle:
            try:
                await self._make(kind)
            except (BudgetSpent, EngineLost):
                log.info("not to be had: %s", kind)
                self._wanted = tuple(other for other in self._wanted if other != kind)
            except EngineBusy:
                log.info("everybody is busy")
        return True

    async def _scarcest(self) -> Kind | None:
        there = await stock.levels(self._services.database)
        scarcest = min(self._wanted, key=lambda kind: there.get(kind, 0), default=None)
        return scarcest if scarcest and there.get(scarcest, 0) < WANTED else None

    async def _make(self, kind: Kind) -> None:
        seed = self._services.new_seed()
        made = await self._services.engine.ask(
            NOBODY,
            graded_now,
            kind.geometry.size,
            Symmetry(kind.symmetry),
            seed,
            Difficulty(kind.difficulty),
        )
        await stock.put(self._services.database, kind, Ready(made.grid, made.solution, seed))
