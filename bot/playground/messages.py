"""The messages of every chat, as the Bot API shows them."""

from collections.abc import Iterator

from bot.playground.errors import refuse
from bot.playground.parameters import Json


class Messages:
    """All messages by chat and number; a stored message is never changed, only replaced."""

    def __init__(self) -> None:
        self._messages: dict[int, dict[int, Json]] = {}
        self._reactions: dict[int, dict[int, str]] = {}

    def of(self, chat_id: int) -> Iterator[Json]:
        """The messages of a chat, oldest first."""
        return iter(self._messages.get(chat_id, {}).values())

    def get(self, chat_id: int, message_id: int) -> Json | None:
        return self._messages.get(chat_id, {}).get(message_id)

    def put(self, message: Json) -> None:
        self._messages.setdefault(message["chat"]["id"], {})[message["message_id"]] = message

    def remove(self, chat_id: int, message_id: int) -> None:
        self._messages.get(chat_id, {}).pop(message_id, None)
        self._reactions.get(chat_id, {}).pop(message_id, None)

    def react(self, chat_id: int, message_id: int, emoji: str) -> None:
        """Keeps the bot's reaction to a message, which no message of the Bot API holds."""
        self._reactions.setdefault(chat_id, {})[message_id] = emoji

    def reactions(self, chat_id: int) -> dict[int, str]:
        """The bot's reactions in a chat by the messages' numbers; empty for one taken away."""
        return self._reactions.get(chat_id, {})

    def find(self, chat_id: int, message_id: int, purpose: str) -> Json:
        message = self.get(chat_id, message_id)
        if message is None:
            refuse(f"{purpose} not found")
        return message


def as_reply(message: Json) -> Json:
    """A message as a reply shows it: without the message to which it is a reply itself."""
    return {key: value for key, value in message.items() if key != "reply_to_message"}
