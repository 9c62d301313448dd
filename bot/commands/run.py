"""Serve Telegram where there is a token, otherwise the playground (the default)."""

from argparse import ArgumentParser, Namespace

from bot import app
from bot.commands import OK
from bot.commands.console import announce
from bot.commands.playground import pretended
from bot.settings import Settings


def add_arguments(_: ArgumentParser) -> None:
    """None."""


def run(settings: Settings, _: Namespace) -> int:
    app.serve(settings, announce(settings), pretended)
    return OK
