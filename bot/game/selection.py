"""What a player has selected with buttons: a box, a cell, a digit, the pencil."""

from dataclasses import dataclass

from bot.game.game import Game
from engine.geometry import Geometry


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


def first_box(game: Game) -> int:
    """The box to begin with: of those that have blanks in the puzzle the one with the fewest."""
    boxes, values = game.givens.geometry.boxes, game.givens.values
    blanks = [sum(not values[cell] for cell in box) for box in boxes]
    return min(range(len(boxes)), key=lambda box: (not blanks[box], blanks[box]))


def box_before(game: Game, box: int) -> int:
    """The nearest box with blanks before this one; before the first stands the last.

    Where no other box has blanks, it is simply the box before.
    """
    return _next_box(game, box, -1)


def box_after(game: Game, box: int) -> int:
    """The nearest box with blanks after this one; after the last comes the first.

    Where no other box has blanks, it is simply the box after.
    """
    return _next_box(game, box, 1)


def blanks_in(game: Game, box: int) -> int:
    """How many cells of a box are blank."""
    values = game.values.values
    return sum(not values[cell] for cell in game.givens.geometry.boxes[box])


def is_box(geometry: Geometry, box: int) -> bool:
    """Whether a board has a box of this number."""
    return 0 <= box < geometry.size


def _next_box(game: Game, box: int, step: int) -> int:
    size = game.givens.geometry.size
    others = [(box + step * far) % size for far in range(1, size)]
    return next((other for other in others if blanks_in(game, other)), others[0])
