"""The state behind the Bot API, and how it changes: what is shown, delivered and remembered.

A change has up to three effects, always in this order: the state in memory changes, the journal
gets a record, and the listeners get an event for the chat page. Updates for the bot go to the
journal as well but are no events, since no chat client sees them.

`restore` replays the records of an earlier process and then rewrites the journal with what is left
of them, so that it does not grow from run to run. The rewritten journal begins with the counts of
messages, because the number of a deleted message must not be given out again. It holds the state
of chats but not their members, so people and groups must be added before.
"""

from base64 import b64decode, b64encode
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from bot.playground.chats import Chat, Chats, User
from bot.playground.files import Files, StoredFile
from bot.playground.flood import FloodLimits
from bot.playground.journal import Journal
from bot.playground.menus import Menus
from bot.playground.messages import Messages
from bot.playground.parameters import Json, Upload
from bot.playground.queries import Queries, Query
from bot.playground.updates import Updates

KEPT_MESSAGES = 1000
PROFILE = "profile"
"""The folder of the bot's own pictures."""


@dataclass(frozen=True, slots=True)
class Webhook:
    """The address at which the bot wants to be called.

    Nothing here calls it: updates wait until the owner of the api takes them there.
    """

    url: str
    secret: str


class World:
    """One bot and its chats. Listeners get each event that a chat client would show.

    An event is a JSON object whose `event` is message, deleted, reaction, answer, action, menu,
    chat or photo.
    """

    def __init__(
        self, me: User, clock: Callable[[], float], journal: Journal, *, flood_limits: bool
    ) -> None:
        self.me = me
        self.clock = clock
        self.chats = Chats()
        self.messages = Messages()
        self.updates = Updates(clock)
        self.files = Files()
        self.queries = Queries(clock)
        self.menus = Menus()
        self.webhook: Webhook | None = None
        self.descriptions: dict[tuple[str, str], str] = {}
        self.listeners: set[Callable[[Json], None]] = set()
        self._flood = FloodLimits(clock) if flood_limits else None
        self._journal = journal

    def show(self, event: str, **fields: Any) -> None:
        for listener in tuple(self.listeners):
            listener({"event": event} | fields)

    def admit(self, chat: Chat) -> None:
        """Refuse with 429 where flood limits are on and a limit of this chat is reached."""
        if self._flood is not None:
            self._flood.admit(chat.id, is_group=chat.is_group)

    def new_message(self, chat: Chat, sender: User, content: Json) -> Json:
        message = {
            "message_id": self.chats.next_message_id(chat),
            "from": sender.to_json(),
            "chat": chat.to_json(),
            "date": int(self.clock()),
        } | content
        self.put(message)
        return message

    def put(self, message: Json) -> None:
        self.messages.put(message)
        self._journal.append({"kind": "message", "message": message})
        self.show("message", message=message)

    def remove(self, chat: Chat, message_id: int) -> None:
        self.messages.remove(chat.id, message_id)
        self._journal.append({"kind": "deleted", "chat": chat.id, "message_id": message_id})
        self.show("deleted", chat=chat.id, message_id=message_id)

    def react(self, chat: Chat, message_id: int, emoji: str) -> None:
        self.messages.react(chat.id, message_id, emoji)
        self._journal.append(_reaction_record(chat.id, message_id, emoji))
        self.show("reaction", chat=chat.id, message_id=message_id, emoji=emoji)

    def keep_file(self, file: StoredFile) -> StoredFile:
        self._journal.append(_file_record(file))
        return file

    @property
    def photo(self) -> StoredFile | None:
        """The bot's own picture, the newest of those that it has been given."""
        return next((file for file in reversed([*self.files]) if file.folder == PROFILE), None)

    def set_status(self, chat: Chat, status: str) -> None:
        chat.bot_status = status
        self.chat_changed(chat)

    def chat_changed(self, chat: Chat) -> None:
        self._journal.append({"kind": "chat", "chat": chat.id, "state": chat.state()})
        self.show("chat", chat=chat.id, state=chat.state())

    def deliver(self, kind: str, payload: Json) -> Json | None:
        """Queue an update for the bot; None when it asked not to get that kind."""
        if not self.updates.wants(kind):
            return None
        update = self.updates.put(kind, payload)
        self._journal.append({"kind": "update", "update": update, "at": self.clock()})
        return update

    def confirm(self, offset: int) -> None:
        if offset:
            self.updates.confirm(offset)
            self._journal.append({"kind": "confirmed", "offset": offset})

    def restore(self) -> None:
        """Take up what the journal of an earlier process holds, and shorten it."""
        for record in self._journal.read():
            self._replay(record)
        self._journal.rewrite(self._records())

    def close(self) -> None:
        self._journal.close()

    def _replay(self, record: Json) -> None:
        match record["kind"]:
            case "message":
                self._replay_message(record["message"])
            case "deleted":
                self.messages.remove(record["chat"], record["message_id"])
            case "reaction":
                self.messages.react(record["chat"], record["message_id"], record["emoji"])
            case "chat" if (chat := self.chats.get(record["chat"])) is not None:
                for name, value in record["state"].items():
                    setattr(chat, name, value)
            case "file":
                upload = Upload(record["name"], b64decode(record["content"]), record["mime_type"])
                self.files.restore(StoredFile(record["id"], record["path"], upload))
            case "update":
                self._replay_update(record["update"], record["at"])
            case "counts":
                self.chats.restore_counts(record["counts"])
            case "confirmed":
                self.updates.confirm(record["offset"])

    def _replay_message(self, message: Json) -> None:
        chat = self.chats.get(message["chat"]["id"])
        if chat is not None:
            self.chats.count_at_least(chat, message["message_id"])
            self.messages.put(message)

    def _replay_update(self, update: Json, at: float) -> None:
        self.updates.restore(update, at)
        # A press that the bot has not answered can still be answered after a restart.
        if press := update.get("callback_query"):
            message = press["message"]
            place = (message["chat"]["id"], message["message_id"])
            self.queries.restore(Query(press["id"], press["from"]["id"], *place, at))

    def _records(self) -> Iterator[Json]:
        yield {"kind": "counts", "counts": self.chats.counts()}
        for chat in self.chats:
            yield {"kind": "chat", "chat": chat.id, "state": chat.state()}
            for message in list(self.messages.of(chat.id))[-KEPT_MESSAGES:]:
                yield {"kind": "message", "message": message}
            for message_id, emoji in self.messages.reactions(chat.id).items():
                yield _reaction_record(chat.id, message_id, emoji)
        yield from (_file_record(file) for file in self.files)
        for update, at in self.updates.waiting():
            yield {"kind": "update", "update": update, "at": at}


def _reaction_record(chat_id: int, message_id: int, emoji: str) -> Json:
    return {"kind": "reaction", "chat": chat_id, "message_id": message_id, "emoji": emoji}


def _file_record(file: StoredFile) -> Json:
    upload = file.upload
    content = b64encode(upload.content).decode()
    place = {"kind": "file", "id": file.id, "path": file.path}
    return place | {"name": upload.name, "mime_type": upload.mime_type, "content": content}
