"""Sudoku of any box shape: read, solve, count, generate, rate and explain.

Everything here is synchronous, typed and free of input and output; every search takes a Budget.

The names listed below are the public surface, grouped by the room that defines them. To import all
of them takes four times as long as to start Python, so each is imported when it is first used.
"""

# As in `typing`, whose import alone would take a quarter of the time that Python takes to start.
TYPE_CHECKING = False

# Listed twice: type checkers read these imports, `__getattr__` reads the table below.
if TYPE_CHECKING:
    from engine.board import BLANK as BLANK
    from engine.board import MAX_SIZE as MAX_SIZE
    from engine.board import REASONS as REASONS
    from engine.board import SYMBOLS as SYMBOLS
    from engine.board import Contradiction as Contradiction
    from engine.board import Geometry as Geometry
    from engine.board import Grid as Grid
    from engine.board import InvalidGrid as InvalidGrid
    from engine.board import NoSolution as NoSolution
    from engine.board import NotUnique as NotUnique
    from engine.board import Rng as Rng
    from engine.board import Symmetry as Symmetry
    from engine.board import has_symmetry as has_symmetry
    from engine.board import orbits as orbits
    from engine.board import parse_mask as parse_mask
    from engine.difficulty import Difficulty as Difficulty
    from engine.difficulty import DifficultyImpossible as DifficultyImpossible
    from engine.difficulty import Grade as Grade
    from engine.difficulty import NotRated as NotRated
    from engine.difficulty import difficulty_of as difficulty_of
    from engine.difficulty import generate_graded as generate_graded
    from engine.difficulty import generate_with as generate_with
    from engine.difficulty import rate as rate
    from engine.exact import count_exactly as count_exactly
    from engine.make import CluesImpossible as CluesImpossible
    from engine.make import Puzzle as Puzzle
    from engine.make import generate as generate
    from engine.make.fill import random_grid as random_grid
    from engine.make.many import generate_many as generate_many
    from engine.make.mask import MaskImpossible as MaskImpossible
    from engine.make.mask import generate_on_mask as generate_on_mask
    from engine.make.random_givens import random_puzzle as random_puzzle
    from engine.notation import pack_lines as pack_lines
    from engine.notation import parse as parse
    from engine.notation import parse_line as parse_line
    from engine.notation import to_board as to_board
    from engine.notation import to_line as to_line
    from engine.search import ACCELERATED as ACCELERATED
    from engine.search import DEFAULT_BUDGET as DEFAULT_BUDGET
    from engine.search import UNDECIDED as UNDECIDED
    from engine.search import Budget as Budget
    from engine.search import BudgetSpent as BudgetSpent
    from engine.search import count_solutions as count_solutions
    from engine.search import differing_cells as differing_cells
    from engine.search import find_contradiction as find_contradiction
    from engine.search import is_unique as is_unique
    from engine.search import solutions as solutions
    from engine.search import solve as solve
    from engine.search.batch import count_many as count_many
    from engine.search.batch import pack as pack
    from engine.search.check import NoProof as NoProof
    from engine.search.check import ProofWrong as ProofWrong
    from engine.search.check import Proved as Proved
    from engine.search.check import check_proof as check_proof
    from engine.search.check import proofs_in as proofs_in
    from engine.search.parallel import split_solutions as split_solutions
    from engine.search.proof import Proof as Proof
    from engine.search.proof import prove as prove
    from engine.techniques import TAUGHT as TAUGHT
    from engine.techniques import Step as Step
    from engine.techniques import Technique as Technique
    from engine.techniques import technique_named as technique_named
    from engine.way import easiest_way as easiest_way
    from engine.way import short_way as short_way
    from engine.words import explain as explain

__version__ = "0.2.0"

_NAMES = {
    "board": (
        "BLANK",
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
    ),
    "difficulty": (
        "Difficulty",
        "DifficultyImpossible",
        "Grade",
        "NotRated",
        "difficulty_of",
        "generate_graded",
        "generate_with",
        "rate",
    ),
    "exact": ("count_exactly",),
    "make": (
        "CluesImpossible",
        "Puzzle",
        "generate",
    ),
    "make.fill": ("random_grid",),
    "make.many": ("generate_many",),
    "make.mask": (
        "MaskImpossible",
        "generate_on_mask",
    ),
    "make.random_givens": ("random_puzzle",),
    "notation": (
        "pack_lines",
        "parse",
        "parse_line",
        "to_board",
        "to_line",
    ),
    "search": (
        "ACCELERATED",
        "DEFAULT_BUDGET",
        "UNDECIDED",
        "Budget",
        "BudgetSpent",
        "count_solutions",
        "differing_cells",
        "find_contradiction",
        "is_unique",
        "solutions",
        "solve",
    ),
    "search.batch": (
        "count_many",
        "pack",
    ),
    "search.check": (
        "NoProof",
        "Proved",
        "ProofWrong",
        "check_proof",
        "proofs_in",
    ),
    "search.parallel": ("split_solutions",),
    "search.proof": (
        "Proof",
        "prove",
    ),
    "techniques": (
        "TAUGHT",
        "Step",
        "Technique",
        "technique_named",
    ),
    "way": (
        "short_way",
        "easiest_way",
    ),
    "words": ("explain",),
}
_MODULE_OF = {name: module for module, names in _NAMES.items() for name in names}

__all__ = list(_MODULE_OF)


def __getattr__(name: str) -> object:
    if name not in _MODULE_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    # Imported here because the quickest of the command line needs no names.
    from importlib import import_module  # noqa: PLC0415

    found: object = getattr(import_module(f"engine.{_MODULE_OF[name]}"), name)
    # Kept, so that `__getattr__` is asked for each name only once.
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted([*__all__, "__version__"])
