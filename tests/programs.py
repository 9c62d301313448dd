"""Measures how long whole programs take from a file of 9x9 puzzles to its answers, ours and others.

    python -m tests.programs [--peer "NAME=COMMAND"]... FILE...

A file has one puzzle a line. The sets are each `file`, `several`, which is the file after one to
five givens were removed from each puzzle, and after all files `random` boards, as Norvig's essay
draws them. Without a peer only ours are measured. The programs take turns; the
times are processor time of all threads. First comes what each takes for one puzzle, and Python for
nothing, then the sets. Each has the best and the median of the rounds and, in a third row, how
many puzzles a program does in a second beyond the time that it takes for one puzzle; `times` is how
many times as long as `sudoku count` the best peer took. Ours keep the bytecode that Python has
compiled, as they do for users, and work on all cores unless --threads says otherwise. If a program
gives another number of solutions, or another solution of a puzzle with one, the first such puzzle
is printed, and the exit status is 1.

A peer is a command line. `{puzzles}` in it is a file with `.` for blanks, `{zeros}` one with `0`,
`{answers}` the file to write; without them puzzles come on standard input and answers go to
standard output. An answer is one line for each puzzle, in which the count, or the solution, or both
are separated by `:` or `,`.
"""

import argparse
import os
import re
import resource
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from statistics import median
from typing import Final

from engine import count_many
from engine.board.grid import LETTERS
from tests.peers import ENDLESS, rounded, show, show_head
from tests.sets import NINE, Boards, boards_of, random_boards, thinned

COUNT: Final = "sudoku count"
OURS: Final = (COUNT, "sudoku solve", "python -c pass", "import engine")
SETS: Final = ("file", "several", "random")
_SOLVED: Final = re.compile(r"[1-9]{81}")
_WORDS: Final = {"none": 0, "many": 2}
_ONE: Final = "one puzzle"
_LEAST: Final = 0.002
"""Below this many seconds beyond the start, a time says nothing."""


class Folder:
    """Where the puzzles of each set are in each form, and where answers are written."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self.answers = path / "answers"

    def keep(self, name: str, lines: Sequence[str]) -> None:
        text = "".join(f"{line}\n" for line in lines)
        self.file(name, "puzzles").write_text(text, "ascii")
        self.file(name, "zeros").write_text(text.replace(".", "0"), "ascii")

    def file(self, name: str, form: str) -> Path:
        return self._path / f"{name}.{form}"

    def seconds(self, command: Sequence[str], name: str) -> float:
        """The processor time of a process that answers the puzzles of a set."""
        puzzles, zeros = (self.file(name, form) for form in ("puzzles", "zeros"))
        argv = [word.format(puzzles=puzzles, zeros=zeros, answers=self.answers) for word in command]
        output = os.devnull if "{answers}" in " ".join(command) else self.answers
        self.answers.unlink(missing_ok=True)
        with puzzles.open("rb") as read, Path(output).open("wb") as write:
            before = used()
            subprocess.run(argv, stdin=read, stdout=write, env=environment(), check=False)
        return used() - before

    def read_answers(self) -> list[str]:
        """The lines that the last process wrote."""
        if not self.answers.exists():
            return []
        return self.answers.read_text("ascii", "replace").splitlines()


def used() -> float:
    """The processor time of all processes that were started here and have ended."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return children.ru_utime + children.ru_stime


def environment() -> dict[str, str]:
    """The environment of a user in a shell: Python keeps its bytecode and buffers its output."""
    unusual = {"PYTHONDONTWRITEBYTECODE", "PYTHONUNBUFFERED"}
    return {name: value for name, value in os.environ.items() if name not in unusual}


def programs(threads: int | None, peers: Sequence[str]) -> dict[str, list[str]]:
    """The command lines by their names."""
    installed = Path(sys.executable).with_name("sudoku")
    ours = [str(installed)] if installed.exists() else [sys.executable, "-m", "engine"]
    options = ["--threads", str(threads)] if threads else []
    found = {f"sudoku {name}": [*ours, name, *options] for name in ("count", "solve")}
    for name, _, command in (peer.partition("=") for peer in peers):
        found[name] = shlex.split(command)
    return found


def taking_turns(
    commands: Mapping[str, Sequence[str]], folder: Folder, name: str, rounds: int
) -> dict[str, list[float]]:
    """The seconds of each program in each round, after one round that only warms up."""
    times: dict[str, list[float]] = {program: [] for program in commands}
    for number in range(rounds + 1):
        for program, command in commands.items():
            seconds = folder.seconds(command, name)
            if number:
                times[program].append(seconds)
    return times


