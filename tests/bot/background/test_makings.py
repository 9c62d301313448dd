"""Puzzles to order whose process ends while it makes them."""

import asyncio
from dataclasses import replace
from typing import Any

import pytest
from telegram.error import NetworkError

from bot import app
from bot.background.makings import take_up_makings
from bot.background.redrawing import Redrawer
from bot.game.place import Place
from bot.playground import PlaygroundRequest
from bot.store import games, makings, views
from bot.store.makings import Making
from engine import BudgetSpent, Geometry, Puzzle, Symmetry
from engine.difficulty import Difficulty, generate_graded
from tests.bot.house import NETWORK, Deadly, Hanging, House, Talk
from tests.bot.slow import SlowEngine

ORDER = "/new 4 easy none 7"


def made() -> Puzzle:
    return generate_graded(Geometry(2, 2), Symmetry.NONE, "7", Difficulty.EASY)


@pytest.fixture
async def slow(house: House) -> SlowEngine:
    """Makes every puzzle take long enough to be made behind a message."""
    engine = SlowEngine()
    house.application.services = replace(house.services, engine=engine, at_once_seconds=0.0)
    return engine


async def settled(house: House) -> None:
    await asyncio.gather(*house.application.work.running)


async def nothing_goes_on() -> None:
    """Returns once every task but the test has ended."""
    others = asyncio.all_tasks() - {asyncio.current_task()}
    if others:
        _, pending = await asyncio.wait(others, timeout=300)
        assert not pending


async def next_process(house: House) -> None:
    """Ends the process as a kill does, without a word to anybody, and starts the next one."""
    await house.application.work.end()
    await house.stops()
    await house.starts()


async def left(house: House) -> tuple[Making, ...]:
    return await makings.left(house.database, house.application.bot.id)


@pytest.mark.long
async def test_what_is_left_becomes_a_game(house: House, chat: Talk, slow: SlowEngine) -> None:
    await chat.sends(ORDER)
    waiting = chat.last["message_id"]
    assert slow.questions == 1
    await next_process(house)
    await take_up_makings(house.application)
    await settled(house)
    assert (await chat.game()).puzzle.grid == made().grid
    texts = {m["message_id"]: m["text"] for m in chat.person.messages()}
    assert texts[waiting].startswith("Made:")
    assert await left(house) == ()


async def test_what_another_bot_left_is_not_this_ones(
    house: House, chat: Talk, slow: SlowEngine
) -> None:
    await chat.sends(ORDER)
    await next_process(house)
    await house.database.all("update makings set bot_id = bot_id + 1")
    await take_up_makings(house.application)
    assert house.application.work.running == ()
    assert slow.questions == 1


async def test_what_was_left_for_a_blocked_account_or_chat_ends_without_a_word(
    house: House, chat: Talk, club: Talk, ming_in_club: Talk, slow: SlowEngine
) -> None:
    for talk in (chat, club, ming_in_club):
        await talk.sends(ORDER)
    # The last task is waiting for the engine.
    await asyncio.sleep(0)
    await next_process(house)
    calls = len(house.api.calls)
    house.application.blocked.become(frozenset({chat.person.id}))
    await take_up_makings(house.application)
    assert [making.user_id for making in await left(house)] == [ming_in_club.person.id]
    house.application.blocked.become(frozenset({club.chat_id}))
    await take_up_makings(house.application)
    assert await left(house) == ()
    await nothing_goes_on()
    assert len(house.api.calls) == calls
    assert slow.questions == 3


async def test_what_this_process_is_making_already_is_not_begun_twice(
    house: House, chat: Talk, slow: SlowEngine
) -> None:
    """People are served before the engine has started; makings are taken up after that."""
    await chat.sends(ORDER)
    await take_up_makings(house.application)
    assert len(house.application.work.running) == 1
    slow.answer.set_result(made())
    await settled(house)
    assert slow.questions == 1
    assert len(await games.open_games(house.database, Place(chat.chat_id))) == 1


