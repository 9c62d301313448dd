"""Boards drawn over several lines: which lines are rows, and which characters are cells.

A text may hold captions, rules between boxes, numbers of rows and columns, code fences and
comments around its rows. No single sign tells a row from the rest: `---------` may be a rule or a
row of blanks, a line of words may be a caption or a row of a 25x25. So lines are taken away in
steps, and a step that is not sure asks which choice makes a complete board:

1. `written_lines` drops comments and fences, and what stands around numbered rows or columns, or
   around the only square of bare lines.
2. `rows_of` drops rules and captions. A line of blank marks alone stays only where the board is
   complete with it and incomplete without it.
3. `read_rows` tries the readings of `engine.notation.readings`, with and without the labels of
   rows and columns. Where none makes a board, the error says which row, or which number, is wrong.

A text that is no board must not take long because so many readings are tried on it: a message of
two thousand short lines would hold up everybody else. These bounds, and not a clock, keep the work
proportional to the length of the text:

- No reading is tried on more rows than the largest board has, and each ends at the first row with
  a wrong number of cells.
- More than MOST_LINES lines are no board, not even one with a cell on each line.
- Rows whose cells stand in columns are read only up to the width of a drawing.
"""

import re
from collections import Counter
from itertools import accumulate, groupby, pairwise, product, takewhile
from typing import Final

from engine.board.grid import SYMBOLS, InvalidGrid
from engine.notation.readings import (
    BETWEEN,
    COUNTS,
    READINGS,
    SIZES,
    WITH_SLIPS,
    Cells,
    Lines,
    cells_of,
    is_height,
    is_wordy,
    words,
)
from engine.notation.symbols import BLANK_MARKS

_SECTION: Final = re.compile(r"\s*\[[A-Za-z]+\]")
COMMENT: Final = re.compile(r"#|(?<!\S)//")
_COMMENTED: Final = re.compile(rf"(?:{COMMENT.pattern})[^\n\r\v\f\x1c-\x1e\x85\u2028\u2029]*")
_SYMBOL: Final = re.compile(rf"[^{re.escape(''.join(BLANK_MARKS) + '+=~`^ ' + BETWEEN)}]")
_DOTS: Final = re.compile(rf"[ {re.escape(BETWEEN)}]*\.[. {re.escape(BETWEEN)}]*")
_LABEL: Final = re.compile(r"^[RC](?=\d)")
_EDGES: Final = str.maketrans("<>", "||")
_BARE: Final = re.compile(rf"[A-Za-z0-9{re.escape(''.join(sorted(BLANK_MARKS)))}]+")
_SERIES: Final = (
    [str(number) for number in range(1, SIZES[-1] + 1)],
    list(SYMBOLS),
    list("ABCDEFGHIJKLMNOPQRSTUVWXY"),
)


_FEW_COLUMNS: Final = re.compile(r"123456789(?:\d\d)*", re.ASCII)


def written_lines(text: str) -> Lines:
    """The lines that can belong to a board: no code fences and comments, one section of a file."""
    lines = [line.rstrip() for line in _COMMENTED.sub("", text).splitlines()]
    lines = [line for line in lines if line and not line.lstrip().startswith("```")]
    headings = [at for at, line in enumerate(lines) if _SECTION.fullmatch(line)]
    if not headings:
        return _from_column_numbers(lines) or _from_row_numbers(lines) or _squared(lines)
    end = headings[1] if len(headings) > 1 else len(lines)
    return lines[headings[0] + 1 : end]


def _from_column_numbers(lines: Lines) -> Lines:
    """The numbered rows below the numbers of the columns, with the rules between them.

    Where not as many rows as columns follow, it is all from the indented column numbers on; nothing
    without such numbers.
    """
    for at, (line, row) in enumerate(pairwise(lines)):
        sizes = _sizes_numbered("".join(words(line)))
        if not sizes or not row.strip().startswith("1"):
            continue
        if end := max(_end_of_numbered(lines[at + 1 :], size) for size in sizes):
            rows, rest = lines[at + 1 : at + 1 + end], lines[at + 1 + end :]
            # Where another board follows, neither is the board of the text.
            return [] if _from_column_numbers(rest) else rows
        if line.startswith(" "):
            return lines[at:]
    return []


def _sizes_numbered(numbers: str) -> list[int]:
    """The sizes of boards above which these numbers of columns may stand."""
    length = len(numbers)
    if length not in SIZES and not _FEW_COLUMNS.fullmatch(numbers):
        return []
    counted = "".join(str(number % 10) for number in range(1, length + 1))
    found = [size for size in SIZES if _names_few_columns(numbers, size)]
    return [length, *found] if length in SIZES and numbers == counted else found


def _end_of_numbered(lines: Lines, size: int) -> int:
    """Behind which line rows numbered up to `size`, each with as many cells, end; 0 if they do not.

    Rules may stand between the rows.
    """
    number = 1
    for at, line in enumerate(lines[: 2 * size]):
        label, *cells = words(line) or [""]
        if label == str(number) and sum(map(len, cells)) == size:
            if number == size:
                return at + 1
            number += 1
        elif _is_row(line):
            break
    return 0


