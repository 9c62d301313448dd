"""The languages of a visit: that of the person, and that of the boards, which all people see."""

from dataclasses import replace
from zoneinfo import ZoneInfo

from markupsafe import Markup

from bot import messages
from bot.game.person import Group, User
from bot.game.place import Place
from bot.play.services import Services
from bot.play.visit import Visit
from bot.store.seam.source import Store


def language_of(user: User, group: Group | None = None) -> str:
    """The language that a person chose, otherwise the one of their client.

    Somebody who writes in the name of a chat has no client, and gets the language of the group.
    """
    spoken = group.language if group and user.is_chat else user.client_language
    return messages.language_for(user.language, spoken)


def zone_of(user: User) -> ZoneInfo:
    """The time zone that a person chose or plays in, or the usual one of their language."""
    # `zone_before` alone: the zone was fixed by a daily, and never chosen.
    known = user.zone or user.zone_before
    return ZoneInfo(known or messages.text(language_of(user), "name.zone"))


class Speaking:
    """A visit and the languages in which it is answered."""

    visit: Visit

    @property
    def services(self) -> Services:
        return self.visit.services

    @property
    def database(self) -> Store:
        return self.visit.services.database

    @property
    def user(self) -> User:
        return self.visit.user

    def is_now(self, user: User) -> None:
        """Replaces the person's settings, and with them the language."""
        self.visit = replace(self.visit, user=user, language=language_of(user, self.visit.group))

    def group_is_now(self, group: Group) -> None:
        """Replaces the group's choices."""
        self.visit = replace(self.visit, group=group)

    def speak_to_all(self) -> None:
        """Answers in the language of the boards here from now on, as all people see the answer."""
        self.answer_in(self.board_language)

    def answer_in(self, language: str) -> None:
        """Answers in a language from now on, whichever the person has chosen."""
        self.visit = replace(self.visit, language=language)

    @property
    def place(self) -> Place:
        return self.visit.place

    @property
    def chat_id(self) -> int:
        return self.visit.place.chat_id

    @property
    def seconds(self) -> int:
        """Now, in the unit of the database."""
        return self.visit.seconds

    @property
    def language(self) -> str:
        return self.visit.language

    @property
    def own_language(self) -> str:
        """The language of the person, whichever the answer is in."""
        return language_of(self.user, self.visit.group)

    @property
    def board_language(self) -> str:
        """The language of the boards here: a group's own, otherwise that of the answers."""
        group = self.visit.group
        return messages.language_for(group.language) if group else self.visit.language

    @property
    def board_visit(self) -> Visit:
        """The visit in the language of the boards here."""
        language = self.board_language
        is_its = language == self.visit.language
        return self.visit if is_its else replace(self.visit, language=language)

    @property
    def is_private(self) -> bool:
        """Whether the person is alone with the bot."""
        return self.chat_id == self.user.id

    def text(self, key: str, **values: object) -> str:
        """A message in the person's language, as plain text."""
        return messages.text(self.visit.language, key, **values)

    def html(self, key: str, **values: object) -> Markup:
        """A message in the person's language, its values escaped."""
        return messages.html(self.visit.language, key, **values)

    def note(self, key: str, **values: object) -> Markup:
        """A message below a board, in the language of the boards here."""
        return messages.html(self.board_language, key, **values)
