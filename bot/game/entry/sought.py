"""Where a digit goes, or what becomes of digits that stand somewhere: `where does the 4 go in the
top right box`, `change the 5 in row 2 to a 6`, `erase my numbers in column 2`.

Such a sentence names a digit and a row, a column or a box, and no cell. A question changes nothing,
so it may hold any other words. What changes something must have one of a few forms, and it counts
only where exactly one of the person's own digits can be meant.
"""

import re
from dataclasses import dataclass, replace
from typing import Final

from bot.game.entry.erasing import ERASE, counts_notes
from bot.game.entry.heard import with_digits
from bot.game.entry.message import Letters
from bot.game.entry.pointed import Erased, one_erased
from bot.game.entry.question import is_question
from bot.game.entry.spoken import CELL, LONGEST, left_of, marked
from bot.game.move import mask_of
from engine.board import KINDS, Geometry

_LONGEST_ASKED: Final = 400
"""Characters of the longest question; it changes nothing, so it may be told at length."""

MOST_NAMED: Final = 16
"""The largest digit that somebody may ask for although their board has none."""

_LINES: Final = {
    "row": r"(?:row|fila|renglon)",
    "column": r"(?:column|columna|col)",
    "box": r"(?:box|block|caja|bloque)",
}
_HAN: Final = {"row": "行", "column": "列", "box": "宫"}
_UNITS: Final = tuple(
    re.compile(rf"\b{name} *(?:number )?(\d{{1,2}})\b|(\d{{1,2}})#? *(?:{name}\b|{_HAN[kind]})")
    for kind, name in _LINES.items()
)
_AS_BOX: Final = re.compile(r"\b(?:re)?cuadr(?:o|ado)\b|\bsquare(?= (?:of nine|block))")
_AS_BOX_HAN: Final = re.compile(r"[大小]?(?:块|方框|方格|区域|九宫格?|宫格)(?!\d)")
_A_FEW: Final = re.compile("一(?=[个下点些格块次步])")
"""This 一 names no digit."""

_WHERE: Final = re.compile(
    r"\b(?:where|wheres|dnd)\b|\b(?:which|what) (?:cell|square|spot|place)\b"
    r"|\b(?:everywhere|anywhere)\b|\b(?:places|spots|cells|squares) (?:that |where |for )?an?\b"
    r"|\b(?:a|en|por)?(?:don|aon)de\b"
    r"|\ben que (?:celda|casilla|sitio|hueco)\b|哪|什么(?:地方|位置)|何处"
)
_GOES: Final = re.compile(
    r"\b(?:go|goes|put|place|placed|fit|fits|belong|belongs|live|stick|meto|meter|pongo|poner|puesto"
    r"|va|van|vaya|vayan|ir|iria|irian|cabe|caben|entra|entran|encaja|encajan|coloco)\b|[放填搁塞写]|应该?在|能在|可能在|位置"
)
_STAND: Final = re.compile(
    r"\ball\b.*?\b\d{1,2}'?s?\b|\b\d{1,2}'?s\b|\bevery \d{1,2}\b"
    r"|\b(?:estan|hay|quedan|tengo|veo|tod[oa]s)\b.*?\b(?:los|las) \d{1,2}(?:'?s)?\b"
    r"|\b(?:los|las) \d{1,2}(?:'?s)?\b.*\b(?:estan|hay|quedan|tengo|veo|tod[oa]s)\b"
    r"|\d{1,2}(?:们|都|全|分别|到底|现在)*在|所有的?\d{1,2}|在.{0,4}\d{1,2}"
)
"""Words for the digits of one kind that stand on the board: `all the 7s`, `7在哪里`."""

