"""The symmetries of the square as permutations of cells, and patterns drawn by hand."""

from collections.abc import Callable, Mapping
from enum import StrEnum
from functools import cache
from math import isqrt
from typing import Final

from engine.board.arguments import choice, instance, optional
from engine.board.geometry import MAX_SIZE, Geometry
from engine.board.grid import Grid, InvalidGrid, grid_of

_BLANKS: Final = " .0_-"


class Symmetry(StrEnum):
    """A symmetry of the pattern of givens; mirrors are named after their axis."""

    NONE = "none"
    CENTRAL = "central"
    """A half turn."""
    ROTATE90 = "rotate90"
    """A quarter turn."""
    HORIZONTAL = "horizontal"
    """Top and bottom mirror each other in the horizontal axis."""
    VERTICAL = "vertical"
    """Left and right mirror each other in the vertical axis."""
    MIRRORS = "mirrors"
    """Both the horizontal and the vertical axis."""
    DIAGONAL = "diagonal"
    """The diagonal from the top left, as in transposing."""
    ANTIDIAGONAL = "antidiagonal"
    """The diagonal from the top right."""
    DIAGONALS = "diagonals"
    """Both diagonals."""
    FULL = "full"
    """All eight symmetries of the square."""


_Map = Callable[[int, int, int], tuple[int, int]]


def _half_turn(last: int, row: int, column: int) -> tuple[int, int]:
    return last - row, last - column


def _quarter_turn(last: int, row: int, column: int) -> tuple[int, int]:
    return column, last - row


def _top_to_bottom(last: int, row: int, column: int) -> tuple[int, int]:
    return last - row, column


def _left_to_right(last: int, row: int, column: int) -> tuple[int, int]:
    return row, last - column


def _transpose(_last: int, row: int, column: int) -> tuple[int, int]:
    return column, row


def _transpose_back(last: int, row: int, column: int) -> tuple[int, int]:
    return last - column, last - row


_GENERATORS: Final[Mapping[Symmetry, tuple[_Map, ...]]] = {
    Symmetry.NONE: (),
    Symmetry.CENTRAL: (_half_turn,),
    Symmetry.ROTATE90: (_quarter_turn,),
    Symmetry.HORIZONTAL: (_top_to_bottom,),
    Symmetry.VERTICAL: (_left_to_right,),
    Symmetry.MIRRORS: (_top_to_bottom, _left_to_right),
    Symmetry.DIAGONAL: (_transpose,),
    Symmetry.ANTIDIAGONAL: (_transpose_back,),
    Symmetry.DIAGONALS: (_transpose, _transpose_back),
    Symmetry.FULL: (_quarter_turn, _transpose),
}


@cache
def orbits(geometry: Geometry, symmetry: Symmetry | str) -> tuple[tuple[int, ...], ...]:
    """The sets of cells that a symmetry maps onto each other.

    Each set is ascending, and they are in the order of their first cells. Every symmetry acts on
    the square of cells, even where boxes are not square and it does not map boxes onto boxes.
    """
    instance("geometry", geometry, Geometry)
    symmetry = choice("symmetry", symmetry, Symmetry)
    found: list[tuple[int, ...]] = []
    seen: set[int] = set()
    for cell in range(geometry.cell_count):
        if cell not in seen:
            orbit = _orbit(geometry, symmetry, cell)
            seen |= orbit
            found.append(tuple(sorted(orbit)))
    return tuple(found)


def _orbit(geometry: Geometry, symmetry: Symmetry, start: int) -> set[int]:
    # Images of images make the whole orbit: the group is finite, so the inverse of a generator is
    # one of its powers.
    orbit = {start}
    waiting = [start]
    while waiting:
        row, column = divmod(waiting.pop(), geometry.size)
        for image in _GENERATORS[symmetry]:
            cell = geometry.cell(*image(geometry.size - 1, row, column))
            if cell not in orbit:
                orbit.add(cell)
                waiting.append(cell)
    return orbit


def has_symmetry(puzzle: Grid | str, symmetry: Symmetry | str) -> bool:
    """Whether the pattern of givens, not their values, is mapped to itself.

    The puzzle is a Grid or its line.
    """
    grid = grid_of(puzzle)
    return all(
        len({grid[cell] == 0 for cell in orbit}) == 1 for orbit in orbits(grid.geometry, symmetry)
    )


def parse_mask(text: str, geometry: Geometry | None = None) -> frozenset[int]:
    """The cells marked in a drawing of rows, or of all cells in one line.

    A space, `.`, `0`, `_` or `-` leaves a cell blank, any other character marks it. Blanks at the
    end of a row may be left out, and so may empty lines before and after the rows. Without
    `geometry` the number of rows, or of cells in a single line, tells the usual shape. Raises
    InvalidGrid when the drawing fits no board, or not this one.
    """
    lines = instance("text", text, str).splitlines()
    optional("geometry", geometry, Geometry)
    # Where the height fits as it is, empty lines at the ends are rows without a mark.
    if geometry is None or len(lines) != geometry.size:
        lines = text.strip("\r\n").splitlines()
    if len(lines) == 1:
        lines = _cut(lines[0])
    if geometry is None:
        geometry = _shape(lines)
    size = geometry.size
    if len(lines) != size:
        raise InvalidGrid("row_count", count=len(lines), expected=size)
    for number, line in enumerate(lines, 1):
        if len(line.rstrip()) > size:
            raise InvalidGrid("row_length", row=number, count=len(line.rstrip()), expected=size)
    return frozenset(
        geometry.cell(row, column)
        for row, line in enumerate(lines)
        for column, mark in enumerate(line.rstrip())
        if mark not in _BLANKS
    )


def _cut(line: str) -> list[str]:
    size = isqrt(len(line))
    if size * size != len(line) or size > MAX_SIZE:
        raise InvalidGrid("size", count=len(line))
    return [line[start : start + size] for start in range(0, len(line), size)]


def _shape(lines: list[str]) -> Geometry:
    try:
        return Geometry.of_size(len(lines))
    except ValueError:
        raise InvalidGrid("size", count=sum(len(line) for line in lines)) from None
