import asyncio
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from bot.store.seam.not_stored import StoreError
from bot.store.seam.source import Store


@pytest_asyncio.fixture
async def notes(database: Store) -> AsyncIterator[Store]:
    """A database with a table to write into."""
    await database.all("create table notes (text text not null)")
    yield database


async def texts(database: Store) -> set[str]:
    return {text for (text,) in await database.all("select text from notes")}


async def write(database: Store, *texts: str) -> None:
    async with database.transaction() as transaction:
        for text in texts:
            await transaction.all("insert into notes (text) values ($1)", text)


async def test_a_transaction_that_fails_leaves_nothing(notes: Store) -> None:
    async def fails() -> None:
        async with notes.transaction() as transaction:
            await transaction.all("insert into notes (text) values ('kept?')")
            await transaction.all("insert into notes (text) values (null)")

    with pytest.raises(StoreError):
        await fails()
    assert await texts(notes) == set()


async def test_another_task_neither_sees_nor_loses_anything_by_a_rollback(notes: Store) -> None:
    inside, leave = asyncio.Event(), asyncio.Event()

    async def fails() -> None:
        async with notes.transaction() as transaction:
            await transaction.all("insert into notes (text) values ('lost')")
            inside.set()
            await leave.wait()
            raise LookupError

    failing = asyncio.create_task(fails())
    await inside.wait()
    reading = asyncio.create_task(texts(notes))
    writing = asyncio.create_task(notes.all("insert into notes (text) values ('single')"))
    joined = asyncio.create_task(write(notes, "together"))
    await asyncio.sleep(0)
    leave.set()
    with pytest.raises(LookupError):
        await failing
    await asyncio.gather(writing, joined)
    assert "lost" not in await reading
    assert await texts(notes) == {"single", "together"}


async def test_writers_do_not_interleave(notes: Store) -> None:
    async def count_up() -> None:
        async with notes.transaction() as transaction:
            rows = await transaction.all("select count(*) from notes")
            await asyncio.sleep(0)
            await transaction.all("insert into notes (text) values ($1)", str(rows[0][0]))

    await asyncio.gather(*(count_up() for _ in range(20)))
    assert await texts(notes) == {str(number) for number in range(20)}


async def test_a_cancelled_task_leaves_all_or_nothing_wherever_it_was(notes: Store) -> None:
    """Cancels after 0, 1, 2, ... steps of the event loop and of the connection's thread."""
    outcomes = set()
    for steps in range(60):
        pair = {f"{steps}a", f"{steps}b"}
        task = asyncio.create_task(write(notes, *pair))
        for _ in range(steps):
            await asyncio.sleep(0)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        written = await texts(notes) & pair
        assert written in (set(), pair)
        outcomes.add(len(written))
        await write(notes, f"{steps} after")
    assert {f"{steps} after" for steps in range(60)} <= await texts(notes)
    assert 0 in outcomes


async def test_cancelled_inside_a_transaction_is_rolled_back(notes: Store) -> None:
    inside = asyncio.Event()

    async def hangs() -> None:
        async with notes.transaction() as transaction:
            await transaction.all("insert into notes (text) values ('half')")
            inside.set()
            await asyncio.Event().wait()

    task = asyncio.create_task(hangs())
    await inside.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    await write(notes, "next")
    assert await texts(notes) == {"next"}


async def test_a_second_transaction_of_a_task_is_refused_instead_of_waiting_for_ever(
    notes: Store,
) -> None:
    async with notes.transaction() as transaction:
        with pytest.raises(RuntimeError, match="holds a transaction"):
            await notes.one("select 1")
        with pytest.raises(RuntimeError, match="holds a transaction"):
            await write(notes, "nested")
        await transaction.all("insert into notes (text) values ('outer')")
    assert await texts(notes) == {"outer"}


async def test_a_joined_transaction_goes_with_the_outer_one(notes: Store) -> None:
    async def fails() -> None:
        async with notes.transaction() as outer:
            async with outer.transaction() as inner:
                await inner.all("insert into notes (text) values ('inner')")
            raise LookupError

    with pytest.raises(LookupError):
        await fails()
    assert await texts(notes) == set()


async def test_a_transaction_is_of_no_use_after_its_end(notes: Store) -> None:
    async with notes.transaction() as transaction:
        pass
    with pytest.raises(RuntimeError, match="ended"):
        await transaction.all("insert into notes (text) values ('late')")


async def test_ids_are_never_given_out_twice(database: Store) -> None:
    async with database.transaction() as transaction:
        first = [await transaction.next_id("games") for _ in range(3)]
        other = await transaction.next_id("puzzles")
    async with database.transaction() as transaction:
        later = await transaction.next_id("games")
    assert (first, other, later) == ([1, 2, 3], 1, 4)
