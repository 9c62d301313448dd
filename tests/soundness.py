"""Proves the steps of many ways again: `python -m tests.soundness PUZZLES`.

PUZZLES has a puzzle a line; without it some are made. Of each puzzle the way of the easiest steps
is walked or, with `--lanes`, the way that people get from the bot. Nothing of what finds the steps
is believed:

- a plain search finds the solution, and that there is no other;
- the digits and candidates are kept on a board of its own (`tests.proofs.replay`);
- each step must agree with the solution and follow from its own cells, units, digits and links by
  the definition of its technique (`tests.proofs`);
- the last board must be solved.

The run prints how often each technique was used, and fails at the first step that is wrong.
"""

import sys
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from pathlib import Path
from statistics import median
from time import process_time
from typing import Final

from engine import BudgetSpent, Geometry, Grid, Symmetry, generate, parse_line
from engine.techniques import State, Step, Technique
from engine.way.easiest import easiest_way
from tests.proofs import holds
from tests.proofs.replay import Replay
from tests.ways import told_way

NINE: Final = Geometry(3, 3)

Way = Callable[[Grid], Iterable[Step]]


def proved(puzzle: Grid, way: Iterable[Step]) -> Counter[Technique]:
    """Counts the techniques of a way; raises AssertionError if a step does not follow."""
    board, state, used = Replay.of(puzzle), State.start(puzzle), Counter[Technique]()
    solution, *others = islice(board.solutions(), 2)
    if others:
        raise AssertionError(f"{puzzle}: several solutions")
    for step in way:
        used[step.technique] += 1
        is_right = all(solution[cell] == digit for cell, digit in step.placements) and not any(
            solution[cell] == digit for cell, digit in step.eliminations
        )
        if not (is_right and board.is_like(state) and holds(state, step)):
            raise AssertionError(f"{puzzle}: at {state.grid} {step}")
        board.take(step)
        state = step.after(state)
    if not board.is_solved:
        raise AssertionError(f"{puzzle}: stuck at {state.grid}")
    return used


def made(seed: str) -> Iterator[Grid]:
    """Puzzles without end, the same ones for the same seed."""
    number = 0
    while True:
        yield generate(NINE, Symmetry.NONE, f"{seed} {number}").grid
        number += 1


def read(path: Path) -> Iterator[Grid]:
    """The puzzles of a file, in which a line may have a comment or more words."""
    for line in path.read_text("utf-8").splitlines():
        if line and not line.startswith("#"):
            yield parse_line(line)[0]


def main() -> None:
    parser = ArgumentParser(
        prog="python -m tests.soundness", description=__doc__.partition("\n")[0]
    )
    parser.add_argument("puzzles", nargs="?", type=Path, help="a puzzle a line")
    parser.add_argument("--every", type=int, default=1, help="only every so many lines (1)")
    parser.add_argument("--ways", type=int, default=1000, help="how many at most (1000)")
    parser.add_argument("--seed", default="1", help="which puzzles are made (1)")
    parser.add_argument("--lanes", action="store_true", help="the ways that people get")
    options = parser.parse_args()
    puzzles = read(options.puzzles) if options.puzzles else made(options.seed)
    way: Way = told_way if options.lanes else easiest_way
    used, times, late = Counter[Technique](), list[float](), 0
    for puzzle in islice(puzzles, 0, options.every * options.ways, options.every):
        began = process_time()
        try:
            steps = tuple(way(puzzle))
        except BudgetSpent:
            late += 1
            continue
        times.append(process_time() - began)
        used += proved(puzzle, steps)
    if not times:
        sys.exit("no way was found in time")
    times.sort()
    sys.stdout.write(
        f"{len(times)} ways with {used.total()} steps hold; {median(times):.2f} s each (median), "
        f"{times[-1]:.2f} s at most; {late} were not found in time\n"
    )
    for technique, count in used.most_common():
        sys.stdout.write(f"{count:8} {technique}\n")


if __name__ == "__main__":
    main()
