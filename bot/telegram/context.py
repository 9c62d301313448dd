"""What a handler gets: one update, the person behind it, and the way to answer."""

import re
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import suppress
from typing import Any, Final
from weakref import WeakMethod

from telegram import CallbackQuery, Message, MessageEntity, ReplyParameters, Update
from telegram.error import TelegramError
from telegram.ext import CallbackContext, ExtBot

from bot.game.person import person_of_chat
from bot.game.place import Place
from bot.play.mark import UpdateMark
from bot.play.visit import Visit, group_of
from bot.store import users
from bot.store.seam.reading import is_reading_only
from bot.telegram.application import SudokuApplication
from bot.telegram.comments import is_comment
from bot.telegram.conversation import Conversation
from bot.telegram.gate import Lane
from bot.telegram.keys import data_of_keys
from bot.telegram.language import language_of
from bot.telegram.people import acting

# What a hint adds to a drawn board: lines such as `r4c5 7-` below it, and signs behind the cells.
_LISTED: Final = re.compile(r"^r\d+c\d+.*$", re.MULTILINE)
_ROW: Final = re.compile(r"^ *\d+: .*$", re.MULTILINE)
_MARK: Final = re.compile(r"(?<=[.\d])[?=]|[.\d][*+-]")


def _while_there(tell: Callable[[int], Awaitable[None]]) -> Callable[[int], Awaitable[None]]:
    """Calls a method for as long as somebody else keeps its object.

    A context and its visit would otherwise keep each other, and all that an update brought, until
    the collector of cycles comes, which holds everything up.
    """
    method = WeakMethod(tell)

    async def told(place: int) -> None:
        if (still_there := method()) is not None:
            await still_there(place)

    return told


