"""What is known of the keys below a message that somebody presses or replies to."""

import json
from typing import Any

import pytest
from telegram import Bot, Message, Update

from bot.telegram.keys import data_of_keys, has_keys
from bot.telegram.updates import UpdateText, read

BOT = Bot("123456789:" + "A" * 35)
SUDOKU = {"id": 123456789, "is_bot": True, "first_name": "S"}
ALICE = {"id": 1001, "is_bot": False, "first_name": "Alice"}
CHAT = {"id": 1001, "type": "private"}
KEYS: dict[str, Any] = {
    "inline_keyboard": [
        [{"text": "7", "callback_data": "digit:1:7"}, {"text": "page", "url": "https://t.me"}],
        [{"text": "undo", "callback_data": "undo:1:3"}],
    ]
}


def board(keyboard: object) -> dict[str, Any]:
    message = {"message_id": 9, "date": 1_795_000_000, "from": SUDOKU, "chat": CHAT, "text": "b"}
    return message | ({} if keyboard is None else {"reply_markup": keyboard})


def update(content: dict[str, Any]) -> Update:
    (one,) = read([UpdateText(json.dumps({"update_id": 1, **content}))], BOT)
    assert one.fault is None
    assert one.update is not None
    return one.update


def pressed(keyboard: object) -> Message:
    query = {"id": "7", "from": ALICE, "chat_instance": "1", "data": "undo:1:3"}
    told = update({"callback_query": query | {"message": board(keyboard)}}).callback_query
    assert told is not None
    assert isinstance(told.message, Message)
    return told.message


def replied(keyboard: object) -> Message:
    message = board(None) | {"from": ALICE, "reply_to_message": board(keyboard)}
    told = update({"message": message}).message
    assert told is not None
    assert told.reply_to_message is not None
    return told.reply_to_message


@pytest.mark.parametrize("message_with", [pressed, replied])
def test_the_data_of_keys_are_read_in_order(message_with: Any) -> None:
    message = message_with(KEYS)
    assert has_keys(message)
    assert [*data_of_keys(message)] == ["digit:1:7", "undo:1:3"]
    assert message.text == "b"


@pytest.mark.parametrize("message_with", [pressed, replied])
def test_a_message_without_a_keyboard_has_no_keys(message_with: Any) -> None:
    message = message_with(None)
    assert not has_keys(message)
    assert [*data_of_keys(message)] == []
    assert [*data_of_keys(None)] == []


@pytest.mark.parametrize(
    "keyboard",
    [
        [],
        "keys",
        {"inline_keyboard": "rows"},
        {"inline_keyboard": [3, None, [4, {"text": "x"}, {"callback_data": 5}]]},
    ],
)
def test_a_keyboard_of_another_form_has_keys_without_data(keyboard: object) -> None:
    assert has_keys(pressed(keyboard))
    assert [*data_of_keys(pressed(keyboard))] == []
