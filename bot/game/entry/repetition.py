"""The last digit once more, in another cell: `same again, left of it`, `右边那格也填一样的`."""

import re
from typing import Final

from bot.game.entry.beside import with_neighbours
from bot.game.entry.message import Letters
from bot.game.entry.question import is_question
from bot.game.entry.spoken import CELL, LONGEST, left_of, marked, marked_cell
from engine.board import Geometry

_AGAIN: Final = re.compile(
    r"\b(?:same (?:again|here|number|digit|1|thing)|the same|(?:once )?again|another (?:1|one)"
    r"|lo mismo|(?:el|un) mismo(?: numero)?|la misma(?: cifra)?|otr[ao] (?:vez|igual)|igual"
    r"|de nuevo)\b"
    r"|(?<![怎这那么])样|再来1?个|相同"
)
_ONCE: Final = re.compile(r"\bonce (?=more|again)")
"""This word is no number, as it would be in Spanish."""

_AROUND: Final = re.compile(
    r"\b(?:ha(?:ha)+|lol|do|did|again|more|that|1|one|too|as well|digit|over|right|tambien|otra vez"
    r"|de|ese|esa)\b|[也同]"
)
"""Words around such a wish, beside those around a move; with any other one it is none."""

_LOOKED: Final = re.compile(r"\b(?:mira|ver)\b")
"""Around a move these words mean nothing, but who looks at a cell again writes nothing in it."""


def again_at(text: str, geometry: Geometry, letters: Letters, last: int | None) -> int | None:
    """The cell in which a text wants the last digit once more; None for anything else.

    `last` is the cell that was filled last.
    """
    if len(text) > LONGEST or last is None:
        return None
    plain = marked(_ONCE.sub("", text.lower()), geometry, letters)
    plain = with_neighbours(plain, geometry, last)
    cells, rest = CELL.findall(plain), CELL.sub(" ", plain)
    said = _AGAIN.sub(" ", rest)
    is_wanted = said != rest and not _LOOKED.search(said) and not is_question(text)
    if len(cells) != 1 or not is_wanted or left_of(_AROUND.sub(" ", said)):
        return None
    return marked_cell(cells[0], geometry)
