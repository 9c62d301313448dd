"""Mistakes in a player's notes: in words, on a text board, and in a picture."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from markupsafe import Markup

from bot import messages
from bot.render.board_picture import BoardPicture
from bot.render.marks import CandidateMark, CandidateRole, CellRole, Highlight
from bot.render.text_board import FILLED, LOOKED_AT, REMOVED
from engine.board import SYMBOLS, Geometry
from engine.way import Mistake

MOST_LINES: Final = 6
"""Lines about mistakes, few enough that they fit a phone's screen together with the board."""


def lines(language: str, shape: Geometry, mistake: Mistake) -> list[Markup]:
    """The first lines about notes that are lacking, and about notes that are excluded and why."""
    return [*_lacking(language, shape, mistake), *_blocked(language, shape, mistake)][:MOST_LINES]


def _lacking(language: str, shape: Geometry, mistake: Mistake) -> Iterator[Markup]:
    for cell, values in mistake.lacking:
        key = "hint.lacks" if len(values) == 1 else "hint.lacks_one_of"
        digits = messages.listed(language, [SYMBOLS[value - 1] for value in values])
        yield messages.html(language, key, cell=shape.name(cell), digits=digits)


def _blocked(language: str, shape: Geometry, mistake: Mistake) -> Iterator[Markup]:
    for (cell, value), holder in mistake.blocked:
        names = {"cell": shape.name(cell), "holder": shape.name(holder)}
        yield messages.html(language, "hint.blocked", digit=SYMBOLS[value - 1], **names)


def marks(mistake: Mistake) -> dict[int, str]:
    """The marks of a text board: cells to look at, notes that go, and digits that exclude them."""
    found = {holder: FILLED for _, holder in mistake.blocked}
    found |= {note.cell: REMOVED for note, _ in mistake.blocked}
    return found | {cell: LOOKED_AT for cell, _ in mistake.lacking}


def candidates(mistake: Mistake) -> dict[int, int]:
    """The digits that are spoken of, as masks by cell."""
    found = dict[int, int]()
    for cell, value, _ in _spoken_of(mistake):
        found[cell] = found.get(cell, 0) | 1 << value - 1
    return found


def marked(picture: BoardPicture, mistake: Mistake) -> BoardPicture:
    """The picture with the mistakes in the notes marked."""
    holders = {holder: CellRole.OTHER for _, holder in mistake.blocked}
    cells = holders | dict.fromkeys(mistake.noted, CellRole.TARGET)
    return replace(
        picture,
        highlights=tuple(Highlight(cell, role) for cell, role in cells.items()),
        candidates=tuple(CandidateMark(*spoken) for spoken in _spoken_of(mistake)),
    )


def _spoken_of(mistake: Mistake) -> Iterator[tuple[int, int, CandidateRole]]:
    for cell, values in mistake.lacking:
        yield from ((cell, value, CandidateRole.PATTERN) for value in values)
    for (cell, value), _ in mistake.blocked:
        yield cell, value, CandidateRole.ELIMINATE
