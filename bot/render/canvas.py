"""Drawing with smooth edges and few colours."""

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from io import BytesIO
from itertools import pairwise
from typing import Final

from PIL import Image, ImageDraw, ImageFont

from bot.render.theme import Colour, Theme

Point = tuple[float, float]
Box = tuple[int, int, int, int]
"""Left, top, right and bottom; right and bottom are the first pixels outside."""

FINER: Final = 4
"""How many times finer a stamp is drawn than shown."""

SHADES: Final = 4
"""Steps from a paper to an ink along the edge of a glyph."""


class Canvas:
    """A picture being drawn in the colours of a theme, the paper everywhere at first."""

    def __init__(self, width: int, height: int, theme: Theme) -> None:
        self.theme: Final = theme
        self.image: Final = Image.new("RGB", (width, height), theme.paper)
        self._draw = ImageDraw.Draw(self.image)

    def fill(self, box: Box, colour: Colour) -> None:
        """Fills a box."""
        left, top, right, bottom = box
        self._draw.rectangle((left, top, right - 1, bottom - 1), fill=colour)

    def frame(self, box: Box, colour: Colour, width: int, dash: int = 0) -> None:
        """Draws the edge of a box inside it, in dashes of a length or (with 0) solid."""
        left, top, right, bottom = box
        for at, end in _dashes(left, right, dash):
            self.fill((at, top, end, top + width), colour)
            self.fill((at, bottom - width, end, bottom), colour)
        for at, end in _dashes(top, bottom, dash):
            self.fill((left, at, left + width, end), colour)
            self.fill((right - width, at, right, end), colour)

    def text(
        self, centre: Point, text: str, height: int, colour: Colour, stroke: float = 0
    ) -> None:
        """Writes a short text around a point; `stroke` makes it bolder by so many pixels."""
        x, y = centre
        self._draw.text(
            (x, y + _capital(height) / 2),
            text,
            fill=colour,
            font=font(height),
            anchor="ms",
            stroke_width=stroke,
        )

    def stamp(self, mask: Image.Image, centre: Point, colour: Colour) -> None:
        """Puts a colour where the mask is."""
        x, y = centre
        at = (round(x - mask.width / 2), round(y - mask.height / 2))
        self.image.paste(colour, at, mask)

    def polyline(self, points: Sequence[Point], colour: Colour, width: float) -> None:
        """Draws a smooth line through points."""
        self._finely([points], colour, width)

    def polylines(self, lines: Iterable[Sequence[Point]], colour: Colour, width: float) -> None:
        """Draws smooth lines."""
        self._finely(list(lines), colour, width)

    def polygon(self, points: Sequence[Point], colour: Colour) -> None:
        """Fills a polygon with smooth edges."""
        left, top, mask = _fine_mask(points, 2)
        ImageDraw.Draw(mask).polygon(_fine(points, left, top), fill=255)
        self.image.paste(colour, (left, top), mask.reduce(FINER))

    def _finely(self, lines: list[Sequence[Point]], colour: Colour, width: float) -> None:
        left, top, mask = _fine_mask([point for line in lines for point in line], width)
        draw = ImageDraw.Draw(mask)
        for line in lines:
            fine = _fine(line, left, top)
            draw.line(fine, fill=255, width=round(width * FINER), joint="curve")
        self.image.paste(colour, (left, top), mask.reduce(FINER))

    def png(self) -> bytes:
        """The picture as PNG with a palette; equal pictures give equal bytes."""
        few = self.image.quantize(palette=_palette(self.theme), dither=Image.Dither.NONE)
        file = BytesIO()
        few.save(file, "PNG")
        return file.getvalue()


@cache
def font(height: int) -> ImageFont.FreeTypeFont:
    """The font that Pillow brings: ASCII, its figures all of one width."""
    found = ImageFont.load_default(height)
    if not isinstance(found, ImageFont.FreeTypeFont):
        raise TypeError("Pillow was built without FreeType")
    return found


@lru_cache(maxsize=64)
def disc(radius: int) -> Image.Image:
    """A filled disc."""
    return _shape(radius, lambda draw, far: draw.ellipse((0, 0, far, far), fill=255))
