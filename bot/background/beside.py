"""Everything that one process does beside its handlers, and which part only the leader does.

Boards and answers are owed by the process that holds their chat, so each process sends its own. To
erase traces, to pack ended games and to delete old ones, to set the command menus, to fill the
stock and to grade is work for one process: it waits until this one leads. What asks the engine
begins once the engine's workers have started.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Any, Final

from bot.background.erasing import Eraser
from bot.background.grading import Grader
from bot.background.keeping import Keeper
from bot.background.makings import take_up_makings
from bot.background.packing import Packer
from bot.background.pupils import GameReader
from bot.background.redrawing import Redrawer
from bot.background.replying import Replier
from bot.background.retention import Forgetter
from bot.background.stock import Stock
from bot.telegram.application import SudokuApplication

LOOK_SECONDS: Final = 1.0

Work = Callable[[], Coroutine[Any, Any, None]]

log = logging.getLogger(__name__)


@asynccontextmanager
async def beside(application: SudokuApplication, introduce: Work) -> AsyncIterator[None]:
    """Does all of it while the block runs; `introduce` gives the bot its menus and picture.

    The block begins once the engine has started.
    """
    services, leading = application.services, application.leading
    metrics = application.metrics
    packer = Packer(services.database, metrics.unpacked.set)
    # Before the packer, because what goes need not be packed.
    forgetter = Forgetter(
        services.database, services.clock, services.keep_games_days, metrics.overdue.set
    )

    async def led(work: Work) -> None:
        await leading.wait()
        await work()

    tasks = [
        asyncio.create_task(work)
        for work in (
            Redrawer(application, asyncio.sleep).run(),
            Replier(application, asyncio.sleep).run(),
            led(Eraser(services.database, asyncio.sleep).run),
            led(Keeper([forgetter.do_some, packer.do_some], asyncio.sleep).run),
            led(introduce),
        )
    ]
    try:
        await services.engine.started()
        tasks.append(asyncio.create_task(led(Stock(services, asyncio.sleep).run)))
        tasks.append(asyncio.create_task(led(Grader(services, asyncio.sleep).run)))
        tasks.append(asyncio.create_task(led(GameReader(services, asyncio.sleep).run)))
        await take_up_makings(application)
        if services.database.replica is not None:
            tasks.append(asyncio.create_task(look_for_more(application, asyncio.sleep)))
        yield
    finally:
        # All together, because each waits until what it has on its way has ended.
        for task in tasks:
            task.cancel()
        tasks.append(asyncio.create_task(application.work.end()))
        tasks.append(asyncio.create_task(application.searches.end()))
        tasks.append(asyncio.create_task(application.administrators.asking.end()))
        tasks.append(asyncio.create_task(application.put_off.end()))
        await asyncio.wait(tasks)


async def look_for_more(
    application: SudokuApplication, sleep: Callable[[float], Awaitable[None]]
) -> None:
    """Look each second for work that other replicas have left to this one.

    Such work is owed to chats whose holder has ended, or is a board here of a game that was changed
    in another replica.
    """
    while True:
        await sleep(LOOK_SECONDS)
        application.stale_views.set()
        application.kept.news.set()
        try:
            await take_up_makings(application)
        except Exception:
            log.exception("no makings could be looked for; trying again")
