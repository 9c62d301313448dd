"""Check proofs that `sudoku solve --proof` wrote, without any search.

Prints what is proved, one puzzle a line: the solution that is the only one, `none` or `many`, and
behind it the puzzle. What does not hold is named with its line, and the rest of the file is left.
"""

from argparse import ArgumentParser
from collections.abc import Iterator
from io import BufferedIOBase

from engine.check import ProofWrong, Proved, check_proof
from engine.commands.console import NOT_UNIQUE, Console


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "files",
        nargs="*",
        default=["-"],
        metavar="FILE",
        help="proofs, one after the other; - or nothing is standard input",
    )


def run(console: Console, *, files: list[str]) -> None:
    """One line for each proof that holds."""
    for file in files:
        title = "standard input" if file == "-" else file
        try:
            for proved in _proved(file, console):
                console.answer(f"{_answer(proved)} {proved.puzzle}")
        except ProofWrong as error:
            console.complain(f"{title}: {error}", NOT_UNIQUE)
        except OSError as error:
            console.complain(f"{title}: {error.strerror}")


def _proved(file: str, console: Console) -> Iterator[Proved]:
    if file == "-":
        yield from check_proof(_lines(console.stdin))
        return
    with open(file, "rb") as stream:  # noqa: PTH123 - as engine/commands/puzzles.py
        yield from check_proof(_lines(stream))


def _lines(stream: BufferedIOBase) -> Iterator[str]:
    return (line.decode("ascii", "replace") for line in stream)


def _answer(proved: Proved) -> str:
    if len(proved.solutions) == 1:
        return proved.solutions[0]
    return "many" if proved.solutions else "none"
