"""A typed message made ready for reading."""

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from bot.game.position import highest
from bot.game.refused import Refused
from engine.geometry import Geometry
from engine.grid import SYMBOLS
from engine.symbols import fold

_BLANKS: Final = re.compile(r"[^\S\n]+")
_SHOWN: Final = 20


class Letters(StrEnum):
    """Whether the letter of a cell such as `D5` names its row or its column."""

    ROW = "row"
    COLUMN = "column"


@dataclass(frozen=True, slots=True)
class TypedMessage:
    """A message in lower case, its digits of all scripts as 0 to 9, with single spaces.

    No line begins with a space.
    """

    text: str
    geometry: Geometry
    letters: Letters

    @classmethod
    def of(cls, text: str, geometry: Geometry, letters: Letters) -> "TypedMessage":
        """Makes a message ready as it was typed; phones write `--` as one long dash."""
        whole = text.replace("\u20e3", "").replace("\u2014", "--").replace("\r\n", "\n")
        single = _BLANKS.sub(" ", fold(whole).lower())
        return cls(single.replace("\n ", "\n").strip(" "), geometry, letters)

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
