import sqlite3
from contextlib import closing

import pytest

from bot.background.erasing import Eraser
from bot.store import belongings, erasures
from bot.store.seam.source import Store


class Nights:
    """A sleep whose second call ends the reader's transaction, and whose third ends the eraser."""

    def __init__(self, reader: sqlite3.Connection, database: Store) -> None:
        self.reader = reader
        self.database = database
        self.unfinished: list[int] = []

    async def __call__(self, _: float) -> None:
        self.unfinished.append(await erasures.unfinished(self.database))
        if len(self.unfinished) == 2:
            self.reader.execute("commit")
        if len(self.unfinished) == 3:
            raise LookupError


@pytest.mark.sqlite
async def test_it_tries_until_nobody_reads_any_more(database: Store) -> None:
    (row,) = await database.all("pragma database_list")
    with closing(sqlite3.connect(row[2], isolation_level=None)) as reader:
        reader.execute("begin")
        reader.execute("select count(*) from users").fetchone()
        assert not await belongings.delete_user(database, 7, 9)
        nights = Nights(reader, database)
        with pytest.raises(LookupError):
            await Eraser(database, nights).run()
    assert nights.unfinished == [1, 1, 0]


@pytest.mark.sqlite
async def test_it_tries_every_ten_seconds_whatever_happens(
    database: Store, caplog: pytest.LogCaptureFixture
) -> None:
    slept = list[float]()

    async def sleep(seconds: float) -> None:
        slept.append(seconds)
        if len(slept) == 3:
            raise LookupError

    await database.all("alter table erasures rename to elsewhere")
    with pytest.raises(LookupError):
        await Eraser(database, sleep).run()
    assert slept == [10.0] * 3
    assert caplog.text.count("traces could not be erased") == 3
