"""A typed message in a normal form, the cells named in it, and the fragments that are read.

Cells are named `r4c5`, `row 4, column 5`, `第4行第5列` or `D5`. A name may run straight into the
digit to place (`d57`, `r4c57`), and where the board is large more than one split of the figures
makes sense. So a named cell carries all readings, and who reads the move decides among them.
"""

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from bot.game.entry import words
from bot.game.move import Intent, highest
from bot.game.refused import Refused
from engine.board import SYMBOLS, Geometry
from engine.notation import fold

_BLANKS: Final = re.compile(r"[^\S\n]+")
_SHOWN: Final = 20

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
_TAIWANESE_COLUMN: Final = re.compile(
    r"(?:[\d一二三四五六七八九十哪幾几每那這这] ?|[左右間间後后]一?)[欄栏]"
)
_TAIWANESE_LINE: Final = re.compile("(直[行欄栏])|[橫横]列")
_OF_TAIWAN: Final = str.maketrans("列欄栏", "行列列")
_CHINESE: Final = {digit: value for value, digit in enumerate("一二三四五六七八九", 1)}


class Letters(StrEnum):
    """Whether the letter of a cell such as `D5` names its row or its column."""

    ROW = "row"
    COLUMN = "column"


def in_mainland_words(text: str) -> str:
    """A text with rows as 行 and columns as 列, also where it says them as people do in Taiwan.

    There 欄 is a column, and beside it 列 is a row; so are 直行 and 橫列.
    """
    if text.isascii():
        return text
    text = _TAIWANESE_LINE.sub(lambda found: "列" if found[1] else "行", text)
    return text.translate(_OF_TAIWAN) if _TAIWANESE_COLUMN.search(text) else text


@dataclass(frozen=True, slots=True)
class TypedMessage:
    """A message in lower case, with the digits of all scripts as 0 to 9, and with single spaces.

    No line begins with a space.
    """

    text: str
    geometry: Geometry
    letters: Letters

    @classmethod
    def of(cls, text: str, geometry: Geometry, letters: Letters) -> "TypedMessage":
        """Brings a message into its normal form; phones write `--` as one long dash."""
        # `fold` makes a space of the mark that frames a keycap, which would part 457 in keycaps.
        whole = text.replace("\u20e3", "").replace("\u2014", "--").replace("\r\n", "\n")
        single = in_mainland_words(_BLANKS.sub(" ", fold(whole).lower()))
        return cls(single.replace("\n ", "\n").strip(" "), geometry, letters)

    @property
    def may_hold_board(self) -> bool:
        """Whether the message is as long as half a board; a shorter one holds none."""
        return 2 * len(self.text) >= self.geometry.cell_count

    @property
    def large(self) -> bool:
        """Whether digits go beyond 9, so that one digit may take two characters."""
        return self.geometry.size > 9

    def digit(self, written: str) -> int | None:
        """The digit that `7`, `14` or `e` stands for, 0 for `0`; None where the board has none."""
        size = self.geometry.size
        if written.isdigit():
            value = int(written)
            return value if value <= size else None
        value = SYMBOLS.find(written.upper()) + 1 if len(written) == 1 else 0
        return value if 9 < value <= size else None


@dataclass(frozen=True, slots=True)
class Fragment:
    """A stretch of a message, up to `end`, that is about the board.

    It holds its intents, or the problem with it. `sure` says that nobody writes this in other
    talk. `row` is the number, from 1, of the row that it spells out whole, else 0.
    """

    end: int
    intents: tuple[Intent, ...] = ()
    problem: Refused | None = None
    sure: bool = False
    row: int = 0


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
    """The cell that is named at this place of the message; None where none is."""
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
    """The number that `12` or `十二` stands for, Chinese up to 99; 0 for a text that is none."""
    if written.isdigit():
        return int(written)
    tens, ten, ones = written.rpartition("十")
    # 二十 is 20 and 十二 is 12: a ten without a figure before it counts once.
    high = _CHINESE.get(tens, 1 if not tens else 0) if ten else 0
    return high * 10 + (_CHINESE.get(ones, 0) if ones else 0)


def shortened(text: str) -> str:
    """A text to quote in a reply."""
    return text if len(text) <= _SHOWN else text[: _SHOWN - 3] + "..."


def no_such_cell(written: str, message: TypedMessage) -> Refused:
    """The refusal of a cell beyond the board."""
    return Refused("no_such_cell", cell=shortened(written), size=message.geometry.size)


def no_such_digit(written: str, cell: str, message: TypedMessage) -> Refused:
    """The refusal of a digit that the board does not have, for the cell named `cell`."""
    top, shown = highest(message.geometry), shortened(written.upper())
    return Refused("no_such_digit", cell=cell, digit=shown, highest=top)


def _named(
    message: TypedMessage, found: re.Match[str], first: str, *, swapped: bool, sure: bool
) -> NamedCell:
    second = found[2]
    cell = _cell(message, first, second, swapped=swapped)
    glued = []
    for split in range(1, len(second)):
        part = _cell(message, first, second[:split], swapped=swapped)
        digit = message.digit(second[split:])
        # `r4c507` is a mistake and not a 7 in r4c5.
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
