"""Counts very many mutated puzzles in every way that there is; all ways must agree.

    python -m tests.mutated [--count 200000] [--seed 1] [--scalar] [--peer NAME=LIBRARY:FUNCTION]...
        [FILE...]

Real puzzles reach only a few paths of a search; mutated ones also reach contradictions, several
solutions and boards that no generator makes. A mutated puzzle begins as one from the files, or one
that is made for this. Up to eleven digits of its solution are added. Then up to six digits are
removed or, in half of the puzzles, also added, moved, changed or exchanged.

The ways are the C core with each width of vectors that the processor has, with --scalar also built
without vectors, each in a call of many puzzles and in one for each; the reference search in Python;
and peers as in tests/peers.py. Each counts up to two and up to 200, the reference search up to 200
only for every tenth puzzle. Counts that it does not decide within 3,000 nodes are left out, and
their number is printed. The solutions that the core gives must contain the givens and obey the
rules. Differences are printed, and the exit status is then 1.
"""

import argparse
import os
import subprocess
import sys
import sysconfig
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, MutableSequence, Sequence
from functools import partial
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from itertools import islice
from pathlib import Path
from typing import Any, Final, NamedTuple

from engine import Grid, Rng, generate_many, solutions
from engine.board.candidates import candidates_of
from engine.search._search import Meter, search
from engine.search.budget import Budget, BudgetSpent
from tests.engine.boards import fits
from tests.peers import Calls, library
from tests.sets import NINE, Boards, boards_of

CHUNK: Final = 1000
LIMITS: Final = (2, 200)
MADE: Final = 2000
NODES: Final = 3000
EVERY: Final = 10
SHOWN: Final = 10
ENDLESS: Final = (2**62, float("inf"))
WRONG: Final = -1
"""Stands for the count of a puzzle for which a wrong solution was given."""


class Way(NamedTuple):
    """A way to count puzzles up to a limit; the count is None for puzzles that it leaves out."""

    name: str
    counts: Callable[[Boards, int], Sequence[int | None]]


Values = MutableSequence[int]


def _add(values: Values, rng: Rng) -> None:
    values[_any(values, rng, given=False)] = 1 + rng.below(9)


def _remove(values: Values, rng: Rng) -> None:
    values[_any(values, rng, given=True)] = 0


def _change(values: Values, rng: Rng) -> None:
    values[_any(values, rng, given=True)] = 1 + rng.below(9)


def _move(values: Values, rng: Rng) -> None:
    start, end = _any(values, rng, given=True), _any(values, rng, given=False)
    values[start], values[end] = 0, values[start]


def _exchange(values: Values, rng: Rng) -> None:
    one, other = _any(values, rng, given=True), _any(values, rng, given=True)
    values[one], values[other] = values[other], values[one]


_MUTATIONS: Final = (_remove, _add, _change, _move, _exchange)


def _any(values: Values, rng: Rng, *, given: bool) -> int:
    cells = [cell for cell, value in enumerate(values) if bool(value) is given]
    return cells[rng.below(len(cells))]


def mutated(known: Sequence[tuple[Grid, Grid]], seed: str) -> Iterator[Grid]:
    """Puzzles without end, none of them twice."""
    rng, seen = Rng(f"mutated {seed}"), set[bytes]()
    while True:
        values = _mutated(*known[rng.below(len(known))], rng)
        if values not in seen:
            seen.add(values)
            yield Grid(NINE, values)


def _mutated(puzzle: Grid, solution: Grid, rng: Rng) -> bytes:
    values = list(puzzle.values)
    for _ in range(rng.below(12)):
        cell = _any(values, rng, given=False)
        values[cell] = solution[cell]
    # Nearly every other mutation leaves no solution, so half of the puzzles only lose digits.
    mutations = _MUTATIONS if rng.below(2) else (_remove,)
    for _ in range(1 + rng.below(6)):
        mutations[rng.below(len(mutations))](values, rng)
    return bytes(values)


def known_puzzles(files: Sequence[str], seed: str) -> list[tuple[Grid, Grid]]:
    """Puzzles of the files, or some that are made, with their solutions and room for mutations."""
    if files:
        grids = [grid for file in files for grid in boards_of(file).grids]
    else:
        seeds = [f"known {seed} {number}" for number in range(MADE)]
        grids = [puzzle.grid for puzzle in generate_many(NINE, seeds)]
    found = ((grid, solutions(grid)) for grid in grids if 7 <= grid.clue_count <= 62)
    return [(grid, solved[0]) for grid, solved in found if solved]


def core_ways(name: str, core: Any) -> Iterator[Way]:
    """The core with each width of vectors that the processor has."""
    for bits in sorted({core.use_vectors(bits) for bits in (128, 256, 384, 512)}):
        yield Way(f"{name}, {bits} bits, many a call", partial(_together, core, bits))
        yield Way(f"{name}, {bits} bits, one a call", partial(_alone, core, bits))


