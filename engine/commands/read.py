"""Read the boards in pictures of newspapers, books and screens, one line for each board."""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Final

from engine.commands.console import NOT_UNIQUE, Console, UsageError
from engine.commands.options import add_pretty, add_seconds
from engine.commands.puzzles import shown
from engine.photo.reading import Reading, Unreadable, Why
from engine.search.budget import DEFAULT_BUDGET, Budget, BudgetSpent

if TYPE_CHECKING:
    from argparse import ArgumentParser

REASONS: Final[Mapping[Why, str]] = {
    Why.NO_PICTURE: "this is no picture that can be opened; JPEG, PNG and WEBP can",
    Why.TOO_LARGE: "the picture is too large",
    Why.TOO_SMALL: "the picture is too small",
    Why.BLURRED: "the picture is too blurred",
    Why.OUTSIDE: "a part of the board is outside the picture",
    Why.NO_BOARD: "there is no Sudoku to be seen in the picture",
    Why.TOO_HARD: "the picture takes too much time or memory; cut it to the board alone",
    Why.SHAKEN: "the camera moved while the picture was taken",
    Why.FAINT: "the picture is too pale or too dark to tell the digits from the paper",
    Why.GRAINY: "the picture is too grainy",
    Why.FEW_DIGITS: "there are the lines of a board, but hardly any digits",
    Why.JIGSAW: "this looks like a jigsaw Sudoku, and only ordinary boxes are read",
    Why.KILLER: "this looks like a killer Sudoku, and only digits are read",
    Why.DIAGONALS: "this looks like a Sudoku whose diagonals count, which is not read",
}
"""Each reason in English."""


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
        raise UsageError(
            f"pictures need {error.name}: pip install '.[photo]' in its folder"
        ) from error
    for picture in pictures:
        readings: tuple[Reading, ...] = ()
        try:
            with Path(picture).open("rb") as file:
                content = file.read(MOST_BYTES + 1)  # one byte more than is allowed
            readings = read(content, Budget(seconds))
        except OSError as error:
            console.complain(f"{picture}: {error.strerror}")
        except Unreadable as error:
            console.complain(f"{picture}: {REASONS[error.why]}")
        except BudgetSpent:
            console.complain(f"{picture}: not read within {seconds:g} seconds")
        for reading in readings:
            _answer(console, reading, pretty=pretty)


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
