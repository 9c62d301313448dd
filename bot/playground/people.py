"""Pretend people, who can do what a person can do in a chat client."""

from collections.abc import Iterable
from typing import Any

from bot.playground.api import BotApi
from bot.playground.chats import Chat, User
from bot.playground.entities import find_automatic, utf16_length, with_automatic
from bot.playground.files import document, photo_sizes
from bot.playground.parameters import Json, Upload
from bot.playground.text import LONGEST_TEXT, clean
from bot.playground.topics import threaded

ANONYMOUS = User(1087968824, "Group", username="GroupAnonymousBot", is_bot=True)
OF_CHANNELS = User(136817688, "Channel", username="Channel_Bot", is_bot=True)
"""The senders that Telegram names for people who write in the name of their group, or of a channel.
"""


class Person:
    """A person whose acts take effect immediately.

    Each act returns the update that the bot gets, or None when it gets none.

    In a group only commands, replies to the bot and mentions of it reach the bot (privacy
    mode). `answers` collects the answers to this person's presses.
    """

    def __init__(self, api: BotApi, user: User) -> None:
        self.api = api
        self.user = user
        self.private = api.world.chats.add_person(user)
        self.answers: list[Json] = []
        self.clipboard = ""
        api.world.listeners.add(self._listen)

    @property
    def id(self) -> int:
        return self.user.id

    def messages(self, chat: Chat | None = None) -> list[Json]:
        return list(self.api.world.messages.of((chat or self.private).id))

    def last(self, chat: Chat | None = None) -> Json:
        """The bot's newest message in the chat; LookupError without one."""
        own = [m for m in self.messages(chat) if m["from"]["id"] == self.api.world.me.id]
        if not own:
            raise LookupError("the bot has said nothing here")
        return own[-1]

    def say(
        self, text: str, chat: Chat | None = None, reply_to: int | None = None, topic: int = 0
    ) -> Json | None:
        """Send a text; raises ValueError for one that no client would send as one message."""
        shown = clean(text).strip()
        if not shown or utf16_length(shown) > LONGEST_TEXT:
            raise ValueError("a message has 1-4096 characters")
        return self._post(chat, _marked("text", "entities", shown), reply_to, topic)

    def paste(self, text: str, chat: Chat | None = None, reply_to: int | None = None) -> list[Json]:
        """Say a text of any length, which clients cut into messages of 4096 characters."""
        shown = clean(text).strip()
        pieces = (piece for piece in _pieces(shown) if piece.strip())
        updates = [self.say(piece, chat, reply_to) for piece in pieces]
        return [update for update in updates if update is not None]

    def edit(self, message_id: int, text: str, chat: Chat | None = None) -> Json | None:
        """Change an own message."""
        world = self.api.world
        message = world.messages.find((chat or self.private).id, message_id, "message")
        kept = {key: value for key, value in message.items() if key not in ("text", "entities")}
        edited = kept | _marked("text", "entities", text) | {"edit_date": int(world.clock())}
        world.put(edited)
        return self._deliver("edited_message", edited)

    def send_document(
        self,
        name: str,
        content: bytes,
        mime_type: str = "text/plain",
        *,
        chat: Chat | None = None,
        caption: str = "",
        reply_to: int | None = None,
        topic: int = 0,
    ) -> Json | None:
        file = self.api.world.files.add(Upload(name, content, mime_type), "documents")
        parts = {"document": document(self.api.world.keep_file(file))}
        return self._post(chat, parts | _captioned(caption), reply_to, topic)

    def send_photo(
        self,
        content: bytes,
        *,
        chat: Chat | None = None,
        caption: str = "",
        reply_to: int | None = None,
        topic: int = 0,
        album: str | None = None,
    ) -> Json | None:
        """Send a photo; those with the same name of an album belong together."""
        file = self.api.world.files.add(Upload("photo.jpg", content, "image/jpeg"), "photos")
        sizes = photo_sizes(file)
        self.api.world.keep_file(file)
        group = {} if album is None else {"media_group_id": album}
        return self._post(chat, {"photo": sizes} | group | _captioned(caption), reply_to, topic)

    def send_sticker(self, emoji: str = "🧩", chat: Chat | None = None) -> Json | None:
        file = self.api.world.files.add(Upload("sticker.webp", b"RIFF", "image/webp"), "stickers")
        sticker = file.to_json() | {
            "type": "regular",
            "emoji": emoji,
            "width": 512,
            "height": 512,
            "is_animated": False,
            "is_video": False,
        }
        return self._post(chat, {"sticker": sticker})

    def send_voice(self, seconds: int = 2, chat: Chat | None = None) -> Json | None:
        file = self.api.world.files.add(Upload("voice.ogg", b"OggS", "audio/ogg"), "voice")
        return self._post(chat, {"voice": file.to_json() | {"duration": seconds}})

    def press(self, message_id: int, button: str, chat: Chat | None = None) -> Json | None:
        """Press the button with this label or callback data; LookupError where there is none.

        A copy button fills `clipboard`; it and a link tell the bot nothing.
        """
        pressed = self.button(message_id, button, chat)
        if "copy_text" in pressed:
            self.clipboard = pressed["copy_text"]["text"]
        data = pressed.get("callback_data")
        return None if data is None else self.forge(message_id, data, chat)

    def button(self, message_id: int, button: str, chat: Chat | None = None) -> Json:
        """The button with this label or callback data; LookupError where there is none."""
        buttons = _buttons(self._seen(message_id, chat))
        found = next((b for b in buttons if _is(b, button)), None)
        if found is None:
            raise LookupError(f"no button {button!r} among {[b['text'] for b in buttons]}")
        return found

    def forge(self, message_id: int, data: str, chat: Chat | None = None) -> Json | None:
        """Press with any data, as a hostile client can."""
        message = self._seen(message_id, chat)
        place = chat or self.private
        query = self.api.world.queries.open(self.id, place.id, message_id)
        self._meet(place)
        return self.api.world.deliver(
            "callback_query",
            {
                "id": query.id,
                "from": self.user.to_json(),
                "message": message,
                "chat_instance": str(place.id),
                "data": data,
            },
        )

    def block(self) -> Json | None:
        return self._set_status("member", "kicked")

    def unblock(self) -> Json | None:
        return self._set_status("kicked", "member")

    def _set_status(self, before: str, after: str) -> Json | None:
        self.api.world.set_status(self.private, after)
        return status_update(self.api, self.private, self.user, before, after)

    def _seen(self, message_id: int, chat: Chat | None) -> Json:
        message = self.api.world.messages.get((chat or self.private).id, message_id)
        if message is None:
            raise LookupError(f"no message {message_id} here")
        return message

    def _post(
        self, chat: Chat | None, content: Json, reply_to: int | None = None, topic: int = 0
    ) -> Json | None:
        place = chat or self.private
        if self.id not in place.members:
            raise PermissionError("not a member of this chat")
        if not place.is_group and place.bot_status == "kicked":
            raise PermissionError("unblock the bot first")
        replied = None if reply_to is None else self._seen(reply_to, chat)
        content |= threaded(self.api.world.messages, place, topic, replied)
        sender = self.user
        if self.id in place.anonymous:
            sender, content = ANONYMOUS, content | {"sender_chat": place.to_json()}
        elif channel := place.channels.get(self.id):
            sender, content = OF_CHANNELS, content | {"sender_chat": channel.to_json()}
        message = self.api.world.new_message(place, sender, content)
        return self._deliver("message", message)

    def _deliver(self, kind: str, message: Json) -> Json | None:
        place = self.api.world.chats[message["chat"]["id"]]
        if place.is_group and not _reaches(message, self.api.world.me, place):
            return None
        self._meet(place)
        return self.api.world.deliver(kind, message)

    def _meet(self, place: Chat) -> None:
        if not (self.private.met and place.started):
            self.api.world.chats.meet(self.user, place)
            self.api.world.chat_changed(self.private)

    def _listen(self, event: Json) -> None:
        if event["event"] == "answer" and event["person"] == self.id:
            self.answers.append(event)


