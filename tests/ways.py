"""Measures how long the ways to the solution are: `python -m tests.ways PUZZLES`.

PUZZLES has a 9x9 puzzle a line, optionally followed by its rating on the scale of Sudoku Explainer.
Without a file some puzzles are made. Some of each band of ratings are taken, the same ones each
time. Six ways are compared, by their steps beyond singles: that of the easiest steps; the short
way; that which people get from the bot, whose lanes have little time and know the puzzle's label;
what such a lane would find without end; and what it finds on a machine at a quarter of the speed:
first, and in the end, when the search has gone on while people read. The last two are counted in
finders, so they are the same on every machine: the patient lane asks some QUARTER of them there at
a time in the hardest puzzles.

For every step of the short way the run checks that it agrees with the solution, that it cannot be
left out unless the time was too short to try, and that its reason, or each passage of it, can be
read in one go in every language of the bot. After all puzzles it fails if a step was wrong,
superfluous or too long.

With `--hodoku JAR` the paths of HoDoKu 2.3 (Java, not part of this project) for the same puzzles
are compared as well: how many steps, how many with branches, how long their texts are, and their
kinds.
"""

import argparse
import random
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from statistics import mean, median
from time import process_time
from typing import Final, NamedTuple, TypeVar

from bot.play.questions import MOST_SLICES
from bot.pool.engine_pool import PATIENT_SECONDS, QUICK_SECONDS
from bot.pool.jobs import Found, begin_now, better_now, way_now
from bot.render.hint_words import READ_AT_ONCE, told_in
from engine import Budget, BudgetSpent, Geometry, Grid, Symmetry, generate, parse_line, rate, solve
from engine.techniques import State, Step, steps
from engine.techniques.costs import cost
from engine.techniques.parts import Branches, Chain, Chains, Groups
from engine.techniques.singles import placed_singles
from engine.techniques.technique import Family
from engine.way.easiest import easiest_way
from engine.way.short import way_from
from engine.way.way import Begun
from engine.words.english import explain
from tests.aloud import longest
from tests.hodoku import Told, solved
from tests.proofs import holds
from tests.proofs.told import is_told

Result = TypeVar("Result")

KINDS: Final = 12

QUARTER: Final = 1500
"""Finders that the patient lane asks in its time in the hardest puzzles at a quarter of the speed.

In a quarter of its time it asked 1,408 to 1,630 in five of the hardest puzzles here. In easier ones
it comes to its end there, too.
"""

WITH_NETS: Final = (
    "..874..9..4.3.....6.7.....49..8.......19.47.......3..28.....1.5.....8.2..2..354.."
)
"""A puzzle whose way of the easiest steps has all kinds of nets, and takes seconds to find."""
BRANCHED: Final = (Family.FORCING, Family.NETS)


class Band(NamedTuple):
    """A band of ratings, and the aims for the short way of its puzzles."""

    low: float
    high: float
    aim: str


BANDS: Final = (
    Band(4.5, 7.0, "6.0 steps"),
    Band(7.1, 8.2, "12 steps"),
    Band(8.3, 9.1, "20 steps, 2 with branches"),
    Band(9.2, 12.0, "no reason too long"),
)


class WayError(AssertionError):
    """A step is wrong, too long to read, or superfluous."""


@dataclass(frozen=True, slots=True)
class Compared:
    """The steps beyond singles of the ways of one puzzle.

    `told` is that of the bot's lanes, `whole` what they find without end, `first` what they find
    first with QUARTER finders at a time, and `quarter` what they find with so many in the end.
    """

    grid: Grid
    easiest: list[Step]
    short: list[Step]
    told: list[Step]
    whole: list[Step]
    first: list[Step]
    quarter: list[Step]
    seconds: float


def told_way(grid: Grid) -> tuple[Step, ...]:
    """All steps to the solution as the lanes of the bot find them in the end."""
    state, way = State.start(grid), list[Step]()
    begun: Begun | None = answered(begin_now, state)
    while not state.is_solved:
        found = answered(way_now, state, begun)
        if not way:
            *_, found = gone_on(found, Budget(PATIENT_SECONDS))
        begun = None
        way += found.steps
        for step in found.steps:
            state = step.after(state)
    return tuple(way)


def lane_ways(grid: Grid, budget: Budget) -> list[tuple[Step, ...]]:
    """All steps to the solution as a lane of the bot finds them, the best ones last.

    Each part of the search has the same budget.
    """
    state = State.start(grid)
    found = way_now(state, begin_now(state, budget), budget)
    return [each.steps for each in gone_on(found, budget)]