def _together(core: Any, bits: int, boards: Boards, limit: int) -> Sequence[int]:
    core.use_vectors(bits)
    counts, grids = core.batch(3, 3, boards.packed, limit, *ENDLESS)
    shown = (grids[at : at + 81] for at in range(0, len(grids), 81))
    return [
        count if _is_shown(grid, count, solution) else WRONG
        for grid, count, solution in zip(boards.grids, counts, shown, strict=True)
    ]


def _is_shown(grid: Grid, count: int, solution: bytes) -> bool:
    return fits(grid, Grid(NINE, solution)) if count else not any(solution)


def _alone(core: Any, bits: int, boards: Boards, limit: int) -> Sequence[int]:
    core.use_vectors(bits)
    return [core.count(3, 3, grid.values, limit, *ENDLESS) for grid in boards.grids]


class Reference:
    """The reference search; counts how often it did not decide."""

    def __init__(self) -> None:
        self.undecided = 0

    def counts(self, boards: Boards, limit: int) -> Sequence[int | None]:
        every = EVERY if limit > 2 else 1
        return [
            None if at % every else self._one(grid, limit) for at, grid in enumerate(boards.grids)
        ]

    def _one(self, grid: Grid, limit: int) -> int | None:
        candidates = candidates_of(grid.geometry)
        found = search(candidates, *candidates.load(grid), Meter(Budget(60, NODES)))
        try:
            return sum(1 for _ in islice(found, limit))
        except BudgetSpent:
            self.undecided += 1
            return None


def scalar_core(folder: str) -> Any:
    """The core, compiled without vectors in a folder."""
    built, include = f"{folder}/_core.abi3.so", sysconfig.get_path("include")
    flags = ("-std=gnu11", "-O2", "-fPIC", "-shared", "-DSUDOKU_SCALAR", f"-I{include}")
    source = str(Path(__file__).parents[1] / "engine" / "_core.c")
    subprocess.run([os.environ.get("CC", "cc"), *flags, source, "-o", built], check=True)
    spec = spec_from_file_location("_core", built)
    assert spec
    assert spec.loader
    core = module_from_spec(spec)
    spec.loader.exec_module(core)
    return core


def peer_ways(wishes: Sequence[str], folder: str) -> Iterator[Way]:
    peers = dict(map(library, wishes))
    calls = Calls(peers, folder)
    for name in peers:
        yield Way(name, partial(_peer, calls, name))


def _peer(calls: Calls, name: str, boards: Boards, limit: int) -> Sequence[int]:
    return calls.many(boards, limit)[name]()


def differences(boards: Boards, ways: Sequence[Way], limit: int) -> Iterator[str]:
    """Where the counts of the other ways differ from those of the first."""
    first, *others = ways
    expected = first.counts(boards, limit)
    for line, count in zip(boards.lines, expected, strict=True):
        if count == WRONG:
            yield f"{line}: {first.name} gives a wrong solution"
    for way in others:
        for line, count, other in zip(
            boards.lines, expected, way.counts(boards, limit), strict=True
        ):
            if other is not None and other != count:
                yield f"{line}: up to {limit} {way.name} counts {other}, {first.name} {count}"


def chunks(count: int, known: Sequence[tuple[Grid, Grid]], seed: str) -> Iterator[Boards]:
    grids = islice(mutated(known, seed), count)
    while chunk := list(islice(grids, CHUNK)):
        yield Boards(chunk)


def compare(count: int, known: Sequence[tuple[Grid, Grid]], seed: str, ways: Sequence[Way]) -> int:
    """Prints the differences and how many solutions puzzles have; gives how many differ."""
    kinds, found = Counter[int | None](), 0
    for boards in chunks(count, known, seed):
        kinds.update(ways[0].counts(boards, 2))
        for limit in LIMITS:
            for text in differences(boards, ways, limit):
                found += 1
                if found <= SHOWN:
                    sys.stdout.write(f"DIFFERENT: {text}\n")
    none, one, more = (f"{kinds[kind]:,}" for kind in (0, 1, 2))
    sys.stdout.write(f"{none} without a solution, {one} with one, {more} with more\n")
    return found


def run(options: argparse.Namespace, folder: str) -> int:
    core, reference = import_module("engine._core"), Reference()
    ways = list(core_ways("the core", core))
    if options.scalar:
        ways += core_ways("the scalar core", scalar_core(folder))
    ways.append(Way("the reference search", reference.counts))
    ways += peer_ways(options.peer, folder)
    try:
        found = compare(
            options.count, known_puzzles(options.files, options.seed), options.seed, ways
        )
    finally:
        core.use_vectors(512)
    sys.stdout.write("".join(f"  {way.name}\n" for way in ways))
    sys.stdout.write(f"{reference.undecided:,} counts were too long for the reference search\n")
    sys.stdout.write(f"{options.count:,} puzzles, {found:,} differences\n")
    return found


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("files", nargs="*", metavar="FILE")
    parser.add_argument("--count", type=int, default=200_000)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--scalar", action="store_true")
    parser.add_argument("--peer", action="append", default=[], metavar="NAME=LIBRARY:FUNCTION")
    with tempfile.TemporaryDirectory() as folder:
        return min(run(parser.parse_args(argv), folder), 1)


if __name__ == "__main__":
    sys.exit(main())
