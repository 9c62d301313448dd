"""Grids as values, and what can be wrong with them."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Final

from engine.geometry import Geometry

SYMBOLS: Final = "123456789ABCDEFGHIJKLMNOP"
BLANK: Final = "."

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
    """Raised when a text or a list of values is no grid; `reason` is a key of REASONS."""

    def __init__(self, reason: str, **details: int | str) -> None:
        super().__init__(REASONS[reason].format(**details))
        self.reason = reason
        self.details = details

    def __reduce__(self) -> tuple[partial["InvalidGrid"], tuple[()]]:
        return partial(InvalidGrid, self.reason, **self.details), ()


@dataclass(frozen=True, slots=True)
class Contradiction:
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


@dataclass(frozen=True, slots=True)
class Grid:
    """An immutable board: one byte per cell, row by row, 0 where the cell is blank.

    Raises ValueError for a wrong number of values or a value above the size. The values may
    contradict each other; `conflicts` tells.
    """

    geometry: Geometry
    values: bytes

    def __post_init__(self) -> None:
        if len(self.values) != self.geometry.cell_count:
            raise ValueError(f"{len(self.values)} values for {self.geometry.cell_count} cells")
        if max(self.values) > self.geometry.size:
            raise ValueError(f"a value above {self.geometry.size}")

    @staticmethod
    def blank(geometry: Geometry) -> "Grid":
        """The board without any digit."""
        return Grid(geometry, bytes(geometry.cell_count))

    def __getitem__(self, cell: int) -> int:
        return self.values[cell]

    def __str__(self) -> str:
        """One line: digits, then letters from A for 10 on, `.` for blanks."""
        return "".join(SYMBOLS[value - 1] if value else BLANK for value in self.values)

    @property
    def clue_count(self) -> int:
        return len(self.values) - self.values.count(0)

    @property
    def is_full(self) -> bool:
        return 0 not in self.values

    def with_values(self, changes: Mapping[int, int]) -> "Grid":
        """The grid with the values of some cells replaced (0 blanks a cell)."""
        values = bytearray(self.values)
        for cell, value in changes.items():
            values[cell] = value
        return Grid(self.geometry, bytes(values))

    def blanks(self) -> tuple[int, ...]:
        """The cells without a digit, ascending."""
        return tuple(cell for cell, value in enumerate(self.values) if not value)

    def conflicts(self) -> tuple[Contradiction, ...]:
        """Every pair of equal digits in a unit, in the order of the units."""
        found = []
        for unit, cells in enumerate(self.geometry.units):
            first: dict[int, int] = {}
            for cell in cells:
                value = self.values[cell]
                if value and first.setdefault(value, cell) != cell:
                    pair = (first[value], cell)
                    found.append(Contradiction(self.geometry, "repeated", pair, value, unit))
        return tuple(found)

    @property
    def is_solved(self) -> bool:
        """Whether the grid is full and without conflicts."""
        return self.is_full and not self.conflicts()
