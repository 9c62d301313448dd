"""Which updates of a blocked account or chat are dropped."""

import pytest
from telegram import Bot, Update

from bot.game.person import person_of_chat
from bot.telegram.blocked import Blocked

ANN, GROUP, CHANNEL, NEW = 7, -1_002_000_000_001, -1_004_000_000_001, -1_009_999_999_999


def message(**what: int) -> Update:
    chat = {"id": GROUP, "type": "supergroup", "title": "Club"}
    update = Update.de_json(
        {"update_id": 1, "message": {"message_id": 9, "date": 1, "chat": chat, **what}},
        Bot("123456789:" + "A" * 35),
    )
    assert update is not None
    return update


@pytest.mark.parametrize(
    ("number", "person", "chat", "is_dropped"),
    [
        (ANN, ANN, ANN, True),
        (ANN, ANN, GROUP, True),
        (ANN, 8, GROUP, False),
        (ANN, None, None, False),
        (GROUP, ANN, GROUP, True),
        (GROUP, None, GROUP, True),
        (GROUP, ANN, ANN, False),
        (GROUP, person_of_chat(GROUP), NEW, True),
        (CHANNEL, person_of_chat(CHANNEL), GROUP, True),
        (person_of_chat(GROUP), person_of_chat(GROUP), GROUP, True),
        (person_of_chat(GROUP), ANN, GROUP, False),
    ],
)
def test_an_account_is_dropped_everywhere_and_a_chat_with_everybody(
    number: int, person: int | None, chat: int | None, *, is_dropped: bool
) -> None:
    blocked = Blocked()
    assert blocked.is_empty
    assert not blocked.drops(person, chat, message())
    blocked.become(frozenset({number}))
    assert not blocked.is_empty
    assert blocked.drops(person, chat, message()) == is_dropped
    # What cannot be read has a person and a chat as well.
    assert blocked.drops(person, chat, None) == is_dropped


def test_the_word_that_a_group_has_another_number_is_not_dropped() -> None:
    blocked = Blocked()
    blocked.become(frozenset({ANN, GROUP}))
    for moves in ({"migrate_to_chat_id": NEW}, {"migrate_from_chat_id": NEW}):
        assert not blocked.drops(ANN, GROUP, message(**moves))
