"""Serve the chat page in a browser, even where there is a token."""

from argparse import ArgumentParser, Namespace
from dataclasses import replace

from bot import app
from bot.commands import OK
from bot.commands.console import announce
from bot.playground.service import playground
from bot.settings import Settings


def add_arguments(_: ArgumentParser) -> None:
    """None."""


def run(settings: Settings, _: Namespace) -> int:
    app.serve(replace(settings, token=""), announce(settings), playground)
    return OK
