"""Moves of single cells: `r4c5=7`, `clear r4c5`, `note r4c5 27`, `457`."""

import re
from typing import Final

from bot.game.entry import words
from bot.game.entry.cell import NamedCell, cell_at
from bot.game.entry.intent import Fragment, Intent, IntentKind
from bot.game.entry.message import TypedMessage, no_such_cell, no_such_digit, shortened
from bot.game.entry.tail import tail_at
from bot.game.refused import Refused

BETWEEN: Final = re.compile(
    rf"(?:[\s,;、。．!|()\[\]{{}}\"'`<>/\\~.:]|{words.pattern(words.FILLER)})+"
)
"""What may stand between two moves."""

_NOTE: Final = re.compile(rf"{words.pattern(words.NOTE)} ?[:=]? ?")
_ERASE: Final = re.compile(rf"{words.pattern(words.ERASE)} ?[:=]? ?")
_TRIPLE: Final = re.compile(r"(\d)(\d)(\d)(?![\da-z]| ?[:=行排列])")


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
        tail = tail_at(message, named.end, name, noted=noted)
    except Refused as problem:
        return _problem(message, named, problem)
    if tail is None:
        return Fragment(named.end, problem=Refused("no_digit", cell=name), sure=named.sure)
    intents = tuple(Intent(kind, named.cell, value) for kind, value in tail.changes)
    return Fragment(tail.end, intents, sure=named.sure or tail.assigned)


def _beyond(message: TypedMessage, named: NamedCell, *, noted: bool) -> Fragment | None:
    """A cell that the board does not have, unless its name ends with the digit to place."""
    try:
        tail = tail_at(message, named.end, named.written, noted=noted)
    except Refused:
        tail = None
    if named.glued and not noted and not (tail and tail.assigned):
        return _glued(message, named)
    if tail is None and not named.sure and not _assigned(message, named):
        return None
    return _problem(message, named, no_such_cell(named.written, message))


def _glued(message: TypedMessage, named: NamedCell) -> Fragment:
    intents = [Intent(IntentKind.PLACE, cell, digit) for cell, digit in named.glued]
    if len(intents) == 1:
        return Fragment(named.end, tuple(intents), sure=named.sure)
    first, second = (intent.text(message.geometry) for intent in intents[:2])
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
        if _says_more(message, named):
            break
        if named.cell is None:
            return _problem(message, named, no_such_cell(named.written, message))
        cells.append(named.cell)
        end, sure = named.end, sure or named.sure
        between = BETWEEN.match(message.text, end)
        at = between.end() if between else end
    intents = tuple(Intent(IntentKind.ERASE, cell) for cell in cells)
    return Fragment(end, intents, sure=sure) if intents else None


def _says_more(message: TypedMessage, named: NamedCell) -> bool:
    if named.cell is None and named.glued:
        return True
    try:
        return tail_at(message, named.end, named.written, noted=False) is not None
    except Refused:
        return True


def _triple(message: TypedMessage, at: int) -> Fragment | None:
    found = _TRIPLE.match(message.text, at)
    if not found:
        return None
    size, end = message.geometry.size, found.end()
    if message.large:
        return Fragment(end, problem=Refused("triple_on_large", text=found[0], size=size))
    row, column, digit = map(int, found.groups())
    if not (1 <= row <= size and 1 <= column <= size):
        return Fragment(end, problem=no_such_cell(f"r{row}c{column}", message))
    cell = message.geometry.cell(row - 1, column - 1)
    if not 1 <= digit <= size:
        return Fragment(end, problem=no_such_digit(found[3], message.geometry.name(cell), message))
    return Fragment(end, (Intent(IntentKind.PLACE, cell, digit),))
