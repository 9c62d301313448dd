"""Bring a database to the schema of this program, one numbered script after the other."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import aiosqlite


class SchemaTooNew(Exception):  # noqa: N818 - says what is, as the engine's errors do
    """Raised when the database was written by a newer program than this one."""

    def __init__(self, found: int, known: int) -> None:
        super().__init__(
            f"the database has schema {found}, this program knows schemas up to {known}: "
            "use a newer version of the program"
        )
        self.found = found
        self.known = known


def folder_of(package: Path) -> Path:
    """The folder of the scripts, where `package` is the folder of the package `bot`.

    An installation holds them inside the package, a checkout beside it. A folder of that name
    beside an installed package belongs to another program and is passed over.
    """
    inside = package / "migrations"
    return inside if inside.is_dir() else package.with_name("migrations")


MIGRATIONS: Final = folder_of(Path(__file__).parents[1])
"""The scripts of this program."""


def scripts(folder: Path) -> tuple[str, ...]:
    """The texts of 0001_*.sql, 0002_*.sql, ... in order.

    Raises ValueError when there are none, or a number is missing or taken twice.
    """
    paths = sorted(folder.glob("*.sql"))
    numbers = [path.name.partition("_")[0] for path in paths]
    if not paths or numbers != [f"{number:04}" for number in range(1, len(paths) + 1)]:
        raise ValueError(f"migrations in {folder} are not numbered 0001, 0002, ...: {numbers}")
    return tuple(path.read_text(encoding="utf-8") for path in paths)


def statements(script: str) -> Iterator[str]:
    """The single statements of a script, semicolons within strings and triggers respected."""
    statement = ""
    for piece in script.split(";"):
        statement += piece + ";"
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""
    yield statement


async def migrate(connection: aiosqlite.Connection, folder: Path) -> None:
    """Run every script that the database has not seen; each with its number in one transaction.

    Foreign keys are checked at the end of each script instead of within, so that a script may
    rebuild a table. Raises SchemaTooNew; a script that fails leaves the schema before it and
    raises sqlite3.Error.
    """
    known = scripts(folder)
    found = await _version(connection)
    if found > len(known):
        raise SchemaTooNew(found, len(known))
    # SQLite ignores this pragma within a transaction.
    await connection.execute_fetchall("pragma foreign_keys = off")
    for number in range(found + 1, len(known) + 1):
        await _apply(connection, number, known[number - 1])
    await connection.execute_fetchall("pragma foreign_keys = on")


async def _apply(connection: aiosqlite.Connection, number: int, script: str) -> None:
    await connection.execute_fetchall("begin immediate")
    try:
        # Another process may have been faster while this one waited for the file.
        if await _version(connection) < number:
            await _run(connection, script)
            await connection.execute_fetchall(f"pragma user_version = {number}")
        await connection.commit()
    except BaseException:
        await connection.rollback()
        raise


async def _run(connection: aiosqlite.Connection, script: str) -> None:
    for statement in statements(script):
        await connection.execute_fetchall(statement)
    # The pragma checks every table, also rows that the script has not touched.
    dangling = list(await connection.execute_fetchall("pragma foreign_key_check"))
    if dangling:
        raise sqlite3.IntegrityError(
            f"dangling foreign keys in {sorted({row[0] for row in dangling})}"
        )


async def _version(connection: aiosqlite.Connection) -> int:
    (row,) = await connection.execute_fetchall("pragma user_version")
    return int(row[0])
