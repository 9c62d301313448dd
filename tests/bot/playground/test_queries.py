import pytest
from telegram import Bot, InlineKeyboardButton, InlineKeyboardMarkup
from telegram.error import BadRequest

from bot.playground import BotApi, Person
from bot.playground.queries import LIFETIME
from tests.bot.playground.conftest import Watch

KEYS = InlineKeyboardMarkup([[InlineKeyboardButton("7", callback_data="d7")]])


async def press(bot: Bot, person: Person) -> str:
    message = await bot.send_message(person.id, "board", reply_markup=KEYS)
    update = person.press(message.message_id, "7")
    assert update is not None
    return str(update["callback_query"]["id"])


async def test_an_answer_reaches_the_one_who_pressed(
    api: BotApi, bot: Bot, alice: Person, ming: Person
) -> None:
    query = await press(bot, alice)
    assert [q.id for q in api.world.queries.unanswered] == [query]
    await bot.answer_callback_query(query, "placed", show_alert=True)
    assert [(a["text"], a["show_alert"]) for a in alice.answers] == [("placed", True)]
    assert not ming.answers
    assert not api.world.queries.unanswered


async def test_a_press_is_answered_once_and_in_time(bot: Bot, alice: Person, watch: Watch) -> None:
    query = await press(bot, alice)
    await bot.answer_callback_query(query)
    late = await press(bot, alice)
    watch.now += LIFETIME + 1
    for refused in (query, late, "1"):
        with pytest.raises(BadRequest, match="Query is too old and response timeout expired"):
            await bot.answer_callback_query(refused)


async def test_an_answer_holds_200_characters(bot: Bot, alice: Person) -> None:
    query = await press(bot, alice)
    with pytest.raises(BadRequest, match=r"(?i)message_too_long"):
        await bot.answer_callback_query(query, "x" * 201)
    await bot.answer_callback_query(query, "x" * 200)
