from io import BytesIO
from itertools import pairwise
from math import hypot, pi

import pytest
from PIL import Image

from bot.render.canvas import Canvas, font
from bot.render.layout import Box
from bot.render.stamps import disc
from bot.render.theme import DARK, LIGHT, Colour
from tests.bot.render.pixels import area, grey, opened, shape, where

WIDE, HIGH = 160, 120


def canvas() -> Canvas:
    return Canvas(WIDE, HIGH, LIGHT)


def drawn(canvas: Canvas, colour: Colour = LIGHT.ink) -> Image.Image:
    """White where the picture has the colour."""
    return where(opened(canvas.png()), colour)


def box_of(image: Image.Image) -> Box:
    found = image.getbbox()
    assert found is not None
    return found


def middle(image: Image.Image) -> tuple[float, float]:
    left, top, right, bottom = box_of(image)
    return (left + right) / 2, (top + bottom) / 2


def weight(canvas: Canvas) -> float:
    """How many pixels are inked in black, where a grey one counts for its part."""
    counts = grey(canvas.png()).histogram()
    high, low = 255, round(sum(LIGHT.ink) / 3)
    return sum((high - value) / (high - low) * count for value, count in enumerate(counts))


def test_a_canvas_is_paper_of_its_theme_at_first() -> None:
    image = opened(Canvas(30, 20, DARK).png())
    assert image.size == (30, 20)
    assert image.getcolors() == [(600, DARK.paper)]


def test_a_box_is_filled_up_to_the_first_pixels_outside() -> None:
    board = canvas()
    board.fill((10, 20, 50, 80), LIGHT.ink)
    assert box_of(drawn(board)) == (10, 20, 50, 80)
    assert area(drawn(board)) == 40 * 60


def test_a_frame_lies_inside_its_box() -> None:
    board = canvas()
    board.frame((10, 20, 90, 80), LIGHT.ink, 4)
    assert box_of(drawn(board)) == (10, 20, 90, 80)
    assert area(drawn(board)) == 80 * 60 - 72 * 52
    assert drawn(board).crop((14, 24, 86, 76)).getbbox() is None


def runs(line: Image.Image) -> list[int]:
    """The lengths of inked and blank runs along a line, in turn; the first is inked."""
    pixels = [value > 0 for value in line.tobytes()]
    edges = [0, *(at for at in range(1, len(pixels)) if pixels[at] != pixels[at - 1]), len(pixels)]
    assert pixels[0]
    return [after - before for before, after in pairwise(edges)]


@pytest.mark.parametrize(("side", "dash", "dashes"), [(100, 10, 6), (100, 30, 2), (120, 12, 6)])
def test_a_dashed_frame_has_a_dash_at_each_corner_and_gaps_nearly_as_long(
    side: int, dash: int, dashes: int
) -> None:
    board = canvas()
    board.frame((0, 0, side, side), LIGHT.ink, 3, dash=dash)
    edges = drawn(board)
    top, left = edges.crop((0, 1, side, 2)), edges.crop((1, 0, 2, side))
    for edge in (top, left.transpose(Image.Transpose.TRANSPOSE)):
        lengths = runs(edge)
        inked, gaps = lengths[::2], lengths[1::2]
        assert inked == [dash] * dashes
        assert len(gaps) == dashes - 1
        assert max(gaps) - min(gaps) <= 1
        assert 0.7 * dash <= min(gaps) <= 1.4 * dash
    assert edges.crop((0, 0, side, 3)).tobytes() == edges.crop((0, side - 3, side, side)).tobytes()
    assert edges.crop((0, 0, 3, side)).tobytes() == edges.crop((side - 3, 0, side, side)).tobytes()
    assert edges.crop((3, 3, side - 3, side - 3)).getbbox() is None


@pytest.mark.parametrize("height", [20, 40, 72])
@pytest.mark.parametrize("text", ["0", "16", "H", "8:05"])
def test_the_capitals_of_a_text_stand_around_their_point(height: int, text: str) -> None:
    board = canvas()
    board.text((80, 60), text, height, LIGHT.ink)
    x, y = middle(shape(grey(board.png())))
    assert abs(y - 60) <= 1.5
    assert abs(x - 80) <= height / 20 + 1
    _, top, _, bottom = box_of(shape(grey(board.png())))
    assert bottom - top == pytest.approx(0.72 * height, abs=0.05 * height + 2)


