"""Who sent an update, as far as the others in the chat may know.

A message may be written in the name of a chat: anonymous administrators write in the name of their
group, and others may write in that of a channel. Telegram marks those messages, but a press of a
button always names the person who pressed. The board would then give an anonymous administrator
away, so here they act as the group for presses too. While it is not known whether somebody is
anonymous, they have no name.
"""

from dataclasses import dataclass, replace

from telegram import Chat, Update

from bot.game.person import person_of_chat
from bot.telegram.administrators import Administrators
from bot.telegram.updates import person_of


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody by their number; `name` means what it means in a Visit."""

    id: int
    name: str | None = ""
    client_language: str | None = None


def acting(update: Update, administrators: Administrators) -> Person | None:
    """The person behind an update, found without waiting for Telegram; None if there is nobody."""
    number, chat, user = person_of(update), update.effective_chat, update.effective_user
    if number is None or chat is None or user is None:
        return None
    sender = update.effective_sender
    if isinstance(sender, Chat):
        return _speaking_as(sender, chat, administrators)
    person = Person(number, user.first_name, user.language_code)
    # Private chats have positive numbers, and nobody is anonymous in them.
    if update.callback_query is None or chat.id > 0:
        return person
    is_anonymous = administrators.is_anonymous(chat.id, number)
    if is_anonymous:
        return Person(person_of_chat(chat.id))
    return person if is_anonymous is False else replace(person, name=None)


def _speaking_as(sender: Chat, chat: Chat, administrators: Administrators) -> Person:
    """Somebody who writes in the name of a channel, or of the chat itself."""
    if sender.id != chat.id:
        return Person(person_of_chat(sender.id), sender.title or "")
    # They will press buttons too, so Telegram is asked now who is anonymous.
    administrators.prepare(chat.id)
    return Person(person_of_chat(chat.id))
