"""The candidates of a whole board as one integer, and what follows from them.

Bit `digit * cell_count + cell` (both from 0) says that the digit may stand in the cell:

    bits   0 to  80   digit 1 in r1c1, r1c2, ... r9c9     (of a 9x9)
    bits  81 to 161   digit 2 in the same order, and so on

In Python the number of operations costs time, hardly their width. So nothing here loops over
cells: one operation works on all digits and all units, a copy costs nothing because integers do
not change, and the same code serves every shape of board. There are three tricks:

- Fold. `_fold` shifts a board over itself, so that the first bit of each part says whether any of
  its bits is set, and whether at least two are. Minirows and minicolumns are folded from cells,
  units from those. Bits that are not the first of a part hold rubbish and must be masked off.
- Spread. A product with a factor such as `_row_spread` copies each first bit to the other parts of
  its unit. Copies of different units never meet, so the product carries nothing.
- Fill. `(firsts << width) - firsts` sets all `width` bits that begin at each first bit.

From these `close` takes naked singles (a cell folded over its digits), hidden singles (a minirow
that is the only one of its row or box for a digit, and has the digit once) and locked candidates
(the same minirow, but with the digit several times).

Invariants: an elimination never makes another one impossible, so the closed board does not depend
on the order; the C core closes in another order and must come to the same board. Unless the board
is broken, a placed candidate is the only one of its cell.
"""

from functools import cache
from typing import Final, final

from engine.board.geometry import Geometry
from engine.board.grid import Contradiction, Grid

OPEN: Final = 0
SOLVED: Final = 1
BROKEN: Final = 2

_LARGEST_REMEMBERED: Final = 16
"""Above this size the masks of _Kept would take tens of megabytes."""


