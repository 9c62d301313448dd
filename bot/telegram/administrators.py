"""Who may change what belongs to all of a group."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Final

from telegram.ext import ExtBot

from bot.telegram.gate import Lane

KNOWN_SECONDS: Final = 60
"""How long an answer of Telegram's is believed."""

KNOWN_CHATS: Final = 1_000


class Administrators:
    """The administrators of groups, asked for once in a while."""

    def __init__(self, bot: ExtBot[Lane], clock: Callable[[], datetime]) -> None:
        self._bot = bot
        self._clock = clock
        self._known: dict[int, tuple[datetime, frozenset[int]]] = {}

    async def of(self, chat_id: int) -> frozenset[int]:
        """The people who administer a group; raises TelegramError where that cannot be asked."""
        asked_at, people = self._known.pop(chat_id, (None, frozenset[int]()))
        now = self._clock()
        if asked_at is None or not timedelta() <= now - asked_at < timedelta(seconds=KNOWN_SECONDS):
            members = await self._bot.get_chat_administrators(chat_id)
            asked_at, people = now, frozenset(member.user.id for member in members)
        self._known[chat_id] = asked_at, people
        if len(self._known) > KNOWN_CHATS:
            del self._known[next(iter(self._known))]
        return people
