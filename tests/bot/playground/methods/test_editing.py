import pytest
from telegram import (
    Bot,
    InlineKeyboardButton,
    InlineKeyboardMarkup,
    InputMediaDocument,
    InputMediaPhoto,
)
from telegram.error import BadRequest

from bot.playground import Group, Person
from tests.bot.playground.conftest import Watch
from tests.bot.playground.pictures import png

KEYS = InlineKeyboardMarkup([[InlineKeyboardButton("7", callback_data="d7")]])


async def test_an_edit_replaces_text_and_keyboard(bot: Bot, alice: Person) -> None:
    sent = await bot.send_message(alice.id, "one", reply_markup=KEYS)
    await bot.edit_message_text("two", alice.id, sent.message_id)
    assert alice.last()["text"] == "two"
    assert "reply_markup" not in alice.last()
    assert len(alice.messages()) == 2


async def test_an_edit_that_changes_nothing_is_refused(bot: Bot, alice: Person) -> None:
    place = (alice.id, (await bot.send_message(alice.id, "one", reply_markup=KEYS)).message_id)
    with pytest.raises(BadRequest, match="Message is not modified"):
        await bot.edit_message_text("<b></b>one ", *place, parse_mode="HTML", reply_markup=KEYS)
    with pytest.raises(BadRequest, match="Message is not modified"):
        await bot.edit_message_reply_markup(*place, reply_markup=KEYS)
    await bot.edit_message_text("<b>one</b>", *place, parse_mode="HTML", reply_markup=KEYS)
    await bot.edit_message_reply_markup(*place)
    assert "reply_markup" not in alice.last()


async def test_only_own_messages_that_are_there_can_be_edited(bot: Bot, alice: Person) -> None:
    with pytest.raises(BadRequest, match="Message to edit not found"):
        await bot.edit_message_text("x", alice.id, 99)
    with pytest.raises(BadRequest, match="Message can't be edited"):
        await bot.edit_message_text("x", alice.id, 1)
    with pytest.raises(BadRequest, match="Message identifier is not specified"):
        await bot.edit_message_text("x")


async def test_texts_have_no_caption_and_pictures_no_text(bot: Bot, alice: Person) -> None:
    text = await bot.send_message(alice.id, "x")
    photo = await bot.send_photo(alice.id, png())
    with pytest.raises(BadRequest, match="There is no caption in the message to edit"):
        await bot.edit_message_caption(alice.id, text.message_id, caption="c")
    with pytest.raises(BadRequest, match="There is no text in the message to edit"):
        await bot.edit_message_text("x", alice.id, photo.message_id)
    await bot.edit_message_caption(alice.id, photo.message_id, caption="c")
    assert alice.last()["caption"] == "c"


async def test_a_text_becomes_a_picture_and_no_picture_a_text(bot: Bot, alice: Person) -> None:
    place = (alice.id, (await bot.send_message(alice.id, "x", reply_markup=KEYS)).message_id)
    await bot.edit_message_media(InputMediaPhoto(png(), caption="c"), *place)
    assert (alice.last()["message_id"], alice.last()["caption"]) == (place[1], "c")
    assert not {"text", "reply_markup"} & alice.last().keys()
    with pytest.raises(BadRequest, match="There is no text in the message to edit"):
        await bot.edit_message_text("x", *place)


async def test_media_can_be_exchanged(bot: Bot, alice: Person) -> None:
    place = (alice.id, (await bot.send_photo(alice.id, png(), caption="c")).message_id)
    await bot.edit_message_media(InputMediaPhoto(png(50, 60), caption="d"), *place)
    assert alice.last()["photo"][-1]["width"] == 50
    await bot.edit_message_media(InputMediaDocument(b"53", filename="a.sdm"), *place)
    assert alice.last()["document"]["file_name"] == "a.sdm"
    assert not {"photo", "caption"} & alice.last().keys()


async def test_deleting(bot: Bot, alice: Person, club: Group, watch: Watch) -> None:
    sent = await bot.send_message(alice.id, "x")
    await bot.delete_messages(alice.id, [1, sent.message_id, 99])
    assert alice.messages() == []
    with pytest.raises(BadRequest, match="Message to delete not found"):
        await bot.delete_message(alice.id, 99)
    alice.say("/new", club.chat)
    with pytest.raises(BadRequest, match="Message can't be deleted"):
        await bot.delete_message(club.chat.id, 1)
    old = await bot.send_message(alice.id, "x")
    watch.now += 48 * 3600 + 1
    with pytest.raises(BadRequest, match="Message can't be deleted for everyone"):
        await bot.delete_message(alice.id, old.message_id)
