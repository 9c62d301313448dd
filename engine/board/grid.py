"""Grids as values, and what can be wrong with them."""

from collections.abc import Iterable, Mapping
from functools import partial
from math import isqrt
from typing import TYPE_CHECKING, Final, NamedTuple, NoReturn, overload

from engine.board.arguments import instance, optional
from engine.board.geometry import Geometry

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

SYMBOLS: Final = "123456789ABCDEFGHIJKLMNOP"
BLANK: Final = "."

LETTERS: Final = (BLANK + SYMBOLS).encode().ljust(256, b"?")
"""How each value is written: a table for bytes.translate."""

REASONS: Final[Mapping[str, str]] = {
    "empty": "there is no puzzle in this text",
    "size": "{count} cells do not make a board: expected 16, 36, 64, 81, 144, 256 or 625",
    "cell_count": "{count} cells, expected {expected}",
    "several": "{count} puzzles where one was expected",
    "link": "there is no puzzle in this link",
    "row_count": "{count} rows, expected {expected}",
    "row_length": "row {row} has {count} cells, expected {expected}",
    "symbol": "'{symbol}' at row {row}, column {column} is not a digit",
    "value": "{symbol} at row {row}, column {column} is more than {size}",
    "too_long": "{length} characters are too many for one puzzle",
}
"""Each reason of an InvalidGrid with its English wording."""


class InvalidGrid(ValueError):  # noqa: N818 - the field's word
    """Raised when a text or a list of values is no grid; `reason` is a key of REASONS.

    Where one of many lines is wrong, its number is the detail `line`, which comes first.
    """

    def __init__(self, reason: str, **details: int | str) -> None:
        place = f"line {details['line']}: " if "line" in details else ""
        super().__init__(place + REASONS[reason].format(**details))
        self.reason = reason
        self.details = details

    # By default pickle would call the class with the message, which is no key of REASONS.
    def __reduce__(self) -> tuple[partial["InvalidGrid"], tuple[()]]:
        return partial(InvalidGrid, self.reason, **self.details), ()


class Contradiction(NamedTuple):
    """A visible reason why a grid has no solution.

    `kind` is `repeated` (`value` stands twice in `unit`, in the two `cells`), `no_candidate`
    (nothing can stand in `cells[0]`) or `no_place` (`value` has no cell left in `unit`).
    """

    geometry: Geometry
    kind: str
    cells: tuple[int, ...] = ()
    value: int = 0
    unit: int = -1

    def __str__(self) -> str:
        if self.kind == "no_candidate":
            return f"{self.geometry.name(self.cells[0])} has no candidate left"
        place = f"{self.geometry.unit_kind(self.unit)} {self.geometry.unit_number(self.unit)}"
        digit = SYMBOLS[self.value - 1]
        if self.kind == "repeated":
            return f"two {digit}s in {place}"
        return f"no place left for {digit} in {place}"


class NoSolution(ValueError):  # noqa: N818 - the field's word
    """Raised when a grid cannot be completed; `contradiction` says why where that is visible."""

    def __init__(self, contradiction: Contradiction | None = None) -> None:
        super().__init__(contradiction)
        self.contradiction = contradiction

    def __str__(self) -> str:
        return str(self.contradiction or "no solution")


class NotUnique(ValueError):  # noqa: N818 - the field's word
    """Raised when a grid can be completed in more than one way; `grids` holds two solutions."""

    def __init__(self, first: "Grid", second: "Grid") -> None:
        super().__init__(first, second)
        self.grids = (first, second)

    def __str__(self) -> str:
        return "more than one solution"


_BLANKS: Final = ".0*_-"
NO_SYMBOL: Final = 255


def _worth(symbol: str) -> int:
    return 0 if symbol in _BLANKS else SYMBOLS.find(symbol.upper()) + 1 or NO_SYMBOL


WORTH: Final = bytes(_worth(chr(code)) for code in range(128)) + bytes([NO_SYMBOL] * 128)
"""The value of each ASCII character in a line, or NO_SYMBOL: a table for bytes.translate."""


