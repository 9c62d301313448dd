"""All that one process does beside its handlers, and what of it only the leader does."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any, Final

from bot.background.erasing import Eraser
from bot.background.grading import Grader
from bot.background.makings import take_up_makings
from bot.background.redrawing import Redrawer
from bot.background.replying import Replier
from bot.background.stock import Stock
from bot.telegram.application import SudokuApplication

LOOK_SECONDS: Final = 1.0

Work = Callable[[], Coroutine[Any, Any, None]]

log = logging.getLogger(__name__)


@asynccontextmanager
async def beside(application: SudokuApplication, introduce: Work) -> AsyncIterator[None]:
    """Does all of it while the block runs; `introduce` tells people what the bot is.

    The block begins once the engine has started.
    """
    services, leading = application.services, application.leading

    async def led(work: Work) -> None:
        await leading.wait()
        await work()

    async with AsyncExitStack() as stack:
        _begin(stack, Redrawer(application, asyncio.sleep).run())
        _begin(stack, Replier(application, asyncio.sleep).run())
        _begin(stack, led(Eraser(services.database, asyncio.sleep).run))
        _begin(stack, led(introduce))
        await services.engine.started()
        _begin(stack, led(Stock(services, asyncio.sleep).run))
        _begin(stack, led(Grader(services, asyncio.sleep).run))
        stack.push_async_callback(application.work.end)
        await take_up_makings(application)
        if services.database.replica is not None:
            _begin(stack, look_for_more(application, asyncio.sleep))
        yield


async def look_for_more(
    application: SudokuApplication, sleep: Callable[[float], Awaitable[None]]
) -> None:
    """Look each second for what other replicas have left to this one.

    That is what a chat waits for whose holder has ended, and the boards here that show a game that
    was changed elsewhere.
    """
    while True:
        await sleep(LOOK_SECONDS)
        application.stale_views.set()
        application.kept.news.set()
        try:
            await take_up_makings(application)
        except Exception:
            log.exception("no makings could be looked for; trying again")


def _begin(stack: AsyncExitStack, work: Coroutine[Any, Any, None]) -> None:
    """Does some work until the stack is left."""
    stack.push_async_callback(_end, asyncio.create_task(work))


async def _end(task: asyncio.Task[None]) -> None:
    task.cancel()
    await asyncio.wait([task])
