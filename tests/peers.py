"""Compares the speed and the counts of the engine with those of other solvers of 9x9 puzzles.

    python -m tests.peers [--peer NAME=LIBRARY:FUNCTION[:NUMBER]]... FILE...

A file has one puzzle a line. Without a peer only the engine is measured. The programs take turns,
each on one thread, in processor time. Each set has two rows, the best and the median of the rounds,
and `times` is how many times as fast as the best peer ours is. If a peer finds another number of
solutions, the first such puzzle is printed, and the exit status is 1.

`together` is each file in one call that counts up to two; `alone` its first puzzles, one a call
from Python. `several` and `several-alone` are the same after one to five givens were removed from
each of the first puzzles. After the files `random` and `random-alone` are boards drawn at random.
`many` is boards of 11 to 15 givens counted to 100,000, the blank board and boards of 16 to 20
counted to 1,000,000, and boards of 22 and 24 to the end, in at most three rounds.

A peer is a function in a shared library that you have built:

    size_t FUNCTION(const char *puzzle, size_t limit, uint32_t number, char *solution,
                    size_t *guesses);

It counts up to `limit` the solutions of a puzzle of 81 characters, `.` where a cell is blank, and
may write to `solution` and `guesses`; `number` is that of the option, 0 if there is none. The
functions of tdoku have this form, and so have those around other solvers in its benchmark. Where
ours gets many puzzles in one call, a loop in C calls the peer (tests/peers.c, built for the run
with $CC or `cc`). Whole programs, from a file to its answers, are compared by tests/programs.py.
"""

import argparse
import ctypes
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from statistics import median
from time import process_time
from typing import Final, NamedTuple

from engine import Budget, count_many, count_solutions
from tests.sets import NINE, Boards, boards_of, random_boards, sparse, thinned

ENDLESS: Final = Budget(float("inf"))
OURS: Final = "ours"
MANY: Final = "many"
ALL: Final = 2**62
"""More solutions than any of the boards has that are counted to their end."""
_TITLES: Final = {
    "together": "together, puzzles a second",
    "alone": "alone, puzzles a second",
    "several": "several solutions, puzzles a second",
    "several-alone": "several solutions alone, puzzles a second",
    "random": "random boards, a second",
    "random-alone": "random boards alone, a second",
    MANY: "many solutions, milliseconds",
}

Run = Callable[[], Sequence[int]]
"""Does the work once, and gives the number of solutions of each puzzle."""


class Peer(NamedTuple):
    """A function that counts, and the number that it is called with."""

    count: "ctypes._NamedFuncPointer"
    number: int


def library(wish: str) -> tuple[str, Peer]:
    """The name and the function that an option gives."""
    name, _, place = wish.partition("=")
    path, function, *number = place.split(":")
    count = getattr(ctypes.CDLL(str(Path(path).resolve())), function)
    count.restype = ctypes.c_size_t
    count.argtypes = [
        *(ctypes.c_char_p, ctypes.c_size_t, ctypes.c_uint32, ctypes.c_char_p),
        ctypes.POINTER(ctypes.c_size_t),
    ]
    return name, Peer(count, int(*number))


def loop_in(folder: str) -> "ctypes._NamedFuncPointer":
    """`count_each` of tests/peers.c, built in a folder."""
    built = f"{folder}/peers.so"
    flags = ("-std=gnu11", "-O2", "-fPIC", "-shared", "-o", built)
    source = str(Path(__file__).with_suffix(".c"))
    subprocess.run([os.environ.get("CC", "cc"), *flags, source], check=True)
    return ctypes.CDLL(built).count_each


class Calls:
    """Ours and the peers on some boards, in one call for all or in one for each."""

    def __init__(self, peers: Mapping[str, Peer], folder: str) -> None:
        self._peers = peers
        self._loop = loop_in(folder) if peers else None

    def work(self, part: str, boards: Boards, limit: int) -> dict[str, Run]:
        """The work of each solver for a part."""
        if part.endswith("alone"):
            return self.alone(boards)
        return self.many(boards, limit) if part == MANY else self.together(boards, limit)

    def together(self, boards: Boards, limit: int) -> dict[str, Run]:
        def ours() -> Sequence[int]:
            return count_many(NINE, boards.packed, limit, ENDLESS)[0]

        return {OURS: ours, **self._looped(boards, limit)}

    def many(self, boards: Boards, limit: int) -> dict[str, Run]:
        def ours() -> Sequence[int]:
            return [count_solutions(grid, limit, ENDLESS) for grid in boards.grids]

        return {OURS: ours, **self._looped(boards, limit)}

    def alone(self, boards: Boards) -> dict[str, Run]:
        return {
            OURS: lambda: [count_solutions(line) for line in boards.lines],
            "ours, of a Grid": lambda: [count_solutions(grid) for grid in boards.grids],
            **{name: _one_a_call(peer, boards) for name, peer in self._peers.items()},
        }

    def _looped(self, boards: Boards, limit: int) -> dict[str, Run]:
        return {name: self._in_c(peer, boards, limit) for name, peer in self._peers.items()}

    def _in_c(self, peer: Peer, boards: Boards, limit: int) -> Run:
        counts = (ctypes.c_size_t * len(boards.lines))()
        sizes = ctypes.c_size_t(len(counts)), ctypes.c_size_t(limit), ctypes.c_uint32(peer.number)

        def run() -> Sequence[int]:
            assert self._loop
            self._loop(peer.count, boards.text, *sizes, counts)
            return counts[:]

        return run


