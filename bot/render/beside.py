"""The board that was read from a photo, in one picture with the photo."""

from io import BytesIO
from typing import Final

from PIL import Image, ImageDraw

from bot.render.board_picture import BoardPicture
from bot.render.picture import board_png
from bot.render.theme import LIGHT

GAP: Final = 24
"""Pixels between the two."""


def beside(seen: bytes, picture: BoardPicture) -> bytes:
    """A JPEG: on the left what was seen, on the right what was read."""
    with Image.open(BytesIO(board_png(picture))) as right, Image.open(BytesIO(seen)) as left:
        return _joined(left, right)


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
