"""What the commands say."""

import sys


def say(line: str) -> None:
    """To standard output."""
    print(line, flush=True)


def refuse(reason: str) -> None:
    """One line to standard error."""
    print(f"sudoku-bot: {reason}", file=sys.stderr)


def megabytes(size: int) -> str:
    """A number of bytes, as people read it."""
    return f"{size / 1e6:.1f} MB"
