"""Reading rows and whole boards as they are typed or pasted: `4: 53..7....`, and any layout.

A row is a label and its cells. Labels differ in what they prove: `row 4` can be nothing else, `4:`
may be a time of day, and a bare `4` at the beginning of a line may be a digit. So a bare number
makes a row only where the row has no mistake, and `4:` proves that moves are meant only where rows
are long.

A board is whatever has as many cells as the board that is played, once frames and separators are
gone. A message without words that has many digits but fits no board is refused with the reason
that the engine's parser gives.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import Final

from bot.game.entry import words
from bot.game.entry.message import Fragment, TypedMessage, count, shortened
from bot.game.move import Intent, IntentKind, highest
from bot.game.refused import Refused
from engine.board import Geometry, Grid, InvalidGrid
from engine.notation import parse

SMALLEST: Final = 14
"""Cells of the smallest board, less a few that a person may have left out."""

NARROWEST: Final = 4
"""Rows of the smallest board."""

_BLANK: Final = frozenset("0._*-")
_SURE_LABEL: Final = re.compile(
    rf"(?:{words.pattern(words.ROW)} ?(?P<before>\d{{1,3}})"
    rf"|{words.pattern(words.ORDINAL)}? ?(?P<after>\d{{1,3}}|[一二三四五六七八九十]{{1,3}})"
    rf" ?{words.pattern(words.ROW_AFTER)}) ?[:=]? ?"
)
_LABEL: Final = re.compile(r"(?P<before>\d{1,3}) ?[:=] ?")
_LABEL_OF_LINE: Final = re.compile(r"(?m:^)(?P<before>\d{1,2})[ (]")
"""Behind it stands a blank, or the parenthesis around a chosen cell."""

_RULE: Final = re.compile(r"(?m)^[ +=|-]+$")
_SIGNS: Final = "|'\"!()<>"
"""What the bot's own board has beside its cells."""

_NOT_A_CELL: Final = str.maketrans("", "", f"{_SIGNS} ,")
_BARS: Final = str.maketrans(dict.fromkeys(f"{_SIGNS},", " "))

# By `TypedMessage.large`: beyond 9 letters are digits too.
_CELLS: Final = {False: re.compile(r"[\d._*-]"), True: re.compile(r"[\da-p._*-]")}
_DIGITS: Final = {False: re.compile(r"[1-9]"), True: re.compile(r"[\da-p]")}
_TALK: Final = {False: re.compile(r"[^\W\d_]"), True: re.compile(r"[q-z]|[^\W\d_a-z]")}


@cache
def _bodies(size: int) -> tuple[re.Pattern[str], ...]:
    """Patterns of a row: its cells with commas between them, or with spaces, bars or nothing."""
    symbols = r"\d._*\-" + ("a-p" if size > 9 else "")
    apart = rf"[{symbols}]{{1,2}}(?: ?, ?[{symbols}]{{1,2}}){{{size - 1}}}(?![{symbols}]| ?,)"
    return (
        re.compile(apart),
        # The lookahead stops before the label of the next row on the same line: `1: 53.. 2: 6...`.
        re.compile(rf"(?:(?! ?\d{{1,3}} ?[:=])[{symbols} {_SIGNS}]){{1,200}}"),
    )


def row_at(message: TypedMessage, at: int) -> Fragment | None:
    """The row that is spelt out at this place of the message; None for half a row or less."""
    for label in (_SURE_LABEL, _LABEL, _LABEL_OF_LINE):
        if found := label.match(message.text, at):
            number = count(next(filter(None, found.groups())))
            row = _row(message, number, found.end(), sure=label is _SURE_LABEL)
            # A line may begin with a number that is no label, so a mistake in such a row proves
            # that it is none.
            if row and (label is not _LABEL_OF_LINE or row.row):
                return row
    return None


def without_frame(message: TypedMessage) -> TypedMessage:
    """The message without the column numbers and the rules of a board that the bot printed."""
    bare = replace(message, text=_RULE.sub("", message.text).lstrip("\n"))
    first, _, rest = bare.text.partition("\n")
    body = replace(message, text=rest.lstrip("\n"))
    # 123456789 may also be the first row of a board; it is a heading only above a labelled row.
    is_heading = _numbers_columns(first.translate(_NOT_A_CELL), message.geometry.size)
    return body if is_heading and row_at(body, 0) else bare


def _numbers_columns(line: str, size: int) -> bool:
    """Whether a line has the numbers above a printed board, one behind the other.

    From 10 on only some columns have room for one; in earlier versions each had its last figure.
    """
    if line == "".join(str(number % 10) for number in range(1, size + 1)):
        return True
    for number in range(1, size + 1):
        if number <= 9 and not line.startswith(str(number)):
            return False
        line = line.removeprefix(str(number))
    return not line


def pasted_board(text: str, message: TypedMessage, parts: Sequence[Fragment | str]) -> Grid | None:
    """The board in a message, possibly with blanks; None where it has none or says moves instead.

    `parts` are the message's fragments and its other words. Groups of three digits, one for every
    three cells, may be moves or a board: they are a board when at least half of its rows hold each
    digit once.
    """
    fragments = [part for part in parts if isinstance(part, Fragment)]
    cells = message.geometry.cell_count
    if _count(_CELLS, message) < cells or any(fragment.sure for fragment in fragments):
        return None
    grid = _parsed(text, message.geometry) or _in_any_layout(without_frame(message))
    # A line of dots parses as an empty board, but is talk.
    if grid is None or grid.clue_count < message.geometry.size:
        return None
    says_moves = len(fragments) == len(parts)
    return None if says_moves and 2 * _complete_rows(grid) < message.geometry.size else grid


