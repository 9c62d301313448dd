"""Drawing the cells and units that a hint speaks of."""

from collections.abc import Iterable

from bot.render import stamps
from bot.render.canvas import Box, Canvas
from bot.render.layout import Layout
from bot.render.marks import CellRole, Highlight


def draw_hint_papers(
    canvas: Canvas, layout: Layout, units: Iterable[int], highlights: Iterable[Highlight]
) -> None:
    """Tints units, then cells; hatches cells that are affected."""
    theme = canvas.theme
    for unit in units:
        canvas.fill(layout.around(layout.geometry.units[unit]), theme.unit_paper)
    papers = {CellRole.PATTERN: theme.pattern_paper, CellRole.OTHER: theme.other_paper}
    for highlight in highlights:
        cell, role = highlight.cell, highlight.role
        if role in papers:
            canvas.fill(layout.box(cell), papers[role])
        if role is CellRole.AFFECTED:
            mask = stamps.hatch(layout.cell, layout.cell // 5, layout.cell // 27)
            canvas.stamp(mask, layout.centre(cell), theme.hatch)


def draw_hint_frames(
    canvas: Canvas, layout: Layout, units: Iterable[int], highlights: Iterable[Highlight]
) -> None:
    """Draws the edges of units and the frames of cells."""
    theme, thin = canvas.theme, max(3, layout.cell // 26)
    for unit in sorted(units):
        cells = layout.geometry.units[unit]
        canvas.frame(_grown(layout.around(cells), 3), theme.pattern, 6)
    for highlight in highlights:
        box, role = _grown(layout.box(highlight.cell), -2), highlight.role
        if role is CellRole.PATTERN:
            canvas.frame(box, theme.pattern, thin)
        if role is CellRole.OTHER:
            canvas.frame(box, theme.other, thin, dash=layout.cell // 9)
        if role is CellRole.TARGET:
            canvas.frame(box, theme.place, layout.cell // 15, dash=layout.cell // 3)


def _grown(box: Box, by: int) -> Box:
    left, top, right, bottom = box
    return left - by, top - by, right + by, bottom + by
