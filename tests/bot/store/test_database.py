import asyncio
import sqlite3
import subprocess
import sys
import textwrap
import threading
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from bot.store.database import Database
from bot.store.source import Source
from bot.store.write_ahead_log import LogSync


@pytest_asyncio.fixture
async def notes(database: Database) -> AsyncIterator[Database]:
    """A database with a table to write into."""
    await database.all("create table notes (text text not null)")
    yield database


async def keep(source: Source, name: str) -> None:
    """Writes one row into a table that every schema has."""
    await source.all("insert into facts (name, value) values ($1, 'x')", name)


async def texts(database: Database) -> set[str]:
    return {text for (text,) in await database.all("select text from notes")}


def workers_end(earlier: set[threading.Thread]) -> bool:
    """Whether every thread that was started since comes to its end."""
    every = set(threading.enumerate()) - earlier
    # The threads of the event loop itself end with the loop.
    started = {thread for thread in every if not thread.name.startswith("asyncio_")}
    for thread in started:
        thread.join(timeout=10)
    return not any(thread.is_alive() for thread in started)


async def write(database: Database, *texts: str) -> None:
    async with database.transaction() as transaction:
        for text in texts:
            await transaction.all("insert into notes (text) values ($1)", text)


async def test_a_transaction_that_fails_leaves_nothing(notes: Database) -> None:
    async def fails() -> None:
        async with notes.transaction() as transaction:
            await transaction.all("insert into notes (text) values ('kept?')")
            await transaction.all("insert into notes (text) values (null)")

    with pytest.raises(sqlite3.IntegrityError):
        await fails()
    assert await texts(notes) == set()


async def test_another_task_neither_sees_nor_loses_anything_by_a_rollback(notes: Database) -> None:
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


async def test_writers_do_not_interleave(notes: Database) -> None:
    async def count_up() -> None:
        async with notes.transaction() as transaction:
            rows = await transaction.all("select count(*) from notes")
            await asyncio.sleep(0)
            await transaction.all("insert into notes (text) values ($1)", str(rows[0][0]))

    await asyncio.gather(*(count_up() for _ in range(20)))
    assert await texts(notes) == {str(number) for number in range(20)}


async def test_a_cancelled_task_leaves_all_or_nothing_wherever_it_was(notes: Database) -> None:
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


async def test_cancelled_inside_a_transaction_is_rolled_back(notes: Database) -> None:
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
    notes: Database,
) -> None:
    async with notes.transaction() as transaction:
        with pytest.raises(RuntimeError, match="holds a transaction"):
            await notes.one("select 1")
        with pytest.raises(RuntimeError, match="holds a transaction"):
            await write(notes, "nested")
        await transaction.all("insert into notes (text) values ('outer')")
    assert await texts(notes) == {"outer"}


async def test_a_joined_transaction_goes_with_the_outer_one(notes: Database) -> None:
    async def fails() -> None:
        async with notes.transaction() as outer:
            async with outer.transaction() as inner:
                await inner.all("insert into notes (text) values ('inner')")
            raise LookupError

    with pytest.raises(LookupError):
        await fails()
    assert await texts(notes) == set()


async def test_a_transaction_is_of_no_use_after_its_end(notes: Database) -> None:
    async with notes.transaction() as transaction:
        pass
    with pytest.raises(RuntimeError, match="ended"):
        await transaction.all("insert into notes (text) values ('late')")


async def test_ids_are_never_given_out_twice(database: Database) -> None:
    async with database.transaction() as transaction:
        first = [await transaction.next_id("games") for _ in range(3)]
        other = await transaction.next_id("puzzles")
    async with database.transaction() as transaction:
        later = await transaction.next_id("games")
    assert (first, other, later) == ([1, 2, 3], 1, 4)