def refuse_misfit(text: str, message: TypedMessage) -> None:
    """Refuses a message without words that has digits for half of the cells but is no board.

    Raises Refused `answer_row`, `answer_digit` or `answer_length`.
    """
    expected = message.geometry.cell_count
    if _TALK[message.large].search(message.text) or 2 * _count(_DIGITS, message) < expected:
        return
    try:
        count = parse(text).geometry.cell_count
    except InvalidGrid as error:
        raise _misfit(error, message) from error
    raise Refused("answer_length", count=count, expected=expected)


def is_boardlike(typed: str) -> bool:
    """Whether a text has the cells of a small board, and less than a quarter of other marks."""
    marks = [letter for letter in typed if not letter.isspace() and letter not in "|+-"]
    cells = _cell_count(typed)
    return cells >= SMALLEST and 4 * cells > 3 * len(marks)


def as_board(typed: str) -> Grid | None:
    """The board that a text holds, in any notation and of any size."""
    found = board_in(typed)
    return found if isinstance(found, Grid) else None


def drawn_board(typed: str) -> Grid | None:
    """The board that a text holds in as many lines as it has rows, or more; of any size."""
    if typed.count("\n") + 1 < NARROWEST:
        return None
    found = as_board(typed)
    return found if found and typed.count("\n") + 1 >= found.geometry.size else None


def board_in(typed: str) -> Grid | InvalidGrid | None:
    """The board that a text holds; where it holds none but is boardlike, the reason why."""
    try:
        return parse(typed)
    except InvalidGrid as reason:
        return reason if is_boardlike(typed) else None


def has_rows(typed: str) -> bool:
    """Whether a text is boardlike and NARROWEST of its lines have more digits than a move."""
    rows = sum(_cell_count(line) >= NARROWEST for line in typed.splitlines())
    return rows >= NARROWEST and is_boardlike(typed)


def _row(message: TypedMessage, number: int, at: int, *, sure: bool) -> Fragment | None:
    size = message.geometry.size
    bodies = [found for body in _bodies(size) if (found := body.match(message.text, at))]
    if not bodies:
        return None
    cells = _cells(bodies[0][0], size)
    end = bodies[0].end()
    if 2 * len(cells) <= size:
        return None
    if not 1 <= number <= size:
        return Fragment(end, problem=Refused("no_such_row", row=number, size=size), sure=sure)
    if len(cells) != size:
        problem = Refused("row_length", row=number, count=len(cells), size=size)
        return Fragment(end, problem=problem, sure=sure)
    # A colon before a long row is no accident; before a short one it may be a time of day.
    is_sure = sure or (size > 6 and ":" in message.text[at - 2 : at])
    return _placed(message, number, cells, Fragment(end, sure=is_sure, row=number))


def _cells(body: str, size: int) -> list[str]:
    # Separated cells may have two figures (`12`); in a row without gaps each character is a cell.
    apart = body.translate(_BARS).split()
    return apart if len(apart) == size else list(body.translate(_NOT_A_CELL))


def _placed(message: TypedMessage, number: int, cells: list[str], row: Fragment) -> Fragment:
    intents = []
    for column, written in enumerate(cells):
        if written in _BLANK:
            continue
        digit = message.digit(written)
        if not digit:
            problem = Refused(
                "row_digit",
                row=number,
                column=column + 1,
                digit=written,
                highest=highest(message.geometry),
            )
            return replace(row, problem=problem, row=0)
        cell = message.geometry.cell(number - 1, column)
        intents.append(Intent(IntentKind.PLACE, cell, digit))
    return replace(row, intents=tuple(intents))


def _parsed(text: str, geometry: Geometry) -> Grid | None:
    try:
        return parse(text, geometry)
    except InvalidGrid:
        return None


def _in_any_layout(message: TypedMessage) -> Grid | None:
    """The cells one after the other, however they are broken into lines and groups."""
    cells = "".join(_CELLS[message.large].findall(message.text))
    if _TALK[message.large].search(message.text) or len(cells) != message.geometry.cell_count:
        return None
    return _parsed(cells, message.geometry)


def _misfit(error: InvalidGrid, message: TypedMessage) -> Refused:
    geometry = message.geometry
    match error.reason, error.details:
        case "row_length", {"row": row, "count": count}:
            return Refused("answer_row", row=row, count=count, size=geometry.size)
        case "symbol" | "value", {"symbol": symbol, "row": row, "column": column}:
            return Refused(
                "answer_digit",
                row=row,
                column=column,
                digit=shortened(str(symbol)),
                highest=highest(geometry),
            )
    count = _count(_CELLS, message)
    return Refused("answer_length", count=count, expected=geometry.cell_count)


def _count(symbols: dict[bool, re.Pattern[str]], message: TypedMessage) -> int:
    return sum(1 for _ in symbols[message.large].finditer(message.text))


def _complete_rows(grid: Grid) -> int:
    geometry = grid.geometry
    whole = set(range(1, geometry.size + 1))
    return sum({grid[cell] for cell in row} == whole for row in geometry.rows)


def _cell_count(text: str) -> int:
    return sum(letter.isdecimal() or letter in ".*_" for letter in text)
