"""From a message to moves or an answer."""

from bot.game.entry.intent import Answer, Entry, Intents
from bot.game.entry.pasted import pasted_board, refuse_misfit
from bot.game.entry.row import without_frame
from bot.game.entry.scan import Scan, scan
from bot.game.entry.source import Letters, Source
from engine.geometry import Geometry
from engine.grid import Grid


def parse_entry(text: str, geometry: Geometry, letters: Letters) -> Entry | None:
    """Reads a message as moves or as a whole board for this shape; None when it is other talk.

    A board is an Answer, except that the bot's own board with row numbers, sent back with blanks
    in it, is moves. Raises Refused when it clearly is an attempt with a mistake in it, so that a
    message is understood wholly or not at all. Takes time linear in the length of the text.
    """
    source = Source.of(text, geometry, letters)
    told = scan(without_frame(source))
    if told.rows == tuple(range(1, geometry.size + 1)):
        return _board(told)
    grid = pasted_board(text, source, told)
    if grid:
        return Answer(grid)
    if told.is_attempt:
        return told.intents()
    refuse_misfit(text, source)
    return None


def _board(told: Scan) -> Entry:
    intents = tuple(intent for found in told.found if found.row for intent in found.intents)
    geometry = told.source.geometry
    digits = {intent.cell: intent.value for intent in intents}
    if len(digits) < geometry.cell_count:
        return Intents(intents)
    return Answer(Grid.blank(geometry).with_values(digits))
