"""The board and its notes as sentences for screen readers."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from bot import messages
from bot.game.asked import places
from bot.game.game import Game
from bot.game.move import digits_of
from bot.render.text_board import own_cells
from engine.board import SYMBOLS, Geometry, Grid

MOST_SPOKEN: Final = 16
"""The largest board that can be spoken in one message."""

UNITS: Final = {"row": "speech.row", "column": "speech.column", "box": "speech.box"}


class Sign(StrEnum):
    """What is said of a digit that is not simply a given."""

    OWN = "own"
    FAULT = "fault"
    OWN_FAULT = "own_fault"


@dataclass(frozen=True, slots=True)
class SpeechWords:
    """The words of a language in which a board is spoken.

    `row` has the fields `{row}` and `{cells}`; `cell`, which says the notes of a cell, `{row}`,
    `{column}` and `{digits}`. `comma` stands between cells and digits, `semicolon` between boxes;
    `signs` have the field `{digit}`.
    """

    row: str
    cell: str
    blank: str
    all_blank: str
    comma: str
    semicolon: str
    signs: Mapping[Sign, str]


def speech_words(language: str) -> SpeechWords:
    """The words of a language in which boards are spoken."""

    def pattern(key: str) -> str:
        return str(messages.catalogue(language)[key])

    return SpeechWords(
        row=pattern("speech.row"),
        cell=pattern("speech.cell"),
        blank=pattern("speech.blank"),
        all_blank=pattern("speech.all_blank"),
        comma=pattern("speech.comma"),
        semicolon=pattern("speech.semicolon"),
        signs={
            Sign.OWN: pattern("speech.own"),
            Sign.FAULT: pattern("speech.fault"),
            Sign.OWN_FAULT: pattern("speech.own_fault"),
        },
    )


def spoken_puzzle(language: str, values: Grid, givens: Grid) -> str:
    """All rows of a board; empty where that is too large for one message."""
    if values.geometry.size > MOST_SPOKEN:
        return ""
    signs = dict.fromkeys(own_cells(values, givens), Sign.OWN)
    return spoken_board(values, speech_words(language), signs)


def spoken_game(language: str, game: Game, faults: Collection[int], box: int | None = None) -> str:
    """The rows of a game: those of a box, or all.

    Own digits and `faults` are named as such, until the game is solved.
    """
    signs = {} if game.is_solved else _signs(game, faults)
    lines = spoken_board(game.values, speech_words(language), signs).splitlines()
    return "\n".join(lines if box is None else lines[rows_of(game.givens.geometry, box)])


def rows_of(geometry: Geometry, box: int) -> slice:
    """The rows, counted from 0, that a box lies in."""
    top = box // geometry.box_rows * geometry.box_rows
    return slice(top, top + geometry.box_rows)


def other_row(geometry: Geometry, box: int) -> int:
    """The number of a row that a box does not lie in: the one after it, or else the first."""
    below = rows_of(geometry, box).stop
    return below + 1 if below < geometry.size else 1


def spoken_unit(language: str, game: Game, faults: Collection[int], unit: int) -> str:
    """A row, a column or a box (an index of `Geometry.units`) in a line."""
    shape, words, signs = game.givens.geometry, speech_words(language), _signs(game, faults)
    kind, number = shape.unit_kind(unit), shape.unit_number(unit)
    spoken = [_digit(game.values[cell], words, signs.get(cell)) for cell in shape.units[unit]]
    together = shape.box_rows if kind == "column" else shape.box_columns
    cells = _row(spoken, together, words)
    return messages.text(language, UNITS[kind], **{kind: number, "cells": cells})


def spoken_places(
    language: str, game: Game, digit: int, unit: int | None = None, *, is_standing: bool = False
) -> str:
    """The cells where a digit can go, of a unit or of the whole board, a line for each row.

    Where it stands in the unit already, it is that cell. `is_standing` asks for the cells of the
    whole board where it stands, too.
    """
    shape = game.givens.geometry
    within = range(shape.cell_count) if unit is None else shape.units[unit]
    standing = [cell for cell in within if game.values[cell] == digit]
    free = [cell for cell in places(game, digit) if cell in within]
    told = []
    if standing and (is_standing or unit is not None):
        told.append(_rows_of(language, "speech.standing", digit, standing, shape))
    if free:
        told.append(_rows_of(language, "speech.places", digit, free, shape))
    nowhere = messages.text(language, "speech.nowhere", digit=SYMBOLS[digit - 1])
    return "\n".join(told) or nowhere


def _rows_of(language: str, key: str, digit: int, cells: Iterable[int], shape: Geometry) -> str:
    """A heading, and the cells of a digit, a line for each row."""
    comma, columns = speech_words(language).comma, dict[int, list[str]]()
    for cell in cells:
        row, column = divmod(cell, shape.size)
        columns.setdefault(row + 1, []).append(str(column + 1))
    lines = [
        messages.text(
            language, "speech.place", count=len(found), row=row, columns=comma.join(found)
        )
        for row, found in columns.items()
    ]
    return "\n".join([messages.text(language, key, digit=SYMBOLS[digit - 1]), *lines])


def notes_of_game(language: str, game: Game, cells: Collection[int]) -> str:
    """The notes of some cells of a game."""
    masks = [mask if cell in cells else 0 for cell, mask in enumerate(game.notes)]
    return spoken_notes(game.values, masks, speech_words(language))


def spoken_board(values: Grid, words: SpeechWords, signs: Mapping[int, Sign] | None = None) -> str:
    """A line for each row, its boxes apart: `Row 1: 5, 3, blank; blank, 7 yours, blank; all blank`.

    `signs` are the signs of digits by cell.
    """
    shape = values.geometry
    spoken = [
        _digit(value, words, (signs or {}).get(cell)) for cell, value in enumerate(values.values)
    ]
    return "\n".join(
        words.row.format(
            row=number, cells=_row([spoken[cell] for cell in row], shape.box_columns, words)
        )
        for number, row in enumerate(shape.rows, 1)
    )


def spoken_notes(values: Grid, notes: Sequence[int], words: SpeechWords) -> str:
    """A line for each cell with notes: `Row 1, column 3: 1, 2, 4`; empty where there are none.

    `notes` holds a mask per cell (bit v - 1 stands for the digit v).
    """
    size = values.geometry.size
    return "\n".join(
        words.cell.format(
            row=cell // size + 1,
            column=cell % size + 1,
            digits=words.comma.join(SYMBOLS[digit - 1] for digit in digits_of(mask)),
        )
        for cell, mask in enumerate(notes)
        if mask
    )


def _signs(game: Game, faults: Collection[int]) -> dict[int, Sign]:
    signs = dict.fromkeys(own_cells(game.values, game.givens), Sign.OWN)
    wrong = dict.fromkeys(faults, Sign.FAULT)
    return signs | wrong | dict.fromkeys(signs.keys() & wrong, Sign.OWN_FAULT)


def _digit(value: int, words: SpeechWords, sign: Sign | None) -> str:
    if not value:
        return words.blank
    digit = SYMBOLS[value - 1]
    return words.signs[sign].format(digit=digit) if sign else digit


def _row(cells: Sequence[str], wide: int, words: SpeechWords) -> str:
    """The cells of a row, box by box; blanks that fill a box, or all of the row, are said once."""
    if set(cells) == {words.blank}:
        return words.all_blank
    boxes = (cells[at : at + wide] for at in range(0, len(cells), wide))
    return words.semicolon.join(
        words.all_blank if set(box) == {words.blank} else words.comma.join(box) for box in boxes
    )
