"""Accounts that attack: each has a private chat, groups in which it writes, and buttons it saw."""

import random
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count, cycle
from typing import Final

from bot.playground import Group, Person
from bot.playground.chats import Channel, Chat
from bot.playground.parameters import Json
from tests.attacker.files import file
from tests.attacker.grammar import Act, Kind, Sort, Where
from tests.attacker.town import FIRST_ATTACKER, Said, Town
from tests.starvation import Say
from tests.walk import data_below

FIRST_GROUP: Final = -1_006_000_000_000
FIRST_CHANNEL: Final = -1_007_000_000_000
LANGUAGES: Final = ("en", "zh-hans", "es")
SEEN: Final = 40
"""Messages with buttons of a chat that an account remembers."""

NEWEST: Final = 3
FIRST_WORDS: Final = ("/new", "/new 4", "/daily", "/settings", "/games", "/help", "/learn")
"""What an account says when it has seen no button yet."""

_numbers: Final = count()


@dataclass
class Account:
    """One account, which says `first` in each new chat; `said` counts what the bot says in them."""

    town: Town
    person: Person
    first: str = ""
    said: Said = field(default_factory=Said)
    sent: int = 0
    _chats: dict[Where, Chat] = field(default_factory=dict)
    _topic: int = 0
    _seen: dict[int, deque[tuple[int, list[str]]]] = field(default_factory=dict)
    _last: dict[int, int] = field(default_factory=dict)

    @staticmethod
    def of(town: Town, number: int, first: str = "") -> "Account":
        language = LANGUAGES[number % len(LANGUAGES)]
        return Account(town, town.person(FIRST_ATTACKER, "Attacker", language), first)

    @property
    def chats(self) -> tuple[int, ...]:
        """The numbers of the chats in which it has written."""
        return tuple(self._seen)

    @property
    def owners(self) -> tuple[int, ...]:
        """All numbers under which something of it may be kept."""
        return tuple({self.person.id, *self._seen})

    def does(self, act: Act) -> None:
        """Sends it; what no client could send is left out."""
        chat = self._chat(act.where)
        self.sent += 1
        with suppress(ValueError, LookupError, PermissionError):
            match act.sort:
                case Sort.TEXT:
                    self._says(act.what, act.where, chat)
                case Sort.FILE:
                    self._sends(act, chat)
                case Sort.EDIT:
                    self._edits(act, chat)
                case _:
                    self._presses(act, chat)

    def _says(self, text: str, where: Where, chat: Chat) -> None:
        topic = self._topic if where is Where.TOPIC else 0
        if where is not Where.PRIVATE and not text.startswith("/"):
            # In groups a bot sees only what is for it.
            text = f"@{self.town.api.world.me.username} {text}"[:4_096]
        update = self.person.say(text, chat, topic=topic)
        if update is not None:
            self._last[chat.id] = update["message"]["message_id"]

    def _sends(self, act: Act, chat: Chat) -> None:
        sent, topic = file(act.what), self._topic if act.where is Where.TOPIC else 0
        caption = act.caption or ("" if chat is self.person.private else "/solve")
        if sent.name:
            self.person.send_document(
                sent.name, sent.content, sent.mime_type, chat=chat, caption=caption, topic=topic
            )
        else:
            self.person.send_photo(sent.content, chat=chat, caption=caption, topic=topic)

    def _edits(self, act: Act, chat: Chat) -> None:
        if chat.id in self._last:
            self.person.edit(self._last[chat.id], act.what, chat)
        else:
            self._says("/new", act.where, chat)

    def _presses(self, act: Act, chat: Chat) -> None:
        seen = self._seen[chat.id]
        number = int(act.what) if act.what.isdecimal() else 0
        # Now and then something new, so that there are boards to press on.
        if not seen or (act.sort is not Sort.FORGED and number % 25 == 0):
            self._says(FIRST_WORDS[number // 25 % len(FIRST_WORDS)], act.where, chat)
            return
        some = [*seen] if act.sort is Sort.OLD_PRESS else [*seen][-NEWEST:]
        message_id, data = some[number % len(some)]
        pressed = act.what if act.sort is Sort.FORGED else data[number % len(data)]
        self.person.forge(message_id, pressed, chat)

    def _chat(self, where: Where) -> Chat:
        if where not in self._chats:
            chat = self._chats[where] = self._made(where)
            self._seen[chat.id] = deque(maxlen=SEEN)
            self.town.watch(chat.id, self.said)
            self.town.listeners[chat.id] = self._hear
            if self.first:
                self._says(self.first, where, chat)
        return self._chats[where]

    def _made(self, where: Where) -> Chat:
        if where is Where.PRIVATE:
            return self.person.private
        number = next(_numbers)
        group = Group(self.town.api, FIRST_GROUP - number, f"Group {number}", [self.person])
        match where:
            case Where.TOPIC:
                self._topic = group.open_topic(self.person, "Sudoku")
            case Where.ANONYMOUS:
                group.promote(self.person, is_anonymous=True)
            case Where.CHANNEL:
                group.speak_as(self.person, Channel(FIRST_CHANNEL - number, f"Channel {number}"))
            case _:
                pass
        return group.chat

    def _hear(self, event: Json) -> None:
        if event["event"] == "message" and (data := data_below(event["message"])):
            seen = self._seen.get(event["message"]["chat"]["id"])
            if seen is not None:
                seen.append((event["message"]["message_id"], data))


def attack(
    accounts: Sequence[Account], some: Sequence[Kind], dice: random.Random, hurry: float = 1.0
) -> Iterator[tuple[float, Say]]:
    """The accounts in turn do acts of these kinds, drawn at random; pauses are divided by `hurry`.

    Each pause is as long as the account would rest after such an act, shared among all of them.
    """
    for account in cycle(accounts):
        kind = dice.choice(some)
        act = kind.draw(dice)
        yield kind.seconds / len(accounts) / hurry, lambda who=account, act=act: who.does(act)  # type: ignore[misc]
