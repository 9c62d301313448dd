"""The board that was read from a photo, as a picture beside the photo."""

from collections.abc import Collection
from io import BytesIO
from typing import Final

from PIL import Image, ImageDraw

from bot.render.board_picture import BoardPicture
from bot.render.marks import CellRole, Highlight
from bot.render.picture import board_png
from bot.render.theme import LIGHT
from engine.board import Grid

GAP: Final = 24
"""Pixels between the two."""

WIDE: Final = 1.8
"""How many times as wide as high a picture of both is at least; a board is square."""


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
        return _joined(left, right)


def is_beside(width: int, height: int) -> bool:
    """Whether a picture of this size shows what was seen as well, and not a board alone."""
    return width > WIDE * height


def beside_again(sent: bytes, picture: BoardPicture, here: int | None = None) -> bytes:
    """The JPEG of `beside`, with what was seen from one that was sent before, in whatever size.

    What is seen of the cell that is `here` has a frame.
    """
    with Image.open(BytesIO(board_png(picture))) as right, Image.open(BytesIO(sent)) as both:
        side = right.height
        width = round(both.width * side / (2 * side + GAP))
        left = both.convert("RGB").crop((0, 0, width, both.height)).resize((side, side))
        if here is not None:
            size = picture.values.geometry.size
            row, column = divmod(here, size)
            edges = [round(at * side / size) for at in (column, row, column + 1, row + 1)]
            ImageDraw.Draw(left).rectangle(edges, outline=LIGHT.place, width=side // size // 10)
        return _joined(left, right)


def _joined(left: Image.Image, right: Image.Image) -> bytes:
    side = right.height
    both = Image.new("RGB", (2 * side + GAP, side), LIGHT.paper)
    both.paste(left.convert("RGB").resize((side, side)), (0, 0))
    both.paste(right.convert("RGB"), (side + GAP, 0))
    file = BytesIO()
    both.save(file, "JPEG", quality=82)
    return file.getvalue()
