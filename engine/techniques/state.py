"""A puzzle on the way to its solution, as techniques see it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Final

from engine.board.geometry import Geometry
from engine.board.grid import Grid
from engine.techniques.layout import Candidate, Layout, bits, gatherings, layout_of

_LARGEST: Final = 5
_MOST: Final = 600
"""The number of almost locked sets to consider, smallest first."""

_UNITS: Final = 1000
"""How often the almost locked sets of one size in one unit are cached."""


@dataclass(frozen=True, slots=True)
class Als:
    """An almost locked set: cells of a unit with one candidate more than cells.

    `cells` and `digits` are masks. `places` maps each digit, counted from 0 as in `digits`, to the
    mask of the cells of the set that have it.
    """

    cells: int
    digits: int
    places: dict[int, int]


@lru_cache(maxsize=_UNITS)
def _almost_locked(blank: tuple[tuple[int, int], ...], size: int) -> tuple[tuple[int, int], ...]:
    """The cells and digits of the almost locked sets of a size among the blank cells of a unit.

    They are cached, since most steps leave most units alone.
    """
    sets = gatherings(blank, size, size + 1)
    # Cells with fewer digits are a locked set, if not a contradiction.
    return tuple((cells, digits) for cells, digits in sets if digits.bit_count() == size + 1)


@dataclass(frozen=True)
class State:
    """Values and candidates at one moment; immutable, so `after` makes the next one.

    `given` is the mask of the cells whose digits belong to the puzzle. `cells` holds per cell the
    mask of its candidates (bit v - 1 stands for the value v; 0 where a value is placed). `places`
    holds per value, from 1 on, the mask of the cells that have the candidate.
    """

    geometry: Geometry
    values: bytes
    given: int
    cells: tuple[int, ...]

    @staticmethod
    def start(grid: Grid) -> "State":
        """The state of a puzzle: every candidate that its givens leave."""
        return State.of(grid, grid)

    @staticmethod
    def of(givens: Grid, values: Grid, notes: Sequence[int] | None = None) -> "State":
        """A state under way: the candidates that the values leave, fewer where `notes` say so.

        `notes` holds per cell a mask of values; cells with a value are passed over.
        """
        layout = layout_of(values.geometry)
        shown = [0] * (values.geometry.size + 1)
        for cell, value in enumerate(values.values):
            shown[value] |= 1 << cell
        cells = []
        for cell, value in enumerate(values.values):
            peers, mask = layout.peers[cell], 0
            if not value:
                for digit in range(values.geometry.size):
                    if not peers & shown[digit + 1]:
                        mask |= 1 << digit
                if notes is not None:
                    # Notes only take away: a note that a peer rules out is no candidate.
                    mask &= notes[cell]
            cells.append(mask)
        given = sum(1 << cell for cell, value in enumerate(givens.values) if value)
        return State(values.geometry, values.values, given, tuple(cells))

    @cached_property
    def layout(self) -> Layout:
        return layout_of(self.geometry)

    @cached_property
    def places(self) -> tuple[int, ...]:
        places = [0] * (self.geometry.size + 1)
        for cell, mask in enumerate(self.cells):
            for digit in bits(mask):
                places[digit + 1] |= 1 << cell
        return tuple(places)

    @cached_property
    def placed(self) -> tuple[int, ...]:
        """Per value, with 0 for blanks, the mask of the cells that hold it."""
        placed = [0] * (self.geometry.size + 1)
        for cell, value in enumerate(self.values):
            placed[value] |= 1 << cell
        return tuple(placed)

    @cached_property
    def bivalue(self) -> int:
        """The mask of the cells with exactly two candidates."""
        return sum(1 << cell for cell, mask in enumerate(self.cells) if mask.bit_count() == 2)

    @cached_property
    def conjugates(self) -> tuple[tuple[tuple[int, int, int], ...], ...]:
        """Per value, from 1 on, each unit in which it has two places, with those two cells."""
        found: list[tuple[tuple[int, int, int], ...]] = [()]
        units = self.layout.units
        for places in self.places[1:]:
            pairs = []
            for unit, mask in enumerate(units):
                inside = places & mask
                if inside.bit_count() == 2:
                    first, second = bits(inside)
                    pairs.append((unit, first, second))
            found.append(tuple(pairs))
        return tuple(found)

    @cached_property
    def almost_locked_sets(self) -> tuple[Als, ...]:
        """The almost locked sets, the smallest first."""
        found: dict[int, int] = {}
        for size in range(1, _LARGEST + 1):
            for unit in self.geometry.units:
                blank = tuple((cell, self.cells[cell]) for cell in unit if self.cells[cell])
                # All blank cells of a unit together have as many digits as cells.
                if len(blank) > size:
                    for cells, digits in _almost_locked(blank, size):
                        found.setdefault(cells, digits)
            # Larger sets would be cut off anyway.
            if len(found) > _MOST:
                break
        return tuple(self._als(*one) for one in list(found.items())[:_MOST])

    def _als(self, cells: int, digits: int) -> Als:
        return Als(cells, digits, {digit: self.places[digit + 1] & cells for digit in bits(digits)})

    def candidates_of(self, cells: int) -> int:
        """The mask of all values that some blank cells may hold."""
        digits = 0
        for cell in bits(cells):
            digits |= self.cells[cell]
        return digits

    @property
    def digits(self) -> range:
        return range(1, self.geometry.size + 1)

    @property
    def grid(self) -> Grid:
        return Grid(self.geometry, self.values)

    @property
    def givens(self) -> Grid:
        """The puzzle: the grid of the givens alone."""
        given = (value if self.given >> cell & 1 else 0 for cell, value in enumerate(self.values))
        return Grid(self.geometry, bytes(given))

    @property
    def is_solved(self) -> bool:
        return 0 not in self.values

    def has(self, option: Candidate) -> bool:
        """Whether a candidate is left."""
        return bool(self.cells[option.cell] >> option.value - 1 & 1)

    def options(self, value: int, cells: int) -> tuple[Candidate, ...]:
        """The candidates of a value inside a mask of cells."""
        return tuple(Candidate(cell, value) for cell in bits(self.places[value] & cells))

    def options_of(self, cell: int, mask: int) -> tuple[Candidate, ...]:
        """The candidates of a cell among a mask of values."""
        return tuple(Candidate(cell, digit + 1) for digit in bits(self.cells[cell] & mask))

    def after(self, placed: Iterable[Candidate], removed: Iterable[Candidate]) -> "State":
        """The state after placing some candidates and removing others.

        A value that is placed is ruled out for all peers of its cell.
        """
        values, cells = bytearray(self.values), list(self.cells)
        for cell, value in placed:
            values[cell] = value
            cells[cell] = 0
            for peer in self.geometry.peers[cell]:
                cells[peer] &= ~(1 << value - 1)
        for cell, value in removed:
            cells[cell] &= ~(1 << value - 1)
        return State(self.geometry, bytes(values), self.given, tuple(cells))