_SHOWN: Final = re.compile(
    r"\b(?:highlight|show|mark|point out|light up|colou?r(?: in)?|circle)(?: me| up| us)?"
    r" (?:(?:all|every|each|where|of|the|my|are|is) )*(\d{1,2})(?:'?s\b(?: (?:are|is|stand))?"
    r"|(?<=(?:y|h) \d)\b)(?! *(?:in)? *<r)"
    r"|\b(?:resalt|marc|muestr|mostr|ensen|senal|ilumin|destac)\w* (?:(?:todos|cada|donde|estan|hay"
    r"|en|el|tablero) )*(?:los |las |cada |uno de los )(?:numeros |cifras )?(\d{1,2})(?:'?s)?\b"
    r"(?! (?!del? |en |que |por|xfa|gracias|plis)[a-z])"
    r"|(?:highlight|高亮|标出|突出|显示|圈出|指出|标亮|亮出来?)[^\d<]{0,4}(?:所有|全部|每个|啲|晒|全|都)[^\d<]{0,3}"
    r"(\d{1,2})(?!\d| ?[行列宫格步个])"
    r"|(?:所有|全部|每个|啲|[把将])的?(\d{1,2})[都全]*[^\d<]{0,6}(?:highlight|高亮|标出|突出|显示|圈出|指出|标亮|亮出来?)",
)
"""Wishes to see all digits of a kind."""

_ELSE: Final = re.compile(
    r"\b(?:games?|puzzles?|partidas?|sudokus|wrong|mistakes?|mal|error|errores|hints?|pistas?"
    r"|notes?|notas?|moves?|jugadas?|settings?|days?|dias?)\b|错|[题局]|提示|笔记|步"
)
_CLAIMED: Final = re.compile(
    r"\b(?:can|must|has to|have to|could) only (?:go|be|fit|stand)\b|\bonly (?:goes|fits)\b"
    r"|\bsolo (?:puede|cabe|va|entra)n?\b|\b(?:puede|tiene que) (?:ir|estar) solo\b"
    r"|只[能会可][能以]?[放填在]|只有.*[能放填]"
)
"""Where somebody thinks that a digit must go, and asks whether that is right."""

_CHANGED: Final = tuple(
    re.compile(form)
    for form in (
        (
            r"\b(?:change|swap|replace|turn|make|switch)\b\D*(\d{1,2})\D*"
            r" (?:in)?(?:to|with|for|by|into) (?:an? )?(\d{1,2})\b"
        ),
        (
            r"\b(?:cambia|cambiame|cambie|sustituye|reemplaza)\b\D*(\d{1,2})\D*"
            r" (?:por|x|a|con) (?:un )?(\d{1,2})\b"
        ),
        (
            r"(\d{1,2}) (?:de|del|en)\b\D*(?:cambialo|cambiala|cambiamelo|ponlo)"
            r" (?:por|x|a|como) (?:un )?(\d{1,2})\b"
        ),
        (
            r"(\d{1,2})(?:不[是对]\d{0,2}[\s,，]*(?:应该)?[是要]|(?:要|应该)?[改换]成|[改换]为)"
            r"[个一]?(\d{1,2})"
        ),
    )
)
_WIPED: Final = (
    r"(?:erase|delete|clear|remove|wipe|empty|scrap|bin|scrub|rub|get (?:rid|shot) of)"
    r"(?: (?:out|off|away|up))?"
)
_ALL_ERASED: Final = re.compile(
    rf"\b{_WIPED}\b.*\b(?:all|every(?:thing)?|ev(?:er|r)?[yi] ?th?ing?|my|mine|whatever|what i"
    r"|(?:the )?(?:stuff|numbers?|digits?|ones?|things) (?:that )?i(?: have|'?ve)? \w+)\b"
    r"|\b(?:borra|borrame|quita|quitame|elimina|vacia|limpia)\b.*\b(?:tod[oa]s?|mis"
    r"|lo (?:mio|que (?:yo )?(?:puse|meti|escribi|rellene|he puesto)))\b"
    r"|(?:我[填写]的|所有|全部).*(?:[删擦清]|去掉)|(?:[删擦清]|去掉).*(?:我[填写]的|所有|全部)"
)
_UNIT_ERASED: Final = re.compile(
    r"\W*(?:(?:please|pls|plz|ok|okay|now|just|can (?:you|u)|could (?:you|u)|no|ugh|oops)\W+)*"
    rf"{_WIPED}(?:\W+(?:out|the|this|whole|entire|of|in|from|for|me|again|now|please|pls|plz|thx))*\W*"
)
"""What is left of `clear column 8` without the column."""

