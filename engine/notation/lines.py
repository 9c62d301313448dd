"""Reading many puzzles in one go, one a line.

To read a line by itself takes longer than to solve its puzzle. So the leading characters of all
lines are joined and translated in one piece; only where that fails is each line read by itself,
which also finds the line that is wrong.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from engine.board.arguments import instance
from engine.board.geometry import MAX_SIZE, Geometry
from engine.board.grid import WORTH, Grid, InvalidGrid, packed

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

_AFTER: Final = b" \t,;"
"""What may stand between a puzzle and the rest of its line."""

_VALUES: Final = bytes(range(MAX_SIZE + 1))
_UTF_16: Final = (b"\xff\xfe", b"\xfe\xff")


def pack_lines(geometry: Geometry, text: "str | ReadableBuffer") -> bytes:
    """The values of the puzzles in a text, one puzzle a line, packed one after the other.

    The text may also be any buffer of bytes, such as a mapped file. An array of fixed-width
    texts, or one whose rows are characters, needs no line ends. Each puzzle is written as for
    `Grid.from_line`; the rest of its line after a space, tab, comma or semicolon is ignored, and
    so are blank lines and lines that begin with `#`. Raises InvalidGrid, which names the line.

    >>> list(pack_lines(Geometry(2, 2), "12.4............ easy")[:4])
    [1, 2, 0, 4]
    """
    instance("geometry", geometry, Geometry)
    lines = _lines(text)
    cells = plain_cells(geometry, [line for line in lines if is_puzzle(line)])
    return b"".join(_one_by_one(geometry, lines)) if cells is None else cells


def plain_cells(geometry: Geometry, lines: Sequence[bytes]) -> bytes | None:
    """The packed values of the puzzles at the starts of the lines; None if one has no puzzle."""
    step = geometry.cell_count
    # Whatever is left after deleting the allowed bytes is wrong; max() takes forty times as long.
    if b"".join([line[step : step + 1] for line in lines]).translate(None, _AFTER):
        return None
    cells = b"".join([line[:step] for line in lines]).translate(WORTH)
    if len(cells) != step * len(lines) or cells.translate(None, _VALUES[: geometry.size + 1]):
        return None
    return cells


def is_puzzle(line: bytes) -> bool:
    """Whether a line is neither blank nor a comment."""
    return bool(line.strip()) and not line.startswith(b"#")


def unix_ends(text: bytes) -> bytes:
    """The text with a line feed at the end of each line, for the ends of Windows and old Macs."""
    return text.replace(b"\r\n", b"\n").replace(b"\r", b"\n")


def wide_encoding(start: bytes) -> str | None:
    """The kind of UTF-16 in which a file begins, by its mark or else by its first two bytes.

    None where it is not UTF-16.
    """
    if start.startswith(_UTF_16):
        return "utf-16"
    # In UTF-16 one byte of an ASCII character is zero: the first one if it is big-endian.
    return {0: "utf-16-be", 1: "utf-16-le"}.get(start[:2].find(b"\0"))


def _lines(text: "str | ReadableBuffer") -> list[bytes]:
    if isinstance(text, str):
        return unix_ends(text.encode("ascii", "replace")).split(b"\n")
    view = memoryview(text)
    # Fixed-width texts, as in a NumPy array of type S81; shorter ones are filled up with zeros.
    if view.format == f"{view.itemsize}s":
        whole, width = view.tobytes(), view.itemsize
    elif view.shape and len(view.shape) > 1:
        whole, width = packed(view), view.shape[-1]
    else:
        return unix_ends(packed(view)).split(b"\n")
    starts = range(0, len(whole), width)
    return [whole[start : start + width].rstrip(b"\0") for start in starts]


def _one_by_one(geometry: Geometry, lines: Sequence[bytes]) -> list[bytes]:
    found = []
    for number, line in enumerate(lines, 1):
        if not is_puzzle(line):
            continue
        try:
            # Latin-1 has a character for each byte, so an error can show any symbol.
            words = line.replace(b",", b" ").replace(b";", b" ").split()
            found.append(Grid.from_line(b"".join(words[:1]).decode("latin-1"), geometry).values)
        except InvalidGrid as error:
            raise InvalidGrid(error.reason, **error.details, line=number) from None
    return found
