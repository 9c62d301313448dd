"""What a player has selected with buttons: a box, a cell, a digit, the pencil."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from bot.game.person import TALL
from engine.board import Geometry, Grid

Cells = tuple[int, ...]

CORNERED: Final = 9
"""The size of a board of which a tall phone shows eight rows and six columns, from a corner on."""

CORNERS: Final = (0, 2, 6, 8)
"""The boxes in the corners of a 9x9."""


@dataclass(frozen=True, slots=True)
class Selection:
    """What one person has selected in one game.

    `box` is the box whose cells are buttons (None until they turn to another one than
    `first_box`), `cell` the chosen cell, `digit` the digit that was chosen before a cell (0
    erases), and with `pencil` digits become notes.
    """

    box: int | None = None
    cell: int | None = None
    digit: int | None = None
    pencil: bool = False

    @property
    def shared(self) -> "Selection":
        """The part of it that everybody sees who shares the buttons: the box."""
        return Selection(box=self.box)


def first_box(givens: Grid) -> int:
    """The box to begin with: the one with the fewest blanks in the puzzle, but not without any."""
    boxes, values = givens.geometry.boxes, givens.values
    blanks = [sum(not values[cell] for cell in box) for box in boxes]
    return min(range(len(boxes)), key=lambda box: (not blanks[box], blanks[box]))


def is_box(geometry: Geometry, box: int) -> bool:
    """Whether a board has a box of this number."""
    return 0 <= box < geometry.size


def has_corners(geometry: Geometry, look: str) -> bool:
    """Whether the buttons show eight rows and six columns: on a 9x9 in the tall look."""
    return look == TALL and geometry.size == CORNERED


def corner_of(box: int) -> tuple[bool, bool]:
    """Whether the part of a 9x9 that is shown for a box is the lower one, and the right one.

    The upper and the left part show the boxes in the middle as well.
    """
    band, stack = divmod(box, 3)
    return band == 2, stack == 2


def is_in_corner(geometry: Geometry, box: int, cell: int) -> bool:
    """Whether a cell is among the eight rows and six columns that are shown for a box."""
    (is_low, is_right), (row, column) = corner_of(box), divmod(cell, geometry.size)
    return row != (0 if is_low else 8) and column // 3 != (0 if is_right else 2)


def first_corner(givens: Grid) -> int:
    """A box in the corner to begin with: what it does not show has the fewest blanks."""
    geometry = givens.geometry
    rows, stacks = (
        (geometry.rows[0], geometry.rows[-1]),
        (geometry.columns[:3], geometry.columns[-3:]),
    )
    top, bottom = (_blanks(givens, row) for row in rows)
    left, right = (sum(_blanks(givens, column) for column in stack) for stack in stacks)
    return 6 * (bottom > top) + 2 * (right > left)


def _blanks(values: Grid, cells: Cells) -> int:
    return sum(not values[cell] for cell in cells)


def boxes_of_use(values: Grid, digit: int, boxes: Iterable[int]) -> list[int]:
    """Those of some boxes that have blanks and, if `digit` is not 0, lack that digit.

    Where none of them lacks it, those that have blanks.
    """
    cells = values.geometry.boxes
    return [box for box, _ in _of_use(values, digit, [(box, cells[box]) for box in boxes])]


def wanted_box(values: Grid, box: int, digit: int = 0) -> int:
    """The box to turn to after `box`, which is `box` itself as long as it is of use for the digit.

    Otherwise it is the box of use with the fewest blanks, of equal ones the nearest behind `box`.
    So it tells nothing that is not seen at a glance: whether the digit can go there is not asked.
    """
    size, cells = values.geometry.size, values.geometry.boxes
    useful = boxes_of_use(values, digit, ((box + far) % size for far in range(size)))
    if not useful or box in useful:
        return box
    return min(useful, key=lambda one: sum(not values[cell] for cell in cells[one]))


def wanted_corner(values: Grid, box: int, digit: int = 0) -> int:
    """A box in the corner to turn to, which is `box` while its corner is of use for the digit.

    Of two parts that show the same in the middle, only what the other does not show counts.
    """
    geometry, (is_low, is_right) = values.geometry, corner_of(box)
    rows = geometry.rows[:1], geometry.rows[-1:]
    stacks = geometry.boxes[0::3], geometry.boxes[2::3]
    low = _wanted_end(values, digit, rows, is_last=is_low)
    right = _wanted_end(values, digit, stacks, is_last=is_right)
    return box if (low, right) == (is_low, is_right) else 6 * low + 2 * right


def corner_of_last(values: Grid, box: int, cell: int) -> int:
    """A box in the corner that shows the last blank of a unit of `cell`, or else `box`.

    It is `box` as well while its corner shows the last blank of any unit of the board.
    """
    geometry = values.geometry
    wanted = {_last_blank(values, geometry.units[unit]) for unit in geometry.units_of[cell]}
    offered = {_last_blank(values, unit) for unit in geometry.units}

    def shows(corner: int, cells: set[int | None]) -> bool:
        return any(one is not None and is_in_corner(geometry, corner, one) for one in cells)

    def turns(corner: int) -> int:
        ends = zip(corner_of(corner), corner_of(box), strict=True)
        return sum(one != other for one, other in ends)

    if shows(box, offered):
        return box
    return min((one for one in CORNERS if shows(one, wanted)), key=turns, default=box)


def _last_blank(values: Grid, cells: Cells) -> int | None:
    blanks = [cell for cell in cells if not values[cell]]
    return blanks[0] if len(blanks) == 1 else None


def _wanted_end(
    values: Grid, digit: int, ends: Sequence[Sequence[Cells]], *, is_last: bool
) -> bool:
    """Whether to show the last of two ends, of which it `is_last` that is shown now."""
    order = (is_last, not is_last)
    useful = _of_use(values, digit, [(at, cells) for at in order for cells in ends[at]])
    return bool(useful[0][0]) if useful else is_last


def _of_use(
    values: Grid, digit: int, units: Iterable[tuple[int, Cells]]
) -> list[tuple[int, Cells]]:
    blank = [(name, cells) for name, cells in units if not all(values[cell] for cell in cells)]
    lacking = [unit for unit in blank if all(values[cell] != digit for cell in unit[1])]
    return (lacking if digit else []) or blank
