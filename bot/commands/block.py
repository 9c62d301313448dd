"""Block an account or a chat, or list who is blocked; a bot that serves follows within seconds."""

import asyncio
import re
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from datetime import UTC, datetime
from typing import Final

from bot.commands import OK
from bot.commands.console import say
from bot.game.person import number_at_telegram
from bot.settings import Settings
from bot.store import blocks
from bot.store.blocks import Block
from bot.store.databases.locations import location_of
from bot.store.seam.location import Location

LARGEST: Final = 2**52
"""Telegram's numbers have 52 bits."""


def add_arguments(parser: ArgumentParser) -> None:
    what = "the number of an account or a chat; without it, who is blocked is listed"
    parser.add_argument("id", metavar="ID", nargs="?", type=account_or_chat, help=what)


def run(settings: Settings, arguments: Namespace) -> int:
    location, number = location_of(settings.database, settings.server), arguments.id
    asyncio.run(_list(location) if number is None else _block(location, number))
    return OK


def account_or_chat(text: str) -> int:
    """The number of an account or a chat that an operator has typed; raises ArgumentTypeError."""
    number = int(text) if re.fullmatch(r"-?[0-9]{1,18}", text) else 0
    # Whoever writes in the name of a chat has a number of their own, which Telegram does not know.
    if not 0 < abs(number_at_telegram(number)) < LARGEST:
        raise ArgumentTypeError(f"{text!r} is not the number of an account or a chat")
    return number


def kind_of(number: int) -> str:
    """What a number is the number of."""
    at_telegram = number_at_telegram(number)
    if at_telegram != number:
        return f"whoever writes in the name of {at_telegram}"
    return "account" if number > 0 else "group or channel"


async def _block(location: Location, number: int) -> None:
    async with location.beside() as source:
        now = int(datetime.now(UTC).timestamp())
        if not await blocks.add(source, number, now):
            block = await blocks.get(source, number)
            say(f"{number} has been blocked before: {_since(block or Block(number, now))}.")
            return
        is_known = await blocks.is_known(source, number)
    unknown = "" if is_known else ", though nobody with that number has been seen"
    say(f"{number} ({kind_of(number)}) is blocked{unknown}.")


async def _list(location: Location) -> None:
    async with location.beside() as source:
        found = await blocks.every(source)
    for block in found:
        say(f"{block.number:>20}  {_since(block)}  {kind_of(block.number)}")
    if not found:
        say("Nobody is blocked.")


def _since(block: Block) -> str:
    return f"since {datetime.fromtimestamp(block.since, UTC):%Y-%m-%d %H:%M} UTC"
