"""Finds the database that the settings name."""

from pathlib import Path

from bot.store.postgres.address import Server
from bot.store.seam.location import Location
from bot.store.seam.not_stored import Unusable
from bot.store.sqlite.location import SqliteFile


def location_of(file: Path, server: Server | None) -> Location:
    """The database at a server where there is one, otherwise the file.

    Raises Unusable where the server needs a library that is not installed.
    """
    if server is None:
        return SqliteFile(file)
    try:
        from bot.store.postgres.location import PostgresServer  # noqa: PLC0415 - an extra
    except ModuleNotFoundError as missing:
        needed = "PostgreSQL needs asyncpg: pip install 'sudoku-bot[postgres]'"
        raise Unusable(needed) from missing
    return PostgresServer(server)
