"""What a board is: its shape, the grid of its cells, and their candidates.

Symmetries of the square and random numbers, by which boards are made, are here as well. Nothing is
searched in this room, and it imports no other one.
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
