import re
from collections.abc import Callable, Iterator
from itertools import count
from math import sqrt
from statistics import fmean, median, pstdev
from weakref import ref as weakref

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.board.geometry import Geometry
from engine.board.grid import Grid
from engine.board.symmetry import Symmetry
from engine.commands.benchmark import (
    CALLS_NS,
    COLUMNS,
    ROUNDS,
    BatchTimes,
    Measurement,
    histogram,
    measure_counts,
    measure_generation,
    measure_masks,
    random_mask,
    summarise,
    table_line,
)
from engine.make.puzzle import generate
from engine.search.accelerate import UNDECIDED
from engine.search.budget import Budget

BLANK = Grid.blank(Geometry(2, 2))
NINE = Geometry(3, 3)


def clock_of(durations: list[int]) -> Iterator[int]:
    """The instants before and after each answer, a second apart from those of the next one."""
    now = 0
    for duration in durations:
        yield now
        yield now + duration
        now += duration + 1_000_000_000


def test_only_the_answers_are_timed() -> None:
    clock = clock_of([microseconds * 1000 for microseconds in range(1, 101)])
    times, counts = measure_counts([BLANK] * 100, Budget(60), clock.__next__)
    figures = summarise(times, counts.count(2))
    assert (figures.puzzles, figures.solved) == (100, 100)
    assert (figures.mean, figures.median, figures.p99, figures.maximum) == (50.5, 50.5, 99, 100)
    assert figures.deviation == pytest.approx(sqrt((100**2 - 1) / 12))
    assert figures.per_second == pytest.approx(100 / 0.00505)


def test_puzzles_are_not_kept() -> None:
    kept: list[weakref[Held]] = []

    def puzzles() -> Iterator[Grid]:
        for _ in range(3):
            assert not [reference for reference in kept[:-1] if reference()]
            puzzle = Held(Geometry(2, 2), bytes(16))
            kept.append(weakref(puzzle))
            yield puzzle

    assert list(measure_counts(puzzles(), Budget(60))[1]) == [2, 2, 2]


class Held(Grid):
    """A grid that shows whether it still exists."""


@pytest.mark.long
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


def test_figures_are_as_exact_as_their_size_needs() -> None:
    def row(per_second: float, time: float) -> tuple[str, ...]:
        return Measurement(1234, 1000, per_second, time, 0.04, 9999.94, 10_000, 123_456.7).row()

    assert row(99.994, 0.06) == (
        "1,234",
        "1,000",
        "99.99",
        "0.1",
        "0.0",
        "9,999.9",
        "10,000",
        "123,457",
    )
    assert row(100, 9999.9)[2:4] == ("100", "9,999.9")
    assert row(1234.5, 10_000.4)[2:4] == ("1,234", "10,000")


def test_figures_up_to_a_day_and_a_billion_puzzles_keep_to_their_columns() -> None:
    large = Measurement(9_999_999, 9_999_999, 9_999_999, *[86_400e6 / 1e3] * 5)
    lines = [table_line("file", figures, 10) for figures in (COLUMNS, large.row())]
    assert len(lines[0]) == len(lines[1])
    assert all(line.startswith("file ") for line in lines)


def test_half_of_the_times_are_below_the_median() -> None:
    assert summarise([1000, 3000], 2).median == 2
    assert summarise([1000, 2000, 9000], 3).median == 2
    assert summarise([5000], 1) == Measurement(1, 1, 2e5, 5, 5, 5, 5, 0)
    assert summarise([0], 1).per_second == 1e9
    hundred = summarise([time * 1000 for time in range(1, 101)], 0)
    assert (hundred.p99, summarise([*range(1000, 102_000, 1000)], 0).p99) == (99, 100)


def test_the_classes_of_the_histogram_begin_at_their_lower_bound() -> None:
    assert histogram([0, 999]) == {1: 2}
    assert histogram([1000, 1999]) == {2: 2}
    assert histogram([2000, 4999]) == {5: 2}
    assert histogram([5000, 9999]) == {10: 2}
    assert histogram([10**9, 10**13]) == {2 * 10**6: 1, 2 * 10**10: 1}
    assert histogram([]) == {}