class Context(
    Conversation,
    CallbackContext[ExtBot[Lane], dict[Any, Any], dict[Any, Any], dict[Any, Any]],
):
    """The context of one update, filled in by `arrive` before a handler runs.

    `meant` stands for the words behind the command where nobody typed one.
    """

    message: Message | None
    query: CallbackQuery | None
    answered: bool
    queue_told: bool
    meant: str | None
    commands: Mapping[str, Callable[["Context"], Awaitable[None]]]

    async def arrive(self, update: Update) -> bool:
        """Fills the context in and stores that the person was here; False if there is nobody."""
        if not isinstance(self.application, SudokuApplication):
            raise TypeError("this context belongs to another application")
        self.sudoku = self.application
        person, chat = acting(update, self.sudoku.administrators), update.effective_chat
        if person is None or chat is None:
            return False
        self.message, self.query = update.effective_message, update.callback_query
        if self.message is not None:
            self.sudoku.note_message(chat.id, self.message.message_id)
        self.answered = self.queue_told = False
        self.meant = None
        services = self.sudoku.services
        now = services.clock()
        user = await users.see(
            services.database,
            person.id,
            int(now.timestamp()),
            person.client_language,
            # So that nobody who only asks waits for another process.
            hasty=services.database.patient(0),
        )
        # An update that took effect before its process ended must not change anything again.
        begun = self.sudoku.inbox.begun(update.update_id)
        mark = UpdateMark(
            self.bot.id, update.update_id, begun is not None, begun.game_id if begun else None
        )
        place = Place(chat.id, _topic(self.message))
        group = await group_of(services.database, place, user)
        self.visit = Visit(
            services,
            user,
            place,
            now,
            language_of(user, group),
            mark,
            _while_there(self.tell_queue),
            group,
            person.name,
        )
        if self.message is not None and not self.is_private:
            self.reply = ReplyParameters(self.message.message_id, allow_sending_without_reply=True)
            self.is_comment = await is_comment(services.database, self.message)
        return True

    @property
    def is_behind(self) -> bool:
        """Whether an earlier update of the chat is put off, as it can't be stored (`early`)."""
        return is_reading_only() and self.sudoku.inbox.early.is_behind(self.chat_id)

    async def toast(self, text: str | None = None, *, alert: bool = False) -> None:
        """Answers the pressed button, only the first time; a failure does not matter."""
        if self.query is None or self.answered:
            return
        self.answered = True
        with suppress(TelegramError):
            await self.query.answer(text, show_alert=alert)

    async def tell_queue(self, place: int) -> None:
        """Says at which place of the engine's queue this update's question waits, only once.

        Where that cannot be said, the question waits all the same.
        """
        if not self.queue_told:
            self.queue_told = True
            with suppress(TelegramError):
                await self._tell(self.html("engine.place", place=place), None)

    async def is_administrator(self) -> bool:
        """Whether the person may change what belongs to all who are in this chat.

        An anonymous administrator speaks as the group itself. Raises TelegramError if Telegram
        does not say who the administrators are.
        """
        if self.is_private:
            return True
        if self.user.is_chat and self.query is None:
            return self.user.id == person_of_chat(self.chat_id)
        # `user` may be the group itself for a press, but Telegram names who has pressed.
        person = self.query.from_user.id if self.query else self.user.id
        return person in await self.sudoku.administrators.of(self.chat_id)

    def means(self, rest: str) -> None:
        """Sets the words behind the command, for a command that nobody typed."""
        self.meant = rest

    @property
    def words(self) -> list[str]:
        """The words behind the command."""
        return list(self.args or []) if self.meant is None else self.meant.split()

    @property
    def rest(self) -> str:
        """The text behind the command, as it was typed."""
        if self.meant is not None:
            return self.meant
        typed = (self.message.text if self.message else None) or ""
        return "".join(typed.split(maxsplit=1)[1:])

    @property
    def replied(self) -> Message | None:
        """The message that this one replies to.

        None for a press, because the pressed message replies to the question that it answers. None
        also for a plain message in a topic, which Telegram presents as a reply to the message that
        opened the topic.
        """
        replied = self.message.reply_to_message if self.message and not self.query else None
        return None if replied is None or replied.forum_topic_created else replied

    @property
    def own_replied(self) -> Message | None:
        """The message that this one replies to, if the bot wrote it."""
        replied = self.replied
        is_own = replied and replied.from_user and replied.from_user.id == self.bot.id
        return replied if is_own else None

    @property
    def quoted(self) -> str:
        """The text of the message that this one replies to; of a board message only the board."""
        quoted = self.replied
        if quoted is None:
            return ""
        boards = quoted.parse_entities([MessageEntity.PRE]) if quoted.text else {}
        drawn = next(iter(boards.values()), None)
        return _unmarked(drawn) if drawn else quoted.text or quoted.caption or ""

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
        return typed if self.own_replied else None

    @property
    def is_asked(self) -> bool:
        """Whether a message expects an answer, whatever it says: in private, or with our name."""
        return self.is_private or self._is_named

    @property
    def _is_named(self) -> bool:
        message = self.message
        typed = (message.text or message.caption if message else None) or ""
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
    def pressed(self) -> Message | None:
        """The pressed message; None where Telegram no longer tells what is in it, as of old ones.

        The library makes an empty message of those.
        """
        message = self.query.message if self.query else None
        return message if isinstance(message, Message) and message.is_accessible else None

    @property
    def pressed_data(self) -> Iterator[str]:
        """The data of the keys below the pressed message, as far as they are known."""
        return data_of_keys(self.pressed)

    @property
    def shows_picture(self) -> bool:
        """Whether the pressed message is a picture; if unknown, whether boards here are."""
        if self.pressed is not None:
            return bool(self.pressed.photo)
        return self.visit.choices.board == "image"

    @property
    def album(self) -> str | None:
        """Telegram's name for the album that the message belongs to."""
        return self.message.media_group_id if self.message and not self.query else None

    @property
    def album_waits(self) -> bool:
        """Whether another picture of the same album waits for its turn."""
        album = self.album
        return album is not None and self.sudoku.order.album_waits((self.chat_id, album))

    @property
    def press_waits(self) -> bool:
        """Whether another button below the same message was pressed meanwhile."""
        return self.sudoku.order.press_waits((self.chat_id, self.pressed_message))


def _unmarked(board: str) -> str:
    """A drawn board without the marks and candidates of a hint, which would be read as cells.

    A digit before `*`, `+` or `-` is a candidate of a blank cell, so both become a blank.
    """
    return _ROW.sub(
        lambda row: _MARK.sub(lambda mark: ". "[-len(mark[0]) :], row[0]), _LISTED.sub("", board)
    )


def _topic(message: object) -> int:
    """The topic of a message; 0 where there is none, as for a thread of replies in a group."""
    if isinstance(message, Message) and message.is_topic_message:
        return message.message_thread_id or 0
    return 0
