"""People, private chats and groups, and what the bot may do in them."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from bot.playground.errors import forbid, refuse


@dataclass(frozen=True, slots=True)
class User:
    id: int
    first_name: str
    language_code: str = ""
    username: str = ""
    last_name: str = ""
    is_bot: bool = False

    def to_json(self) -> dict[str, Any]:
        shown: dict[str, Any] = {
            "id": self.id,
            "is_bot": self.is_bot,
            "first_name": self.first_name,
        }
        for name in ("last_name", "username", "language_code"):
            if value := getattr(self, name):
                shown[name] = value
        return shown


@dataclass(frozen=True, slots=True)
class Channel:
    id: int
    title: str

    def to_json(self) -> dict[str, Any]:
        return {"id": self.id, "type": "channel", "title": self.title}


@dataclass(slots=True)
class Chat:
    """A private chat has its person's id; `met` says that the bot has seen that person.

    `bot_status` is Telegram's word: member, left or kicked (in a private chat: blocked).
    A group with `topics` besides the general one is a forum. The first member owns a group;
    `administrators` are the others who administer it, and `anonymous` are the owner or
    administrators who write without their names. `channels` holds by member the channel in whose
    name they write.
    """

    id: int
    title: str
    members: dict[int, User]
    is_group: bool = False
    bot_status: str = "member"
    met: bool = False
    started: bool = False
    message_count: int = field(default=0)
    topics: list[int] = field(default_factory=list)
    administrators: set[int] = field(default_factory=set)
    anonymous: set[int] = field(default_factory=set)
    channels: dict[int, Channel] = field(default_factory=dict)

    @property
    def owner(self) -> int:
        """Who made the group."""
        return next(iter(self.members))

    def to_json(self) -> dict[str, Any]:
        if self.is_group:
            forum = {"is_forum": True} if self.topics else {}
            return {"id": self.id, "type": "supergroup", "title": self.title} | forum
        user = self.members[self.id].to_json()
        names = {
            name: user[name] for name in ("username", "first_name", "last_name") if name in user
        }
        return {"id": self.id, "type": "private"} | names

    def state(self) -> dict[str, Any]:
        forum = {"topics": list(self.topics)} if self.topics else {}
        return {"bot_status": self.bot_status, "met": self.met, "started": self.started} | forum


class Chats:
    """All chats by id. Message ids count up in each group, and in all private chats together."""

    def __init__(self) -> None:
        self._chats: dict[int, Chat] = {}
        self.private_count = 0

    def __iter__(self) -> Iterator[Chat]:
        return iter(self._chats.values())

    def __getitem__(self, chat_id: int) -> Chat:
        return self._chats[chat_id]

    def get(self, chat_id: int) -> Chat | None:
        return self._chats.get(chat_id)

    def add_person(self, user: User) -> Chat:
        return self._chats.setdefault(user.id, Chat(user.id, user.first_name, {user.id: user}))

    def add_group(self, chat_id: int, title: str, members: Iterable[User]) -> Chat:
        chat = Chat(chat_id, title, {user.id: user for user in members}, is_group=True)
        return self._chats.setdefault(chat_id, chat)

    def meet(self, user: User, chat: Chat) -> None:
        """The bot learns of a user from an update; a private message also starts the chat."""
        self._chats[user.id].met = True
        chat.started = True

    def next_message_id(self, chat: Chat) -> int:
        if chat.is_group:
            chat.message_count += 1
            return chat.message_count
        self.private_count += 1
        return self.private_count

    def count_at_least(self, chat: Chat, message_id: int) -> None:
        if chat.is_group:
            chat.message_count = max(chat.message_count, message_id)
        else:
            self.private_count = max(self.private_count, message_id)

    def counts(self) -> dict[str, int]:
        """The last message id of each group by its id, and of all private chats as "0"."""
        return {str(c.id): c.message_count for c in self if c.is_group} | {"0": self.private_count}

    def restore_counts(self, counts: dict[str, int]) -> None:
        self.private_count = counts["0"]
        for chat in self:
            chat.message_count = counts.get(str(chat.id), 0)

    def find(self, chat_id: str) -> Chat:
        """The chat of a `chat_id` argument; refused when it is empty, unknown, or of a stranger."""
        if not chat_id:
            refuse("chat_id is empty")
        number = chat_id.lstrip("-")
        chat = self._chats.get(int(chat_id)) if number.isdecimal() else None
        if chat is None or not (chat.is_group or chat.met):
            refuse("chat not found")
        return chat

    def find_writable(self, chat_id: str) -> Chat:
        """Like `find`; answers 403 where the bot is blocked, not in the group, or uninvited."""
        chat = self.find(chat_id)
        if chat.is_group and chat.bot_status != "member":
            what = "kicked from" if chat.bot_status == "kicked" else "not a member of"
            forbid(
                f"bot {'was' if chat.bot_status == 'kicked' else 'is'} {what} the supergroup chat"
            )
        if not chat.is_group and not chat.started:
            forbid("bot can't initiate conversation with a user")
        if chat.bot_status == "kicked":
            forbid("bot was blocked by the user")
        return chat
