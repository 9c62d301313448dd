"""Drawing with smooth edges and few colours, so that pictures are small and quickly made.

A player who chose pictures gets one with every move. Saved in true colour, a 9x9 board full of
notes is a PNG of 126 kB that takes 25 ms. With a palette of 256 colours found for this very picture
it is 64 kB, but takes 47 ms, and a digit may change its shade from move to move. So the palette
belongs to the theme: its papers, its inks, and SHADES - 1 steps from each paper to each ink for the
edges of glyphs. That makes 49 kB in 12 ms. Every pixel takes the nearest of these colours;
dithering would double the time and make the file no smaller.

Pillow draws polygons and circles with hard edges. Shapes are therefore drawn as masks FINER times
larger, and reduced; `stamps` keeps the masks that are needed often. Nothing depends on the time or
on chance: equal pictures give equal bytes.
"""

from collections.abc import Sequence
from functools import cache, lru_cache
from io import BytesIO
from math import ceil
from typing import Final

from PIL import Image, ImageDraw, ImageFont, ImageOps

from bot.render.layout import Box, Point
from bot.render.stamps import FINER, INK
from bot.render.theme import Colour, Theme

SHADES: Final = 4
"""Steps from a paper to an ink along the edge of a glyph."""


class Canvas:
    """A picture being drawn in the colours of a theme, paper at first."""

    def __init__(self, width: int, height: int, theme: Theme) -> None:
        self.theme: Final = theme
        self._image = Image.new("RGB", (width, height), theme.paper)
        self._draw = ImageDraw.Draw(self._image)

    def fill(self, box: Box, colour: Colour) -> None:
        """Fills a box."""
        left, top, right, bottom = box
        self._draw.rectangle((left, top, right - 1, bottom - 1), fill=colour)

    def frame(self, box: Box, colour: Colour, width: int, dash: int = 0) -> None:
        """Draws the edge of a box inside it, in dashes about `dash` pixels long; solid with 0."""
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
        """Writes a short text around a point; `stroke` are the pixels that make it bolder."""
        self.stamp(_written(text, height, stroke), centre, colour)

    def stamp(self, mask: Image.Image, centre: Point, colour: Colour) -> None:
        """Puts a colour where the mask is."""
        x, y = centre
        at = (round(x - mask.width / 2), round(y - mask.height / 2))
        self._image.paste(colour, at, mask)

    def strokes(self, lines: Sequence[Sequence[Point]], colour: Colour, width: float) -> None:
        """Draws smooth lines, each through its points."""
        left, top, mask = _mask_around([point for line in lines for point in line], width)
        draw = ImageDraw.Draw(mask)
        for line in lines:
            fine = _finer(line, left, top)
            draw.line(fine, fill=INK, width=round(width * FINER), joint="curve")
        self._image.paste(colour, (left, top), mask.reduce(FINER))

    def polygon(self, points: Sequence[Point], colour: Colour) -> None:
        """Fills a polygon with smooth edges."""
        left, top, mask = _mask_around(points, 0)
        ImageDraw.Draw(mask).polygon(_finer(points, left, top), fill=INK)
        self._image.paste(colour, (left, top), mask.reduce(FINER))

    def png(self, beside: int = 0) -> bytes:
        """The picture as PNG with a palette, with `beside` pixels of paper left and right of it.

        Equal pictures give equal bytes.
        """
        few = self._image.quantize(palette=_palette(self.theme), dither=Image.Dither.NONE)
        if beside:
            few = ImageOps.expand(few, (beside, 0), fill=self.theme.paper)
        file = BytesIO()
        few.save(file, "PNG")
        return file.getvalue()


@cache
def font(height: int) -> ImageFont.FreeTypeFont:
    """The font that comes with Pillow: ASCII only, with figures of equal width."""
    found = ImageFont.load_default(height)
    if not isinstance(found, ImageFont.FreeTypeFont):
        raise TypeError("this Pillow was built without FreeType")
    return found


@lru_cache(maxsize=1024)
def _written(text: str, height: int, stroke: float) -> Image.Image:
    """The mask of a text, with the middle of its capitals in its middle."""
    letters = font(height)
    wide = ceil(letters.getlength(text) + 2 * stroke) + 2
    mask = Image.new("L", (wide, height + 2))
    # A figure is as high as a capital; its top lies above the baseline and so is negative.
    down = (mask.height - letters.getbbox("0", anchor="ls")[1]) / 2
    draw = ImageDraw.Draw(mask)
    draw.text((wide / 2, down), text, fill=INK, font=letters, anchor="ms", stroke_width=stroke)
    return mask


def _dashes(start: int, end: int, dash: int) -> list[tuple[int, int]]:
    """Where dashes begin and end: one at each end of the way, with gaps nearly as long between."""
    if not dash:
        return [(start, end)]
    count = max(2, round((end - start + dash) / (2 * dash)))
    pitch = (end - start - dash) / (count - 1)
    return [(at := start + round(k * pitch), at + dash) for k in range(count)]


def _mask_around(points: Sequence[Point], width: float) -> tuple[int, int, Image.Image]:
    """A finer mask with room for all points, and the left and top at which it belongs."""
    room = int(width) + 2
    left, top = (int(min(point[axis] for point in points)) - room for axis in (0, 1))
    right, bottom = (int(max(point[axis] for point in points)) + room for axis in (0, 1))
    return left, top, Image.new("L", ((right - left) * FINER, (bottom - top) * FINER))


def _finer(points: Sequence[Point], left: int, top: int) -> list[Point]:
    return [((x - left) * FINER, (y - top) * FINER) for x, y in points]


@cache
def _palette(theme: Theme) -> Image.Image:
    plain = [*theme.papers, *theme.inks, *theme.players, theme.line, theme.hatch]
    # A dict, and no set, keeps the order: equal pictures must give equal bytes.
    colours = dict.fromkeys(plain)
    for step in range(1, SHADES):
        for paper, ink in theme.blends:
            colours[_between(paper, ink, step / SHADES)] = None
    image = Image.new("P", (1, 1))
    image.putpalette([part for colour in colours for part in colour])
    return image


def _between(paper: Colour, ink: Colour, part: float) -> Colour:
    red, green, blue = (round(a + (b - a) * part) for a, b in zip(paper, ink, strict=True))
    return red, green, blue
