"""Reading moves of single cells: `r4c5=7`, `clear r4c5`, `note r4c5 27`, `457`.

A move is the name of a cell and a tail that says what becomes of it: a digit, nothing, or notes.
Tails are tried in this order: notes with a sign (`+27 -4`, `≠7`), a list of notes behind the word
for notes, a single digit or a word for erasing.

What makes it hard is that moves follow each other with little between them, and that figures run
together. So a figure must be followed by something that cannot belong to it (`_NEXT`): not by more
letters or figures, nor by what would make it the label of a row (`457 4: 53..`). On a board with
digits beyond 9 `12` may be one digit or two, and `d112` a 2 in d11 or a 12 in d1: such a move is
refused with both readings.

A cell alone is no move, and a cell that the board does not have is talk (`k9`), unless its tail or
the form of its name shows that it was meant. A problem is kept in the fragment instead of being
raised here, because only the whole message shows whether it is an attempt at all.
"""

import re
from dataclasses import dataclass
from typing import Final

from bot.game.entry import words
from bot.game.entry.message import (
    Fragment,
    NamedCell,
    TypedMessage,
    cell_at,
    no_such_cell,
    no_such_digit,
    shortened,
)
from bot.game.move import Intent, IntentKind, mask_of
from bot.game.refused import Refused

BETWEEN: Final = re.compile(
    rf"(?:[\s,;、。．!|()\[\]{{}}\"'`<>/\\~.:]|{words.pattern(words.FILLER)})+"
)
"""What may stand between two moves."""

_NOTE: Final = re.compile(rf"{words.pattern(words.NOTE)} ?[:=]? ?")
_ERASE: Final = re.compile(rf"{words.pattern(words.ERASE)} ?[:=]? ?")
_TRIPLE: Final = re.compile(r"(\d)(\d)(\d)(?![\da-z]| ?[:=行排列])")

# What must not follow a digit: more of its word or number, or the end of the label of a row.
_NEXT: Final = r"(?![\da-z]| ?[:=行排列])"
_BECOMES: Final = re.compile(rf" ?({words.pattern(words.BECOMES)}) ?")
_NUMBER: Final = re.compile(rf" ?(\d{{1,6}})(?:{_NEXT}|(?=[rf] ?\d))")
_COMMA_NUMBER: Final = re.compile(rf" ?, ?(\d){_NEXT}")
_LETTER: Final = re.compile(rf" ?([a-p]){_NEXT}")
_ERASED: Final = re.compile(rf" ?{words.pattern(words.ERASED, words.ERASE)}")
_ERASED_MARK: Final = re.compile(r" ?[._*-](?![\w.*-])")
_WORD: Final = re.compile(r"[+-]?\w{1,60}")
_NOTE_BEHIND: Final = re.compile(rf" ?{words.pattern(words.NOTE)} ?[:=]? ?")
_RUN: Final = r"\d{1,60}"
_LARGE_RUN: Final = r"(?![a-p]\d)[\da-p]{1,60}"
_SIGNED: Final = {
    large: re.compile(rf" ?([+-]+|<>|≠|!=) ?({run})(?![\da-z]| ?[:=])")
    for large, run in ((False, _RUN), (True, _LARGE_RUN))
}
_LIST: Final = {
    False: re.compile(rf" ?{_RUN}{_NEXT}"),
    True: re.compile(rf"(?: ?{_LARGE_RUN}{_NEXT})+"),
}


@dataclass(frozen=True, slots=True)
class _Tail:
    """What is said of a cell, up to `end`: pairs of a kind of intent and its value.

    `assigned` says that it stands behind `=` or a word like it.
    """

    end: int
    changes: tuple[tuple[IntentKind, int], ...]
    assigned: bool = False


def move_at(message: TypedMessage, at: int) -> Fragment | None:
    """The move of one cell, or the erasing of several, at this place of the message."""
    if note := _NOTE.match(message.text, at):
        return _cell_move(message, note.end(), noted=True)
    if erase := _ERASE.match(message.text, at):
        return _erased(message, erase.end())
    return _cell_move(message, at, noted=False) or _triple(message, at)


