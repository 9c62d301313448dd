"""Bring the database up to date, as the bot itself does when it starts."""

import asyncio
from argparse import ArgumentParser, Namespace

from bot.commands import OK
from bot.commands.console import say
from bot.settings import Settings
from bot.store.databases.locations import location_of
from bot.store.seam.location import Location


def add_arguments(_: ArgumentParser) -> None:
    """None."""


def run(settings: Settings, _: Namespace) -> int:
    location = location_of(settings.database, settings.server)
    before = _schema(location)
    asyncio.run(_migrate(location))
    after = _schema(location)
    if before == after:
        say(f"{location} is up to date: schema {after}.")
    else:
        say(f"{location} went from schema {before} to {after}.")
    return OK


def _schema(location: Location) -> int:
    found = location.examine()
    return found.schema if found else 0


async def _migrate(location: Location) -> None:
    async with location.held():
        database = await location.open()
        await database.close()
