"""Boards drawn over several lines: which lines are rows, and which characters are cells."""

import re
from collections import Counter
from collections.abc import Callable
from itertools import pairwise
from typing import Final

from engine.grid import SYMBOLS, InvalidGrid
from engine.symbols import BLANK_MARKS, is_blank

SIZES: Final = (4, 6, 8, 9, 12, 16, 25)
COUNTS: Final = tuple(size * size for size in SIZES)

_SEPARATORS: Final = str.maketrans(dict.fromkeys("\t|!:;,/\\\"'()[]{}<>", " "))
_SECTION: Final = re.compile(r"\[[A-Za-z]+\]")
COMMENT: Final = re.compile(r"#|(?<!\S)//")
_LABEL: Final = re.compile(r"^[RC](?=\d)")
_SERIES: Final = (
    [str(number) for number in range(1, SIZES[-1] + 1)],
    list(SYMBOLS),
    list("ABCDEFGHIJKLMNOPQRSTUVWXY"),
)

_Lines = list[str]
_Cells = list[list[str]]


def words(line: str) -> list[str]:
    """What stands between the spaces, bars, commas, quotes and brackets of a line."""
    return line.translate(_SEPARATORS).split()


def is_wordy(line: str) -> bool:
    """Whether most of what a line holds is letters."""
    letters = sum(map(str.isalpha, line))
    return 2 * letters > len(line.translate(_SEPARATORS).replace(" ", ""))


def written_lines(text: str) -> _Lines:
    """The lines that can belong to a board: no code fences, comments, nor a file's sections."""
    lines = [COMMENT.split(line, maxsplit=1)[0].rstrip() for line in text.splitlines()]
    lines = [line for line in lines if line.strip() and not line.lstrip().startswith("```")]
    headings = [at for at, line in enumerate(lines) if _SECTION.fullmatch(line.strip())]
    if not headings:
        return lines
    end = headings[1] if len(headings) > 1 else len(lines)
    return lines[headings[0] + 1 : end]


def rows_of(lines: _Lines, size: int | None) -> _Lines:
    """The lines that hold cells, without rules between boxes and captions around the board.

    A line of nothing but one kind of dash, underscore or star is a row when only with such lines
    the board is complete.
    """
    sure = _without_captions([line for line in lines if _is_row(line)])
    known = set(sure)
    both = [line for line in lines if line in known or _is_weak(line)]
    needs_both = not sure and len(both) == 1
    needs_both |= _fitting(sure, size) is None and _fitting(both, size) is not None
    return both if needs_both else sure


def read_rows(rows: _Lines, size: int | None) -> list[str]:
    """The cells of a board row by row, whichever way the rows are written.

    Raises InvalidGrid (`row_length`, `row_count`, `size`, `several`) where they make no board.
    """
    cells = _fitting(rows, size)
    if cells is None:
        cells = _wrapped(rows, size)
    if cells is None:
        raise misfit([cells_of(words(row)) for row in _unlabelled(rows)], size)
    return [cell for row in cells for cell in row]


def misfit(rows: _Cells, size: int | None) -> InvalidGrid:
    """What is wrong with the number of rows, or with the number of cells in one of them."""
    counts = [len(row) for row in rows]
    usual = _usual(counts)
    if len(rows) > 1 and min(counts) > SIZES[-1] and set(counts) <= set(COUNTS):
        return InvalidGrid("several", count=len(rows))
    expected = size or next((n for n in (usual, len(rows)) if n in SIZES), None)
    if expected is None:
        return InvalidGrid("size", count=sum(counts))
    for row, count in enumerate(counts, 1):
        if count != expected:
            return InvalidGrid("row_length", row=row, count=count, expected=expected)
    return InvalidGrid("row_count", count=len(rows), expected=expected)


def fits(rows: _Cells, size: int | None) -> bool:
    """Whether the rows make a square of a usual size, or of the size that is asked for."""
    height = len(rows)
    return (height == size if size else height in SIZES) and all(len(r) == height for r in rows)


def box_width(rows: _Lines, size: int) -> int:
    """How many columns of a board of this size stand between two bars; 0 without even bars."""
    body = _unlabelled(rows)
    parts = [part for row in body for part in row.strip().strip("|").split("|")]
    widths = {len(cells_of(words(part))) for part in parts}
    (wide,) = widths if len(widths) == 1 else (0,)
    return wide if len(body) == size and wide and len(parts) * wide == size * size else 0


def box_height(lines: _Lines, rows: _Lines) -> int:
    """How many of the rows stand between two rules; 0 without rules at even distances."""
    body = iter(_unlabelled(rows))
    ends, count, awaited = [0], 0, next(body, None)
    for line in lines:
        if awaited is not None and line.endswith(awaited):
            count, awaited = count + 1, next(body, None)
        elif count != ends[-1]:
            ends.append(count)
    if count != ends[-1]:
        ends.append(count)
    heights = {end - start for start, end in pairwise(ends)}
    return heights.pop() if len(ends) > 2 and len(heights) == 1 else 0


