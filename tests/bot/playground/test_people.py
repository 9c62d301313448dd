from typing import Any

import pytest
from telegram import Bot, CopyTextButton, InlineKeyboardButton, InlineKeyboardMarkup, Update

from bot.playground import BotApi, Group, Person
from tests.bot.playground.pictures import png

KEYS = InlineKeyboardMarkup(
    [
        [
            InlineKeyboardButton("seven", callback_data="d7"),
            InlineKeyboardButton("copy", copy_text=CopyTextButton("53..7")),
        ]
    ]
)


def parsed(update: dict[str, Any] | None, bot: Bot) -> Update:
    assert update is not None
    return Update.de_json(update, bot)


async def test_what_people_do_parses_as_updates(bot: Bot, alice: Person, club: Group) -> None:
    update = parsed(alice.say("/new@SudokuPlaygroundBot 6", club.chat), bot)
    assert update.message is not None
    assert update.effective_user is not None
    assert update.effective_user.language_code == "en"
    assert update.message.parse_entities() == {
        update.message.entities[0]: "/new@SudokuPlaygroundBot"
    }
    for act in (
        alice.send_sticker(),
        alice.send_voice(),
        alice.send_photo(png(), caption="c"),
        alice.send_document("a", b"a"),
    ):
        assert parsed(act, bot).effective_message is not None
    edited = parsed(alice.edit(1, "changed"), bot)
    assert edited.edited_message is not None
    assert edited.edited_message.text == "changed"


async def test_privacy_mode_hides_talk_among_people(
    api: BotApi, bot: Bot, alice: Person, club: Group
) -> None:
    heard = await bot.send_message(club.chat.id, "board")
    other = alice.messages(club.chat)[-1]["message_id"]
    assert alice.say("hello all", club.chat) is None
    assert alice.say("/new@OtherBot", club.chat) is None
    assert (
        alice.say("r4c5=7", club.chat, reply_to=alice.messages(club.chat)[-1]["message_id"]) is None
    )
    assert other == heard.message_id
    assert alice.say("/new", club.chat) is not None
    assert alice.say("/new@sudokuplaygroundbot", club.chat) is not None
    assert alice.say("r4c5=7", club.chat, reply_to=heard.message_id) is not None
    assert alice.say("well, @SudokuPlaygroundBot?", club.chat) is not None
    assert len(api.world.updates) == 5


async def test_buttons_are_pressed_by_label_or_data(bot: Bot, alice: Person) -> None:
    sent = await bot.send_message(alice.id, "board", reply_markup=KEYS)
    for name in ("seven", "d7"):
        update = parsed(alice.press(sent.message_id, name), bot)
        assert update.callback_query is not None
        assert update.callback_query.data == "d7"
    forged = parsed(alice.forge(sent.message_id, "evil"), bot)
    assert forged.callback_query is not None
    assert forged.callback_query.data == "evil"
    assert alice.press(sent.message_id, "copy") is None
    assert alice.clipboard == "53..7"
    with pytest.raises(LookupError, match="no button 'eight'"):
        alice.press(sent.message_id, "eight")
    with pytest.raises(LookupError):
        alice.press(99, "seven")


def test_clients_send_no_empty_message_and_cut_long_ones(alice: Person) -> None:
    for text in ("", " \n", "x" * 4097):
        with pytest.raises(ValueError, match="1-4096"):
            alice.say(text)
    sent = alice.paste("😀" * 2049)
    assert [len(update["message"]["text"]) for update in sent] == [2048, 1]
    assert alice.paste("  ") == []


def test_whoever_blocked_the_bot_must_unblock_it_first(alice: Person) -> None:
    alice.block()
    with pytest.raises(PermissionError):
        alice.say("hello")
    alice.unblock()
    assert alice.say("hello") is not None


def test_a_stranger_cannot_write_into_a_private_chat(alice: Person, ming: Person) -> None:
    with pytest.raises(PermissionError):
        ming.say("hello", alice.private)