def packed(values: "ReadableBuffer | Iterable[int]") -> bytes:
    """The values of cells as bytes, copied from a buffer of single bytes or from whole numbers.

    Bytes are not copied. Raises TypeError for text and for a buffer of wider items, and ValueError
    for a number that does not fit a byte.
    """
    if type(values) is bytes:
        return values
    if isinstance(values, str):
        raise TypeError("cells are numbers: Grid.from_line and pack_lines read text")
    try:
        view = memoryview(values)  # type: ignore[arg-type] # what is no buffer is found out here
    except TypeError:
        return bytes(iter(values))  # type: ignore[arg-type] # and what is no iterable here
    if view.itemsize != 1:
        raise TypeError(f"cells are single bytes, not items of {view.itemsize}")
    return view.tobytes()


class Grid:
    """An immutable board: one byte per cell, row by row, 0 where the cell is blank.

    `values` may be any buffer of single bytes or numbers, and is copied unless it is bytes. Raises
    ValueError for a wrong number of values or a value above the size, TypeError for text and for
    wider items. The values may contradict each other; `conflicts` finds where they do.

    >>> grid = Grid.from_line("12.4............")
    >>> grid[0], grid[0, 3], grid[2]
    (1, 4, 0)
    >>> Grid(Geometry(2, 2), [0] * 15)
    Traceback (most recent call last):
    ValueError: 15 values for 16 cells
    """

    __slots__ = ("geometry", "values")

    geometry: Geometry
    values: bytes

    def __init__(self, geometry: Geometry, values: "ReadableBuffer | Iterable[int]") -> None:
        # Hardly any time, where a call of `instance` would be a tenth of it all.
        if type(geometry) is not Geometry:
            instance("geometry", geometry, Geometry)
        cells = packed(values)
        if len(cells) != geometry.cell_count:
            raise ValueError(f"{len(cells)} values for {geometry.cell_count} cells")
        if max(cells) > geometry.size:
            cell, value = first_above(cells, geometry.size)
            raise ValueError(f"the value {value} of cell {cell} is above {geometry.size}")
        # Past this class's own __setattr__, which refuses every change.
        object.__setattr__(self, "geometry", geometry)
        object.__setattr__(self, "values", cells)

    @staticmethod
    def blank(geometry: Geometry) -> "Grid":
        """The board without any digit."""
        return Grid(geometry, bytes(instance("geometry", geometry, Geometry).cell_count))

    @staticmethod
    def from_line(line: str, geometry: Geometry | None = None) -> "Grid":
        """The board written as a line with one symbol for each cell, as `str` writes it.

        Values from 10 on are letters from A; `.`, `0`, `*`, `_` and `-` leave a cell blank. The
        shape, unless `geometry` is given, is the usual one for the number of cells. Raises
        InvalidGrid, naming the place; `parse` reads all other notations.

        >>> Grid.from_line("12.4" + "." * 12).clue_count
        3
        >>> Grid.from_line("12x4" + "." * 12)
        Traceback (most recent call last):
        engine.board.grid.InvalidGrid: 'x' at row 1, column 3 is not a digit
        """
        symbols = instance("line", line, str).strip()
        optional("geometry", geometry, Geometry)
        shape = geometry or _usual_shape(len(symbols))
        if len(symbols) != shape.cell_count:
            raise InvalidGrid("cell_count", count=len(symbols), expected=shape.cell_count)
        # "replace" keeps a byte for each character, so a bad symbol is found at its cell.
        cells = symbols.encode("ascii", "replace").translate(WORTH)
        if max(cells) > shape.size:
            raise _unreadable(symbols, cells, shape.size)
        return Grid(shape, cells)

    def __setattr__(self, name: str, _: object) -> NoReturn:
        raise AttributeError(f"a Grid does not change, so {name} cannot be set")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"a Grid does not change, so {name} cannot be deleted")

    def __reduce__(self) -> tuple[type["Grid"], tuple[Geometry, bytes]]:
        return Grid, (self.geometry, self.values)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Grid):
            return NotImplemented
        return self.values == other.values and self.geometry is other.geometry

    def __hash__(self) -> int:
        return hash((self.geometry, self.values))

    @overload
    def __getitem__(self, cell: int | tuple[int, int]) -> int: ...
    @overload
    def __getitem__(self, cell: slice) -> bytes: ...
    def __getitem__(self, cell: int | tuple[int, int] | slice) -> int | bytes:
        """The value of a cell, or of the one in `row, column`, both counted from 0.

        A slice such as `grid[0:9]` gives the bytes of these cells.
        """
        if not isinstance(cell, tuple):
            return self.values[cell]
        row, column = cell
        size = self.geometry.size
        if not (0 <= row < size and 0 <= column < size):
            raise IndexError(f"there is no row {row}, column {column} on a board of {size} rows")
        return self.values[row * size + column]

    def __str__(self) -> str:
        """One line: digits, letters from A for the values from 10 on, `.` for blanks."""
        return self.values.translate(LETTERS).decode("ascii")

    def __repr__(self) -> str:
        """The call that makes an equal grid; it names the shape unless that is the usual one.

        >>> Grid.blank(Geometry(2, 2))
        Grid.from_line('................')
        """
        shape = self.geometry
        also = "" if Geometry.of_size(shape.size) is shape else f", {shape!r}"
        return f"Grid.from_line('{self}'{also})"

    @property
    def clue_count(self) -> int:
        return len(self.values) - self.values.count(0)

    @property
    def is_full(self) -> bool:
        return 0 not in self.values

    def with_values(self, changes: Mapping[int, int]) -> "Grid":
        """The grid with the values of some cells replaced (0 blanks a cell).

        Raises IndexError for a cell, and ValueError for a value, that the board does not have.
        """
        values = bytearray(self.values)
        for cell, value in changes.items():
            if not 0 <= cell < len(values):
                raise IndexError(f"there is no cell {cell} on a board of {len(values)}")
            values[cell] = value
        return Grid(self.geometry, bytes(values))

    def blanks(self) -> tuple[int, ...]:
        """The cells without a digit, ascending."""
        return tuple(cell for cell, value in enumerate(self.values) if not value)

    def conflicts(self) -> tuple[Contradiction, ...]:
        """Each digit that stands in a unit again, paired with its first cell there.

        They come in the order of the units, and in a unit in the order of its cells.
        """
        found = []
        for unit, cells in enumerate(self.geometry.units):
            first: dict[int, int] = {}
            for cell in cells:
                value = self.values[cell]
                # setdefault gives the first cell of the value, which is this cell the first time.
                if value and first.setdefault(value, cell) != cell:
                    pair = (first[value], cell)
                    found.append(Contradiction(self.geometry, "repeated", pair, value, unit))
        return tuple(found)

    @property
    def is_solved(self) -> bool:
        """Whether the grid is full and without conflicts."""
        return self.is_full and not self.conflicts()


