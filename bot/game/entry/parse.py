"""Reading a typed message as moves or as a whole board."""

import re
from dataclasses import dataclass
from itertools import chain, takewhile
from typing import Final

from bot.game.entry.board import pasted_board, refuse_misfit, row_at, without_frame
from bot.game.entry.intent import Answer, Entry, Fragment, Intent, Intents
from bot.game.entry.message import Letters, TypedMessage, shortened
from bot.game.entry.move import BETWEEN, move_at
from bot.game.refused import Refused
from engine.geometry import Geometry
from engine.grid import Grid

_REST: Final = re.compile(r"[^\s,;、。]+")
_QUOTED: Final = 5
"""As many understood moves are quoted beside what was not understood."""


@dataclass(frozen=True, slots=True)
class Scan:
    """Everything in a message in its order: forms of entry, and words that are none."""

    message: TypedMessage
    parts: tuple[Fragment | str, ...]

    @property
    def found(self) -> tuple[Fragment, ...]:
        return tuple(part for part in self.parts if isinstance(part, Fragment))

    @property
    def rows(self) -> tuple[int, ...]:
        """The numbers of the rows that are spelt out whole."""
        return tuple(found.row for found in self.found if found.row)

    @property
    def is_attempt(self) -> bool:
        """Whether somebody means to make moves, rather than to say something."""
        words = [part for part in self.parts if isinstance(part, str)]
        sure = any(found.sure for found in self.found)
        return bool(self.found) and (sure or not any(map(_is_talk, words)))

    def intents(self) -> Intents:
        """The wishes of the message.

        Raises Refused for the first part that has a problem or was not understood, and
        `too_many_moves` beyond one for each cell.
        """
        for at, part in enumerate(self.parts):
            if isinstance(part, str):
                raise self._not_understood(at)
            if part.problem:
                raise part.problem
        wishes, limit = self._wishes(), self.message.geometry.cell_count
        if len(wishes) > limit:
            raise Refused("too_many_moves", count=len(wishes), limit=limit)
        return Intents(wishes)

    def _wishes(self) -> tuple[Intent, ...]:
        return tuple(chain.from_iterable(found.intents for found in self.found))

    def _not_understood(self, at: int) -> Refused:
        words = takewhile(lambda part: isinstance(part, str), self.parts[at:])
        wishes = self._wishes()
        understood = Intents(wishes[:_QUOTED]).text(self.message.geometry)
        more = " ..." if len(wishes) > _QUOTED else ""
        text = shortened(" ".join(map(str, words)))
        return Refused("not_understood", text=text, understood=understood + more)


def parse_entry(text: str, geometry: Geometry, letters: Letters) -> Entry | None:
    """Reads a message as moves or as a whole board for this shape; None when it is other talk.

    A board is an Answer, except that the bot's own board with row numbers, sent back with blanks
    in it, is moves. Raises Refused when it clearly is an attempt with a mistake in it, so that a
    message is understood wholly or not at all. Takes time linear in the length of the text.
    """
    message = TypedMessage.of(text, geometry, letters)
    told = _scan(without_frame(message))
    if told.rows == tuple(range(1, geometry.size + 1)):
        return _board(told)
    grid = pasted_board(text, message, told.parts)
    if grid:
        return Answer(grid)
    if told.is_attempt:
        return told.intents()
    refuse_misfit(text, message)
    return None


def _scan(message: TypedMessage) -> Scan:
    """Reads the whole message, in time linear in its length."""
    parts: list[Fragment | str] = []
    at = 0
    while at < len(message.text):
        if found := move_at(message, at) or row_at(message, at):
            parts.append(found)
            at = found.end
        elif between := BETWEEN.match(message.text, at):
            at = between.end()
        elif rest := _REST.match(message.text, at):
            parts.append(rest[0])
            at = rest.end()
    return Scan(message, tuple(parts))


def _is_talk(word: str) -> bool:
    return any(map(str.isalpha, word))


def _board(told: Scan) -> Entry:
    intents = tuple(intent for found in told.found if found.row for intent in found.intents)
    geometry = told.message.geometry
    digits = {intent.cell: intent.value for intent in intents}
    if len(digits) < geometry.cell_count:
        return Intents(intents)
    return Answer(Grid.blank(geometry).with_values(digits))
