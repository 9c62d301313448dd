"""An answer goes to the place of the question, and in a forum to its topic."""

import asyncio
from typing import Any

import pytest
from telegram.error import BadRequest

from bot.game.place import Place
from bot.store import games, views
from bot.telegram.conversation import Conversation
from bot.telegram.flood import GROUP_MINUTE
from tests.bot.house import Budget, House, Talk, limited_house, right_moves
from tests.bot.playground.pictures import png


async def test_in_a_group_an_answer_replies_to_who_asked(
    club: Talk, chat: Talk, ming_in_club: Talk
) -> None:
    await club.sends("/help")
    asked = club.person.messages(club.chat)[-2]["message_id"]
    assert club.last["reply_to_message"]["message_id"] == asked
    await ming_in_club.sends("/privacy")
    assert club.last["reply_to_message"]["from"]["id"] == ming_in_club.person.id
    await chat.sends("/help")
    assert "reply_to_message" not in chat.last


async def test_a_board_is_for_all_and_quotes_nobody(club: Talk) -> None:
    for said in ("/new 4", "/board", "/board image"):
        assert "4×4" in await club.sends(said)
        assert "reply_to_message" not in club.last


async def test_a_message_that_is_right_already_stays_as_it_is(chat: Talk) -> None:
    await chat.sends("/new 4")
    here = f"board:{(await chat.game()).id}:0"
    assert await chat.forges(here) == ""
    before = chat.text
    assert await chat.forges(here) == ""
    assert chat.text == before


async def test_a_picture_that_is_right_already_stays_as_it_is(chat: Talk) -> None:
    await chat.sends("/new 4")
    await chat.sends("/board image")
    here = f"board:{(await chat.game()).id}:0"
    assert await chat.forges(here) == ""
    before = chat.last
    assert await chat.forges(here) == ""
    assert chat.last["message_id"] == before["message_id"]


async def test_the_bot_shows_that_it_is_at_work(house: House, chat: Talk) -> None:
    await chat.sends("/new 4")
    methods = [method for method, _ in house.api.calls]
    assert methods.index("sendChatAction") < methods.index("sendMessage")


def sent(house: House, method: str) -> list[Any]:
    """The topics that the calls of a method named."""
    return [data.get("message_thread_id") for name, data in house.api.calls if name == method]


async def test_all_that_is_said_in_a_topic_stays_there(house: House, club: Talk) -> None:
    topic = house.club.open_topic(club.person, "Puzzles")

    async def says(text: str) -> None:
        await club.delivers(club.person.say(text, club.chat, topic=topic))
        assert club.last["message_thread_id"] == topic
        assert club.last["is_topic_message"]

    await says("/new 4 none 5")
    await says("/board image")
    await says("/print")
    await club.presses("🖨 Without the solution")
    await says("/daily")
    await says("/hint")
    await club.presses(club.buttons[0])
    assert club.last["message_thread_id"] == topic
    for method in ("sendMessage", "sendPhoto", "sendDocument", "sendChatAction"):
        assert set(sent(house, method)) == {str(topic)}


async def test_a_game_of_a_topic_is_shown_there_and_a_press_finds_it(
    house: House, club: Talk
) -> None:
    topic = house.club.open_topic(club.person, "Puzzles")
    await club.delivers(club.person.say("/new 4 none 5", club.chat, topic=topic))
    board, place = club.last["message_id"], Place(club.chat_id, topic)
    stored = await games.current(house.database, place)
    assert stored is not None
    view = await views.get(house.database, stored.id, place)
    assert view is not None
    assert view.message_id == board
    cell = stored.puzzle.grid.blanks()[0]
    await club.forges(f"cell:{stored.id}:{cell}", board)
    await club.forges(f"digit:{stored.id}:{stored.puzzle.solution[cell]}", board)
    assert club.last["message_id"] == board
    assert club.text.partition("1: ")[2].count("'") == 1
    assert await views.stale(house.database, 10) == ()


async def test_outside_of_topics_a_thread_of_replies_is_no_topic(house: House, club: Talk) -> None:
    await club.sends("/new 4 none 5")
    first = right_moves(await club.game())[0]
    update = club.person.say(first, club.chat, club.last["message_id"])
    assert update is not None
    assert "message_thread_id" in update["message"]
    await club.delivers(update)
    await club.sends("/board image")
    await club.sends("/print")
    await club.presses("🖨 Without the solution")
    assert club.text.count("'") == 0
    for method in ("sendMessage", "sendPhoto", "sendDocument", "sendChatAction"):
        assert set(sent(house, method)) == {None}


async def test_the_general_topic_of_a_forum_has_no_number(house: House, club: Talk) -> None:
    house.club.open_topic(club.person, "Puzzles")
    await club.sends("/new 4 none 5")
    assert "is_topic_message" not in club.last
    assert set(sent(house, "sendMessage")) == {None}


async def test_what_the_bot_says_by_itself_goes_to_the_topic_too(house: House, club: Talk) -> None:
    topic = house.club.open_topic(club.person, "Puzzles")
    place = Place(club.chat_id, topic)
    itself = await Conversation.of(house.application, None, place)
    await itself.say("hello")
    assert club.last["message_thread_id"] == topic
    assert (
        "reply_to_message" not in club.last or club.last["reply_to_message"]["message_id"] == topic
    )
    assert itself.language == "en"
    assert not itself.is_private


async def test_a_refused_edit_reaches_who_asked_for_it(house: House, chat: Talk) -> None:
    await chat.sends("/start")
    itself = await Conversation.of(house.application, None, Place(chat.chat_id))
    with pytest.raises(BadRequest, match="not found"):
        await itself.change(999, "hello", None)
    with pytest.raises(BadRequest, match="not found"):
        await itself.change_picture(999, png(8, 8), "hello", None)


async def test_buttons_can_be_taken_away(house: House, chat: Talk) -> None:
    await chat.sends("/new 4 none 5")
    itself = await Conversation.of(house.application, None, Place(chat.chat_id))
    await itself.remove_keyboard(chat.last["message_id"])
    assert chat.buttons == []
    assert await games.current_id(house.database, Place(chat.chat_id)) is not None


async def never(_seconds: float) -> None:
    await asyncio.get_running_loop().create_future()


async def test_a_group_that_has_to_wait_for_long_is_told_so_once(
    house: House, club: Talk, chat: Talk
) -> None:
    budget = Budget()
    async with limited_house(house, budget, never) as limited:
        for _ in range(GROUP_MINUTE - 1):
            assert await club.sends("/privacy") != ""
            budget.now += 1
        said = await club.sends("/privacy")
        assert f"in {60 - (GROUP_MINUTE - 1)} seconds" in said
        assert "What I store" not in said
        assert await club.sends("/help") == ""
        assert limited.application.kept.count(club.chat_id) == 2
        assert "What I store" in await chat.sends("/privacy")
