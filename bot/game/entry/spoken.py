"""Moves said in a sentence, in any order: `put a 7 in row four, column five`, `4行5列填七`.

The sentence is rewritten in the short form that `bot.game.entry.parse` reads, by substitution.
Words for numbers become digits (with a mark behind an ordinal), then the names of cells become
`<r4c5>`, then the sentence is cut into parts with one cell each. What is left of a part beside its
cell must be one digit, notes, or a word for erasing.

The danger is a sentence that says the opposite: "don't put 7 in r4c5" must not become a move. So
the words that change nothing are listed (`AROUND`), and a sentence with any other word is none.
"""

import re
from itertools import chain
from typing import Final

from bot.game.entry import words
from bot.game.entry.addition import before_condition, parted, without_doubt, without_excuse
from bot.game.entry.beside import with_neighbours
from bot.game.entry.breath import settled
from bot.game.entry.erasing import (
    ERASE,
    counts_notes,
    with_erasing,
    with_notes_meant,
    without_erased,
    without_spared,
)
from bot.game.entry.heard import TH, with_digits
from bot.game.entry.message import Letters, TypedMessage
from bot.game.entry.places import with_last_corner, with_places
from bot.game.entry.pointed import of_that_cell
from bot.game.entry.question import is_question, ordered, tells
from engine.board import Geometry

LONGEST: Final = 200
"""Characters of the longest text that may be such a sentence."""

_N: Final = r"(\d{1,2})"
_APART: Final = r"[\s,:/-]*(?:and|y|[的吧嘛])?\s*(?:in|en|de|del|la|the|of|number|numero)?\s*"
_ROW: Final = r"(?:row|fila|r|f|renglon)\.?(?: (?:number|numero))? ?"
_COLUMN: Final = r"(?:column|columna|col|c)\.?(?: (?:number|numero))? ?"
_ROW_BEHIND: Final = r" ?(?:row|fila|行|排)"
_COLUMN_BEHIND: Final = r" ?(?:column|columna|col|列|格|个|竖)"
_FIRST: Final = r"(?<![a-z\d])(?:第 ?)?"
_THEN: Final = r"(?:第 ?)?"
_CELLS: Final = (
    (rf"{_FIRST}{_N}{TH}{_ROW_BEHIND}{_APART}{_N}{TH}{_COLUMN_BEHIND}", r"<r\1c\2>"),
    (rf"{_FIRST}{_N}{TH}{_COLUMN_BEHIND}{_APART}{_N}{TH}{_ROW_BEHIND}", r"<r\2c\1>"),
    (rf"{_FIRST}{_ROW}{_N}{_APART}{_COLUMN}{_N}(?!\d)", r"<r\1c\2>"),
    (rf"{_FIRST}{_COLUMN}{_N}{_APART}{_ROW}{_N}(?!\d)", r"<r\2c\1>"),
    (rf"{_FIRST}{_N}{_ROW_BEHIND}{_APART}{_THEN}{_N}{_COLUMN_BEHIND}", r"<r\1c\2>"),
    (rf"{_FIRST}{_N}{_COLUMN_BEHIND}{_APART}{_THEN}{_N}{_ROW_BEHIND}", r"<r\2c\1>"),
    (rf"\( ?{_N} ?, ?{_N} ?\)", r"<r\1c\2>"),
)
_FORMS: Final = tuple((re.compile(form), cell) for form, cell in _CELLS)
_LETTERED: Final = re.compile(r"(?<![a-z\d])([a-p])(\d{1,2})(?![a-z\d])")
CELL: Final = re.compile(r"<(r\d+c\d+)>")
"""A cell in a part of a sentence (`parts_of`)."""

_TOKEN: Final = re.compile(r"(<r\d+c\d+>)|\d+")
_BREAK: Final = re.compile(r"[,;.。、\n]|\band\b|\by\b|\bthen\b|\bluego\b|然后|再|和")

