"""The reader of pictures: one worker process, started by the first picture.

The process alone holds numpy and OpenCV, some 60 MB, and so it is stopped when nobody has sent a
picture for IDLE_SECONDS. A picture may be made to be slow, or to crash its decoder. The worker then
dies, or is killed at LIMIT, and `Workers` puts another one in its place.

One picture is fetched and read at a time, in its sender's turn of a fair lane. So whoever sends
slow pictures waits behind those who do not, no picture lies in memory while it waits, and a slow
picture is cut off when a newcomer's waits. It is fetched again when its next turn comes.
"""

import asyncio
import logging
from contextlib import suppress
from importlib.util import find_spec
from typing import Final

from bot.ledger.lane import MOST_CUTS, FairLane, LaneFull, Turn
from bot.ledger.ledger import Ledger
from bot.ledger.owner import Owner
from bot.pool.engine import AskedTooOften, EngineBusy, OpenFile
from bot.pool.jobs import pictures_now
from bot.pool.worker import Limit
from bot.pool.workers import WorkerCut, WorkerLost, Workers
from engine.photo import Reading, Unreadable, Why
from engine.search import Budget, BudgetSpent

LIMIT: Final = Limit(processor=5.0, wall=20.0)
"""The longest that one picture may take."""

MOST_GROWTH: Final = 100_000_000
"""Bytes that the worker may have gained between two pictures."""

QUEUE_SECONDS: Final = 30.0
QUICK_SECONDS: Final = 0.75
READ_SECONDS: Final = 4.0
"""How much of the processor time of LIMIT the reader may take before it ends by itself. Most
pictures take less than the first of them; the others begin again in another turn.
"""

IDLE_SECONDS: Final = 600.0

log = logging.getLogger(__name__)


class Pictures:
    """A PictureReader whose worker process lives only while pictures come."""

    def __init__(
        self,
        idle_seconds: float = IDLE_SECONDS,
        ledger: Ledger | None = None,
        quick_seconds: float = QUICK_SECONDS,
    ) -> None:
        self._quick_seconds = quick_seconds
        self._idle_seconds = idle_seconds
        self._lane = FairLane(1, at_once=1, spend=(ledger or Ledger()).spend)
        self._started: asyncio.Task[Workers] | None = None
        self._ending: asyncio.TimerHandle | None = None
        self._waiting = 0

    @property
    def is_there(self) -> bool:
        """Whether the libraries for pictures are installed."""
        return find_spec("cv2") is not None and find_spec("numpy") is not None

    @property
    def is_running(self) -> bool:
        """Whether there is a worker now."""
        return self._started is not None

    async def read(self, owner: Owner, opened: OpenFile) -> tuple[Reading, ...]:
        """The boards in a picture, the one that is most likely meant first.

        The picture is opened when its turn has come, and once more if that was cut off. Raises
        Unreadable, NoScan, AskedTooOften, EngineBusy, and what opening raises.
        """
        self._waiting += 1
        try:
            with suppress(BudgetSpent):
                return await self._look(owner, self._quick_seconds, opened)
            return await self._look(owner, READ_SECONDS, opened)
        finally:
            self._waiting -= 1
            self._end_later()

    async def _look(self, owner: Owner, seconds: float, opened: OpenFile) -> tuple[Reading, ...]:
        """Reads within this processor time, again if its turn was cut off."""
        for _ in range(MOST_CUTS + 1):
            with suppress(WorkerCut):
                return await self._try(owner, seconds, opened)
        raise EngineBusy

    async def stop(self) -> None:
        """Ends the worker, if there is one."""
        if self._ending is not None:
            self._ending.cancel()
        started, self._started = self._started, None
        if started is not None:
            # It may be starting right then, and would outlive this call. Where it could not start,
            # whoever sent the picture was told.
            with suppress(Exception):
                workers = await started
                await asyncio.to_thread(workers.stop)

    async def _try(self, owner: Owner, seconds: float, opened: OpenFile) -> tuple[Reading, ...]:
        waiting = asyncio.timeout(QUEUE_SECONDS)
        try:
            async with waiting, self._lane.turn(owner, seconds) as turn:
                waiting.reschedule(None)
                return await self._in_turn(turn, seconds, opened)
        except LaneFull as full:
            raise AskedTooOften(full.seconds) from None
        except TimeoutError:
            if waiting.expired():
                raise EngineBusy from None
            raise

    async def _in_turn(self, turn: Turn, seconds: float, opened: OpenFile) -> tuple[Reading, ...]:
        reading = asyncio.create_task(self._fetch_and_read(seconds, opened))
        turn.cut = reading.cancel
        try:
            return await reading
        except asyncio.CancelledError:
            asker = asyncio.current_task()
            is_wanted = asker is None or not asker.cancelling()
            if turn.is_cut and reading.cancelled() and is_wanted:
                raise WorkerCut from None
            reading.cancel()
            raise

    async def _fetch_and_read(self, seconds: float, opened: OpenFile) -> tuple[Reading, ...]:
        workers = await self._running()
        async with opened() as content:
            asked = workers.submit(LIMIT, pictures_now, content, Budget(seconds))
            try:
                return await asyncio.wrap_future(asked.answer)
            except asyncio.CancelledError:
                asked.cut()
                raise
            except WorkerLost:
                log.warning(
                    "the reader of pictures was lost to a picture of %d bytes", len(content)
                )
                raise Unreadable(Why.TOO_HARD) from None

    async def _running(self) -> Workers:
        """The worker; a start of it goes on when the picture is cut off that asked for it."""
        if self._ending is not None:
            self._ending.cancel()
        if self._started is None:
            self._started = asyncio.create_task(self._start())
        return await asyncio.shield(self._started)

    async def _start(self) -> Workers:
        workers = Workers(1, growth=MOST_GROWTH)
        try:
            await asyncio.to_thread(workers.start)
        except BaseException:
            self._started = None
            raise
        return workers

    def _end_later(self) -> None:
        if self._ending is not None:
            self._ending.cancel()
        if not self._waiting and self._started is not None:
            loop = asyncio.get_running_loop()
            self._ending = loop.call_later(self._idle_seconds, self._end)

    def _end(self) -> None:
        if self._waiting or self._started is None:
            return
        if not self._started.done():
            self._end_later()
        else:
            workers, self._started = self._started.result(), None
            # An idle worker ends immediately, so stopping it here does not block the event loop.
            workers.stop()
