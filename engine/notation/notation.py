"""Reading and writing grids in every usual notation.

People paste boards as they find them: a line of 81 symbols, a drawn board, a list of lists from a
program, cells from a spreadsheet, a link to a web site. A text often fits several notations, so
`parse` tries them in a fixed order, the most distinct first:

1. A line of digits and blank marks, the most common form, is read without any folding.
2. Everything else is folded to ASCII, so that later steps know one writing system only.
3. A link is searched for a part that is a whole board. Then links are removed, since their words
   and digits would be taken for cells.
4. A text with tabs is tried as a spreadsheet's table, where an empty field is a blank cell.
5. Where brackets and quotes look like a list of a programming language, the list is read.
6. Everything else is lines (`engine.notation.drawing`), which are one row or the rows of a board.

`parse_line` does the same for one line, whose board may be followed by a comment or a solution.

The time is linear in the length of the text, which is bounded by MAX_LENGTH. A text that is no
board is refused with the most useful reason: the cell, the row, or the number of cells that is
wrong.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, islice, takewhile
from math import isqrt
from typing import Final

from engine.board.arguments import instance, optional
from engine.board.geometry import Geometry
from engine.board.grid import Grid, InvalidGrid, grid_of
from engine.notation import drawing, readings
from engine.notation.readings import COUNTS, SIZES
from engine.notation.symbols import fold, is_blank, values

MAX_LENGTH: Final = 8192
"""Characters of the longest text that is read: a 25x25 list of quoted numbers, one to a line."""

_PLAIN: Final = re.compile(r"\s*([0-9.*_?-]+)(?=[\s,;]|$)")
_PLAIN_SYMBOLS: Final = b".*_?-0123456789"
_PLAIN_VALUES: Final = bytes.maketrans(_PLAIN_SYMBOLS, bytes(6) + bytes(range(1, 10)))
_PLAIN_COUNTS: Final = frozenset(size * size for size in SIZES if size <= 9)
_WORD: Final = re.compile(r"[^\s|!:;,/\\\"'()\[\]{}<>]+")
_ENDED: Final = re.compile(r"[.*_?-]*[0-9]|[.*_?-]+")
_LINK: Final = re.compile(r"(?:https?://|www\.)\S+", re.IGNORECASE)
_LINK_PART: Final = re.compile(r"[^/?&=#:;,|]+")
_LIST: Final = re.compile(r"[\[{]\s*[\[{(\"'\d.*_-]|\(\s*[(\"']|[\[{]\s*None", re.IGNORECASE)
_ASSIGNED: Final = re.compile(r"=\s*[\[{(]")
_NEXT_LIST: Final = re.compile(r"[\s,]*[\[{(]")
# Group 1 opens a list, 2 closes one, 3 to 5 are scalars: in two kinds of quotes, or bare.
_ITEM: Final = re.compile(r"([\[{(])|([\]})])|\"([^\"\n]*)\"|'([^'\n]*)'|([^\s\[\]{}(),;\"']+)")
_CLOSING: Final = 2
_MOST_ITEMS: Final = 3 * (COUNTS[-1] + SIZES[-1])
"""Scalars and brackets of the longest list: each cell in brackets of its own."""

_AFTER: Final = " \t\r\n,;|\"'#"


def parse(text: str, geometry: Geometry | None = None) -> Grid:
    """The one grid that a text holds, in any usual notation and script.

    It reads a line of symbols, rows one below the other, drawn boards with rules, captions and
    row and column headings, lists of strings or numbers of many programming languages, fields
    between tabs, bars or commas, and links that carry a line of symbols. The shape, unless
    `geometry` is given, is that of the boxes where bars and rules draw them, and otherwise follows
    from the number of cells (`Geometry.of_size`). The time is linear in the length, which is
    bounded by MAX_LENGTH.

    Raises InvalidGrid, naming the place where there is one.
    """
    instance("text", text, str)
    optional("geometry", geometry, Geometry)
    return _plain(text.strip(), geometry) or _parse(_folded(text), geometry)


def _parse(text: str, geometry: Geometry | None) -> Grid:
    linked = _from_link(text, geometry)
    if linked:
        return linked[0]
    unlinked = _LINK.sub(" ", text)
    if "\t" in unlinked and (fields := readings.table(unlinked, geometry and geometry.size)):
        return _grid(fields, geometry)
    # Triple quotes stand on the line of the first row, but are no part of it.
    lines = drawing.written_lines(unlinked.replace('"""', "\n").replace("'''", "\n"))
    body = "\n".join(lines)
    if _LIST.search(body):
        return _from_list(body, geometry)[0]
    if len(lines) > readings.MOST_LINES:
        raise _unreadable_line(["".join(readings.words(body))], geometry)
    rows = drawing.rows_of(lines, geometry and geometry.size)
    if not rows:
        raise InvalidGrid("empty") if unlinked == text else _link_without_board(text, geometry)
    if len(rows) == 1:
        return _from_line(rows[0], geometry)[0]
    cells = drawing.read_rows(rows, geometry and geometry.size)
    return _grid(cells, geometry or _drawn_shape(lines, rows, isqrt(len(cells))))


