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
_EL: Final = (
    r"(?:en |in |on )?(?:el |la |lo |the )?(?:cell|square|spot|one|1|celda|casilla|de)? {0,3}"
)
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
    (rf"{_TA}的?正?[下](?:面|边|方)的?(?:那?1?个?格?子?)?", (1, 0)),
    (rf"{_TA}的?正?[上](?:面|边|方)的?(?:那?1?个?格?子?)?", (-1, 0)),
    (rf"{_TA}的?正?右(?:面|边|方)的?(?:那?1?个?格?子?)?", (0, 1)),
    (rf"{_TA}的?正?左(?:面|边|方)的?(?:那?1?个?格?子?)?", (0, -1)),
    (rf"{_EL}{_NEAR}(?:next to|beside) {_IT},? (?:on|to) (?:the|its) right(?: side)?\b", (0, 1)),
    (rf"{_EL}{_NEAR}(?:next to|beside) {_IT},? (?:on|to) (?:the|its) left(?: side)?\b", (0, -1)),
    (rf"{_EL}{_NEAR}al lado derech[oa](?: de {_ESE}\b)?", (0, 1)),
    (rf"{_EL}{_NEAR}al lado izquierd[oa](?: de {_ESE}\b)?", (0, -1)),
    (rf"{_EL}{_NEAR}(?:next to|beside) {_IT}\b|\b(?:al ladito|al lado)(?: de {_ESE})?\b", None),
    (r"(?:它|[这那](?:个|格))?的?旁边的?(?:那?个格?|那?格)", None),
)
_ENDS: Final = r"(?= *(?:[,.;!，。；]|and\b|y\b|please\b|pls\b|por favor\b|porfa\b|$))"
_BEFORE: Final = r"(?<=[,，、。 ])再?在?"
_PLACED: Final = r"(?=再?[填写放是])"
_BARE: Final = (
    (rf"(?<=\d ){_NEAR}(?:above|encima|(?<=justo )arriba){_ENDS}", (-1, 0)),
    (rf"(?<=\d ){_NEAR}(?:below|underneath|debajo|(?<=justo )abajo){_ENDS}", (1, 0)),
    (rf"(?<=\d ){_NEAR}(?:(?:to|on) the right|a la derecha){_ENDS}", (0, 1)),
    (rf"(?<=\d ){_NEAR}(?:(?:to|on) the left|a la izquierda){_ENDS}", (0, -1)),
    *(
        (rf"{_BEFORE}(?:紧挨着|紧靠|正)*{side}[面边方]的?[那1]*个?格?子?里?的?{_PLACED}", way)
        for side, way in (("上", (-1, 0)), ("下", (1, 0)), ("左", (0, -1)), ("右", (0, 1)))
    ),
)
"""Words that are a place only behind one that was named: `6 in r9c1 and a 3 above`."""

_SAME: Final = r"(?:in |on |en )?(?:the |la )?(?:same|misma)"
_SAME_LINE: Final = (
    rf"\b{_SAME} (?:row|fila)[, ]*(?:(?:in|at|en|the|la) )*(?:column|columna|col) (?P<c1>\d{{1,2}})"
    rf"|\b(?:column|columna|col) (?P<c2>\d{{1,2}}) (?:of |de )?{_SAME} (?:row|fila)\b"
    r"|同行[,的]?第? ?(?P<c3>\d{1,2}) ?列"
    rf"|\b{_SAME} (?:column|columna)[, ]*(?:(?:in|at|en|the|la) )*(?:row|fila) (?P<r1>\d{{1,2}})"
    rf"|\b(?:row|fila) (?P<r2>\d{{1,2}}) (?:of |de )?{_SAME} (?:column|columna)\b"
    r"|同列[,的]?第? ?(?P<r3>\d{1,2}) ?行"
)
"""Another cell of the row or the column that was named: `in the same row, column 9`."""

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
            _SAME_LINE,
            *(f"(?P<w{at}>{form})" for at, (form, _) in enumerate((*_WAYS, *_BARE))),
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
        is_named = bool(_NAMED.search(text, 0, found.start()))
        cell = _meant(found, geometry.size, last, is_named=is_named)
        if cell is None:
            return found[0]
        last = cell
        return f" <r{cell[0] + 1}c{cell[1] + 1}> "

    return _FOUND.sub(named, text)


def _meant(
    found: re.Match[str], size: int, last: tuple[int, int] | None, *, is_named: bool
) -> tuple[int, int] | None:
    """The cell that words mean beside `last`; `is_named` says that the text named one before."""
    if (found.lastgroup or "").startswith("w"):
        is_bare = _way_of(found) >= len(_WAYS)
        return _beside(found, size, last) if is_named or not is_bare else None
    if last is None or not is_named:
        return None
    column, row = (
        next(filter(None, map(found.group, names)), None)
        for names in (("zh", "la", "c1", "c2", "c3"), ("r1", "r2", "r3"))
    )
    cell = (int(row) - 1 if row else last[0], int(column) - 1 if column else last[1])
    return cell if all(0 <= at < size for at in cell) else None


def _way_of(found: re.Match[str]) -> int:
    return int((found.lastgroup or "w0")[1:])


def _beside(
    found: re.Match[str], size: int, last: tuple[int, int] | None
) -> tuple[int, int] | None:
    """The cell that a phrase means; None where the board has none, or several."""
    way = (*_WAYS, *_BARE)[_way_of(found)][1]
    if last is None:
        return None
    ways = [way] if way else [(0, -1), (0, 1)]
    cells = [(last[0] + down, last[1] + across) for down, across in ways]
    cells = [cell for cell in cells if all(0 <= at < size for at in cell)]
    return cells[0] if len(cells) == 1 else None
