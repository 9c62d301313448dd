"""Questions about the game as it stands: the last move, how often a digit is there, whose it is.

A question changes nothing and its answer is short, so it may hold other words; but each form names
what it asks for, and a text that orders something is none of them.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from bot.game.entry.heard import with_digits
from bot.game.entry.message import Letters
from bot.game.entry.places import with_last_corner
from bot.game.entry.sought import unit_in
from bot.game.entry.spoken import CELL, LONGEST, marked, marked_cell
from bot.game.entry.units import asks_for_singles, fullest, of_unit
from engine.board import KINDS, Geometry

_LAST_MOVE: Final = re.compile(
    r"\b(?:what|wat|which|where)(?:'?s| is| was| were)? (?:my|the) (?:very )?"
    r"(?:last|latest|previous|most recent) (?:move|digit|number|entry|placement)\b"
    r"|\b(?:what|which (?:cell|number|digit|square)|where) did i (?:just |last )?"
    r"(?:put|place|enter|play|write|fill|type|do)(?: in)?(?: last| just now)?[\s?.!]*$"
    r"|\b(?:cual|donde) (?:fue|es|era|ha sido|estaba) (?:mi|la|el) ultim[oa]"
    r"(?: (?:jugada|numero|cifra|movimiento))?[\s?.!]*$"
    # `Que puse` is a question only at the beginning: `borra el número que puse` asks nothing.
    r"|(?:^ *|[,.;!]  *|\b(?:dime|sabes|di|y) )(?:que|k|ke|q) "
    r"(?:fue lo ultimo que |es lo ultimo que )?(?:puse|he puesto|acabo de poner|escribi)"
    r"(?: lo ultimo| ultimo| recien| hace un momento)?[\s?.!]*$"
    r"|\bdonde (?:puse|he puesto) (?:mi|el|la) ultim[oa]\b"
    r"|(?:上1?步|刚才?|刚刚|最后1?[步个格]?)我?(?:填|下|走|写|放)了?的?(?:是|了|在)*"
    r"(?:什么|哪里?|哪个|哪儿|几|啥)"
)
_COUNT: Final = re.compile(
    r"\bhow many (?:of the )?(\d{1,2})(?:'?s)?\b"
    r"(?! *(?:cell|square|row|col|box|hint|mistake|error))"
    r"|\bhow many (?:more )?(\d{1,2})'?s\b"
    r"|\bcuant[oa]s (\d{1,2})(?:'?s)?\b"
    r"(?= *(?:van|hay|falta|queda|llev|me|ya|tengo|he|puse|estan|[?]|$))"
    r"|(?:差|剩|缺|有|填了?|放了?|出现了?)(?:了)?(?:几|多少)[个次]?(\d{1,2})"
    # Not the column of a cell: `r9c8填几`.
    r"|(?<![a-z\d])(\d{1,2})(?:还|一共|总共|已经|现在)*(?:差|剩|缺|有|填了?|出现了?)(?:几|多少)[个次]?"
)
_HINTS: Final = re.compile(
    r"\bhow many (?:hints?|tips?) (?:have|did|do|has|had|ve) (?:i|we)\b"
    r"|\bhow many (?:hints?|tips?) (?:used|so far|taken)\b"
    r"|\bcuant[ao]s (?:pistas|ayudas) (?:he|llevo|use|gaste|pedi|van|me he|tengo usadas)\b"
    r"|(?:用|看|要|求|点)了?(?:几|多少)(?:次|个|条)?提示|提示(?:我)?(?:一共|总共)?(?:用|看|点)了?"
    r"(?:几|多少)"
)
_OWN: Final = re.compile(
    r"\b(?:tell|distinguish|know)\b.*\b(?:ones?|numbers|digits|1s?)\b.*"
    r"\b(?:typed|wrote|entered|put in|put|mine|filled)\b.*\b(?:from|given|there|already|start)"
    r"|\bwhich (?:of (?:the|these) )?(?:ones?|numbers|digits|1s?) (?:are (?:mine|my own)"
    r"|did i (?:put|write|type|enter|fill))"
    r"|\b(?:cuales|que numeros|que cifras) (?:son mi[ao]s|(?:puse|he puesto|escribi) yo)\b"
    r"|\b(?:distingo|distinguir|diferenci\w+)\b.*\b(?:mi[ao]s|puse|puesto|escrit[ao]s?|escribi)\b"
    r"|哪些(?:数字?)?是我(?:自己)?[填写放]的|[分区]不?(?:清|出|开|得).*我(?:自己)?[填写放]"
)
_WHOSE: Final = re.compile(
    r"\b(?:is|was) (?:this|that|it|the (?:1|one) there)? ?(?:1|one|cell|number|digit|square)?"
    r" ?(?:really )?(?:a given|given|mine|my own|one of mine|1 of mine|from the puzzle"
    r"|there from the start)\b"
    r"|\bdid i (?:write|put|enter|type|fill in|place) (?:this|that|it)\b"
    r"|\b(?:es|era) (?:mi[ao]|inicial|del sudoku|de las iniciales)\b(?! \w*(?:culpa|turno))"
    r"|\b(?:lo|la|este|ese) puse yo\b"
    r"|[这那這]个?(?:格子?|数字?|里)?.*我[填写放寫]的.*(?:题目|題目|本来|本來|原来|还是|還是|吗|嗎)"
)
_READ: Final = re.compile(
    r"\bread\b(?: \w+){0,4} (?:row|column|col|box)\b|\bwhats? (?:is )?in (?:row|column|box) \d"
    r"|\b(?:leeme|lee|leer|leerme|lea|dictame|dime que hay en)\b.* (?:fila|columna|caja) \d"
    r"|[念读报]"
)
_FILLED: Final = re.compile(
    r"^\W*(?:(?:so|and|hey|wait|ok|hm+|u[mh]+|lol|oh|hold on)[ ,]*)*(?:is|was|did|have|has|do)\b.*"
    r"\b(?:filled|empty|blank|free|taken|occupied|done|do|fill|finish(?:ed)?|something|anything)\b"
    r"|\b(?:did|have) i (?:already |even |ever )?(?:do|done|fill|filled|finish|finished)\b"
    r"|\b(?:esta|sigue|quedo) .*\b(?:llena|vacia|libre|ocupada|rellena|hecha)\b"
    r"|\b(?:llena|vacia|libre|ocupada|rellena)\b.*[?]|\bya (?:hice|rellene|llene|complete)\b"
    r"|(?:填|有数字?)(?:好|上|过)?了?(?:没有?|[吗嘛么])|是不是.*[空填]|空(?:着|的)?[吗嘛么]"
    r"|填[好过]?没填?"
)
"""Whether a cell is filled."""

_ORDER: Final = re.compile(
    r"\b(?:undo|erase|delete|remove|change|put a|borra(?:r|me)?|quita(?:r|me)?|deshaz|deshacer"
    r"|cambia(?:r|me)?|pon un)\b|撤|删|擦|改成"
)


class Told(StrEnum):
    """What is asked about a game."""

    LAST_MOVE = "last_move"
    DIGIT = "digit"
    HINTS = "hints"
    OWN = "own"
    WHOSE = "whose"
    UNIT = "unit"
    DIGITS = "digits"
    HELP = "help"
    FULLEST = "fullest"
    SINGLES = "singles"


@dataclass(frozen=True, slots=True)
class Asking:
    """A question about a game; `about` is the digit, the cell or the unit that it names.

    The kind of unit of which the fullest is asked for is that of its first unit.
    """

    told: Told
    about: int = 0


def asking(text: str, geometry: Geometry, letters: Letters, there: int | None) -> Asking | None:
    """What a text asks about the game; None for anything else.

    `there` is the cell that is meant where none is named.
    """
    if len(text) > LONGEST:
        return None
    plain = with_digits(text.lower()).replace("¿", " ")
    if _ORDER.search(plain):
        return None
    if counted := _COUNT.search(plain):
        digit = int(next(filter(None, counted.groups())))
        return Asking(Told.DIGIT, digit) if 1 <= digit <= geometry.size else None
    named = marked(text, geometry, letters)
    unit, _ = unit_in(named, geometry)
    if (kind := fullest(plain)) is not None and (unit is None or geometry.unit_kind(unit) == kind):
        return Asking(Told.FULLEST, KINDS.index(kind) * geometry.size)
    if asks_for_singles(plain):
        # Of one unit it is told which digits it lacks.
        return Asking(Told.SINGLES) if unit is None else Asking(Told.HELP, unit)
    likely = with_last_corner(text)
    cells = CELL.findall(named if likely == text else marked(likely, geometry, letters))
    return _of_places(plain, named, cells, geometry, there)


def _of_places(
    plain: str, named: str, cells: Sequence[str], geometry: Geometry, there: int | None
) -> Asking | None:
    """A question about the last move, a cell or a unit."""
    for told, form in ((Told.LAST_MOVE, _LAST_MOVE), (Told.HINTS, _HINTS), (Told.OWN, _OWN)):
        if form.search(plain):
            return Asking(told)
    if _WHOSE.search(plain):
        return _whose(CELL.findall(named), geometry, there)
    if cells:
        is_filled = _FILLED.search(plain) and not re.search(r"\d", CELL.sub("", named))
        return _whose(cells, geometry, None) if is_filled else None
    unit, rest = unit_in(named, geometry)
    if unit is None:
        return None
    if _READ.search(plain):
        return Asking(Told.UNIT, unit)
    asked = of_unit(rest)
    return None if asked is None else Asking(Told(asked), unit)


def _whose(cells: Sequence[str], geometry: Geometry, there: int | None) -> Asking | None:
    """The question whose digit stands in the cell that is named, or pointed at where none is."""
    if len(cells) > 1:
        return None
    cell = marked_cell(cells[0], geometry) if cells else there
    return None if cell is None else Asking(Told.WHOSE, cell)
