import asyncio
import shutil
import sqlite3
import subprocess
import sys
import textwrap
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from bot.store.seam.not_stored import NotStored, StoreError
from bot.store.seam.source import Source
from bot.store.sqlite.database import Database
from bot.store.sqlite.write_ahead_log import LogSync


async def keep(source: Source, name: str) -> None:
    """Writes one row into a table that every schema has."""
    await source.all("insert into facts (name, value) values ($1, 'x')", name)


def workers_end(earlier: set[threading.Thread]) -> bool:
    """Whether every thread that was started meanwhile comes to its end."""
    every = set(threading.enumerate()) - earlier
    # The threads of the event loop itself end with the loop.
    started = {thread for thread in every if not thread.name.startswith("asyncio_")}
    for thread in started:
        thread.join(timeout=300)
    return not any(thread.is_alive() for thread in started)


async def test_closing_ends_the_thread_and_the_log(path: Path, migrations: Path) -> None:
    threads = set(threading.enumerate())
    database = await Database.open(path, migrations)
    await keep(database, "a")
    await database.close()
    await database.close()
    assert workers_end(threads)
    assert [file.name for file in path.parent.iterdir()] == [path.name]
    with pytest.raises(StoreError, match="closed"):
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


@pytest.mark.sqlite
async def test_the_log_is_kept_and_references_hold(database: Database) -> None:
    # With `synchronous` 0 a power cut could tear the file. LogSync does what 2 would do in
    # addition.
    assert await database.one("pragma synchronous") == (1,)
    assert await database.one("pragma journal_mode") == ("wal",)
    with pytest.raises(StoreError):
        await database.all("insert into dailies (label, puzzle_id) values ('2026-11-21', 99)")


