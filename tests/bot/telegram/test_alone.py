import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bot.store.seam.holding import Arrival
from bot.store.seam.migrations import MIGRATIONS
from bot.store.seam.not_stored import Locked
from bot.store.sqlite.database import Database
from bot.telegram.alone import Alone
from tests.bot.house import locked

BOT, OTHER = 1, 2
HELLO, BYE = Arrival(5, 10, 20, "{}"), Arrival(6, 10, 20, "{}")


@asynccontextmanager
async def opened(path: Path, busy_seconds: float = 5) -> AsyncIterator[Database]:
    database = await Database.open(path, MIGRATIONS, busy_seconds=busy_seconds)
    try:
        yield database
    finally:
        await database.close()


async def test_what_was_not_finished_waits_for_the_next_process_of_the_same_bot(
    database_path: Path,
) -> None:
    async with opened(database_path) as database:
        received = await Alone(database, BOT).receive([HELLO], 0)
        assert received.fresh == received.mine == {HELLO.update_id}
    async with opened(database_path) as database:
        (left,) = await Alone(database, BOT).take_in(again=False)
        assert (left.update_id, left.payload, left.took_effect) == (5, "{}", False)
        assert await Alone(database, OTHER).take_in(again=False) == ()


async def test_an_update_that_comes_again_is_not_new(database_path: Path) -> None:
    async with opened(database_path) as database:
        alone = Alone(database, BOT)
        await alone.receive([HELLO], 0)
        again = await alone.receive([HELLO, BYE], 1)
        assert again.fresh == again.mine == {BYE.update_id}
        assert await alone.waiting({5, 6, 7}) == {5, 6}


async def test_nobody_waits_for_an_answer_as_long_as_for_a_lock(database_path: Path) -> None:
    async with opened(database_path, busy_seconds=3600) as database, asyncio.timeout(60):
        with locked(database_path), pytest.raises(Locked):
            await Alone(database, BOT, lock_seconds=0).receive([HELLO], 0)
        assert (await Alone(database, BOT).receive([HELLO], 0)).mine == {HELLO.update_id}
