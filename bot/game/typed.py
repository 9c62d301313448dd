"""What a typed or pasted text says to a game: moves, an answer, or neither."""

from typing import Final

from bot.game.entry import Answer, Entry, Letters, parse_entry
from bot.game.game import Game
from bot.game.refused import Refused
from engine import Grid, InvalidGrid, parse

SMALLEST: Final = 14
"""Cells of the smallest board, less what one forgets."""

NARROWEST: Final = 4
"""Rows of the smallest board."""


def read_typed(typed: str, game: Game, letters: Letters) -> Entry | None:
    """Moves, or an Answer, which may have another shape when it is for another game.

    None for other talk; raises Refused as `parse_entry` does, and InvalidGrid for rows that make
    no board.
    """
    try:
        return parse_entry(typed, game.givens.geometry, letters)
    except Refused as refused:
        if refused.key == "not_understood" and _has_rows(typed):
            return Answer(parse(typed))
        other = as_board(typed) if refused.key == "answer_length" else None
        if other is None:
            raise
        return Answer(other)


def is_boardlike(typed: str) -> bool:
    """Whether a text is more digits and blanks than anything else, and as many as a small board."""
    marks = [letter for letter in typed if not letter.isspace() and letter not in "|+-"]
    cells = _cell_count(typed)
    return cells >= SMALLEST and 4 * cells > 3 * len(marks)


def as_board(typed: str) -> Grid | None:
    """The board that a text holds, in any notation and of any size."""
    try:
        return parse(typed)
    except InvalidGrid:
        return None


def _has_rows(typed: str) -> bool:
    """Whether a text is boardlike over several lines, each with more digits than a move has."""
    rows = sum(_cell_count(line) >= NARROWEST for line in typed.splitlines())
    return rows >= NARROWEST and is_boardlike(typed)


def _cell_count(text: str) -> int:
    return sum(letter.isdecimal() or letter in ".*_" for letter in text)
