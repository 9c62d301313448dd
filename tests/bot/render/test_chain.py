from collections.abc import Iterator
from functools import cache
from math import dist, hypot
from statistics import median

import pytest
from PIL import Image

from bot.render.canvas import Canvas
from bot.render.chain import draw_link, draw_number
from bot.render.layout import GUTTER, MARGIN, Layout, Point
from bot.render.marks import CellDigit, LinkMark
from bot.render.theme import LIGHT
from engine import Geometry
from tests.bot.render.pixels import area, opened, pieces, read_symbol, where

LAYOUT = Layout(Geometry(3, 3))
REACH = LAYOUT.reach(0)
HEAD, STRONG, WEAK = 22, 6, 3.5
"""The length of an arrowhead and the widths of links, in pixels."""


def inked(image: Image.Image) -> Image.Image:
    """White where something is drawn, with its edges."""
    return image.convert("L").point([255] * 190 + [0] * 66)


@cache
def drawn(start: CellDigit, end: CellDigit, *, strong: bool = True) -> Image.Image:
    """White where a link is."""
    canvas = Canvas(LAYOUT.side, LAYOUT.side, LIGHT)
    draw_link(canvas, LAYOUT, LinkMark(start, end, strong))
    return inked(opened(canvas.png()))


def points(mask: Image.Image) -> Iterator[Point]:
    box = mask.getbbox()
    assert box is not None
    left, top, right, _ = box
    data, wide = mask.crop(box).tobytes(), right - left
    return ((left + at % wide, top + at // wide) for at, value in enumerate(data) if value)


def along(start: CellDigit, end: CellDigit, *, strong: bool = True) -> list[tuple[float, float]]:
    """Every inked point: how far it is from the start, and how far left of the straight line."""
    (x, y), (to_x, to_y) = LAYOUT.spot(*start), LAYOUT.spot(*end)
    long = hypot(to_x - x, to_y - y)
    across, down = (to_x - x) / long, (to_y - y) / long
    return [
        ((px - x) * across + (py - y) * down, (px - x) * down - (py - y) * across)
        for px, py in points(drawn(start, end, strong=strong))
    ]


ENDS = [((10, 5), (15, 5)), ((15, 5), (10, 5)), ((13, 2), (67, 8)), ((60, 3), (20, 7))]
FAR = pytest.mark.parametrize(("start", "end"), ENDS)


@FAR
def test_a_link_bends_to_the_left_a_seventh_of_its_length(start: CellDigit, end: CellDigit) -> None:
    long = dist(LAYOUT.spot(*start), LAYOUT.spot(*end))
    found = along(start, end)
    middle = [left for far, left in found if abs(far - long / 2) < 2]
    assert sum(middle) / len(middle) == pytest.approx(long / 7, abs=3)
    # A parabola is at three quarters of its height halfway to its top.
    for part in (0.25, 0.75):
        side = [left for far, left in found if abs(far - part * long) < 2]
        if side:
            assert sum(side) / len(side) == pytest.approx(long / 7 * 0.75, abs=6)


def test_even_a_short_link_bends_aside_so_that_it_is_seen() -> None:
    start, end = (40, 5), (41, 4)
    long = dist(LAYOUT.spot(*start), LAYOUT.spot(*end))
    assert long / 7 < 12
    middle = [left for far, left in along(start, end) if abs(far - long / 2) < 2]
    assert sum(middle) / len(middle) == pytest.approx(16, abs=3)


@pytest.mark.long
@pytest.mark.parametrize(
    ("start", "end"),
    [((0, 1), (8, 3)), ((80, 9), (72, 7)), ((72, 7), (0, 1)), ((8, 3), (80, 9))],
)
def test_a_link_that_would_leave_the_board_bends_to_the_right(
    start: CellDigit, end: CellDigit
) -> None:
    assert min(left for _, left in along(start, end)) < -100
    image = drawn(start, end)
    left, top, right, bottom = image.getbbox() or (0, 0, 0, 0)
    assert min(left, top) >= GUTTER
    assert max(right, bottom) <= LAYOUT.side - MARGIN


@FAR
def test_a_link_leaves_the_shapes_around_its_candidates_free_and_no_more(
    start: CellDigit, end: CellDigit
) -> None:
    found = [*points(drawn(start, end))]
    first = min(dist(point, LAYOUT.spot(*start)) for point in found)
    last = min(dist(point, LAYOUT.spot(*end)) for point in found)
    assert REACH - 3 <= first <= REACH + 6
    assert REACH - 3 <= last <= REACH + 6


@FAR
def test_the_arrowhead_is_at_the_end_and_wider_than_the_line(
    start: CellDigit, end: CellDigit
) -> None:
    spot = LAYOUT.spot(*end)
    found = [*points(drawn(start, end))]
    tip = min(found, key=lambda point: dist(point, spot))
    head = [point for point in found if dist(point, tip) < HEAD - 1]
    # A triangle whose base is 0.84 times its length.
    assert len(head) == pytest.approx(0.42 * HEAD**2, rel=0.25)
    base = [point for point in found if HEAD - 3 <= dist(point, tip) <= HEAD]
    wide = max(dist(one, other) for one in base for other in base)
    assert wide == pytest.approx(0.84 * HEAD, abs=5)
    behind = [point for point in found if HEAD + 4 <= dist(point, tip) <= HEAD + 5]
    assert max(dist(one, other) for one in behind for other in behind) <= STRONG + 4


@FAR
def test_no_gap_is_left_between_a_strong_link_and_its_head(
    start: CellDigit, end: CellDigit
) -> None:
    image = drawn(start, end)
    assert len(pieces(image, 1)) == 1
    ends = LAYOUT.spot(*start), LAYOUT.spot(*end)
    rest = dist(*ends) * 1.05 - 2 * REACH - HEAD
    assert area(image) == pytest.approx(STRONG * rest + 0.42 * HEAD**2, rel=0.15)


@FAR
def test_a_weak_link_is_as_many_dashes_as_gaps_and_thinner(
    start: CellDigit, end: CellDigit
) -> None:
    image = drawn(start, end, strong=False)
    found = pieces(image, 10)
    rest = dist(LAYOUT.spot(*start), LAYOUT.spot(*end)) * 1.05 - 2 * REACH - HEAD
    assert abs(len(found) - rest / 22) <= 2
    dashes = area(image) - 0.42 * HEAD**2
    assert dashes == pytest.approx(WEAK * rest / 2, rel=0.25)
    lengths = [hypot(right - left, bottom - top) for left, top, right, bottom in found]
    assert median(lengths) == pytest.approx(11, abs=3)


def test_between_two_candidates_of_one_cell_there_is_room_for_a_short_arrow() -> None:
    for strong in (True, False):
        image = drawn((40, 1), (40, 9), strong=strong)
        box = image.getbbox()
        assert box is not None
        left, top, right, bottom = LAYOUT.box(40)
        assert left <= box[0]
        assert box[2] <= right
        assert top <= box[1]
        assert box[3] <= bottom
    beside = drawn((40, 4), (40, 5))
    assert 20 < area(beside) < 700


@cache
def numbered(
    start: CellDigit, end: CellDigit, number: int, *marked: CellDigit
) -> tuple[Image.Image, Point]:
    """A picture of nothing but the number of a link, and the middle of its disc."""
    canvas = Canvas(LAYOUT.side, LAYOUT.side, LIGHT)
    draw_number(canvas, LAYOUT, LinkMark(start, end, strong=True, number=number), marked)
    image = opened(canvas.png())
    left, top, right, bottom = inked(image).getbbox() or (0, 0, 0, 0)
    return image, ((left + right) / 2, (top + bottom) / 2)


@FAR
@pytest.mark.parametrize("number", [1, 8])
def test_a_number_stands_on_a_disc_at_the_middle_of_its_link(
    start: CellDigit, end: CellDigit, number: int
) -> None:
    image, middle = numbered(start, end, number)
    (x, y), (to_x, to_y) = LAYOUT.spot(*start), LAYOUT.spot(*end)
    top = (x + to_x) / 2 + (to_y - y) * 0.14, (y + to_y) / 2 - (to_x - x) * 0.14
    assert dist(middle, top) <= 4
    left, above, right, below = inked(image).getbbox() or (0, 0, 0, 0)
    assert 28 <= min(right - left, below - above) <= max(right - left, below - above) <= 32
    at, down = map(round, middle)
    inside = image.convert("L").crop((at - 9, down - 9, at + 9, down + 9))
    assert read_symbol(inside, "123456789") == str(number)
    digit = inked(inside).getbbox() or (0, 0, 0, 0)
    assert 12 <= digit[3] - digit[1] <= 18
    ring = inked(image).crop((left, round(middle[1]), left + 10, round(middle[1]) + 1))
    assert 1 <= area(ring) <= 4


def test_without_a_number_there_is_no_disc() -> None:
    image, _ = numbered((10, 5), (15, 5), 0)
    assert area(where(image, LIGHT.paper)) == image.width * image.height


INSIDE = [((40, 4), (40, 5)), ((40, 1), (40, 2)), ((40, 9), (40, 1)), ((40, 5), (40, 8))]


@pytest.mark.parametrize(("start", "end"), INSIDE)
def test_the_number_of_a_link_within_a_cell_keeps_away_from_its_candidates(
    start: CellDigit, end: CellDigit
) -> None:
    _, alone = numbered(start, end, 1)
    for spot in (LAYOUT.spot(*start), LAYOUT.spot(*end)):
        assert dist(alone, spot) >= REACH + 10
    # Beside it is as much room, so it moves away from what is marked in its place.
    others = sorted(range(1, 10), key=lambda digit: dist(LAYOUT.spot(40, digit), alone))
    nearest = next(digit for digit in others if (40, digit) not in (start, end))
    _, moved = numbered(start, end, 1, (40, nearest))
    before, after = (dist(each, LAYOUT.spot(40, nearest)) for each in (alone, moved))
    assert after >= before
    assert after > REACH
    assert dist(moved, LAYOUT.centre(40)) < 1.5 * LAYOUT.cell


def test_marks_of_other_cells_do_not_move_the_number_of_a_link_within_a_cell() -> None:
    alone = numbered((40, 4), (40, 5), 1)[1]
    others = [(cell, digit) for cell in (39, 41, 31, 49) for digit in range(1, 10)]
    assert numbered((40, 4), (40, 5), 1, *others)[1] == alone
