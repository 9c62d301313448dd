"""Many puzzles that are written one a line, read all at once.

A call for each line takes longer than to solve what stands there. So the first characters of all
lines are put together and translated as one piece; only when that fails is each line looked at.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from engine.board.geometry import MAX_SIZE, Geometry
from engine.board.grid import WORTH, Grid, InvalidGrid, packed

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

_AFTER: Final = b" \t,;"
"""What may stand between a puzzle and the rest of its line."""

_VALUES: Final = bytes(range(MAX_SIZE + 1))
_UTF_16: Final = (b"\xff\xfe", b"\xfe\xff")


def pack_lines(geometry: Geometry, text: "str | ReadableBuffer") -> bytes:
    """The values of puzzles that are written one a line, one after the other.

    The text may also be any buffer of bytes, such as a mapped file. An array of fixed-width
    texts, or one whose rows are characters, needs no ends of lines. On its line a puzzle is
    written as for `Grid.from_line`, and what follows it after a space, a tab, a comma or a
    semicolon is passed over; so are blank lines and those that begin with `#`. Raises
    InvalidGrid with a note that names the line.

    >>> list(pack_lines(Geometry(2, 2), "12.4............ easy")[:4])
    [1, 2, 0, 4]
    """
    lines = _lines(text)
    cells = plain_cells(geometry, [line for line in lines if is_puzzle(line)])
    return b"".join(_one_by_one(geometry, lines)) if cells is None else cells


def plain_cells(geometry: Geometry, lines: Sequence[bytes]) -> bytes | None:
    """The values of the puzzles with which the lines begin, None if one of them does not."""
    step = geometry.cell_count
    # Deleting what may be there is forty times as fast as looking at the largest value.
    if b"".join([line[step : step + 1] for line in lines]).translate(None, _AFTER):
        return None
    cells = b"".join([line[:step] for line in lines]).translate(WORTH)
    if len(cells) != step * len(lines) or cells.translate(None, _VALUES[: geometry.size + 1]):
        return None
    return cells


def is_puzzle(line: bytes) -> bool:
    """Whether a line is neither blank nor a comment."""
    return bool(line.strip()) and not line.startswith(b"#")


def split_lines(text: bytes) -> list[bytes]:
    """The lines without their ends, which are those of Unix, of Windows or of old Macs."""
    return text.replace(b"\r\n", b"\n").replace(b"\r", b"\n").split(b"\n")


def wide_encoding(start: bytes) -> str | None:
    """The form of UTF-16 in which a file begins, by its mark or else by its first two bytes."""
    if start.startswith(_UTF_16):
        return "utf-16"
    return {0: "utf-16-be", 1: "utf-16-le"}.get(start[:2].find(b"\0"))


def _lines(text: "str | ReadableBuffer") -> list[bytes]:
    if isinstance(text, str):
        return split_lines(text.encode("ascii", "replace"))
    view = memoryview(text)
    if view.format == f"{view.itemsize}s":
        whole, width = view.tobytes(), view.itemsize
    elif view.shape and len(view.shape) > 1:
        whole, width = packed(view), view.shape[-1]
    else:
        return split_lines(packed(view))
    starts = range(0, len(whole), width)
    return [whole[start : start + width].rstrip(b"\0") for start in starts]


def _one_by_one(geometry: Geometry, lines: Sequence[bytes]) -> list[bytes]:
    found = []
    for number, line in enumerate(lines, 1):
        if not is_puzzle(line):
            continue
        try:
            words = line.replace(b",", b" ").replace(b";", b" ").split()
            found.append(Grid.from_line(b"".join(words[:1]).decode("latin-1"), geometry).values)
        except InvalidGrid as error:
            error.add_note(f"in line {number}")
            raise
    return found
