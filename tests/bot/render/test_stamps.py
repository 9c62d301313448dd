from math import pi, sqrt

import pytest
from PIL import Image, ImageChops, ImageOps

from bot.render.stamps import cross, disc, flag, hatch, ring, square, strike

RADIUS, WIDTH = 40, 5
SIDE = 2 * RADIUS
LAST = SIDE - 1
MIDDLE = RADIUS


def ink(mask: Image.Image) -> float:
    """The area of a mask, where a half covered pixel counts half."""
    return sum(value * count for value, count in enumerate(mask.histogram())) / 255


def at(mask: Image.Image, x: int, y: int) -> int:
    found = mask.getpixel((x, y))
    assert isinstance(found, int)
    return found


EVERY = {
    "disc": disc(RADIUS),
    "ring": ring(RADIUS, WIDTH),
    "square": square(RADIUS, WIDTH),
    "strike": strike(RADIUS, WIDTH),
    "cross": cross(RADIUS, WIDTH),
    "flag": flag(SIDE),
    "hatch": hatch(SIDE, 16, WIDTH),
}


@pytest.mark.parametrize("mask", EVERY.values(), ids=EVERY)
def test_a_stamp_fills_its_square_with_smooth_edges(mask: Image.Image) -> None:
    assert mask.size == (SIDE, SIDE)
    assert mask.getbbox() == (0, 0, SIDE, SIDE)
    assert mask.getextrema() == (0, 255)
    assert any(0 < value < 255 for value, count in enumerate(mask.histogram()) if count)


@pytest.mark.parametrize("name", ["disc", "ring", "square", "cross"])
def test_a_stamp_around_a_digit_is_the_same_from_all_sides(name: str) -> None:
    mask = EVERY[name]
    for turned in (ImageOps.mirror(mask), ImageOps.flip(mask), mask.rotate(90)):
        assert ink(ImageChops.difference(mask, turned)) < 0.02 * ink(mask)


def test_the_areas_are_those_of_geometry() -> None:
    inner = RADIUS - WIDTH
    corner = (4 - pi) * ((RADIUS / 3) ** 2 - (RADIUS / 3 - WIDTH) ** 2)
    areas = {
        "disc": pi * RADIUS**2,
        "ring": pi * (RADIUS**2 - inner**2),
        "square": 4 * (RADIUS**2 - inner**2) - corner,
        "strike": SIDE * sqrt(2) * WIDTH - WIDTH**2 / 2,
        "cross": 2 * SIDE * sqrt(2) * WIDTH - 2 * WIDTH**2,
        "flag": SIDE**2 / 2,
    }
    for name, area in areas.items():
        assert ink(EVERY[name]) == pytest.approx(area, rel=0.06), name


def test_a_ring_and_a_square_are_empty_inside_and_as_thick_as_asked_for() -> None:
    for name in ("ring", "square"):
        across = [at(EVERY[name], x, MIDDLE) for x in range(SIDE)]
        assert across[1 : WIDTH - 1] == [255] * (WIDTH - 2)
        assert set(across[WIDTH + 1 : -WIDTH - 1]) == {0}


def test_the_corners_of_a_square_are_round() -> None:
    assert at(EVERY["square"], 0, 0) == at(EVERY["square"], LAST, LAST) == 0
    assert at(EVERY["square"], RADIUS // 3 + 1, 1) == 255
    assert at(EVERY["square"], RADIUS // 9, 0) < 255


def test_a_stroke_leads_up_and_a_cross_both_ways() -> None:
    corners = [(0, LAST), (LAST, 0), (0, 0), (LAST, LAST)]
    assert [at(EVERY["strike"], *corner) > 99 for corner in corners] == [True, True, False, False]
    both = ImageChops.lighter(EVERY["strike"], ImageOps.mirror(EVERY["strike"]))
    assert ink(ImageChops.difference(both, EVERY["cross"])) < 0.02 * ink(both)


def test_a_flag_is_the_upper_right_half_of_its_square() -> None:
    for x in range(0, SIDE, 8):
        for y in range(0, SIDE, 8):
            if x != y:
                assert at(EVERY["flag"], x, y) == (255 if x > y else 0)


def test_hatching_slants_and_its_lines_are_as_far_apart_as_asked_for() -> None:
    mask, gap = EVERY["hatch"], 16
    top = [at(mask, x, 0) > 127 for x in range(SIDE)]
    begins = [x for x in range(1, SIDE) if top[x] and not top[x - 1]]
    assert begins[1] - begins[0] == gap
    assert len(begins) == SIDE // gap
    # A line that is WIDTH thick is wider along the edge that it meets at 45 degrees.
    assert ink(mask) / SIDE**2 == pytest.approx(WIDTH * sqrt(2) / gap, rel=0.1)
    middle = [x for x in range(SIDE) if at(mask, x, 1) > 250]
    assert any(abs(x - gap / 2) <= 1 for x in middle), "half a gap from the corner"
    for x in range(gap, SIDE - gap):
        assert abs(at(mask, x, 40) - at(mask, x - 10, 50)) < 30
