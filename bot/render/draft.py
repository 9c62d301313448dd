"""The board that was read from a photo, as a picture beside the photo."""

from collections.abc import Collection
from io import BytesIO
from typing import Final

from PIL import Image

from bot.render.board_picture import BoardPicture
from bot.render.marks import CellRole, Highlight
from bot.render.picture import board_png
from bot.render.theme import LIGHT
from engine.board import Grid

GAP: Final = 24
"""Pixels between the two."""


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


def beside(seen: bytes, picture: BoardPicture) -> bytes:
    """A JPEG: on the left what was seen, on the right what was read."""
    with Image.open(BytesIO(board_png(picture))) as right, Image.open(BytesIO(seen)) as left:
        side = right.height
        both = Image.new("RGB", (2 * side + GAP, side), LIGHT.paper)
        both.paste(left.convert("RGB").resize((side, side)), (0, 0))
        both.paste(right.convert("RGB"), (side + GAP, 0))
    file = BytesIO()
    both.save(file, "JPEG", quality=82)
    return file.getvalue()
