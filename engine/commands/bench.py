"""Print how fast puzzles are solved, with the proof that there is one solution.

Each file has two lines: its puzzles one at a time, and in calls of up to 16384. With --threads a
third line is for the same calls on that many threads, in turns with those on one, and a fourth says
how much faster that was. Reading is not timed. The times are microseconds for one puzzle: mean,
median, 99th percentile, longest, and standard deviation. The other modes print such tables for
generated puzzles, for random masks that are filled, and for random puzzles as in Norvig's article,
with a histogram of their times.
"""

from argparse import ArgumentParser
from array import array
from collections.abc import Iterator
from itertools import groupby, islice
from time import perf_counter_ns, process_time_ns
from typing import Final

from engine.board.geometry import Geometry
from engine.board.grid import Grid
from engine.board.rng import Rng
from engine.board.symmetry import Symmetry
from engine.commands import options
from engine.commands.benchmark import (
    COLUMNS,
    GENERATE_COLUMNS,
    MASK_COLUMNS,
    RANDOM_COLUMNS,
    BatchTimes,
    Clock,
    histogram,
    measure_counts,
    measure_generation,
    measure_masks,
    summarise,
    table_line,
)
from engine.commands.console import NOT_UNIQUE, Console, UsageError
from engine.commands.puzzles import read_puzzles
from engine.make.random_givens import random_puzzle
from engine.search.budget import DEFAULT_BUDGET, Budget

CHUNK: Final = 16384
RANDOM_CHUNK: Final = 4096
MASKS: Final = 40
_KINDS: Final = (
    *((size, symmetry) for size in (9,) for symmetry in Symmetry),
    *((size, symmetry) for size in (4, 6, 8, 12, 16, 25) for symmetry in ("none", "central")),
)
_NAME_WIDTH: Final = 18


def add_arguments(parser: ArgumentParser) -> None:
    options.add_puzzle_files(parser)
    options.add_seconds(parser, DEFAULT_BUDGET.seconds)
    mode = parser.add_mutually_exclusive_group()
    mode.add_argument("--generate", action="store_true", help="time the making of puzzles instead")
    mode.add_argument(
        "--masks", action="store_true", help="time the filling of random 9x9 masks instead"
    )
    mode.add_argument(
        "--random",
        type=options.count,
        metavar="N",
        help="time this many random puzzles instead, which may have no solution or many",
    )
    parser.add_argument(
        "--threads",
        type=options.count,
        default=1,
        metavar="N",
        help="threads that solve a call of many puzzles, beside one thread and by the clock (1)",
    )
    parser.add_argument(
        "--cpu",
        action="store_true",
        help="processor time instead of the time of the clock, where others use the machine",
    )


def run(
    console: Console,
    *,
    files: list[str],
    geometry: Geometry | None,
    seconds: float,
    generate: bool,
    masks: bool,
    random: int | None,
    threads: int,
    cpu: bool,
) -> None:
    """Prints the table of the mode, each line when it is known."""
    if cpu and threads > 1:
        raise UsageError("--threads are measured by the clock, so not with --cpu")
    budget, clock = Budget(seconds), process_time_ns if cpu else perf_counter_ns
    if generate:
        _bench_generation(console, budget, clock)
    elif masks:
        _bench_masks(console, budget, clock)
    elif random:
        _bench_random(console, random, budget, threads, clock)
    else:
        _bench_files(console, files, geometry, budget, threads=threads, clock=clock)


def _bench_files(
    console: Console,
    files: list[str],
    geometry: Geometry | None,
    budget: Budget,
    *,
    threads: int,
    clock: Clock,
) -> None:
    width = max(map(len, [*files, "in one call"]))
    console.answer(table_line("file", COLUMNS, width))
    for file in files:
        times, solved, batches = array("q"), 0, BatchTimes(threads)
        for shape, grids in _chunks(read_puzzles([file], geometry, console), CHUNK):
            own, counts = measure_counts(grids, budget, clock)
            times += own
            solved += counts.count(1)
            batches.measure(shape, grids, budget, clock)
        console.answer(table_line(file, summarise(times, solved).row(), width))
        _answer_batches(console, batches, width)
        console.flush()
        if min(solved, batches.solved) < len(times):
            console.raise_status(NOT_UNIQUE)


