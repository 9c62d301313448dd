"""One update of a person, as a handler receives it."""

import gc
from collections.abc import Iterator
from typing import Any

import pytest
from telegram import Update
from telegram.error import BadRequest, NetworkError

from bot.game.place import Place
from bot.telegram.context import Context
from tests.bot.house import House, Talk, right_moves

BOT = "@SudokuPlaygroundBot"


async def arrived(house: House, told: dict[str, Any] | None) -> Context:
    """The context of an update that has arrived."""
    assert told is not None
    update = Update.de_json(told, house.application.bot)
    context = Context(house.application)
    assert await context.arrive(update)
    return context


@pytest.fixture
def _without_collector() -> Iterator[None]:
    gc.collect()
    gc.disable()
    yield
    gc.enable()


async def test_a_press_too_old_to_be_answered_still_counts(house: House, chat: Talk) -> None:
    await chat.sends("/new 4")
    await chat.sends(right_moves(await chat.game())[0])
    update = chat.person.press(chat.last["message_id"], "↩")
    house.api.fail_next("answerCallbackQuery", BadRequest("query is too old"), after=True)
    await chat.delivers(update)
    assert (await chat.game()).game.done == 0


async def test_a_press_is_answered_once(house: House, chat: Talk) -> None:
    await chat.sends("/new 4 none 5")
    context = await arrived(house, chat.person.press(chat.last["message_id"], "More"))
    await context.toast("first")
    await context.toast("second")
    assert [answer.get("text") for answer in chat.person.answers] == ["first"]


async def test_where_an_update_comes_from(house: House, chat: Talk, club: Talk) -> None:
    assert (await arrived(house, chat.person.say("hello"))).place == Place(chat.chat_id)
    await club.sends("/new 4 none 5")
    reply = club.person.say("/undo", club.chat, club.last["message_id"])
    assert (await arrived(house, reply)).place == Place(club.chat_id)
    topic = house.club.open_topic(club.person, "Puzzles")
    there = await arrived(house, club.person.say("/undo", club.chat, topic=topic))
    assert there.place == Place(club.chat_id, topic)
    general = await arrived(house, club.person.say("/undo", club.chat))
    assert general.place == Place(club.chat_id)


async def test_what_only_stands_in_a_topic_replies_to_nothing(house: House, club: Talk) -> None:
    """Telegram reports a reply to the message that opened the topic, whoever opened it."""
    topic = house.club.open_topic(club.person, "Puzzles")
    said = await arrived(house, club.person.say("/help", club.chat, topic=topic))
    assert said.message is not None
    assert said.message.reply_to_message is not None
    assert (said.replied, said.own_replied) == (None, None)
    await club.delivers(club.person.say("/help", club.chat, topic=topic))
    answer = club.last["message_id"]
    reply = await arrived(house, club.person.say("/help", club.chat, answer, topic=topic))
    assert reply.own_replied is not None
    assert reply.own_replied.message_id == answer
    mine = await arrived(house, club.person.say("/help", club.chat, answer - 1, topic=topic))
    assert mine.replied is not None
    assert mine.own_replied is None


async def test_a_press_below_a_message_of_a_topic_comes_from_there(
    house: House, club: Talk
) -> None:
    topic = house.club.open_topic(club.person, "Puzzles")
    await club.delivers(club.person.say("/new 4 none 5", club.chat, topic=topic))
    board = club.last["message_id"]
    context = await arrived(house, club.person.press(board, "More", club.chat))
    assert context.place == Place(club.chat_id, topic)
    assert context.pressed_message == board
    assert not context.press_waits


async def test_an_update_of_nobody_does_not_arrive(house: House) -> None:
    context = Context(house.application)
    assert not await context.arrive(Update(1))


async def test_the_place_in_the_engines_queue_is_said_once(house: House, chat: Talk) -> None:
    context = await arrived(house, chat.person.say("/solve"))
    on_wait = context.visit.on_wait
    assert on_wait is not None
    await on_wait(3)
    await on_wait(2)
    (told,) = [m["text"] for m in chat.person.messages() if m["from"]["is_bot"]]
    assert "3" in told


async def test_a_place_that_cannot_be_said_ends_no_question(house: House, chat: Talk) -> None:
    context = await arrived(house, chat.person.say("/solve"))
    on_wait = context.visit.on_wait
    assert on_wait is not None
    house.api.fail_next("sendMessage", NetworkError("gone"))
    await on_wait(3)
    assert not [m for m in chat.person.messages() if m["from"]["is_bot"]]


async def test_in_a_group_only_what_is_meant_for_the_bot_is_answered(
    club: Talk, ming_in_club: Talk
) -> None:
    await club.sends("/new 4")
    stored, board = await club.game(), club.last["message_id"]
    moves = right_moves(stored)
    assert await club.sends(moves[0]) == ""
    assert await club.sends("haha, nice", board) == ""
    assert "= " not in club.text
    await club.sends(moves[0], board)
    assert "= " in club.text
    before = club.text
    await ming_in_club.sends(f"{BOT.lower()} {moves[1]}")
    assert "= " in club.text != before
    assert "你好" in await ming_in_club.sends(f"你好 {BOT}")
    assert (await club.game()).game.done == 2


async def test_a_bot_that_hears_everything_in_a_group_still_minds_its_own_business(
    club: Talk,
) -> None:
    """The bot sees these as an administrator, or without privacy mode."""
    await club.sends("/new 4")
    stored = await club.game()
    for words in ("hello everybody", right_moves(stored)[0], str(stored.puzzle.solution), "457"):
        assert club.person.say(words, club.chat) is None
        heard = club.person.messages(club.chat)[-1]
        assert await club.delivers({"update_id": 900_000, "message": heard}) == ""
    assert await club.game() == stored


@pytest.mark.usefixtures("_without_collector")
async def test_nothing_of_an_update_is_left_to_the_collector(chat: Talk) -> None:
    def contexts() -> int:
        return sum(type(each) is Context for each in gc.get_objects())

    before = contexts()
    await chat.sends("/new 4 none 5")
    await chat.sends(right_moves(await chat.game())[0])
    await chat.presses("↩")
    assert contexts() == before