def _one_a_call(peer: Peer, boards: Boards) -> Run:
    texts = [line.encode() for line in boards.lines]
    solution, guesses = ctypes.create_string_buffer(128), ctypes.c_size_t()
    rest = peer.number, solution, ctypes.byref(guesses)
    count = peer.count
    return lambda: [count(text, 2, *rest) for text in texts]


def taking_turns(
    runs: Mapping[str, Run], rounds: int, least: int
) -> tuple[dict[str, list[float]], dict[str, Sequence[int]]]:
    """The seconds of each in each round, and what it answered; a round repeats short work."""
    times: dict[str, list[float]] = {name: [] for name in runs}
    answers = {name: run() for name, run in runs.items()}
    repeats = max(1, least // max(len(answers[OURS]), 1))
    for _ in range(rounds):
        for name, run in runs.items():
            before = process_time()
            for _ in range(repeats):
                run()
            times[name].append(max(process_time() - before, 1e-9) / repeats)
    return times, answers


def show(*cells: str) -> None:
    """A row of a table in Markdown."""
    sys.stdout.write(f"| {' | '.join(cells)} |\n")
    sys.stdout.flush()


def show_head(title: str, names: Iterable[str]) -> None:
    columns = [*names, "times"]
    sys.stdout.write("\n")
    show(title, *columns)
    show("---", *["--:" for _ in columns])


def rounded(speed: float) -> str:
    """Four significant digits of a speed: more would not be the same in the next run."""
    return f"{float(f'{speed:.4g}'):,.0f}"


def race(title: str, boards: Boards, runs: Mapping[str, Run], part: str, rounds: int) -> int:
    """Prints two rows, the best and the median; gives how many counts differ from ours."""
    times, answers = taking_turns(runs, rounds, 0 if part == MANY else 3000)
    number = len(boards.lines)

    def figure(seconds: float) -> str:
        return f"{1000 * seconds:,.2f}" if part == MANY else rounded(number / seconds)

    theirs = [min(seconds) for name, seconds in times.items() if not name.startswith(OURS)]
    ratio = f"{min(theirs) / min(times[OURS]):.2f}" if theirs else ""
    show(f"{title} ({number:,})", *(figure(min(seconds)) for seconds in times.values()), ratio)
    show("", *(figure(median(seconds)) for seconds in times.values()), "")
    return sum(
        differing(name, found, answers[OURS], boards.lines) for name, found in answers.items()
    )


def differing(name: str, found: Sequence[int], ours: Sequence[int], lines: Sequence[str]) -> int:
    """How many counts of a peer differ from ours; prints the first such puzzle."""
    places = [at for at, pair in enumerate(zip(found, ours, strict=True)) if len(set(pair)) > 1]
    for at in places[:1]:
        told = f"{found[at]} where we count {ours[at]}: {lines[at]}"
        sys.stdout.write(f"COUNTS DIFFER: {name} in {len(places):,}, first {told}\n")
    return len(places)


def boards_for(part: str, options: argparse.Namespace) -> Iterator[tuple[str, Boards, int]]:
    """The sets of a part: their names, the boards, and up to how many solutions are counted."""
    if part == MANY:
        yield from many_boards(options.most)
    elif part.startswith("random"):
        yield "random", random_boards(options.random), 2
    else:
        for file in options.files:
            boards = boards_of(file)
            if part != "together":
                boards = Boards(boards.grids[: options.first])
            is_thinned = part.startswith("several")
            yield Path(file).stem, thinned(boards.grids) if is_thinned else boards, 2


def many_boards(most: int) -> Iterator[tuple[str, Boards, int]]:
    """Boards of few givens, and up to how many solutions are counted."""
    yield "0 givens", sparse(0, 1), 10 * most
    limits = {
        **dict.fromkeys(range(11, 16), most),
        **dict.fromkeys((16, 17, 18, 20), 10 * most),
        **dict.fromkeys((22, 24), ALL),
    }
    for givens, limit in limits.items():
        yield f"{givens} givens", sparse(givens, 20), limit


def measure(part: str, calls: Calls, options: argparse.Namespace) -> int:
    """Prints the table of a part; gives how many counts differ from ours."""
    rounds, wrong, is_first = options.rounds, 0, True
    for name, boards, limit in boards_for(part, options):
        runs = calls.work(part, boards, limit)
        if is_first:
            show_head(_TITLES[part], runs)
        is_first = False
        wrong += race(name, boards, runs, part, min(rounds, 3) if part == MANY else rounds)
    return wrong


def arguments(argv: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("files", nargs="*", metavar="FILE")
    parser.add_argument("--peer", action="append", default=[], metavar="NAME=LIBRARY:FUNCTION")
    parser.add_argument(
        "--parts", nargs="+", choices=_TITLES, default=list(_TITLES), metavar="PART"
    )
    parser.add_argument("--most", type=int, default=10**5, help="solutions in `many` (100000)")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--first", type=int, default=4000, help="of `alone` and `several` (4000)")
    parser.add_argument("--random", type=int, default=60_000, help="random boards (60000)")
    return parser.parse_args(argv)


def main(argv: Sequence[str] | None = None) -> int:
    with tempfile.TemporaryDirectory() as folder:
        options = arguments(argv)
        calls = Calls(dict(map(library, options.peer)), folder)
        return min(sum(measure(part, calls, options) for part in options.parts), 1)


if __name__ == "__main__":
    sys.exit(main())
