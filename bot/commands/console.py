"""What the commands say."""

import sys
from pathlib import Path


def say(line: str) -> None:
    """To standard output."""
    print(line, flush=True)


def refuse(reason: str) -> None:
    """One line to standard error."""
    print(f"sudoku-bot: {reason}", file=sys.stderr)


def size_of(path: Path) -> str:
    """The size of a file, as people read it."""
    return f"{path.stat().st_size / 1e6:.1f} MB"
