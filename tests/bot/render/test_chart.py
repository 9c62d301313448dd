from itertools import pairwise
from statistics import median

import pytest
from PIL import Image

from bot.render.chart import HEIGHT, LEFT, RIGHT, WIDTH, Scale, clock, history_png, scale_of, ticks
from bot.render.theme import LIGHT, THEMES, Colour, Theme
from tests.bot.render.pixels import opened, pieces, where

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