def status_update(api: BotApi, chat: Chat, by: User, before: str, after: str) -> Json | None:
    """Tell the bot that somebody has changed its status in a chat."""

    def status(name: str) -> Json:
        until = {"until_date": 0} if name == "kicked" else {}
        return {"status": name, "user": api.world.me.to_json()} | until

    payload = {
        "chat": chat.to_json(),
        "from": by.to_json(),
        "date": int(api.world.clock()),
        "old_chat_member": status(before),
        "new_chat_member": status(after),
    }
    return api.world.deliver("my_chat_member", payload)


def _reaches(message: Json, me: User, chat: Chat) -> bool:
    """Whether privacy mode lets the bot see a message in a group."""
    if chat.bot_status != "member":
        return False
    if message.get("reply_to_message", {}).get("from", {}).get("id") == me.id:
        return True
    text = message.get("text") or message.get("caption") or ""
    parts = [_slice(text, e.offset, e.length) for e in find_automatic(text)]
    mention = f"@{me.username}".lower()
    commands = (part.lower() for part in parts if part.startswith("/"))
    return any(part.lower() == mention for part in parts) or any(
        "@" not in command or command.endswith(mention) for command in commands
    )


def _slice(text: str, offset: int, length: int) -> str:
    return text.encode("utf-16-le")[2 * offset : 2 * (offset + length)].decode("utf-16-le")


def _marked(name: str, entities_name: str, text: str) -> Json:
    entities = [entity.to_json() for entity in with_automatic(text, ())]
    return {name: text} | ({entities_name: entities} if entities else {})


def _captioned(caption: str) -> Json:
    return _marked("caption", "caption_entities", caption) if caption else {}


def _pieces(text: str) -> Iterable[str]:
    while utf16_length(text) > LONGEST_TEXT:
        encoded = text.encode("utf-16-le")[: 2 * LONGEST_TEXT]
        # Half of a surrogate pair at the cut is left for the next piece.
        piece = encoded.decode("utf-16-le", "ignore")
        yield piece
        text = text[len(piece) :]
    yield text


def _buttons(message: Json) -> list[dict[str, Any]]:
    rows = message.get("reply_markup", {}).get("inline_keyboard", [])
    return [button for row in rows for button in row]


def _is(button: Json, wanted: str) -> bool:
    return wanted in (button["text"], button.get("callback_data"))
