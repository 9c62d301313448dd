"""What the commands print."""

import sys


def say(line: str) -> None:
    """Print a line to standard output."""
    print(line, flush=True)


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
