"""Copies everything from one database into another, of the same kind or not.

The tables are filled in the order in which the migrations make them, because a table only refers to
tables that were there before it. The whole copy is one transaction of the target. Behind each table
the rows of both sides are read again and compared: there must be as many of them, and the sums of
their digests must be equal. A sum does not depend on the order of the rows, in which databases
differ, and it takes no memory for a table of millions.

Two differences between the databases count as equal: SQLite stores a boolean as 0 or 1, and
PostgreSQL stores U+FFFD in place of the character U+0000.
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
    """Raised when the target of a copy holds something already."""


class Differs(RuntimeError):  # noqa: N818 - says what is
    """Raised when a copy is not equal to what was copied."""


async def transfer(source: Location, target: Location) -> int:
    """Copy every row of `source` into the empty `target`; returns the number of rows.

    Both are brought up to date first, and nobody else may work on them meanwhile. Raises NotEmpty
    or Differs; the rows of the target are unchanged then.
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
    """All rows, ROWS_AT_ONCE at a time, in the order of the primary key."""
    names = ", ".join(column.name for column in columns)
    places = [place for place, column in enumerate(columns) if column.is_key]
    key = ", ".join(columns[place].name for place in places)
    last: tuple[Value, ...] = ()
    while True:
        marks = ", ".join(f"${number}" for number in range(1, len(places) + 1))
        # Behind the last key: an offset would read all earlier rows again for each page.
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
    # The two databases may list the columns of a table in different orders.
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