def test_a_killed_process_has_lost_nothing_that_it_reported(path: Path, migrations: Path) -> None:
    program = textwrap.dedent(
        """
        import asyncio, os, signal, sys
        from pathlib import Path
        from bot.store.sqlite.database import Database

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
        timeout=300,
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


@contextmanager
def foreign(path: Path, statement: str) -> Iterator[sqlite3.Connection]:
    """Another process's connection, in the middle of a transaction."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("begin immediate" if statement.startswith("insert") else "begin")
        connection.execute(statement).fetchall()
        yield connection


WRITES = "insert into facts (name, value) values ('foreign', 'x')"
READS = "select count(*) from facts"


@pytest.mark.sqlite
async def test_whoever_reads_goes_on_while_another_process_writes(
    database: Database, path: Path
) -> None:
    with foreign(path, WRITES) as other:
        writing = [asyncio.create_task(keep(database, str(number))) for number in range(3)]
        joined = asyncio.create_task(write_facts(database, "both", "of them"))
        for _ in range(5):
            assert await database.one(READS) == (0,)
            await asyncio.sleep(0)
        assert not any(task.done() for task in [*writing, joined])
        other.execute("commit")
        await asyncio.gather(*writing, joined)
    assert await database.one(READS) == (6,)


async def write_facts(database: Database, *names: str) -> None:
    async with database.transaction() as transaction:
        for name in names:
            await keep(transaction, name)


async def test_a_lock_that_never_ends_is_told_and_leaves_the_connection_free(
    empty: Path, path: Path, migrations: Path
) -> None:
    shutil.copy(empty, path)
    database = await Database.open(path, migrations, busy_seconds=0.05)
    with foreign(path, WRITES) as other:
        for attempt in (keep(database, "a"), write_facts(database, "b")):
            with pytest.raises(NotStored, match="another process keeps the database locked"):
                await attempt
        assert await database.one(READS) == (0,)
        other.execute("rollback")
    await keep(database, "c")
    assert await database.all("select name from facts") == [("c",)]
    await database.close()


@pytest.mark.long
async def test_in_a_long_lock_nobody_waits_again_and_after_it_all_wait_anew(
    empty: Path, path: Path, migrations: Path
) -> None:
    shutil.copy(empty, path)
    database = await Database.open(path, migrations, busy_seconds=0.3)
    hasty, patient = database.patient(0), database.patient(30)
    with foreign(path, WRITES) as other:
        with pytest.raises(NotStored):
            await keep(database, "a")
        # Each of them fails at its first attempt, so none gives way to the other task.
        waited = asyncio.create_task(asyncio.sleep(0))
        for source in (hasty, database, database.unhurried):
            with pytest.raises(NotStored):
                await keep(source, "b")
        assert not waited.done()
        with pytest.raises(NotStored):
            await write_facts(database, "c")
        assert not waited.done()
        waiting = asyncio.create_task(keep(patient, "d"))
        for _ in range(5):
            await asyncio.sleep(0)
        assert not waiting.done()
        other.execute("rollback")
        await waiting
    with foreign(path, WRITES) as other:
        waiting = asyncio.create_task(keep(database, "e"))
        for _ in range(5):
            await asyncio.sleep(0)
        assert not waiting.done()
        other.execute("rollback")
        await waiting
    assert await database.all("select name from facts order by name") == [("d",), ("e",)]
    await database.close()


@pytest.mark.sqlite
async def test_traces_beside_a_reader_stay_and_nobody_waits_for_it(
    database: Database, path: Path
) -> None:
    log = path.with_name(f"{path.name}-wal")
    await keep(database, "Zephyrine")
    with foreign(path, READS):
        await database.all("delete from facts where name = 'Zephyrine'")
        assert not await database.erase_traces()
        await keep(database, "others go on")
        assert b"Zephyrine" in log.read_bytes()
    assert await database.erase_traces()
    assert log.read_bytes() == b""
    assert await database.one(READS) == (1,)


@pytest.mark.long
def test_a_full_disk_is_named_and_all_goes_on_once_there_is_room(
    path: Path, migrations: Path
) -> None:
    """A limit of the operating system on the size of files, set in a process of its own."""
    program = textwrap.dedent(
        """
        import asyncio, resource, sys
        from pathlib import Path
        from bot.store.sqlite.database import Database
        from bot.store.seam.not_stored import NotStored, StoreError

        async def keep(database, name):
            await database.all("insert into facts (name, value) values ($1, $2)", name, "x" * 3000)

        async def main(database):
            kept, log = [], Path(sys.argv[1] + "-wal")
            _, most = resource.getrlimit(resource.RLIMIT_FSIZE)
            for number in range(2):
                size = log.stat().st_size if log.exists() else 0
                resource.setrlimit(resource.RLIMIT_FSIZE, (size + 100_000, most))
                try:
                    for count in range(1000):
                        await keep(database, f"{number} {count}")
                        kept.append(f"{number} {count}")
                except NotStored as refusal:
                    print(refusal)
                resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))
                await keep(database, f"after {number}")
                kept.append(f"after {number}")
            print({name for (name,) in await database.all("select name from facts")} == {*kept})

        async def opened():
            database = await Database.open(Path(sys.argv[1]), Path(sys.argv[2]))
            try:
                await main(database)
            finally:
                await database.close()

        asyncio.run(opened())
        """
    )
    ended = subprocess.run(
        [sys.executable, "-c", program, str(path), str(migrations)],
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert ended.returncode == 0, ended.stderr
    *reasons, is_as_told = ended.stdout.splitlines()
    assert is_as_told == "True"
    assert len(reasons) == 2
    assert all(reason.startswith("the disk ") for reason in reasons), reasons
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("pragma integrity_check").fetchall() == [("ok",)]
        after = connection.execute("select name from facts where name like 'after%'").fetchall()
    assert after == [("after 0",), ("after 1",)]


@pytest.fixture
def damaged(empty: Path, path: Path) -> Path:
    """A database in which one table's page is no valid page."""
    shutil.copy(empty, path)
    with closing(sqlite3.connect(path)) as connection:
        (page,) = connection.execute(
            "select rootpage from sqlite_master where name = 'facts'"
        ).fetchone()
        (size,) = connection.execute("pragma page_size").fetchone()
    content = bytearray(path.read_bytes())
    content[(page - 1) * size : page * size] = b"\x99" * size
    path.write_bytes(content)
    return path


async def test_a_damaged_page_is_blamed_on_the_file(damaged: Path, migrations: Path) -> None:
    database = await Database.open(damaged, migrations)
    with pytest.raises(NotStored, match="the database is damaged; `sudoku-bot restore`"):
        await keep(database, "a")
    assert await database.all("select * from counters") is not None
    await database.close()
