"""Masks with smooth edges, of the shapes that mark cells and candidates."""

from functools import lru_cache

from PIL import Image, ImageDraw

FINER = 4
"""How many times finer a stamp is drawn than it is shown."""

INK = 255
"""Where a mask is this, the colour covers what is below it."""


@lru_cache(maxsize=64)
def disc(radius: int) -> Image.Image:
    """A filled disc."""
    mask, draw, far = _blank(2 * radius)
    draw.ellipse((0, 0, far, far), fill=INK)
    return mask.reduce(FINER)


@lru_cache(maxsize=64)
def ring(radius: int, width: int) -> Image.Image:
    """A circle."""
    mask, draw, far = _blank(2 * radius)
    draw.ellipse((0, 0, far, far), outline=INK, width=width * FINER)
    return mask.reduce(FINER)


@lru_cache(maxsize=64)
def square(radius: int, width: int) -> Image.Image:
    """The edge of a square with round corners."""
    mask, draw, far = _blank(2 * radius)
    corner = radius * FINER // 3
    draw.rounded_rectangle((0, 0, far, far), corner, outline=INK, width=width * FINER)
    return mask.reduce(FINER)


@lru_cache(maxsize=64)
def strike(radius: int, width: int) -> Image.Image:
    """A stroke from the lower left to the upper right."""
    mask, draw, far = _blank(2 * radius)
    draw.line((0, far, far, 0), fill=INK, width=width * FINER)
    return mask.reduce(FINER)


@lru_cache(maxsize=64)
def cross(radius: int, width: int) -> Image.Image:
    """Two strokes from corner to corner."""
    mask, draw, far = _blank(2 * radius)
    draw.line((0, far, far, 0), fill=INK, width=width * FINER)
    draw.line((0, 0, far, far), fill=INK, width=width * FINER)
    return mask.reduce(FINER)


@lru_cache(maxsize=64)
def flag(side: int) -> Image.Image:
    """The upper right half of a square."""
    mask, draw, far = _blank(side)
    draw.polygon([(0, 0), (far, 0), (far, far)], fill=INK)
    return mask.reduce(FINER)


@lru_cache(maxsize=64)
def hatch(side: int, gap: int, width: int) -> Image.Image:
    """A square of slanting lines, `gap` apart along the edge."""
    mask, draw, far = _blank(side)
    for at in range(gap * FINER // 2, 2 * far, gap * FINER):
        draw.line((at, 0, at - far, far), fill=INK, width=width * FINER)
    return mask.reduce(FINER)


def _blank(side: int) -> tuple[Image.Image, ImageDraw.ImageDraw, int]:
    mask = Image.new("L", (side * FINER, side * FINER))
    return mask, ImageDraw.Draw(mask), side * FINER - 1
