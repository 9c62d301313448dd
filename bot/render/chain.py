"""Drawing the links of a chain as arrows between candidates.

A straight line would run through the candidates in between, and the links along one row would lie
on each other. So each link is a parabola (a quadratic Bezier curve) that bends to the left of its
direction, and to the right only where it would leave the board. The curve is cut into points, those
inside the shapes around its two candidates are dropped, and an arrowhead takes the last stretch.
Dashes are measured along the curve.

A link within one cell is too short for that. Its number would hide the candidates beside it, so it
goes to the spot with the most room.
"""

from collections.abc import Collection
from itertools import accumulate, groupby, pairwise
from math import dist
from operator import itemgetter
from typing import Final

from bot.render import stamps
from bot.render.canvas import Canvas
from bot.render.layout import Layout, Point
from bot.render.marks import CellDigit, LinkMark

BOW: Final = 0.14
"""How far a link bends aside, as a part of its length."""

LEAST_BOW: Final = 16
"""How far even the shortest link bends aside, in pixels."""

PIECES: Final = 200
"""Straight pieces into which a link is cut."""

DASH: Final = 11
"""The length of a dash, and of the gap after it, in pixels."""

NUMBER: Final = 15
"""The radius of the disc on which the number of a link stands, in pixels."""

HEAD: Final = 22
"""The length of an arrowhead in pixels."""


def draw_link(canvas: Canvas, layout: Layout, link: LinkMark) -> None:
    """Draws a bent line between two candidates: strong thick and solid, weak thin and dashed."""
    colour = canvas.theme.other
    path = _between(layout, link)
    head = min(HEAD, dist(path[0], path[-1]) / 2)
    shaft = _until_head(path, head)
    if link.strong:
        canvas.strokes([shaft], colour, 6)
    else:
        canvas.strokes(_dashed(shaft), colour, 3.5)
    canvas.polygon(_head(shaft[-1], path[-1], head), colour)


def draw_number(
    canvas: Canvas, layout: Layout, link: LinkMark, marked: Collection[CellDigit]
) -> None:
    """Writes the number of a link on a disc at its middle, above all lines.

    For a link inside a cell it is written beside the candidates that are marked there.
    """
    if link.number:
        middle = _middle(layout, link, marked)
        canvas.stamp(stamps.disc(NUMBER), middle, canvas.theme.paper)
        canvas.stamp(stamps.ring(NUMBER, 2), middle, canvas.theme.other)
        canvas.text(middle, str(link.number), round(1.4 * NUMBER), canvas.theme.other)


def _middle(layout: Layout, link: LinkMark, marked: Collection[CellDigit]) -> Point:
    """Where the number of a link hides nothing, nearer to the middle of the cell if possible."""
    path, cell = _between(layout, link), link.start[0]
    middle = path[len(path) // 2]
    if link.end[0] != cell:
        return middle
    start, end = layout.spot(*link.start), layout.spot(*link.end)
    away, centre = layout.reach(cell) + NUMBER, layout.centre(cell)
    spots = [layout.spot(*each) for each in (link.start, link.end, *marked) if each[0] == cell]
    steps = [times * away / dist(start, end) for times in (1, -1, 2, -2)]
    sides = sorted((_beside(start, end, step) for step in steps), key=lambda at: dist(at, centre))

    def room(place: Point) -> float:
        # Beyond `away` more room is worth nothing; `max` takes the first of equal spots.
        return min(away, *(dist(place, spot) for spot in spots))

    return max(middle, *sides, key=room)


def _between(layout: Layout, link: LinkMark) -> list[Point]:
    """The points of the bent line that lie outside of the shapes around its two candidates."""
    start, end = layout.spot(*link.start), layout.spot(*link.end)
    near, far = layout.reach(link.start[0]), layout.reach(link.end[0])
    path = _curve(layout, start, end)
    free = [point for point in path if dist(start, point) >= near and dist(end, point) >= far]
    return free if len(free) > 1 else path


def _curve(layout: Layout, start: Point, end: Point) -> list[Point]:
    """A parabola on the left of the straight line, or on its right at the edge of the board."""
    length = dist(start, end) or 1
    aside = max(LEAST_BOW / length, BOW)
    if not layout.holds(_beside(start, end, aside)):
        aside = -aside
    # A Bezier curve comes half as far aside as its control point.
    turn = _beside(start, end, 2 * aside)
    return [_bezier(start, turn, end, k / PIECES) for k in range(PIECES + 1)]


def _beside(start: Point, end: Point, aside: float) -> Point:
    """The point on the left of the middle of a line, `aside` times the length of the line away."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    return start[0] + dx / 2 + dy * aside, start[1] + dy / 2 - dx * aside


def _bezier(start: Point, turn: Point, end: Point, part: float) -> Point:
    a, b, c = (1 - part) ** 2, 2 * part * (1 - part), part**2
    x, y = (a * start[axis] + b * turn[axis] + c * end[axis] for axis in (0, 1))
    return x, y


def _until_head(path: list[Point], head: float) -> list[Point]:
    """The path without what the arrowhead covers; at least its first piece."""
    # It ends a little inside the head, so that no gap shows between them.
    shaft = [point for point in path if dist(point, path[-1]) >= head * 0.8]
    return shaft if len(shaft) > 1 else path[:2]


def _head(base: Point, tip: Point, head: float) -> list[Point]:
    length = dist(base, tip) or 1
    dx, dy = (tip[0] - base[0]) / length * head, (tip[1] - base[1]) / length * head
    x, y, half = tip[0] - dx, tip[1] - dy, 0.42
    return [tip, (x - dy * half, y + dx * half), (x + dy * half, y - dx * half)]


def _dashed(path: list[Point]) -> list[list[Point]]:
    """The pieces of a path that its dashes cover."""
    ways = accumulate((dist(*step) for step in pairwise(path)), initial=0.0)
    drawn = ((point, int(way // DASH)) for point, way in zip(path, ways, strict=True))
    pieces = (
        [point for point, _ in group]
        for number, group in groupby(drawn, key=itemgetter(1))
        if number % 2 == 0
    )
    return [piece for piece in pieces if len(piece) > 1]
