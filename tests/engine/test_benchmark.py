import re
from collections.abc import Iterator
from math import sqrt
from statistics import fmean, median, pstdev

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.benchmark import COLUMNS, Measurement, measure, summarise, table_line
from engine.geometry import Geometry
from engine.grid import Grid

BLANK = Grid.blank(Geometry(2, 2))


def clock_of(durations: list[int]) -> Iterator[int]:
    """The instants before and after each answer, a second apart from those of the next."""
    now = 0
    for duration in durations:
        yield now
        yield now + duration
        now += duration + 1_000_000_000


def test_only_the_answers_are_timed() -> None:
    durations = [microseconds * 1000 for microseconds in range(1, 101)]
    clock = clock_of(durations)
    answers = iter([True, False] * 50)
    figures = measure([BLANK] * 100, lambda _: next(answers), lambda: next(clock))
    assert (figures.puzzles, figures.solved) == (100, 50)
    assert (figures.mean, figures.median, figures.p99, figures.maximum) == (50.5, 50.5, 99, 100)
    assert figures.deviation == pytest.approx(sqrt((100**2 - 1) / 12))
    assert figures.per_second == pytest.approx(100 / 0.00505)


def test_puzzles_are_not_kept() -> None:
    asked: list[Grid] = []
    given_out = 0

    def puzzles() -> Iterator[Grid]:
        nonlocal given_out
        for _ in range(3):
            given_out += 1
            yield BLANK

    def is_solved(puzzle: Grid) -> bool:
        asked.append(puzzle)
        assert len(asked) == given_out
        return True

    assert measure(puzzles(), is_solved).solved == 3


@given(st.lists(st.integers(1, 10**12), min_size=1))
def test_figures_agree_with_the_statistics_module(times: list[int]) -> None:
    figures = summarise(times, 0)
    assert figures.mean == pytest.approx(fmean(times) / 1000)
    assert figures.median == pytest.approx(median(times) / 1000)
    assert figures.deviation == pytest.approx(pstdev(times) / 1000, abs=1e-3)
    assert figures.maximum == max(times) / 1000
    within = sum(time <= figures.p99 * 1000 + 1e-3 for time in times)
    below = sum(time < figures.p99 * 1000 - 1e-3 for time in times)
    assert below < 0.99 * len(times) <= within


def test_an_empty_set_has_no_times() -> None:
    assert summarise([], 0) == Measurement(0, 0, 0, 0, 0, 0, 0, 0)


def test_a_table_has_its_figures_below_their_headings() -> None:
    figures = Measurement(49158, 49151, 1234567.8, 1234.5, 800.25, 5e6, 1.439e9, 0.04)
    head, row = table_line("file", COLUMNS, 12), table_line("17clue.txt", figures.row(), 12)
    assert len(head) == len(row)
    ends = [found.end() for found in re.finditer(r"\S+", head)]
    assert ends == [found.end() if at else 4 for at, found in enumerate(re.finditer(r"\S+", row))]
    assert head.split() == ["file", *COLUMNS]
    assert row.split() == ["17clue.txt", *figures.row()]
    assert figures.row()[:3] == ("49,158", "49,151", "1,234,568")


def test_slow_rates_keep_their_decimals() -> None:
    assert Measurement(1, 1, 0.25, 4e6, 4e6, 4e6, 4e6, 0).row()[2] == "0.25"
