"""Who is in a group, as far as Telegram says.

A link to a group's game is forwarded, and whoever opens it brings no proof of being in the group.
So Telegram is asked for somebody who has done nothing there yet. It promises an answer about others
only to administrators; where it gives none, or not soon, nobody is confirmed. Each answer is
remembered for KNOWN_SECONDS, so that opening and closing a page costs Telegram nothing.
"""

import asyncio
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Final

from telegram import ChatMember, ChatMemberRestricted
from telegram.error import TelegramError
from telegram.ext import ExtBot

from bot.telegram.gate import Lane

KNOWN_SECONDS: Final = 60
MOST_KNOWN: Final = 5_000
PATIENCE_SECONDS: Final = 3.0

INSIDE: Final = frozenset({ChatMember.OWNER, ChatMember.ADMINISTRATOR, ChatMember.MEMBER})


class Members:
    """The answers of Telegram about people in groups, the newest last."""

    def __init__(self, bot: ExtBot[Lane], clock: Callable[[], datetime]) -> None:
        self._bot = bot
        self._clock = clock
        self._known: dict[tuple[int, int], tuple[datetime, bool]] = {}

    async def has(self, chat_id: int, person: int) -> bool:
        """Whether Telegram confirms that a person is in a group now, or was a minute ago."""
        now, who = self._clock(), (chat_id, person)
        asked_at, is_inside = self._known.get(who, (datetime.min.replace(tzinfo=now.tzinfo), False))
        # A clock that was set back makes an answer old, not fresh for ever.
        if timedelta() <= now - asked_at < timedelta(seconds=KNOWN_SECONDS):
            return is_inside
        is_inside = await self._ask(chat_id, person)
        self._known.pop(who, None)
        self._known[who] = now, is_inside
        if len(self._known) > MOST_KNOWN:
            del self._known[next(iter(self._known))]
        return is_inside

    async def _ask(self, chat_id: int, person: int) -> bool:
        try:
            async with asyncio.timeout(PATIENCE_SECONDS):
                member = await self._bot.get_chat_member(chat_id, person)
        except (TelegramError, TimeoutError):
            return False
        if isinstance(member, ChatMemberRestricted):
            return member.is_member
        return member.status in INSIDE
