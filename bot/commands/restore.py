"""Put a backup in place of the database, which is kept; refused while a bot runs on it."""

import sqlite3
from argparse import ArgumentParser, Namespace
from datetime import UTC, datetime
from pathlib import Path

from bot.commands import FAILED, OK
from bot.commands.console import refuse, say
from bot.commands.ending import cause
from bot.settings import Settings
from bot.store.seam import lock
from bot.store.seam.migrations import MIGRATIONS, SchemaTooNew, scripts
from bot.store.seam.not_stored import StoreError
from bot.store.sqlite import copies


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("file", type=Path, help="what `sudoku-bot backup` wrote")


def run(settings: Settings, arguments: Namespace) -> int:
    backup: Path = arguments.file
    database = settings.database
    if unfit := _unfit(settings, backup):
        refuse(unfit)
        return FAILED
    kept = database.with_name(f"{database.name}.before-{datetime.now(UTC):%Y%m%dT%H%M%S.%fZ}")
    try:
        # Held throughout: no bot may open the database while its files are exchanged.
        with lock.held(database):
            had_one = database.exists()
            found = copies.replace(database, backup, kept, len(scripts(MIGRATIONS)))
    except copies.BadCopy as wrong:
        refuse(f"nothing was changed: {wrong}")
        return FAILED
    except SchemaTooNew as wrong:
        refuse(f"nothing was changed: {backup}: {wrong}")
        return FAILED
    except (StoreError, sqlite3.Error, OSError) as wrong:
        status, reason = cause(wrong)
        refuse(f"nothing was changed: {database}: {reason}")
        return status
    say(f"{database} is what {backup} was, schema {found.schema}.")
    if had_one:
        say(f"What was there before is kept as {kept}.")
    return OK


def _unfit(settings: Settings, backup: Path) -> str:
    """Why a restore cannot be tried, or nothing."""
    if settings.server:
        return f"{settings.server} is restored with pg_restore, as bot/README.md says"
    if not backup.is_file():
        return f"nothing was changed: there is no file {backup}"
    if settings.database.exists() and backup.samefile(settings.database):
        return f"nothing was changed: {backup} is the database itself"
    return ""
