"""Sudoku of any box shape: read, solve, decide, generate.

Everything here is synchronous, typed and free of input and output; every search takes a Budget.
"""

from engine.accelerate import ACCELERATED, UNDECIDED
from engine.batch import count_many, generate_many, pack
from engine.budget import DEFAULT_BUDGET, Budget, BudgetSpent
from engine.fill import random_grid
from engine.generate import CluesImpossible, Puzzle, generate
from engine.geometry import MAX_SIZE, Geometry
from engine.grid import (
    BLANK,
    REASONS,
    SYMBOLS,
    Contradiction,
    Grid,
    InvalidGrid,
    NoSolution,
    NotUnique,
)
from engine.mask import MaskImpossible, generate_on_mask
from engine.notation import parse, parse_line, to_board, to_line
from engine.random_puzzle import random_puzzle
from engine.rng import Rng
from engine.search import (
    count_solutions,
    differing_cells,
    find_contradiction,
    is_unique,
    solutions,
    solve,
)
from engine.symmetry import Symmetry, has_symmetry, orbits, parse_mask

__all__ = [
    "ACCELERATED",
    "BLANK",
    "DEFAULT_BUDGET",
    "MAX_SIZE",
    "REASONS",
    "SYMBOLS",
    "UNDECIDED",
    "Budget",
    "BudgetSpent",
    "CluesImpossible",
    "Contradiction",
    "Geometry",
    "Grid",
    "InvalidGrid",
    "MaskImpossible",
    "NoSolution",
    "NotUnique",
    "Puzzle",
    "Rng",
    "Symmetry",
    "count_many",
    "count_solutions",
    "differing_cells",
    "find_contradiction",
    "generate",
    "generate_many",
    "generate_on_mask",
    "has_symmetry",
    "is_unique",
    "orbits",
    "pack",
    "parse",
    "parse_line",
    "parse_mask",
    "random_grid",
    "random_puzzle",
    "solutions",
    "solve",
    "to_board",
    "to_line",
]
