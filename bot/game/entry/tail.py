"""What is said about a cell after its name: a digit, that it is erased, or notes."""

import re
from dataclasses import dataclass
from typing import Final

from bot.game.entry import words
from bot.game.entry.intent import IntentKind
from bot.game.entry.message import TypedMessage, no_such_digit, shortened
from bot.game.move import mask_of
from bot.game.refused import Refused

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
    """What was said of a cell, as pairs of a kind of intent and its value, up to `end`.

    `assigned` says that it came after `=` or a word like it.
    """

    end: int
    changes: tuple[tuple[IntentKind, int], ...]
    assigned: bool = False


def tail_at(message: TypedMessage, at: int, cell: str, *, noted: bool) -> Tail | None:
    """What is said about the cell named `cell` that ends at `at`; None when nothing is.

    `noted` says that the word for notes came before the cell. Raises Refused `no_such_digit` and
    `ambiguous`.
    """
    signed = _signed(message, at, cell)
    if signed:
        return signed
    note = _NOTE.match(message.text, at)
    if noted or note:
        return _note_list(message, note.end() if note else at, cell)
    return _digit(message, at, cell)


def _signed(message: TypedMessage, at: int, cell: str) -> Tail | None:
    changes = []
    form = _SIGNED[message.large]
    while found := form.match(message.text, at):
        kind = IntentKind.ADD_NOTES if "+" in found[1] else IntentKind.REMOVE_NOTES
        changes.append((kind, _mask(message, cell, [found[2]])))
        at = found.end()
    return Tail(at, tuple(_merged(changes))) if changes else None


def _merged(changes: list[tuple[IntentKind, int]]) -> list[tuple[IntentKind, int]]:
    """Joins neighbours of one sign, so that `+1 +4` means `+14` on a small board."""
    merged: list[tuple[IntentKind, int]] = []
    for kind, mask in changes:
        if merged and merged[-1][0] is kind:
            merged[-1] = (kind, merged[-1][1] | mask)
        else:
            merged.append((kind, mask))
    return merged


def _note_list(message: TypedMessage, at: int, cell: str) -> Tail | None:
    becomes = _BECOMES.match(message.text, at)
    start = becomes.end() if becomes else at
    signed = _signed(message, start, cell)
    if signed:
        return signed
    found = _LIST[message.large].match(message.text, start)
    if not found:
        return None
    return Tail(found.end(), ((IntentKind.SET_NOTES, _mask(message, cell, found[0].split())),))


def _digit(message: TypedMessage, at: int, cell: str) -> Tail | None:
    becomes = _BECOMES.match(message.text, at)
    start = becomes.end() if becomes else at
    forms = [_NUMBER, _LETTER] if message.large else [_NUMBER]
    for form in forms if becomes else [*forms, _COMMA_NUMBER]:
        if found := form.match(message.text, start):
            return _placed(message, found[1], found.end(), cell, assigned=bool(becomes))
    erased = _ERASED.match(message.text, start)
    if becomes and not erased:
        erased = _ERASED_MARK.match(message.text, start)
    if erased:
        return Tail(erased.end(), ((IntentKind.ERASE, 0),), assigned=bool(becomes))
    return _assigned_nothing(message, becomes, cell) if becomes else None


def _placed(message: TypedMessage, written: str, end: int, cell: str, *, assigned: bool) -> Tail:
    digit = message.digit(written)
    if digit is None:
        raise no_such_digit(written, cell, message)
    change = (IntentKind.PLACE, digit) if digit else (IntentKind.ERASE, 0)
    return Tail(end, (change,), assigned)


def _assigned_nothing(message: TypedMessage, becomes: re.Match[str], cell: str) -> Tail | None:
    if "=" not in becomes[1]:
        return None
    glued = None if becomes[0].endswith(" ") else _WORD.match(message.text, becomes.end())
    if glued:
        raise no_such_digit(glued[0], cell, message)
    return Tail(becomes.end(), ((IntentKind.ERASE, 0),), assigned=True)


def _mask(message: TypedMessage, cell: str, runs: list[str]) -> int:
    """The mask of the notes in runs of symbols; a lone `0` stands for no notes.

    Raises Refused `no_such_digit`, and `ambiguous` where digits go beyond 9 and figures run
    together (`12` may be 1 and 2).
    """
    digits = [digit for run in runs if run != "0" for digit in _digits(message, cell, run)]
    return mask_of(tuple(digits))


def _digits(message: TypedMessage, cell: str, run: str) -> list[int]:
    at = _joint(message, run)
    if at is not None and run[at + 1 :] == "0" and len(run) == 2:
        return [int(run)]
    if at is not None:
        joined = " ".join([*run[:at], run[at : at + 2], *run[at + 2 :]])
        apart = " ".join(run)
        raise Refused(
            "ambiguous", text=shortened(run), first=shortened(apart), second=shortened(joined)
        )
    digits = [message.digit(symbol) or 0 for symbol in run]
    if not all(digits):
        raise no_such_digit(run, cell, message)
    return digits


def _joint(message: TypedMessage, run: str) -> int | None:
    """Where two figures of a run could be one digit beyond 9, or None."""
    pairs = (run[at : at + 2] for at in range(len(run) - 1))
    fits = (pair.isdigit() and 10 <= int(pair) <= message.geometry.size for pair in pairs)
    return next((at for at, fit in enumerate(fits) if fit), None)
