"""What a handler is handed: the services, the person, the language, the time."""

import re
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, suppress
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from markupsafe import Markup
from telegram import CallbackQuery, Message, MessageEntity, Update
from telegram.error import TelegramError
from telegram.ext import Application, CallbackContext, ExtBot

from bot import messages
from bot.operate.metrics import Metrics
from bot.pool.engine_pool import EnginePool
from bot.store import inbox
from bot.store.database import Database, Source
from bot.store.inbox import Left
from bot.store.users import User
from bot.telegram.chat_order import ChatOrder
from bot.telegram.drawn import DrawnBoards
from bot.telegram.flood import Lane
from bot.telegram.inbox import Inbox


@dataclass(frozen=True, slots=True)
class Services:
    """The long-lived things that handlers work with; `secret` is the daily's.

    A puzzle that takes longer than `at_once_seconds` is made behind a message that says so.
    """

    database: Database
    engine: EnginePool
    secret: bytes = field(repr=False)
    clock: Callable[[], datetime]
    new_seed: Callable[[], str]
    metrics: Metrics = field(default_factory=Metrics)
    at_once_seconds: float = 1.0


class SudokuApplication(
    Application[ExtBot[Lane], "Context", dict[Any, Any], dict[Any, Any], dict[Any, Any], Any]
):
    """python-telegram-bot's Application with our services."""

    def __init__(self, *, services: Services, inbox: Inbox, **parts: Any) -> None:
        super().__init__(**parts)
        self.services = services
        self.drawn = DrawnBoards()
        self.inbox = inbox

    async def process_update(self, update: object) -> None:
        """Handles an update, after which the inbox need not keep it."""
        if isinstance(update, Update):
            await self.inbox.attempt(update.update_id)
        await super().process_update(update)
        if isinstance(update, Update):
            self.inbox.finish(update.update_id)

    async def leave_out(self, update: Update, is_first: bool) -> None:  # noqa: FBT001 - as LeaveOut
        """Lets go of an update of a chat that says too much at once, and says so once."""
        self.inbox.finish(update.update_id)
        person, chat = update.effective_user, update.effective_chat
        if not is_first or chat is None:
            return
        language = messages.language_for(None, person.language_code if person else None)
        with suppress(TelegramError):
            await self.bot.send_message(chat.id, messages.html(language, "junk.too_fast"))

    def __repr__(self) -> str:
        """Without the token, which the library's own holds."""
        return f"SudokuApplication[{self.bot.token.partition(':')[0]}]"


def language_of(user: User) -> str:
    """What a person chose, otherwise what their client speaks."""
    return messages.language_for(user.language, user.client_language)


def zone_of(user: User) -> ZoneInfo:
    """Where a person's days begin: as chosen, otherwise where most of their language live."""
    return ZoneInfo(user.zone or messages.text(language_of(user), "name.zone"))


class Context(CallbackContext[ExtBot[Lane], dict[Any, Any], dict[Any, Any], dict[Any, Any]]):
    """One update's context, filled in before a handler runs."""

    update_id: int
    user: User
    chat_id: int
    now: datetime
    message: Message | None
    query: CallbackQuery | None
    answered: bool
    queue_told: bool

    @property
    def sudoku(self) -> SudokuApplication:
        """Raises TypeError outside of a SudokuApplication."""
        application = self.application
        if not isinstance(application, SudokuApplication):
            raise TypeError("this context belongs to another application")
        return application

    @property
    def services(self) -> Services:
        return self.sudoku.services

    @property
    def begun(self) -> Left | None:
        """What this update had done already when the process that handled it was killed."""
        return self.sudoku.inbox.begun(self.update_id)

    async def takes_effect(self, source: Source, game_id: int | None = None) -> None:
        """Notes within the transaction of a change that must not be made again after a crash.

        With a game, that game is shown then; without one the handler runs once more and must see
        from `begun` that the change is made.
        """
        await inbox.take_effect(source, self.bot.id, self.update_id, game_id)

    @property
    def database(self) -> Database:
        return self.services.database

    @property
    def seconds(self) -> int:
        """Now, in the unit of the database."""
        return int(self.now.timestamp())

    @property
    def language(self) -> str:
        """What the person chose, otherwise what their client speaks."""
        return language_of(self.user)

    @property
    def zone(self) -> ZoneInfo:
        """Where the person's days begin: as chosen, otherwise where most of their language live."""
        return zone_of(self.user)

    @property
    def is_private(self) -> bool:
        """Whether the person is alone with the bot."""
        return self.chat_id == self.user.id

    @property
    def words(self) -> list[str]:
        """What stood behind the command."""
        return list(self.args or [])

    @property
    def rest(self) -> str:
        """All that stood behind the command, as it was typed."""
        typed = (self.message.text if self.message else None) or ""
        return "".join(typed.split(maxsplit=1)[1:])

    @property
    def quoted(self) -> str:
        """The text of the message that this one replies to; of a drawn board the board alone."""
        quoted = self.message.reply_to_message if self.message else None
        if quoted is None:
            return ""
        boards = quoted.parse_entities([MessageEntity.PRE]) if quoted.text else {}
        return next(iter(boards.values()), quoted.text or quoted.caption or "")

    @property
    def addressed(self) -> str | None:
        """The text of a message that is meant for the bot; None for talk in a group.

        In a group that is a reply to the bot, or a message that names it; the name is left out.
        """
        typed = (self.message.text if self.message else None) or ""
        if self.is_private or self.message is None:
            return typed
        if self._is_named:
            return self._name.sub(" ", typed)
        quoted = self.message.reply_to_message
        is_reply = quoted and quoted.from_user and quoted.from_user.id == self.bot.id
        return typed if is_reply else None

    @property
    def is_asked(self) -> bool:
        """Whether a message waits for an answer, whatever it says: said in private, or by name."""
        return self.is_private or self._is_named

    @property
    def _is_named(self) -> bool:
        typed = (self.message.text if self.message else None) or ""
        return self._name.search(typed) is not None

    @property
    def _name(self) -> re.Pattern[str]:
        return re.compile(rf"@{self.bot.username}\b", re.IGNORECASE)

    @property
    def pressed_message(self) -> int:
        """The message whose button was pressed; 0 when Telegram does not say."""
        message = self.query.message if self.query else None
        return message.message_id if message else 0

    @property
    def press_waits(self) -> bool:
        """Whether another button below the same message was pressed meanwhile."""
        return self._order.press_waits((self.chat_id, self.pressed_message))

    def turn(self) -> AbstractAsyncContextManager[None]:
        """For what goes on behind its handler: no update of the chat is at work meanwhile."""
        return self._order.turn(self.chat_id)

    @property
    def _order(self) -> ChatOrder:
        order = self.sudoku.update_processor
        if not isinstance(order, ChatOrder):
            raise TypeError("this context belongs to another application")
        return order

    def text(self, key: str, **values: object) -> str:
        """A message in the person's language, as plain text."""
        return messages.text(self.language, key, **values)

    def html(self, key: str, **values: object) -> Markup:
        """A message in the person's language, its values escaped."""
        return messages.html(self.language, key, **values)
