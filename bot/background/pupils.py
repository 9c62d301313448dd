"""Reads the games that ended for what their players know, while the engine is idle."""

import logging
from collections.abc import Awaitable, Callable
from typing import Final

from bot.ledger.owner import NOBODY
from bot.play.pupils import learn_from
from bot.play.services import Services
from bot.pool.engine import EngineBusy, EngineLost
from bot.pool.jobs import played_now
from bot.store import hints, pupils
from engine.practice import Ways
from engine.search import BudgetSpent

PAUSE_SECONDS: Final = 0.2
"""Seconds between two games, and before another look at whether somebody waits."""

REST_SECONDS: Final = 2.0
"""Seconds before another look for a game that ended."""

log = logging.getLogger(__name__)


class GameReader:
    """Reads one game after the other, the one that has waited longest first."""

    def __init__(self, services: Services, sleep: Callable[[float], Awaitable[None]]) -> None:
        self._services = services
        self._sleep = sleep

    async def run(self) -> None:
        """Reads until it is cancelled."""
        while True:
            try:
                has_more = await self.read_one()
            except Exception:
                log.exception("no game could be read; trying again")
                has_more = False
            await self._sleep(PAUSE_SECONDS if has_more else REST_SECONDS)

    async def read_one(self) -> bool:
        """Reads a game unless somebody waits for the engine; False when all are read."""
        stored = await pupils.next_game(self._services.database)
        if stored is None:
            return False
        if not self._services.engine.is_idle:
            return True
        database, engine = self._services.database, self._services.engine
        told, found = await hints.states(database, stored.id), dict[int, tuple[Ways, ...]]()
        try:
            found = await engine.ask(NOBODY, played_now, stored.game, frozenset(told))
        except EngineBusy:
            return True
        except (BudgetSpent, EngineLost):
            log.info("not to be read: game %d", stored.id)
        await learn_from(database, stored, found)
        return True
