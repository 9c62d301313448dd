"""Brings a SQLite file to the schema of this program, one numbered script after the other."""

import re
import sqlite3
from pathlib import Path
from typing import Final

import aiosqlite

from bot.store.seam.migrations import SchemaTooNew, scripts, statements

_COMMENT: Final = re.compile("--[^\n]*")
_SPARES: Final = re.compile(
    r"create (table|index|unique index)\b|alter table \w+ (add|drop) column\b|;?$"
)
"""How a statement begins, in small letters, after which every reference leads where it did."""


async def migrate(connection: aiosqlite.Connection, folder: Path) -> None:
    """Run every script that is new to the database, each with its number in one transaction.

    Foreign keys are checked at the end of each script and not within it, so that a script may
    rebuild a table. Raises SchemaTooNew; a script that fails is undone and raises sqlite3.Error.
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
        # Another process may have run the script while this one waited for the file.
        if await _version(connection) < number:
            await _run(connection, script)
            await connection.execute_fetchall(f"pragma user_version = {number}")
        await connection.commit()
    except BaseException:
        await connection.rollback()
        raise


async def _run(connection: aiosqlite.Connection, script: str) -> None:
    is_sparing = True
    for statement in statements(script):
        await connection.execute_fetchall(statement)
        is_sparing &= _SPARES.match(_COMMENT.sub("", statement).strip().lower()) is not None
    # The check reads every row of every table, which takes longer than most scripts.
    if is_sparing:
        return
    dangling = list(await connection.execute_fetchall("pragma foreign_key_check"))
    if dangling:
        raise sqlite3.IntegrityError(
            f"dangling foreign keys in {sorted({row[0] for row in dangling})}"
        )


async def _version(connection: aiosqlite.Connection) -> int:
    (row,) = await connection.execute_fetchall("pragma user_version")
    return int(row[0])