_NOTE: Final = re.compile(
    r"(?:\b(?:as|como|de) (?:an? |una? )?|作为?|当作?)?"
    rf"(?:\bpencil[ -]?marks?\b|{words.pattern(words.NOTE)}"
    r"|\bas (?:an? )?maybe\b"
    r"|\b(?:pencil in|candidates?|candidatos?|(?:anota|apunta)(?:me)?(?:los?)?"
    r"|(?:an? )?(?:possibilit(?:y|ies)|possibles?|posibles?|options?"
    r"|opcion(?:es)?))\b|[记标]"
    r"|\b(?:small|tiny|little) (?=(?:number |digit )?\d)"
    r"|(?<=\d) (?:bien |muy |en )*(?:chiqui\w+|peque\w+)\b|小小?[的号]?(?=\d)|小字)"
)
_SUPPOSED: Final = "要是"
"""A word for `if`, whose two characters change nothing elsewhere."""

_NOT_YET: Final = re.compile(
    r"(?<![ ,.，。;])[ ,.，。;]*+(?:(?:but|pero|但是?|不过)[ ,，]*+)?(?:please |pls )?"
    r"(?:(?:don'?t|do not|no (?:lo|la|los|las)) (?:actually )?(?:fill|write|put|place|enter|set"
    r"|(?:re)?llenes|escribas|pongas|coloques|metas)(?: (?:it|them|anything|that|in|down|there))*"
    r"(?: (?:yet|now|just yet|for now|todavia|aun|por ahora|ahora))?"
    r"|(?:先|现在)?(?:别|不要|不用|先不)(?:真的)?[填写放](?:进去|上去|[上死入])?)"
    r"[ .!。！啊呀哦吧]*$"
)
"""What is only to be noted: `but don't fill it in yet`."""

_SHORT_FORM: Final = re.compile(r"\W*[rf]\d+c\d+", re.IGNORECASE)
_ONE_MOVE: Final = re.compile(r"r\d+c\d+=\d+")
_OTHERWISE: Final = re.compile(
    rf"{ERASE.pattern}|{_NOTE.pattern}|\b(?:no|not|never|nor|without|\w*n['’]?t|cannot|nunca|sin|or|o|if"
    r"|si|why|what|which|where|how|row|column|box|fila|columna|caja|por ?que|que|cual|wrong|mal"
    r"|undo|move|last|other|otr[oa])\b|[另]|[不别没无错宫吗几行列]|怎么|什么|哪|或|…"
)
"""Words with which a sentence probably means no move."""

_NOT_ERASED: Final = re.compile(
    rf"{_NOTE.pattern}|\b(?:no|not|never|nor|without|\w*n['’]?t|cannot|nunca|sin|or|o|why|what|which"
    r"|where|how|row|column|box|fila|columna|caja|por ?que|cual|como|undo|other|otr[oa]|put|write"
    r"|change|pon|cambia)\b|[不别没无吗几或另]|怎么|什么|哪|…"
)
"""Words with which a sentence probably erases nothing."""

_SAID: Final = re.compile(
    r"\b(?:i (?:just )?(?:said|meant|told (?:you|u))|te dije|dije)\b|我(?:刚才?)?说的?(?:是)?"
    r"|,? *\bnot the other way (?:a?round|about)\b|,? *\bno al reves\b|[,，]? *不是反过来"
)
"""What somebody adds who says it again."""

_INSTEAD: Final = re.compile(
    r"\b(?:change|switch|swap|replace|turn|make|set|correct|fix)\b\D*?"
    r"(?:(\d{1,2})(?:'?s)?\b\D*?)?"
    r"\b(?:to|into|with|for|by|be)\b(?= *(?:an? |the )?\d)"
    r"|\b(?:cambia(?:me|r|lo|la)?|cambie|sustituye|reemplaza|corrige)\b\D*?"
    r"(?:(\d{1,2})\D*?)?"
    r"\b(?:por|a|x|con)\b(?= *(?:un |el )?\d)"
    r"|(\d{1,2})?\D{0,6}[改换](?:成|为)?(?=[个一]?\d)"
)
"""Words around a digit that is to go, and before the one that replaces it."""

