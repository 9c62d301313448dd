"""A batch is cut into updates, and each is parsed separately."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from telegram import Bot

from bot.game.person import person_of_chat
from bot.telegram.updates import (
    LARGEST_NUMBER,
    UNASKED,
    ReadUpdate,
    UpdateText,
    cut,
    person_of,
    read,
)
from tests.any_update import AnyUpdate, Scene

BOT = Bot("123456789:" + "A" * 35)
ALICE = {"id": 1001, "is_bot": False, "first_name": "Alice"}
CHAT = {"id": -5, "type": "group", "title": "Club"}
NEWS = {"id": -6, "type": "channel", "title": "News"}
MESSAGE = {"message_id": 9, "date": 1_795_000_000, "from": ALICE, "chat": CHAT, "text": "hello"}
PRESS = {"id": "7", "from": ALICE, "chat_instance": "1", "message": MESSAGE}


def texts_of(answer: str) -> list[str]:
    return [one.text for one in cut(answer) or []]


def read_one(content: object) -> ReadUpdate:
    text = content if isinstance(content, str) else json.dumps(content)
    (one,) = read([UpdateText(text)], BOT)
    assert one.text == text
    return one


@pytest.mark.parametrize("number", [0, 1, LARGEST_NUMBER])
def test_every_number_that_a_column_holds_is_one(number: int) -> None:
    found = read_one({"update_id": number, "message": MESSAGE})
    assert (found.number, found.fault) == (number, None)
    broken = read_one(f'{{"update_id": {number}, "message": ')
    assert (broken.number, broken.fault) == (number, "JSONDecodeError in its JSON")


@pytest.mark.parametrize(
    ("user", "chat", "found"),
    [
        (LARGEST_NUMBER, -LARGEST_NUMBER, (LARGEST_NUMBER, -LARGEST_NUMBER)),
        (LARGEST_NUMBER + 1, -LARGEST_NUMBER - 1, (None, None)),
        ("7", "8", (None, None)),
        (None, 8, (None, 8)),
    ],
)
def test_an_id_is_a_number_that_a_column_holds(
    user: object, chat: object, found: tuple[int | None, int | None]
) -> None:
    message = MESSAGE | {"from": ALICE | {"id": user}, "chat": CHAT | {"id": chat}}
    one = read_one({"update_id": 5, "message": message})
    assert (one.user_id, one.chat_id) == found


def test_only_the_list_at_the_top_that_is_called_result_is_cut() -> None:
    assert texts_of('{"result":[{"result":[{"a":1}]},[2],{}]}') == [
        '{"result":[{"a":1}]}',
        "[2]",
        "{}",
    ]
    assert texts_of('{"other":[{"a":1}],"result":[{"b":2}],"more":[{"c":3}]}') == ['{"b":2}']
    assert texts_of('{"x":{"result":[{"a":1}]},"result":[]}') == []
    assert cut('{"x":"result","y":[{"a":1}]}') is None


def test_what_is_no_update_is_logged_without_its_words(caplog: pytest.LogCaptureFixture) -> None:
    assert [*read([UpdateText('{"message": "secret"}')], BOT)] == []
    assert "21 characters" in caplog.text
    assert "secret" not in caplog.text


@pytest.mark.parametrize("indent", [None, 1])
def test_a_batch_is_cut_into_its_updates_as_they_were_written(indent: int | None) -> None:
    drawn = AnyUpdate(1, Scene([ALICE], [CHAT], ['"}]', "\\", "{"], ["x"]))
    updates = [{}, *map(drawn.draw, range(100))]
    around = {"ok": True, "x": {"result": [1]}, "result": updates, "y": [{}]}
    answer = json.dumps(around, indent=indent, ensure_ascii=indent is None)
    texts = texts_of(answer)
    assert [json.loads(text) for text in texts] == updates
    assert all(text in answer for text in texts)


@given(st.text())
def test_any_text_at_all_is_cut(text: str) -> None:
    cut(text)
    cut('{"ok":true,"result":[' + text)


@pytest.mark.parametrize("answer", ["", "[]", "{}", "<html>", '{"result": {}}', '"result": []'])
def test_where_there_is_no_list_there_is_no_batch(answer: str) -> None:
    assert cut(answer) is None


@pytest.mark.parametrize("broken", ["", "{", '{"c":', '{"c":[', '{"c":{}', '{"c":"}', '{"c":"\\"}'])
def test_an_answer_that_breaks_off_has_the_updates_before(broken: str) -> None:
    answer = '{"ok":true,"result":[{"a":1},{"b":"}"},' + broken
    assert texts_of(answer) == ['{"a":1}', '{"b":"}"}']


@pytest.mark.parametrize(
    ("content", "user", "chat"),
    [
        ({"message": MESSAGE}, 1001, -5),
        ({"callback_query": PRESS}, 1001, -5),
        ({"callback_query": PRESS | {"message": MESSAGE | {"date": 0}}}, 1001, -5),
        ({"message": MESSAGE | {"sender_chat": CHAT}}, person_of_chat(-5), -5),
        ({"message": MESSAGE | {"sender_chat": NEWS}}, person_of_chat(-6), -5),
        ({"edited_message": MESSAGE | {"sender_chat": NEWS}}, person_of_chat(-6), -5),
        ({"callback_query": PRESS | {"message": MESSAGE | {"sender_chat": CHAT}}}, 1001, -5),
        ({"channel_post": MESSAGE | {"from": None}}, None, -5),
        ({"channel_post": MESSAGE | {"from": None, "sender_chat": CHAT}}, None, -5),
        ({"inline_query": {"id": "1", "from": ALICE, "query": "", "offset": ""}}, 1001, None),
        ({"poll_answer": {"poll_id": "1", "user": ALICE, "option_ids": []}}, 1001, None),
        ({"brand_new": {"from": ALICE, "chat": CHAT}}, 1001, -5),
        ({}, None, None),
    ],
)
def test_it_is_known_whose_an_update_is(
    content: dict[str, Any], user: int | None, chat: int | None
) -> None:
    found = read_one({"update_id": 5} | content)
    assert (found.number, found.user_id, found.chat_id) == (5, user, chat)
    if found.update is not None and "brand_new" not in content:
        assert person_of(found.update) == user


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ('{"update_id": 5, "message": 7}', "AttributeError in Message"),
        ('{"update_id": 5, "message": {"x": ' + "9" * 5000 + "}}", "ValueError in its JSON"),
        ('{"update_id": 5, "message": ' + "[" * 9999, "RecursionError in its JSON"),
        ('{"update_id": 5, "poll": {}}', "TypeError in Poll"),
    ],
)
def test_what_cannot_be_read_says_why_and_keeps_its_number(text: str, fault: str) -> None:
    found = read_one(text)
    assert (found.number, found.update, found.fault) == (5, None, fault)


@pytest.mark.parametrize("unread", UNASKED)
def test_a_press_is_read_whatever_is_told_that_nothing_asks_of_its_message(unread: str) -> None:
    told = MESSAGE | {"photo": [{"file_id": "a", "file_unique_id": "b", "width": 1, "height": 2}]}
    found = read_one({"update_id": 5, "callback_query": PRESS | {"message": told | {unread: [7]}}})
    assert found.fault is None
    assert found.update is not None
    pressed = found.update.effective_message
    assert pressed is not None
    assert (pressed.message_id, pressed.text, len(pressed.photo)) == (9, "hello", 1)


def test_a_fault_does_not_quote_what_people_wrote() -> None:
    found = read_one({"update_id": 5, "message": MESSAGE | {"date": "my secret", "text": "secret"}})
    assert found.fault is not None
    assert "secret" not in found.fault
    assert "secret" not in repr(found)
    assert "secret" not in repr(cut('{"result": [{"text": "secret"}]}'))


@pytest.mark.parametrize(
    "number", [None, "5", True, -1, 1.5, LARGEST_NUMBER + 1, 10**30, [], {"update_id": "5"}]
)
def test_what_has_no_number_is_passed_over(number: object) -> None:
    texts = [UpdateText(json.dumps({"update_id": n, "message": MESSAGE})) for n in (number, 6)]
    assert [one.number for one in read(texts, BOT)] == [6]


def test_ids_that_no_column_can_hold_are_nobodys() -> None:
    huge = MESSAGE | {"from": ALICE | {"id": 2**70}, "chat": CHAT | {"id": -(2**70)}}
    found = read_one({"update_id": LARGEST_NUMBER, "message": huge})
    assert (found.user_id, found.chat_id) == (None, None)
