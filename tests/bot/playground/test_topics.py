from contextlib import closing
from pathlib import Path

import pytest
from telegram import (
    Bot,
    Chat,
    InlineKeyboardButton,
    InlineKeyboardMarkup,
    Message,
    ReplyParameters,
    Update,
)
from telegram.error import BadRequest

from bot.playground import ApiError, BotApi, Group, Person, default_people
from bot.playground.parameters import Json
from tests.bot.playground.pictures import png

KEYS = InlineKeyboardMarkup([[InlineKeyboardButton("7", callback_data="d7")]])


def heard(update: Json | None, bot: Bot) -> Message:
    assert update is not None
    message = Update.de_json(update, bot).effective_message
    assert isinstance(message, Message)
    return message


async def test_the_bot_learns_of_a_new_topic(bot: Bot, alice: Person, club: Group) -> None:
    topic = club.open_topic(alice, "Puzzles")
    *_, update = await bot.get_updates()
    message = update.message
    assert message is not None
    assert message.forum_topic_created is not None
    assert message.forum_topic_created.name == "Puzzles"
    assert (message.message_thread_id, message.message_id) == (topic, topic)
    assert (message.is_topic_message, message.chat.is_forum) == (True, True)


async def test_a_message_in_a_topic_says_so_and_answers_what_opened_it(
    bot: Bot, alice: Person, club: Group
) -> None:
    before = heard(alice.say("/new", club.chat), bot)
    assert (before.message_thread_id, before.chat.is_forum) == (None, None)
    topic = club.open_topic(alice, "Puzzles")
    for act in (
        alice.say("/new", club.chat, topic=topic),
        alice.send_photo(png(), chat=club.chat, caption="/new", topic=topic),
        alice.send_document("a.txt", b"a", chat=club.chat, caption="/new", topic=topic),
    ):
        message = heard(act, bot)
        assert (message.message_thread_id, message.is_topic_message) == (topic, True)
        assert message.reply_to_message is not None
        assert message.reply_to_message.message_id == topic
    general = heard(alice.say("/new", club.chat), bot)
    assert (general.message_thread_id, general.is_topic_message) == (None, None)
    assert general.chat.type == Chat.SUPERGROUP
    assert general.chat.is_forum


async def test_talk_in_a_topic_is_as_private_as_elsewhere(alice: Person, club: Group) -> None:
    topic = club.open_topic(alice, "Puzzles")
    assert alice.say("hello all", club.chat, topic=topic) is None


async def test_the_bot_sends_into_a_topic(bot: Bot, alice: Person, club: Group) -> None:
    topic = club.open_topic(alice, "Puzzles")
    for sent in (
        await bot.send_message(club.chat.id, "board", message_thread_id=topic, reply_markup=KEYS),
        await bot.send_photo(club.chat.id, png(), message_thread_id=topic),
        await bot.send_document(club.chat.id, b"a", message_thread_id=topic, filename="a.txt"),
    ):
        assert (sent.message_thread_id, sent.is_topic_message) == (topic, True)
    assert await bot.send_chat_action(club.chat.id, "typing", message_thread_id=topic)
    board = alice.messages(club.chat)[-3]["message_id"]
    pressed = heard(alice.press(board, "7", club.chat), bot)
    assert (pressed.message_thread_id, pressed.is_topic_message) == (topic, True)
    edited = await bot.edit_message_text("edited", club.chat.id, board)
    assert isinstance(edited, Message)
    assert (edited.message_thread_id, edited.is_topic_message) == (topic, True)


async def test_an_answer_goes_where_the_question_was_asked(
    bot: Bot, alice: Person, club: Group
) -> None:
    topic = club.open_topic(alice, "Puzzles")
    asked = heard(alice.say("/new", club.chat, topic=topic), bot)
    reply = ReplyParameters(asked.message_id)
    sent = await bot.send_message(club.chat.id, "board", reply_parameters=reply)
    assert (sent.message_thread_id, sent.is_topic_message) == (topic, True)
    back = heard(alice.say("r1c1=7", club.chat, reply_to=sent.message_id), bot)
    assert (back.message_thread_id, back.is_topic_message) == (topic, True)
    assert back.reply_to_message is not None
    assert back.reply_to_message.message_id == sent.message_id


async def test_a_thread_that_is_no_topic_is_not_found(bot: Bot, alice: Person, club: Group) -> None:
    club.open_topic(alice, "Puzzles")
    for chat_id in (club.chat.id, alice.id):
        with pytest.raises(BadRequest, match="Message thread not found"):
            await bot.send_message(chat_id, "board", message_thread_id=1000)
        with pytest.raises(BadRequest, match="Message thread not found"):
            await bot.send_chat_action(chat_id, "typing", message_thread_id=1000)


async def test_the_refusal_is_in_telegrams_own_words(
    api: BotApi, alice: Person, club: Group
) -> None:
    club.open_topic(alice, "Puzzles")
    values = {"chat_id": club.chat.id, "text": "x", "message_thread_id": 1000}
    with pytest.raises(ApiError) as refused:
        await api.call("sendMessage", values)
    assert refused.value.to_json() == {
        "ok": False,
        "error_code": 400,
        "description": "Bad Request: message thread not found",
    }


async def test_replies_outside_of_topics_have_a_thread_that_takes_no_messages(
    bot: Bot, alice: Person, club: Group
) -> None:
    board = await bot.send_message(club.chat.id, "board")
    first = heard(alice.say("r1c1=7", club.chat, reply_to=board.message_id), bot)
    second = heard(alice.say("/undo", club.chat, reply_to=first.message_id), bot)
    for reply in (first, second):
        assert (reply.message_thread_id, reply.is_topic_message) == (board.message_id, None)
    with pytest.raises(BadRequest, match="Message thread not found"):
        await bot.send_message(club.chat.id, "x", message_thread_id=board.message_id)


def test_topics_outlive_the_process(tmp_path: Path) -> None:
    path = tmp_path / "playground.jsonl"
    with closing(BotApi(journal=path)) as api:
        alice, _, club = default_people(api)
        topic = club.open_topic(alice, "Puzzles")
    for _ in range(2):
        with closing(BotApi(journal=path)) as api:
            alice, _, club = default_people(api)
            api.restore()
            update = alice.say("/new", club.chat, topic=topic)
            assert update is not None
            assert update["message"]["message_thread_id"] == topic
