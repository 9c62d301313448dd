"""Tells people what has become of their update, without using the database.

When nothing can be stored, an update stays with Telegram, which sends it again until it is stored,
so nothing is lost. While SQLite can be read, only those are told whose update had to be put off
(`bot/telegram/early.py`), also in groups. Otherwise nobody would hear of it, because answers come
from handlers and none has run. What is said here needs no database.
"""

import asyncio
from collections.abc import Callable, Iterable
from contextlib import suppress
from contextvars import ContextVar
from typing import Any, Final

from telegram import Message, ReplyParameters, Update
from telegram.constants import ChatType
from telegram.error import TelegramError
from telegram.ext import ExtBot

from bot import messages
from bot.operate.limits import OwnAllowance
from bot.telegram.updates import ReadUpdate

IS_OF_NO_UPDATE: Final = ContextVar("is_of_no_update", default=False)
"""Whether what is said answers no stored update, so that no other replica can answer it too."""

AGAIN_SECONDS: Final = 600.0
"""Seconds before somebody who still waits is told once more."""


class Unstored:
    """Tells people that they have to wait, each of them once in AGAIN_SECONDS."""

    def __init__(
        self, bot: ExtBot[Any], may_send: Callable[[int], bool], clock: Callable[[], float]
    ) -> None:
        self._bot = bot
        self._may_send = may_send
        self._told = OwnAllowance(1, AGAIN_SECONDS, clock)

    async def tell(self, batch: Iterable[ReadUpdate]) -> None:
        """Tells everybody who asked something in a private chat that it is not stored yet."""
        people = {one.chat_id: one.update for one in batch if _asks(one)}
        await asyncio.gather(*(self._tell(*one) for one in people.items()))

    async def say(self, update: Update, key: str) -> None:
        """Says now what has become of an update, or nothing where Telegram's limits forbid it."""
        person, chat = update.effective_user, update.effective_chat
        if chat is None or not self._may_send(chat.id):
            return
        language = messages.language_for(None, person.language_code if person else None)
        with suppress(TelegramError):
            await self._bot.send_message(chat.id, messages.html(language, key))

    async def tell_put_off(self, update: Update, language: str | None) -> None:
        """Tells whoever has sent an update that it waits, where they are looking.

        `language` is the one that they chose. A press is answered in any case, or its button would
        go on waiting.
        """
        query, message, chat = update.callback_query, update.message, update.effective_chat
        person = update.effective_user
        if chat is None or person is None:
            return
        is_first = not await self._told.spend(chat.id)
        speaks = messages.language_for(language, person.language_code)
        with suppress(TelegramError):
            if query is not None:
                words = messages.text(speaks, "error.unstored")
                await self._bot.answer_callback_query(query.id, words, show_alert=is_first)
            elif message is not None and _says(message) and is_first and self._may_send(chat.id):
                words = messages.html(speaks, "error.unstored")
                await self._bot.send_message(chat.id, words, **_below(message))

    async def _tell(self, chat_id: int | None, update: Update | None) -> None:
        if chat_id is None or update is None or not self._may_send(chat_id):
            return
        if not await self._told.spend(chat_id):
            IS_OF_NO_UPDATE.set(True)
            await self.say(update, "error.unstored")


def _says(message: Message) -> bool:
    """Whether a message was written by somebody, and not by Telegram itself."""
    return bool(message.text or message.effective_attachment)


def _below(message: Message) -> dict[str, Any]:
    """How a message is answered: in a group as a reply, in its topic."""
    if message.chat.type == ChatType.PRIVATE:
        return {}
    topic = message.message_thread_id if message.is_topic_message else None
    reply = ReplyParameters(message.message_id, allow_sending_without_reply=True)
    return {"reply_parameters": reply, "message_thread_id": topic}


def _asks(one: ReadUpdate) -> bool:
    """Whether somebody said or pressed something in their own chat with the bot."""
    update = one.update
    return bool(
        update
        and (update.message or update.callback_query)
        and one.chat_id is not None
        and one.chat_id == one.user_id
    )
