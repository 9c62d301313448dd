"""Reading a message from left to right as moves with other talk between them."""

import re
from dataclasses import dataclass
from itertools import chain, takewhile
from typing import Final

from bot.game.entry.found import Found
from bot.game.entry.intent import Intent, Intents
from bot.game.entry.move import BETWEEN, move_at
from bot.game.entry.row import row_at
from bot.game.entry.source import Source, shortened
from bot.game.refused import Refused

_REST: Final = re.compile(r"[^\s,;、。]+")
_QUOTED: Final = 5
"""As many understood moves are quoted beside what was not understood."""


@dataclass(frozen=True, slots=True)
class Scan:
    """Everything in a message in its order: forms of entry, and words that are none."""

    source: Source
    parts: tuple[Found | str, ...]

    @property
    def found(self) -> tuple[Found, ...]:
        return tuple(part for part in self.parts if isinstance(part, Found))

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
        wishes, limit = self._wishes(), self.source.geometry.cell_count
        if len(wishes) > limit:
            raise Refused("too_many_moves", count=len(wishes), limit=limit)
        return Intents(wishes)

    def _wishes(self) -> tuple[Intent, ...]:
        return tuple(chain.from_iterable(found.intents for found in self.found))

    def _not_understood(self, at: int) -> Refused:
        words = takewhile(lambda part: isinstance(part, str), self.parts[at:])
        wishes = self._wishes()
        understood = Intents(wishes[:_QUOTED]).text(self.source.geometry)
        more = " ..." if len(wishes) > _QUOTED else ""
        text = shortened(" ".join(map(str, words)))
        return Refused("not_understood", text=text, understood=understood + more)


def scan(source: Source) -> Scan:
    """Reads the whole message, in time linear in its length."""
    parts: list[Found | str] = []
    at = 0
    while at < len(source.text):
        if found := move_at(source, at) or row_at(source, at):
            parts.append(found)
            at = found.end
        elif between := BETWEEN.match(source.text, at):
            at = between.end()
        elif rest := _REST.match(source.text, at):
            parts.append(rest[0])
            at = rest.end()
    return Scan(source, tuple(parts))


def _is_talk(word: str) -> bool:
    return any(map(str.isalpha, word))
