"""Random full grids, by propagation and search.

The same seed must give the same grid on every machine, in Python and in C. So all random numbers
are drawn before the search begins, in an order that no detail of the search can change.

Up to size 9 the grid is defined without any search: the first one, comparing cell by cell, that
has digits as early in their random orders as can be. Every correct search finds that one, even
that of the C core on vectors, which propagates in another way and counts other nodes.

Above size 9 the cell with the fewest candidates is filled next, and an attempt that takes more than
a few nodes a cell is given up for fresh draws. There the order of the search and the counts of
nodes are part of the definition, and every path must keep to them.
"""

from typing import Final

from engine.board.arguments import instance
from engine.board.candidates import BROKEN, SOLVED, Candidates, candidates_of
from engine.board.geometry import Geometry
from engine.board.grid import Grid
from engine.board.rng import Rng
from engine.search import accelerate
from engine.search._search import Meter, fewest_candidates
from engine.search.accelerate import ACCELERATED
from engine.search.budget import DEFAULT_BUDGET, Budget, BudgetSpent

LARGEST_ROW_BY_ROW: Final = 9
ATTEMPT_NODES_PER_CELL: Final = 4


def random_grid(geometry: Geometry, rng: Rng, budget: Budget = DEFAULT_BUDGET) -> Grid:
    """A random solved grid, the same for the same state of `rng` on every machine.

    Up to size 9 a random order of the digits is drawn for each cell, and the grid is the first
    one, comparing cell by cell from the top left, that has digits as early in these orders as can
    be. Every grid is possible, though not exactly equally likely. Above size 9 the search
    branches on the cell with the fewest candidates (ties by a random order of the cells, drawn
    before the orders of the digits), and starts again with fresh draws after 4 nodes a cell.
    Raises BudgetSpent.
    """
    instance("geometry", geometry, Geometry)
    instance("rng", rng, Rng)
    instance("budget", budget, Budget)
    if ACCELERATED:
        return accelerate.fill(geometry, rng, budget)
    return fill(candidates_of(geometry), rng, Meter(budget))


def fill(candidates: Candidates, rng: Rng, meter: Meter) -> Grid:
    """The grid of `random_grid` by the Python path; `meter` counts the nodes."""
    shape = candidates.geometry
    if shape.size <= LARGEST_ROW_BY_ROW:
        return candidates.grid(_first_grid(candidates, _orders(shape, rng), meter))
    while True:
        priority = list(range(shape.cell_count))
        rng.shuffle(priority)
        attempt = meter.part(ATTEMPT_NODES_PER_CELL * shape.cell_count)
        try:
            board = _easiest_first(candidates, priority, _orders(shape, rng), attempt)
        except BudgetSpent:
            # Only this attempt is over, unless the whole budget is spent.
            if meter.is_spent:
                raise
        else:
            return candidates.grid(board)


def _orders(shape: Geometry, rng: Rng) -> list[list[int]]:
    orders = [list(range(shape.size)) for _ in range(shape.cell_count)]
    for order in orders:
        rng.shuffle(order)
    return orders


def _first_grid(candidates: Candidates, orders: list[list[int]], meter: Meter) -> int:
    waiting = [(candidates.everything, 0)]
    while True:
        meter.count()
        board, placed, status = candidates.close(*waiting.pop())
        if status == SOLVED:
            return board
        if status != BROKEN:
            # Always the lowest open cell, so that the first grid found is the first in the order.
            _, open_cells = candidates.cells_with(board)
            cell = (open_cells & -open_cells).bit_length() - 1
            waiting += _choices(candidates, board, placed, cell, orders[cell])


def _easiest_first(
    candidates: Candidates, priority: list[int], orders: list[list[int]], meter: Meter
) -> int:
    waiting = [(candidates.everything, 0)]
    while True:
        meter.count()
        board, placed, status = candidates.close(*waiting.pop())
        if status == SOLVED:
            return board
        if status != BROKEN:
            _, marks = fewest_candidates(candidates, board)
            cell = next(cell for cell in priority if marks >> cell & 1)
            waiting += _choices(candidates, board, placed, cell, orders[cell])


def _choices(
    candidates: Candidates, board: int, placed: int, cell: int, order: list[int]
) -> list[tuple[int, int]]:
    """The boards after each candidate of a cell, the first in `order` last, as a stack wants it."""
    options = (digit * candidates.cell_count + cell for digit in reversed(order))
    return [candidates.place(board, placed, option) for option in options if board >> option & 1]
