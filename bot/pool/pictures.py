"""The reader of pictures: one worker process, started by the first picture.

The process alone holds numpy and OpenCV, some 60 MB, and so it is stopped when nobody has sent a
picture for IDLE_SECONDS. A picture may be made to be slow, or to crash its decoder. The worker then
dies, or is killed at LIMIT, and `Workers` puts another one in its place.
"""

import asyncio
import logging
from importlib.util import find_spec
from math import ceil
from typing import Final

from bot.operate.limits import Allowance
from bot.pool.engine import AskedTooOften, EngineBusy
from bot.pool.jobs import pictures_now
from bot.pool.workers import Limit, WorkerLost, Workers
from engine.photo import Reading, Unreadable, Why
from engine.search import Budget

LIMIT: Final = Limit(processor=5.0, wall=20.0)
"""The longest that one picture may take."""

QUEUE_SECONDS: Final = 30.0
SEARCH_SECONDS: Final = 1.0
"""How much of LIMIT each look at a picture may spend on counting the solutions of its boards."""

IDLE_SECONDS: Final = 600.0
WAITING_PLACES: Final = 20
"""Pictures that may wait for the worker."""

PICTURES_AT_ONCE: Final = 10
SECONDS_A_PICTURE: Final = 10.0
"""Seconds between two pictures of one person who has used up PICTURES_AT_ONCE, a whole album."""

log = logging.getLogger(__name__)


class Pictures:
    """A PictureReader whose worker process lives only while pictures come.

    Everybody who sends a picture spends the `allowance`.
    """

    def __init__(
        self, idle_seconds: float = IDLE_SECONDS, allowance: Allowance | None = None
    ) -> None:
        self._idle_seconds = idle_seconds
        self._allowance = allowance
        self._workers: Workers | None = None
        self._starting = asyncio.Lock()
        self._ending: asyncio.TimerHandle | None = None
        self._waiting = 0

    @property
    def is_there(self) -> bool:
        """Whether the libraries for pictures are installed."""
        return find_spec("cv2") is not None and find_spec("numpy") is not None

    @property
    def is_running(self) -> bool:
        """Whether there is a worker now."""
        return self._workers is not None

    async def admit(self, asker: int) -> None:
        """Spends the asker's allowance before a picture is downloaded; raises AskedTooOften."""
        if self._allowance and (pause := await self._allowance.spend(asker)):
            raise AskedTooOften(ceil(pause))

    async def read(self, content: bytes | bytearray) -> tuple[Reading, ...]:
        """The boards in a picture, the one that is most likely meant first.

        Raises Unreadable, and EngineBusy when too many pictures wait already.
        """
        if self._waiting >= WAITING_PLACES:
            raise EngineBusy
        self._waiting += 1
        try:
            return await self._read(content)
        finally:
            self._waiting -= 1
            self._end_later()

    async def stop(self) -> None:
        """Ends the worker, if there is one."""
        if self._ending is not None:
            self._ending.cancel()
        # A picture may be starting the worker right then; it would outlive this call.
        async with self._starting:
            workers, self._workers = self._workers, None
        if workers is not None:
            await asyncio.to_thread(workers.stop)

    async def _read(self, content: bytes | bytearray) -> tuple[Reading, ...]:
        workers = await self._started()
        budget = Budget(SEARCH_SECONDS)
        asked = asyncio.wrap_future(workers.submit(LIMIT, pictures_now, content, budget))
        try:
            async with asyncio.timeout(QUEUE_SECONDS):
                return await asked
        except TimeoutError:
            raise EngineBusy from None
        except WorkerLost:
            log.warning("the reader of pictures was lost to a picture of %d bytes", len(content))
            raise Unreadable(Why.TOO_HARD) from None

    async def _started(self) -> Workers:
        async with self._starting:
            if self._ending is not None:
                self._ending.cancel()
            if self._workers is None:
                workers = Workers(1)
                await asyncio.to_thread(workers.start)
                self._workers = workers
            return self._workers

    def _end_later(self) -> None:
        if self._ending is not None:
            self._ending.cancel()
        if not self._waiting and self._workers is not None:
            loop = asyncio.get_running_loop()
            self._ending = loop.call_later(self._idle_seconds, self._end)

    def _end(self) -> None:
        if not self._waiting and self._workers is not None:
            workers, self._workers = self._workers, None
            # An idle worker ends immediately, so stopping it here does not block the event loop.
            workers.stop()
