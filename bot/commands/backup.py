"""Copy the database as it is at one instant to a new file, also while a bot serves."""

import sqlite3
from argparse import ArgumentParser, Namespace
from pathlib import Path

from bot.commands import FAILED, OK
from bot.commands.console import megabytes, refuse, say
from bot.settings import Settings
from bot.store.sqlite import copies


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("file", type=Path, help="the copy, which must not be there yet")


def run(settings: Settings, arguments: Namespace) -> int:
    target: Path = arguments.file
    if settings.server:
        refuse(f"{settings.server} is copied with pg_dump, as bot/README.md says")
        return FAILED
    try:
        copies.copy(settings.database, target)
    except FileExistsError:
        refuse(f"{target} is there already and stays as it is")
        return FAILED
    except (copies.BadCopy, sqlite3.Error, OSError) as wrong:
        refuse(f"no backup of {settings.database} was made: {wrong}")
        return FAILED
    schema = copies.examine(target).schema
    say(f"{target}: {megabytes(target.stat().st_size)}, schema {schema}, checked and whole.")
    return OK
