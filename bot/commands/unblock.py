"""End the block of an account or a chat; a bot that serves follows within seconds."""

import asyncio
from argparse import ArgumentParser, Namespace

from bot.commands import FAILED, OK
from bot.commands.block import account_or_chat, kind_of
from bot.commands.console import refuse, say
from bot.settings import Settings
from bot.store import blocks
from bot.store.databases.locations import location_of
from bot.store.seam.location import Location


def add_arguments(parser: ArgumentParser) -> None:
    what = "the number that was blocked, as `sudoku-bot block` lists it"
    parser.add_argument("id", metavar="ID", type=account_or_chat, help=what)


def run(settings: Settings, arguments: Namespace) -> int:
    number: int = arguments.id
    if not asyncio.run(_unblock(location_of(settings.database, settings.server), number)):
        refuse(f"{number} is not blocked")
        return FAILED
    say(f"{number} ({kind_of(number)}) is no longer blocked.")
    return OK


async def _unblock(location: Location, number: int) -> bool:
    async with location.beside() as source:
        return await blocks.remove(source, number)
