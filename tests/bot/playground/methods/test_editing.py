import pytest
from telegram import (
    Bot,
    InlineKeyboardButton,
    InlineKeyboardMarkup,
    InputMediaDocument,
    InputMediaPhoto,
)
from telegram.error import BadRequest

from bot.playground import ApiError, BotApi, Group, Person
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


async def test_no_message_is_a_location_that_could_be_stopped(bot: Bot, alice: Person) -> None:
    sent = await bot.send_message(alice.id, "x", reply_markup=KEYS)
    before = alice.messages()
    for number, refusal in (
        (99, "Message to edit not found"),
        (1, "Message can't be edited"),
        (sent.message_id, "There is no live location in the message to edit"),
    ):
        with pytest.raises(BadRequest, match=refusal):
            await bot.stop_message_live_location(alice.id, number)
    assert alice.messages() == before


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


async def test_a_message_of_48_hours_can_still_be_deleted(
    bot: Bot, alice: Person, watch: Watch
) -> None:
    one, other = [await bot.send_message(alice.id, text) for text in "ab"]
    watch.now += 48 * 3600
    assert await bot.delete_message(alice.id, one.message_id)
    assert await bot.delete_messages(alice.id, [other.message_id])
    assert [message["text"] for message in alice.messages()] == ["/start"]


async def test_a_hundred_messages_at_a_time_are_deleted_or_none(
    bot: Bot, alice: Person, watch: Watch
) -> None:
    old = await bot.send_message(alice.id, "old")
    watch.now += 48 * 3600 + 1
    new = await bot.send_message(alice.id, "new")
    both = [new.message_id, old.message_id]
    for ids, complaint in (
        ([], "identifiers are not specified"),
        ([*range(1, 102)], "Too many message identifiers"),
        (both, "can't be deleted for everyone"),
    ):
        with pytest.raises(BadRequest, match=complaint):
            await bot.delete_messages(alice.id, ids)
    assert len(alice.messages()) == 3
    assert await bot.delete_messages(alice.id, [new.message_id, *range(50, 149)])
    assert len(alice.messages()) == 2


async def test_a_message_to_delete_is_named(bot: Bot, api: BotApi, alice: Person) -> None:
    for call, complaint in (
        ({"message_id": 1}, "Chat identifier is not specified"),
        ({"chat_id": alice.id}, "Message identifier is not specified"),
    ):
        with pytest.raises(ApiError, match=f"(?i){complaint}"):
            await api.call("deleteMessage", call)
    assert await bot.delete_message(alice.id, 1)
    assert alice.messages() == []


async def test_own_messages_in_a_group_can_be_deleted(bot: Bot, alice: Person, club: Group) -> None:
    sent = await bot.send_message(club.chat.id, "x")
    assert await bot.delete_message(club.chat.id, sent.message_id)
    assert alice.messages(club.chat) == []


async def test_an_edited_message_says_when(bot: Bot, alice: Person, watch: Watch) -> None:
    sent = await bot.send_message(alice.id, "one", reply_markup=KEYS)
    watch.now += 60
    await bot.edit_message_text("two", alice.id, sent.message_id, reply_markup=KEYS)
    last = alice.last()
    assert (last["edit_date"], last["date"]) == (int(watch.now), int(watch.now) - 60)
    assert last["reply_markup"]["inline_keyboard"][0][0]["text"] == "7"
    await bot.edit_message_reply_markup(alice.id, sent.message_id)
    assert alice.last()["text"] == "two"


async def test_a_caption_is_edited_without_its_picture(bot: Bot, alice: Person) -> None:
    place = (alice.id, (await bot.send_photo(alice.id, png(), caption="c")).message_id)
    await bot.edit_message_caption(*place, caption="d", reply_markup=KEYS)
    last = alice.last()
    assert (last["caption"], last["photo"][-1]["width"]) == ("d", 40)
    assert "reply_markup" in last
    with pytest.raises(BadRequest, match="Message is not modified"):
        await bot.edit_message_caption(*place, caption="d", reply_markup=KEYS)


async def test_media_are_photos_or_documents(bot: Bot, api: BotApi, alice: Person) -> None:
    sent = await bot.send_photo(alice.id, png())
    place = {"chat_id": alice.id, "message_id": sent.message_id}
    for media in ([7], {}, {"type": "video", "media": "x"}):
        with pytest.raises(ApiError, match="InputMedia"):
            await api.call("editMessageMedia", place | {"media": media})
