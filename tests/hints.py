"""Measures what a first hint is like: `python -m tests.hints HARDEST --rated RATED`.

HARDEST has a 9x9 puzzle a line, such as those that are known as the hardest. Some of them are
taken, the same ones each time, and a hint is asked for where the singles end, as the lanes of the
bot answer. The run prints how many parts the hints have and how much processor time they take, and
how many would have fewer parts if LONGER times as many finders were asked for them.

RATED has a puzzle and its rating on the scale of Sudoku Explainer a line. For some of each band up
to expert the run prints how many hints are above the puzzle's label, on a board without notes, with
all notes and with those of every other cell, and how many ways have a step above it.
"""

import argparse
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median
from time import process_time
from typing import Final

from bot.pool.engine_pool import PATIENT_SECONDS
from bot.pool.jobs import begin_now, step_now, way_now
from bot.pool.jobs.hints import HINT_NODES
from bot.render.hint_words import last_of
from engine import Budget, BudgetSpent, Grid, parse_line, rate, solve
from engine.difficulty import Difficulty
from engine.techniques import State, Step
from engine.techniques.singles import placed_singles
from engine.way.short import to_next_digit
from tests.ways import answered, puzzles

MANY: Final = 10
"""Parts of a hint that few have patience for."""

LONGER: Final = 10

LABELLED: Final = (Difficulty.MEDIUM, Difficulty.HARD, Difficulty.EXPERT)


def stuck(grid: Grid) -> State:
    """Where the singles of a puzzle end, as a player without notes sees it."""
    return State.of(grid, placed_singles(State.start(grid)).grid)


def hint(state: State, solution: Grid, notes: Sequence[int] = ()) -> Step:
    """The hint of the bot; raises TypeError if there is none."""
    found = answered(step_now, state, solution, notes, None)
    if not isinstance(found, Step):
        raise TypeError(f"{state.grid}: {found}")
    return found


def parts_of(step: Step) -> int:
    """The parts in which the reason of a step is told."""
    return last_of(step) + 1


def is_shorter_with_time(state: State, step: Step) -> bool:
    """Whether a longer search for a cheap way to the next digit begins with fewer parts."""
    try:
        first, *_ = to_next_digit(state, Budget(PATIENT_SECONDS, LONGER * HINT_NODES))
    except BudgetSpent:
        return False
    return parts_of(first) < parts_of(step)


def notings(state: State) -> Iterator[tuple[str, Sequence[int]]]:
    """The notes that a player may have, by what they are called."""
    yield "without notes", ()
    yield "with half of the notes", [mask * (cell % 2) for cell, mask in enumerate(state.cells)]
    yield "with all notes", state.cells


def show_parts(grids: Sequence[Grid]) -> None:
    """Prints how long hints are, and how long people wait for them."""
    parts, seconds, kinds = list[int](), list[float](), Counter[str]()
    shorter = 0
    for grid in grids:
        solution, state = solve(grid), stuck(grid)
        if state.is_solved:
            continue
        began = process_time()
        step = hint(state, solution)
        seconds.append(process_time() - began)
        parts.append(parts_of(step))
        shorter += is_shorter_with_time(state, step)
        kinds[step.technique.english] += 1
    many = sum(each > MANY for each in parts)
    print(f"{len(parts)} hints: {median(parts):g} parts (median), {max(parts)} at most")
    print(f"  {many} of more than {MANY} parts, {shorter} would have fewer with more time")
    seconds.sort()
    print(f"  {median(seconds):.2f} s, {seconds[len(seconds) * 99 // 100 - 1]:.2f} s at p99")
    print("  " + ", ".join(f"{count} {kind}" for kind, count in kinds.most_common()))


def show_bands(grids: Sequence[Grid], each: int) -> None:
    """Prints how many hints and ways are above the label of their puzzle."""
    asked, above, taken = Counter[str](), Counter[str](), Counter[Difficulty]()
    for grid in grids:
        label, state = rate(grid).difficulty, stuck(grid)
        if label not in LABELLED or taken[label] >= each or state.is_solved:
            continue
        taken[label] += 1
        solution, start = solve(grid), State.start(grid)
        for name, notes in notings(state):
            asked[name] += 1
            above[name] += is_above([hint(state, solution, notes)], label)
        asked["ways"] += 1
        way = answered(way_now, start, answered(begin_now, start)).steps
        above["ways"] += is_above(way, label)
    for name, count in asked.items():
        print(f"{name}: {above[name]} of {count} above the label")


def is_above(steps: Sequence[Step], label: Difficulty) -> bool:
    return not all(step.technique.difficulty <= label for step in steps)


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m tests.hints", description=__doc__.partition("\n")[0]
    )
    parser.add_argument("hardest", type=Path, help="a puzzle a line")
    parser.add_argument("--rated", type=Path, help="a puzzle and its rating a line")
    parser.add_argument("--most", type=int, default=100, help="of the hardest (100)")
    parser.add_argument("--each", type=int, default=40, help="of each band (40)")
    parser.add_argument("--seed", type=int, default=1, help="which ones (1)")
    options = parser.parse_args()
    dice = random.Random(options.seed)
    lines = [line for line in options.hardest.read_text("ascii").splitlines() if line.strip()]
    chosen = dice.sample(lines, min(options.most, len(lines)))
    show_parts([parse_line(line)[0] for line in chosen])
    if options.rated:
        grids = [grid for grid, _ in puzzles(options.rated, 0)]
        show_bands(dice.sample(grids, len(grids)), options.each)


if __name__ == "__main__":
    main()
