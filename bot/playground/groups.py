"""Pretend groups of pretend people, and those that every playground begins with."""

from collections.abc import Iterable

from bot.playground.api import BotApi
from bot.playground.chats import Channel, User
from bot.playground.parameters import Json
from bot.playground.people import Person, status_update
from bot.playground.topics import opened


class Group:
    """A pretend supergroup; the first member owns it."""

    def __init__(self, api: BotApi, chat_id: int, title: str, people: Iterable[Person]) -> None:
        self.api = api
        self.people = tuple(people)
        self.chat = api.world.chats.add_group(chat_id, title, (p.user for p in self.people))

    def open_topic(self, by: Person, name: str) -> int:
        """Add a topic, which makes the group a forum, and return its number."""
        world = self.api.world
        message = world.new_message(self.chat, by.user, opened(self.chat, name))
        world.chat_changed(self.chat)
        world.deliver("message", message)
        return int(message["message_id"])

    def promote(self, person: Person, *, is_anonymous: bool = False) -> None:
        """Make a member an administrator, or the owner anonymous."""
        if person.id != self.chat.owner:
            self.chat.administrators.add(person.id)
        if is_anonymous:
            self.chat.anonymous.add(person.id)

    def speak_as(self, person: Person, channel: Channel) -> None:
        """Have a member write in the name of a channel from now on."""
        self.chat.channels[person.id] = channel

    def demote(self, person: Person) -> None:
        """Make an administrator an ordinary member."""
        self.chat.administrators.discard(person.id)
        self.chat.anonymous.discard(person.id)

    def remove_bot(self, by: Person) -> Json | None:
        return self._change(by, "member", "kicked")

    def add_bot(self, by: Person) -> Json | None:
        return self._change(by, self.chat.bot_status, "member")

    def _change(self, by: Person, before: str, after: str) -> Json | None:
        self.api.world.set_status(self.chat, after)
        return status_update(self.api, self.chat, by.user, before, after)


def default_people(api: BotApi) -> tuple[Person, Person, Group]:
    """Alice, who reads English, 小明, who reads Chinese, and their group."""
    alice = Person(api, User(1001, "Alice", "en", "alice_plays"))
    ming = Person(api, User(1002, "小明", "zh-hans", "xiaoming"))
    return alice, ming, Group(api, -1002000000001, "Sudoku Club", (alice, ming))
