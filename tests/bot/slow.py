"""A board that is made to be slow, and an engine that is as slow as a test wants."""

import asyncio
from collections.abc import Callable
from typing import Any

from bot.ledger.owner import Owner
from bot.pool.engine import EngineBusy
from bot.pool.engine_pool import EnginePool
from bot.pool.jobs import better_now, way_now
from engine import Budget, Geometry, Grid
from engine.board.rng import Rng
from engine.make.fill import random_grid


class SlowEngine(EnginePool):
    """An engine that answers when a test says so."""

    def __init__(self) -> None:
        super().__init__(1)
        self.questions = 0
        self.answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()

    @property
    def is_idle(self) -> bool:
        """Somebody is always waiting, so nothing is asked that could be left out."""
        return False

    async def ask(self, *_question: object, **_: object) -> Any:
        self.questions += 1
        return await asyncio.shield(self.answer)


class WeakEngine(EnginePool):
    """An engine that asks only some finders at a time for a way, as on a slow machine.

    It asks another one for everything else. Who asked for better ways is in `askers`; after `most`
    times it is too busy.
    """

    def __init__(self, engine: EnginePool, most: int = 100) -> None:
        super().__init__(1)
        self._engine = engine
        self._most = most
        self.finders = 150
        self.askers = list[Owner]()

    async def ask(
        self, owner: Owner, job: Callable[..., Any], *question: object, **more: Any
    ) -> Any:
        if job is better_now:
            self.askers.append(owner)
            if len(self.askers) > self._most:
                raise EngineBusy
        if job in {better_now, way_now}:
            return job(*question, Budget(300, self.finders))
        return await self._engine.ask(owner, job, *question, **more)

    async def draw(self, owner: Owner, drawing: Callable[..., Any], *parts: object) -> Any:
        return await self._engine.draw(owner, drawing, *parts)


def renamed(line: str, digits: str) -> str:
    """The same puzzle with its digits exchanged.

    Ways are cached for everybody, so each test that looks for one needs a puzzle of its own.
    """
    return line.translate(str.maketrans("123456789", digits))


def pigeons() -> Grid:
    """A 25x25 board without a solution, which looks fine and takes a search ages to refute.

    Eleven digits have only ten cells of a row to go to. That is the pigeonhole principle, for which
    every refutation by resolution is exponential (Haken 1985).
    """
    shape, seed = Geometry(5, 5), 0
    while (made := _pigeons(shape, random_grid(shape, Rng(seed)))) is None:
        seed += 1
    return made


def _pigeons(shape: Geometry, full: Grid) -> Grid | None:
    """The board for a full grid; None if no row of it allows one.

    The digits of one row's last ten cells, and one more, are given wherever the other rows have
    them in the first 15 columns, so that none of the ten can be in that row's first 15 cells. The
    one more would still fit there in its own column. So it is given in that column, too, in another
    row of the same boxes, which has it among its own last ten cells in the full grid.
    """
    size, first = shape.size, range(15)
    rows = [full.values[size * row : size * (row + 1)] for row in range(size)]
    for row, values in enumerate(rows):
        for column in first:
            digit = values[column]
            holes = {*values[15:], digit}
            for other in range(row // 5 * 5, row // 5 * 5 + 5):
                if rows[other][column] not in holes and digit in rows[other][15:]:
                    givens = {
                        size * r + c: rows[r][c]
                        for r in range(size)
                        for c in first
                        if rows[r][c] in holes and r != row
                    }
                    return Grid.blank(shape).with_values(givens | {size * other + column: digit})
    return None
