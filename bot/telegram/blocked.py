"""Whom the operator has blocked, as one process knows it.

The numbers are a set in memory, so that an update costs no query; `bot.background.blocking` keeps
the set up to date. What a blocked account sends anywhere, and what anybody sends in a blocked chat,
is dropped at two points: when it arrives, before it is stored (`Inbox.receive`), and, if it was
stored before the block was known, before its chat's turn (`ChatOrder`). Nothing answers it. What
would go out by itself is dropped where it is sent (`bot.background`).

A chat's number also stands for whoever writes in the name of that chat. One kind of update of a
blocked account or chat is handled all the same: Telegram's own word that a group has become a
supergroup. Without it the other people of the group would lose their games, and the block of a
group would not follow it.
"""

from collections.abc import Callable

from telegram import Update

from bot.game.person import number_at_telegram


class Blocked:
    """The blocked numbers; `count` is called for each update that is dropped."""

    def __init__(self, count: Callable[[], None] = lambda: None) -> None:
        self._numbers: frozenset[int] = frozenset()
        self.count = count

    @property
    def is_empty(self) -> bool:
        """Whether nobody is blocked."""
        return not self._numbers

    @property
    def numbers(self) -> frozenset[int]:
        """The numbers of accounts and chats."""
        return self._numbers

    def become(self, numbers: frozenset[int]) -> None:
        """Replaces all numbers."""
        self._numbers = numbers

    def has_person(self, person: int | None) -> bool:
        """Whether an account is blocked, or the chat in whose name it writes."""
        return person is not None and (
            person in self._numbers or number_at_telegram(person) in self._numbers
        )

    def has_chat(self, chat_id: int | None) -> bool:
        """Whether a chat is blocked; a private chat is with its person."""
        return chat_id in self._numbers

    def drops(self, person: int | None, chat_id: int | None, update: Update | None) -> bool:
        """Whether an update of a person in a chat is dropped; None stands for what is not known."""
        return (self.has_person(person) or self.has_chat(chat_id)) and not _moves_group(update)


def _moves_group(update: Update | None) -> bool:
    message = update.message if update else None
    return bool(message and (message.migrate_to_chat_id or message.migrate_from_chat_id))
