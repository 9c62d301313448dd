"""Copy the database as it is at one instant to a new file, also while a bot serves."""

import asyncio
import sqlite3
from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from bot.commands import FAILED, MUST_CHANGE, OK
from bot.commands.console import megabytes, refuse, say, say_meanwhile
from bot.commands.ending import cause
from bot.settings import Settings
from bot.store import facts
from bot.store.databases.locations import location_of
from bot.store.seam.migrations import SchemaTooNew, SchemaTooOld
from bot.store.seam.not_stored import StoreError
from bot.store.sqlite import copies

TENTHS: Final = 10


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("file", type=Path, help="the copy, which must not be there yet")


def run(settings: Settings, arguments: Namespace) -> int:
    target: Path = arguments.file
    try:
        _require_fit(settings, target)
        found = copies.copy(settings.database, target, _tenths())
    except FileExistsError:
        refuse(f"{target} is there already and stays as it is")
        return FAILED
    except _Unfit as wrong:
        refuse(str(wrong))
        return wrong.status
    except copies.BadCopy as wrong:
        refuse(f"no backup was made: {wrong}")
        return MUST_CHANGE
    except (StoreError, sqlite3.Error, OSError) as wrong:
        status, reason = cause(wrong)
        refuse(f"no backup of {settings.database} was made: {reason}")
        return status
    size = megabytes(target.stat().st_size)
    say(f"{target}: {size}, schema {found.schema}, checked and whole.")
    try:
        asyncio.run(_note(settings))
    except (SchemaTooOld, SchemaTooNew, StoreError, sqlite3.Error, OSError) as wrong:
        refuse(f"the bot's metrics will not know of this backup: {wrong}")
    return OK


class _Unfit(Exception):  # noqa: N818 - says what is
    """Raised where no copy can be tried; the command ends with the `status`."""

    def __init__(self, words: str, status: int = FAILED) -> None:
        super().__init__(words)
        self.status = status


def _require_fit(settings: Settings, target: Path) -> None:
    if settings.server:
        raise _Unfit(f"{settings.server} is copied with pg_dump, as bot/README.md says")
    if not target.parent.is_dir():
        raise _Unfit(f"no backup was made: there is no folder {target.parent}")
    if not settings.database.exists():
        raise _Unfit(f"no backup was made: {settings.database} is not there", MUST_CHANGE)


def _tenths() -> Callable[[float], None]:
    """Says at each tenth how much is copied."""
    said = 0

    def told(share: float) -> None:
        nonlocal said
        if int(share * TENTHS) > said:
            said = int(share * TENTHS)
            say_meanwhile(f"{said}0 % copied{', and now checked' if said == TENTHS else ''}")

    return told


async def _note(settings: Settings) -> None:
    """Notes the time in the database, from which a bot that serves takes the backup's age."""
    async with location_of(settings.database, None).beside() as source:
        await facts.put(source, facts.BACKED_UP, str(int(datetime.now(UTC).timestamp())))