_SAVE: Final = re.compile(
    r"\b(?:all|everything|anything) (?:but|bar|save)\b|\b(?:except|excluding|apart from|other than"
    r"|besides|outside|excepto|menos|salvo)\b|除了|以外|之外"
)
"""The unit is what is to stay: `erase everything except column 8`."""

_NOTED: Final = re.compile(
    r"\b(?:notes?|pencil(?:led)?(?: (?:marks?|scribbles?))?|scribbles?|candidates?|notas?"
    r"|candidatos?|marcas?|(?:small|tiny|little) (?:numbers|digits)"
    r"|numeros (?:chiqui\w+|peque\w+)|numeritos)\b|笔记|小字|小数字|候[选選]数?|备注"
)
_ONE_NOTE: Final = re.compile(r"\b(?:note|candidate|mark|nota|candidato|marca)\b")
_FROM_ALL: Final = re.compile(
    r"\b(?:all|every|each|any|everywhere|out|off|away|take|get rid|cells?|tod[oa]s?|cada|las?"
    r"|los|(?:are |is |were )?(?:an? )?(?:mess|messy)|(?:son |estan |es )?un (?:lio|desastre))\b"
    r"|太乱|乱七八糟|所有|全部|全都?|都|统统|们|每个|第"
)
_DENIED: Final = re.compile(r"\b(?:not|dont|don't|no|never|notes?|notas?)\b|别|笔记|候选|标记")


@dataclass(frozen=True, slots=True)
class Sought:
    """A digit that is looked for in a unit, by its index, or on the whole board (None).

    It may be beyond the digits of the board, up to MOST_NAMED.
    `is_standing` says that it is asked where it stands, too.
    """

    digit: int
    unit: int | None
    is_standing: bool = False


@dataclass(frozen=True, slots=True)
class Changed:
    """The digit in a unit that is to become another one."""

    unit: int
    digit: int
    becomes: int


@dataclass(frozen=True, slots=True)
class NotesErased:
    """The notes that are to go in all cells of a unit, as a mask."""

    unit: int
    mask: int


def sought_in(text: str, geometry: Geometry, letters: Letters) -> Sought | None:
    """The digit whose place a text asks for; None where it asks for none."""
    if len(text) > _LONGEST_ASKED:
        return None
    counted = _A_FEW.sub("", text.lower())
    named = _AS_BOX.sub("caja", _AS_BOX_HAN.sub("宫", counted))
    plain = marked(named, geometry, letters)
    unit, rest = unit_in(plain, geometry)
    if (shown := _SHOWN.search(rest)) and not _ELSE.search(rest) and not CELL.search(rest):
        digit = int(next(filter(None, shown.groups())))
        return Sought(digit, unit, is_standing=True) if 1 <= digit <= MOST_NAMED else None
    if _CLAIMED.search(plain) and not CELL.search(plain) and is_question(text):
        return _claimed(plain, geometry)
    asked = [*_WHERE.finditer(rest)]
    # Who tells much says first what the trouble is, with other digits, and asks at the end.
    for part in (rest, rest[asked[-1].start() :]) if asked else ():
        digits = [int(digit) for digit in re.findall(r"\d+", part)]
        is_going, is_standing = bool(_GOES.search(part)), bool(_STAND.search(part))
        is_else = _ELSE.search(part) or CELL.search(part)
        is_asked = (is_going or is_standing) and not is_else
        if is_asked and len(digits) == 1 and 1 <= digits[0] <= MOST_NAMED:
            return Sought(digits[0], unit, is_standing and not is_going)
    return None


def _claimed(plain: str, geometry: Geometry) -> Sought | None:
    """The digit and the box, or else the only unit, of which somebody thinks to know something."""
    unit, rest = unit_in(plain, geometry)
    boxes = {int(found[1] or found[2]) for found in _UNITS[-1].finditer(plain)}
    if len(boxes) == 1:
        unit = KINDS.index("box") * geometry.size + boxes.pop() - 1
    for form in _UNITS:
        rest = form.sub(" ", rest)
    digits = {int(digit) for digit in re.findall(r"\d+", rest)}
    is_one = len(digits) == 1 and max(digits) <= geometry.size and 0 not in digits
    is_there = unit is not None and unit < len(geometry.units)
    return Sought(digits.pop(), unit) if is_one and is_there else None


