"""What a database keeps: rows and bytes of each table, and its largest row."""

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable, Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tests.crash import Ask

Measure = Callable[[], Awaitable["Kept"]]

TABLES: Final = "select tablename from pg_tables where schemaname = current_schema()"


@dataclass(frozen=True, slots=True)
class Table:
    """The rows of a table, their bytes, and those of the largest one."""

    rows: int
    bytes: int
    largest: int


@dataclass(frozen=True, slots=True)
class Kept:
    """Everything that is kept; `size` is that of the files."""

    tables: Mapping[str, Table]
    size: int

    @property
    def rows(self) -> int:
        return sum(table.rows for table in self.tables.values())

    @property
    def bytes(self) -> int:
        return sum(table.bytes for table in self.tables.values())

    @property
    def largest(self) -> int:
        """Bytes of the largest row of all."""
        return max((table.largest for table in self.tables.values()), default=0)

    def grown(self, before: "Kept") -> dict[str, Table]:
        """The tables that have more rows or bytes than before, with how many more."""
        none = Table(0, 0, 0)
        more = {
            name: Table(now.rows - then.rows, now.bytes - then.bytes, now.largest)
            for name, now in self.tables.items()
            if (then := before.tables.get(name, none)) != now
        }
        return dict(sorted(more.items(), key=lambda item: -item[1].bytes))


def in_file(path: Path) -> Measure:
    """Measures an SQLite file that a bot has open."""
    return lambda: asyncio.to_thread(_read, path)


def on_server(ask: Ask) -> Measure:
    """Measures the PostgreSQL database that `ask` asks."""

    async def measure() -> Kept:
        tables = {}
        for (name,) in await ask(TABLES):
            ((rows, held, largest),) = await ask(
                "select count(*), coalesce(sum(pg_column_size(t.*)), 0)::bigint,"  # noqa: S608
                f" coalesce(max(pg_column_size(t.*)), 0) from {name} t"
            )
            tables[name] = Table(rows, held, largest)
        ((size,),) = await ask("select pg_database_size(current_database())")
        return Kept(tables, size)

    return measure


def _read(path: Path) -> Kept:
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as database:
        named = database.execute("select name from sqlite_master where type = 'table'").fetchall()
        tables = {name: _table(database, name) for (name,) in named if "sqlite_" not in name}
    files = (path.with_name(path.name + end) for end in ("", "-wal"))
    return Kept(tables, sum(file.stat().st_size for file in files if file.exists()))


def _table(database: sqlite3.Connection, name: str) -> Table:
    columns = [row[1] for row in database.execute(f"pragma table_info({name})")]
    size = " + ".join(f"coalesce(length(cast({column} as blob)), 0)" for column in columns)
    found = database.execute(
        f"select count(*), coalesce(sum({size}), 0), coalesce(max({size}), 0) from {name}"  # noqa: S608
    ).fetchone()
    return Table(*found)