def _from_row_numbers(lines: Lines) -> Lines:
    """The rows numbered from 1 on, where they alone make a board; otherwise nothing."""
    found = [words(line) for line in lines]
    labels = [next(iter(parts), "") for parts in found]
    for first in (at for at, label in enumerate(labels) if label == "1"):
        run = zip(labels[first : first + SIZES[-1]], _SERIES[0], strict=False)
        count = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], run))
        if count not in SIZES:
            continue
        rows = found[first : first + count]
        widths = {sum(map(len, row[1:])) for row in rows}
        # A neighbour of the same form is a row too; then the "numbers" are digits of the board.
        others = found[max(first - 1, 0) : first] + found[first + count : first + count + 1]
        is_apart = all(list(map(len, row)) != list(map(len, rows[-1])) for row in others)
        if widths == {count} and is_apart:
            return lines[first : first + count]
    return []


def _squared(lines: Lines) -> Lines:
    """The only run of lines of cells, if it is as high as it is wide; otherwise all lines."""
    runs = [
        (wide, list(run))
        for wide, run in groupby(lines, key=lambda line: len(line) if _is_bare(line) else 0)
    ]
    of_cells = [(wide, rows) for wide, rows in runs if wide]
    wide, rows = of_cells[0] if len(of_cells) == 1 else (0, [])
    return rows if wide in SIZES and len(rows) == wide else lines


def _is_bare(line: str) -> bool:
    """Whether a line consists of cells without gaps, and is no word."""
    return bool(_BARE.fullmatch(line)) and not line.isalpha()


def rows_of(lines: Lines, size: int | None) -> Lines:
    """The lines that hold cells, without rules between boxes and captions around the board.

    A line of nothing but one kind of blank mark, such as dashes or stars, counts as a row only
    where the board is complete with these lines and incomplete without them.
    """
    sure = _without_captions([line for line in lines if _is_row(line)])
    known = set(sure)
    both = [line for line in lines if line in known or _is_weak(line)]
    if len(both) == len(sure):
        return sure
    needs_both = not sure and len(both) == 1
    needs_both |= _fitting(sure, size) is None and _fitting(both, size) is not None
    return both if needs_both else sure


def read_rows(rows: Lines, size: int | None) -> list[str]:
    """The cells of a board, row by row, in whichever way the rows are written.

    Raises InvalidGrid (`row_length`, `row_count`, `size`, `several`) where they make no board.
    """
    cells = _fitting(rows, size)
    if cells is None:
        cells = [cells_of(words(row)) for row in rows]
        if not _is_wrapped(cells, size):
            body = _unlabelled(rows)
            raise misfit(cells if body is rows else [cells_of(words(row)) for row in body], size)
    return [cell for row in cells for cell in row]


def misfit(rows: Cells, size: int | None) -> InvalidGrid:
    """The error for a wrong number of rows, or of cells in one of them."""
    counts = [len(row) for row in rows]
    usual = _usual(counts)
    # Each line has the cells of a whole board.
    if len(rows) > 1 and min(counts) > SIZES[-1] and set(counts) <= set(COUNTS):
        return InvalidGrid("several", count=len(rows))
    expected = size or next((n for n in (usual, len(rows)) if n in SIZES), None)
    if expected is None:
        return InvalidGrid("size", count=sum(counts))
    for row, count in enumerate(counts, 1):
        if count != expected:
            return InvalidGrid("row_length", row=row, count=count, expected=expected)
    return InvalidGrid("row_count", count=len(rows), expected=expected)


def fits(rows: Cells, size: int | None) -> bool:
    """Whether the rows make a square of a usual size, or of `size` if one is given."""
    return is_height(len(rows), size) and all(len(row) == len(rows) for row in rows)


def box_width(rows: Lines, size: int) -> int:
    """How many columns stand between two bars of a board of this size; 0 unless they are even.

    The bars may be the angle brackets that stand around one of the boxes.
    """
    body = _unlabelled(rows)
    widths = [width for row in body for width in _widths(row, size)] if len(body) == size else []
    wide = widths[0] if len(set(widths)) == 1 else 0
    return wide if len(widths) * wide == size * size else 0