def grid_of(puzzle: Grid | str) -> Grid:
    """The grid itself, or the grid of a line; raises InvalidGrid, or TypeError for other types."""
    if isinstance(puzzle, str):
        return Grid.from_line(puzzle)
    if not isinstance(puzzle, Grid):
        raise TypeError(f"a puzzle is a Grid or a line of text, not {type(puzzle).__name__}")
    return puzzle


def first_above(cells: bytes, size: int) -> tuple[int, int]:
    """The first of some packed cells whose value is above the size, and its value."""
    return next((cell, value) for cell, value in enumerate(cells) if value > size)


def _usual_shape(count: int) -> Geometry:
    size = isqrt(count)
    try:
        if size * size == count:
            return Geometry.of_size(size)
    except ValueError:
        pass
    raise InvalidGrid("size", count=count) if count else InvalidGrid("empty")


def _unreadable(symbols: str, cells: bytes, size: int) -> InvalidGrid:
    """The error for the first symbol that is no value of the board."""
    cell, value = first_above(cells, size)
    row, column = divmod(cell, size)
    place: dict[str, int | str] = {"symbol": symbols[cell], "row": row + 1, "column": column + 1}
    if value == NO_SYMBOL:
        return InvalidGrid("symbol", **place)
    return InvalidGrid("value", size=size, **place)
