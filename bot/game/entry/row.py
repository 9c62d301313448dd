"""Whole rows: `4: 53..7....`, also as the bot's own boards print them."""

import re
from dataclasses import replace
from functools import cache
from typing import Final

from bot.game.entry import words
from bot.game.entry.cell import count
from bot.game.entry.found import Found
from bot.game.entry.intent import Intent, IntentKind
from bot.game.entry.source import Source
from bot.game.position import highest
from bot.game.refused import Refused

_BLANK: Final = frozenset("0._*-")
_SURE_LABEL: Final = re.compile(
    rf"(?:{words.pattern(words.ROW)} ?(?P<before>\d{{1,3}})"
    rf"|{words.pattern(words.ORDINAL)}? ?(?P<after>\d{{1,3}}|[一二三四五六七八九十]{{1,3}})"
    rf" ?{words.pattern(words.ROW_AFTER)}) ?[:=]? ?"
)
_LABEL: Final = re.compile(r"(?P<before>\d{1,3}) ?[:=] ?")
_LABEL_OF_LINE: Final = re.compile(r"(?m:^)(?P<before>\d{1,2}) ")
_RULE: Final = re.compile(r"(?m)^[ +=|-]+$")
_NOT_A_CELL: Final = str.maketrans("", "", " |'!,")
_BARS: Final = str.maketrans("|'!,", "    ")


@cache
def _bodies(size: int) -> tuple[re.Pattern[str], ...]:
    """The cells of a row with commas between them, or else with spaces and bars or nothing."""
    symbols = r"\d._*\-" + ("a-p" if size > 9 else "")
    apart = rf"[{symbols}]{{1,2}}(?: ?, ?[{symbols}]{{1,2}}){{{size - 1}}}(?![{symbols}]| ?,)"
    return (
        re.compile(apart),
        re.compile(rf"(?:(?! ?\d{{1,3}} ?[:=])[{symbols} |'!]){{1,200}}"),
    )


def row_at(source: Source, at: int) -> Found | None:
    """The row that is spelt out at this place of the message, if more than half of one is."""
    for label in (_SURE_LABEL, _LABEL, _LABEL_OF_LINE):
        if found := label.match(source.text, at):
            number = count(next(filter(None, found.groups())))
            row = _row(source, number, found.end(), sure=label is _SURE_LABEL)
            if row and (label is not _LABEL_OF_LINE or row.row):
                return row
    return None


def without_frame(source: Source) -> Source:
    """The message without the column numbers and the rules of a board that the bot printed."""
    bare = replace(source, text=_RULE.sub("", source.text).lstrip("\n"))
    heading = "".join(str(number % 10) for number in range(1, source.geometry.size + 1))
    first, _, rest = bare.text.partition("\n")
    body = replace(source, text=rest.lstrip("\n"))
    return body if first.translate(_NOT_A_CELL) == heading and row_at(body, 0) else bare


def _row(source: Source, number: int, at: int, *, sure: bool) -> Found | None:
    size = source.geometry.size
    bodies = [found for body in _bodies(size) if (found := body.match(source.text, at))]
    if not bodies:
        return None
    cells = _cells(bodies[0][0], size)
    end = bodies[0].end()
    if 2 * len(cells) <= size:
        return None
    if not 1 <= number <= size:
        return Found(end, problem=Refused("no_such_row", row=number, size=size), sure=sure)
    if len(cells) != size:
        problem = Refused("row_length", row=number, count=len(cells), size=size)
        return Found(end, problem=problem, sure=sure)
    told = sure or (size > 6 and ":" in source.text[at - 2 : at])
    return _placed(source, number, cells, Found(end, sure=told, row=number))


def _cells(body: str, size: int) -> list[str]:
    apart = body.translate(_BARS).split()
    return apart if len(apart) == size else list(body.translate(_NOT_A_CELL))


def _placed(source: Source, number: int, cells: list[str], row: Found) -> Found:
    intents = []
    for column, written in enumerate(cells):
        if written in _BLANK:
            continue
        digit = source.digit(written)
        if not digit:
            problem = Refused(
                "row_digit",
                row=number,
                column=column + 1,
                digit=written,
                highest=highest(source.geometry),
            )
            return replace(row, problem=problem, row=0)
        cell = source.geometry.cell(number - 1, column)
        intents.append(Intent(IntentKind.PLACE, cell, digit))
    return replace(row, intents=tuple(intents))