def _cell_move(message: TypedMessage, at: int, *, noted: bool) -> Fragment | None:
    named = cell_at(message, at)
    if named is None:
        return None
    if named.cell is None:
        return _beyond(message, named, noted=noted)
    name = message.geometry.name(named.cell)
    try:
        tail = _tail(message, named.end, name, noted=noted)
    except Refused as problem:
        return _problem(message, named, problem)
    if tail is None:
        return Fragment(named.end, problem=Refused("no_digit", cell=name), sure=named.sure)
    intents = tuple(Intent(kind, named.cell, value) for kind, value in tail.changes)
    return Fragment(tail.end, intents, sure=named.sure or tail.assigned)


def _beyond(message: TypedMessage, named: NamedCell, *, noted: bool) -> Fragment | None:
    """A cell that the board does not have, unless its name ends with the digit to place."""
    try:
        tail = _tail(message, named.end, named.written, noted=noted)
    except Refused:
        tail = None
    # `d57=8` names a cell beyond the board: its digit is the 8, so it cannot be the 7 as well.
    if named.glued and not noted and not (tail and tail.assigned):
        return _glued(message, named)
    if tail is None and not named.sure and not _assigned(message, named):
        return None
    return _problem(message, named, no_such_cell(named.written, message))


def _glued(message: TypedMessage, named: NamedCell) -> Fragment:
    intents = [Intent(IntentKind.PLACE, cell, digit) for cell, digit in named.glued]
    if len(intents) == 1:
        return Fragment(named.end, tuple(intents), sure=named.sure)
    # There are never more than two, since no digit has more than two figures.
    first, second = (intent.text(message.geometry) for intent in intents)
    problem = Refused("ambiguous", text=shortened(named.written), first=first, second=second)
    return Fragment(named.end, problem=problem, sure=named.sure)


def _problem(message: TypedMessage, named: NamedCell, problem: Refused) -> Fragment:
    return Fragment(named.end, problem=problem, sure=named.sure or _assigned(message, named))


def _assigned(message: TypedMessage, named: NamedCell) -> bool:
    return message.text.startswith(("=", " ="), named.end)


def _erased(message: TypedMessage, at: int) -> Fragment | None:
    """Reads cells that are named one after the other behind a word for erasing."""
    cells: list[int] = []
    end, sure = at, False
    while named := cell_at(message, at):
        # A cell with a tail of its own begins the next move: `clear r4c5 r4c6=7`.
        if _says_more(message, named):
            break
        if named.cell is None:
            return _problem(message, named, no_such_cell(named.written, message))
        cells.append(named.cell)
        end, sure = named.end, sure or named.sure
        between = BETWEEN.match(message.text, end)
        at = between.end() if between else end
    # `end` stays behind the last cell, so that what follows the separator is read again.
    intents = tuple(Intent(IntentKind.ERASE, cell) for cell in cells)
    return Fragment(end, intents, sure=sure) if intents else None


def _says_more(message: TypedMessage, named: NamedCell) -> bool:
    # In `clear r4c5 clear r4c6` the second word belongs to the cell behind it.
    again = _ERASE.match(message.text, named.end + message.text.startswith(" ", named.end))
    if again and cell_at(message, again.end()):
        return False
    if named.cell is None and named.glued:
        return True
    try:
        return _tail(message, named.end, named.written, noted=False) is not None
    except Refused:
        return True


def _triple(message: TypedMessage, at: int) -> Fragment | None:
    found = _TRIPLE.match(message.text, at)
    if not found:
        return None
    size, end = message.geometry.size, found.end()
    # Rows, columns and digits of a large board may have two figures, so three figures are no move.
    if message.large:
        return Fragment(end, problem=Refused("triple_on_large", text=found[0], size=size))
    row, column, digit = map(int, found.groups())
    if not (1 <= row <= size and 1 <= column <= size):
        return Fragment(end, problem=no_such_cell(f"r{row}c{column}", message))
    cell = message.geometry.cell(row - 1, column - 1)
    if not 1 <= digit <= size:
        return Fragment(end, problem=no_such_digit(found[3], message.geometry.name(cell), message))
    return Fragment(end, (Intent(IntentKind.PLACE, cell, digit),))