@final
class Candidates:
    """Placing and eliminating candidates on boards of one `geometry`; `candidates_of` shares them.

    A minirow is what a row and a box share, a minicolumn what a column and a box share. Each of
    them, and each unit, is identified by the bit of its first cell: `rows`, `_minirows` and so on
    hold those bits for every digit. A `*_spread` factor copies the first bit of a unit to the
    first bits of its parts. `_along_*`, `_across_*` and `_down_*` are distances to fold by.
    """

    def __init__(self, geometry: Geometry) -> None:
        size, high, wide = geometry.size, geometry.box_rows, geometry.box_columns
        line, bands, stacks = range(size), range(0, size, high), range(0, size, wide)
        self.geometry: Final = geometry
        self.cell_count: Final = geometry.cell_count
        self.cells: Final = (1 << self.cell_count) - 1
        self.everything: Final = (1 << size * self.cell_count) - 1
        self.digits: Final = _repeated(size, self.cell_count)
        self.kept: Final = _Kept(geometry)
        self._some_digits = (1 << high * self.cell_count) - 1
        self.rows: Final = self._firsts(line, range(1))
        self.columns: Final = self._firsts(range(1), line)
        self.boxes: Final = self._firsts(bands, stacks)
        self._minirows = self._firsts(line, stacks)
        self._minicolumns = self._firsts(bands, line)
        self._across_digits = tuple(self.cell_count * k for k in range(high, size, high))
        self._along_digits = tuple(self.cell_count * k for k in range(1, high))
        self._along_minirow = tuple(range(1, wide))
        self._along_row = tuple(range(wide, size, wide))
        self._down_minicolumn = tuple(range(size, high * size, size))
        self._down_column = tuple(range(high * size, size * size, high * size))
        self._minirow_spread = _repeated(wide, 1)
        self._row_spread = _repeated(high, wide)
        self._minicolumn_spread = _repeated(high, size)
        self._column_spread = _repeated(wide, high * size)

    def _firsts(self, rows: range, columns: range) -> int:
        cells = (self.geometry.cell(row, column) for row in rows for column in columns)
        return self.digits * sum(1 << cell for cell in cells)

    def candidate(self, cell: int, value: int) -> int:
        """The number of the bit for `value` in `cell`."""
        return (value - 1) * self.cell_count + cell

    def value(self, candidate: int) -> int:
        """The value that a candidate stands for."""
        return candidate // self.cell_count + 1

    def load(self, grid: Grid) -> tuple[int, int]:
        """The candidates that the givens leave to each other, and the givens among them."""
        board, placed = self.everything, 0
        for cell, value in enumerate(grid.values):
            if value:
                board, placed = self.place(board, placed, self.candidate(cell, value))
        return board, placed

    def place(self, board: int, placed: int, candidate: int) -> tuple[int, int]:
        """The board and its placed candidates after one more is placed."""
        return board & self.kept[candidate], placed | 1 << candidate

    def grid(self, board: int) -> Grid:
        """The grid of the cells that have one candidate; the others are blank."""
        values = bytearray(self.cell_count)
        _, twice = self.cells_with(board)
        board &= (self.cells ^ twice) * self.digits
        while board:
            candidate = board.bit_length() - 1
            board ^= 1 << candidate
            digit, cell = divmod(candidate, self.cell_count)
            values[cell] = digit + 1
        return Grid(self.geometry, bytes(values))

    def of_cell(self, board: int, cell: int) -> list[int]:
        """The candidates of a cell, ascending by digit."""
        candidates = range(cell, self.geometry.size * self.cell_count, self.cell_count)
        return [candidate for candidate in candidates if board >> candidate & 1]

    def close(self, board: int, placed: int) -> tuple[int, int, int]:
        """Applies naked singles, hidden singles and locked candidates until nothing follows.

        Returns the candidates left, those placed, and SOLVED, BROKEN (a cell has no candidate or
        a digit no place in a unit: `contradiction` names it) or OPEN. Unless the answer is BROKEN
        it does not depend on the order of the eliminations, since none prevents another.
        """
        while True:
            cell_once, cell_twice = self.cells_with(board)
            minirow, minirow_twice = _fold(board, self._along_minirow)
            minirow &= self._minirows
            row_once, row_twice = _fold(minirow, self._along_row)
            box_once, box_twice = _fold(minirow, self._down_minicolumn)
            minicolumn, minicolumn_twice = _fold(board, self._down_minicolumn)
            minicolumn &= self._minicolumns
            column_once, column_twice = _fold(minicolumn, self._down_column)
            if (
                cell_once != self.cells
                or row_once & self.rows != self.rows
                or box_once & self.boxes != self.boxes
                or column_once & self.columns != self.columns
            ):
                return board, placed, BROKEN
            # One candidate in each cell, and a place for each digit in each unit: a full grid.
            if not cell_twice:
                return board, board, SOLVED
            # Each row has at least one minirow for each digit here; without two it has just one.
            row_twice &= self.rows
            only_in_row = minirow & (self.rows ^ row_twice) * self._row_spread
            box_twice &= self.boxes
            only_in_box = minirow & (self.boxes ^ box_twice) * self._minicolumn_spread
            column_twice &= self.columns
            only_in_column = minicolumn & (self.columns ^ column_twice) * self._column_spread

            hidden = only_in_row | only_in_box
            hidden ^= hidden & minirow_twice
            singles = (hidden << self.geometry.box_columns) - hidden
            hidden = only_in_column ^ only_in_column & minicolumn_twice
            singles |= hidden * self._minicolumn_spread
            singles |= (self.cells ^ cell_twice) * self.digits
            # Each placed candidate is alone in its cell, hence among the singles: ^ takes it out.
            singles = singles & board ^ placed
            if singles:
                placed |= singles
                # Two singles may exclude each other; the next round then finds the board BROKEN.
                while singles:
                    candidate = singles.bit_length() - 1
                    singles ^= 1 << candidate
                    board &= self.kept[candidate]
                continue

            # Only after all singles: placing a digit rules out all that its minirow could lock.
            locked = self._locked(only_in_row, only_in_box, minicolumn, only_in_column) & board
            if not locked:
                return board, placed, OPEN
            board ^= locked

    def cells_with(self, board: int) -> tuple[int, int]:
        """The cells with at least one candidate, and those with at least two, as bits."""
        # Folded in two steps, the second on a part of the width: a third of it for 9x9.
        once, twice = _fold(board, self._across_digits)
        cell_once, cell_twice = _fold(once & self._some_digits, self._along_digits)
        cell_twice |= _fold(twice & self._some_digits, self._along_digits)[0]
        return cell_once & self.cells, cell_twice & self.cells

    def _locked(
        self, only_in_row: int, only_in_box: int, minicolumn: int, only_in_column: int
    ) -> int:
        """The candidates that pointing and claiming rule out.

        `only_in_row` are the minirows that are the only ones of their row for a digit, and so on.
        """
        boxes, rows, columns = self.boxes, self.rows, self.columns
        # Claiming: a digit of a row that is confined to one box leaves the other rows of the box.
        gone = _others(only_in_row, self._down_minicolumn, boxes, self._minicolumn_spread)
        # Pointing: a digit of a box that is confined to one row leaves the rest of the row.
        gone |= _others(only_in_box, self._along_row, rows, self._row_spread)
        locked = (gone << self.geometry.box_columns) - gone
        twice = _fold(minicolumn, self._along_minirow)[1] & boxes
        only_in_box = minicolumn & (boxes ^ twice) * self._minirow_spread
        gone = _others(only_in_column, self._along_minirow, boxes, self._minirow_spread)
        gone |= _others(only_in_box, self._down_column, columns, self._column_spread)
        return locked | gone * self._minicolumn_spread

    def contradiction(self, board: int) -> Contradiction | None:
        """The first cell without a candidate or else the first unit without a place for a digit."""
        shape = self.geometry
        lacking = self.cells ^ self.cells_with(board)[0]
        if lacking:
            return Contradiction(shape, "no_candidate", (_lowest(lacking),))
        for unit, cells in enumerate(shape.units):
            places = self.digits * sum(1 << cell for cell in cells)
            for value in range(1, shape.size + 1):
                if not board & places & self.cells << (value - 1) * self.cell_count:
                    return Contradiction(shape, "no_place", (), value, unit)
        return None


