"""One person's visit, and the way to answer it in its place."""

from dataclasses import replace
from datetime import datetime
from zoneinfo import ZoneInfo

from markupsafe import Markup
from telegram import InlineKeyboardMarkup, InputMediaPhoto, ReplyParameters
from telegram.constants import ChatAction
from telegram.error import BadRequest
from telegram.ext import ExtBot

from bot import messages
from bot.game.person import NOBODY, User
from bot.game.place import Place
from bot.play.services import Services
from bot.play.visit import Visit
from bot.store.source import Store
from bot.telegram.application import SudokuApplication
from bot.telegram.flood import Lane


def language_of(user: User) -> str:
    """The language that a person chose, otherwise the one that their client speaks."""
    return messages.language_for(user.language, user.client_language)


def zone_of(user: User) -> ZoneInfo:
    """The zone that a person chose or plays in, or that of most who speak their language."""
    known = user.zone or user.zone_before
    return ZoneInfo(known or messages.text(language_of(user), "name.zone"))


class Conversation:
    """What is said in the person's language goes to their place, and in its topic.

    `reply` is the message that asked, where others could not tell. `lane` is None for what people
    wait for.
    """

    sudoku: SudokuApplication
    visit: Visit
    reply: ReplyParameters | None = None
    lane: Lane | None = None

    @classmethod
    def of(
        cls,
        sudoku: SudokuApplication,
        user: User | None,
        place: Place,
        lane: Lane | None = None,
    ) -> "Conversation":
        """For what the bot says by itself; `user` is the person whose settings count."""
        person = user or NOBODY
        services = sudoku.services
        conversation = Conversation()
        conversation.sudoku = sudoku
        conversation.visit = Visit(services, person, place, services.clock(), language_of(person))
        conversation.lane = lane
        return conversation

    @property
    def services(self) -> Services:
        return self.visit.services

    @property
    def database(self) -> Store:
        return self.visit.services.database

    @property
    def _bot(self) -> ExtBot[Lane]:
        return self.sudoku.bot

    @property
    def user(self) -> User:
        return self.visit.user

    def is_now(self, user: User) -> None:
        """Goes on with other settings of the person."""
        self.visit = replace(self.visit, user=user, language=language_of(user))

    def answer_in(self, language: str) -> None:
        """Answers in a language, whichever the person has chosen."""
        self.visit = replace(self.visit, language=language)

    @property
    def place(self) -> Place:
        return self.visit.place

    @property
    def chat_id(self) -> int:
        return self.visit.place.chat_id

    @property
    def now(self) -> datetime:
        return self.visit.now

    @property
    def seconds(self) -> int:
        """Now, in the unit of the database."""
        return self.visit.seconds

    @property
    def language(self) -> str:
        return self.visit.language

    @property
    def zone(self) -> ZoneInfo:
        """Where the person's days begin."""
        return self.visit.zone

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

    def link(self, payload: str) -> str:
        """The link that says `/start payload` to this bot."""
        return f"https://t.me/{self._bot.username}?start={payload}"

    async def say(self, html: str, keyboard: InlineKeyboardMarkup | None = None) -> int:
        """A new message, in a group as a reply to the one that asked; its number."""
        sent = await self._bot.send_message(
            self.chat_id,
            html,
            reply_markup=keyboard,
            reply_parameters=self.reply,
            message_thread_id=self._topic,
            rate_limit_args=self.lane,
        )
        return sent.message_id

    async def send_picture(
        self,
        png: bytes,
        caption: str = "",
        keyboard: InlineKeyboardMarkup | None = None,
        *,
        as_reply: bool = False,
    ) -> int:
        """A picture as a new message; its number."""
        sent = await self._bot.send_photo(
            self.chat_id,
            png,
            caption=caption or None,
            reply_markup=keyboard,
            reply_parameters=self.reply if as_reply else None,
            message_thread_id=self._topic,
            rate_limit_args=self.lane,
        )
        return sent.message_id

    async def send_file(self, name: str, content: bytes, caption: str = "") -> None:
        """A file as a new message."""
        await self._bot.send_document(
            self.chat_id,
            content,
            filename=name,
            caption=caption or None,
            message_thread_id=self._topic,
        )

    async def change(
        self, message_id: int, html: str, keyboard: InlineKeyboardMarkup | None
    ) -> None:
        """Edits a text of the bot in place; one that is right already stays as it is."""
        try:
            await self._bot.edit_message_text(
                html, chat_id=self.chat_id, message_id=message_id, reply_markup=keyboard
            )
        except BadRequest as refusal:
            if "not modified" not in refusal.message:
                raise

    async def change_picture(
        self, message_id: int, png: bytes, caption: str, keyboard: InlineKeyboardMarkup | None
    ) -> None:
        """Edits a picture of the bot in place, as `change` does a text."""
        try:
            await self._bot.edit_message_media(
                InputMediaPhoto(png, caption=caption),
                chat_id=self.chat_id,
                message_id=message_id,
                reply_markup=keyboard,
            )
        except BadRequest as refusal:
            if "not modified" not in refusal.message:
                raise

    async def remove_keyboard(self, message_id: int) -> None:
        """Takes the buttons below a message away."""
        await self._bot.edit_message_reply_markup(self.chat_id, message_id)

    async def show_typing(self) -> None:
        """Shows that the bot is at work."""
        await self._bot.send_chat_action(
            self.chat_id, ChatAction.TYPING, message_thread_id=self._topic
        )

    @property
    def _topic(self) -> int | None:
        return self.visit.place.topic_id or None
