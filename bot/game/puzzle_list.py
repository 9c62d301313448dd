"""Reading a text of many puzzles: one on each line, or boards one below the other.

Files of many programs end up here, and each writes boards in its own way. What makes it hard is
that nothing marks where a board begins or ends: a line of 81 digits is a puzzle, a line of 9 is a
row of one, and a line of 16 may be a 4x4 puzzle or a row of a 16x16 one.

So the text is cut into blocks at blank lines, comments and headings, and each block is read from
its top. A first line that is a whole board by itself is one. Otherwise the lines from the top are
tried together, but only at plausible heights: the whole block, then heights at which the
characters that may be cells add up to a board (with or without numbers along its edges). A line
that is not the top of a board is reported as one that holds none, and reading goes on below it.

The work stays in proportion to the text: no attempt reaches further down a block than the tallest
board, and nothing behind MOST_LINES is read.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate, islice, takewhile
from typing import Final

from engine.board import Grid, InvalidGrid
from engine.notation import parse, parse_line

MOST_LINES: Final = 3000
MOST_BOARD_LINES: Final = 40
"""Lines of the tallest board: 25 rows and the rules between and around them."""

_ASIDE: Final = re.compile(r"\s*(#|\[[^\]]*\]\s*$|//|;)")
"""Comments, and the headings of .sdk files such as `[Puzzle]`."""

_CELL: Final = re.compile(r"[0-9A-Za-z.*_?]")
_COUNTS: Final = frozenset(
    size * (size + edges) for size in (4, 6, 8, 9, 12, 16, 25) for edges in (0, 1, 2)
)
"""Characters of a board that may be cells, with and without numbers at its rows and columns."""


@dataclass(frozen=True, slots=True)
class ListedBoard:
    """Lines of the text, counted from 1, and the board in them or the reason why there is none."""

    first: int
    last: int
    board: Grid | InvalidGrid

    @property
    def lines(self) -> range:
        """The numbers of the lines."""
        return range(self.first, self.last + 1)


@dataclass(frozen=True, slots=True)
class _Line:
    """A line of the text, the board that it is by itself, and how many characters may be cells."""

    number: int
    text: str
    board: Grid | InvalidGrid
    cells: int


def read_puzzle_list(text: str) -> Iterator[ListedBoard]:
    """Yields every board of a text, and every line that belongs to none, in order.

    It reads lists with a puzzle on each line (.sdm), the boards of .sdk and .ss files, and
    whatever `parse` reads, with blank lines between. Comments, headings and blank lines are passed
    over; nothing behind MOST_LINES is read.
    """
    for block in _blocks(text):
        yield from _read_block(block)


def _blocks(text: str) -> Iterator[list[tuple[int, str]]]:
    """Numbered lines in runs that no blank line, comment or heading interrupts."""
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
    """How many characters of a line may be cells; in a rule between rows none is."""
    return len(_CELL.findall(line)) if any(map(str.isalnum, line)) or "." in line else 0


def _read_block(block: list[tuple[int, str]]) -> Iterator[ListedBoard]:
    """Reads boards from the top of a block; lines at which no board begins are yielded too."""
    lines = (_Line(number, line, _parse_line(line), _cells(line)) for number, line in block)
    # One line more than the tallest board shows whether the block goes on.
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
    # A 4x4 puzzle on the first line is the last resort where it may also be a row of a 16x16.
    for height in _heights(block):
        board = _parse(block[:height])
        if isinstance(board, Grid):
            return height, board
    if isinstance(first.board, Grid):
        return 1, first.board
    return _failure(block, first.board)


def _heights(block: list[_Line]) -> Iterator[int]:
    """How many lines may be one board: the whole block first, then the tallest first."""
    # A puzzle on a line of its own ends the board above it.
    block = list(takewhile(lambda line: not _is_whole(line), block))
    if 1 < len(block) <= MOST_BOARD_LINES:
        yield len(block)
    totals = list(accumulate(line.cells for line in block[:MOST_BOARD_LINES]))
    heights = (height for height in range(len(totals), 1, -1) if totals[height - 1] in _COUNTS)
    yield from (height for height in heights if height < len(block))


def _is_whole(line: _Line) -> bool:
    """Whether a line is a board by itself and cannot be a row of a larger one."""
    return isinstance(line.board, Grid) and line.board.geometry.size > 4


def _is_row(block: list[_Line]) -> bool:
    """Whether the first line may be a row of a 16x16 board as well as a 4x4 puzzle."""
    row = block[0].text.strip()
    # A digit beyond 4 or a letter shows that it is no row of a 4x4 puzzle.
    return len(row) >= 16 and len(block) >= 16 and not set(row) <= set("01234.*_-? |")


def _failure(block: list[_Line], reason: InvalidGrid) -> tuple[int, InvalidGrid]:
    """How many lines to give up on, and why: one, or the whole block where no line is a puzzle."""
    # Only a block that is short and has short lines is plainly one board with a mistake in it.
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
