"""Drawing what a hint speaks of: units, cells and candidates, each in the shape of its role."""

from collections.abc import Iterable, Mapping

from bot.render import stamps
from bot.render.canvas import Canvas
from bot.render.layout import Box, Layout
from bot.render.marks import CandidateRole, CellDigit, CellRole, Highlight
from engine.board import SYMBOLS


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


def draw_candidates(
    canvas: Canvas, layout: Layout, shown: Mapping[CellDigit, CandidateRole | None]
) -> None:
    """Draws candidates at their places, each in the shape of its role; notes have none."""
    for (cell, digit), role in shown.items():
        if role:
            _draw_below(canvas, layout, (cell, digit), role)
        _draw_digit(canvas, layout, (cell, digit), role)
        # A cross lies above its digit, the other shapes below theirs.
        if role is CandidateRole.ELIMINATE:
            mask = stamps.cross(layout.reach(cell) * 4 // 5, _width(layout, cell))
            canvas.stamp(mask, layout.spot(cell, digit), canvas.theme.alarm)


def draw_letters(canvas: Canvas, layout: Layout, sets: Mapping[int, str]) -> None:
    """Writes the letters of sets upon the upper left corners of cells, beside all candidates."""
    height, reach = round(layout.cell * 0.26), round(layout.cell * 0.14)
    for cell, letters in sets.items():
        left, top, _, _ = layout.box(cell)
        for number, letter in enumerate(letters):
            centre = (left + 2 * reach * number, top)
            canvas.stamp(stamps.disc(reach), centre, canvas.theme.paper)
            canvas.text(centre, letter, height, canvas.theme.ink, stroke=height / 36)


def _draw_below(canvas: Canvas, layout: Layout, candidate: CellDigit, role: CandidateRole) -> None:
    theme, cell = canvas.theme, candidate[0]
    reach, width, spot = layout.reach(cell), _width(layout, cell), layout.spot(*candidate)
    if role is CandidateRole.PLACE:
        canvas.stamp(stamps.disc(reach), spot, theme.place)
    if role is CandidateRole.PATTERN:
        # Paper inside the ring hides links that pass below the digit.
        canvas.stamp(stamps.disc(reach), spot, theme.paper)
        canvas.stamp(stamps.ring(reach, width), spot, theme.pattern)
    if role is CandidateRole.OTHER:
        canvas.stamp(stamps.square(reach, width), spot, theme.other)
    if role is CandidateRole.KNOWN:
        canvas.stamp(stamps.disc(reach), spot, theme.given_paper)


def _draw_digit(
    canvas: Canvas, layout: Layout, candidate: CellDigit, role: CandidateRole | None
) -> None:
    theme, (cell, digit) = canvas.theme, candidate
    colours = {
        None: theme.note,
        CandidateRole.PLACE: theme.paper,
        CandidateRole.ELIMINATE: theme.note,
        CandidateRole.PATTERN: theme.pattern,
        CandidateRole.OTHER: theme.other,
        CandidateRole.KNOWN: theme.ink,
    }
    height = layout.height(cell)
    stroke = height / 36 if role else 0
    canvas.text(layout.spot(cell, digit), SYMBOLS[digit - 1], height, colours[role], stroke)


def _width(layout: Layout, cell: int) -> int:
    """How thick the marks of a cell's candidates are drawn."""
    return max(2, layout.reach(cell) // 7)


def _grown(box: Box, by: int) -> Box:
    left, top, right, bottom = box
    return left - by, top - by, right + by, bottom + by
