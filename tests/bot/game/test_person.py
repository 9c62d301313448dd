from dataclasses import fields, replace

import pytest

from bot.game.person import (
    CHATS_AS_PEOPLE,
    NOBODY,
    TALL,
    Group,
    GroupChoice,
    number_at_telegram,
    person_of_chat,
)

LARGEST = 2**52
"""Telegram: the numbers of people and chats have at most 52 significant bits."""

CHATS = (-1, -1_001_234_567_890, -LARGEST)


@pytest.mark.parametrize("chat", CHATS)
def test_a_chat_in_whose_name_people_write_has_a_number_that_nobody_else_has(chat: int) -> None:
    person = person_of_chat(chat)
    assert person > LARGEST
    assert number_at_telegram(person) == chat
    assert replace(NOBODY, id=person).is_chat


@pytest.mark.parametrize("person", [1, 777_000, LARGEST])
def test_a_person_has_the_number_that_telegram_gave_them(person: int) -> None:
    assert number_at_telegram(person) == person
    assert not replace(NOBODY, id=person).is_chat


def test_different_chats_are_different_people() -> None:
    assert len({*map(person_of_chat, CHATS)}) == len(CHATS)


def test_who_has_chosen_nothing_sees_the_timer_and_chooses_cells_first() -> None:
    assert (NOBODY.timer, NOBODY.digit_first) == (True, False)
    assert (NOBODY.id, NOBODY.created_at, NOBODY.seen_at) == (0, 0, 0)


def test_a_group_begins_with_the_choices_of_its_first_player() -> None:
    user = replace(NOBODY, board="compact", theme="dark", policy="wrong", timer=False)
    assert Group.of(replace(user, client_language="de")).language == "de"
    assert Group.of(replace(user, client_language="de", language="zh")).language == "zh"
    group = Group.of(user)
    for choice in GroupChoice:
        assert getattr(group, choice) == getattr(user, choice)
    assert {field.name for field in fields(Group)} == {"language", *GroupChoice}
    assert Group.of(replace(user, board=TALL)).board == NOBODY.board, "others have smaller phones"


def test_the_numbers_of_stored_people_stay_the_same() -> None:
    assert CHATS_AS_PEOPLE == 10_000_000_000_000_000
    assert person_of_chat(-1_001_234_567_890) == 10_001_001_234_567_890
