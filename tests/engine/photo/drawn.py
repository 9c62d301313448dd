"""Pictures of boards that are drawn for a test, in many looks."""

import random
from dataclasses import dataclass
from io import BytesIO
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from engine.board.grid import SYMBOLS, Grid

CELL: Final = 56
Colour = tuple[int, int, int]

THEMES: Final[tuple[tuple[Colour, Colour, Colour], ...]] = (
    ((255, 255, 255), (20, 20, 20), (90, 90, 90)),
    ((244, 236, 214), (40, 30, 30), (120, 100, 90)),
    ((28, 30, 38), (232, 232, 238), (110, 114, 128)),
    ((225, 238, 250), (16, 44, 110), (70, 110, 160)),
    ((236, 246, 232), (150, 20, 30), (60, 90, 60)),
)
"""The colours of paper, digits and lines."""

OWN: Final[Colour] = (30, 70, 220)


@dataclass(frozen=True, slots=True)
class Look:
    """How a board is drawn and seen; angles in degrees, the others as fractions of its side."""

    theme: int = 0
    thin: int = 1
    thick: int = 4
    height: float = 0.62
    turn: float = 0
    slant: float = 0
    bend: float = 0
    shadow: float = 0
    noise: float = 0
    by_numbers: bool = False

    @classmethod
    def of(cls, seed: int) -> "Look":
        """One of many looks; the same seed gives the same look."""
        rng = random.Random(seed)
        return cls(
            theme=seed % len(THEMES),
            thin=rng.choice((1, 2)),
            thick=rng.choice((3, 4, 6)),
            height=rng.uniform(0.5, 0.75),
            turn=rng.uniform(-12, 12),
            slant=rng.uniform(0, 0.06),
            bend=rng.uniform(0, 0.015),
            shadow=rng.uniform(0, 0.5),
            noise=rng.uniform(0, 5),
            by_numbers=seed % 2 == 0,
        )


def drawn(grid: Grid, look: Look | None = None, *, own: Grid | None = None) -> bytes:
    """A JPEG of a board on a page; `own` are digits that somebody has filled in, in blue."""
    chosen = look or Look()
    page = _page(grid, chosen, own)
    seen = _seen(np.asarray(page), chosen)
    file = BytesIO()
    Image.fromarray(seen).save(file, "JPEG", quality=88)
    return file.getvalue()


def written(value: int, look: Look) -> str:
    """How a value is printed."""
    return str(value) if look.by_numbers else SYMBOLS[value - 1]


def _page(grid: Grid, look: Look, own: Grid | None) -> Image.Image:
    paper, ink, line = THEMES[look.theme]
    shape = grid.geometry
    side, margin = shape.size * CELL, CELL
    page = Image.new("RGB", (side + 2 * margin, side + 2 * margin), paper)
    draw = ImageDraw.Draw(page)
    for at in range(shape.size + 1):
        for wide, across in ((shape.box_columns, False), (shape.box_rows, True)):
            width = look.thick if at % wide == 0 else look.thin
            place = margin + at * CELL
            ends = (
                (margin, place, margin + side, place)
                if across
                else (place, margin, place, margin + side)
            )
            draw.line(ends, ink if at % wide == 0 else line, width)
    for cell, value in enumerate(grid.values):
        if value:
            _write(draw, divmod(cell, shape.size), written(value, look), look, ink)
        elif own is not None and own[cell]:
            _write(draw, divmod(cell, shape.size), written(own[cell], look), look, OWN)
    return page


def _write(
    draw: ImageDraw.ImageDraw, at: tuple[int, int], text: str, look: Look, ink: Colour
) -> None:
    row, column = at
    height = look.height * (0.8 if len(text) > 1 else 1)
    font = ImageFont.load_default(round(CELL * height))
    centre = CELL * (column + 1.5), CELL * (row + 1.5)
    draw.text(centre, text, ink, font, anchor="mm")


def _seen(page: NDArray[np.uint8], look: Look) -> NDArray[np.uint8]:
    side = len(page)
    rng = np.random.default_rng(side)
    down, across = np.mgrid[0:side, 0:side].astype(np.float32)
    bent = down + look.bend * side * np.sin(across / side * np.pi)
    curved = cv2.remap(page, across, bent, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    corners = np.array([[0, 0], [side, 0], [side, side], [0, side]], np.float32)
    moved = corners + look.slant * side * np.array([[1, 1], [0, 0.4], [0, 0], [0, -0.2]])
    matrix = cv2.getPerspectiveTransform(corners, moved.astype(np.float32))
    turn = cv2.getRotationMatrix2D((side / 2, side / 2), look.turn, 0.82)
    matrix = np.vstack([turn, [0, 0, 1]]) @ matrix
    seen = cv2.warpPerspective(
        curved, matrix, (side, side), flags=cv2.INTER_AREA, borderValue=(128, 120, 110)
    ).astype(np.float32)
    seen *= (1 - look.shadow * across / side)[..., None]
    seen += rng.normal(0, look.noise, seen.shape)
    return np.clip(seen, 0, 255).astype(np.uint8)
