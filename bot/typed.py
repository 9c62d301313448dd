"""What a typed or pasted text says to the game that a chat plays."""

from bot.context import Context
from bot.game.entry import Answer, Entry, Letters, parse_entry
from bot.game.refused import Refused
from bot.table import Table
from engine import Grid, InvalidGrid, parse


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


def as_board(typed: str) -> Grid | None:
    """The board that a text holds, in any notation and of any size."""
    try:
        return parse(typed)
    except InvalidGrid:
        return None
