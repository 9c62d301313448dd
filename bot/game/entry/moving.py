"""A digit that goes to another cell: `move the last one to the left`, `把r3c4的3移到它下面`.

Such a sentence names the digit by its cell, by itself, or as the last one, and then a cell or a
way. The whole of it must be that; with any other word in it, it is none. Who only says `move it up`
may mean the board, so without a number or a noun of cells that is only likely.
"""

import re
from dataclasses import dataclass
from typing import Final

from bot.game.entry.message import Letters
from bot.game.entry.pointed import (
    EXCUSE,
    GANG,
    LAST,
    LONGEST_POINTING,
    ULTIMO,
    WAYS,
    last_elsewhere,
)
from bot.game.entry.question import ordered
from bot.game.entry.spoken import CELL, left_of, marked, marked_cell
from engine.board import Geometry

_VERB: Final = re.compile(
    r"\b(?:move|shift|slide|nudge|bump|push|scoot)\b"
    r"|\b(?:(?:muev[ea]|desplaza|recorre|corre|pasa)(?:l[oa]|mel[oa]|me)?"
    r"|(?:mover|desplazar|recorrer|correr|pasar)(?:l[oa]|mel[oa])?)\b"
    r"|[移挪搬](?!除|开|走|掉|植)动?(?:过去|1?下(?![面边方]))?"
)
_TARGET: Final = re.compile(
    r"(?:\b(?:to|into|onto|over to|a|hasta|hacia|pa)\b(?: (?:the|la|el|cell|square|celda"
    r"|casilla))*|[到去至]) *<(r\d+c\d+)>"
)
_LAST: Final = tuple(
    map(re.compile, (LAST, ULTIMO, rf"(?=[^上]*(?:刚|最后|最近|上1?[步次])){GANG}"))
)
_REQUEST: Final = re.compile(r"^\W*(?:me )?(l[oa] )?mueves\b([^?]*)\?\W*$")
_MEANT: Final = re.compile(
    r"^\W*(?:i )?(?:meant|ment|wanted)(?: (?:it|that))?(?: to (?:go|be))?"
    r"(?: (?:in|into|at|for|on))? *(<r\d+c\d+>)"
    r"(?:[ ,]*(?:and )?(?:not|instead of) (?:in )?(<r\d+c\d+>))?\W*$"
)
"""`I meant r7c7, not r7c8`: where the digit was to go, and where it went."""

_IT: Final = re.compile(
    r"\b(?:it|that|this|lo|eso|ese|esa)\b|它|[这那]个"
    r"|\b(?:mueve|pasa|corre|desplaza|recorre|mover|pasar)(?:me)?l[oa]\b"
)
_DIGIT: Final = re.compile(
    r"(?:\b(?:the|my|that|this|el|mi|ese|este|al|digit|number|numero) |[把将的个])"
    r"(\d{1,2})(?![\d#]| ?[格行列个]| (?:cell|square|row|col|casilla|celda|fila))"
)
_WAY: Final = re.compile(
    r"\b(?P<way>up|above|higher|down|below|lower|under|left|right|arriba|encima|abajo|debajo"
    r"|izquierda|derecha)(?:wards?)?\b(?: of (?:it|that)\b)?(?! (?:of|de) )"
    r"|[往向朝到]? *(?:(?:它|其|[这那]个)的?)?正?(?P<han>[上下左右])(?:面|边|方|侧)?的?"
)
_NOUN: Final = re.compile(
    r"\b(?:cell|square|spot|place|space|row|column|col|celda|casilla|fila|columna|lugar|espacio"
    r"|cuadro|cuadrito)s?\b|[格行列](?:子|里)?|位置?"
)
_WAYWARD: Final = re.compile(
    r"\b(?:by|over|further|farther|more|mas|hacia|para|pa|its|su|lado|del? lado|directly|up|off)\b"
    r"|\b(?:just|one|again|otra vez)\b|那|再|往|向|朝|到"
)
_NO_DIGIT: Final = re.compile(
    r"\b(?:this|that|est[ae]|es[ae]) (?:row|column|col|line|side|fila|columna|linea|lado)\b"
    r"|(?:^|[把将]) *[这那][1个]*[行列]|我[把将].*了\W*$"
)
"""A whole row or column is to go, or somebody tells that they have moved something."""

