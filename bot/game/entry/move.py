"""Moves of single cells: `r4c5=7`, `clear r4c5`, `note r4c5 27`, `457`."""

import re
from typing import Final

from bot.game.entry import words
from bot.game.entry.cell import Named, cell_at
from bot.game.entry.found import Found
from bot.game.entry.intent import Intent, IntentKind
from bot.game.entry.source import Source, no_such_cell, no_such_digit, shortened
from bot.game.entry.tail import tail_at
from bot.game.refused import Refused

BETWEEN: Final = re.compile(
    rf"(?:[\s,;、。．!|()\[\]{{}}\"'`<>/\\~.:]|{words.pattern(words.FILLER)})+"
)
"""What may stand between two moves."""

_NOTE: Final = re.compile(rf"{words.pattern(words.NOTE)} ?[:=]? ?")
_ERASE: Final = re.compile(rf"{words.pattern(words.ERASE)} ?[:=]? ?")
_TRIPLE: Final = re.compile(r"(\d)(\d)(\d)(?![\da-z]| ?[:=行排列])")


def move_at(source: Source, at: int) -> Found | None:
    """The move of one cell, or the erasing of several, at this place of the message."""
    if note := _NOTE.match(source.text, at):
        return _cell_move(source, note.end(), noted=True)
    if erase := _ERASE.match(source.text, at):
        return _erased(source, erase.end())
    return _cell_move(source, at, noted=False) or _triple(source, at)


def _cell_move(source: Source, at: int, *, noted: bool) -> Found | None:
    named = cell_at(source, at)
    if named is None:
        return None
    if named.cell is None:
        return _beyond(source, named, noted=noted)
    name = source.geometry.name(named.cell)
    try:
        tail = tail_at(source, named.end, name, noted=noted)
    except Refused as problem:
        return _problem(source, named, problem)
    if tail is None:
        return Found(named.end, problem=Refused("no_digit", cell=name), sure=named.sure)
    intents = tuple(Intent(kind, named.cell, value) for kind, value in tail.wishes)
    return Found(tail.end, intents, sure=named.sure or tail.assigned)


def _beyond(source: Source, named: Named, *, noted: bool) -> Found | None:
    """A cell that the board does not have, unless its name ends with the digit to place."""
    try:
        tail = tail_at(source, named.end, named.written, noted=noted)
    except Refused:
        tail = None
    if named.glued and not noted and not (tail and tail.assigned):
        return _glued(source, named)
    if tail is None and not named.sure and not _assigned(source, named):
        return None
    return _problem(source, named, no_such_cell(named.written, source))


def _glued(source: Source, named: Named) -> Found:
    intents = [Intent(IntentKind.PLACE, cell, digit) for cell, digit in named.glued]
    if len(intents) == 1:
        return Found(named.end, tuple(intents), sure=named.sure)
    first, second = (intent.text(source.geometry) for intent in intents[:2])
    problem = Refused("ambiguous", text=shortened(named.written), first=first, second=second)
    return Found(named.end, problem=problem, sure=named.sure)


def _problem(source: Source, named: Named, problem: Refused) -> Found:
    return Found(named.end, problem=problem, sure=named.sure or _assigned(source, named))


def _assigned(source: Source, named: Named) -> bool:
    return source.text.startswith(("=", " ="), named.end)


def _erased(source: Source, at: int) -> Found | None:
    """Cells that are named one after the other behind a word for erasing."""
    cells: list[int] = []
    end, sure = at, False
    while named := cell_at(source, at):
        if _says_more(source, named):
            break
        if named.cell is None:
            return _problem(source, named, no_such_cell(named.written, source))
        cells.append(named.cell)
        end, sure = named.end, sure or named.sure
        between = BETWEEN.match(source.text, end)
        at = between.end() if between else end
    intents = tuple(Intent(IntentKind.ERASE, cell) for cell in cells)
    return Found(end, intents, sure=sure) if intents else None


def _says_more(source: Source, named: Named) -> bool:
    if named.cell is None and named.glued:
        return True
    try:
        return tail_at(source, named.end, named.written, noted=False) is not None
    except Refused:
        return True


def _triple(source: Source, at: int) -> Found | None:
    found = _TRIPLE.match(source.text, at)
    if not found:
        return None
    size, end = source.geometry.size, found.end()
    if source.large:
        return Found(end, problem=Refused("triple_on_large", text=found[0], size=size))
    row, column, digit = map(int, found.groups())
    if not (1 <= row <= size and 1 <= column <= size):
        return Found(end, problem=no_such_cell(f"r{row}c{column}", source))
    cell = source.geometry.cell(row - 1, column - 1)
    if not 1 <= digit <= size:
        return Found(end, problem=no_such_digit(found[3], source.geometry.name(cell), source))
    return Found(end, (Intent(IntentKind.PLACE, cell, digit),))
