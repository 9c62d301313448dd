"""The characters of a board: folding them to ASCII, and the value of each symbol.

Boards come with digits of every script, with emoji, box drawing and invisible marks. `fold` maps
all of these to ASCII, so that the other modules need to look for ASCII only. It goes by the
categories of Unicode; only what looks like a part of a board without being one, such as a square
for a blank, is listed. Folding a folded text changes nothing.

A board above 9x9 may be written in several alphabets, `1-9A-G`, `0-9A-F` or `A-P`, and A is then
10, 11 or 1. Nothing but the symbols of the whole board tells which, so `values` reads a board at
a time.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from string import printable
from typing import Final
from unicodedata import category, decimal, decomposition, normalize

from engine.board.grid import SYMBOLS, InvalidGrid

BLANK_MARKS: Final = frozenset(".*_-?")
_BLANK_WORDS: Final = frozenset({"", "NONE", "NULL", "NIL", "NAN", "-1"})
_LONGEST_SHOWN: Final = 12
_NOT_A_DIGIT: Final = -1
_UNPRINTABLE: Final = "\ufffd"

_UPRIGHT: Final = frozenset("│┃┆┇┊┋╎╏║╵╷╹╻╽╿｜￨⎪∣▏▕")
_LEVEL: Final = frozenset("─━┄┅┈┉╌╍═╴╶╸╺╼╾⎯¯‾")
_DOTS: Final = frozenset("·•∙⋅・･●○◯〇□■◻◼▢◽◾▫▪⬜⬛⚪⚫🔲🔳🟥🟦🟧🟨🟩🟪🟫␣∅")
_FOLDED: Final = {
    "…": "...",
    "‥": "..",
    "−": "-",
    "“": '"',
    "”": '"',
    "„": '"',
    "‘": "'",
    "’": "'",
    "🔟": " 10 ",
    "\u20e3": " ",  # a keycap ends its cell, so that the ten beside it stays one cell too
    "\x85": "\n",
    "\u2028": "\n",
    "\u2029": "\n",
}


_LETTERS: Final = frozenset({"Lo", "Lu", "Ll", "Co", "Cn"})
"""Nearly all of Unicode; a letter that is not made of others stays as it is."""


class _Folding(dict[int, str]):
    """A table for str.translate that looks each character up in the Unicode database.

    It remembers every character that it has met, except letters, of which there are too many.
    """

    def __missing__(self, code: int) -> str:
        symbol = chr(code)
        if category(symbol) in _LETTERS and not decomposition(symbol):
            return symbol
        return self.setdefault(code, _folded(symbol))


def _ascii() -> dict[int, str]:
    plain = {ord(symbol): symbol for symbol in printable}
    return dict.fromkeys(range(128), _UNPRINTABLE) | plain


_FOLDING: Final = _Folding(_ascii())


def fold(text: str) -> str:
    """The text with every character that a board may hold in ASCII; other characters stay.

    Digits of any script, full-width forms, keycaps and circled numbers become plain digits;
    spaces of any width become spaces; box drawing becomes `|`, `=` and `+`; squares and bullets
    become dots; marks without width (byte order, direction, variation) vanish; control characters
    become replacement characters, so that no message about them can control a terminal.
    """
    return text.replace("&nbsp;", " ").translate(_FOLDING)


def _folded(symbol: str) -> str:
    if symbol in _FOLDED:
        return _FOLDED[symbol]
    if symbol in _DOTS:
        return "."
    if symbol in _UPRIGHT:
        return "|"
    if symbol in _LEVEL:
        return "="
    # What is left of the characters for box drawing: corners and crossings.
    if "\u2500" <= symbol <= "\u257f":
        return "+"
    return _folded_by_category(symbol)


def _folded_by_category(symbol: str) -> str:
    match category(symbol):
        case "Cf" | "Mn" | "Me":
            return ""
        case "Zs":
            return " "
        case "Pd":
            return "-"
        case "Cc":
            return _UNPRINTABLE
        case "Nd":
            return str(decimal(symbol))
    return _compatible(symbol)


def _compatible(symbol: str) -> str:
    """The plain form of full-width and circled characters; other characters stay.

    Superscripts and subscripts stay too, because they are notes and not digits.
    """
    plain = normalize("NFKC", symbol)
    kind = decomposition(symbol).partition(">")[0]
    if kind in {"<super", "<sub"} or not plain.isascii():
        return symbol
    if kind == "<circle" and plain.isalnum():
        # Between spaces, so that a circled 10 stays one cell beside its neighbours.
        return f" {plain} "
    return plain if len(plain) == 1 else symbol


def is_blank(cell: str) -> bool:
    """Whether the cell is written as one of the signs or words that mean an empty cell."""
    return cell.upper() in _BLANK_WORDS or BLANK_MARKS.issuperset(cell)


@dataclass(frozen=True, slots=True)
class _Alphabet:
    """How the symbols of one board are read: 1-9A-G, 0-9A-F (`zero_based`) or A-P (`lettered`)."""

    size: int
    zero_based: bool = False
    lettered: bool = False

    def value(self, cell: str) -> int:
        """The value of a cell: 0 for a blank, _NOT_A_DIGIT for a symbol without a value.

        The value of a number may be above the size.
        """
        if is_blank(cell):
            return 0
        number = _number(cell)
        if number is not None:
            return number + self.zero_based
        if len(cell) != 1 or not (cell.isascii() and cell.isalpha()):
            return _NOT_A_DIGIT
        first = 1 if self.lettered else 10 + self.zero_based
        value = ord(cell.upper()) - ord("A") + first
        return value if value <= self.size else _NOT_A_DIGIT


def _number(cell: str) -> int | None:
    return int(cell) if len(cell) <= 3 and cell.isascii() and cell.isdigit() else None


def _alphabet(cells: Sequence[str], size: int) -> _Alphabet:
    """The alphabet of a board, by the symbols that occur in it.

    A is 1 if there are letters beyond the usual ones and no number but 0. 0 is the first digit if
    it occurs, the last usual symbol does not, and either blanks have another sign or the zeros
    are no more than the rows.
    """
    if size <= 9:
        return _Alphabet(size)
    counts = Counter(cells)
    numbers = {number for cell in counts if (number := _number(cell)) is not None}
    letters = {cell.upper() for cell in counts if len(cell) == 1 and cell.isalpha()}
    if not numbers - {0} and not letters <= set(SYMBOLS[:size]):
        return _Alphabet(size, lettered=True)
    zeros = sum(count for cell, count in counts.items() if _number(cell) == 0)
    has_last = size in numbers or SYMBOLS[size - 1] in letters
    # A digit stands at most once in a row: more zeros than rows are blanks.
    zero_counts = zeros <= size or any(map(is_blank, counts))
    return _Alphabet(size, zero_based=zeros > 0 and zero_counts and not has_last)


def values(cells: Sequence[str], size: int) -> bytes:
    """The values of the cells of one board of `size` rows, 0 for a blank.

    A cell is one character, a number of several digits, or a word such as None. Raises
    InvalidGrid (`symbol`, `value`) naming the row and column of the first cell without a value.
    """
    alphabet = _alphabet(cells, size)
    worth = {cell: alphabet.value(cell) for cell in set(cells)}
    for cell, symbol in enumerate(cells):
        if not 0 <= worth[symbol] <= size:
            row, column = divmod(cell, size)
            raise _unreadable(symbol, worth[symbol], row + 1, column + 1, size)
    return bytes(worth[symbol] for symbol in cells)


def _unreadable(symbol: str, value: int, row: int, column: int, size: int) -> InvalidGrid:
    shown = symbol[:_LONGEST_SHOWN]
    if value == _NOT_A_DIGIT:
        return InvalidGrid("symbol", symbol=shown, row=row, column=column)
    return InvalidGrid("value", symbol=shown, row=row, column=column, size=size)