_LOOSE: Final = re.compile(r"\b(?:bump|push)\b")
"""Verbs for a level or an hour as well: `bump it up one`."""

_MOST: Final = 15
"""Cells that a digit may be moved across."""


@dataclass(frozen=True, slots=True)
class Moved:
    """A digit that is to go to another cell.

    `source` is None where the digit is the last one, or the only one of its kind; `is_last` says
    that the text speaks of the last one. The goal is `target`, or else as many rows down and
    columns across as `way` says.
    """

    source: int | None
    digit: int | None
    is_last: bool
    target: int | None
    way: tuple[int, int]
    is_sure: bool


def moved_in(text: str, geometry: Geometry, letters: Letters) -> Moved | None:
    """The digit that a text wants in another cell, and says nothing else; None for none."""
    if (meant := last_elsewhere(text)) is not None:
        return Moved(None, None, is_last=True, target=None, way=meant.way, is_sure=meant.is_sure)
    is_short = len(text) <= LONGEST_POINTING
    said = ordered(_REQUEST.sub(r"mueve \1\2", text.lower())) if is_short else None
    if said is None:
        return None
    plain = _MEANT.sub(r"move \2 to \1", EXCUSE.sub("", marked(said, geometry, letters)))
    if len(_VERB.findall(plain)) != 1 or _NO_DIGIT.search(plain):
        return None
    has_it = bool(_IT.search(plain))
    rest = _VERB.sub(" ", plain)
    goal = _TARGET.search(rest)
    rest = _without(rest, goal)
    last = next(filter(None, (form.search(rest) for form in _LAST)), None)
    rest = _without(rest, last)
    cells, rest = CELL.findall(rest), CELL.sub(" ", rest)
    digit = _DIGIT.search(rest)
    rest = _without(rest, digit)
    ways = [] if goal else [*_WAY.finditer(rest)]
    rest = rest if goal else _WAY.sub(" ", rest)
    counts = re.findall(r"\d+", rest)
    is_cells = bool(_NOUN.search(rest))
    bare = re.sub(r"\d+", " ", _WAYWARD.sub(" ", _NOUN.sub(" ", _IT.sub(" ", rest))))
    is_one = (
        len(cells) + bool(last) < 2 and len(ways) == (not goal) and len(counts) < (1 if goal else 2)
    )
    is_named = bool(cells or last or digit)
    if (
        left_of(bare)
        or not is_one
        or not (is_named or is_cells or counts or (has_it and ways) or goal)
    ):
        return None
    count = int(counts[0]) if counts else 1
    target = marked_cell(goal[1], geometry) if goal else None
    source = marked_cell(cells[0], geometry) if cells else None
    if (goal and target is None) or (cells and source is None) or not 1 <= count <= _MOST:
        return None
    down, across = _way(ways)
    return Moved(
        source,
        int(digit[1]) if digit else _digit_of(last, text),
        last is not None,
        target,
        (down * count, across * count),
        is_sure=is_named or (has_it and (bool(goal) or (is_cells and not _LOOSE.search(plain)))),
    )


def _way(ways: list[re.Match[str]]) -> tuple[int, int]:
    return WAYS[ways[0]["way"] or ways[0]["han"]] if ways else (0, 0)


def _digit_of(last: re.Match[str] | None, text: str) -> int | None:
    """The digit that is named as the last one: `the 8 I just placed`."""
    named = last.groupdict() if last else {}
    was = named.get("was") or named.get("was2")
    # `The last one` names no digit, although its noun is a number.
    return int(was) if was and not (was == "1" and re.search(r"\bone\b", text.lower())) else None


def _without(text: str, found: re.Match[str] | None) -> str:
    return f"{text[: found.start()]} {text[found.end() :]}" if found else text
