"""Sudoku of any box shape: read, solve, count, generate, rate and explain.

Everything here is synchronous, typed and free of input and output; every search takes a Budget.

What is listed below is the public surface. Each name is imported when it is first asked for: to
import all at once takes as long as to start Python four times over. Some functions have the name
of the module that they are in; here that name is always the function.
"""

import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from engine.accelerate import ACCELERATED as ACCELERATED
    from engine.accelerate import UNDECIDED as UNDECIDED
    from engine.batch import count_many as count_many
    from engine.batch import pack as pack
    from engine.budget import DEFAULT_BUDGET as DEFAULT_BUDGET
    from engine.budget import Budget as Budget
    from engine.budget import BudgetSpent as BudgetSpent
    from engine.check import ProofWrong as ProofWrong
    from engine.check import Proved as Proved
    from engine.check import check_proof as check_proof
    from engine.difficulty import Difficulty as Difficulty
    from engine.difficulty import DifficultyImpossible as DifficultyImpossible
    from engine.difficulty import Grade as Grade
    from engine.difficulty import NotRated as NotRated
    from engine.difficulty import difficulty as difficulty
    from engine.difficulty import generate_graded as generate_graded
    from engine.difficulty import generate_with as generate_with
    from engine.difficulty import rate as rate
    from engine.exact import count_exactly as count_exactly
    from engine.explain import explain as explain
    from engine.fill import random_grid as random_grid
    from engine.generate import CluesImpossible as CluesImpossible
    from engine.generate import Puzzle as Puzzle
    from engine.generate import generate as generate
    from engine.generate_many import generate_many as generate_many
    from engine.geometry import MAX_SIZE as MAX_SIZE
    from engine.geometry import Geometry as Geometry
    from engine.grid import BLANK as BLANK
    from engine.grid import REASONS as REASONS
    from engine.grid import SYMBOLS as SYMBOLS
    from engine.grid import Contradiction as Contradiction
    from engine.grid import Grid as Grid
    from engine.grid import InvalidGrid as InvalidGrid
    from engine.grid import NoSolution as NoSolution
    from engine.grid import NotUnique as NotUnique
    from engine.lines import pack_lines as pack_lines
    from engine.logic import solve_path as solve_path
    from engine.mask import MaskImpossible as MaskImpossible
    from engine.mask import generate_on_mask as generate_on_mask
    from engine.notation import parse as parse
    from engine.notation import parse_line as parse_line
    from engine.notation import to_board as to_board
    from engine.notation import to_line as to_line
    from engine.parallel import split_solutions as split_solutions
    from engine.path import short_path as short_path
    from engine.prove import Proof as Proof
    from engine.prove import prove as prove
    from engine.random_puzzle import random_puzzle as random_puzzle
    from engine.rng import Rng as Rng
    from engine.search import count_solutions as count_solutions
    from engine.search import differing_cells as differing_cells
    from engine.search import find_contradiction as find_contradiction
    from engine.search import is_unique as is_unique
    from engine.search import solutions as solutions
    from engine.search import solve as solve
    from engine.symmetry import Symmetry as Symmetry
    from engine.symmetry import has_symmetry as has_symmetry
    from engine.symmetry import orbits as orbits
    from engine.symmetry import parse_mask as parse_mask
    from engine.techniques import Step as Step
    from engine.techniques import Technique as Technique

__version__: Final = "0.1.0"

_NAMES: Final = {
    "accelerate": ("ACCELERATED", "UNDECIDED"),
    "batch": ("count_many", "pack"),
    "budget": ("DEFAULT_BUDGET", "Budget", "BudgetSpent"),
    "check": ("ProofWrong", "Proved", "check_proof"),
    "difficulty": (
        *("Difficulty", "DifficultyImpossible", "Grade", "NotRated"),
        *("difficulty", "generate_graded", "generate_with", "rate"),
    ),
    "exact": ("count_exactly",),
    "explain": ("explain",),
    "fill": ("random_grid",),
    "generate": ("CluesImpossible", "Puzzle", "generate"),
    "generate_many": ("generate_many",),
    "geometry": ("MAX_SIZE", "Geometry"),
    "grid": (
        *("BLANK", "REASONS", "SYMBOLS", "Contradiction", "Grid"),
        *("InvalidGrid", "NoSolution", "NotUnique"),
    ),
    "lines": ("pack_lines",),
    "logic": ("solve_path",),
    "mask": ("MaskImpossible", "generate_on_mask"),
    "notation": ("parse", "parse_line", "to_board", "to_line"),
    "parallel": ("split_solutions",),
    "path": ("short_path",),
    "prove": ("Proof", "prove"),
    "random_puzzle": ("random_puzzle",),
    "rng": ("Rng",),
    "search": (
        *("count_solutions", "differing_cells", "find_contradiction"),
        *("is_unique", "solutions", "solve"),
    ),
    "symmetry": ("Symmetry", "has_symmetry", "orbits", "parse_mask"),
    "techniques": ("Step", "Technique"),
}
_MODULE_OF: Final = {name: module for module, names in _NAMES.items() for name in names}

__all__ = list(_MODULE_OF)


def __getattr__(name: str) -> object:
    if name not in _MODULE_OF:
        raise AttributeError(f"module 'engine' has no attribute {name!r}")
    found: object = getattr(import_module(f"engine.{_MODULE_OF[name]}"), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted([*__all__, "__version__"])


class _Surface(ModuleType):
    """Whoever imports `engine.generate`, the module, leaves `engine.generate` the function."""

    def __setattr__(self, name: str, value: object) -> None:
        if not (isinstance(value, ModuleType) and name in _MODULE_OF):
            super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Surface
