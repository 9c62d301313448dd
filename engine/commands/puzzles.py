"""Reading puzzles from files and standard input, one a line, as they arrive.

The same reader serves a file of a hundred million puzzles and a program that writes one puzzle
into a pipe and waits for its answer. So it reads what is there, at most _CHUNK bytes, and has the
answers so far flushed before it waits for more. The puzzles of a chunk are passed on packed, so
that one call can solve them all on several threads.

Plain lines (digits and signs for blanks, up to 9x9) are translated in one piece. Only where
that fails is each line parsed by itself, which takes far longer but knows every notation, and
names the lines that are no puzzle. Memory stays bounded: a line without an end is cut off. Where
nothing but blank lines arrives, they are only counted.
"""

import os
from collections.abc import Callable, Iterator, Sequence
from io import BufferedIOBase
from itertools import groupby
from stat import S_ISREG
from typing import Final

from engine.board.geometry import Geometry
from engine.board.grid import Grid, InvalidGrid
from engine.commands.console import Console
from engine.notation.lines import is_puzzle, plain_cells, unix_ends, wide_encoding

_CHUNK: Final = 1 << 19
"""Bytes that are read at once: enough for the threads to share, and little memory."""

_LONGEST: Final = 65536
"""Bytes that are kept of a line without an end."""

_BLANK: Final = b"\n \t"
"""Bytes of which blank lines consist."""

_ONE_A_LINE: Final = (
    "; a file has one puzzle a line (`sudoku explain` reads one of several lines as its argument)"
)
"""Added to the first line that has as many cells as a row."""

_PLAIN_SIZES: Final = {size * size: size for size in (4, 6, 8, 9)}
"""On larger boards the symbols of the whole puzzle tell its alphabet, so no line of them is plain.
"""

Lines = tuple[int, int, list[bytes]]
"""Lines that arrived together, behind the number of the first and how many bytes came; none where
all are blank.
"""


def read_batches(
    files: list[str], geometry: Geometry | None, console: Console
) -> Iterator[tuple[Geometry, bytes]]:
    """Yields the puzzles of all files, `-` being standard input, without blank lines and comments.

    Puzzles that arrive together and have one shape come packed in one piece. Files and lines that
    cannot be read are named on standard error, and the rest is still read. Memory is bounded
    however long the input is, and answers are flushed before the reader waits for more input.
    """
    progress = console.progress(sum(map(_length, files)))
    for file in files:
        try:
            for first, length, lines in _lines(file, console):
                if lines:
                    yield from _batches(lines, geometry, console, (_title(file), first))
                progress.advance(length, len(lines))
        except OSError as error:
            console.complain(f"{_title(file)}: {error.strerror}")


def read_puzzles(files: list[str], geometry: Geometry | None, console: Console) -> Iterator[Grid]:
    """The puzzles of `read_batches` one by one."""
    for shape, cells in read_batches(files, geometry, console):
        yield from unpacked(shape, cells)


def unpacked(geometry: Geometry, cells: bytes) -> Iterator[Grid]:
    """The grids of packed values, one by one."""
    step = geometry.cell_count
    return (Grid(geometry, cells[start : start + step]) for start in range(0, len(cells), step))


def shown(grid: Grid, *, pretty: bool) -> str:
    """The grid as one line, or as a drawn board with an empty line below."""
    if not pretty:
        return str(grid)
    # Imported here because it reads boards too, which takes longer to import than all the rest.
    from engine.notation.notation import to_board  # noqa: PLC0415

    return to_board(grid) + "\n"


def _batches(
    lines: Sequence[bytes], geometry: Geometry | None, console: Console, place: tuple[str, int]
) -> Iterator[tuple[Geometry, bytes]]:
    # Empty lines, of which there may be very many, go before a call for each.
    written = [line for line in filter(None, lines) if is_puzzle(line)]
    shape = geometry or _shape_of(written)
    cells = plain_cells(shape, written) if shape and shape.size <= 9 else None
    if shape and cells is not None:
        yield shape, cells
        return
    grids = _grids(lines, geometry, console, place)
    for each, group in groupby(grids, key=lambda grid: grid.geometry):
        yield each, b"".join(grid.values for grid in group)