def gone_on(found: Found, budget: Budget) -> Iterator[Found]:
    """Yields what was found, and what is found in its place as the search goes on."""
    yield found
    for _ in range(MOST_SLICES):
        if found.paused:
            yield (found := better_now(found.paused, budget))


def answered(job: Callable[..., Result], *question: object) -> Result:
    """What the quick lane answers or, where its time is too short, the patient one."""
    try:
        return job(*question, Budget(QUICK_SECONDS))
    except BudgetSpent:
        return job(*question, Budget(PATIENT_SECONDS))


@cache
def known_way(grid: Grid) -> tuple[Step, ...]:
    """All steps to the solution, each the easiest at its moment; cached for the process."""
    return easiest_way(grid, Budget(1200))


def beyond_singles(way: Sequence[Step]) -> list[Step]:
    return [step for step in way if step.technique.family is not Family.SINGLES]


def check_sound(grid: Grid, way: Sequence[Step]) -> None:
    """Raises WayError if a step contradicts the solution or its proof does not hold there."""
    solution, state = solve(grid), State.start(grid)
    for step in way:
        wrong = [one for one in step.placements if solution[one.cell] != one.value]
        wrong += [one for one in step.eliminations if solution[one.cell] == one.value]
        if wrong or not holds(state, step):
            raise WayError(f"{grid}: at {state.grid} {step}")
        state = step.after(state)
    if state.grid != solution:
        raise WayError(f"{grid}: stuck at {state.grid}")


def check_needed(grid: Grid, way: Sequence[Step]) -> None:
    """Raises WayError if the end is reached without one of the steps."""
    for left_out in range(len(way)):
        state = placed_singles(State.start(grid))
        for step in (*way[:left_out], *way[left_out + 1 :]):
            if follows(step, state):
                state = placed_singles(step.after(state))
        if state.is_solved:
            raise WayError(f"{grid}: {explain(way[left_out])} is not needed")


def check_read(grid: Grid, way: Sequence[Step]) -> None:
    """Raises WayError if the reason of a step is too long in the chat, or not told in full."""
    state = State.start(grid)
    for step in way:
        if longest(step) > READ_AT_ONCE:
            raise WayError(f"{grid}: {explain(step)} takes {longest(step)} characters")
        if (passages := told_in(step)) and not is_told(state, step, passages):
            raise WayError(f"{grid}: {explain(step)} is not told whole")
        state = step.after(state)


def follows(step: Step, state: State) -> bool:
    """Whether all that is still open of a step follows in a state in the same way.

    A pattern may look different there, such as a fish with one more place, so the step is searched
    for again, and its proof is checked in that state.
    """
    removed = tuple(one for one in step.eliminations if state.has(one))
    placed = tuple(one for one in step.placements if state.has(one))
    if not removed and not placed:
        return False
    left = replace(step, eliminations=removed, placements=placed)
    anew = () if is_followed(step) else steps(state, step.technique)
    return holds(state, left) or any(
        {*removed} <= {*found.eliminations}
        and {*placed} <= {*found.placements}
        and holds(state, found)
        for found in anew
    )


def is_followed(step: Step) -> bool:
    """Whether a step's proof consists of links, sets or branches, which identify it."""
    kinds = Chain, Chains, Groups, Branches
    return any(isinstance(part, kinds) for _, part in step.roles)


def compare(grid: Grid, seconds: float) -> Compared:
    """The ways of a puzzle; raises BudgetSpent if one takes too long."""
    easiest = easiest_way(grid, Budget(seconds))
    began = process_time()
    short = way_from(State.start(grid), Budget(seconds))
    spent = process_time() - began
    check_sound(grid, short)
    way = beyond_singles(short)
    check_read(grid, short)
    if spent < seconds / 2:
        check_needed(grid, way)
    told = told_way(grid)
    check_sound(grid, told)
    slow = lane_ways(grid, Budget(seconds, QUARTER))
    return Compared(
        grid,
        beyond_singles(easiest),
        way,
        beyond_singles(told),
        beyond_singles(lane_ways(grid, Budget(seconds))[-1]),
        beyond_singles(slow[0]),
        beyond_singles(slow[-1]),
        spent,
    )


def puzzles(path: Path | None, each: int) -> Iterator[tuple[Grid, float]]:
    """The puzzles with their ratings."""
    if path is None:
        for seed in range(8 * each):
            grid = generate(Geometry(3, 3), Symmetry.NONE, f"way {seed}").grid
            yield grid, rate(grid).rating
        return
    for line in path.read_text("utf-8").splitlines():
        words = line.split()
        if words and not line.startswith("#"):
            grid, _ = parse_line(words[0])
            yield grid, float(words[1]) if len(words) > 1 else rate(grid).rating


