"""Who administers a group: who may change what belongs to all, and who of them does so unseen.

A button is pressed in one's own name, also by administrators whom the group does not see: what
they press must not name them. Only Telegram knows who they are, and a press does not wait for it.
So it is asked meanwhile, once in a while for each group, and until it has answered nobody who
presses is known to be seen. That is kept in no database: it would tell what the group is not told.
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
"""How long an answer of Telegram's is believed."""

KNOWN_CHATS: Final = 1_000


@dataclass(frozen=True, slots=True)
class _Answer:
    """The administrators by their numbers, and whether each is anonymous, as known at a moment.

    Where Telegram refused to tell, they are those of before, and nobody is sure of them.
    """

    asked_at: datetime
    people: Mapping[int, bool]
    is_sure: bool = True


class Administrators:
    """The administrators of groups, asked for once in a while.

    `asking` are the groups for which Telegram is asked just now, while nobody waits.
    """

    def __init__(self, bot: ExtBot[Lane], clock: Callable[[], datetime]) -> None:
        self._bot = bot
        self._clock = clock
        self._known: dict[int, _Answer] = {}
        self.asking = Tasks[int]()

    async def of(self, chat_id: int) -> frozenset[int]:
        """The people who administer a group; raises TelegramError where that cannot be asked."""
        answer = self._answer(chat_id)
        if answer is None or not answer.is_sure or not self._is_fresh(answer):
            answer = await self._ask(chat_id)
        return frozenset(answer.people)

    def is_anonymous(self, chat_id: int, user_id: int) -> bool | None:
        """Whether somebody administers a group unseen; None where that is not known just now.

        Whoever did so when it was known last is not named before it is known again.
        """
        self.prepare(chat_id)
        answer = self._answer(chat_id)
        if answer is None:
            return None
        if answer.people.get(user_id):
            return True
        return False if answer.is_sure and self._is_fresh(answer) else None

    def prepare(self, chat_id: int) -> None:
        """Has Telegram asked unless it has answered of late; nobody waits for that."""
        answer = self._answer(chat_id)
        if answer is None or not self._is_fresh(answer):
            self.asking.begin(chat_id, self._learn(chat_id))

    async def _learn(self, chat_id: int) -> None:
        """Asks, and notes a refusal as well, so that the next press does not ask again."""
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
        """What Telegram answered last about a group, which is forgotten last of all now."""
        answer = self._known.pop(chat_id, None)
        if answer is not None:
            self._known[chat_id] = answer
        return answer

    def _is_fresh(self, answer: _Answer) -> bool:
        age = self._clock() - answer.asked_at
        return timedelta() <= age < timedelta(seconds=KNOWN_SECONDS)

    def _note(self, chat_id: int, answer: _Answer) -> None:
        self._known.pop(chat_id, None)
        self._known[chat_id] = answer
        if len(self._known) > KNOWN_CHATS:
            del self._known[next(iter(self._known))]
