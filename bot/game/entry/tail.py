"""What is said about a cell after its name: a digit, that it is erased, or notes."""

import re
from dataclasses import dataclass
from typing import Final

from bot.game.entry import notes, words
from bot.game.entry.intent import IntentKind
from bot.game.entry.source import Source, no_such_digit

_NEXT: Final = r"(?![\da-z]| ?[:=行排列])"
_BECOMES: Final = re.compile(rf" ?({words.pattern(words.BECOMES)}) ?")
_NUMBER: Final = re.compile(rf" ?(\d{{1,6}})(?:{_NEXT}|(?=[rf] ?\d))")
_COMMA_NUMBER: Final = re.compile(rf" ?, ?(\d){_NEXT}")
_LETTER: Final = re.compile(rf" ?([a-p]){_NEXT}")
_ERASED: Final = re.compile(rf" ?{words.pattern(words.ERASED, words.ERASE)}")
_ERASED_MARK: Final = re.compile(r" ?[._*-](?![\w.*-])")
_WORD: Final = re.compile(r"[+-]?\w{1,60}")
_NOTE: Final = re.compile(rf" ?{words.pattern(words.NOTE)} ?[:=]? ?")
_RUN: Final = r"\d{1,60}"
_LARGE_RUN: Final = r"(?![a-p]\d)[\da-p]{1,60}"
_SIGNED: Final = {
    large: re.compile(rf" ?([+-]+) ?({run})(?![\da-z]| ?[:=])")
    for large, run in ((False, _RUN), (True, _LARGE_RUN))
}
_LIST: Final = {
    False: re.compile(rf" ?{_RUN}{_NEXT}"),
    True: re.compile(rf"(?: ?{_LARGE_RUN}{_NEXT})+"),
}


@dataclass(frozen=True, slots=True)
class Tail:
    """Wishes up to `end`, as pairs of a wish and its value; `assigned` after `=` or a like word."""

    end: int
    wishes: tuple[tuple[IntentKind, int], ...]
    assigned: bool = False


def tail_at(source: Source, at: int, cell: str, *, noted: bool) -> Tail | None:
    """What is said about the cell named `cell` that ends at `at`; None when nothing is.

    `noted` says that the word for notes came before the cell. Raises Refused `no_such_digit` and
    `ambiguous`.
    """
    signed = _signed(source, at, cell)
    if signed:
        return signed
    note = _NOTE.match(source.text, at)
    if noted or note:
        return _note_list(source, note.end() if note else at, cell)
    return _digit(source, at, cell)


def _signed(source: Source, at: int, cell: str) -> Tail | None:
    wishes = []
    form = _SIGNED[source.large]
    while found := form.match(source.text, at):
        kind = IntentKind.ADD_NOTES if "+" in found[1] else IntentKind.REMOVE_NOTES
        wishes.append((kind, notes.mask(source, cell, [found[2]])))
        at = found.end()
    return Tail(at, tuple(_merged(wishes))) if wishes else None


def _merged(wishes: list[tuple[IntentKind, int]]) -> list[tuple[IntentKind, int]]:
    """Neighbours of one sign as one wish, so that `+1 +4` is what `+14` is on a small board."""
    merged: list[tuple[IntentKind, int]] = []
    for kind, mask in wishes:
        if merged and merged[-1][0] is kind:
            merged[-1] = (kind, merged[-1][1] | mask)
        else:
            merged.append((kind, mask))
    return merged


def _note_list(source: Source, at: int, cell: str) -> Tail | None:
    becomes = _BECOMES.match(source.text, at)
    start = becomes.end() if becomes else at
    signed = _signed(source, start, cell)
    if signed:
        return signed
    found = _LIST[source.large].match(source.text, start)
    if not found:
        return None
    return Tail(found.end(), ((IntentKind.SET_NOTES, notes.mask(source, cell, found[0].split())),))


def _digit(source: Source, at: int, cell: str) -> Tail | None:
    becomes = _BECOMES.match(source.text, at)
    start = becomes.end() if becomes else at
    forms = [_NUMBER, _LETTER] if source.large else [_NUMBER]
    for form in forms if becomes else [*forms, _COMMA_NUMBER]:
        if found := form.match(source.text, start):
            return _placed(source, found[1], found.end(), cell, assigned=bool(becomes))
    erased = _ERASED.match(source.text, start)
    if becomes and not erased:
        erased = _ERASED_MARK.match(source.text, start)
    if erased:
        return Tail(erased.end(), ((IntentKind.ERASE, 0),), assigned=bool(becomes))
    return _assigned_nothing(source, becomes, cell) if becomes else None


def _placed(source: Source, written: str, end: int, cell: str, *, assigned: bool) -> Tail:
    digit = source.digit(written)
    if digit is None:
        raise no_such_digit(written, cell, source)
    wanted = (IntentKind.PLACE, digit) if digit else (IntentKind.ERASE, 0)
    return Tail(end, (wanted,), assigned)


def _assigned_nothing(source: Source, becomes: re.Match[str], cell: str) -> Tail | None:
    if "=" not in becomes[1]:
        return None
    glued = None if becomes[0].endswith(" ") else _WORD.match(source.text, becomes.end())
    if glued:
        raise no_such_digit(glued[0], cell, source)
    return Tail(becomes.end(), ((IntentKind.ERASE, 0),), assigned=True)
