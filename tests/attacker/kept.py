"""What a database keeps: rows and bytes of each table, and its largest row."""

import asyncio
import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Protocol

from tests.crash import Ask

OWNERS: Final = ("chat_id", "user_id")
"""Columns that say whose a row is."""

COLUMNS: Final = (
    "select table_name::text, column_name::text from information_schema.columns"
    " where table_schema = current_schema() order by table_name, ordinal_position"
)


class Measure(Protocol):
    """Measures all tables, or with `owners` only the rows of these people and chats.

    A table that does not say whose its rows are is always measured as a whole.
    """

    async def __call__(self, owners: Sequence[int] = ()) -> "Kept": ...


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

    async def measure(owners: Sequence[int] = ()) -> Kept:
        return await asyncio.to_thread(_read, path, owners)

    return measure


def on_server(ask: Ask) -> Measure:
    """Measures the PostgreSQL database that `ask` asks."""

    async def measure(owners: Sequence[int] = ()) -> Kept:
        columns: dict[str, list[str]] = {}
        for table, column in await ask(COLUMNS):
            columns.setdefault(table, []).append(column)
        tables = {}
        for name, some in columns.items():
            ((rows, held, largest),) = await ask(
                "select count(*), coalesce(sum(pg_column_size(t.*)), 0)::bigint,"  # noqa: S608
                f" coalesce(max(pg_column_size(t.*)), 0) from {name} t{_owned(some, owners)}"
            )
            tables[name] = Table(rows, held, largest)
        ((size,),) = await ask("select pg_database_size(current_database())")
        return Kept(tables, size)

    return measure


def _read(path: Path, owners: Sequence[int]) -> Kept:
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as database:
        named = database.execute("select name from sqlite_master where type = 'table'").fetchall()
        tables = {
            name: _table(database, name, owners) for (name,) in named if "sqlite_" not in name
        }
    files = (path.with_name(path.name + end) for end in ("", "-wal"))
    return Kept(tables, sum(file.stat().st_size for file in files if file.exists()))


def _table(database: sqlite3.Connection, name: str, owners: Sequence[int]) -> Table:
    columns = [row[1] for row in database.execute(f"pragma table_info({name})")]
    size = " + ".join(f"coalesce(length(cast({column} as blob)), 0)" for column in columns)
    found = database.execute(
        f"select count(*), coalesce(sum({size}), 0), coalesce(max({size}), 0)"  # noqa: S608
        f" from {name}{_owned(columns, owners)}"
    ).fetchone()
    return Table(*found)


def _owned(columns: Sequence[str], owners: Sequence[int]) -> str:
    """Limits a select to rows about these people and chats, in a table that names such."""
    naming = [column for column in OWNERS if column in columns]
    if not owners or not naming:
        return ""
    listed = ", ".join(map(str, owners))
    return " where " + " or ".join(f"{column} in ({listed})" for column in naming)
