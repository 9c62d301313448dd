"""What a player has selected with buttons: a box, a cell, a digit, the pencil."""

from collections.abc import Iterable
from dataclasses import dataclass

from engine.board import Geometry, Grid


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


def boxes_of_use(values: Grid, digit: int, boxes: Iterable[int]) -> list[int]:
    """Those of some boxes that have blanks and, if `digit` is not 0, lack that digit.

    Where none of them lacks it, those that have blanks.
    """
    cells = values.geometry.boxes
    blank = [box for box in boxes if any(not values[cell] for cell in cells[box])]
    lacking = [box for box in blank if all(values[cell] != digit for cell in cells[box])]
    return (lacking if digit else []) or blank


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
