"""Takes in the updates that wait for this process, and gives its chats up when it stops.

With several processes, the one that has stored an update need not be the one that holds its chat
(`bot/store/postgres/replica.py`). So while this process serves, it keeps taking in what others have
stored for it, and frees the chats in which nothing has happened for a while. When it stops, it
takes in nothing more and frees its chats: idle ones first, the others as soon as their updates have
ended.

When others have ended this replica, they may be handling its chats already. Then all that is at
work here is abandoned.
"""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from functools import partial
from typing import Final

from bot.store.seam.not_stored import LeaseLost, StoreError
from bot.telegram.application import SudokuApplication
from bot.telegram.polling import hand_over

FINISH_SECONDS: Final = 2.0
"""How long updates may take to end once the dailies have stopped; later ones stay in the inbox."""

FREE_LOOKS: Final = 20
FREE_SECONDS: Final = 0.05

log = logging.getLogger(__name__)


@asynccontextmanager
async def holding(
    application: SudokuApplication, ended: asyncio.Future[None]
) -> AsyncIterator[None]:
    """Takes in what waits while the block runs, and frees the chats after it.

    `ended` fails with ReplicaEnded when others have ended this replica.
    """
    watching = asyncio.create_task(_until_ended(application))
    watching.add_done_callback(partial(hand_over, ended))
    tasks = [watching, asyncio.create_task(_take_in_again(application))]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)
        with suppress(StoreError, LeaseLost):
            await _free_chats(application)


async def take_in(application: SudokuApplication) -> None:
    """Queues what waits for this process before anything that arrives from now on."""
    await application.inbox.hand_over(application.bot, application.update_queue.put_nowait)


async def finish(application: SudokuApplication) -> None:
    """Waits FINISH_SECONDS for the updates at work, and abandons those that take longer."""
    try:
        async with asyncio.timeout(FINISH_SECONDS):
            await application.stop()
    except TimeoutError:
        count = await application.order.abandon()
        log.warning("%d updates were not finished in time", count)


async def _free_chats(application: SudokuApplication) -> None:
    """Frees each chat as soon as nothing is at work in it; gives up after a second."""
    for _ in range(FREE_LOOKS):
        # A chat stays held while updates of it are finished but not wiped.
        await application.inbox.wipe()
        if await application.inbox.holding.stop(application.order.busy):
            return
        await asyncio.sleep(FREE_SECONDS)


async def _until_ended(application: SudokuApplication) -> None:
    try:
        await application.inbox.holding.ended()
    except Exception:
        await application.order.abandon()
        raise


async def _take_in_again(application: SudokuApplication) -> None:
    held = application.inbox.holding
    while True:
        await held.news()
        try:
            await take_in(application)
            await held.free_idle(application.is_at_work)
        except StoreError as error:
            log.warning("what waits could not be taken in; trying again: %s", error)
        except Exception:
            log.exception("what waits could not be taken in; trying again")
