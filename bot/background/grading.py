"""Grades the stored puzzles and finds the ways of solved ones while the engine is idle."""

import logging
from collections.abc import Awaitable, Callable
from typing import Final

from bot.ledger.owner import NOBODY
from bot.play.services import Services
from bot.pool.engine import EngineBusy, EngineLost
from bot.pool.jobs import difficulty_now, weighed_now
from bot.store import puzzles, ways
from bot.store.ways import Way
from engine.board import NoSolution, NotUnique
from engine.search import BudgetSpent

PAUSE_SECONDS: Final = 0.2
"""Seconds between two puzzles, and before another look at whether somebody waits."""

REST_SECONDS: Final = 5.0
"""Seconds before another look for a new puzzle."""

log = logging.getLogger(__name__)


class Grader:
    """Grades one stored puzzle after the other, the newest first."""

    def __init__(self, services: Services, sleep: Callable[[float], Awaitable[None]]) -> None:
        self._services = services
        self._sleep = sleep
        # Beside this process, replicas of an earlier version may store results without the note.
        self._unseen_after: int | None = 0 if services.database.is_shared else None

    async def run(self) -> None:
        """Grades until it is cancelled."""
        while True:
            try:
                has_more = (
                    await self.look_back() or await self.grade_one() or await self.weigh_one()
                )
            except Exception:
                log.exception("no puzzle could be graded; trying again")
                has_more = False
            await self._sleep(PAUSE_SECONDS if has_more else REST_SECONDS)

    async def look_back(self) -> bool:
        """Notes solved puzzles that were not noted, some at a time; False once all are seen."""
        if self._unseen_after is not None:
            self._unseen_after = await ways.want_solved(self._services.database, self._unseen_after)
        return self._unseen_after is not None

    async def grade_one(self) -> bool:
        """Grades a puzzle unless somebody waits for the engine; False when all are graded."""
        puzzle = await puzzles.ungraded(self._services.database)
        if puzzle is None:
            return False
        if not self._services.engine.is_idle:
            return True
        try:
            band: str = await self._services.engine.ask(NOBODY, difficulty_now, puzzle.grid)
        except EngineBusy:
            return True
        except (BudgetSpent, EngineLost, NoSolution, NotUnique):
            log.info("not to be graded: puzzle %d", puzzle.id)
            band = puzzles.UNRATED
        await puzzles.grade(self._services.database, puzzle.id, band)
        return True

    async def weigh_one(self) -> bool:
        """Finds the way of a solved puzzle unless somebody waits; False when all are found."""
        puzzle = await ways.next_puzzle(self._services.database)
        if puzzle is None:
            return False
        if not self._services.engine.is_idle:
            return True
        try:
            found = await self._services.engine.ask(NOBODY, weighed_now, puzzle.grid)
            way = Way(found.cost, found.steps, found.hardest)
        except EngineBusy:
            return True
        except (BudgetSpent, EngineLost, NoSolution, NotUnique):
            log.info("no way is found: puzzle %d", puzzle.id)
            way = Way(None)
        await ways.put(self._services.database, puzzle.id, way)
        return True
