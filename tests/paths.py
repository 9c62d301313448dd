"""How long the ways to the solution are: `python -m tests.paths PUZZLES`.

PUZZLES has a puzzle a line, and behind it perhaps its rating on the scale of Sudoku Explainer; all
are of 9x9. Without a file it makes some by itself. Of each band of ratings some are taken, the same
ones each time, and for each of them the way of the easiest steps stands beside the short way. Steps
are counted beyond singles. Every step of the short way is checked against the solution, and that no
step can be left out unless the time was too short to try; this run fails where one is wrong or
superfluous.
"""

import argparse
import random
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import mean
from time import process_time
from typing import Final

from engine import Budget, BudgetSpent, Geometry, Grid, Symmetry, generate, parse_line, rate, solve
from engine.cost import cost
from engine.explain import explain
from engine.logic import solve_path
from engine.path import path_from
from engine.techniques import State, Step, steps
from engine.techniques.singles import placed_singles
from engine.techniques.technique import Family

BANDS: Final = ((4.5, 7.0), (7.1, 8.2), (8.3, 9.1))
BRANCHED: Final = (Family.FORCING, Family.NETS)


class PathError(AssertionError):
    """A step is wrong, or one too many."""


@dataclass(frozen=True, slots=True)
class Compared:
    """The steps beyond singles of both ways of one puzzle."""

    easiest: list[Step]
    short: list[Step]
    seconds: float


def beyond_singles(path: Sequence[Step]) -> list[Step]:
    return [step for step in path if step.technique.family is not Family.SINGLES]


def check_sound(grid: Grid, path: Sequence[Step]) -> None:
    """Raises PathError where a step contradicts the solution or is not found where it stands."""
    solution, state = solve(grid), State.start(grid)
    for step in path:
        wrong = [one for one in step.placements if solution[one.cell] != one.value]
        wrong += [one for one in step.eliminations if solution[one.cell] == one.value]
        if wrong or step not in steps(state, step.technique):
            raise PathError(f"{grid}: at {state.grid} {step}")
        state = step.after(state)
    if state.grid != solution:
        raise PathError(f"{grid}: stuck at {state.grid}")


def check_needed(grid: Grid, way: Sequence[Step]) -> None:
    """Raises PathError where the end is reached without one of the steps."""
    for left_out in range(len(way)):
        state = placed_singles(State.start(grid))
        for step in (*way[:left_out], *way[left_out + 1 :]):
            if follows(step, state):
                state = placed_singles(step.after(state))
        if state.is_solved:
            raise PathError(f"{grid}: {explain(way[left_out])} is not needed")


def follows(step: Step, state: State) -> bool:
    """Whether its technique concludes in a state all of a step that is still open there."""
    removed = {one for one in step.eliminations if state.has(one)}
    placed = {one for one in step.placements if state.has(one)}
    return bool(removed or placed) and any(
        removed <= {*found.eliminations} and placed <= {*found.placements}
        for found in steps(state, step.technique)
    )


def compare(grid: Grid, seconds: float) -> Compared:
    """Both ways of a puzzle; raises BudgetSpent where one takes too long."""
    easiest = solve_path(grid, Budget(seconds))
    began = process_time()
    short = path_from(State.start(grid), Budget(seconds))
    spent = process_time() - began
    check_sound(grid, short)
    way = beyond_singles(short)
    if spent < seconds / 2:
        check_needed(grid, way)
    return Compared(beyond_singles(easiest), way, spent)


def puzzles(path: Path | None, each: int) -> Iterator[tuple[Grid, float]]:
    """The puzzles with their ratings."""
    if path is None:
        for seed in range(8 * each):
            grid = generate(Geometry(3, 3), Symmetry.NONE, f"path {seed}").grid
            yield grid, rate(grid).rating
        return
    for line in path.read_text("utf-8").splitlines():
        words = line.split()
        if words and not line.startswith("#"):
            grid, _ = parse_line(words[0])
            yield grid, float(words[1]) if len(words) > 1 else rate(grid).rating


def told(ways: Sequence[list[Step]]) -> str:
    """The means of some ways."""
    branched = mean(sum(step.technique.family in BRANCHED for step in way) for way in ways)
    costs = mean(sum(map(cost, way)) for way in ways)
    return f"{mean(map(len, ways)):.1f} steps, {branched:.1f} with branches, cost {costs:.0f}"


def show(band: tuple[float, float], found: Sequence[Compared]) -> None:
    """Prints the figures of one band."""
    longest = max(len(explain(step)) for one in found for step in one.short or one.easiest)
    print(f"{band[0]} to {band[1]}, {len(found)} puzzles")
    print(f"  easiest: {told([one.easiest for one in found])}")
    print(f"  short:   {told([one.short for one in found])}")
    print(f"  {mean(one.seconds for one in found):.2f} s each, longest reason {longest} characters")


def run(path: Path | None, each: int, seconds: float) -> None:
    dice, rated = random.Random(1), [*puzzles(path, each)]
    for low, high in BANDS:
        fitting = [grid for grid, rating in rated if low <= rating <= high]
        found = []
        for grid in dice.sample(fitting, min(each, len(fitting))):
            try:
                found.append(compare(grid, seconds))
            except BudgetSpent:
                print(f"{grid}: no way within {seconds:g} s")
        if found:
            show((low, high), found)


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m tests.paths", description=__doc__.partition("\n")[0]
    )
    parser.add_argument("puzzles", nargs="?", type=Path, help="a puzzle a line, and its rating")
    parser.add_argument("--each", type=int, default=50, help="puzzles of each band (50)")
    parser.add_argument("--seconds", type=float, default=60.0, help="for one way (60)")
    options = parser.parse_args()
    try:
        run(options.puzzles, options.each, options.seconds)
    except PathError as wrong:
        sys.exit(str(wrong))


if __name__ == "__main__":
    main()