def _chunks(puzzles: Iterator[Grid], most: int) -> Iterator[tuple[Geometry, list[Grid]]]:
    for shape, group in groupby(puzzles, key=lambda grid: grid.geometry):
        while grids := list(islice(group, most)):
            yield shape, grids


def _answer_batches(console: Console, batches: BatchTimes, width: int) -> None:
    threads = f"{batches.threads} threads"
    (best, middle), (best_of_all, middle_of_all) = batches.alone, batches.together
    console.answer(_batch_line("in one call", batches, middle, width))
    if batches.threads == 1:
        return
    console.answer(_batch_line(threads, batches, middle_of_all, width))
    ratios = best / max(best_of_all, 1), middle / max(middle_of_all, 1)
    console.answer("{}: {:.2f} times one, {:.2f} by the medians".format(threads, *ratios))


def _batch_line(name: str, batches: BatchTimes, nanoseconds: float, width: int) -> str:
    mean = nanoseconds / max(batches.puzzles, 1) / 1000
    rate = batches.puzzles * 1e9 / max(nanoseconds, 1)
    figures = (f"{batches.puzzles:,}", f"{batches.solved:,}", f"{rate:,.0f}", f"{mean:,.1f}")
    return table_line(name, (*figures, *"----"), width)


def _bench_generation(console: Console, budget: Budget, clock: Clock) -> None:
    console.answer(table_line("made", GENERATE_COLUMNS, _NAME_WIDTH))
    for size, symmetry in _KINDS:
        shape = Geometry.of_size(size)
        figures, clues = measure_generation(
            shape, Symmetry(symmetry), 2000, 8, budget=budget, clock=clock
        )
        if figures.solved < figures.puzzles:
            console.complain(f"{figures.puzzles - figures.solved} not within the time", NOT_UNIQUE)
        row = (figures.row()[0], f"{clues:.1f}", *figures.row()[2:])
        console.answer(table_line(f"{size}x{size} {symmetry}", row, _NAME_WIDTH))
        console.flush()


def _bench_masks(console: Console, budget: Budget, clock: Clock) -> None:
    console.answer(table_line("cells", MASK_COLUMNS, _NAME_WIDTH))
    for cells in range(24, 33):
        figures, refused = measure_masks(cells, MASKS, budget, clock)
        name = f"{cells}, {refused} refused"
        console.answer(table_line(name, figures.row(), _NAME_WIDTH))
        console.flush()


def _bench_random(
    console: Console, wanted: int, budget: Budget, threads: int, clock: Clock
) -> None:
    rng, shape = Rng(0), Geometry(3, 3)
    times, counts, batches = array("q"), bytearray(), BatchTimes(threads)
    progress = console.progress(wanted)
    drawn = (random_puzzle(shape, rng) for _ in range(wanted))
    for _, grids in _chunks(drawn, RANDOM_CHUNK):
        own, found = measure_counts(grids, budget, clock)
        times += own
        counts += found
        batches.measure(shape, grids, budget, clock)
        progress.advance(len(grids))
    console.answer(table_line("random", RANDOM_COLUMNS, _NAME_WIDTH))
    own_row = summarise(times, counts.count(1)).row()
    console.answer(table_line("one at a time", own_row, _NAME_WIDTH))
    _answer_batches(console, batches, _NAME_WIDTH)
    kinds = [counts.count(kind) for kind in range(3)]
    names = ("without solution", "with one", "with more")
    console.answer(", ".join(f"{n:,} {name}" for n, name in zip(kinds, names, strict=True)))
    for bound, count in histogram(times).items():
        console.answer(f"below {bound:>10,} microseconds {count:>10,}")
