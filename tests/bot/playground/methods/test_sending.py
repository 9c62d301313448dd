import pytest
from telegram import (
    Bot,
    ForceReply,
    InlineKeyboardButton,
    InlineKeyboardMarkup,
    ReplyParameters,
)
from telegram.error import BadRequest

from bot.playground import BotApi, Group, Person
from bot.playground.files import LARGEST_PHOTO
from tests.bot.playground.pictures import png


async def test_a_message_comes_back_as_telegram_shows_it(bot: Bot, alice: Person) -> None:
    keys = InlineKeyboardMarkup([[InlineKeyboardButton("7", callback_data="d7")]])
    sent = await bot.send_message(alice.id, "<b>数</b> /new", "HTML", reply_markup=keys)
    assert (sent.text, sent.reply_markup) == ("数 /new", keys)
    assert [(e.type, e.offset, e.length) for e in sent.entities] == [
        ("bold", 0, 1),
        ("bot_command", 2, 4),
    ]
    assert sent.from_user is not None
    assert sent.from_user.id == bot.id
    assert alice.last()["message_id"] == sent.message_id


async def test_bad_html_and_long_texts_are_bad_requests(bot: Bot, alice: Person) -> None:
    with pytest.raises(BadRequest, match="Can't parse entities: unsupported start tag"):
        await bot.send_message(alice.id, "<x>", "HTML")
    with pytest.raises(BadRequest, match="Message is too long"):
        await bot.send_message(alice.id, "x" * 4097)
    assert len(alice.messages()) == 1


async def test_replies_name_a_message_that_is_there(bot: Bot, alice: Person) -> None:
    there = alice.messages()[0]["message_id"]
    sent = await bot.send_message(alice.id, "x", reply_parameters=ReplyParameters(there))
    assert sent.reply_to_message is not None
    assert sent.reply_to_message.text == "/start"
    with pytest.raises(BadRequest, match="Message to be replied not found"):
        await bot.send_message(alice.id, "x", reply_parameters=ReplyParameters(99))
    lenient = ReplyParameters(99, allow_sending_without_reply=True)
    assert (await bot.send_message(alice.id, "x", reply_parameters=lenient)).text == "x"


async def test_a_forced_reply_is_no_keyboard(bot: Bot, alice: Person) -> None:
    sent = await bot.send_message(alice.id, "x", reply_markup=ForceReply())
    assert sent.reply_markup is None


async def test_photos_come_in_sizes_and_can_be_had_again(bot: Bot, alice: Person) -> None:
    sent = await bot.send_photo(alice.id, png(640, 320), caption="<i>board</i>", parse_mode="HTML")
    assert [(size.width, size.height) for size in sent.photo] == [(320, 160), (640, 320)]
    assert sent.caption == "board"
    again = await bot.send_photo(alice.id, sent.photo[-1].file_id)
    content = await (await again.photo[-1].get_file()).download_as_bytearray()
    assert content == png(640, 320)


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (b"no picture", "(?i)image_process_failed"),
        (png(2100, 100), "(?i)photo_invalid_dimensions"),
        (png(9000, 1001), "(?i)photo_invalid_dimensions"),
        (b"\xff" * (LARGEST_PHOTO + 1), "File is too big"),
        ("https://example.org/a.png", "Failed to get http url content"),
        ("unknown-id", "Wrong file identifier"),
    ],
)
async def test_unusable_photos_are_refused(
    bot: Bot, alice: Person, content: bytes | str, complaint: str
) -> None:
    with pytest.raises(BadRequest, match=complaint):
        await bot.send_photo(alice.id, content)


async def test_documents_keep_name_and_content(bot: Bot, alice: Person) -> None:
    sent = await bot.send_document(alice.id, b"53..7", filename="a.sdm")
    assert sent.document is not None
    assert (sent.document.file_name, sent.document.file_size) == ("a.sdm", 5)
    assert await (await sent.document.get_file()).download_as_bytearray() == b"53..7"
    with pytest.raises(BadRequest, match="File must be non-empty"):
        await bot.send_document(alice.id, b"", filename="a.sdm")


async def test_actions_are_shown_but_leave_no_message(api: BotApi, bot: Bot, alice: Person) -> None:
    shown: list[str] = []
    api.world.listeners.add(lambda event: shown.append(event["event"]))
    await bot.send_chat_action(alice.id, "typing")
    with pytest.raises(BadRequest, match="Wrong parameter action"):
        await bot.send_chat_action(alice.id, "dancing")
    assert shown == ["action"]
    assert len(alice.messages()) == 1


async def test_an_effect_is_one_of_a_few_and_for_private_chats(
    bot: Bot, alice: Person, club: Group
) -> None:
    sent = await bot.send_photo(alice.id, png(64, 64), message_effect_id="5046509860389126442")
    assert sent.effect_id == "5046509860389126442"
    with pytest.raises(BadRequest, match="Effect_id_invalid"):
        await bot.send_message(alice.id, "x", message_effect_id="1")
    with pytest.raises(BadRequest, match="an't use message effects in the chat"):
        await bot.send_message(club.chat.id, "x", message_effect_id="5046509860389126442")