def ticking(step: int) -> Callable[[], int]:
    """A clock that moves by `step` each time it is read."""
    return count(0, step).__next__


def test_a_call_of_many_is_timed_as_a_whole() -> None:
    unique = generate(NINE, seed=1).grid
    grids = [unique, Grid.blank(NINE), unique]
    batches = BatchTimes(1)
    batches.measure(NINE, grids, Budget(60), ticking(7))
    batches.measure(NINE, [unique], Budget(60), ticking(5))
    assert (batches.puzzles, batches.solved, batches.alone) == (4, 3, (12, 12))


def test_threads_take_turns_with_one() -> None:
    # One thread and two take turns, for each of two calls; the second call starts slowly.
    seconds = [10, 5] * ROUNDS + [90, 45, 80, 40] + [30, 20] * (ROUNDS - 2)
    batches, clock = BatchTimes(2), clock_of([second * 10**9 for second in seconds])
    for grids in ([BLANK] * 9, [generate(Geometry(2, 2), seed=1).grid] * 9):
        batches.measure(Geometry(2, 2), grids, Budget(60), clock.__next__)
    assert (batches.puzzles, batches.solved) == (18, 9)
    assert (batches.alone, batches.together) == ((40e9, 40e9), (25e9, 25e9))


def test_calls_that_are_too_short_for_threads_are_made_again() -> None:
    batches = BatchTimes(2)
    batches.measure(Geometry(2, 2), [BLANK], Budget(60), ticking(CALLS_NS // 4))
    assert (batches.alone, batches.together) == ((CALLS_NS / 4,) * 2,) * 2


def test_making_ends_with_the_number_or_the_time() -> None:
    four = Geometry(2, 2)
    figures, clues = measure_generation(
        four, Symmetry.NONE, 10, 100, budget=Budget(60), clock=ticking(10**9)
    )
    assert (figures.puzzles, figures.solved, figures.maximum) == (10, 10, 10**6)
    made = [generate(four, Symmetry.NONE, seed).grid.clue_count for seed in range(10)]
    assert clues == fmean(made)
    figures, _ = measure_generation(
        four, Symmetry.NONE, 1000, 3, budget=Budget(60), clock=ticking(10**9)
    )
    assert figures.puzzles == 3


def test_what_is_not_made_in_time_is_counted() -> None:
    figures, clues = measure_generation(NINE, Symmetry.NONE, 5, 100, budget=Budget(0))
    assert (figures.puzzles, figures.solved, clues) == (5, 0, 0)


@given(st.integers(0, 81), st.integers(0, 1000))
def test_random_masks_have_so_many_cells_and_central_symmetry(cells: int, seed: int) -> None:
    mask = random_mask(cells, seed)
    assert len(mask) == cells
    assert {80 - cell for cell in mask} == mask


def test_masks_are_filled_refused_or_given_up() -> None:
    assert measure_masks(40, 3, Budget(60))[0].solved == 3
    figures, refused = measure_masks(16, 3, Budget(60))
    assert (figures.puzzles, figures.solved, refused) == (3, 0, 3)
    figures, refused = measure_masks(30, 2, Budget(0))
    assert (figures.solved, refused) == (0, 0)


def test_each_puzzle_has_its_time_and_count() -> None:
    grids = [Grid.blank(NINE), generate(NINE, seed=1).grid]
    times, counts = measure_counts(grids, Budget(60), ticking(5))
    assert (list(times), list(counts)) == ([5, 5], [2, 1])
    assert measure_counts(grids[:1], Budget(0))[1] == bytes([UNDECIDED])


@given(st.lists(st.integers(0, 10**13)))
def test_the_histogram_counts_every_time_once_below_its_bound(times: list[int]) -> None:
    found = histogram(times)
    assert sum(found.values()) == len(times)
    for bound, count_below in found.items():
        lower = {1: 0, 2: 1, 5: 2}[int(str(bound)[0])] * 10 ** (len(str(bound)) - 1)
        if str(bound).startswith("1"):
            lower = bound // 2 if bound > 1 else 0
        assert sum(lower * 1000 <= time < bound * 1000 for time in times) == count_below
