"""What the commands print."""

import os
import sys
from collections.abc import Callable

from bot.operate import logs
from bot.settings import Settings


class NoOutput(OSError):  # noqa: N818 - says what is
    """Raised when standard output takes nothing, for the reason in `errno`."""


def say(line: str) -> None:
    """Print a line to standard output; raises NoOutput."""
    try:
        print(line, flush=True)
    except OSError as refusal:
        # The interpreter would try at its end to print what is left, and fail.
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
        raise NoOutput(*refusal.args) from refusal


def announce(settings: Settings) -> Callable[[str], None]:
    """What prints a line as `say` does, in the form of the log."""
    return lambda line: say(logs.in_form(line, settings.log_format))


def refuse(reason: str) -> None:
    """Print one line with a reason to standard error."""
    print(f"sudoku-bot: {reason}", file=sys.stderr)


def say_meanwhile(line: str) -> None:
    """Print a line about work that goes on, for a person who waits at a terminal."""
    if sys.stderr.isatty():
        print(line, file=sys.stderr)


def megabytes(size: int) -> str:
    """A number of bytes as text, in megabytes."""
    return f"{size / 1e6:.1f} MB"
