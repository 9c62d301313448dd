import asyncio
from typing import cast

import pytest
from telegram import ChatMember, ChatMemberMember, ChatMemberOwner, User
from telegram.error import TelegramError
from telegram.ext import ExtBot

from bot.playground import Group
from bot.telegram.administrators import KNOWN_CHATS, KNOWN_SECONDS, Administrators
from bot.telegram.gate import Lane
from tests.bot.clock import Clock
from tests.bot.house import House

ALICE, MING = User(1001, "Alice", is_bot=False), User(1002, "Ming", is_bot=False)


class Named:
    """A bot to which Telegram names the administrators of a group, or refuses to."""

    def __init__(self, *members: ChatMember) -> None:
        self.members: tuple[ChatMember, ...] | TelegramError = members
        self.asked = 0

    async def get_chat_administrators(self, _chat_id: int) -> tuple[ChatMember, ...]:
        self.asked += 1
        if isinstance(self.members, TelegramError):
            raise self.members
        return self.members


def known_by(bot: Named, clock: Clock) -> Administrators:
    return Administrators(cast("ExtBot[Lane]", bot), clock)


async def learnt(known: Administrators) -> None:
    await asyncio.gather(*known.asking.running)


async def test_an_answer_is_believed_for_a_minute(clock: Clock) -> None:
    bot = Named(ChatMemberOwner(ALICE, is_anonymous=False), ChatMemberMember(MING))
    known = known_by(bot, clock)
    for seconds, asked in ((0, 1), (59, 1), (1, 2), (59, 2), (1, 3)):
        clock.forward(seconds=seconds)
        assert await known.of(-5) == {1001}
        assert bot.asked == asked
    clock.forward(seconds=-1)
    assert await known.of(-5) == {1001}
    assert bot.asked == 4


async def test_who_is_anonymous_is_known_once_telegram_has_said_so(clock: Clock) -> None:
    bot = Named(ChatMemberOwner(ALICE, is_anonymous=True))
    known = known_by(bot, clock)
    assert [known.is_anonymous(-5, person) for person in (1001, 1002)] == [None, None]
    await learnt(known)
    assert [known.is_anonymous(-5, person) for person in (1001, 1002)] == [True, False]
    assert bot.asked == 1
    bot.members = (ChatMemberOwner(ALICE, is_anonymous=False),)
    clock.forward(seconds=60)
    assert [known.is_anonymous(-5, person) for person in (1001, 1002)] == [True, None]
    await learnt(known)
    assert [known.is_anonymous(-5, person) for person in (1001, 1002)] == [False, False]
    assert bot.asked == 2


async def test_after_a_refusal_the_last_answer_names_the_anonymous_and_nobody_else(
    clock: Clock,
) -> None:
    bot = Named(ChatMemberOwner(ALICE, is_anonymous=True))
    known = known_by(bot, clock)
    await known.of(-5)
    bot.members = TelegramError("no")
    clock.forward(seconds=60)
    known.prepare(-5)
    await learnt(known)
    for _ in range(3):
        assert [known.is_anonymous(-5, person) for person in (1001, 1002)] == [True, None]
        await learnt(known)
    assert bot.asked == 2, "the next press does not ask again"
    with pytest.raises(TelegramError):
        await known.of(-5)
    known.prepare(-6)
    await learnt(known)
    assert known.is_anonymous(-6, 1001) is None


def asked(house: House) -> int:
    """How often Telegram was asked."""
    return [method for method, _ in house.api.calls].count("getChatAdministrators")


async def test_they_are_asked_for_again_only_after_a_while(house: House) -> None:
    known = Administrators(house.application.bot, house.clock)
    for _ in range(3):
        assert await known.of(house.club.chat.id) == {house.alice.person.id}
    assert asked(house) == 1
    house.club.promote(house.ming.person)
    house.clock.forward(seconds=KNOWN_SECONDS)
    assert await known.of(house.club.chat.id) == {house.alice.person.id, house.ming.person.id}
    assert asked(house) == 2


async def test_a_clock_that_goes_back_keeps_nobody_in_office(house: House) -> None:
    known = Administrators(house.application.bot, house.clock)
    await known.of(house.club.chat.id)
    house.clock.forward(days=-1)
    await known.of(house.club.chat.id)
    assert asked(house) == 2


async def test_of_too_many_groups_the_one_asked_for_longest_ago_is_forgotten(house: House) -> None:
    known = Administrators(house.application.bot, house.clock)
    first, *others = [
        Group(house.api, -1_003_000_000_000 - number, "Club", [house.alice.person])
        for number in range(KNOWN_CHATS)
    ]
    for group in (house.club, first, *others[:-1]):
        await known.of(group.chat.id)
    await known.of(house.club.chat.id)
    await known.of(others[-1].chat.id)
    before = asked(house)
    await known.of(house.club.chat.id)
    assert asked(house) == before
    await known.of(first.chat.id)
    assert asked(house) == before + 1
