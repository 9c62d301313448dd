"""The profile picture of the bot: a small board that clients cut to a circle."""

from io import BytesIO
from typing import Final

from PIL import Image, ImageDraw

from bot.render.canvas import font
from bot.render.stamps import FINER, INK
from bot.render.theme import LIGHT, Colour
from engine.board import SYMBOLS
from engine.notation import parse

SIDE: Final = 640
CELL: Final = 108
SIZE: Final = 4
GIVENS: Final = parse("1.3. .4.2 2.4. .3.1")
PLACED: Final = (6, 1)
"""The cell of the digit that is just placed, and the digit."""

SKY: Final[Colour] = (47, 125, 225)
SUN: Final[Colour] = (255, 216, 77)
CORNER: Final = 40
THIN: Final = 3
THICK: Final = 9
MARGIN: Final = (SIDE - SIZE * CELL) // 2
"""On each side of the board; its corners stay inside the circle."""


def portrait() -> bytes:
    """The picture as JPEG, which Telegram asks for; always the same bytes."""
    image = Image.new("RGB", (SIDE, SIDE), SKY)
    image.paste(_cells(), (0, 0), _board_mask())
    draw = ImageDraw.Draw(image)
    for cell, value in enumerate(GIVENS.values):
        if value:
            _write(draw, cell, value, LIGHT.ink, stroke=2)
    _write(draw, *PLACED, LIGHT.own, stroke=3)
    file = BytesIO()
    image.save(file, "JPEG", quality=92, subsampling=0)
    return file.getvalue()


def _cells() -> Image.Image:
    """Papers and lines, also beyond the edge of the board, where the mask cuts them off."""
    image = Image.new("RGB", (SIDE, SIDE), LIGHT.paper)
    draw = ImageDraw.Draw(image)
    row, column = divmod(PLACED[0], SIZE)
    left, top = MARGIN + column * CELL, MARGIN + row * CELL
    draw.rectangle((left, top, left + CELL, top + CELL), fill=SUN)
    edge = SIZE // 2
    # The thick line comes last, so that it lies on top of the thin ones.
    for at in (*range(1, edge), *range(edge + 1, SIZE), edge):
        width, colour = (THICK, SKY) if at == edge else (THIN, LIGHT.line)
        along = MARGIN + at * CELL - width // 2
        draw.rectangle((along, 0, along + width - 1, SIDE), fill=colour)
        draw.rectangle((0, along, SIDE, along + width - 1), fill=colour)
    return image


def _board_mask() -> Image.Image:
    """The board, its edge smooth and its corners round."""
    mask = Image.new("L", (SIDE * FINER, SIDE * FINER))
    near, far = MARGIN * FINER, (SIDE - MARGIN) * FINER - 1
    ImageDraw.Draw(mask).rounded_rectangle((near, near, far, far), CORNER * FINER, fill=INK)
    return mask.reduce(FINER)


def _write(
    draw: ImageDraw.ImageDraw, cell: int, value: int, colour: Colour, *, stroke: float
) -> None:
    row, column = divmod(cell, SIZE)
    centre = MARGIN + (column + 0.5) * CELL, MARGIN + (row + 0.5) * CELL
    letters = font(CELL * 3 // 4)
    draw.text(centre, SYMBOLS[value - 1], colour, letters, anchor="mm", stroke_width=stroke)
