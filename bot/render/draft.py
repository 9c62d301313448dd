"""The board that was read from a photo, as a picture."""

from collections.abc import Collection
from typing import Final

from bot.render.board_picture import BoardPicture
from bot.render.marks import CellRole, Highlight
from engine.board import Grid

WIDE: Final = 1.8
"""How many times as wide as high a picture with the photo is at least; a board is square."""


def draft_picture(
    values: Grid,
    givens: Grid,
    *,
    doubtful: Collection[int] = (),
    repaired: Collection[int] = (),
    here: int | None = None,
) -> BoardPicture:
    """A board with a frame around doubtful cells, a dashed one around repaired ones.

    The cell that is `here`, about which somebody is asked, has thick corners.
    """
    marks = [Highlight(cell, CellRole.PATTERN) for cell in doubtful if cell != here]
    marks += [Highlight(cell, CellRole.OTHER) for cell in repaired if cell != here]
    if here is not None:
        marks.append(Highlight(here, CellRole.TARGET))
    return BoardPicture(values, givens, highlights=tuple(marks))


def is_beside(width: int, height: int) -> bool:
    """Whether a picture of this size shows what was seen as well, and not a board alone."""
    return width > WIDE * height
