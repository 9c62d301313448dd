"""The C core as functions on grids, where it was built; the Python path gives the same answers.

The core knows bytes and numbers only. The functions here turn grids into those, and a spent budget
into BudgetSpent. They may be called only where ACCELERATED is true.
"""

from collections.abc import Collection, Sequence
from functools import lru_cache
from typing import Final
from warnings import warn

from engine.board.geometry import Geometry
from engine.board.grid import Grid
from engine.board.rng import Rng
from engine.search.budget import Budget, BudgetSpent

try:
    # Not `from engine`, which does not tell a module that is not there from one that fails.
    import engine._core as _core  # noqa: PLR0402
except ModuleNotFoundError:
    _LOADED = False
except ImportError as error:
    # It was built, but does not load; without a word only the time would tell.
    warn(f"the C core does not load, so everything is slower: {error}", RuntimeWarning, 2)
    _LOADED = False
else:
    _LOADED = True

ACCELERATED: Final = _LOADED
"""Whether the C core was built; without it everything works, more slowly."""

UNDECIDED: Final = 255
"""Stands in a batch for a count that the budget cut off."""

_BOXES: Final = {16: (2, 2), 36: (2, 3), 64: (2, 4), 81: (3, 3), 144: (3, 4), 256: (4, 4)}
"""The usual box for a number of cells."""

NEVER: Final = bytearray(1)
"""The `stop` byte of a search that no other thread will end."""


def solutions(grid: Grid, limit: int, budget: Budget, stop: bytearray = NEVER) -> tuple[Grid, ...]:
    """The first solution found, and another one if `limit` asks for more than one.

    Raises BudgetSpent, also soon after another thread sets the one byte of `stop`.
    """
    shape = grid.geometry
    status, found, _, cells = _core.search(
        shape.box_rows, shape.box_columns, grid.values, limit, budget.nodes, budget.seconds, stop
    )
    if status:
        raise BudgetSpent(found)
    return tuple(_grids(shape, cells))


MOST_TOGETHER: Final = 16
"""Threads that can learn together, at most."""


def company(threads: int) -> object:
    """The shared memory through which `threads` threads that learn together exchange clauses."""
    return _core.company(threads)


def learn_together(
    grid: Grid, limit: int, budget: Budget, stop: bytearray, member: tuple[object, int]
) -> tuple[bool, list[Grid]]:
    """Whether this thread came to the end of its search, and the solutions that it found.

    `member` is its company and its own number there, from 0. Once one thread has come to its end,
    the solutions of all threads together are all there are, or `limit` of them.
    """
    shape = grid.geometry
    status, _, _, cells = _core.search(
        *(shape.box_rows, shape.box_columns, grid.values, limit, budget.nodes, budget.seconds),
        *(stop, *member),
    )
    return not status, _grids(shape, cells)


def prove(grid: Grid, budget: Budget) -> tuple[list[Grid], bytes]:
    """Up to two solutions, and the steps that prove that there is no other; raises BudgetSpent."""
    shape = grid.geometry
    status, cells, steps = _core.prove(
        shape.box_rows, shape.box_columns, grid.values, budget.nodes, budget.seconds
    )
    found = _grids(shape, cells)
    if status:
        raise BudgetSpent(len(found))
    return found, steps


def count(grid: Grid, limit: int, budget: Budget) -> int:
    """How many solutions a grid has, up to `limit`; raises BudgetSpent."""
    shape = grid.geometry
    found = _core.count(
        shape.box_rows, shape.box_columns, grid.values, limit, budget.nodes, budget.seconds
    )
    # Below zero stands the complement of the number that was found before the budget ended.
    if found < 0:
        raise BudgetSpent(~found)
    return found


def count_line(line: str, limit: int, budget: Budget) -> int | None:
    """How many solutions the puzzle of a line has, up to `limit`, without making a Grid of it.

    A Grid would take longer to make than the puzzle to solve. None for a line that the core does
    not read, which may still be a puzzle. Raises BudgetSpent.
    """
    box = _BOXES.get(len(line))
    if not box:
        return None
    rows, columns = box
    try:
        found = _core.count(rows, columns, line, limit, budget.nodes, budget.seconds)
    except ValueError:
        return None
    if found < 0:
        raise BudgetSpent(~found)
    return found


