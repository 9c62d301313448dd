"""Check proofs that `sudoku solve --proof` wrote, without any search.

Prints what is proved, one puzzle a line: its only solution, `none` or `many`, and then the puzzle.
A proof that does not hold is named with its line, and the rest of its file is not read. What is no
proof at all counts as unreadable; an empty file can be read, but proves nothing.

Proofs that hold may still be those of other puzzles. With --puzzles each of these puzzles needs
exactly one proof, in any order: missing, additional and foreign proofs are refused.
"""

from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import nullcontext
from io import BufferedIOBase
from typing import final

from engine.board.geometry import Geometry
from engine.board.grid import Grid
from engine.commands.console import NOT_UNIQUE, Console, UsageError
from engine.commands.options import add_box
from engine.commands.puzzles import read_puzzles
from engine.search.check import NoProof, ProofWrong, Proved, proofs_in


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "files",
        nargs="*",
        default=["-"],
        metavar="FILE",
        help="proofs, one after the other; - or nothing is standard input",
    )
    parser.add_argument(
        "--puzzles",
        metavar="FILE",
        help="the puzzles, one a line: refuse what is not one proof of each of them",
    )
    add_box(parser)


def run(
    console: Console, *, files: list[str], puzzles: str | None, geometry: Geometry | None
) -> None:
    """One line for each proof that holds."""
    if puzzles is None:
        wanted = None
    elif puzzles == "-" and "-" in files:
        raise UsageError("proofs and puzzles cannot both come from standard input")
    else:
        wanted = _Wanted(read_puzzles([puzzles], geometry, console))
    for file in files:
        title = "standard input" if file == "-" else file
        for proved in _proved(file, title, console):
            if wanted and (reason := wanted.refuse(proved)):
                console.complain(f"{title}: {reason}: {proved.puzzle}", NOT_UNIQUE)
            else:
                console.answer(f"{_answer(proved)} {proved.puzzle}")
    for puzzle in wanted.unproved() if wanted else ():
        console.complain(f"{puzzles}: no proof of this puzzle: {puzzle}", NOT_UNIQUE)


@final
class _Wanted:
    """The puzzles of a file, each of which needs as many proofs as it has lines there."""

    def __init__(self, grids: Iterable[Grid]) -> None:
        # One bytes for each puzzle, because a file may have very many.
        self._wanted = Counter(
            f"{grid.geometry.box_rows}x{grid.geometry.box_columns} {grid}".encode()
            for grid in grids
        )

    def refuse(self, proved: Proved) -> str:
        """The reason to refuse a proof; empty for a wanted proof, which is then ticked off."""
        puzzle = f"{proved.box} {proved.puzzle}".encode()
        if puzzle not in self._wanted:
            return "a proof of another puzzle"
        if not self._wanted[puzzle]:
            return "one more proof of the same puzzle"
        self._wanted[puzzle] -= 1
        return ""

    def unproved(self) -> Iterator[str]:
        """The puzzles that still lack a proof, once for each proof that they lack."""
        return (puzzle.decode().partition(" ")[2] for puzzle in self._wanted.elements())


def _proved(file: str, title: str, console: Console) -> Iterator[Proved]:
    """Yields what a file proves, and complains of it where it cannot be read or does not hold.

    What goes wrong with the answers is raised where they are printed, and is no fault of the file.
    """
    try:
        # pathlib would take longer to import than the rest; see engine/commands/puzzles.py.
        with nullcontext(console.stdin) if file == "-" else open(file, "rb") as stream:  # noqa: PTH123
            yield from proofs_in(_lines(stream))
    except NoProof as error:
        console.complain(f"{title}: {error}")
    except ProofWrong as error:
        console.complain(f"{title}: {error}", NOT_UNIQUE)
    except OSError as error:
        console.complain(f"{title}: {error.strerror}")


def _lines(stream: BufferedIOBase) -> Iterator[str]:
    return (line.decode("ascii", "replace") for line in stream)


def _answer(proved: Proved) -> str:
    if len(proved.solutions) == 1:
        return proved.solutions[0]
    return "many" if proved.solutions else "none"
