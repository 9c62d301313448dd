"""Copies everything from one database into another one, whatever databases they are.

The tables are filled in the order in which the migrations make them, because a table can only
refer to one that was there before. All of it is one transaction of the target. Then every row of
both is read again and compared: each table has as many rows, and the sum of the digests of its rows
is the same on both sides. So neither the order of the rows, in which databases differ, nor their
number, of which there may be millions, matters.

Two things are not the same on both sides and count as equal: SQLite keeps a boolean as 0 or 1, and
PostgreSQL keeps U+FFFD in place of the character U+0000.
"""

import re
from collections.abc import AsyncIterator, Mapping, Sequence
from hashlib import sha256
from typing import Final

from bot.store.seam.location import Column, Location
from bot.store.seam.migrations import MIGRATIONS, scripts
from bot.store.seam.source import Row, Source, Store, Value

ROWS_AT_ONCE: Final = 200

Columns = Sequence[Column]
Tables = Mapping[str, Columns]


class NotEmpty(RuntimeError):  # noqa: N818 - says what is
    """Raised when there is something in the database that is to be filled."""


class Differs(RuntimeError):  # noqa: N818 - says what is
    """Raised when a copy is not what was copied."""


async def transfer(source: Location, target: Location) -> int:
    """Copy every row of `source` into `target`, which holds nothing; how many rows those are.

    Both are brought up to date first, and nobody may work on them meanwhile. Raises NotEmpty, and
    Differs, with the target left as empty as it was.
    """
    reading = await source.open()
    try:
        writing = await target.open()
        try:
            tables = _in_order(await source.columns(reading))
            _require_equal(source, tables, target, await target.columns(writing))
            await _require_empty(target, writing, tables)
            return await _copy(reading, writing, tables)
        finally:
            await writing.close()
    finally:
        await reading.close()


async def _copy(reading: Store, writing: Store, tables: Tables) -> int:
    total = 0
    async with writing.transaction() as transaction:
        for table, columns in tables.items():
            async for rows in _rows(reading, table, columns):
                await _insert(transaction, table, columns, rows)
            copied = await _digest(reading, table, columns)
            if await _digest(transaction, table, columns) != copied:
                raise Differs(f"the rows of {table} are not those that were copied")
            total += copied[0]
    return total


def _in_order(tables: Tables) -> Tables:
    made = re.findall(r"create table (\w+)", "\n".join(scripts(MIGRATIONS)))
    return {table: tables[table] for table in sorted(tables, key=made.index)}


def _require_equal(source: Location, tables: Tables, target: Location, others: Tables) -> None:
    here, there = _names(tables), _names(others)
    if here != there:
        differing = sorted({column.partition(".")[0] for column in here ^ there})
        raise Differs(f"{source} and {target} have other tables: {', '.join(differing)}")


def _names(tables: Tables) -> set[str]:
    return {f"{table}.{column.name}" for table, columns in tables.items() for column in columns}


async def _require_empty(target: Location, writing: Source, tables: Tables) -> None:
    for table in tables:
        if await writing.one(f"select 1 from {table} limit 1"):  # noqa: S608 - our own name
            raise NotEmpty(f"{target} is not empty: there are rows in {table}")


async def _rows(source: Source, table: str, columns: Columns) -> AsyncIterator[list[Row]]:
    """All rows, some at a time, in the order of the primary key."""
    names = ", ".join(column.name for column in columns)
    places = [place for place, column in enumerate(columns) if column.is_key]
    key = ", ".join(columns[place].name for place in places)
    last: tuple[Value, ...] = ()
    while True:
        marks = ", ".join(f"${number}" for number in range(1, len(places) + 1))
        beyond = f" where ({key}) > ({marks})" if last else ""
        rows = await source.all(
            f"select {names} from {table}{beyond} order by {key} limit {ROWS_AT_ONCE}",  # noqa: S608
            *last,
        )
        if not rows:
            return
        yield [_normal(row, columns) for row in rows]
        last = tuple(rows[-1][place] for place in places)


async def _insert(source: Source, table: str, columns: Columns, rows: Sequence[Row]) -> None:
    names = ", ".join(column.name for column in columns)
    width = len(columns)
    lines = (
        ", ".join(f"${line * width + place}" for place in range(1, width + 1))
        for line in range(len(rows))
    )
    await source.all(
        f"insert into {table} ({names}) values ({'), ('.join(lines)})",  # noqa: S608 - our names
        *(value for row in rows for value in row),
    )


async def _digest(source: Source, table: str, columns: Columns) -> tuple[int, int]:
    """How many rows there are, and the sum of the digests of all of them."""
    count = total = 0
    by_name = sorted(columns, key=lambda column: column.name)
    async for rows in _rows(source, table, by_name):
        count += len(rows)
        total += sum(int.from_bytes(sha256(repr(row).encode()).digest()) for row in rows)
    return count, total


def _normal(row: Row, columns: Columns) -> Row:
    return tuple(map(_equal_on_both, row, columns))


def _equal_on_both(value: Value, column: Column) -> Value:
    if column.kind == "boolean" and value is not None:
        return bool(value)
    return value.replace("\0", "\ufffd") if isinstance(value, str) else value
