"""Bring the database up to date, as the bot itself does when it starts."""

import asyncio
from argparse import ArgumentParser, Namespace

from bot.commands import OK
from bot.commands.console import say
from bot.settings import Settings
from bot.store import copies, lock
from bot.store.database import Database
from bot.store.migrate import MIGRATIONS


def add_arguments(_: ArgumentParser) -> None:
    """None."""


def run(settings: Settings, _: Namespace) -> int:
    with lock.held(settings.database):
        before = copies.examine(settings.database).schema if settings.database.exists() else 0
        asyncio.run(_migrate(settings))
        after = copies.examine(settings.database).schema
    if before == after:
        say(f"{settings.database} is up to date: schema {after}.")
    else:
        say(f"{settings.database} went from schema {before} to {after}.")
    return OK


async def _migrate(settings: Settings) -> None:
    database = await Database.open(settings.database, MIGRATIONS)
    await database.close()
