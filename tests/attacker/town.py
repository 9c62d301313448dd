"""The people of one pretend Telegram, and who hears what the bot says in which chat."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

from bot.playground import BotApi, Person
from bot.playground.chats import User
from bot.playground.parameters import Json

FIRST_HONEST: Final = 7_000_000
FIRST_ATTACKER: Final = 6_000_000

Hear = Callable[[Json], None]


@dataclass
class Said:
    """What the bot has said to somebody: how many answers, their bytes, and the largest one."""

    answers: int = 0
    bytes: int = 0
    largest: int = 0

    def add(self, size: int) -> None:
        self.answers += 1
        self.bytes += size
        self.largest = max(self.largest, size)


@dataclass
class Town:
    """One pretend Telegram; `listeners` are called with the events of their chat.

    Each person of the playground listens to everything. Hundreds of them would be a load
    themselves, so here one listener passes each event to those whom it concerns.
    """

    api: BotApi
    listeners: dict[int, Hear] = field(default_factory=dict)
    said: dict[int, Said] = field(default_factory=dict)
    """What the bot has said in each chat that is watched."""

    people: Counter[int] = field(default_factory=Counter)
    sent: int = 0
    """Messages and edits of the bot in all chats, of which Telegram takes thirty a second."""

    def person(self, first: int, name: str, language: str = "en") -> Person:
        self.people[first] += 1
        number = first + self.people[first]
        person = Person(self.api, User(number, f"{name} {self.people[first]}", language))
        self.api.world.listeners.clear()
        self.api.world.listeners.add(self._listen)
        return person

    def watch(self, chat_id: int, said: Said) -> None:
        """Counts in `said` what the bot says in a chat from now on."""
        self.said[chat_id] = said

    def _listen(self, event: Json) -> None:
        if event["event"] == "message" and event["message"]["from"]["id"] == self.api.world.me.id:
            chat_id = event["message"]["chat"]["id"]
            self.sent += 1
            if said := self.said.get(chat_id):
                said.add(size_of(event["message"]))
        elif event["event"] == "answer":
            chat_id = event["person"]
        else:
            return
        if hear := self.listeners.get(chat_id):
            hear(event)


def size_of(message: Json) -> int:
    """Bytes of the text, the buttons and the file of a message."""
    parts: list[Any] = [message.get("text", ""), message.get("caption", "")]
    parts += [b for row in _rows(message) for b in (row["text"], row.get("callback_data", ""))]
    file = message.get("document") or (message.get("photo") or [{}])[-1]
    return sum(len(str(part).encode()) for part in parts) + int(file.get("file_size", 0))


def _rows(message: Json) -> list[Json]:
    rows = message.get("reply_markup", {}).get("inline_keyboard", [])
    return [button for row in rows for button in row]
