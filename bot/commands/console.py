"""What the commands print."""

import sys


def say(line: str) -> None:
    """Print a line to standard output."""
    print(line, flush=True)


def refuse(reason: str) -> None:
    """Print one line with a reason to standard error."""
    print(f"sudoku-bot: {reason}", file=sys.stderr)


def megabytes(size: int) -> str:
    """A number of bytes as text, in megabytes."""
    return f"{size / 1e6:.1f} MB"
