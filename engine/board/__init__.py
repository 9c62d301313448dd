"""What a board is: its shape, the grid of its cells, and their candidates.

The symmetries of the square and the random numbers with which boards are made are here as well.
Nothing in this room searches, and it imports no other room.
"""

from engine.board.geometry import KINDS, MAX_SIZE, Geometry
from engine.board.grid import (
    BLANK,
    REASONS,
    SYMBOLS,
    Contradiction,
    Grid,
    InvalidGrid,
    NoSolution,
    NotUnique,
)
from engine.board.rng import Rng
from engine.board.symmetry import Symmetry, has_symmetry, orbits, parse_mask

__all__ = [
    "BLANK",
    "KINDS",
    "MAX_SIZE",
    "REASONS",
    "SYMBOLS",
    "Contradiction",
    "Geometry",
    "Grid",
    "InvalidGrid",
    "NoSolution",
    "NotUnique",
    "Rng",
    "Symmetry",
    "has_symmetry",
    "orbits",
    "parse_mask",
]
