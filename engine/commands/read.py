"""Read the boards in pictures of newspapers, books and screens, one line for each board."""

from pathlib import Path
from typing import TYPE_CHECKING

from engine.commands.console import NOT_UNIQUE, Console, UsageError
from engine.commands.options import add_pretty, add_seconds
from engine.commands.puzzles import shown
from engine.photo.reading import Reading, Unreadable
from engine.search.budget import DEFAULT_BUDGET, Budget, BudgetSpent

if TYPE_CHECKING:
    from argparse import ArgumentParser


def add_arguments(parser: "ArgumentParser") -> None:
    parser.add_argument("pictures", nargs="+", metavar="IMAGE", help="JPEG, PNG or WEBP")
    add_seconds(parser, DEFAULT_BUDGET.seconds)
    add_pretty(parser)


def run(console: Console, *, pictures: list[str], seconds: float, pretty: bool) -> None:
    """Prints the boards of each picture, each followed by its doubtful and its repaired cells."""
    try:
        from engine.photo.picture import MOST_BYTES  # noqa: PLC0415 - needs numpy and OpenCV
        from engine.photo.reader import read  # noqa: PLC0415
    except ModuleNotFoundError as error:
        raise UsageError(f"pictures need {error.name}: pip install 'sudoku-bot[photo]'") from error
    for picture in pictures:
        try:
            with Path(picture).open("rb") as file:
                content = file.read(MOST_BYTES + 1)  # one byte more than is allowed
            for reading in read(content, Budget(seconds)):
                _answer(console, reading, pretty=pretty)
        except OSError as error:
            console.complain(f"{picture}: {error.strerror}")
        except Unreadable as error:
            console.complain(f"{picture}: {error.why.replace('_', ' ')}")
        except BudgetSpent:
            console.complain(f"{picture}: not read within {seconds:g} seconds")


def _answer(console: Console, reading: Reading, *, pretty: bool) -> None:
    name = reading.grid.geometry.name
    marked = [
        f"{word} {' '.join(map(name, cells))}"
        for word, cells in (("doubtful", reading.doubtful), ("repaired", reading.repaired))
        if cells
    ]
    if reading.solutions != 1:
        console.raise_status(NOT_UNIQUE)
    console.answer("  # ".join([shown(reading.grid, pretty=pretty).rstrip("\n"), *marked]))