def _tail(message: TypedMessage, at: int, cell: str, *, noted: bool) -> _Tail | None:
    """What is said of the cell named `cell`, whose name ends at `at`; None when nothing is.

    `noted` says that the word for notes came before the cell. Raises Refused `no_such_digit` and
    `ambiguous`.
    """
    signed = _signed(message, at, cell)
    if signed:
        return signed
    note = _NOTE_BEHIND.match(message.text, at)
    if noted or note:
        return _note_list(message, note.end() if note else at, cell)
    return _digit(message, at, cell)


def _signed(message: TypedMessage, at: int, cell: str) -> _Tail | None:
    changes = []
    form = _SIGNED[message.large]
    while found := form.match(message.text, at):
        kind = IntentKind.ADD_NOTES if "+" in found[1] else IntentKind.REMOVE_NOTES
        changes.append((kind, _mask(message, cell, [found[2]])))
        at = found.end()
    return _Tail(at, tuple(_merged(changes))) if changes else None


def _merged(changes: list[tuple[IntentKind, int]]) -> list[tuple[IntentKind, int]]:
    """Joins neighbours with the same sign: `+1 +4` is `+14`."""
    merged: list[tuple[IntentKind, int]] = []
    for kind, mask in changes:
        if merged and merged[-1][0] is kind:
            merged[-1] = (kind, merged[-1][1] | mask)
        else:
            merged.append((kind, mask))
    return merged


def _note_list(message: TypedMessage, at: int, cell: str) -> _Tail | None:
    becomes = _BECOMES.match(message.text, at)
    start = becomes.end() if becomes else at
    signed = _signed(message, start, cell)
    if signed:
        return signed
    found = _LIST[message.large].match(message.text, start)
    if not found:
        return None
    return _Tail(found.end(), ((IntentKind.SET_NOTES, _mask(message, cell, found[0].split())),))


def _digit(message: TypedMessage, at: int, cell: str) -> _Tail | None:
    becomes = _BECOMES.match(message.text, at)
    start = becomes.end() if becomes else at
    forms = [_NUMBER, _LETTER] if message.large else [_NUMBER]
    # A comma may stand in place of `=` (`r4c5, 7`), but not behind it.
    for form in forms if becomes else [*forms, _COMMA_NUMBER]:
        if found := form.match(message.text, start):
            return _placed(message, found[1], found.end(), cell, assigned=bool(becomes))
    erased = _ERASED.match(message.text, start)
    # A dot or a dash is punctuation unless something is assigned.
    if becomes and not erased:
        erased = _ERASED_MARK.match(message.text, start)
    if erased:
        return _Tail(erased.end(), ((IntentKind.ERASE, 0),), assigned=bool(becomes))
    return _assigned_nothing(message, becomes, cell) if becomes else None


def _placed(message: TypedMessage, written: str, end: int, cell: str, *, assigned: bool) -> _Tail:
    digit = message.digit(written)
    if digit is None:
        raise no_such_digit(written, cell, message)
    change = (IntentKind.PLACE, digit) if digit else (IntentKind.ERASE, 0)
    return _Tail(end, (change,), assigned)


def _assigned_nothing(message: TypedMessage, becomes: re.Match[str], cell: str) -> _Tail | None:
    # `r4c5=` erases, `r4c5=q` is a mistake, and `r4c5 is` says nothing.
    if "=" not in becomes[1]:
        return None
    glued = None if becomes[0].endswith(" ") else _WORD.match(message.text, becomes.end())
    if glued:
        raise no_such_digit(glued[0], cell, message)
    return _Tail(becomes.end(), ((IntentKind.ERASE, 0),), assigned=True)


def _mask(message: TypedMessage, cell: str, runs: list[str]) -> int:
    """The mask of the notes in runs of symbols; a lone `0` stands for no notes.

    Raises Refused `no_such_digit`, and `ambiguous` where digits go beyond 9 and figures run
    together (`12` may be 1 and 2).
    """
    digits = [digit for run in runs if run != "0" for digit in _digits(message, cell, run)]
    return mask_of(tuple(digits))


def _digits(message: TypedMessage, cell: str, run: str) -> list[int]:
    at = _joint(message, run)
    # `10` cannot be two digits, for there is no 0.
    if at is not None and len(run) == 2 and run.endswith("0"):
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
    pairs = (run[at : at + 2] for at in range(len(run)))
    fits = (pair.isdigit() and 10 <= int(pair) <= message.geometry.size for pair in pairs)
    return next((at for at, fit in enumerate(fits) if fit), None)
