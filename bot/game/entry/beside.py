"""Cells beside another one: `the one below it`, `right of that`, `它右边那个`, `debajo de ese`.

Such words mean a neighbour of the cell named before them in the sentence, else of the cell that the
person looked at last. `Next to it` is a place only at an edge, where one neighbour in the row is
left, and `over there` is none. What lies beyond the board stays as it was said, and no reader takes
it for a move.
"""

import re
from typing import Final

from engine.board import Geometry

_IT: Final = (
    r"(?:it|(?:that|this|the last)(?: (?:one|1|cell|square|number))?|there|here"
    r"|(?:the )?(?:one|1) (?:that )?i (?:have )?(?:just )?\w+"
    r"|(?:my|the) (?:last|latest|previous|most recent) (?:move|number|digit|one|1|entry|cell)"
    r"|where i (?:just |last )?\w+)"
)
_ESE: Final = (
    r"(?:(?:mi|la|el) ultim[oa](?: (?:jugada|numero|cifra|movimiento|casilla|celda))?"
    r"(?: que \w+)?|lo ultimo(?: que \w+)?"
    r"|(?:el|la|es[aeo]|est[aeo])"
    r"(?: (?:celda|casilla|ultimo|ultima|numero|que (?:acabo de )?\w+))?)"
)
_TA: Final = (
    r"(?:它|[这那](?:个|格)|刚才那个|刚才那格"
    r"|我?(?:刚才?|刚刚|上1?步|最后1?步?)我?[填写放下走]?的?(?:那)?1?(?:个|格|步)?(?:数字?|格子?)?)"
)
_EL: Final = r"(?:en |in |on )?(?:el |la |lo |the )?(?:cell|square|spot|one|1|celda|casilla|de)? *"
_NEAR: Final = r"(?:right |directly |just |immediately |justo )?"
_WAYS: Final = (
    (rf"{_EL}{_NEAR}(?:below|under(?:neath)?|beneath) {_IT}\b", (1, 0)),
    (rf"{_EL}{_NEAR}above {_IT}\b", (-1, 0)),
    (rf"{_EL}{_NEAR}(?:to the |on the )?right of {_IT}\b", (0, 1)),
    (rf"{_EL}{_NEAR}(?:to the |on the )?left of {_IT}\b", (0, -1)),
    (rf"{_EL}{_NEAR}(?:a la derecha de {_ESE}|a su derecha)\b", (0, 1)),
    (rf"{_EL}{_NEAR}(?:a la izquierda de {_ESE}|a su izquierda)\b", (0, -1)),
    (rf"{_EL}{_NEAR}(?:debajo|abajo) de {_ESE}\b", (1, 0)),
    (rf"{_EL}{_NEAR}(?:encima|arriba) de {_ESE}\b", (-1, 0)),
    (rf"{_TA}的?[下](?:面|边|方)的?(?:那?1?个?格?子?)?", (1, 0)),
    (rf"{_TA}的?[上](?:面|边|方)的?(?:那?1?个?格?子?)?", (-1, 0)),
    (rf"{_TA}的?右(?:面|边|方)的?(?:那?1?个?格?子?)?", (0, 1)),
    (rf"{_TA}的?左(?:面|边|方)的?(?:那?1?个?格?子?)?", (0, -1)),
    (rf"{_EL}{_NEAR}(?:next to|beside) {_IT}\b|\b(?:al ladito|al lado)(?: de {_ESE})?\b", None),
    (r"(?:它|[这那](?:个|格))?的?旁边的?(?:那?个格?|那?格)", None),
)
_SAME_ROW: Final = (
    r"(?P<nth>第 ?(?P<zh>\d{1,2}) ?[格个](?=[填写放是])"
    r"|\b(?:the |la )(?P<la>\d{1,2})# (?:cell|square|spot|1|celda|casilla)\b(?! (?:of|in|de)\b))"
)
"""Another cell of the row that was named: `第2行第3格填6，第5格填9`."""

_FOUND: Final = re.compile(
    "|".join(
        [
            r"<r(\d+)c(\d+)>",
            _SAME_ROW,
            *(f"(?P<w{at}>{form})" for at, (form, _) in enumerate(_WAYS)),
        ]
    )
)

_NAMED: Final = re.compile(r"<r\d+c\d+>")


def with_neighbours(text: str, geometry: Geometry, there: int | None) -> str:
    """A text with cells as `<r4c5>`, in which cells beside another one are named as well.

    `there` is the cell that `it` means where the text names none before it.
    """
    last = None if there is None else divmod(there, geometry.size)

    def named(found: re.Match[str]) -> str:
        nonlocal last
        if found[1]:
            last = int(found[1]) - 1, int(found[2]) - 1
            return found[0]
        if found["nth"]:
            row, column = last[0] if last else 0, int(found["zh"] or found["la"]) - 1
            is_named = bool(_NAMED.search(text[: found.start()])) and 0 <= column < geometry.size
            cell = (row, column) if last and is_named else None
        else:
            cell = _beside(found, geometry.size, last)
        if cell is None:
            return found[0]
        last = cell
        return f" <r{cell[0] + 1}c{cell[1] + 1}> "

    return _FOUND.sub(named, text)


def _beside(
    found: re.Match[str], size: int, last: tuple[int, int] | None
) -> tuple[int, int] | None:
    """The cell that a phrase means; None where the board has none, or several."""
    way = _WAYS[int((found.lastgroup or "w0")[1:])][1]
    if last is None:
        return None
    ways = [way] if way else [(0, -1), (0, 1)]
    cells = [(last[0] + down, last[1] + across) for down, across in ways]
    cells = [cell for cell in cells if all(0 <= at < size for at in cell)]
    return cells[0] if len(cells) == 1 else None
