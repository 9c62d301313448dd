"""What somebody says of cells that were read wrongly: `the 3 in row 1 column 2 is a 2`.

A correction may name the digit that was read, too. It goes first (`第1行第2列的3是2`) unless it is
denied (`r1c2 is a 2, not a 3`). If something else was read there, the person means another cell, so
nothing is changed.

Each part of a sentence stands alone, since people correct several cells at once: what is not
understood of one cell is told, and takes nothing from the others. A sentence with a word that is
neither about cells nor in AROUND could say the opposite, so such a part changes nothing.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from bot.game.entry.erasing import ERASE
from bot.game.entry.message import Letters
from bot.game.entry.spoken import CELL, left_of, parts_of
from bot.game.move import highest
from bot.game.refused import Refused
from engine.board import SYMBOLS, Geometry, Grid

LONGEST: Final = 1_000
"""Characters of the longest text that may hold corrections."""

_DENIED: Final = re.compile(
    r"(?:\b(?:(?:is )?not|isnt|isn't|instead of|rather than|(?:was )?read(?: as)?|was"
    r"|no es|no|en (?:lugar|vez) de|era|leiste)\b|而不是|不是|并非|原来是|读成了?)"
    r"[\s,]*(?:an?|the|un|una|el|la)?[\s,]*(\d{1,2})"
)
"""A digit that does not stand in the cell."""

_EMPTY: Final = re.compile(
    r"\b(?:nothing|no digit|no number|not there|(?:should|must) not be there|is empty|nada"
    r"|no hay|vaci[ao]|en blanco|blanc[ao]|sin (?:numero|cifra))\b"
    r"|没有(?:数字?|东西)|没有(?!\d)|什么都?没有|不该有|空白?"
)
_MARKS: Final = re.compile(r"->|=>|→|⇒|=|\*|✏")
_WRONG: Final = re.compile(r"\b(?:wrong|mal|incorrect[ao]?|misread)\b|[读认]?错了?|不对")
_AROUND: Final = re.compile(
    r"\b(?:actually|really|correct|right|sorry|but|you|has|have|got|contains|holds|read|says?"
    r"|pero|realmente|perdon|ahi|hay|tiene|corrige|cambialo|leido)\b"
    r"|其实|实际上?|对不起|但是?|才|而|应该是|你|读"
)
"""Words around a correction, beside those around a move."""


@dataclass(frozen=True, slots=True)
class Corrections:
    """The new values of cells, 0 for a blank, and why other parts of the text change nothing."""

    changes: Mapping[int, int] = field(default_factory=dict)
    missed: tuple[Refused, ...] = ()


def corrections(text: str, grid: Grid, letters: Letters) -> Corrections:
    """What a text corrects on a board that was read; nothing where it names no cell."""
    if len(text) > LONGEST or "?" in text or "？" in text:
        return Corrections()
    changes, missed = dict[int, int](), list[Refused]()
    for part in parts_of(text, grid.geometry, letters):
        try:
            cell, value = _correction(part, grid)
        except Refused as why:
            missed.append(why)
        else:
            changes[cell] = value
    return Corrections(changes, tuple(missed))


def _correction(part: str, grid: Grid) -> tuple[int, int]:
    """The cell and the value of one part; raises Refused."""
    cells, rest = CELL.findall(part), _MARKS.sub(" ", CELL.sub(" ", part))
    if len(cells) != 1:
        raise _not_understood(part)
    name = cells[0]
    cell = _cell(name, grid.geometry)
    is_empty = bool(_EMPTY.search(rest) or ERASE.search(rest))
    rest = ERASE.sub(" ", _EMPTY.sub(" ", rest))
    denied = [int(digit) for digit in _DENIED.findall(rest)]
    rest = _DENIED.sub(" ", rest)
    is_wrong, rest = bool(_WRONG.search(rest)), _WRONG.sub(" ", rest)
    digits = [int(digit) for digit in re.findall(r"\d+", rest)]
    if left_of(_AROUND.sub(" ", re.sub(r"\d+", " ", rest))):
        raise _not_understood(part)
    # What was read goes before the right value, which a cell that is empty or just wrong lacks.
    values = [*denied, *digits, *([0] if is_empty else [])]
    if len(values) > 2 or max(values, default=0) > grid.geometry.size:
        raise _too_much(values, name, part, grid)
    if not values or (len(values) == 1 and (is_wrong or denied)):
        raise Refused("no_digit", cell=name)
    *old, new = values
    if old and grid[cell] not in values:
        raise _read_otherwise(name, old[0], grid[cell])
    return cell, new


def _too_much(values: list[int], name: str, part: str, grid: Grid) -> Refused:
    beyond = [value for value in values if value > grid.geometry.size]
    if not beyond:
        return _not_understood(part)
    top = highest(grid.geometry)
    return Refused("no_such_digit", cell=name, digit=str(beyond[0]), highest=top)


def _cell(name: str, geometry: Geometry) -> int:
    row, column = map(int, name[1:].split("c"))
    if not (1 <= row <= geometry.size and 1 <= column <= geometry.size):
        raise Refused("no_such_cell", cell=name, size=geometry.size)
    return geometry.cell(row - 1, column - 1)


def _read_otherwise(name: str, said: int, read: int) -> Refused:
    digit = SYMBOLS[said - 1] if said else "0"
    if not read:
        return Refused("read_blank", cell=name, digit=digit)
    return Refused("read_otherwise", cell=name, digit=digit, read=SYMBOLS[read - 1])


def _not_understood(part: str) -> Refused:
    said = " ".join(CELL.sub(r"\1", part).split()).strip(" ,.;")
    return Refused("part_not_understood", text=said if len(said) <= 40 else f"{said[:39]}…")
