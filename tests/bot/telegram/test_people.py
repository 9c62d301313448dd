"""Who an update comes from."""

import asyncio
from datetime import UTC, datetime
from typing import Any, cast

import pytest
from telegram import CallbackQuery, Chat, InlineQuery, Message, Update, User

from bot.game.person import person_of_chat
from bot.playground.chats import Channel
from bot.playground.errors import ApiError
from bot.telegram.administrators import KNOWN_SECONDS, Administrators
from bot.telegram.people import Person, acting
from tests.bot.house import House, Talk
from tests.bot.telegram.test_administrators import asked

NEWS = Channel(-1_004_000_000_001, "Sudoku News")


class Known:
    """Administrators of whom one is anonymous, or of whom nothing is known."""

    def __init__(self, *, is_anonymous: bool | None) -> None:
        self._is_anonymous = is_anonymous
        self.prepared = list[int]()

    def is_anonymous(self, chat_id: int, user_id: int) -> bool | None:
        assert (chat_id, user_id) == (-5, 1001)
        return self._is_anonymous

    def prepare(self, chat_id: int) -> None:
        self.prepared.append(chat_id)


ANN = User(1001, "Ann", is_bot=False, language_code="en")
CLUB, NEWS_CHAT = Chat(-5, "supergroup"), Chat(-6, "channel", title="News")
NOW = datetime(2026, 1, 1, tzinfo=UTC)


@pytest.mark.parametrize(
    ("is_anonymous", "person"),
    [
        (None, Person(1001, None, "en")),
        (False, Person(1001, "Ann", "en")),
        (True, Person(person_of_chat(-5))),
    ],
)
def test_a_press_in_a_group_is_of_whom_the_group_may_know(
    is_anonymous: bool | None,  # noqa: FBT001 - of a table
    person: Person,
) -> None:
    known = cast("Administrators", Known(is_anonymous=is_anonymous))
    press = CallbackQuery("1", ANN, "x", message=Message(1, NOW, CLUB))
    assert acting(Update(1, callback_query=press), known) == person


def test_who_acts_in_private_or_says_something_is_never_anonymous() -> None:
    known = cast("Administrators", Known(is_anonymous=True))
    private = Message(1, NOW, Chat(1001, "private"), from_user=ANN)
    press = Update(1, callback_query=CallbackQuery("1", ANN, "x", message=private))
    said = Update(1, Message(1, NOW, CLUB, from_user=ANN))
    for update in (press, Update(1, private), said):
        assert acting(update, known) == Person(1001, "Ann", "en")


@pytest.mark.parametrize(
    ("sender", "person", "prepared"),
    [
        (CLUB, Person(person_of_chat(-5)), [-5]),
        (NEWS_CHAT, Person(person_of_chat(-6), "News"), []),
        (Chat(-7, "channel"), Person(person_of_chat(-7), ""), []),
    ],
)
def test_the_administrators_are_asked_for_where_one_has_spoken_as_the_group(
    sender: Chat, person: Person, prepared: list[int]
) -> None:
    known = Known(is_anonymous=None)
    said = Message(1, NOW, CLUB, from_user=ANN, sender_chat=sender)
    assert acting(Update(1, said), cast("Administrators", known)) == person
    assert known.prepared == prepared


def test_an_update_without_a_person_or_a_chat_is_of_nobody() -> None:
    known = cast("Administrators", Known(is_anonymous=None))
    poll = Update(1, inline_query=InlineQuery("1", ANN, "", ""))
    post = Update(1, channel_post=Message(1, NOW, NEWS_CHAT))
    assert [acting(update, known) for update in (Update(1), poll, post)] == [None] * 3


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
