"""Serve the chat page in a browser, even where there is a token."""

from argparse import ArgumentParser, Namespace

from bot.commands.run import serve
from bot.settings import Settings


def add_arguments(_: ArgumentParser) -> None:
    """None."""


def run(settings: Settings, _: Namespace) -> int:
    return serve(settings, as_playground=True)
