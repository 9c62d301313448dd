"""Drawing notes and the candidates that a hint speaks of."""

from collections.abc import Mapping

from bot.render import stamps
from bot.render.canvas import Canvas
from bot.render.layout import Layout
from bot.render.marks import Candidate, CandidateRole
from engine.grid import SYMBOLS


def draw_candidates(
    canvas: Canvas, layout: Layout, shown: Mapping[Candidate, CandidateRole | None]
) -> None:
    """Draws candidates at their places, each in the shape of its role; notes have none."""
    for (cell, digit), role in shown.items():
        if role:
            _draw_below(canvas, layout, (cell, digit), role)
        _draw_digit(canvas, layout, (cell, digit), role)
        if role is CandidateRole.ELIMINATE:
            mask = stamps.cross(layout.reach(cell) * 4 // 5, _width(layout, cell))
            canvas.stamp(mask, layout.spot(cell, digit), canvas.theme.alarm)


def _draw_below(canvas: Canvas, layout: Layout, candidate: Candidate, role: CandidateRole) -> None:
    theme, cell = canvas.theme, candidate[0]
    reach, width, spot = layout.reach(cell), _width(layout, cell), layout.spot(*candidate)
    if role is CandidateRole.PLACE:
        canvas.stamp(stamps.disc(reach), spot, theme.place)
    if role is CandidateRole.PATTERN:
        canvas.stamp(stamps.disc(reach), spot, theme.paper)
        canvas.stamp(stamps.ring(reach, width), spot, theme.pattern)
    if role is CandidateRole.OTHER:
        canvas.stamp(stamps.square(reach, width), spot, theme.other)


def _draw_digit(
    canvas: Canvas, layout: Layout, candidate: Candidate, role: CandidateRole | None
) -> None:
    theme, (cell, digit) = canvas.theme, candidate
    colours = {
        None: theme.note,
        CandidateRole.PLACE: theme.paper,
        CandidateRole.ELIMINATE: theme.note,
        CandidateRole.PATTERN: theme.pattern,
        CandidateRole.OTHER: theme.other,
    }
    height = layout.height(cell)
    stroke = height / 36 if role else 0
    canvas.text(layout.spot(cell, digit), SYMBOLS[digit - 1], height, colours[role], stroke)


def _width(layout: Layout, cell: int) -> int:
    """How thick the marks of a cell's candidates are drawn."""
    return max(2, layout.reach(cell) // 7)
