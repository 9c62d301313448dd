"""Names of cells: `r4c5`, `row 4, column 5`, `第4行第5列`, `D5`."""

import re
from dataclasses import dataclass
from typing import Final

from bot.game.entry import words
from bot.game.entry.message import Letters, TypedMessage

_COUNT: Final = r"(\d{1,6}|[一二三四五六七八九十]{1,3})"
_ROW: Final = rf"{words.pattern(words.ROW)} ?(\d{{1,6}})"
_COLUMN: Final = rf"{words.pattern(words.COLUMN)} ?(\d{{1,6}})"
_ORDINAL: Final = rf"{words.pattern(words.ORDINAL)}? ?{_COUNT} ?"
_ROW_AFTER: Final = _ORDINAL + words.pattern(words.ROW_AFTER)
_COLUMN_AFTER: Final = _ORDINAL + words.pattern(words.COLUMN_AFTER)

_ROW_FIRST: Final = (
    re.compile(rf"{_ROW} ?,? ?{_COLUMN}(?!\d)"),
    re.compile(rf"{_ROW_AFTER} ?[,、的]? ?{_COLUMN_AFTER}"),
)
_COLUMN_FIRST: Final = (
    re.compile(rf"{_COLUMN} ?,? ?{_ROW}(?!\d)"),
    re.compile(rf"{_COLUMN_AFTER} ?[,、的]? ?{_ROW_AFTER}"),
)
_LETTER: Final = re.compile(r"([a-z])(\d{1,6})(?![\da-z])")
_CHINESE: Final = {digit: value for value, digit in enumerate("一二三四五六七八九", 1)}


@dataclass(frozen=True, slots=True)
class NamedCell:
    """A cell as it was typed, up to `end`.

    `cell` is None for a cell that the board does not have. `glued` are the readings in which the
    name ends with the digit to place (`d57`), as pairs of a cell and a digit. `sure` says that
    nobody writes this name in other talk.
    """

    written: str
    end: int
    cell: int | None
    glued: tuple[tuple[int, int], ...]
    sure: bool


def cell_at(message: TypedMessage, at: int) -> NamedCell | None:
    """The cell that is named at this place of the message, if one is."""
    for column_first, patterns in enumerate((_ROW_FIRST, _COLUMN_FIRST)):
        for names in patterns:
            if found := names.match(message.text, at):
                return _named(message, found, found[1], swapped=bool(column_first), sure=True)
    found = _LETTER.match(message.text, at)
    if not found:
        return None
    line = str(ord(found[1]) - ord("a") + 1)
    return _named(message, found, line, swapped=message.letters is Letters.COLUMN, sure=False)


def count(written: str) -> int:
    """The number that `12` or `十二` stands for, up to 99; 0 for a text that is no number."""
    if written.isdigit():
        return int(written)
    tens, ten, ones = written.rpartition("十")
    high = _CHINESE.get(tens, 1 if not tens else 0) if ten else 0
    return high * 10 + (_CHINESE.get(ones, 0) if ones else 0)


def _named(
    message: TypedMessage, found: re.Match[str], first: str, *, swapped: bool, sure: bool
) -> NamedCell:
    second = found[2]
    cell = _cell(message, first, second, swapped=swapped)
    glued = []
    for split in range(1, len(second)):
        part = _cell(message, first, second[:split], swapped=swapped)
        digit = message.digit(second[split:])
        if part is not None and digit and second[split] != "0":
            glued.append((part, digit))
    written = found[0] if sure else found[0].upper()
    return NamedCell(written, found.end(), cell, tuple(glued), sure)


def _cell(message: TypedMessage, first: str, second: str, *, swapped: bool) -> int | None:
    row, column = count(first), count(second)
    if swapped:
        row, column = column, row
    size = message.geometry.size
    if not (1 <= row <= size and 1 <= column <= size):
        return None
    return message.geometry.cell(row - 1, column - 1)
