"""Which boards are known to show what is stored."""

from typing import Final

MOST_CHATS: Final = 10_000


class DrawnBoards:
    """For each chat the message that this process drew last and that nothing has outdated since.

    Only the last MOST_CHATS are kept; a board that is not known is drawn once more than needed.
    """

    def __init__(self) -> None:
        self._messages: dict[int, int] = {}

    def draw(self, chat_id: int, message_id: int) -> None:
        """The message shows what is stored."""
        self.outdate(chat_id)
        self._messages[chat_id] = message_id
        if len(self._messages) > MOST_CHATS:
            del self._messages[next(iter(self._messages))]

    def outdate(self, chat_id: int) -> None:
        """The chat's board has to be drawn again."""
        self._messages.pop(chat_id, None)

    def shows(self, chat_id: int, message_id: int) -> bool:
        """Whether the message is known to show what is stored."""
        return self._messages.get(chat_id) == message_id