def show_times(title: str, times: Mapping[str, Sequence[float]]) -> None:
    """Prints two rows, the best and the median in milliseconds."""
    theirs = [min(seconds) for name, seconds in times.items() if name not in OURS]
    ratio = f"{min(theirs) / min(times[COUNT]):.2f}" if theirs else ""
    show(title, *(f"{1000 * min(seconds):,.1f}" for seconds in times.values()), ratio)
    show("", *(f"{1000 * median(seconds):,.1f}" for seconds in times.values()), "")


def show_starts(
    commands: Mapping[str, Sequence[str]], folder: Folder, rounds: int
) -> dict[str, Sequence[float]]:
    """Prints what each program takes for one puzzle, and gives it."""
    python = {
        "python -c pass": [sys.executable, "-c", "pass"],
        "import engine": [sys.executable, "-c", "import engine"],
    }
    times = taking_turns({**python, **commands}, folder, _ONE, rounds)
    show_head("start, milliseconds", times)
    show_times(_ONE, times)
    return {program: times[program] for program in commands}


def show_speeds(
    puzzles: int, times: Mapping[str, Sequence[float]], begun: Mapping[str, Sequence[float]]
) -> None:
    """Prints the puzzles a second, without the time that a program takes for one."""
    left = [min(times[program]) - min(begun[program]) for program in times]
    shown = [rounded((puzzles - 1) / one) if one > _LEAST else "-" for one in left]
    show("then a second", *shown, "")


def is_right(answer: str, count: int, solution: str) -> bool:
    """Whether an answer is right for a puzzle with this many solutions, counted up to two."""
    fields = [field.strip() for field in re.split("[:,]", answer)]
    counts = [
        _WORDS[field] if field in _WORDS else int(field)
        for field in fields
        if field in _WORDS or re.fullmatch("[0-9]{1,9}", field)
    ]
    grids = [field for field in fields if _SOLVED.fullmatch(field)]
    if counts and counts[0] != count:
        return False
    return count != 1 or (bool(counts or grids) and grids[-1:] in ([], [solution]))


def differing(
    program: str, command: Sequence[str], folder: Folder, name: str, boards: Boards
) -> int:
    """How many answers of a program are wrong; prints the first of them."""
    folder.seconds(command, name)
    answers = folder.read_answers()
    counts, grids = count_many(NINE, boards.packed, 2, ENDLESS)
    known = grids.translate(LETTERS).decode("ascii")
    wrong = [
        f"{program} says {answer!r} of {boards.lines[at]}"
        for at, answer in enumerate(answers[: len(counts)])
        if not is_right(answer, counts[at], known[81 * at : 81 * at + 81])
    ]
    if len(answers) != len(counts):
        wrong.append(f"{program} has {len(answers):,} of {len(counts):,}")
    for one in wrong[:1]:
        sys.stdout.write(f"ANSWERS DIFFER: {len(wrong):,}, first {one}\n")
    return len(wrong)


def sets(options: argparse.Namespace) -> Iterator[tuple[str, Boards]]:
    """The names and the boards of the sets that were asked for."""
    for file in options.files:
        name, grids = Path(file).stem, boards_of(file).grids
        if "file" in options.sets:
            yield name, Boards(grids * options.copies)
        if "several" in options.sets:
            yield f"{name}, several", Boards(thinned(grids).grids * options.copies)
    if "random" in options.sets:
        yield "random", random_boards(options.random)


def measure(options: argparse.Namespace, folder: Folder) -> int:
    """Prints everything that was asked for; gives how many answers are wrong."""
    commands, wrong = programs(options.threads, options.peer), 0
    folder.keep(_ONE, boards_of(options.files[0]).lines[:1])
    begun = show_starts(commands, folder, options.starts)
    show_head("files, milliseconds", commands)
    for name, boards in sets(options):
        folder.keep(name, boards.lines)
        times = taking_turns(commands, folder, name, options.rounds)
        show_times(f"{name} ({len(boards.lines):,})", times)
        show_speeds(len(boards.lines), times, begun)
        wrong += sum(differing(*each, folder, name, boards) for each in commands.items())
    return wrong


def arguments(argv: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("files", nargs="+", metavar="FILE")
    parser.add_argument("--peer", action="append", default=[], metavar="NAME=COMMAND")
    parser.add_argument("--sets", nargs="+", choices=SETS, default=list(SETS), metavar="SET")
    parser.add_argument("--random", type=int, default=5000, help="random boards (5000)")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--starts", type=int, default=25, help="rounds with one puzzle (25)")
    parser.add_argument(
        "--copies", type=int, default=1, help="times that each file is repeated (1)"
    )
    parser.add_argument("--threads", type=int, help="of ours (all cores)")
    return parser.parse_args(argv)


def main(argv: Sequence[str] | None = None) -> int:
    with tempfile.TemporaryDirectory() as path:
        return min(measure(arguments(argv), Folder(Path(path))), 1)


if __name__ == "__main__":
    sys.exit(main())
