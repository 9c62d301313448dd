from itertools import pairwise
from statistics import median

import pytest
from PIL import Image

from bot.game.statistics import times as times_of
from bot.render.chart import (
    BOTTOM,
    HEIGHT,
    LEFT,
    RIGHT,
    TOP,
    WIDTH,
    Scale,
    clock,
    history_png,
    scale_of,
    ticks,
)
from bot.render.theme import LIGHT, THEMES, Colour, Theme
from tests.bot.render.pixels import area, opened, pieces, read_symbol, where

TIMES = [300, 420, 250, 600, 360]
EACH_THEME = pytest.mark.parametrize("theme", THEMES.values(), ids=lambda theme: theme.name)


def middles(image: Image.Image, colour: Colour, smallest: int = 60) -> list[tuple[int, int]]:
    """The middles of the parts drawn in a colour, from the left."""
    boxes = pieces(where(image, colour), smallest)
    return [((left + right) // 2, (top + bottom) // 2) for left, top, right, bottom in boxes]


@EACH_THEME
def test_every_time_is_a_dot_and_slower_ones_are_higher(theme: Theme) -> None:
    image = opened(history_png(TIMES, theme))
    assert image.size == (WIDTH, HEIGHT)
    dots = middles(image, theme.own)
    assert len(dots) == len(TIMES)
    heights = [y for _, y in dots]
    by_time = sorted(range(len(TIMES)), key=lambda at: TIMES[at])
    assert [heights[at] for at in by_time] == sorted(heights, reverse=True)
    steps = [later[0] - earlier[0] for earlier, later in pairwise(dots)]
    assert max(steps) - min(steps) <= 2


def test_the_dashed_line_runs_at_the_height_of_the_median() -> None:
    image = opened(history_png(TIMES))
    y = middles(image, LIGHT.own)[TIMES.index(int(median(TIMES)))][1]
    dashes = [at for at in middles(image, LIGHT.other, 20) if at[0] < WIDTH - RIGHT]
    assert len(dashes) > 15
    assert all(abs(at[1] - y) <= 2 for at in dashes)


def test_the_median_of_an_even_number_of_times_is_the_one_of_the_statistics() -> None:
    times = [54, 66, 50, 70]
    image = opened(history_png(times))
    y = middles(image, LIGHT.own)[times.index(times_of(times).median)][1]
    dashes = [at for at in middles(image, LIGHT.other, 20) if at[0] < WIDTH - RIGHT]
    assert all(abs(at[1] - y) <= 2 for at in dashes)


def test_the_ring_is_around_the_first_of_the_fastest() -> None:
    image = opened(history_png([300, 200, 250, 200]))
    dots, rings = middles(image, LIGHT.own), middles(image, LIGHT.place, 20)
    assert {dots[1][1], dots[3][1]} == {dots[1][1]}
    xs, ys = [x for x, _ in rings], [y for _, y in rings]
    assert abs((min(xs) + max(xs)) / 2 - dots[1][0]) <= 3
    assert abs((min(ys) + max(ys)) / 2 - dots[1][1]) <= 3


def test_one_time_stands_in_the_middle_and_hundreds_fit() -> None:
    (only,) = middles(opened(history_png([245])), LIGHT.own)
    assert abs(only[0] - (LEFT + WIDTH - RIGHT) / 2) <= 1
    assert len(history_png([100 + at % 300 for at in range(1000)])) < 60_000


def test_a_chart_is_always_the_same_and_times_of_zero_are_drawn() -> None:
    assert history_png([0, 3, 5]) == history_png([0, 3, 5])


def test_without_times_there_is_no_chart() -> None:
    with pytest.raises(ValueError, match="no times"):
        history_png([])


def test_the_scale_is_logarithmic_where_times_differ_eightfold() -> None:
    assert not scale_of([100, 799]).logarithmic
    wide = scale_of([100, 800])
    assert wide.logarithmic
    assert wide.part(200) - wide.part(100) == pytest.approx(wide.part(800) - wide.part(400))


@pytest.mark.parametrize("times", [[1], [245], [3, 30], [100, 799], [60, 86400], [1, 31_536_000]])
def test_all_times_lie_on_the_scale_with_a_handful_of_ticks(times: list[int]) -> None:
    scale = scale_of(times)
    assert all(0 <= scale.part(seconds) <= 1 for seconds in times)
    marks = ticks(scale)
    assert 1 <= len(marks) <= 6
    assert all(0 <= scale.part(mark) <= 1 for mark in marks)


def test_ticks_are_round_times() -> None:
    assert ticks(scale_of([600, 900])) == [0, 300, 600, 900]
    assert ticks(Scale(50, 4000, logarithmic=True)) == [60, 300, 900, 3600]


@pytest.mark.parametrize(
    ("seconds", "shown"), [(5, "0:05"), (245, "4:05"), (3599.6, "1:00:00"), (360_000, "100:00:00")]
)
def test_times_as_digits(seconds: float, shown: str) -> None:
    assert clock(seconds) == shown


ROUND = (
    *(1, 2, 5, 10, 15, 30),
    *(60, 120, 300, 600, 900, 1800),
    *(3600, 7200, 18_000, 36_000, 86_400, 172_800),
    *(432_000, 864_000, 2_592_000, 8_640_000, 31_536_000),
)
"""Round times from a second to a year of 365 days; 5, 10, 30 and 100 days among them."""


@pytest.mark.parametrize("step", ROUND)
def test_fewer_than_six_round_steps_make_a_scale(step: int) -> None:
    below = ticks(Scale(0, 6 * step - 0.5, logarithmic=False))
    assert below == [step * number for number in range(6)]
    if step != ROUND[-1]:
        wider = ROUND[ROUND.index(step) + 1]
        assert ticks(Scale(0, 6 * step, logarithmic=False))[:2] == [0, wider]


@pytest.mark.parametrize(
    ("low", "high", "marks"),
    [
        (1, 15, [1, 2, 5, 10, 15]),
        (1, 30, [1, 5, 15]),
        (1, 60, [1, 5, 15, 60]),
        (1, 300, [1, 5, 15, 60, 300]),
        (2, 900, [2, 10, 30, 120, 600]),
        (1, 600, [1, 5, 15, 60, 300]),
        (1, 900, [1, 10, 60, 600]),
        (1.5, 4.5, [2]),
    ],
)
def test_every_few_round_times_make_a_logarithmic_scale(
    low: float, high: float, marks: list[int]
) -> None:
    assert ticks(Scale(low, high, logarithmic=True)) == marks


def test_the_fastest_and_the_slowest_time_keep_a_little_away_from_the_edges() -> None:
    for times in ([300, 600], [60, 6000], [1, 8], [5, 39]):
        scale = scale_of(times)
        parts = [scale.part(seconds) for seconds in times]
        assert 0.8 <= parts[1] <= 0.95
        if scale.logarithmic:
            assert 0.04 <= parts[0] == pytest.approx(1 - parts[1])


def test_a_scale_leads_from_its_lowest_to_its_highest_time() -> None:
    plain, wide = Scale(100, 300, logarithmic=False), Scale(100, 10_000, logarithmic=True)
    assert [plain.part(seconds) for seconds in (100, 150, 300)] == [0, 0.25, 1]
    assert [wide.part(seconds) for seconds in (100, 1000, 10_000)] == pytest.approx([0, 0.5, 1])


def written(image: Image.Image, box: tuple[int, int, int, int], colour: Colour) -> str:
    """The digits and colons that stand in a part of a picture, read by their ink."""
    part = image.crop(box)
    columns: list[list[int]] = []
    # The parts of a letter, such as the points of a colon, stand above each other.
    ink = part.convert("L").point([255] * 200 + [0] * 56)
    for left, _, right, _ in sorted(pieces(ink, 4)):
        if columns and left < columns[-1][1]:
            columns[-1][1] = max(right, columns[-1][1])
        else:
            columns.append([left, right])
    assert where(part, colour).getbbox()
    read = ""
    for left, right in columns:
        letter = Image.new("L", (right - left + 20, part.height))
        letter.paste(ink.crop((left, 0, right, part.height)), (10, 0))
        read += ":" if len(pieces(letter, 2)) == 2 else read_symbol(letter, "0123456789")
    return read


def middle_of(image: Image.Image, box: tuple[int, int, int, int]) -> tuple[float, float]:
    """The middle of what stands in a part of a picture."""
    ink = image.crop(box).convert("L").point([255] * 200 + [0] * 56).getbbox()
    assert ink is not None
    return box[0] + (ink[0] + ink[2]) / 2, box[1] + (ink[1] + ink[3]) / 2


MINUTES = [180, 360, 600, 720, 540, 300, 420]
"""The scale goes to 13:48; of its ticks at 0:00 and every five minutes three are above zero."""


@pytest.fixture(scope="module")
def chart() -> Image.Image:
    return opened(history_png(MINUTES))


def test_most_of_a_wide_picture_is_for_the_times(chart: Image.Image) -> None:
    assert chart.size == (WIDTH, HEIGHT) == (1080, 540)
    left, top, right, bottom = where(chart, LIGHT.line).getbbox() or (0, 0, 0, 0)
    assert (left, right) == (LEFT, WIDTH - RIGHT)
    assert 0.7 * WIDTH <= WIDTH - LEFT - RIGHT <= WIDTH - 2 * 120, "a time has room at each side"
    assert 0.8 * HEIGHT <= HEIGHT - TOP - BOTTOM <= HEIGHT - 90
    assert 2 <= abs(HEIGHT - BOTTOM + 1 - bottom) + 2 <= 3
    assert top > TOP


def test_each_tick_is_a_thin_line_at_its_height_with_its_time_beside(chart: Image.Image) -> None:
    scale = scale_of(MINUTES)
    lines = pieces(where(chart.crop((LEFT + 2, 0, LEFT + 3, HEIGHT)), LIGHT.line), 1)
    found = sorted((top, bottom) for _, top, _, bottom in lines)
    assert [bottom - top for top, bottom in found] == [2, 2, 2]
    heights = [(top + bottom) / 2 for top, bottom in reversed(found)]
    bottom, room = HEIGHT - BOTTOM, HEIGHT - BOTTOM - TOP
    assert [(bottom - at) / room for at in heights] == pytest.approx(
        [scale.part(seconds) for seconds in (0, 300, 600)], abs=0.003
    )
    for at, time in zip(heights, ("0:00", "5:00", "10:00"), strict=True):
        box = (0, int(at) - 16, LEFT - 1, int(at) + 16)
        assert written(chart, box, LIGHT.note) == time
        x, y = middle_of(chart, box)
        assert abs(x - LEFT / 2) <= 2
        assert abs(y - at) <= 2
        high = where(chart.crop(box), LIGHT.note).getbbox() or (0, 0, 0, 0)
        assert 17 <= high[3] - high[1] <= 24, "as large as a line of text on a phone"


def test_the_first_a_middle_and_the_last_solve_are_numbered_below_their_dots(
    chart: Image.Image,
) -> None:
    dots = middles(chart, LIGHT.own)
    below = (HEIGHT - BOTTOM + 4, HEIGHT)
    for number in range(1, 8):
        x = dots[number - 1][0]
        box = (x - 25, below[0], x + 25, below[1])
        if number in {1, 4, 7}:
            assert written(chart, box, LIGHT.note) == str(number)
            at, down = middle_of(chart, box)
            assert abs(at - x) <= 3
            assert abs(down - (HEIGHT - BOTTOM / 2)) <= 2
        else:
            assert where(chart.crop(box), LIGHT.note).getbbox() is None


def test_few_solves_have_their_numbers_too() -> None:
    for times, numbers in (([60], "1"), ([60, 70], "12")):
        image = opened(history_png(times))
        dots = sorted(x for x, _ in middles(image, LIGHT.own))
        read = [
            written(image, (x - 25, HEIGHT - BOTTOM + 4, x + 25, HEIGHT), LIGHT.note) for x in dots
        ]
        assert "".join(read) == numbers


def test_the_dots_reach_nearly_from_edge_to_edge(chart: Image.Image) -> None:
    dots = [x for x, _ in middles(chart, LIGHT.own)]
    assert dots[0] - LEFT == pytest.approx(24, abs=2)
    assert WIDTH - RIGHT - dots[-1] == pytest.approx(24, abs=2)


def test_the_median_is_told_beside_its_line(chart: Image.Image) -> None:
    y = middles(chart, LIGHT.own)[MINUTES.index(420)][1]
    box = (WIDTH - RIGHT + 2, y - 18, WIDTH, y + 18)
    assert written(chart, box, LIGHT.other).startswith("7:")
    x, down = middle_of(chart, box)
    assert abs(x - (WIDTH - RIGHT / 2)) <= 2
    assert abs(down - y) <= 2
    high = where(chart.crop(box), LIGHT.other).getbbox() or (0, 0, 0, 0)
    assert 18 <= high[3] - high[1] <= 25


def test_the_dashes_of_the_median_end_at_the_edge_and_are_as_wide_as_seen(
    chart: Image.Image,
) -> None:
    y = middles(chart, LIGHT.own)[MINUTES.index(420)][1]
    line = chart.crop((0, y - 12, WIDTH - RIGHT + 20, y + 12)).convert("RGB")
    dashes = sorted(pieces(where(line, LIGHT.other), 20))
    assert dashes[0][0] == pytest.approx(LEFT, abs=2)
    assert WIDTH - RIGHT - 30 <= dashes[-1][2] <= WIDTH - RIGHT + 2
    assert all(4 <= bottom - top <= 5 for _, top, _, bottom in dashes)
    alone = [(left, right) for left, _, right, _ in dashes if right - left < 20]
    lengths = [right - left for left, right in alone]
    assert max(lengths) == pytest.approx(17, abs=2)


def test_dots_are_joined_and_smaller_where_there_are_many(chart: Image.Image) -> None:
    one, other = (middles(chart, LIGHT.own)[at] for at in (1, 2))
    between = ((one[0] + other[0]) // 2, (one[1] + other[1]) // 2)
    around = chart.crop((between[0] - 6, between[1] - 6, between[0] + 6, between[1] + 6))
    assert 12 <= area(where(around, LIGHT.pattern)) <= 90
    upright = chart.crop((between[0], between[1] - 12, between[0] + 1, between[1] + 12))
    assert 2 <= area(where(upright, LIGHT.pattern)) <= 5
    wide = {}
    for count in (7, 40, 41):
        image = opened(history_png([100 + 40 * (at % 2) for at in range(count)]))
        first = pieces(where(image, LIGHT.own), 20)[0]
        wide[count] = first[2] - first[0]
    assert wide[7] == wide[40] == pytest.approx(18, abs=1)
    assert wide[41] == pytest.approx(10, abs=1)


def test_the_ring_of_the_fastest_leaves_its_dot_free(chart: Image.Image) -> None:
    left, top, right, bottom = where(chart, LIGHT.place).getbbox() or (0, 0, 0, 0)
    assert right - left == pytest.approx(36, abs=1)
    assert bottom - top == pytest.approx(36, abs=1)
    x, y = middles(chart, LIGHT.own)[0]
    ring = where(chart.crop((left, y, x - 9, y + 1)), LIGHT.place)
    assert area(ring) == pytest.approx(4, abs=0)


def test_a_solve_of_no_time_is_drawn_as_one_of_a_second() -> None:
    assert history_png([0, 3, 5]) == history_png([1, 3, 5]) != history_png([2, 3, 5])
