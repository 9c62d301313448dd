"""Starts `sudoku-bot`: its imports take a second, in which Ctrl-C ends it as quietly as later."""

from bot.commands import INTERRUPTED


def main() -> int:
    """Imports the program and runs one subcommand; returns its exit status."""
    try:
        from bot.__main__ import main as run  # noqa: PLC0415 - its imports may be interrupted

        return run()
    except KeyboardInterrupt:
        return INTERRUPTED
