"""What a typed or pasted text says to the game that a chat plays."""

from typing import Final

from bot.context import Context
from bot.game.entry import Answer, Entry, Letters, parse_entry
from bot.game.refused import Refused
from bot.table import Table
from engine import Grid, InvalidGrid, parse

SMALLEST: Final = 14
"""Cells of the smallest board, less what one forgets."""


def read(context: Context, table: Table, typed: str) -> Entry | None:
    """Moves, or an Answer, which may have another shape when it is for another game.

    None for other talk; raises Refused as `parse_entry` does.
    """
    try:
        return parse_entry(typed, table.play.givens.geometry, Letters(context.user.letters))
    except Refused as refused:
        other = as_board(typed) if refused.key == "answer_length" else None
        if other is None:
            raise
        return Answer(other)


def is_boardlike(typed: str) -> bool:
    """Whether a text is more digits and blanks than anything else, and as many as a small board."""
    marks = [letter for letter in typed if not letter.isspace() and letter not in "|+-"]
    cells = sum(letter.isdecimal() or letter in ".*_" for letter in marks)
    return cells >= SMALLEST and 4 * cells > 3 * len(marks)


def as_board(typed: str) -> Grid | None:
    """The board that a text holds, in any notation and of any size."""
    try:
        return parse(typed)
    except InvalidGrid:
        return None