def words(way: Sequence[Step]) -> list[Told]:
    """The steps of a way in English."""
    return [
        Told(step.technique.english, explain(step), step.technique.family in BRANCHED)
        for step in way
    ]


def row(name: str, ways: Sequence[list[Told]]) -> str:
    """The means of the ways of one program."""
    texts = [len(step.text) for way in ways for step in way] or [0]
    branched = mean(sum(step.is_branched for step in way) for way in ways)
    steps = mean(map(len, ways))
    return f"  {name:8}{steps:8.1f}{branched:10.1f}{mean(texts):12.0f}{max(texts):10}"


def kinds(name: str, ways: Sequence[list[Told]]) -> str:
    """The names of the steps of some ways, the most frequent first."""
    counted = Counter(step.kind for way in ways for step in way).most_common(KINDS)
    return f"  {name}: " + ", ".join(f"{count} {kind}" for kind, count in counted)


def show(band: Band, found: Sequence[Compared], others: Sequence[list[Told]]) -> None:
    """Prints the table of one band; `others` are the paths of HoDoKu, if it is compared."""
    ways = {
        "easiest": [words(one.easiest) for one in found],
        "short": [words(one.short) for one in found],
        "the bot": [words(one.told) for one in found],
        "endless": [words(one.whole) for one in found],
        "at first": [words(one.first) for one in found],
        "quarter": [words(one.quarter) for one in found],
        "HoDoKu": others,
    }
    print(f"{band.low} to {band.high}, {len(found)} puzzles (aim: {band.aim})")
    print(f"  {'':8}{'steps':>8}{'branched':>10}{'mean text':>12}{'longest':>10}")
    for name in ways if others else [*ways][:-1]:
        print(row(name, ways[name]))
    for name in ("short", "HoDoKu") if others else ("short",):
        print(kinds(name, ways[name]))
    reasons = [longest(step) for one in found for step in one.short]
    print(f"  in the chat a reason has at most {max(reasons, default=0)} characters")
    counts = sorted(len(told) for one in found for step in one.short if (told := told_in(step)))
    if counts:
        print(f"  {len(counts)} steps in passages, {median(counts):g} each, {counts[-1]} at most")
    costs = (mean(sum(map(cost, way)) for way in side) for side in sides(found))
    seconds = sorted(one.seconds for one in found)
    print(
        "  cost {:.1f}, short {:.1f}, the bot {:.1f}, endless {:.1f}, "
        "at first {:.1f}, quarter {:.1f}".format(*costs)
    )
    same = sum(one.told == one.whole for one in found)
    print(f"  {same} ways of the bot are what its lanes find without end; ", end="")
    print(f"{mean(seconds):.2f} s each, {seconds[-1]:.2f} s at most")


def sides(found: Sequence[Compared]) -> Iterator[list[list[Step]]]:
    """All ways of each kind, the easiest ones first."""
    for name in ("easiest", "short", "told", "whole", "first", "quarter"):
        yield [getattr(one, name) for one in found]


def run(path: Path | None, each: int, seconds: float, hodoku: Path | None) -> bool:
    """Whether every way is sound and needs all its steps; prints the ways that fail."""
    is_sound = True
    dice, rated = random.Random(1), [*puzzles(path, each)]
    for band in BANDS:
        fitting = [grid for grid, rating in rated if band.low <= rating <= band.high]
        found = []
        for grid in dice.sample(fitting, min(each, len(fitting))):
            try:
                found.append(compare(grid, seconds))
            except BudgetSpent:
                print(f"{grid}: no way within {seconds:g} s")
            except WayError as wrong:
                print(wrong)
                is_sound = False
        if found:
            grids = [one.grid for one in found]
            show(band, found, solved(hodoku, grids) if hodoku else [])
    return is_sound


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m tests.ways", description=__doc__.partition("\n")[0]
    )
    parser.add_argument("puzzles", nargs="?", type=Path, help="a puzzle a line, and its rating")
    parser.add_argument("--each", type=int, default=50, help="puzzles of each band (50)")
    parser.add_argument("--seconds", type=float, default=60.0, help="for one way (60)")
    parser.add_argument("--hodoku", type=Path, metavar="JAR", help="show HoDoKu's ways beside")
    options = parser.parse_args()
    sys.exit(not run(options.puzzles, options.each, options.seconds, options.hodoku))


if __name__ == "__main__":
    main()
