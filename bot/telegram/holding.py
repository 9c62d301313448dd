"""Handles what waits for this process, and ends without harm where others have its work.

With several processes an update may have been kept by another one than that which holds its chat
(`bot/store/postgres/replica.py`). So while this process serves, it takes in again and again what
waits for it, and frees the chats in which nothing has happened for a while. At its end it takes in
nothing more, and frees at once all chats in which nothing is at work; what is at work ends first.
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
"""How long updates may take to end once the dailies have stopped; the inbox keeps the others."""

FREE_LOOKS: Final = 20
FREE_SECONDS: Final = 0.05

log = logging.getLogger(__name__)


@asynccontextmanager
async def holding(
    application: SudokuApplication, ended: asyncio.Future[None]
) -> AsyncIterator[None]:
    """Takes in what waits while the block runs; `ended` fails with ReplicaEnded."""
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
    """Puts what waits for this process before all that comes from now on."""
    await application.inbox.hand_over(application.bot, application.update_queue.put_nowait)


async def finish(application: SudokuApplication) -> None:
    """Ends with the updates that are at work, or without them when they take too long."""
    try:
        async with asyncio.timeout(FINISH_SECONDS):
            await application.stop()
    except TimeoutError:
        count = await application.order.abandon()
        log.warning("%d updates were not finished in time", count)


async def _free_chats(application: SudokuApplication) -> None:
    """Lets others have each chat as soon as nothing is at work in it, for a second."""
    for _ in range(FREE_LOOKS):
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