_MINE: Final = re.compile(
    r"\b(?:that |which |what(?:ever)? )?i(?:'?ve| have| had)?(?: just| wrongly| already)?"
    r" (?:put|wrote|written|placed"
    r"|entered|typed|filled|had|have)(?: in| down| there)?\b"
    r"|\b(?:lo )?que (?:yo )?(?:he |habia )?(?:puse|puesto|escribi|escrito|meti|metido|coloque"
    r"|tengo)\b"
    r"|(?:[,，]? *)我?(?:刚才?|之前|自己)?[填写放](?:错了?|进去)?的?(?:[,，] *)?"
)
"""Words that say whose digit it is that goes: `the 5 that I put there`."""

_MARKED: Final = re.compile(r"\b(?:mark|marca|jot)\b")
_COULD: Final = (
    r"\b(?:could be|might be|may be|can be|maybe|either|possibly|puede (?:ser|ir)"
    r"|podria (?:ser|ir)|quiza|tal vez|make a note)\b|都?有?可能是?|也许|不是(?=\d+ ?就是 ?\d)"
)
_MAYBE: Final = re.compile(_COULD)
"""Words beside which several digits are notes."""

_POSSIBLE: Final = re.compile(r"\b(?:could|can) (?:also )?(?:be|go|fit)\b")
"""Beside such words one digit may be a note or a move, so it is only likely."""

_JOTTED: Final = re.compile(
    r"\b(?:jot|write|put|pencil|mark) (?:that|it|this|them|those|both)(?: down| in)?\b"
    r"|\b(?:tiny|small|little)\b|\bpeque(?:n|ñ)it?[oa]s?\b|(?<=记)(?:下来|着)|小小?[的字]?"
)
_OR: Final = re.compile(rf"{_COULD}|(?<= )(?:or|o)(?= )|或者?|/")

_AROUND_WORDS: Final = sorted(
    chain.from_iterable(words.listed(words.AROUND)), key=len, reverse=True
)
_AROUND: Final = re.compile(
    rf"\b(?:{'|'.join(filter(str.isascii, _AROUND_WORDS))})\b"
    rf"|{'|'.join(word for word in _AROUND_WORDS if not word.isascii())}"
)
_SIGNED: Final = re.compile(r"([+-])\s*((?:\d{1,2}[\s,]*)+)")
_CORRECTED: Final = re.compile(
    r"\b(row|column) \d+[ ,]*(?:um|uh|er|eh|ah|oh|hmm)?[ ,]*"
    r"(?:no+,? wait|wait,? no|no,? sorry|sorry|i mean|(?:no,? )?perdon[ae]?|digo|mejor dicho|no)"
    r"[ ,]*(?:the |la |en la |es la )?(?=\1 \d)"
)
"""A row or column that somebody takes back in the same breath."""

_NOISE: Final = re.compile(
    r"[\s,?？;.:!。、，！=<>()\[\]\"'&/\u2600-\u27bf\U0001f000-\U0001faff\ufe0f#-]+"
)


def spoken_moves(
    text: str, geometry: Geometry, letters: Letters, there: int | None = None
) -> str | None:
    """The moves of a sentence in the short form; None where it says anything else.

    `there` is the cell that `put a 5 there` and `change it to 5` mean. What is wished for the time
    after the moves is left to others (`addition.parted`).
    """
    if len(text) > LONGEST:
        return None
    text, _ = parted(text)
    text = without_excuse(text)
    if (text := ordered(text) or "") == "" or _SUPPOSED in text or tells(text):
        return None
    if there is not None and (meant := of_that_cell(text)) is not None:
        return f"{geometry.name(there)}{meant}"
    parts = with_erasing(parts_of(text, geometry, letters, there))
    moves = [_move(part, geometry) for part in parts]
    # One part that is no move makes the whole sentence talk.
    return " ".join(filter(None, moves)) if moves and all(moves) else None