def parse_line(line: str, geometry: Geometry | None = None) -> tuple[Grid, str]:
    """The puzzle at the start of a line, and the comment, rating or solution that follows it.

    Raises InvalidGrid as `parse` does.
    """
    instance("line", line, str)
    optional("geometry", geometry, Geometry)
    plain = _PLAIN.match(line)
    if plain and (grid := _plain(plain[1], geometry)):
        return grid, line[plain.end() :].strip(_AFTER)
    text = _folded(line)
    found = _from_link(text, geometry)
    if not found and _LIST.search(text):
        found = _from_list(text, geometry)
    grid, end = found or _from_line(text, geometry)
    return grid, text[end:].strip(_AFTER)


def to_line(puzzle: Grid | str) -> str:
    """One character per cell: digits, letters from A for the values from 10 on, `.` for blanks.

    The puzzle is a Grid or a line, which may be written otherwise.
    """
    return str(grid_of(puzzle))


def to_board(puzzle: Grid | str) -> str:
    """The board drawn with `|`, `-` and `+` between the boxes, without a final line break.

    The puzzle is a Grid or its line.
    """
    grid = grid_of(puzzle)
    shape, line = grid.geometry, str(grid)
    rule = "+".join("-" * (2 * shape.box_columns + 1) for _ in range(shape.box_rows))[1:-1]
    drawn = []
    for row in range(shape.size):
        if row and row % shape.box_rows == 0:
            drawn.append(rule)
        symbols = line[row * shape.size : (row + 1) * shape.size]
        stacks = range(0, shape.size, shape.box_columns)
        drawn.append(" | ".join(" ".join(symbols[s : s + shape.box_columns]) for s in stacks))
    return "\n".join(drawn)


def _folded(text: str) -> str:
    """The folded text; raises InvalidGrid (`too_long`) beyond MAX_LENGTH.

    The length is checked before and after, because one character may fold into several.
    """
    folded = fold(text) if len(text) <= MAX_LENGTH else text
    if len(folded) > MAX_LENGTH:
        raise InvalidGrid("too_long", length=len(folded))
    return folded


def _plain(word: str, geometry: Geometry | None) -> Grid | None:
    """The grid of a line of digits and blank marks, read quickly; None for any other text."""
    count = len(word)
    if count not in _PLAIN_COUNTS or not word.isascii():
        return None
    symbols = word.encode()
    shape = geometry or Geometry.of_size(isqrt(count))
    if count != shape.cell_count or symbols.translate(None, _PLAIN_SYMBOLS):
        return None
    try:
        return Grid(shape, symbols.translate(_PLAIN_VALUES))
    except ValueError:
        return None


def _parts(link: str) -> list[str]:
    # Imported here for the few texts that are links: it would be a tenth of `import engine`.
    from urllib.parse import unquote  # noqa: PLC0415

    found: list[str] = _LINK_PART.findall(unquote(link))
    return found


def _from_link(text: str, geometry: Geometry | None) -> tuple[Grid, int] | None:
    """The board among the parts of a link, and where the link ends."""
    for link in _LINK.finditer(text):
        grid = _whole(_parts(link[0]), geometry)
        if grid:
            return grid, link.end()
    return None


def _link_without_board(text: str, geometry: Geometry | None) -> InvalidGrid:
    """The error for a link without a board: it has a wrong number of digits, or none."""
    parts = (part for link in _LINK.findall(text) for part in _parts(link))
    digits = max((len(part) for part in parts if _PLAIN.fullmatch(part)), default=0)
    return _wrong_count(digits, geometry) if digits > SIZES[-1] else InvalidGrid("link")


def _from_line(text: str, geometry: Geometry | None) -> tuple[Grid, int]:
    """The board that one line holds, in one word or in many, and where it ends.

    Raises InvalidGrid; if several runs of words have the right number of cells, for the first.
    """
    comment = drawing.COMMENT.search(text)
    found = list(_WORD.finditer(text, 0, comment.start() if comment else len(text)))
    failed: InvalidGrid | None = None
    for run in _runs(found, geometry):
        cells = readings.cells_of([word[0] for word in run])
        if _is_count(len(cells), geometry):
            try:
                return _grid(cells, geometry), run[-1].end()
            except InvalidGrid as error:
                failed = failed or error
    caps = [] if failed else _keycaps(found)
    joined = "".join(word[0] for word in caps)
    if _is_count(len(joined), geometry):
        return _grid(joined, geometry), caps[-1].end()
    raise failed or _unreadable_line([word[0] for word in found], geometry)


def _keycaps(found: list[re.Match[str]]) -> list[re.Match[str]]:
    """The words at the start of a line that end at each digit, as keycaps do.

    No words where they are equally wide: those are rows, of which there may be too few.
    """
    ended = list(takewhile(lambda word: bool(_ENDED.fullmatch(word[0])), found))
    return ended if len({len(word[0]) for word in ended}) > 1 else []


