"""Measures how long people wait for logic: `python -m tests.pace PUZZLES`.

PUZZLES has a 9x9 puzzle a line, optionally followed by its rating on the scale of Sudoku Explainer.
Without a file some puzzles are made. All times are processor time, so that other programs on the
machine do not count. The run fails if one of these is above its limit:

- a hint in a puzzle below 9.0, at the 99th percentile: every digit of a puzzle is asked for in
  turn,
- the first step of a short way, at the 99th percentile of all puzzles; without a single, each one,
- a whole short way, and each of the easiest steps of a puzzle from 8.3 on,
- a whole short way of a 16x16.

A 25x25 is walked for as long as a way may take; it is solved to the end or says where it stopped.
"""

import argparse
import random
import sys
from collections.abc import Iterable
from pathlib import Path
from time import process_time
from typing import Final, NamedTuple

from bot.pool.jobs import step_now
from engine import Budget, Geometry, Grid, Symmetry, generate, solve
from engine.techniques import State, Step
from engine.techniques.singles import next_single
from engine.way.easiest import next_step
from engine.way.short import begin, way_within
from tests.ways import puzzles

HARD: Final = 8.3
BELOW: Final = 9.0
PLENTY: Final = Budget(600)


class Limit(NamedTuple):
    """What people wait for, which share of the times is checked, and the limit in seconds."""

    name: str
    share: float
    seconds: float


HINT: Final = Limit("a hint", 0.99, 0.3)
FIRST: Final = Limit("the first step of a way", 0.99, 0.3)
STUCK: Final = Limit("the first step where no single is", 1, 1)
WAY: Final = Limit("a whole way", 1, 3)
STEP: Final = Limit("one of the easiest steps", 1, 0.5)
LARGE: Final = Limit("a whole way of 16x16", 1, 2)


def timed_hints(grid: Grid) -> list[float]:
    """How long each hint takes, from the puzzle to its end."""
    solution, state, times = solve(grid), State.start(grid), []
    while not state.is_solved:
        began = process_time()
        step = step_now(state, solution, (), None, PLENTY)
        times.append(process_time() - began)
        if not isinstance(step, Step):
            raise TypeError(f"{grid}: {step} at {state.grid}")
        state = step.after(state)
    return times


def timed_first(grid: Grid) -> float:
    began = process_time()
    begin(State.start(grid), PLENTY)
    return process_time() - began


def timed_way(grid: Grid) -> float:
    began = process_time()
    way_within(State.start(grid), PLENTY)
    return process_time() - began


def timed_steps(grid: Grid) -> list[float]:
    """How long each of the easiest steps takes."""
    state, times = State.start(grid), []
    while not state.is_solved:
        began = process_time()
        step = next_step(state, PLENTY)
        times.append(process_time() - began)
        if step is None:
            break
        state = step.after(state)
    return times


def is_kept(limit: Limit, times: Iterable[float]) -> bool:
    """Prints what was measured, and gives whether it is within the limit."""
    ordered = sorted(times)
    if not ordered:
        print(f"{limit.name}: never")
        return True
    at = ordered[min(len(ordered) - 1, int(limit.share * len(ordered)))]
    median = ordered[len(ordered) // 2]
    share = f"{limit.share:.0%} within" if limit.share < 1 else "at most"
    print(f"{limit.name}: {len(ordered)} times, median {median:.3f} s, {share} {at:.3f} s", end="")
    print(f" (may be {limit.seconds:g} s)")
    return at <= limit.seconds


def show_largest() -> None:
    """Walks a 25x25, and prints how far it got."""
    grid = generate(Geometry(5, 5), Symmetry.NONE, "pace").grid
    began = process_time()
    steps, is_whole = way_within(State.start(grid), Budget(10))
    end = "to its end" if is_whole else "and stopped there"
    print(f"25x25: {len(steps)} steps {end}, {process_time() - began:.1f} s")


def run(path: Path | None, each: int) -> bool:
    """Whether all times are within their limits."""
    dice, rated = random.Random(1), [*puzzles(path, each)]
    known = [grid for grid, rating in rated if rating < BELOW]
    hard = [grid for grid, rating in rated if rating >= HARD] or known
    some = dice.sample(known, min(each, len(known)))
    hardest = dice.sample(hard, min(each, len(hard)))
    large = [
        generate(Geometry(4, 4), Symmetry.NONE, f"pace {seed}").grid
        for seed in range(1 + each // 25)
    ]
    firsts = [(grid, timed_first(grid)) for grid, _ in rated]
    kept = [
        is_kept(HINT, (time for grid in some for time in timed_hints(grid))),
        is_kept(FIRST, (time for _, time in firsts)),
        is_kept(STUCK, (time for grid, time in firsts if not next_single(State.start(grid)))),
        is_kept(WAY, map(timed_way, some + hardest)),
        is_kept(STEP, (time for grid in hardest for time in timed_steps(grid))),
        is_kept(LARGE, map(timed_way, large)),
    ]
    show_largest()
    return all(kept)


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m tests.pace", description=__doc__.partition("\n")[0]
    )
    parser.add_argument("puzzles", nargs="?", type=Path, help="a puzzle a line, and its rating")
    parser.add_argument("--each", type=int, default=50, help="puzzles of each kind (50)")
    options = parser.parse_args()
    sys.exit(not run(options.puzzles, options.each))


if __name__ == "__main__":
    main()