def _shape_of(lines: Sequence[bytes]) -> Geometry | None:
    """The shape of the first line's first word, if plain lines can have it."""
    words = lines[0].split(None, 1) if lines else []
    size = _PLAIN_SIZES.get(len(words[0])) if words else None
    return Geometry.of_size(size) if size else None


def _grids(
    lines: Sequence[bytes], geometry: Geometry | None, console: Console, place: tuple[str, int]
) -> Iterator[Grid]:
    # Imported here because plain lines are read without it; see `shown`.
    from engine.notation.notation import MAX_LENGTH, parse_line  # noqa: PLC0415
    from engine.notation.readings import SIZES  # noqa: PLC0415

    title, first = place
    for number, line in enumerate(lines, first):
        if not line:
            continue
        text = line.decode("utf-8", "replace")
        content = text.strip("\ufeff \t")
        if not content or content.startswith("#"):
            continue
        try:
            yield parse_line(text, geometry)[0]
        except InvalidGrid as error:
            # How long a line was that was cut off is not known.
            is_long = error.reason == "too_long"
            reason = f"more than {MAX_LENGTH} characters are no puzzle" if is_long else str(error)
            is_row = error.reason == "size" and error.details["count"] in SIZES
            advice = console.once(_ONE_A_LINE) if is_row else ""
            console.cannot_read(title, number, reason + advice)


def _lines(file: str, console: Console) -> Iterator[Lines]:
    if file == "-":
        yield from _split(console.stdin, console.flush)
    else:
        # Not by pathlib, whose import would take a third of the start beyond Python's own.
        with open(file, "rb") as stream:  # noqa: PTH123
            yield from _split(stream, console.flush)


def _split(stream: BufferedIOBase, before_waiting: Callable[[], None]) -> Iterator[Lines]:
    """The lines without their ends, as they arrive; a line too long for a puzzle is cut off."""
    begun, number = b"", 1
    for chunk in _chunks(stream):
        # A chunk may end between a carriage return and its line feed.
        text = begun + chunk
        held = text[-1:] == b"\r"
        text = unix_ends(text[:-1] if held else text)
        if text.strip(_BLANK):
            *lines, begun = text.split(b"\n")
            ended = len(lines)
        else:
            lines, ended = [], text.count(b"\n")
            begun = text[text.rfind(b"\n") + 1 :]
        if ended:
            yield number, len(chunk), lines
        number += ended
        begun = begun[:_LONGEST] + b"\r" * held
        before_waiting()
    if begun:
        yield number, 0, [begun.rstrip(b"\r")]


def _chunks(stream: BufferedIOBase) -> Iterator[bytes]:
    """The input as it arrives, with UTF-16 turned into UTF-8."""
    chunk = stream.read1(_CHUNK)
    # A pipe may bring a single byte, but it takes two to recognize UTF-16.
    if len(chunk) == 1:
        chunk += stream.read1(_CHUNK)
    encoding = wide_encoding(chunk)
    if not encoding:
        while chunk:
            yield chunk
            chunk = stream.read1(_CHUNK)
        return
    # Imported here because hardly any file is in UTF-16.
    from codecs import getincrementaldecoder  # noqa: PLC0415

    decoder = getincrementaldecoder(encoding)("replace")
    while chunk:
        yield decoder.decode(chunk).encode("utf-8", "replace")
        chunk = stream.read1(_CHUNK)


def _length(file: str) -> int:
    try:
        status = os.stat(file)  # noqa: PTH116 - see `_lines`
    except OSError:
        return 0
    return status.st_size if S_ISREG(status.st_mode) else 0


def _title(file: str) -> str:
    return "standard input" if file == "-" else file
