"""Questions about one cell: `why is it a 4 there?`, `what can go in r3c4`, `为什么这里不能是5`.

A question changes nothing, so it may be read generously where it names a cell. A question that only
points at one (`there`), or at none, is about the cell that the person looked at last, and then the
rest of it must say nothing else.
"""

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from bot.game.entry.beside import with_neighbours
from bot.game.entry.message import Letters
from bot.game.entry.question import is_question
from bot.game.entry.spoken import CELL, LONGEST, left_of, marked, marked_cell, parts_of
from engine.board import Geometry

_WHY: Final = re.compile(
    r"\b(?:why|how come|what(?:'?s| is) (?:an? |the |that )?\d{1,2} doing"
    r"|you'?re wrong|ur wrong|u r wrong|you are wrong|how do you know"
    r"|how did you (?:know|get)|reason|explain|prove"
    r"|por ?que|x ?que|pq|xq|como (?:lo )?sabes|explica(?:me)?)\b"
    r"|为什么|为啥|为何|凭什么|怎么知道|怎么得出|解释|讲讲"
)
_DENIED: Final = re.compile(
    r"\b(?:not|cant|can't|cannot|isnt|isn't|couldnt|couldn't|no|never)\b|不|没"
)
_WHICH: Final = re.compile(
    r"\b(?:what|which|can|could|candidates?|options?|possible|possibilities|is|does|que|cual(?:es)?"
    r"|puede|podria|opciones|candidatos|posibles)\b|什么|哪些|哪个|几|能|可以|候选|可能|吗|是不是"
)
_RIGHT: Final = re.compile(
    r"\b(?:right|correct|wrong|bien|mal|correct[oa]|incorrect[oa])\b|对不对|对吗|有没有错|错没错"
)
"""What is asked of a cell that is named."""

_CHECKED: Final = re.compile(
    r"^\W*(?:(?:please|pls|now|just|can you|could you|por favor|porfa|puedes|请|帮我|麻烦)[ ,]*)*"
    r"(?:(?:double )?check|verify|revisa|comprueba|verifica|检查|核对|验证)"
)
"""The beginning of a text that wants only one cell to be checked."""

_POSSIBLE: Final = re.compile(
    r"\bque (?:hay|pongo)(?= *[?.!]*$)|\b(?:solucion|respuesta) (?:de|en|para)\b"
    r"|\b(?:solution|answer) (?:of|for|to|in)\b|"
    r"\b(?:what|which|wat)(?: (?:number|digit)s?)? (?:can|could|goes?|fits?)\b"
    r"|\b(?:what|which|wat)(?: (?:number|digit)s?)? (?:do|should|shall|must) i"
    r" (?:put|stick|write|place|enter|fill|use|pop|type)\b"
    r"|\bcandidates (?:of|for|in)\b|\bque (?:numeros? |cifras? )?(?:pueden?|van?|caben?|entran?)\b"
    r"|\bcual(?:es)?(?: de l[oa]s dos)? (?:va|iria|pongo|cabe|entra)\b|该填哪|填哪个|是哪个"
    r"|\bwhich (?:one|1)(?: of them)? (?:goes|fits|is it|do i put)\b"
    r"|能填(?:什么|哪些|几)|可以填(?:什么|哪些|几)|填什么|填几|候选数?有?哪些"
    r"|\b(?:wh?ats|what is|tell me(?: whats)?|dime|que hay) (?:in|at|en|el|la|the)?"
    r"|[是填](?:几|什么|多少)|候选数?(?:都)?(?:列|给我|是|有什么)|列(?:出|一下).*候选"
    r"|\b(?:list|show)(?: me)? (?:the )?(?:candidates|options|possibilities)\b"
    r"|\b(?:dime|lista|muestra|muestrame) (?:los )?(?:candidatos|posibles|opciones)\b"
)
_CHOICE: Final = re.compile(
    rf"\d *(?:or|o|还是|或者?|、|,) *(?:an? |un |el |the )?\d|{_POSSIBLE.pattern}"
)
_AGREED: Final = re.compile(
    r"(?:\b(?:right|rite|correct|yeah|yea|yes|ok|okay|no|huh|innit|verdad|cierto|correcto|si|vale)"
    r"|对吧|对吗|对不对|是吧|没错吧|行吗|可以吗)[\s!.]*[?？][\s?？!]*$"
)
"""The end of a statement that asks whether it is right: `5 in r1c9, right?`."""

_ALLOWED: Final = re.compile(
    r"\b(?:can|could|may|might|should|shall|must|do i|would)\b(?!.*\b(?:erase|delete|clear)\b)"
    r"|\b(?:puedo|podemos|podria|debo|debemos|deberia|se puede|tengo que|hay que)\b"
    r"(?!.*\b(?:borr|quit))|(?:[能该]|可以|要不要)(?!.*[删擦清])"
)
"""Whether somebody may put a digit there: `can I put 2 in r3c1`."""

_ORDER: Final = re.compile(
    r"(?<!\bi )(?<!\bi just )(?<!\bi have )(?<!\bi've )\b(?:put|place|write|enter)\b"
    r"|\b(?:erase|delete|clear|pon|borra|quita)\b|帮我"
)
_POINTING: Final = re.compile(
    r"\b(?:there|here|that (?:cell|square|one)|this (?:cell|square|one)|ahi|alli|aqui"
    r"|es[ae] (?:celda|casilla)|est[ae] (?:celda|casilla))\b|[这那](?:里|儿|个?格子?)"
)
_ASKING: Final = re.compile(
    r"\b(?:did|does|do|i|we|tell|me|be|that|this|it|not|no|cant|cannot|can|be|have|has|va|poner"
    r"|puede|ser|es|un|tiene|move|last|placed|step|jugada|go|goes|got|always|sure|va|vaya|must|whats|doing)\b|[吗呢啊么?？]|要|能|会|必须|只能|不|一定"
)


