"""Who an update is of, as the others who are there may know them.

Telegram says who has written in the name of a chat: the anonymous administrators of a group write
in the group's own, and others may write in that of a channel. Of a pressed button it says who has
pressed. So an administrator who is anonymous acts as the group here as well, for the board would
tell who they are otherwise, and where it is not known yet whether somebody is, they have no name.
"""

from dataclasses import dataclass, replace

from telegram import Chat, Update

from bot.game.person import person_of_chat
from bot.telegram.administrators import Administrators
from bot.telegram.updates import person_of


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody by their number; `name` is as that of a Visit."""

    id: int
    name: str | None = ""
    client_language: str | None = None


def acting(update: Update, administrators: Administrators) -> Person | None:
    """Who does what an update tells, without waiting for Telegram; None where there is nobody."""
    number, chat, user = person_of(update), update.effective_chat, update.effective_user
    if number is None or chat is None or user is None:
        return None
    sender = update.effective_sender
    if isinstance(sender, Chat):
        return _speaking_as(sender, chat, administrators)
    person = Person(number, user.first_name, user.language_code)
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
    # Who writes so will press buttons, too.
    administrators.prepare(chat.id)
    return Person(person_of_chat(chat.id))
