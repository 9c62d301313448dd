"""Serve the chat page in a browser, even where there is a token."""

from argparse import ArgumentParser, Namespace
from contextlib import AbstractAsyncContextManager
from dataclasses import replace
from pathlib import Path

from bot import app
from bot.commands import OK
from bot.commands.console import announce
from bot.settings import Settings


def add_arguments(_: ArgumentParser) -> None:
    """None."""


def run(settings: Settings, _: Namespace) -> int:
    app.serve(replace(settings, token=""), announce(settings), pretended)
    return OK


def pretended(port: int, journal: Path) -> AbstractAsyncContextManager[app.Pretended]:
    """The playground; a bot that serves Telegram does without its memory."""
    from bot.playground.service import playground  # noqa: PLC0415 - see above

    return playground(port, journal)