def banded_width(rows: Lines, size: int) -> int:
    """How many columns a box has where every other band of boxes, and no other, lacks bars; else 0.

    Angle brackets around one of the boxes stand in either kind of band.
    """
    body = _unlabelled(rows)
    bars = [set(accumulate(_widths(row, size)[:-1])) for row in body] if len(body) == size else []
    every = set().union(*bars)
    wide = min(every, default=size)
    # Where nothing stands between two bars, these are fields, and draw no boxes.
    if not wide or not bars or every != set(range(wide, size, wide)) or size % wide:
        return 0
    high = size // wide
    expected = (set() if at // high % 2 else every for at in range(size))
    rests = zip(body, bars, expected, strict=True)
    is_banded = all(found == told or "<" in row or ">" in row for row, found, told in rests)
    return wide if is_banded else 0


def _widths(row: str, size: int) -> list[int]:
    """How many cells stand between the bars of a row."""
    parts = [words(part) for part in row.translate(_EDGES).strip().strip("|").split("|")]
    # Where the characters are as many as the cells, two figures are no number.
    characters = [sum(map(len, part)) for part in parts]
    return characters if sum(characters) == size else [len(cells_of(part)) for part in parts]


def box_height(lines: Lines, rows: Lines) -> int:
    """How many rows stand between two rules; 0 unless the rules are at even distances."""
    body = iter(_unlabelled(rows))
    ends, count, awaited = [0], 0, next(body, None)
    for line in lines:
        # A row may have lost its label, and then is only the end of its line.
        if awaited is not None and line.endswith(awaited):
            count, awaited = count + 1, next(body, None)
        elif count != ends[-1]:
            ends.append(count)
    if count != ends[-1]:
        ends.append(count)
    heights = {end - start for start, end in pairwise(ends)}
    return heights.pop() if len(ends) > 2 and len(heights) == 1 else 0


def _is_row(line: str) -> bool:
    return bool(_SYMBOL.search(line) or _DOTS.fullmatch(line))


def _is_weak(line: str) -> bool:
    marks = set(line) - set(" |")
    return len(marks) <= 1 and marks <= BLANK_MARKS


def _usual(counts: list[int]) -> int:
    """The length of line that holds the most cells altogether."""
    frequency = Counter(counts)
    return max(frequency, key=lambda count: frequency[count] * count, default=0)


def _without_captions(rows: Lines) -> Lines:
    """Drops lines of words before and after the board; rows of a large board look like words too.

    Only the ends are trimmed: a line of words between two rows stays, and is found to be wrong.
    """
    counts = [len("".join(words(row))) for row in rows]
    usual = _usual(counts)
    # A line of 36, 64 or 81 cells is a whole board of 6x6 to 9x9, which has no letters.
    letters_are_digits = usual > 9 and usual not in {36, 64, 81}

    def is_cells(at: int) -> bool:
        # Two cells too many or too few are a slip in a row, which the error should name.
        is_usual = letters_are_digits and abs(counts[at] - usual) <= 2
        return is_usual or not is_wordy(rows[at])

    first = next(filter(is_cells, range(len(rows))), len(rows))
    last = next(filter(is_cells, range(len(rows) - 1, first, -1)), first)
    return rows[first : last + 1]


def _fitting(rows: Lines, size: int | None) -> Cells | None:
    """The cells by the first reading that makes a board, labels included or not; None without."""
    candidates = [each for each in (rows, _unlabelled(rows)) if is_height(len(each), size)]
    for readings in (READINGS, WITH_SLIPS):
        for candidate, reading in product(candidates, readings):
            if cells := reading(candidate):
                return cells
    return None


def _unlabelled(rows: Lines) -> Lines:
    """The rows without a heading line, and without the numbers or letters of rows before them."""
    body = rows[1:] if len(rows) > 1 and _is_heading(rows[0], len(rows) - 1) else rows
    if len(body) > SIZES[-1]:
        return body
    labels = [next(iter(words(row)), "") for row in body]
    if not _is_series(labels):
        return body
    ends = (row.index(label) + len(label) for row, label in zip(body, labels, strict=True))
    return [row[end:] for row, end in zip(body, ends, strict=True)]


def _is_series(labels: list[str]) -> bool:
    plain = [_LABEL.sub("", label.upper()) for label in labels]
    return any(plain == list(names[: len(plain)]) for names in _SERIES)


def _is_heading(line: str, height: int) -> bool:
    """Whether a line numbers the columns, or has at most half a row (such as the size alone)."""
    joined = "".join(_LABEL.sub("", word.upper()) for word in words(line))
    is_series = any(joined == "".join(names[:height]) for names in _SERIES)
    return is_series or _names_few_columns(joined, height) or 2 * len(joined) <= height


def _names_few_columns(joined: str, height: int) -> bool:
    """Whether the columns up to 9 have their numbers, and those from 10 on only in part."""
    if height <= 9 or not _FEW_COLUMNS.fullmatch(joined):
        return False
    later = [int(joined[at : at + 2]) for at in range(9, len(joined), 2)]
    return later == sorted({number for number in later if 9 < number <= height})


def _is_wrapped(cells: Cells, size: int | None) -> bool:
    """Whether the board is one line, wrapped at a width that is no size of a board."""
    width, total = len(cells[0]), sum(map(len, cells))
    is_even = all(len(row) == width for row in cells[:-1]) and len(cells[-1]) <= width
    is_board = total == size * size if size else total in COUNTS
    return is_even and is_board and width not in SIZES
