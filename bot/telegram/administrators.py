"""Who administers a group, and which of its administrators are anonymous.

A press of a button always names the person, even an anonymous administrator, and what they press
must not give them away. Only Telegram knows who is anonymous, and a press does not wait for its
answer. So Telegram is asked in the background, once in a while for each group, and until it has
answered nobody is assumed to be visible. The answer is not stored: the database would reveal what
the group does not know.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from telegram import ChatMemberAdministrator, ChatMemberOwner
from telegram.error import TelegramError
from telegram.ext import ExtBot

from bot.telegram.gate import Lane
from bot.telegram.tasks import Tasks

KNOWN_SECONDS: Final = 60
"""How long an answer of Telegram counts as fresh."""

KNOWN_CHATS: Final = 1_000


@dataclass(frozen=True, slots=True)
class _Answer:
    """The administrators by their numbers, with whether each is anonymous, at one moment.

    Where Telegram refused to answer, they are those of the answer before, and `is_sure` is false.
    """

    asked_at: datetime
    people: Mapping[int, bool]
    is_sure: bool = True


class Administrators:
    """The administrators of groups, as Telegram has named them lately.

    `asking` has a task for each group for which Telegram is being asked in the background.
    """

    def __init__(self, bot: ExtBot[Lane], clock: Callable[[], datetime]) -> None:
        self._bot = bot
        self._clock = clock
        self._known: dict[int, _Answer] = {}
        self.asking = Tasks[int]()

    async def of(self, chat_id: int) -> frozenset[int]:
        """The people who administer a group, asked for if need be; raises TelegramError."""
        answer = self._answer(chat_id)
        if answer is None or not answer.is_sure or not self._is_fresh(answer):
            answer = await self._ask(chat_id)
        return frozenset(answer.people)

    def is_anonymous(self, chat_id: int, user_id: int) -> bool | None:
        """Whether somebody is an anonymous administrator of a group; None while that is not known.

        Somebody who was one in the last answer counts as one until a newer answer says otherwise.
        """
        self.prepare(chat_id)
        answer = self._answer(chat_id)
        if answer is None:
            return None
        if answer.people.get(user_id):
            return True
        return False if answer.is_sure and self._is_fresh(answer) else None

    def prepare(self, chat_id: int) -> None:
        """Asks Telegram in the background, unless it has answered lately."""
        answer = self._answer(chat_id)
        if answer is None or not self._is_fresh(answer):
            self.asking.begin(chat_id, self._learn(chat_id))

    async def _learn(self, chat_id: int) -> None:
        """Asks, and notes a refusal too, so that the next press does not ask again."""
        try:
            await self._ask(chat_id)
        except TelegramError:
            before = self._answer(chat_id)
            people = before.people if before else {}
            self._note(chat_id, _Answer(self._clock(), people, is_sure=False))

    async def _ask(self, chat_id: int) -> _Answer:
        members = await self._bot.get_chat_administrators(chat_id)
        people = {
            member.user.id: member.is_anonymous
            for member in members
            if isinstance(member, ChatMemberOwner | ChatMemberAdministrator)
        }
        answer = _Answer(self._clock(), people)
        self._note(chat_id, answer)
        return answer

    def _answer(self, chat_id: int) -> _Answer | None:
        """Telegram's last answer about a group, which becomes the last one to be forgotten."""
        answer = self._known.pop(chat_id, None)
        if answer is not None:
            self._known[chat_id] = answer
        return answer

    def _is_fresh(self, answer: _Answer) -> bool:
        age = self._clock() - answer.asked_at
        # A clock that was set back makes an answer old, not fresh for ever.
        return timedelta() <= age < timedelta(seconds=KNOWN_SECONDS)

    def _note(self, chat_id: int, answer: _Answer) -> None:
        self._known.pop(chat_id, None)
        self._known[chat_id] = answer
        if len(self._known) > KNOWN_CHATS:
            del self._known[next(iter(self._known))]
