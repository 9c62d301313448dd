"""What makes a result count: nobody had seen the solution, and nobody was too quick to be true."""

import hashlib
from typing import Final

from engine import Grid

SMALL: Final = 6
"""Boards up to this size may be filled twice as quickly: a glance takes in a whole unit."""


def too_quick(givens: Grid, seconds: int) -> bool:
    """Whether the time is less than one second a blank cell, half a second on small boards."""
    cells = len(givens.blanks())
    return seconds < (cells / 2 if givens.geometry.size <= SMALL else cells)


def solution_key(givens: Grid, solution: Grid) -> str:
    """What tells one solution from another, as 64 hexadecimal digits.

    Givens with digits added or taken away lead to the same key. A 4x4 has only 288 solutions, so
    there the givens belong to it.
    """
    shape = solution.geometry
    parts = [f"{shape.box_rows}x{shape.box_columns}", str(solution)]
    if shape.size < SMALL:
        parts.append(str(givens))
    return hashlib.sha256(":".join(parts).encode()).hexdigest()