def _runs(found: list[re.Match[str]], geometry: Geometry | None) -> Iterator[list[re.Match[str]]]:
    """The words that may make a board: runs of equally wide words, then single words by length.

    A run of words is a board only if it is most of the line. If the width of its words is the size
    of a board, there must be as many words: four rows of nine are not a board of 6x6.
    """
    total = sum(len(word[0]) for word in found)
    # Cells of one and of two characters count as equally wide, as 9 and 10 stand side by side.
    for width, group in groupby(found, key=lambda word: max(len(word[0]), 2)):
        run = list(group)
        is_most = 2 * sum(len(word[0]) for word in run) > total
        if len(run) > 1 and is_most and (width not in SIZES or width == len(run)):
            yield run
    whole = [word for word in found if _is_count(len(word[0]), geometry)]
    yield from ([word] for word in sorted(whole, key=lambda word: -len(word[0])))


def _unreadable_line(found: list[str], geometry: Geometry | None) -> InvalidGrid:
    """The error for a line without a board.

    It counts the cells of a long word, else of words that are rows, else of all words together.
    """
    longest = max(found, key=len, default="")
    if len(longest) > SIZES[-1]:
        return _wrong_count(len(longest), geometry)
    cells = readings.cells_of(found)
    if readings.is_wordy("".join(found)) or len(cells) < SIZES[0]:
        return InvalidGrid("empty")
    # Most words are as long as the longest, and that is the size of a board: they are its rows.
    if 2 * sum(len(word) == len(longest) in SIZES for word in found) > len(found) > 2:
        return drawing.misfit([list(word) for word in found], geometry and geometry.size)
    return _wrong_count(len(cells), geometry)


def _from_list(text: str, geometry: Geometry | None) -> tuple[Grid, int]:
    """The board in a list of strings or numbers, or a list of such lists, and where it ends."""
    rows, end = _items(text)
    grid = _whole([item for row in rows for item in row if len(item) > SIZES[-1]], geometry)
    return grid or _from_items(rows, geometry), end


def _items(text: str) -> tuple[list[list[str]], int]:
    """The scalars of each innermost list, and where the outermost list or the last row ends."""
    assigned = _ASSIGNED.search(text)
    first = _LIST.search(text)
    start = assigned.end() - 1 if assigned else first.start() if first else 0
    rows: list[list[str]] = [[]]
    depth, deepest, end = 0, 0, len(text)
    for item in islice(_ITEM.finditer(text, start), _MOST_ITEMS):
        kind = item.lastindex or 0
        if kind > _CLOSING:
            rows[-1].append(item[kind])
            continue
        rows.append([])
        depth += -1 if kind == _CLOSING else 1
        deepest = max(deepest, depth)
        end = item.end()
        # Rows may follow each other without a list around them: then only the last one ends it.
        if depth <= 0 and (deepest > 1 or not _NEXT_LIST.match(text, end)):
            break
    return [row for row in rows if row], end


def _from_items(rows: list[list[str]], geometry: Geometry | None) -> Grid:
    size = geometry and geometry.size
    if len(rows) == 1 or all(len(row) == 1 for row in rows):
        flat = [item for row in rows for item in row]
        if all(len(item) <= 2 or is_blank(item) for item in flat):
            return _grid(flat, geometry)
        if len(flat) == 1:
            return _from_line(flat[0], geometry)[0]
        # In a square of quoted rows a space is a blank cell, which the quotes keep in place.
        if all(len(item) == len(flat) for item in flat):
            flat = [item.replace(" ", ".") for item in flat]
        return _grid(drawing.read_rows(flat, size), geometry)
    if not drawing.fits(rows, size):
        raise drawing.misfit(rows, size)
    return _grid([cell for row in rows for cell in row], geometry)


def _drawn_shape(lines: list[str], rows: list[str], size: int) -> Geometry | None:
    high, wide = drawing.box_height(lines, rows), drawing.box_width(rows, size)
    if not high and (banded := drawing.banded_width(rows, size)):
        high, wide = size // banded, banded
    return Geometry(high, wide) if min(high, wide) > 1 and high * wide == size else None


def _grid(cells: Sequence[str], geometry: Geometry | None) -> Grid:
    count = len(cells)
    if not _is_count(count, geometry):
        raise _wrong_count(count, geometry)
    shape = geometry or Geometry.of_size(isqrt(count))
    return Grid(shape, values(cells, shape.size))


def _whole(candidates: Iterable[str], geometry: Geometry | None) -> Grid | None:
    """The grid of the first word that is a whole board; None without one."""
    for word in candidates:
        if _is_count(len(word), geometry):
            try:
                return _grid(word, geometry)
            except InvalidGrid:
                continue
    return None


def _is_count(count: int, geometry: Geometry | None) -> bool:
    return count == geometry.cell_count if geometry else count in COUNTS


def _wrong_count(count: int, geometry: Geometry | None) -> InvalidGrid:
    if not count:
        return InvalidGrid("empty")
    if geometry:
        return InvalidGrid("cell_count", count=count, expected=geometry.cell_count)
    return InvalidGrid("size", count=count)
