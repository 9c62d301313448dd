"""Copy everything into an empty database: from a file or a PostgreSQL server to another."""

import asyncio
import sqlite3
from argparse import ArgumentParser, Namespace
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Final

from bot.commands import FAILED, OK, WRONG_USAGE
from bot.commands.console import refuse, say
from bot.commands.ending import cause
from bot.settings import Settings
from bot.store.databases.locations import location_of
from bot.store.databases.transfer import Differs, NotEmpty, transfer
from bot.store.postgres.address import BadAddress, Server
from bot.store.seam.location import Location
from bot.store.seam.lock import DatabaseInUse
from bot.store.seam.migrations import SchemaTooNew
from bot.store.seam.not_stored import StoreError

WRONG: Final = (SchemaTooNew, DatabaseInUse, StoreError, sqlite3.Error, OSError)


def add_arguments(parser: ArgumentParser) -> None:
    what = "a file, or postgresql://user@host/name with the password in ~/.pgpass"
    parser.add_argument("source", metavar="FROM", help=f"what is copied: {what}")
    parser.add_argument("target", metavar="TO", help="where nothing is yet: likewise")


def run(_: Settings, arguments: Namespace) -> int:
    try:
        source, target = _location(arguments.source), _location(arguments.target)
    except BadAddress as wrong:
        refuse(f"FROM or TO: {wrong}")
        return WRONG_USAGE
    if source == target:
        refuse(f"FROM and TO are both {source}")
        return WRONG_USAGE
    try:
        found = source.examine()
        if found is None or not found.is_ours:
            what = "is not there" if found is None else "is no database of this program"
            refuse(f"{source} {what}")
            return FAILED
        count = asyncio.run(_move(source, target))
    except (NotEmpty, Differs) as wrong:
        refuse(f"nothing was copied: {wrong}")
        return FAILED
    except WRONG as wrong:
        status, reason = cause(wrong)
        refuse(f"nothing was copied: {reason}")
        return status
    say(f"{target} has all {count} rows of {source}, compared one by one.")
    return OK


async def _move(source: Location, target: Location) -> int:
    async with AsyncExitStack() as stack:
        for location in (source, target):
            await stack.enter_async_context(location.held())
        return await transfer(source, target)


def _location(value: str) -> Location:
    return location_of(Path(value), Server.of(value))