def changed_in(text: str, geometry: Geometry, letters: Letters) -> Changed | None:
    """The digit of a unit that a text wants to be another one; None where it wants none."""
    if len(text) > LONGEST:
        return None
    plain = marked(text, geometry, letters)
    unit, rest = unit_in(plain, geometry)
    found = next(filter(None, (form.search(rest) for form in _CHANGED)), None)
    if unit is None or found is None or CELL.search(plain):
        return None
    digit, becomes = int(found[1]), int(found[2])
    is_on_board = 1 <= digit <= geometry.size and 1 <= becomes <= geometry.size
    return Changed(unit, digit, becomes) if is_on_board and digit != becomes else None


def erased_in(text: str, geometry: Geometry, letters: Letters) -> int | None:
    """The unit in which a text wants all own digits to go; None where it wants nothing like it."""
    if len(text) > LONGEST:
        return None
    plain = marked(text, geometry, letters)
    unit, rest = unit_in(plain, geometry)
    is_named = _ALL_ERASED.search(rest) or _UNIT_ERASED.fullmatch(rest)
    is_denied = _DENIED.search(rest) or _SAVE.search(rest)
    is_wanted = is_named and not is_denied and not is_question(text)
    return unit if is_wanted and not re.search(r"\d", rest) and not CELL.search(plain) else None


def notes_erased_in(text: str, geometry: Geometry, letters: Letters) -> NotesErased | None:
    """The notes of a unit that a text wants gone, and says nothing else; None for anything else.

    They are those of all digits where it names none.
    """
    if len(text) > LONGEST or is_question(text):
        return None
    plain = marked(text, geometry, letters)
    unit, rest = unit_in(plain, geometry)
    digits = tuple(int(found) for found in re.findall(r"\d+", rest))
    is_named = ERASE.search(rest) and _NOTED.search(rest) and not counts_notes(rest)
    if not is_named or unit is None or not 1 <= min(digits, default=1) <= geometry.size:
        return None
    said = re.sub(r"\d+(?:'?s)?", " ", _FROM_ALL.sub(" ", _NOTED.sub(" ", rest)))
    is_unnamed = not digits and _ONE_NOTE.search(rest)
    is_more = left_of(ERASE.sub(" ", said)) or CELL.search(plain) or is_unnamed
    if is_more or max(digits, default=1) > geometry.size:
        return None
    return NotesErased(unit, mask_of(digits or tuple(range(1, geometry.size + 1))))


def one_erased_in(text: str, geometry: Geometry, letters: Letters) -> Erased | None:
    """The one digit that a text wants gone, with the unit that is named with it; None for none."""
    if len(text) > LONGEST:
        return None
    plain = marked(text, geometry, letters)
    unit, rest = unit_in(plain, geometry)
    if CELL.search(plain):
        return _one_at_place(text, plain)
    if unit is None:
        return one_erased(text)
    erased = one_erased(rest)
    return replace(erased, unit=unit) if erased else None


def _one_at_place(text: str, plain: str) -> Erased | None:
    """The digit that goes from a place such as the bottom right, where others of its kind may lie.

    What is said of a cell by its row and column is about that cell alone.
    """
    is_named = len(re.findall(r"\d+", with_digits(text.lower()))) > 1
    return one_erased(text) if re.search(r"\d", CELL.sub("", plain)) and not is_named else None


def unit_in(plain: str, geometry: Geometry) -> tuple[int | None, str]:
    """The only unit that a text names, once or more often, and the text without it."""
    found = {
        (kind, int(match[1] or match[2])): form
        for kind, form in zip(_LINES, _UNITS, strict=True)
        for match in form.finditer(plain)
    }
    if len(found) != 1:
        return None, plain
    ((kind, number), form), *_ = found.items()
    if not 1 <= number <= geometry.size:
        return None, plain
    return KINDS.index(kind) * geometry.size + number - 1, form.sub(" ", plain)