def likely_move(
    text: str, geometry: Geometry, letters: Letters, there: int | None = None
) -> str | None:
    """The move that a sentence probably means, in the short form: one digit for one cell, or none.

    Other words may stand around them, but none that denies or asks: it is only offered.
    A text that begins with the short form is a mistyped move, and what is wrong with it is said.
    """
    if len(text) > LONGEST:
        return None
    certain = without_doubt(text)
    likely = with_last_corner(certain)
    if is_question(likely):
        return None
    if certain != text.lower() and (said := spoken_moves(likely, geometry, letters, there)):
        return said.replace("=", " ") if _ONE_MOVE.fullmatch(said) else None
    plain = with_neighbours(marked(likely, geometry, letters), geometry, there)
    if (held := before_condition(plain)) is not None:
        plain = held
    elif _SHORT_FORM.match(text) and not (_POSSIBLE.search(plain) or tells(text)):
        return None
    plain = _SAID.sub(" ", plain)
    cells, rest = CELL.findall(plain), CELL.sub(" ", plain)
    digits = set(re.findall(r"\d+", rest))
    is_one = len(cells) == 1 and len(digits) < 2
    return _likely(cells[0], rest, int(next(iter(digits), 0)), geometry) if is_one else None


def _likely(cell: str, rest: str, digit: int, geometry: Geometry) -> str | None:
    """The move that words around a cell and a digit, 0 for none, probably mean."""
    if ERASE.search(rest):
        return None if _NOT_ERASED.search(rest) else f"{cell} x"
    is_meant = 1 <= digit <= geometry.size and not _OTHERWISE.search(rest)
    return f"{cell} {digit}" if is_meant else None


def parts_of(
    text: str, geometry: Geometry, letters: Letters, there: int | None = None
) -> list[str]:
    """A sentence cut into parts with one cell each, as far as it has breaks; none without a cell.

    Words for numbers are digits in it, and each cell is named like `<r4c5>`.
    """
    plain = with_neighbours(marked(text, geometry, letters), geometry, there)
    plain = with_notes_meant(without_spared(plain))
    said = _NOT_YET.sub("", plain)
    cells = CELL.findall(said)
    # Where no digit is named before, such words refuse a move.
    if said != plain and len(cells) == 1 and re.search(r"\d", CELL.sub("", said)):
        return [f"note {said}"]
    cells = CELL.findall(plain)
    return _parts(plain) if len(cells) > 1 else [plain] if cells else []


def with_places_named(text: str, geometry: Geometry, letters: Letters) -> str:
    """A text with the boxes, rows and cells that it describes by their names, else as it was."""
    if len(text) > LONGEST:
        return text
    plain = with_digits(TypedMessage.of(text, geometry, letters).text)
    placed = with_places(plain, geometry)
    return text if placed == plain else placed


def marked(text: str, geometry: Geometry, letters: Letters) -> str:
    """A text in lower case with figures for numbers, and each cell in it as `<r4c5>`."""
    message = TypedMessage.of(text, geometry, letters)
    placed = with_places(with_digits(message.text), geometry)
    return settled(_with_cells(_CORRECTED.sub("", placed), letters))


def marked_cell(name: str, geometry: Geometry) -> int | None:
    """The cell of a name such as CELL finds; None beside the board."""
    row, column = map(int, re.findall(r"\d+", name))
    is_on_board = 1 <= row <= geometry.size and 1 <= column <= geometry.size
    return geometry.cell(row - 1, column - 1) if is_on_board else None


def _with_cells(text: str, letters: Letters) -> str:
    """A text in which each name of a cell is `<r4c5>`."""
    for form, cell in _FORMS:
        text = form.sub(cell, text)
    return _LETTERED.sub(lambda found: _lettered(found, letters), text) if "<" not in text else text


def _lettered(found: re.Match[str], letters: Letters) -> str:
    line = ord(found[1]) - ord("a") + 1
    first, second = (line, found[2]) if letters is Letters.ROW else (found[2], line)
    return f"<r{first}c{second}>"


