"""What a player holds while pressing buttons: a cell, a digit, the pencil."""

from dataclasses import dataclass

from bot.game.game import Game
from engine.geometry import Geometry


@dataclass(frozen=True, slots=True)
class Selection:
    """How one person's buttons stand in one game.

    `box` is the box they see large (None until they have looked at another one than
    `first_box`), `cell` the cell they chose, `digit` the digit they chose first (0 erases), and
    with `pencil` digits become notes.
    """

    box: int | None = None
    cell: int | None = None
    digit: int | None = None
    pencil: bool = False


def first_box(game: Game) -> int:
    """Where to begin: the box with the fewest blanks in the puzzle, but some."""
    boxes, values = game.givens.geometry.boxes, game.givens.values
    blanks = [sum(not values[cell] for cell in box) for box in boxes]
    return min(range(len(boxes)), key=lambda box: (not blanks[box], blanks[box]))


def box_before(game: Game, box: int) -> int:
    """The box before this one in reading order, round the board, that has blanks if any has."""
    return _next_box(game, box, -1)


def box_after(game: Game, box: int) -> int:
    """The box after this one in reading order, round the board, that has blanks if any has."""
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
