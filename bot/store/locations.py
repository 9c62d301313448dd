"""Finds the database that the settings name."""

from pathlib import Path

from bot.store.location import Location
from bot.store.not_stored import Unusable
from bot.store.server import Server
from bot.store.sqlite_file import SqliteFile


def location_of(file: Path, server: Server | None) -> Location:
    """The database at a server where there is one, otherwise the file.

    Raises Unusable where the server needs a library that is not installed.
    """
    if server is None:
        return SqliteFile(file)
    try:
        from bot.store.postgres_server import PostgresServer  # noqa: PLC0415 - an extra
    except ModuleNotFoundError as missing:
        needed = "PostgreSQL needs asyncpg: pip install 'sudoku-bot[postgres]'"
        raise Unusable(needed) from missing
    return PostgresServer(server)
