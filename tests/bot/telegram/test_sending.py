"""What a call sends, and whether a message that is there shows it."""

import json
from typing import Any

import pytest
from telegram import (
    Bot,
    InlineKeyboardButton,
    InlineKeyboardMarkup,
    InputFile,
    LinkPreviewOptions,
    ReplyParameters,
)
from telegram.error import BadRequest, NetworkError

from bot.playground import BotApi, Person, default_people
from bot.playground.request import PlaygroundRequest
from bot.store.replies import EVERYTHING
from bot.telegram.sending import Sending
from tests.bot.playground.pictures import png

KEYS = InlineKeyboardMarkup([[InlineKeyboardButton("7", callback_data="digit:1:7")]])


@pytest.fixture
def alice(api: BotApi) -> Person:
    person = default_people(api)[0]
    person.say("/start")
    return person


@pytest.fixture
def api() -> BotApi:
    return BotApi()


@pytest.fixture
def bot(api: BotApi) -> Bot:
    return Bot(api.token, request=PlaygroundRequest(api))


def sending(bot: Bot, method: str, data: dict[str, Any]) -> Sending:
    # The library gives this one to its rate limiter.
    return Sending(method, data, bot._do_post)  # noqa: SLF001


def text(bot: Bot, said: str = "one", **more: Any) -> Sending:
    content = {"chat_id": 1001, "text": said, "reply_markup": KEYS, "parse_mode": "HTML"}
    return sending(bot, "sendMessage", content | more)


@pytest.mark.parametrize(
    "other",
    [
        {"text": "two"},
        {"chat_id": 1002},
        {"message_thread_id": 3},
        {"reply_parameters": ReplyParameters(5)},
        {"link_preview_options": LinkPreviewOptions(is_disabled=True)},
    ],
)
def test_messages_that_differ_have_other_digests(bot: Bot, other: dict[str, Any]) -> None:
    assert text(bot).digest == text(bot).digest
    assert text(bot).digest != text(bot, **other).digest


def test_a_keyboard_that_was_kept_is_the_same_one(bot: Bot) -> None:
    kept = InlineKeyboardMarkup.de_json(json.loads(KEYS.to_json()))
    assert text(bot, reply_markup=kept).digest == text(bot).digest
    assert text(bot, reply_markup=kept).buttons == text(bot).buttons


def test_boards_are_told_by_their_buttons_and_their_place(bot: Bot) -> None:
    other = InlineKeyboardMarkup([[InlineKeyboardButton("7", callback_data="digit:2:7")]])
    assert text(bot, "later").buttons == text(bot).buttons
    assert text(bot, reply_markup=other).buttons != text(bot).buttons
    assert text(bot, message_thread_id=3).buttons != text(bot).buttons
    assert text(bot, chat_id=1002).buttons != text(bot).buttons
    assert sending(bot, "sendMessage", {"chat_id": 1001, "text": "one"}).buttons is None


def test_pictures_are_told_by_their_bytes_and_exports_by_their_names(bot: Bot) -> None:
    def digest(method: str, content: bytes, name: str) -> bytes:
        kind = method.removeprefix("send").lower()
        data = {"chat_id": 1001, kind: InputFile(content, filename=name)}
        return sending(bot, method, data).digest

    for method, name, differs in (
        ("sendPhoto", "photo.png", True),
        ("sendDocument", "sudoku.pdf", True),
        ("sendDocument", EVERYTHING, False),
    ):
        assert (digest(method, b"one", name) != digest(method, b"two", name)) is differs
        assert digest(method, b"one", name) == digest(method, b"one", name)


async def test_who_wrote_a_message_is_found_out_without_changing_it(
    bot: Bot, api: BotApi, alice: Person
) -> None:
    sent = await bot.send_message(alice.id, "another", reply_markup=KEYS)
    before = alice.messages()
    found = [await text(bot).is_own(number) for number in (1, sent.message_id, 99)]
    assert found == [False, True, False]
    assert alice.messages() == before
    assert {method for method, _ in api.calls} == {"sendMessage", "stopMessageLiveLocation"}


async def test_a_text_or_picture_that_is_there_shows_it_and_stays_as_it_is(
    bot: Bot, alice: Person
) -> None:
    await bot.send_message(alice.id, "<b>one</b>", parse_mode="HTML", reply_markup=KEYS)
    shown = alice.last()
    assert await text(bot, "<b>one</b>").is_shown_by(shown["message_id"])
    assert alice.last() == shown
    photo = {"chat_id": alice.id, "photo": InputFile(png()), "caption": "c", "reply_markup": KEYS}
    sent = await bot.send_photo(alice.id, png(), caption="c", reply_markup=KEYS)
    assert await sending(bot, "sendPhoto", photo).is_shown_by(sent.message_id)
    assert (alice.last()["caption"], len(alice.messages())) == ("c", 3)


async def test_of_a_file_an_edited_caption_proves_nothing(bot: Bot, alice: Person) -> None:
    sent = await bot.send_document(alice.id, b"{}", caption="c", filename="sudoku.json")
    file = {"chat_id": alice.id, "document": InputFile(b"{}"), "caption": "c"}
    assert await sending(bot, "sendDocument", file).is_shown_by(sent.message_id)
    other = sending(bot, "sendDocument", file | {"caption": "d"})
    assert not await other.is_shown_by(sent.message_id)


@pytest.mark.parametrize("number", [1, 99])
async def test_what_others_wrote_or_is_gone_does_not_show_it(
    bot: Bot, alice: Person, number: int
) -> None:
    before = alice.messages()
    assert not await text(bot).is_shown_by(number)
    assert alice.messages() == before


async def test_failures_of_the_network_are_raised(bot: Bot, api: BotApi, alice: Person) -> None:
    api.fail_next("stopMessageLiveLocation", NetworkError("gone"))
    api.fail_next("stopMessageLiveLocation", BadRequest("something new"))
    with pytest.raises(NetworkError, match="gone"):
        await text(bot).is_own(1)
    assert not await text(bot).is_own(1)
    assert alice.messages()
