"""Random grids of givens as in Peter Norvig's essay "Solving Every Sudoku Puzzle"."""

from typing import Final

from engine.board.arguments import instance
from engine.board.candidates import BROKEN, candidates_of
from engine.board.geometry import Geometry
from engine.board.grid import Grid
from engine.board.rng import Rng
from engine.make.puzzle import least_clues
from engine.search import accelerate
from engine.search.accelerate import ACCELERATED
from engine.search.budget import Budget

_ENDLESS: Final = Budget(float("inf"))


def random_puzzle(geometry: Geometry, rng: Rng) -> Grid:
    """Random givens without a visible contradiction; they may have no solution, one or many.

    Cells in random order get a random one of their candidates, each followed by propagation, until
    at least 17 cells are known and at least 8 digits occur among them (in general: the least
    number of clues, and all digits but one). After a contradiction it starts again. All known
    cells are givens, the same for the same state of `rng` on every machine.
    """
    instance("geometry", geometry, Geometry)
    instance("rng", rng, Rng)
    if ACCELERATED:
        return accelerate.random_puzzle(geometry, least_clues(geometry), rng, _ENDLESS)
    return draw(geometry, rng)


def draw(geometry: Geometry, rng: Rng) -> Grid:
    """The grid of `random_puzzle` by the Python path."""
    while True:
        grid = _attempt(geometry, rng)
        if grid is not None:
            return grid


def _attempt(geometry: Geometry, rng: Rng) -> Grid | None:
    candidates = candidates_of(geometry)
    board, placed = candidates.everything, 0
    order = list(range(geometry.cell_count))
    rng.shuffle(order)
    for cell in order:
        options = candidates.of_cell(board, cell)
        option = options[rng.below(len(options))]
        board, placed, status = candidates.close(*candidates.place(board, placed, option))
        if status == BROKEN:
            return None
        grid = candidates.grid(board)
        digits = set(grid.values) - {0}
        if grid.clue_count >= least_clues(geometry) and len(digits) >= geometry.size - 1:
            return grid
    return None
