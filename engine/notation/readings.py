"""The ways in which people write the cells of a board's rows: READINGS, in the order to try them.

Cells are words, single characters, fields between separators, or digits in columns with spaces for
blanks. A reading makes a board of all rows or nothing, and ends at the first row with a wrong
number of cells. Columns are read only up to the width of a drawing; `engine.notation.drawing` says
why.
"""

import re
from collections.abc import Callable
from itertools import islice
from typing import Final

from engine.notation.symbols import is_blank

SIZES: Final = (4, 6, 8, 9, 12, 16, 25)
COUNTS: Final = tuple(size * size for size in SIZES)

MOST_LINES: Final = COUNTS[-1] + SIZES[-1]
"""Lines of the tallest text that is read: a cell on each line, and some captions."""

BETWEEN: Final = "\t|!:;,/\\\"'()[]{}<>"
_SEPARATORS: Final = str.maketrans(dict.fromkeys(BETWEEN, " "))
_WIDEST: Final = 10 * SIZES[-1]
"""Characters of the widest row whose cells stand in columns, with tabs between them at most."""

Lines = list[str]
Cells = list[list[str]]


def words(line: str) -> list[str]:
    """The words of a line, between its spaces, bars, commas, quotes and brackets."""
    return line.translate(_SEPARATORS).split()


def is_wordy(line: str) -> bool:
    """Whether more than half of the characters of a line are letters, separators left out."""
    letters = sum(map(str.isalpha, line))
    return 2 * letters > len(line.translate(_SEPARATORS).replace(" ", ""))


def cells_of(found: list[str]) -> list[str]:
    """The cells of words: the words themselves if some are numbers of two digits, else characters.

    Where the characters are as many as a board has cells, pairs of digits are two cells each.
    """
    is_spaced = all(len(word) <= 2 for word in found)
    has_numbers = any(len(word) == 2 and word.isdigit() for word in found)
    joined = "".join(found)
    return found if is_spaced and has_numbers and len(joined) not in COUNTS else list(joined)


def table(text: str, size: int | None) -> list[str] | None:
    """The cells of a table copied from a spreadsheet: fields between tabs, blanks empty.

    Tabs may be lost at the end of any line, and at the beginning of the text, where people and
    programs strip white space. None where the text is no such table.
    """
    lines = text.strip("\r\n").splitlines()
    if len(lines) > MOST_LINES:
        return None
    rows = [[cell.strip() for cell in line.split("\t")] for line in lines]
    # An empty line is a row of blanks whose tabs were lost, or a gap between two boxes.
    between = [row for row in rows if row != [""]]
    return _table(rows, size) or _table(between, size)


def _table(rows: Cells, size: int | None) -> list[str] | None:
    """The cells row by row, short rows filled up with blanks; None where they make no board."""
    high, longest = len(rows), 1 if len(rows) <= 9 else 2
    if not is_height(high, size) or max(map(len, rows)) > high:
        return None
    if any(len(cell) > longest for row in rows for cell in row):
        return None
    first, *others = rows
    lost = high - len(first)
    # The first row lost its tabs at the beginning if no other row lost any at its end. The last
    # row does not count, since it may have lost those at the end of the text.
    if lost and all(len(row) == high for row in others[:-1]):
        first = [""] * lost + first
    return [cell for row in (first, *others) for cell in (*row, *[""] * (high - len(row)))]


def is_height(count: int, size: int | None) -> bool:
    return count == size if size else count in SIZES


def _by_row(
    split: Callable[[str], list[str]], is_cell: Callable[[str], bool] = lambda _: True
) -> Callable[[Lines], Cells]:
    """A reading that splits each row into cells, which must be as many as there are rows."""

    def read(rows: Lines) -> Cells:
        cells = []
        for row in rows:
            found = split(row)
            if len(found) != len(rows) or not all(map(is_cell, found)):
                return []
            cells.append([cell.strip() for cell in found])
        return cells

    return read


def _is_short(cell: str) -> bool:
    return len(cell) <= 2 or is_blank(cell)


def _is_number(cell: str) -> bool:
    """Whether a word is no two cells side by side, as `BC` is."""
    return len(cell) == 1 or (len(cell) == 2 and cell.isdecimal()) or is_blank(cell)


def _characters(row: str) -> list[str]:
    return list("".join(words(row)))


def _fields_between(separator: str) -> Callable[[str], list[str]]:
    def split(row: str) -> list[str]:
        inside = row.strip().removeprefix("|").removesuffix("|") if separator == "|" else row
        return inside.split(separator)

    return split


def _by_column(pattern: str) -> Callable[[Lines], Cells]:
    """A reading for boards with spaces for blanks: cells stand in columns, each with a digit.

    `pattern` is that of a cell.
    """
    mark = re.compile(pattern)

    def read(rows: Lines) -> Cells:
        drawn = [row.expandtabs() for row in rows]
        if max(map(len, drawn)) > _WIDEST:
            return []
        # Numbers are aligned on the right, so a cell is known by the column in which it ends.
        found = [
            {m.end(): m[0] for m in islice(mark.finditer(row), len(rows) + 1)} for row in drawn
        ]
        columns = sorted(set().union(*found))
        # Where half of the rows are full, a gap in another is a missing cell, not a blank.
        full = sum(len(row) == len(columns) for row in found)
        has_blanks = any(is_blank(cell) or cell == "0" for row in found for cell in row.values())
        if len(columns) != len(rows) or has_blanks or 2 * full >= len(rows):
            return []
        return [[row.get(column, "") for column in columns] for row in found]

    return read


READINGS: Final = (
    _by_row(words, _is_number),
    _by_row(_characters),
    *(_by_row(_fields_between(separator)) for separator in "|\t,;"),
    _by_column(r"[^\s|]+"),
    _by_column(r"[^\s|]"),
)

WITH_SLIPS: Final = (_by_row(words, _is_short),)
"""Readings for rows that no other one takes, so that an error can name the cell that is wrong."""
