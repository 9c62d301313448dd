"""What a press does: everything that is stored, and every message, before it and after it."""

import json
from collections import Counter
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from bot.store.databases.locations import location_of
from tests.bot.house import Talk
from tests.bot.operate.test_metrics import figures
from tests.bot.scenes import Button, Town

OLD: Final = ("That's an old board", "The board has changed", "but you're playing #")
"""How a refusal begins that leads to the live board, or to the game that is played."""


class Outcome(StrEnum):
    """What a press does, from nothing at all to a change, as `rights.txt` calls it."""

    NEVER = "-"
    REFUSED = "no"
    OLD = "old"
    SHOWS = "shows"
    DOES = "does"


@dataclass(frozen=True, slots=True)
class Pressed:
    """What came of a press: the tables that changed, what was said, and the messages edited."""

    outcome: Outcome
    changed: frozenset[str]
    said: str
    edited: frozenset[tuple[int, int]]


@dataclass
class Watch:
    """Sees what a press changes, in the database and in all chats."""

    town: Town

    async def presses(self, talk: Talk, button: Button) -> Pressed:
        """Presses, and judges what came of it; a refusal must leave everything as it was."""
        stored, told, counts = await self._stored(), self._told(), self._counts()
        before = len(talk.person.answers)
        await talk.forges(button.data, button.message_id)
        toast = str(talk.person.answers[before].get("text") or "")
        now, told_now = await self._stored(), self._told()
        changed = frozenset(name for name in now if now[name] != stored[name])
        edited = frozenset(key for key in told if told_now.get(key) != told[key])
        said = [text for key, text in told_now.items() if told.get(key) != text]
        (result,) = self._counts() - counts
        assert result != "failed", toast
        outcome = _outcome(result, toast, is_change=bool(changed - {"views"}))
        if outcome is Outcome.REFUSED:
            assert [*changed, *edited, *said] == []
            assert toast
        return Pressed(outcome, changed - {"views"}, "\n".join([toast, *said]), edited)

    async def _stored(self) -> dict[str, list[str]]:
        """The rows of all tables but that of the updates themselves."""
        house = self.town.house
        tables = await location_of(house.database_path, house.server).columns(house.database)
        return {
            name: sorted(map(repr, await house.database.all(f"select * from {name}")))  # noqa: S608
            for name in tables
            if name != "inbox"
        }

    def _told(self) -> dict[tuple[int, int], str]:
        """All messages of all chats."""
        town = self.town
        people = [talk.person.private for talk in (town.ann, town.ben, town.cleo, town.dan)]
        return {
            (chat.id, message["message_id"]): json.dumps(message, ensure_ascii=False)
            for chat in (town.group.chat, *people)
            for message in town.house.api.world.messages.of(chat.id)
        }

    def _counts(self) -> Counter[str]:
        """How many updates were answered, refused and failed."""
        found = Counter[str]()
        for (name, *labels), value in figures(self.town.house.application.metrics).items():
            if name == "sudoku_updates_total":
                found[labels[-1]] += int(value)
        return found


def _outcome(result: str, toast: str, *, is_change: bool) -> Outcome:
    if result == "refused":
        return Outcome.OLD if any(words in toast for words in OLD) else Outcome.REFUSED
    return Outcome.DOES if is_change else Outcome.SHOWS