def _parts(marked: str) -> list[str]:
    """Cuts a text with several cells into one part for each, at the breaks between them.

    A piece without a cell goes to the part before it.
    """
    parts: list[str] = []
    for piece in _BREAK.split(marked):
        if parts and not (CELL.search(piece) and CELL.search(parts[-1])):
            parts[-1] += f" {piece}"
        else:
            parts.append(piece)
    return [part for piece in parts for part in _apart(piece)]


def _apart(piece: str) -> list[str]:
    """A piece cut into cells with one digit each, where those take turns: `r3c3 4 r3c5 9`."""
    turns = "".join("c" if found[1] else "d" for found in _TOKEN.finditer(piece))
    if len(turns) < 4 or turns.replace(turns[:2], "") or ERASE.search(piece):
        return re.split(r"(?<=\d) *(?=<r)", piece) if piece.startswith("<r") else [piece]
    cut = re.split(r"(?=<r)" if turns[0] == "c" else r"(?<=>)", piece)
    # Words before the first part, or behind the last one, belong to that.
    if turns[0] == "c":
        return [cut[0] + cut[1], *cut[2:]]
    return [*cut[:-2], cut[-2] + cut[-1]]


def _move(part: str, geometry: Geometry) -> str | None:
    """The move of a part with one cell, in the short form; None where it is none."""
    cells = CELL.findall(part)
    if len(cells) != 1:
        return None
    cell, rest = cells[0], CELL.sub(" ", part)
    if signed := _SIGNED.search(rest):
        changes, rest = _signed(signed), _SIGNED.sub(" ", rest, count=1)
        rest = _NOTE.sub(" ", rest)
        return f"{cell} {changes}" if not left_of(rest) else None
    if (instead := _INSTEAD.search(rest)) is not None:
        rest = f"{rest[: instead.start()]} {rest[instead.end() :]}"
    whole, rest = rest, without_erased(rest)
    if _NOTE.search(whole) and (rest != whole or counts_notes(whole)):
        return None
    is_noted, is_erased = bool(_NOTE.search(rest)), bool(ERASE.search(rest))
    if instead or is_erased:
        rest = _MINE.sub(" ", rest)
    digits = list(dict.fromkeys(re.findall(r"\d+", rest)))
    if len(digits) > 1 and (is_noted or _MAYBE.search(rest)):
        # Of several notes one may be put as well as all, but not taken away.
        is_noted, rest = True, _JOTTED.sub(" ", rest if is_erased else _OR.sub(" ", rest))
    rest = _AROUND.sub(" ", ERASE.sub(" ", _NOTE.sub(" ", rest)))
    if left_of(re.sub(r"\d+", " ", rest)):
        return None
    if len(digits) == 1 and not is_noted and _POSSIBLE.search(part):
        return None
    # One digit that is marked may be meant to stay; several can only be notes.
    is_noted = is_noted or (len(digits) > 1 and bool(_MARKED.search(part)))
    return _said(cell, digits, geometry, is_note=is_noted, is_erased=is_erased)


def _said(
    cell: str, digits: list[str], geometry: Geometry, *, is_note: bool, is_erased: bool
) -> str | None:
    if is_erased and is_note and digits:
        return f"{cell} {' '.join(f'-{digit}' for digit in digits)}"
    # `clear the 7 from r4c5` names the digit that goes.
    if is_erased and len(digits) < 2 and not is_note:
        return f"{cell} x"
    if is_erased:
        return None
    if is_note and digits:
        apart = " " if geometry.size > 9 else ""
        return f"note {cell} {apart.join(digits)}"
    return f"{cell}={digits[0]}" if len(digits) == 1 else None


def _signed(found: re.Match[str]) -> str:
    return " ".join(f"{found[1]}{digit}" for digit in re.findall(r"\d+", found[2]))


def left_of(text: str) -> str:
    """What a text says beside noise and the words that change nothing; empty for nothing."""
    return _NOISE.sub("", _AROUND.sub(" ", text))
