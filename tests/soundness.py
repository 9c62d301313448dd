"""Walks the way of the easiest steps of every puzzle of a file and checks each step and its proof.

    python -m tests.soundness PUZZLES [EVERY]

PUZZLES has one puzzle a line; with EVERY only every EVERY-th line is used. Prints the times and how
often each technique was used, and fails at the first step that is wrong.
"""

import sys
from collections import Counter
from pathlib import Path
from time import perf_counter

from engine import Grid, parse_line, solve
from engine.techniques import State, Technique
from engine.way.easiest import next_step
from tests.proofs import holds


def walk(grid: Grid) -> Counter[Technique]:
    """Counts the techniques of a way; raises AssertionError if a step is unsound."""
    solution, state = solve(grid), State.start(grid)
    used: Counter[Technique] = Counter()
    while step := next_step(state):
        used[step.technique] += 1
        wrong = [option for option in step.placements if solution[option.cell] != option.value]
        wrong += [option for option in step.eliminations if solution[option.cell] == option.value]
        if wrong or not holds(state, step):
            raise AssertionError(f"{grid}: at {state.grid} {step}")
        state = step.after(state)
    if state.grid != solution:
        raise AssertionError(f"{grid}: stuck at {state.grid}")
    return used


def main(path: str, every: str = "1") -> None:
    lines = Path(path).read_text("utf-8").splitlines()
    puzzles = [line for line in lines if line and not line.startswith("#")][:: int(every)]
    used: Counter[Technique] = Counter()
    times = []
    for line in puzzles:
        grid, _ = parse_line(line)
        start = perf_counter()
        used += walk(grid)
        times.append(1000 * (perf_counter() - start))
    times.sort()
    middle, high = times[len(times) // 2], times[len(times) * 9 // 10]
    print(f"{len(times)} puzzles: median {middle:.1f} ms, 90 % {high:.1f}, most {times[-1]:.1f}")  # noqa: T201 - a command
    for technique, count in used.most_common():
        print(f"{count:8} {technique}")  # noqa: T201 - a command


if __name__ == "__main__":
    main(*sys.argv[1:])