def _is_row(line: str) -> bool:
    marks = set(line.translate(_SEPARATORS)) - {" "}
    return marks == {"."} or not marks <= BLANK_MARKS | set("+=~`^")


def _is_weak(line: str) -> bool:
    marks = set(line) - set(" |")
    return len(marks) <= 1 and marks <= BLANK_MARKS


def _usual(counts: list[int]) -> int:
    """The number of cells that most of the cells share a line with."""
    frequency = Counter(counts)
    return max(frequency, key=lambda count: frequency[count] * count, default=0)


def _without_captions(rows: _Lines) -> _Lines:
    """Drops lines of words before and after the board; a large board's own rows are words too."""
    counts = [len("".join(words(row))) for row in rows]
    usual = _usual(counts)
    letters_are_digits = usual > 9 and usual not in {36, 64, 81}
    body = [
        at
        for at, (row, count) in enumerate(zip(rows, counts, strict=True))
        if not is_wordy(row) or (letters_are_digits and abs(count - usual) <= 2)
    ]
    return rows[body[0] : body[-1] + 1] if body else []


def _fitting(rows: _Lines, size: int | None) -> _Cells | None:
    """The cells by the first way of reading that makes a board."""
    for candidate in (rows, _unlabelled(rows)):
        for reading in _READINGS:
            cells = reading(candidate)
            if fits(cells, size):
                return cells
    return None


def _unlabelled(rows: _Lines) -> _Lines:
    """The rows without a heading line, and without the row numbers or letters before them."""
    body = rows[1:] if len(rows) > 1 and _is_heading(rows[0], len(rows) - 1) else rows
    labels = [next(iter(words(row)), "") for row in body]
    if not _is_series(labels):
        return body
    ends = (row.index(label) + len(label) for row, label in zip(body, labels, strict=True))
    return [row[end:] for row, end in zip(body, ends, strict=True)]


def _is_series(labels: list[str]) -> bool:
    plain = [_LABEL.sub("", label.upper()) for label in labels]
    return any(plain == list(names[: len(plain)]) for names in _SERIES)


def _is_heading(line: str, height: int) -> bool:
    """Whether a line numbers the columns, or is too short for a row (such as the size alone)."""
    joined = "".join(_LABEL.sub("", word.upper()) for word in words(line))
    is_series = any(joined == "".join(names[:height]) for names in _SERIES)
    return is_series or 2 * len(joined) <= height


def _wrapped(rows: _Lines, size: int | None) -> _Cells | None:
    """One row of all cells, where a line was broken at a width that is no size of a board."""
    cells = [cells_of(words(row)) for row in rows]
    width, total = len(cells[0]), sum(map(len, cells))
    is_even = all(len(row) == width for row in cells[:-1]) and len(cells[-1]) <= width
    is_board = total == size * size if size else total in COUNTS
    if is_even and is_board and width not in SIZES:
        return [[cell for row in cells for cell in row]]
    return None


def cells_of(found: list[str]) -> list[str]:
    """The cells of words: the words if numbers of two digits stand apart, else the characters."""
    is_spaced = all(len(word) <= 2 for word in found)
    has_numbers = any(len(word) == 2 and word.isdigit() for word in found)
    joined = "".join(found)
    return found if is_spaced and has_numbers and len(joined) not in COUNTS else list(joined)


def _by_word(rows: _Lines) -> _Cells:
    cells = [words(row) for row in rows]
    is_spaced = all(len(cell) <= 2 or is_blank(cell) for row in cells for cell in row)
    return cells if is_spaced else []


def _by_character(rows: _Lines) -> _Cells:
    return [list("".join(words(row))) for row in rows]


def _by_field(separator: str) -> Callable[[_Lines], _Cells]:
    def read(rows: _Lines) -> _Cells:
        return [[field.strip() for field in _inside(row).split(separator)] for row in rows]

    def _inside(row: str) -> str:
        return row.strip().removeprefix("|").removesuffix("|") if separator == "|" else row

    return read


def _by_column(pattern: str) -> Callable[[_Lines], _Cells]:
    """Reads boards with spaces for blanks: cells stand in columns, each of which has a digit."""
    mark = re.compile(pattern)

    def read(rows: _Lines) -> _Cells:
        found = [{m.end(): m[0] for m in mark.finditer(row.expandtabs())} for row in rows]
        columns = sorted(set().union(*found))
        full = sum(len(row) == len(columns) for row in found)
        has_blanks = any(is_blank(cell) or cell == "0" for row in found for cell in row.values())
        if has_blanks or 2 * full >= len(rows):
            return []
        return [[row.get(column, "") for column in columns] for row in found]

    return read


_READINGS: Final = (
    _by_word,
    _by_character,
    *map(_by_field, "|\t,;"),
    _by_column(r"[^\s|]+"),
    _by_column(r"[^\s|]"),
)
