"""Counting the solutions of many puzzles in one call, on one thread or several."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from engine.board.arguments import instance, whole
from engine.board.geometry import Geometry
from engine.board.grid import Grid, first_above, grid_of, packed
from engine.search import accelerate
from engine.search.accelerate import ACCELERATED, UNDECIDED
from engine.search.budget import DEFAULT_BUDGET, Budget, BudgetSpent
from engine.search.search import solutions
from engine.search.threads import check_threads, parts_of, side_by_side

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

MOST: Final = 254
"""The largest limit of a count in a batch, whose bytes also hold UNDECIDED."""


def pack(puzzles: Iterable[Grid | str]) -> bytes:
    """The values of puzzles of one shape, one after the other; each is a Grid or its line.

    Raises ValueError for several shapes.

    >>> list(pack([Grid.from_line("12.4............")])[:4])
    [1, 2, 0, 4]
    """
    found = list(map(grid_of, puzzles))
    if len({grid.geometry for grid in found}) > 1:
        raise ValueError("these puzzles are of several shapes")
    return b"".join(grid.values for grid in found)


def count_many(
    geometry: Geometry,
    puzzles: "ReadableBuffer",
    limit: int = 2,
    budget: Budget = DEFAULT_BUDGET,
    *,
    threads: int = 1,
) -> tuple[bytes, bytes]:
    """How many solutions each of the packed puzzles has, and a solution of each.

    The puzzles are any buffer of single bytes, in one dimension or more, such as what `pack` and
    `pack_lines` return or an array of rows. The counts are bytes, up to `limit` (1 to 254), or
    UNDECIDED where the budget ended: its nodes are for each puzzle, its seconds for all of them.
    The solutions are packed as the puzzles are, with zeros where there is none. With the C core
    the threads run in parallel. Raises ValueError for a length that is not that of whole boards, a
    value above the size (its puzzle and cell, both counted from 0, are then named), a limit out of
    range, and fewer than one thread; TypeError for a buffer of wider items.

    >>> lines = ("1...............", "11..............")
    >>> puzzles = pack(map(Grid.from_line, lines))
    >>> counts, solutions = count_many(Geometry(2, 2), puzzles, limit=100)
    >>> list(counts), list(solutions[:4])
    ([72, 0], [1, 2, 3, 4])
    """
    instance("geometry", geometry, Geometry)
    instance("budget", budget, Budget)
    cells, step = packed(puzzles), geometry.cell_count
    limit = whole("limit", limit, 1, MOST)
    check_threads(threads)
    if len(cells) % step:
        raise ValueError(f"{len(cells)} bytes are no boards of {step} cells")
    try:
        return _counted(geometry, cells, limit, budget, threads)
    except ValueError:
        # Asked only now, since looking through the cells takes longer than solving them.
        if max(cells, default=0) <= geometry.size:
            raise
    raise _above(cells, geometry)


def _above(cells: bytes, geometry: Geometry) -> ValueError:
    at, value = first_above(cells, geometry.size)
    puzzle, cell = divmod(at, geometry.cell_count)
    return ValueError(f"puzzle {puzzle}: the value {value} of cell {cell} is above {geometry.size}")


def _counted(
    geometry: Geometry, cells: bytes, limit: int, budget: Budget, threads: int
) -> tuple[bytes, bytes]:
    if not ACCELERATED:
        return _count_in_python(geometry, cells, limit, budget)
    deadline, stop = budget.deadline(), bytearray(1)

    def work(part: bytes) -> tuple[bytes, bytes]:
        return accelerate.batch(geometry, part, limit, budget.until(deadline), stop)

    parts = parts_of(cells, threads, geometry.cell_count)
    answers = side_by_side(work, parts, threads, stop)
    return b"".join(counts for counts, _ in answers), b"".join(grids for _, grids in answers)


def _count_in_python(
    geometry: Geometry, puzzles: bytes, limit: int, budget: Budget
) -> tuple[bytes, bytes]:
    deadline, counts, grids = budget.deadline(), bytearray(), bytearray()
    step = geometry.cell_count
    for start in range(0, len(puzzles), step):
        left = budget.until(deadline)
        try:
            found = solutions(Grid(geometry, puzzles[start : start + step]), limit, left)
        except BudgetSpent:
            found, known = (), UNDECIDED
        else:
            known = len(found)
        counts.append(known)
        grids += found[0].values if found else bytes(step)
    return bytes(counts), bytes(grids)
