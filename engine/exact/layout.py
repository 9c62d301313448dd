"""A board as the fillings of its bands and of its stacks, arranged so that joining is cheap.

Every choice here makes the join smaller and leaves the number of boards as it is. The board may be
transposed. Bands may change places, if the boxes of the stacks do so too. Of all bands but the two
with the most fillings only one filling of each orbit is kept, so that the outer loop of the join
is short.
"""

from collections.abc import Callable
from itertools import pairwise
from math import prod
from typing import NamedTuple

from engine.board.geometry import Geometry
from engine.board.grid import Grid
from engine.exact.fillings import Fillings, Given, fillings
from engine.exact.orbits import orbits
from engine.exact.partitions import exchanged


class Layout(NamedTuple):
    """The fillings to be joined, perhaps those of the transposed board.

    A box has `box_rows` rows, which are no more than its `box_columns`; where both are equal, the
    bands have no more fillings than the stacks. `first` holds the fillings of all bands but two,
    concatenated: one for each orbit under the exchanges of digits that no cell shows, with the
    ways of the whole orbit. `second` and `third` are the last two bands, the one with more
    fillings first. The fillings of the `stacks` have their boxes in this order of the bands.
    """

    box_rows: int
    box_columns: int
    first: Fillings
    second: Fillings
    third: Fillings
    stacks: tuple[Fillings, ...]


def layout(grid: Grid, check: Callable[[], None]) -> Layout:
    """The layout of a grid whose givens do not clash; `check` may raise BudgetSpent."""
    high, wide = grid.geometry.box_rows, grid.geometry.box_columns
    bands, stacks = _bands(grid, check), _bands(_transposed(grid), check)
    # Only the bands are looped over, so they are the short side of a box, then the fewer fillings.
    if (high, _ways(bands)) > (wide, _ways(stacks)):
        high, wide, bands, stacks = wide, high, stacks, bands
    order = sorted(range(wide), key=lambda band: len(bands[band]))
    order[-2:] = order[-1], order[-2]
    turned = tuple(
        {tuple(filling[band] for band in order): ways for filling, ways in stack.items()}
        for stack in stacks
    )
    *firsts, second, third = (bands[band] for band in order)
    return Layout(high, wide, _firsts(firsts, grid, high), second, third, turned)


def _ways(bands: list[Fillings]) -> int:
    return prod(map(len, bands))


def _bands(grid: Grid, check: Callable[[], None]) -> list[Fillings]:
    shape = grid.geometry
    # Bands with the same givens, mostly blank ones, have the same fillings.
    known: dict[frozenset[Given], Fillings] = {}
    for givens in (bands := [_givens(grid, band) for band in range(shape.box_columns)]):
        if givens not in known:
            known[givens] = fillings(shape.size, shape.box_rows, givens, check)
    return [known[givens] for givens in bands]


def _transposed(grid: Grid) -> Grid:
    shape = grid.geometry
    turned = Geometry(shape.box_columns, shape.box_rows)
    return Grid(turned, [grid.values[cell] for column in shape.columns for cell in column])


def _givens(grid: Grid, band: int) -> frozenset[Given]:
    shape = grid.geometry
    return frozenset(
        Given(column // shape.box_columns, line, grid[band * shape.box_rows + line, column])
        for line in range(shape.box_rows)
        for column in range(shape.size)
        if grid[band * shape.box_rows + line, column]
    )


def _firsts(bands: list[Fillings], grid: Grid, box_rows: int) -> Fillings:
    size = grid.geometry.size
    unseen = [digit for digit in range(1, size + 1) if digit not in grid.values]
    # Exchanges of neighbours generate every renaming of the unseen digits.
    exchanges = [exchanged(size, box_rows, *pair) for pair in pairwise(unseen)]
    together: Fillings = {(): 1}
    for band in bands:
        together = {
            before + filling: known * ways
            for before, known in together.items()
            for filling, ways in band.items()
        }
    return orbits(together, exchanges)
