"""The last digit once more, in another cell: `same again, left of it`, `右边那格也填一样的`."""

import re
from typing import Final

from bot.game.entry.beside import with_neighbours
from bot.game.entry.message import Letters
from bot.game.entry.spoken import CELL, LONGEST, marked, marked_cell
from engine.board import Geometry

_AGAIN: Final = re.compile(
    r"\b(?:same (?:again|here|number|digit|1|thing)|the same|(?:once )?again|another (?:1|one)"
    r"|lo mismo|(?:el|un) mismo(?: numero)?|la misma(?: cifra)?|otr[ao] (?:vez|igual)|igual"
    r"|de nuevo)\b"
    r"|(?<![怎这那么])样|再来1?个|相同"
)
_ONCE: Final = re.compile(r"\bonce (?=more|again)")
"""This word is no number, as it would be in Spanish."""

_OTHERWISE: Final = re.compile(
    r"\b(?:no|not|don'?t|never|undo|erase|delete|clear|remove|wrong|why|hint|borra|quita|deshaz"
    r"|sin|nunca|por ?que|pista)\b|[不别没删擦撤错]|[?？]|提示|为什么"
)


def again_at(text: str, geometry: Geometry, letters: Letters, last: int | None) -> int | None:
    """The cell in which a text wants the last digit once more; None for anything else.

    `last` is the cell that was filled last.
    """
    if len(text) > LONGEST or last is None:
        return None
    plain = marked(_ONCE.sub("", text.lower()), geometry, letters)
    plain = with_neighbours(plain, geometry, last)
    cells, rest = CELL.findall(plain), CELL.sub(" ", plain)
    is_wanted = _AGAIN.search(rest) and not _OTHERWISE.search(rest)
    if len(cells) != 1 or not is_wanted or re.search(r"\d", _AGAIN.sub(" ", rest)):
        return None
    return marked_cell(cells[0], geometry)
