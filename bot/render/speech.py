"""The board and its notes as sentences for screen readers."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.game.move import digits_of
from engine.grid import SYMBOLS, Grid


@dataclass(frozen=True, slots=True)
class SpeechWords:
    """The words of a language in which a board is spoken.

    `row` has the fields `{row}` and `{cells}`; `cell`, which says the notes of a cell, `{row}`,
    `{column}` and `{digits}`. `comma` stands between cells and digits, `semicolon` between boxes.
    """

    row: str
    cell: str
    blank: str
    comma: str
    semicolon: str


def spoken_board(values: Grid, words: SpeechWords) -> str:
    """A line for each row, its boxes apart: `Row 1: 5, 3, blank; blank, 7, blank; ...`."""
    shape = values.geometry
    return "\n".join(
        words.row.format(
            row=number, cells=_row([values[cell] for cell in row], shape.box_columns, words)
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


def _row(values: Sequence[int], wide: int, words: SpeechWords) -> str:
    cells = [SYMBOLS[value - 1] if value else words.blank for value in values]
    boxes = (cells[at : at + wide] for at in range(0, len(cells), wide))
    return words.semicolon.join(words.comma.join(box) for box in boxes)
