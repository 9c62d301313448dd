"""Whole boards that are pasted for checking, in any layout."""

import re
from typing import Final

from bot.game.entry.scan import Scan
from bot.game.entry.source import Source, shortened
from bot.game.position import highest
from bot.game.refused import Refused
from engine.geometry import Geometry
from engine.grid import Grid, InvalidGrid
from engine.notation import parse

_CELLS: Final = {False: re.compile(r"[\d._*-]"), True: re.compile(r"[\da-p._*-]")}
_DIGITS: Final = {False: re.compile(r"[1-9]"), True: re.compile(r"[\da-p]")}
_TALK: Final = {False: re.compile(r"[^\W\d_]"), True: re.compile(r"[q-z]|[^\W\d_a-z]")}


def pasted_board(text: str, source: Source, told: Scan) -> Grid | None:
    """The board in a message that has one and does not say moves, possibly with blanks.

    A third as many groups of three as there are cells can be both: then it is a board when at
    least half of its rows hold each digit once.
    """
    if _count(_CELLS, source) < source.geometry.cell_count or any(f.sure for f in told.found):
        return None
    grid = _parsed(text, source.geometry) or _in_any_layout(told.source)
    if grid is None or grid.clue_count < source.geometry.size:
        return None
    says_moves = len(told.found) == len(told.parts)
    return None if says_moves and 2 * _complete_rows(grid) < source.geometry.size else grid


def refuse_misfit(text: str, source: Source) -> None:
    """Nothing, unless the message is made of digits, and of too many to be talk.

    Raises Refused `answer_row`, `answer_digit` or `answer_length`.
    """
    expected = source.geometry.cell_count
    if _TALK[source.large].search(source.text) or 2 * _count(_DIGITS, source) < expected:
        return
    try:
        count = parse(text).geometry.cell_count
    except InvalidGrid as error:
        raise _misfit(error, source) from error
    raise Refused("answer_length", count=count, expected=expected)


def _parsed(text: str, geometry: Geometry) -> Grid | None:
    try:
        return parse(text, geometry)
    except InvalidGrid:
        return None


def _in_any_layout(source: Source) -> Grid | None:
    """The cells one after the other, however they are broken into lines and groups."""
    cells = "".join(_CELLS[source.large].findall(source.text))
    if _TALK[source.large].search(source.text) or len(cells) != source.geometry.cell_count:
        return None
    return _parsed(cells, source.geometry)


def _misfit(error: InvalidGrid, source: Source) -> Refused:
    geometry = source.geometry
    match error.reason, error.details:
        case "row_length", {"row": row, "count": count}:
            return Refused("answer_row", row=row, count=count, size=geometry.size)
        case "symbol" | "value", {"symbol": symbol, "row": row, "column": column}:
            return Refused(
                "answer_digit",
                row=row,
                column=column,
                digit=shortened(str(symbol)),
                highest=highest(geometry),
            )
    count = _count(_CELLS, source)
    return Refused("answer_length", count=count, expected=geometry.cell_count)


def _count(symbols: dict[bool, re.Pattern[str]], source: Source) -> int:
    return sum(1 for _ in symbols[source.large].finditer(source.text))


def _complete_rows(grid: Grid) -> int:
    geometry = grid.geometry
    whole = set(range(1, geometry.size + 1))
    return sum({grid[cell] for cell in row} == whole for row in geometry.rows)
