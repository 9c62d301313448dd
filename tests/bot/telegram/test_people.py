"""Who an update comes from."""

import asyncio
from typing import Any

import pytest
from telegram import Update

from bot.game.person import person_of_chat
from bot.playground.chats import Channel
from bot.playground.errors import ApiError
from bot.telegram.administrators import KNOWN_SECONDS, Administrators
from bot.telegram.people import Person, acting
from tests.bot.house import House, Talk
from tests.bot.telegram.test_administrators import asked

NEWS = Channel(-1_004_000_000_001, "Sudoku News")


@pytest.fixture
def administrators(house: House) -> Administrators:
    return house.application.administrators


@pytest.fixture
async def board(club: Talk) -> int:
    """A message with buttons."""
    await club.sends("/new 4")
    return int(club.last["message_id"])


def who(house: House, told: dict[str, Any] | None) -> Person | None:
    assert told is not None
    update = Update.de_json(told, house.application.bot)
    return acting(update, house.application.administrators)


async def is_learnt(administrators: Administrators) -> None:
    await asyncio.gather(*administrators.asking.running, return_exceptions=True)


async def test_people_are_themselves(house: House, chat: Talk, ming_in_club: Talk) -> None:
    assert who(house, chat.person.say("/new")) == Person(chat.person.id, "Alice", "en")
    said = ming_in_club.person.say("/new", ming_in_club.chat)
    assert who(house, said) == Person(ming_in_club.person.id, "小明", "zh-hans")
    assert asked(house) == 0


async def test_whoever_writes_in_the_name_of_a_chat_is_a_person_of_it(
    house: House, club: Talk, ming_in_club: Talk
) -> None:
    house.club.promote(club.person, is_anonymous=True)
    house.club.speak_as(ming_in_club.person, NEWS)
    said = club.person.say("/new", club.chat), ming_in_club.person.say("/new", club.chat)
    assert [who(house, one) for one in said] == [
        Person(person_of_chat(club.chat_id)),
        Person(person_of_chat(NEWS.id), "Sudoku News"),
    ]


async def test_a_press_names_nobody_before_telegram_has_said_who_is_anonymous(
    house: House, administrators: Administrators, board: int, ming_in_club: Talk
) -> None:
    def press() -> Person | None:
        return who(house, ming_in_club.person.forge(board, "undo", ming_in_club.chat))

    ming = ming_in_club.person.id
    assert [press(), press()] == [Person(ming, None, "zh-hans")] * 2
    await is_learnt(administrators)
    assert [press(), press()] == [Person(ming, "小明", "zh-hans")] * 2
    assert asked(house) == 1
    house.club.promote(ming_in_club.person, is_anonymous=True)
    house.clock.forward(seconds=KNOWN_SECONDS)
    assert press() == Person(ming, None, "zh-hans")
    await is_learnt(administrators)
    assert press() == Person(person_of_chat(house.club.chat.id))
    assert asked(house) == 2


async def test_a_refusal_is_believed_for_a_while(
    house: House, administrators: Administrators, board: int, ming_in_club: Talk
) -> None:
    house.api.fail_next("getChatAdministrators", ApiError(400, "Bad Request: CHAT_ADMIN_REQUIRED"))
    for _ in range(3):
        person = who(house, ming_in_club.person.forge(board, "undo", ming_in_club.chat))
        assert person == Person(ming_in_club.person.id, None, "zh-hans")
        await is_learnt(administrators)
    assert asked(house) == 1
    assert house.alice.person.id in await administrators.of(house.club.chat.id)


async def test_in_private_nobody_is_asked_about(house: House, chat: Talk) -> None:
    await chat.sends("/new 4")
    pressed = chat.person.forge(chat.last["message_id"], "undo")
    assert who(house, pressed) == Person(chat.person.id, "Alice", "en")
    assert asked(house) == 0
