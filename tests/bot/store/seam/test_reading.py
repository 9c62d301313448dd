import asyncio

import pytest

from bot.store import users
from bot.store.seam.reading import OnlyReading, is_reading_only, reading_only
from bot.store.seam.source import Store

INSERT = "insert into facts (name, value) values ('a', 'x')"


async def test_whoever_may_only_read_changes_nothing_and_does_not_wait(database: Store) -> None:
    with reading_only():
        assert await database.all("select * from facts") == []
        for source in (database, database.unhurried, database.patient(1)):
            with pytest.raises(OnlyReading):
                await source.all(INSERT)
            with pytest.raises(OnlyReading):
                async with source.transaction():
                    pytest.fail("nothing may begin")
    await database.all(INSERT)
    assert len(await database.all("select * from facts")) == 1


async def test_only_the_task_that_is_marked_and_those_that_it_begins_may_only_read(
    database: Store,
) -> None:
    begun = asyncio.Event()

    async def asks() -> bool:
        await begun.wait()
        return is_reading_only()

    other = asyncio.create_task(asks())
    with reading_only():
        own = asyncio.create_task(asks())
        begun.set()
        assert (await own, await other) == (True, False)
        with pytest.raises(OnlyReading):
            await database.all(INSERT)
    assert not is_reading_only()


async def test_somebody_new_is_read_as_they_would_be_stored(database: Store) -> None:
    with reading_only():
        read = await users.see(database, 7, 1_000, "zh-hans")
        assert await users.get(database, 7) is None
    assert await users.see(database, 7, 1_000, "zh-hans") == read
    with reading_only():
        later = await users.see(database, 7, 99_000, "en")
    assert later == read
