"""What a player has selected with buttons: a box, a cell, a digit, the pencil."""

from dataclasses import dataclass

from engine.board import Geometry, Grid


@dataclass(frozen=True, slots=True)
class Selection:
    """What one person has selected in one game.

    `box` is the box whose cells are buttons (None until the person turns to another one than
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
