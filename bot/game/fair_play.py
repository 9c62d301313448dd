"""Whether a solved game counts: its time of play, and the keys of what was checked or seen."""

import hashlib
from typing import Final

from engine.board import Grid

IDLE_SECONDS: Final = 60
"""A longer pause between two acts counts as this much: the player was away.

With five minutes, the time of a puzzle solved in passing was mostly pauses.
"""

SMALL: Final = 6
"""Boards up to this size may be filled twice as quickly: a glance takes in a whole unit."""


def played(seconds: int, last: int, now: int) -> int:
    """The seconds of play after one more act; `last` is the instant of the act before."""
    return seconds + min(max(now - last, 0), IDLE_SECONDS)


def too_quick(givens: Grid, seconds: int) -> bool:
    """Whether the time is less than one second a blank cell, half a second on small boards."""
    cells = len(givens.blanks())
    return seconds < (cells / 2 if givens.geometry.size <= SMALL else cells)


def checked_key(digits: Grid) -> str:
    """The key, 16 hexadecimal digits, under which a check of these digits is recorded."""
    return hashlib.sha256(str(digits).encode()).hexdigest()[:16]


def solution_key(givens: Grid, solution: Grid) -> str:
    """The key, 64 hexadecimal digits, under which the people who saw a solution are recorded.

    Givens with digits added or taken away lead to the same key, so that nobody sees the solution
    of a puzzle by asking for one that differs a little. A 4x4 has only 288 solutions, so there
    the givens belong to the key.
    """
    shape = solution.geometry
    parts = [f"{shape.box_rows}x{shape.box_columns}", str(solution)]
    if shape.size < SMALL:
        parts.append(str(givens))
    return hashlib.sha256(":".join(parts).encode()).hexdigest()
