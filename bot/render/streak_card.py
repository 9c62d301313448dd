"""The picture of a milestone: a box of a Sudoku with the length of a streak in its middle."""

from typing import Final

from bot.render import stamps
from bot.render.canvas import Canvas
from bot.render.layout import Box, Point
from bot.render.theme import LIGHT, Colour, Theme

SIDE: Final = 720
CELL: Final = 200
MARGIN: Final = (SIDE - 3 * CELL) // 2
THIN: Final = 3
THICK: Final = 9
LETTERS: Final = {1: 190, 2: 150, 3: 98}
"""The height of the figures that fit into the middle, by how many they are."""

DIGITS: Final = "1234 6789"
"""The cells around the middle, which holds the days."""

CONFETTI: Final = (
    *((30, 120, 12), (34, 400, 9), (26, 640, 14), (690, 90, 9), (694, 330, 13), (688, 600, 10)),
    *((140, 28, 10), (380, 32, 14), (610, 26, 9), (110, 692, 13), (350, 690, 9), (590, 694, 12)),
)
"""The middle and the radius of each disc around the box."""


def streak_png(days: int, theme: Theme = LIGHT) -> bytes:
    """A square PNG of SIDE pixels, in which digits are the only text; 1 to 999 days."""
    canvas = Canvas(SIDE, SIDE, theme)
    for at, (x, y, radius) in enumerate(CONFETTI):
        canvas.stamp(stamps.disc(radius), (x, y), theme.players[at % len(theme.players)])
    canvas.fill(_cell(4), theme.pattern_paper)
    for at, digit in enumerate(DIGITS):
        canvas.text(_centre(at), digit, CELL // 2, theme.note)
    figures = str(days)
    canvas.text(_centre(4), figures, LETTERS[len(figures)], theme.own, stroke=3)
    _draw_lines(canvas, theme.ink)
    return canvas.png()


def _cell(at: int) -> Box:
    row, column = divmod(at, 3)
    left, top = MARGIN + column * CELL, MARGIN + row * CELL
    return left, top, left + CELL, top + CELL


def _centre(at: int) -> Point:
    left, top, right, bottom = _cell(at)
    return (left + right) / 2, (top + bottom) / 2


def _draw_lines(canvas: Canvas, colour: Colour) -> None:
    """The lines between the cells, and the thick edge of the box."""
    near, far = MARGIN, SIDE - MARGIN
    for at in (MARGIN + CELL, MARGIN + 2 * CELL):
        canvas.fill((at - 1, near, at - 1 + THIN, far), canvas.theme.line)
        canvas.fill((near, at - 1, far, at - 1 + THIN), canvas.theme.line)
    canvas.frame((near, near, far, far), colour, THICK)
