import json
from typing import Any

import pytest

from bot.playground.errors import ApiError
from bot.playground.keyboards import read_inline_markup, read_markup
from bot.playground.parameters import Parameters


def key(**parts: Any) -> dict[str, Any]:
    return {"text": "1", "callback_data": "d"} | parts


def read(*rows: list[dict[str, Any]]) -> Any:
    return read_markup(Parameters({"reply_markup": {"inline_keyboard": list(rows)}}))


def test_a_keyboard_within_the_limits_stays() -> None:
    rows = [[key(callback_data="数" * 21 + "x")] * 8] * 12 + [[key()] * 4]
    assert read(*rows) == {"inline_keyboard": rows}
    copied = {"text": "c", "copy_text": {"text": "c" * 256}}
    link = {"text": "l", "url": "https://t.me/x"}
    assert read([copied, link]) == {"inline_keyboard": [[copied, link]]}


APP = {"text": "p", "web_app": {"url": "https://example.org/?game=1"}}


def read_for(chat_id: int, *keys: dict[str, Any]) -> Any:
    markup = {"inline_keyboard": [list(keys)]}
    return read_markup(Parameters({"chat_id": chat_id, "reply_markup": markup}))


def test_a_key_opens_a_page_in_private_chats_alone() -> None:
    assert read_for(1001, APP) == {"inline_keyboard": [[APP]]}
    here = {"text": "p", "web_app": {"url": "http://127.0.0.1:8080/touch/?game=1"}}
    assert read_for(1001, here) == {"inline_keyboard": [[here]]}
    for chat_id in (-1001, 0):
        with pytest.raises(ApiError, match="BUTTON_TYPE_INVALID"):
            read_for(chat_id, APP)


@pytest.mark.parametrize(
    ("app", "complaint"),
    [
        ({"url": "http://example.org/"}, "Only HTTPS links are allowed"),
        ({}, 'Can\'t find field "url"'),
        ({"url": 7}, 'Can\'t find field "url"'),
        ("https://example.org/", 'Can\'t find field "url"'),
    ],
)
def test_a_page_has_an_https_address(app: Any, complaint: str) -> None:
    with pytest.raises(ApiError, match=complaint):
        read_for(1001, {"text": "p", "web_app": app or {"link": 1}})


def test_a_keyboard_may_come_as_json_text_and_empty_rows_vanish() -> None:
    text = json.dumps({"inline_keyboard": [[], [key()]]})
    assert read_markup(Parameters({"reply_markup": text})) == {"inline_keyboard": [[key()]]}
    assert read([]) is None


@pytest.mark.parametrize(
    ("rows", "complaint"),
    [
        ([[key()]] * 101, "reply markup is too long"),
        ([[key()] * 9], "reply markup is too long"),
        ([[key(callback_data="x" * 65)]], "BUTTON_DATA_INVALID"),
        ([[{"text": "c", "copy_text": {"text": "c" * 257}}]], "BUTTON_COPY_TEXT_INVALID"),
        ([[{"text": "c", "copy_text": {"text": ""}}]], "BUTTON_COPY_TEXT_INVALID"),
        (
            [[{"text": "c", "copy_text": "c"}]],
            "can't parse inline keyboard button: Can't find field \"text\"",
        ),
        (
            [[{"text": "c", "copy_text": {"text": 7}}]],
            "can't parse inline keyboard button: Can't find field \"text\"",
        ),
        ([[{"text": "l", "url": "no link"}]], "BUTTON_URL_INVALID"),
        ([[{"text": "l", "url": 7}]], "BUTTON_URL_INVALID"),
        ([[key(style="green")]], "invalid button style specified"),
        (
            [[key(callback_data=7)]],
            'can\'t parse inline keyboard button: Field "callback_data" must be of type String',
        ),
        (
            [[key(text=7)]],
            'can\'t parse inline keyboard button: Field "text" must be of type String',
        ),
        (
            [["7"]],
            "can't parse inline keyboard button: InlineKeyboardButton must be an Object",
        ),
        ([[{"text": "w", "web_app": {"url": "https://x.org"}}]], "BUTTON_TYPE_INVALID"),
        (
            [[{"text": "only"}]],
            "can't parse inline keyboard button: Text buttons are unallowed in the inline keyboard",
        ),
        (
            [[{"callback_data": "d"}]],
            "can't parse inline keyboard button: Can't find field \"text\"",
        ),
        ([[key(text=" ")]], "inline keyboard button text must be non-empty"),
        (
            [key()],
            'field "inline_keyboard" of the InlineKeyboardMarkup must be an Array of Arrays',
        ),
    ],
)
def test_what_telegram_refuses_is_refused(rows: Any, complaint: str) -> None:
    with pytest.raises(ApiError) as refusal:
        read(*rows)
    assert refusal.value.description == f"Bad Request: {complaint}"


def test_reply_keyboards_are_honestly_missing_and_never_edited_in() -> None:
    markup = Parameters({"reply_markup": {"keyboard": [["a"]]}})
    with pytest.raises(ApiError) as refusal:
        read_markup(markup)
    assert refusal.value.code == 501
    with pytest.raises(ApiError, match="inline keyboard expected"):
        read_inline_markup(markup)


def test_forced_replies_show_no_keyboard() -> None:
    assert read_markup(Parameters({"reply_markup": {"force_reply": True}})) is None


def test_what_is_just_within_the_limits_is_kept() -> None:
    for button in (
        key(callback_data="x" * 64),
        key(style="danger"),
        {"text": "c", "copy_text": {"text": "c"}},
        {"text": "l", "url": "tg://resolve?domain=x"},
    ):
        assert read([button]) == {"inline_keyboard": [[button]]}


def test_a_markup_is_an_object_with_rows() -> None:
    for markup, complaint in (
        ([], "object expected as reply markup"),
        ({"inline_keyboard": {}}, 'field "inline_keyboard" must be of type Array'),
    ):
        with pytest.raises(ApiError, match=complaint):
            read_markup(Parameters({"reply_markup": markup}))
    assert read_inline_markup(Parameters({})) is None
    assert read_inline_markup(Parameters({"reply_markup": {}})) is None
    keyboard = {"inline_keyboard": [[key()]]}
    assert read_inline_markup(Parameters({"reply_markup": keyboard})) == keyboard
    with pytest.raises(ApiError, match="inline keyboard expected"):
        read_inline_markup(Parameters({"reply_markup": {"force_reply": True}}))