async def test_closing_ends_the_thread_and_the_log(path: Path, migrations: Path) -> None:
    threads = set(threading.enumerate())
    database = await Database.open(path, migrations)
    await keep(database, "a")
    await database.close()
    await database.close()
    assert workers_end(threads)
    assert [file.name for file in path.parent.iterdir()] == [path.name]
    with pytest.raises(sqlite3.ProgrammingError, match="closed"):
        await database.one("select 1")


async def test_closing_waits_for_a_transaction(path: Path, migrations: Path) -> None:
    database = await Database.open(path, migrations)
    async with database.transaction() as transaction:
        closing = asyncio.create_task(database.close())
        await asyncio.sleep(0)
        await keep(transaction, "a")
    await closing
    again = await Database.open(path, migrations)
    try:
        assert await again.all("select name from facts") == [("a",)]
    finally:
        await again.close()


@pytest.fixture
def shopping_list(path: Path) -> Path:
    path.write_bytes(b"my shopping list, not a database " * 100)
    return path


async def test_what_is_no_database_is_refused_and_nothing_hangs(
    shopping_list: Path, migrations: Path
) -> None:
    threads = set(threading.enumerate())
    with pytest.raises(sqlite3.DatabaseError, match="not a database"):
        await Database.open(shopping_list, migrations)
    with pytest.raises(sqlite3.OperationalError):
        await Database.open(shopping_list.parent / "nowhere" / "sudoku.db", migrations)
    assert workers_end(threads)


async def test_the_log_is_kept_and_references_hold(database: Database) -> None:
    # With 0 a power cut could tear the file. LogSync does what 2 would do in addition.
    assert await database.one("pragma synchronous") == (1,)
    assert await database.one("pragma journal_mode") == ("wal",)
    with pytest.raises(sqlite3.IntegrityError):
        await database.all("insert into dailies (label, puzzle_id) values ('2026-11-21', 99)")


def test_a_killed_process_has_lost_nothing_that_it_reported(path: Path, migrations: Path) -> None:
    program = textwrap.dedent(
        """
        import asyncio, os, signal, sys
        from pathlib import Path
        from bot.store.database import Database

        async def keep(source, name):
            await source.all("insert into facts (name, value) values ($1, 'x')", name)

        async def main():
            database = await Database.open(Path(sys.argv[1]), Path(sys.argv[2]))
            for number in range(50):
                await keep(database, str(number))
                print(number, flush=True)
            async with database.transaction() as transaction:
                await keep(transaction, "open")
                os.kill(os.getpid(), signal.SIGKILL)

        asyncio.run(main())
        """
    )
    killed = subprocess.run(
        [sys.executable, "-c", program, str(path), str(migrations)],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert killed.stdout.split() == [str(number) for number in range(50)], killed.stderr
    connection = sqlite3.connect(path)
    try:
        assert connection.execute("pragma integrity_check").fetchall() == [("ok",)]
        kept = {name for (name,) in connection.execute("select name from facts")}
    finally:
        connection.close()
    assert kept == {str(number) for number in range(50)}


async def test_what_is_written_has_waited_for_the_disk_and_what_is_read_has_not(
    path: Path, migrations: Path
) -> None:
    writes: list[int] = []
    database = await Database.open(path, migrations, lambda at: LogSync(at, writes.append))
    await keep(database, "a")
    assert len(writes) == 1
    async with database.transaction() as transaction:
        await keep(transaction, "c")
        assert len(writes) == 1
    assert len(writes) == 2
    assert await database.one("select count(*) from facts") == (2,)
    assert len(writes) == 2
    await database.close()


async def test_what_is_unhurried_is_there_at_once_and_waits_with_the_next(
    path: Path, migrations: Path
) -> None:
    writes: list[int] = []
    database = await Database.open(path, migrations, lambda at: LogSync(at, writes.append))
    await keep(database.unhurried, "a")
    assert await database.one("select count(*) from facts") == (1,)
    assert writes == []
    await keep(database, "c")
    assert len(writes) == 1
    await database.close()