@pytest.mark.parametrize("stroke", [0, 1, 3.0])
def test_a_text_is_whole_and_a_stroke_makes_it_bolder_on_all_sides(stroke: float) -> None:
    plain, bold = canvas(), canvas()
    plain.text((80, 60), "MOM", 40, LIGHT.ink)
    bold.text((80, 60), "MOM", 40, LIGHT.ink, stroke)
    before, after = (shape(grey(each.png())) for each in (plain, bold))
    grown = [abs(a - b) for a, b in zip(box_of(before), box_of(after), strict=True)]
    assert all(abs(by - stroke) <= 1 for by in grown)
    assert (weight(bold) > 1.1 * weight(plain)) == (stroke > 0)


def test_a_text_leaves_out_nothing_that_the_font_has() -> None:
    board = canvas()
    board.text((80, 60), "W0W", 40, LIGHT.ink)
    letters = font(40)
    whole = letters.getmask("W0W").getbbox()
    left, top, right, bottom = box_of(shape(grey(board.png())))
    assert abs((right - left) - (whole[2] - whole[0])) <= 2
    assert abs((bottom - top) - (whole[3] - whole[1])) <= 2


def test_a_stamp_is_put_around_its_point() -> None:
    board = canvas()
    board.stamp(disc(20), (70, 50), LIGHT.ink)
    assert box_of(shape(grey(board.png()))) == (50, 30, 90, 70)
    assert weight(board) == pytest.approx(pi * 400, rel=0.03)


@pytest.mark.parametrize("width", [3, 8])
@pytest.mark.parametrize("end", [(130, 60), (80, 110), (120, 95), (30, 20)])
def test_a_line_runs_through_its_points_as_wide_as_asked_for(
    width: int, end: tuple[int, int]
) -> None:
    board, start = canvas(), (80, 60)
    board.strokes([[start, end]], LIGHT.ink, width)
    x, y = middle(shape(grey(board.png())))
    assert abs(x - (start[0] + end[0]) / 2) <= 1
    assert abs(y - (start[1] + end[1]) / 2) <= 1
    long = hypot(end[0] - start[0], end[1] - start[1])
    assert weight(board) == pytest.approx(long * width, rel=0.12)


def test_several_lines_are_drawn_and_none_is_cut_off() -> None:
    board = canvas()
    board.strokes([[(30, 30), (130, 30)], [(130, 90), (30, 90), (30, 60)]], LIGHT.ink, 20)
    left, top, right, bottom = box_of(shape(grey(board.png())))
    assert top == pytest.approx(20, abs=1)
    assert bottom == pytest.approx(100, abs=1)
    assert left == pytest.approx(20, abs=2)
    assert right == pytest.approx(130, abs=1)
    assert weight(board) == pytest.approx(100 * 20 * 2 + 30 * 20, rel=0.06)


def test_a_polygon_has_its_corners_and_its_area() -> None:
    board = canvas()
    board.polygon([(40, 20), (120, 20), (120, 100)], LIGHT.ink)
    assert weight(board) == pytest.approx(80 * 80 / 2, rel=0.03)
    for found, shall in zip(box_of(shape(grey(board.png()))), (40, 20, 120, 100), strict=True):
        assert abs(found - shall) <= 2
    assert drawn(board).getpixel((110, 40)) == 255
    assert drawn(board).getpixel((50, 80)) == 0


def test_edges_have_three_shades_between_a_paper_and_an_ink_evenly_apart() -> None:
    for paper, ink in ((LIGHT.paper, LIGHT.ink), (LIGHT.unit_paper, LIGHT.pattern)):
        board = canvas()
        board.fill((0, 0, WIDE, HIGH), paper)
        board.stamp(disc(50), (80, 60), ink)
        colours = opened(board.png()).getcolors() or []
        shades = [
            tuple(round(a + (b - a) * step / 4) for a, b in zip(paper, ink, strict=True))
            for step in range(5)
        ]
        assert set(shades) <= {colour for _, colour in colours}


def test_a_picture_has_few_colours_and_every_one_of_its_theme() -> None:
    board = canvas()
    plain = [*LIGHT.papers, *LIGHT.inks, *LIGHT.players, LIGHT.line, LIGHT.hatch]
    for number, colour in enumerate(plain):
        board.fill((number * 5, 0, number * 5 + 5, HIGH), colour)
    with Image.open(BytesIO(board.png())) as image:
        assert image.mode == "P"
    assert {colour for _, colour in opened(board.png()).getcolors() or []} == set(plain)


def test_paper_beside_a_picture_makes_it_wider_on_both_sides() -> None:
    board = Canvas(30, 20, DARK)
    board.fill((0, 0, 30, 20), DARK.ink)
    wide = opened(board.png(7))
    assert wide.size == (30 + 2 * 7, 20)
    assert box_of(where(wide, DARK.ink)) == (7, 0, 37, 20)
    assert area(where(wide, DARK.paper)) == 2 * 7 * 20
    assert opened(board.png()).size == (30, 20)