@cache
def candidates_of(geometry: Geometry) -> Candidates:
    """The Candidates of a shape; the same object at each call."""
    return Candidates(geometry)


@final
class _Kept(dict[int, int]):
    """For each candidate the mask of the candidates that remain when it is placed.

    A mask is computed when it is first needed, and kept up to size 16.
    """

    def __init__(self, geometry: Geometry) -> None:
        super().__init__()
        self._cell_count = geometry.cell_count
        self._peers = [sum(1 << peer for peer in peers) for peers in geometry.peers]
        self._digits = _repeated(geometry.size, geometry.cell_count)
        self._everything = (1 << geometry.size * geometry.cell_count) - 1
        self._remembers = geometry.size <= _LARGEST_REMEMBERED

    def __missing__(self, candidate: int) -> int:
        digit, cell = divmod(candidate, self._cell_count)
        gone = self._digits << cell | self._peers[cell] << digit * self._cell_count
        kept = self._everything ^ gone | 1 << candidate
        if self._remembers:
            self[candidate] = kept
        return kept


def _repeated(count: int, distance: int) -> int:
    """`count` bits, the first at 0, each `distance` above the one before."""
    return sum(1 << k * distance for k in range(count))


def _fold(bits: int, shifts: tuple[int, ...]) -> tuple[int, int]:
    """Whether at least one, and at least two, of the bits 0 and `shifts` above each bit are set.

    What this says of a bit that is not the first of a part means nothing.
    """
    once, twice = bits, 0
    for shift in shifts:
        part = bits >> shift
        twice |= once & part
        once |= part
    return once, twice


def _others(only: int, shifts: tuple[int, ...], firsts: int, spread: int) -> int:
    """The parts of each unit that has one of `only`, except that one; all of them if it has two.

    Two contradict each other; with all its parts gone the unit is found BROKEN.
    """
    once, twice = _fold(only, shifts)
    return (once & firsts) * spread ^ only | (twice & firsts) * spread


def _lowest(bits: int) -> int:
    return (bits & -bits).bit_length() - 1
