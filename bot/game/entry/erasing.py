"""What is erased in a sentence, from cell to cell, and what takes its place.

`Remove 7 from r1c1 and 5 from r1c2` erases twice, but a part that tells something else of its cell
does not go on erasing: `clear r1c3 and change the 2 of r3c1 to 1`. A digit behind the erasing of
the same cell is placed: `clear r3c1 and put a 1 there`.
"""

import re
from collections.abc import Iterable
from typing import Final

from bot.game.entry import words

_MORE_ERASE: Final = {
    "en": "cleared blank rub out wipe",
    "es": "vacia limpia elimina eliminar quitame borrame",
    "zh": "擦 删 清 去掉 去除 抹掉 拿掉 弄掉 不要了",
}
ERASE: Final = re.compile(
    rf"{words.pattern(words.ERASE, _MORE_ERASE)}"
    r"|\btake\b(?= (?:the |that )?\d{1,2} (?:out|from)\b)"
)
"""A word for emptying a cell."""

_FROM: Final = re.compile(r"\b(?:from|of|de|del) (?:the |la |el )?<r|>里?的\d")
"""Whose digit it is that goes."""

_TOLD: Final = re.compile(
    r"\b(?:put|place|set|write|enter|fill|insert|type|make|change|switch|swap|turn|replace|add|mark"
    r"|note|keep|leave|stick|is|are|be|goes|pon\w*|coloca\w*|escrib\w*|mete\w*|cambia\w*|haz|es|ser"
    r"|sea|marca|anota|apunta|deja\w*)\b|[填写放改换标记加搁塞添补是]"
)
"""A word that tells of a part what is to become of it."""

_PLACED: Final = re.compile(
    r"(?<!i )(?<!u )\b(?:put|write|enter|place|set|type|fill in|pon(?:me|le)?|poner|escrib[ae]"
    r"|mete(?:le)?|coloca|anade)\b(?: (?:in|an?|the|un|el|it|there|number|digit|ahi|alli))* \d"
    r"|[填写放改](?:上|入|个|成|为|进去)?\d"
)
"""A digit that is to take the place of what is erased: `clear r3c1 and put a 1`."""

_NOTES: Final = r"(?:pencil |small )?(?:note|candidate|mark|nota|candidato|marca)s\b"
_ALL_NOTES: Final = re.compile(rf"\b(?:all(?: of)?(?: the)?|every|each) \d{{1,2}} {_NOTES}")
_SOME_NOTES: Final = re.compile(
    rf"\d{{1,2}} {_NOTES}|\b1 (?:pencil |small )?(?:note|candidate|mark|nota|candidato|marca)\b"
    r"|\d{1,2} ?[个個条條处處]|\d#"
)
_KEPT: Final = re.compile(
    r"(?<![\s,.;，。])[\s,.;，。]*+(?:(?:\b(?:and|but|y|pero)\b|但是?|不过) *+)?(?:"
    r"\b(?:keep|leave)(?: all)?(?: of)?(?: the| my)?"
    r" (?:other(?: (?:notes?|ones?|1s?|candidates?|pencil marks?))?|others|rest)"
    r"(?: (?:of (?:them|the notes)|alone|in|there|as (?:they|it) (?:are|is)|please))*"
    r"|\b(?:deja|manten|conserva)(?:me)? (?:l[oa]s|el) (?:demas|otr[oa]s|resto)"
    r"(?: (?:notas?|candidatos?|como estan|ahi|por favor|porfa))*"
    r"|(?:其他|其它|别的|剩下|其余)的?(?:笔记|候选数?|数字?)?[都全请]*"
    r"(?:保留|留[着下]?|(?:不要|别|不)[动删变])[了吧]?"
    r")[\s.!。！]*$"
)
"""What is to stay where one of several notes goes: `but keep the others`."""

_OF_NOTES: Final = re.compile(words.pattern(words.NOTE) + r"|\bcandidat[eo]s?\b|\bpencil ")


_SPARED: Final = re.compile(
    r"(?<=>)[\s,，]*+(?:(?:and|but|y|pero) +)?(?:not|(?:y|pero) no|而?不是)"
    r"(?: (?:the|in|la|el|en))* *<r\d+c\d+>[\s.!。！]*$"
)
"""A cell at the end that is not meant. After a mere `no` it may be the one that is."""


def with_notes_meant(plain: str) -> str:
    """A text without the order to keep the other notes, which says that a note is to go.

    As it was where neither that order nor the rest speaks of notes: other digits may be meant.
    """
    kept = _KEPT.search(plain)
    is_meant = kept and ERASE.search(plain, 0, kept.start()) and _OF_NOTES.search(plain)
    return f"note {plain[: kept.start()]}" if kept and is_meant else plain


def without_spared(plain: str) -> str:
    """A text without the cell that is not to be erased: `erase <r9c9>, not <r7c8>`."""
    spared = _SPARED.search(plain)
    return plain[: spared.start()] if spared and ERASE.search(plain, 0, spared.start()) else plain


def with_erasing(parts: Iterable[str]) -> list[str]:
    """Parts in which an erasing goes on from cell to cell: `remove 7 from r1c1 and 5 from r1c2`."""
    told: list[str] = []
    for part in parts:
        goes_on = bool(told) and ERASE.search(told[-1]) and _FROM.search(part)
        is_bare = not ERASE.search(part) and not _TOLD.search(part)
        told.append(f"{part} erase" if goes_on and is_bare else part)
    return told


def without_erased(rest: str) -> str:
    """A part without the erasing of a digit that another one takes the place of."""
    erased = ERASE.search(rest)
    placed = _PLACED.search(rest, erased.end()) if erased else None
    if erased is None or placed is None:
        return rest
    between = re.sub(r"\d+", " ", rest[erased.end() : placed.start()])
    return f"{rest[: erased.start()]} {between} {rest[placed.start() :]}"


def counts_notes(rest: str) -> bool:
    """Whether a text may tell how many notes it means: `two notes`, `the first note`, `2个笔记`.

    `All the 2 notes` and `the notes 2` name a digit.
    """
    return bool(_SOME_NOTES.search(_ALL_NOTES.sub(" ", rest)))
