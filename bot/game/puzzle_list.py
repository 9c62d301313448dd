"""A text of many puzzles: one a line, or boards one below the other, of whatever program."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate, islice, takewhile
from typing import Final

from engine import Grid, InvalidGrid, parse, parse_line

MOST_LINES: Final = 3000
MOST_BOARD_LINES: Final = 40
"""Lines of the tallest board: 25 rows and the rules between and around them."""

_ASIDE: Final = re.compile(r"\s*(#|\[[^\]]*\]\s*$|//|;)")
"""Comments, and the headings of .sdk files such as `[Puzzle]`."""

_CELL: Final = re.compile(r"[0-9A-Za-z.*_?]")
_COUNTS: Final = frozenset(
    size * (size + edges) for size in (4, 6, 8, 9, 12, 16, 25) for edges in (0, 1, 2)
)
"""Cells of a board, with or without a heading to its rows, its columns or both."""


@dataclass(frozen=True, slots=True)
class ListedBoard:
    """Lines of the text, counted from 1, and the board that they hold or why they hold none."""

    first: int
    last: int
    board: Grid | InvalidGrid

    @property
    def lines(self) -> range:
        """The numbers of the lines."""
        return range(self.first, self.last + 1)


@dataclass(frozen=True, slots=True)
class _Line:
    """A line, its board should it hold a whole one, and how many characters may be cells."""

    number: int
    text: str
    board: Grid | InvalidGrid
    cells: int


def read_puzzle_list(text: str) -> Iterator[ListedBoard]:
    """Every board in a text and every line that is none, in order, read as they are asked for.

    Read are lists with a puzzle on each line (.sdm), the boards of .sdk and .ss files, and
    whatever `parse` reads, with blank lines between. Comments, headings and blank lines are passed
    over; nothing behind MOST_LINES is read.
    """
    for block in _blocks(text):
        yield from _read_block(block)


def _blocks(text: str) -> Iterator[list[tuple[int, str]]]:
    """Numbered lines with nothing between them."""
    block: list[tuple[int, str]] = []
    for number, line in enumerate(text.splitlines()[:MOST_LINES], start=1):
        if line.strip() and not _ASIDE.match(line):
            block.append((number, line))
        elif block:
            yield block
            block = []
    if block:
        yield block


def _cells(line: str) -> int:
    """How many characters may be cells: none of a rule."""
    return len(_CELL.findall(line)) if any(map(str.isalnum, line)) or "." in line else 0


def _read_block(block: list[tuple[int, str]]) -> Iterator[ListedBoard]:
    """Boards from the top of a block; where no board begins, its line or the rest is told of."""
    lines = (_Line(number, line, _parse_line(line), _cells(line)) for number, line in block)
    # One line more than any board has tells that there is more.
    top = list(islice(lines, MOST_BOARD_LINES + 1))
    while top:
        height, board = _at_top(top)
        yield ListedBoard(top[0].number, top[height - 1].number, board)
        top = top[height:] + list(islice(lines, height))


def _at_top(block: list[_Line]) -> tuple[int, Grid | InvalidGrid]:
    """How many lines the board at the top of a block has, and the board."""
    first = block[0]
    if isinstance(first.board, Grid) and not _is_row(block):
        return 1, first.board
    for height in _heights(block):
        board = _parse(block[:height])
        if isinstance(board, Grid):
            return height, board
    if isinstance(first.board, Grid):
        return 1, first.board
    return _failure(block, first.board)


def _heights(block: list[_Line]) -> Iterator[int]:
    """How many lines may be one board, the whole block first and then the most first."""
    block = list(takewhile(lambda line: not _is_whole(line), block))
    if 1 < len(block) <= MOST_BOARD_LINES:
        yield len(block)
    totals = list(accumulate(line.cells for line in block[:MOST_BOARD_LINES]))
    heights = (height for height in range(len(totals), 1, -1) if totals[height - 1] in _COUNTS)
    yield from (height for height in heights if height < len(block))


def _is_whole(line: _Line) -> bool:
    """Whether a line is a board of its own and cannot be a row of another."""
    return isinstance(line.board, Grid) and line.board.geometry.size > 4


def _is_row(block: list[_Line]) -> bool:
    """Whether the first line may be a row of a 16x16 board as well as a 4x4 puzzle."""
    row = block[0].text.strip()
    return len(row) >= 16 and len(block) >= 16 and not set(row) <= set("01234.*_-? |")


def _failure(block: list[_Line], reason: InvalidGrid) -> tuple[int, InvalidGrid]:
    """One line, or all lines of a block none of which is a puzzle by itself."""
    lines = block[:MOST_BOARD_LINES]
    if len(block) != len(lines) or any(isinstance(line.board, Grid) for line in lines):
        return 1, reason
    if max(line.cells for line in lines) > MOST_BOARD_LINES:
        return 1, reason
    whole = _parse(block)
    return len(block), whole if isinstance(whole, InvalidGrid) else reason


def _parse(block: list[_Line]) -> Grid | InvalidGrid:
    try:
        return parse("\n".join(line.text for line in block))
    except InvalidGrid as error:
        return error


def _parse_line(line: str) -> Grid | InvalidGrid:
    try:
        return parse_line(line)[0]
    except InvalidGrid as error:
        return error
