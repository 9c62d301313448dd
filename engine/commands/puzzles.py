"""Puzzles from files and standard input, one a line, as they arrive."""

from collections.abc import Callable, Iterator
from io import BufferedIOBase
from pathlib import Path
from stat import S_ISREG
from typing import Final

from engine.commands.console import Console
from engine.geometry import Geometry
from engine.grid import Grid, InvalidGrid
from engine.notation import parse_line, to_board

_CHUNK: Final = 65536


def read_puzzles(files: list[str], geometry: Geometry | None, console: Console) -> Iterator[Grid]:
    """The puzzles of all files, `-` being standard input; blank and comment lines are passed over.

    What cannot be opened or read is named on standard error, and the rest still comes. Memory is
    bounded however long the input is, and answers are flushed before more input is waited for.
    """
    progress = console.progress(sum(map(_length, files)))
    for file in files:
        try:
            for number, line in enumerate(_lines(file, console), 1):
                grid = _puzzle(line, geometry, console, f"{_title(file)}:{number}")
                if grid:
                    yield grid
                progress.advance(len(line) + 1)
        except OSError as error:
            console.complain(f"{_title(file)}: {error.strerror}")


def shown(grid: Grid, *, pretty: bool) -> str:
    """The grid as one line, or as a drawn board with an empty line below."""
    return to_board(grid) + "\n" if pretty else str(grid)


def _puzzle(line: bytes, geometry: Geometry | None, console: Console, place: str) -> Grid | None:
    text = line.decode("utf-8", "replace")
    content = text.strip("\ufeff \t\r\n")
    if not content or content.startswith("#"):
        return None
    try:
        return parse_line(text, geometry)[0]
    except InvalidGrid as error:
        console.complain(f"{place}: {error}")
        return None


def _lines(file: str, console: Console) -> Iterator[bytes]:
    if file == "-":
        yield from _split(console.stdin, console.flush)
    else:
        with Path(file).open("rb") as stream:
            yield from _split(stream, console.flush)


def _split(stream: BufferedIOBase, before_waiting: Callable[[], None]) -> Iterator[bytes]:
    """Lines without their ends; of one that is too long for a puzzle only the beginning is kept."""
    begun = b""
    while chunk := stream.read1(_CHUNK):
        *lines, begun = (begun + chunk).split(b"\n")
        yield from lines
        begun = begun[:_CHUNK]
        before_waiting()
    if begun:
        yield begun


def _length(file: str) -> int:
    try:
        status = Path(file).stat()
    except OSError:
        return 0
    return status.st_size if S_ISREG(status.st_mode) else 0


def _title(file: str) -> str:
    return "standard input" if file == "-" else file