_LINE: Final = r"(?P<{0}>row|fila|column|columna|col) (?P<{0}_at>\d{{1,2}})\b"
_IN_LINE: Final = re.compile(
    r"\b(?:i'?m|i am|working|stuck|estoy|ando|voy|sigo|atorad[oa]|atascad[oa]|haciendo|llenando)"
    rf"(?: \w+)? (?:in|on|en|con) (?:the |la )?{_LINE.format('first')}"
    rf".*\b(?:in|en|de) (?:the |la )?{_LINE.format('second')}"
)
_IN_LINE_HAN: Final = re.compile(
    r"(?:在|卡在|正?在?[做填看])第? ?(?P<first_at>\d{1,2}) ?(?P<first>[行排列]).*"
    r"第? ?(?P<second_at>\d{1,2}) ?(?P<second>[行排列])(?!呢)"
)
"""A row in which somebody is, and the column of which they ask, or the other way round."""


class Question(StrEnum):
    """What is asked about a cell."""

    WHY = "why"
    WHY_NOT = "why_not"
    WHICH = "which"


@dataclass(frozen=True, slots=True)
class Asked:
    """A question about a cell, and the digit that it names, if it does."""

    question: Question
    cell: int
    digit: int | None


def asked_about(text: str, geometry: Geometry, letters: Letters, there: int | None) -> Asked | None:
    """The question that a text asks about a cell; None for anything else.

    `there` is the cell that is meant where none is named.
    """
    if len(text) > LONGEST:
        return None
    plain = with_neighbours(_crossed(marked(text, geometry, letters)), geometry, there)
    named, rest = CELL.findall(plain), CELL.sub(" ", plain)
    digits = [int(digit) for digit in re.findall(r"\d+", rest)]
    is_right = bool(named) and bool(_RIGHT.search(rest))
    question = _question(
        rest, is_asked=is_question(text), has_digit=bool(digits), is_right=is_right
    )
    # Who names several digits for one cell asks which of them it is.
    is_chosen = question is Question.WHICH and bool(named) and bool(_CHOICE.search(rest))
    if question is None or len(named) > 1 or (len(digits) > 1 and not is_chosen):
        return None
    digit = digits[0] if len(digits) == 1 and 1 <= digits[0] <= geometry.size else None
    if named:
        cell = marked_cell(named[0], geometry)
    else:
        rest = rest.replace("¿", " ")
        cell = there if _says_no_more(rest, has_digit=digit is not None) else None
    return None if cell is None else Asked(question, cell, digit)


def _crossed(plain: str) -> str:
    """A text in which the column of which somebody asks in a row is a cell of that row.

    `I'm in row 5, missing 2 and 6, which goes in column 3?`
    """
    found = _IN_LINE.search(plain) or _IN_LINE_HAN.search(plain)
    if found is None or CELL.search(plain):
        return plain
    is_row = [found[line] in {"row", "fila", "行", "排"} for line in ("first", "second")]
    if is_row[0] is is_row[1]:
        return plain
    row, column = (found["first_at"], found["second_at"])[:: 1 if is_row[0] else -1]
    between = plain[found.end("first_at") : found.start("second")]
    return f"{plain[: found.start()]} {between} <r{row}c{column}> {plain[found.end() :]}"


def asked_of_each(text: str, geometry: Geometry, letters: Letters) -> list[Asked]:
    """The digits of which a text asks whether they are right, each with its cell.

    None for anything else: `is r5c1 3 and r5c2 8?`, `r5c1 is 3 and r5c2 is 8, right?`.
    """
    if len(text) > LONGEST or not is_question(text):
        return []
    found = list[Asked]()
    for part in parts_of(text, geometry, letters):
        named, rest = CELL.findall(part), CELL.sub(" ", part)
        digits = [int(digit) for digit in re.findall(r"\d+", rest)]
        cell = marked_cell(named[0], geometry) if len(named) == 1 else None
        is_one = len(digits) == 1 and 1 <= digits[0] <= geometry.size
        if cell is None or not is_one or _ORDER.search(rest) or _WHY.search(rest):
            return []
        found.append(Asked(Question.WHICH, cell, digits[0]))
    return found


def _question(rest: str, *, is_asked: bool, has_digit: bool, is_right: bool) -> Question | None:
    is_allowed = is_asked and has_digit and _ALLOWED.search(rest)
    is_other = _POSSIBLE.search(rest) or _WHY.search(rest) or is_allowed
    if _ORDER.search(rest) and not is_other:
        return None
    if _WHY.search(rest):
        return Question.WHY_NOT if _DENIED.search(rest) else Question.WHY
    if _CHECKED.search(rest):
        return Question.WHICH
    is_which = _WHICH.search(rest) or _AGREED.search(rest) or has_digit or is_right
    return Question.WHICH if (is_asked and is_which) or _POSSIBLE.search(rest) else None


def _says_no_more(rest: str, *, has_digit: bool) -> bool:
    """Whether a question without a cell is about one that was pointed at."""
    bare = _WHY.sub(" ", _WHICH.sub(" ", _DENIED.sub(" ", re.sub(r"\d+", " ", rest))))
    is_pointed = bool(_POINTING.search(rest)) or (has_digit and bool(_WHY.search(rest)))
    return is_pointed and not left_of(_ASKING.sub(" ", _POINTING.sub(" ", bare)))