@pytest.mark.long
async def test_a_game_that_was_begun_when_its_process_was_killed_gets_its_board(
    house: House, chat: Talk, slow: SlowEngine
) -> None:
    """The row is taken and the game stored, but no board was sent yet."""
    await chat.sends(ORDER)
    for _ in range(2):
        house.api.fail_next("sendMessage", NetworkError("gone"))
    slow.answer.set_result(made())
    await asyncio.wait(house.application.work.running)
    assert await left(house) == ()
    before = chat.last["message_id"]
    await next_process(house)
    await take_up_makings(house.application)
    assert house.application.work.running == ()
    redrawer = Redrawer(house.application, asyncio.sleep)
    await redrawer.look()
    await asyncio.gather(*redrawer.drawings)
    assert chat.last["message_id"] == (await chat.game()).message_id != before
    assert "4×4" in chat.text


class DiesBehind(PlaygroundRequest):
    """A network on which the process dies just after it has sent a message."""

    async def do_request(self, url: str, *rest: Any, **more: Any) -> tuple[int, bytes]:
        answer = await super().do_request(url, *rest, **more)
        if "sendMessage" in url:
            raise asyncio.CancelledError
        return answer


async def test_a_process_killed_between_the_message_and_the_row_makes_it_once(
    house: House, chat: Talk
) -> None:
    slow = SlowEngine()
    services = replace(house.services, engine=slow, at_once_seconds=0.0)
    doomed = app.build(services, house.api.token, NETWORK, lambda: DiesBehind(house.api))
    chat.person.say(ORDER)
    async with doomed:
        (update,) = await doomed.bot.get_updates()
        with pytest.raises(asyncio.CancelledError):
            await doomed.process_update(update)
        # Nobody is waiting for the engine any more.
        await nothing_goes_on()
    assert slow.questions == 1
    orphan = chat.last["message_id"]
    await next_process(house)
    assert await left(house) == ()
    (again,) = await house.application.inbox.left(house.application.bot)
    await house.application.process_update(again)
    await settled(house)
    assert len(await games.open_games(house.database, Place(chat.chat_id))) == 1
    await chat.presses("✖ Cancel", orphan)
    (message,) = [m for m in chat.person.messages() if m["message_id"] == orphan]
    assert message["text"] == "Cancelled."
    assert len(await games.open_games(house.database, Place(chat.chat_id))) == 1


async def test_an_order_that_arrives_while_the_process_ends_is_left_to_the_next_one(
    house: House, chat: Talk, slow: SlowEngine
) -> None:
    await house.application.work.end()
    await chat.sends(ORDER)
    assert house.application.work.running == ()
    assert len(await left(house)) == 1
    await nothing_goes_on()
    assert slow.questions <= 1
    await next_process(house)
    await take_up_makings(house.application)
    await settled(house)
    assert (await chat.game()).puzzle.grid == made().grid


async def test_the_end_waits_for_the_board_of_a_puzzle_that_was_just_made(
    house: House, chat: Talk, slow: SlowEngine
) -> None:
    await chat.sends(ORDER)
    network = Hanging(house.api)
    application = app.build(house.application.services, house.api.token, NETWORK, lambda: network)
    async with application:
        await take_up_makings(application)
        slow.answer.set_result(made())
        await network.is_on_its_way.wait()
        ending = asyncio.create_task(application.work.end())
        await asyncio.sleep(0)
        assert application.is_at_work(chat.chat_id)
        network.is_confirmed.set()
        await ending
    assert await views.stale(house.database, 10) == ()
    assert chat.last["message_id"] == (await chat.game()).message_id


@pytest.mark.parametrize("is_announced", [True, False])
async def test_a_process_that_dies_before_it_says_that_there_is_no_puzzle_leaves_it_to_the_next(
    house: House, chat: Talk, slow: SlowEngine, *, is_announced: bool
) -> None:
    if not is_announced:
        house.api.fail_next("sendMessage", NetworkError("gone"))
    await chat.sends(ORDER)
    # Its task is waiting for the engine.
    await asyncio.sleep(0)
    await next_process(house)
    services = house.application.services = replace(house.services, engine=slow)
    doomed = app.build(services, house.api.token, NETWORK, lambda: Deadly(house.api))
    async with doomed:
        await take_up_makings(doomed)
        slow.answer.set_exception(BudgetSpent())
        await asyncio.wait(doomed.work.running)
    assert len(await left(house)) == 1
    await take_up_makings(house.application)
    await settled(house)
    assert "too hard" in chat.text
    assert await left(house) == ()