def batch(
    geometry: Geometry, puzzles: bytes, limit: int, budget: Budget, stop: bytearray = NEVER
) -> tuple[bytes, bytes]:
    """A count for each puzzle, UNDECIDED where the budget ended, and a solution or zeros.

    Soon after another thread sets the one byte of `stop`, all remaining puzzles are UNDECIDED.
    """
    return _core.batch(
        geometry.box_rows, geometry.box_columns, puzzles, limit, budget.nodes, budget.seconds, stop
    )


def table(stack: bytes, crossing: bytes, wanted: bytes) -> bytes:
    """The table of a stack, as `engine.exact.join9` describes it."""
    return _core.table(stack, crossing, wanted)


def join(
    tables: tuple[bytes, bytes, bytes],
    bands: tuple[bytes, bytes, bytes],
    seconds: float,
    stop: bytearray = NEVER,
) -> tuple[bool, bytes]:
    """Whether the seconds sufficed, and for each first filling the number of boards with it.

    The numbers are unsigned, of 64 bits each.
    """
    status, sums = _core.join(*tables, *bands, seconds, stop)
    return not status, sums


def fill(geometry: Geometry, rng: Rng, budget: Budget) -> Grid:
    """The grid that `engine.make.fill` makes from the state of `rng`; the draws advance `rng`."""
    status, cells, rng.state = _core.fill(
        geometry.box_rows, geometry.box_columns, rng.state, budget.nodes, budget.seconds
    )
    if status:
        raise BudgetSpent
    return Grid(geometry, cells)


def generate(
    geometry: Geometry,
    orbits: Sequence[Sequence[int]],
    clues: int | None,
    states: Sequence[int],
    budget: Budget,
    *,
    stop: bytearray = NEVER,
) -> list[tuple[Grid, Grid]]:
    """The puzzle and solution that `engine.generate` makes from each state of an Rng.

    Raises BudgetSpent, also soon after another thread sets the one byte of `stop`.
    """
    status, puzzles, solutions = _core.generate(
        geometry.box_rows,
        geometry.box_columns,
        _orbit_numbers(geometry.cell_count, tuple(map(tuple, orbits))),
        -1 if clues is None else clues,
        b"".join(state.to_bytes(8, "little") for state in states),
        budget.nodes,
        budget.seconds,
        stop,
    )
    if status:
        raise BudgetSpent
    return list(zip(_grids(geometry, puzzles), _grids(geometry, solutions), strict=True))


@lru_cache(maxsize=64)
def _orbit_numbers(cells: int, orbits: tuple[tuple[int, ...], ...]) -> bytes:
    """The number of each cell's orbit, in two bytes a cell.

    It is cached, because computing it takes a quarter of the time of a puzzle.
    """
    orbit_of = [0] * cells
    for number, orbit in enumerate(sorted(orbits, key=min)):
        for cell in orbit:
            orbit_of[cell] = number
    return b"".join(number.to_bytes(2, "little") for number in orbit_of)


def random_puzzle(geometry: Geometry, least: int, rng: Rng, budget: Budget) -> Grid:
    """The board that `engine.make.random_givens` makes from the state of `rng`.

    `least` is the least number of givens; the draws advance `rng`. Raises BudgetSpent.
    """
    status, cells, rng.state = _core.random_puzzle(
        geometry.box_rows, geometry.box_columns, least, rng.state, budget.seconds
    )
    if status:
        raise BudgetSpent
    return Grid(geometry, cells)


def fill_mask(
    geometry: Geometry, cells: Collection[int], rng: Rng, budget: Budget
) -> tuple[Grid, Grid]:
    """The puzzle and solution that `engine.make.mask` makes from the state of `rng`.

    The draws advance `rng`.
    """
    marks = bytes(cell in cells for cell in range(geometry.cell_count))
    status, puzzle, solution, rng.state = _core.mask(
        geometry.box_rows,
        geometry.box_columns,
        marks,
        rng.state,
        budget.nodes,
        budget.seconds,
    )
    if status:
        raise BudgetSpent
    return Grid(geometry, puzzle), Grid(geometry, solution)


def _grids(geometry: Geometry, cells: bytes) -> list[Grid]:
    step = geometry.cell_count
    return [Grid(geometry, cells[start : start + step]) for start in range(0, len(cells), step)]
