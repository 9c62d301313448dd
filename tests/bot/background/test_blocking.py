"""A bot that serves learns of blocks, and ends what is under way for whoever is blocked."""

import asyncio
import logging
from dataclasses import replace

import pytest
from telegram import Update

from bot import app
from bot.background.blocking import LOOK_SECONDS, Watch, blocking
from bot.game.person import person_of_chat
from bot.game.place import Place
from bot.store import blocks, games, makings, replies, views
from bot.store.replies import Reply
from bot.store.views import Staleness
from tests.bot.handlers.test_migrate import NEW, service_message
from tests.bot.house import House, Talk, right_moves
from tests.bot.slow import SlowEngine
from tests.bot.telegram.passing import until
from tests.bot.test_anonymous import is_asked


async def look(house: House) -> None:
    await Watch(house.application, asyncio.sleep).look()


async def block(house: House, *numbers: int) -> None:
    """Blocks somebody as the command does, and has the process look."""
    for number in numbers:
        await blocks.add(house.database, number, 5)
    await look(house)


def dropped(house: House) -> float:
    value = house.application.metrics.registry.get_sample_value("sudoku_updates_blocked_total")
    assert value is not None
    return value


def calls(house: House) -> int:
    return len(house.api.calls)


async def presses_in_vain(talk: Talk) -> None:
    """Presses a button that nobody answers, which `Talk` takes for a fault."""
    application, queries = talk.house.application, talk.house.api.world.queries
    press = talk.person.press(talk.last["message_id"], "Check", talk.chat)
    update = Update.de_json(press or {}, application.bot)
    assert update is not None
    await application.update_processor.process_update(update, application.process_update(update))
    (query,) = queries.unanswered
    queries.close(query.id)


async def test_it_looks_every_two_seconds_and_once_before_anything_is_handled(
    house: House, chat: Talk
) -> None:
    await blocks.add(house.database, chat.person.id, 5)
    slept, goes_on = list[float](), asyncio.Event()

    async def sleep(seconds: float) -> None:
        slept.append(seconds)
        await goes_on.wait()
        goes_on.clear()

    async with blocking(house.application, sleep):
        assert house.application.blocked.numbers == {chat.person.id}
        await until(lambda: slept)
        await blocks.remove(house.database, chat.person.id)
        assert not house.application.blocked.is_empty
        goes_on.set()
        await until(lambda: len(slept) == 2)
        assert house.application.blocked.is_empty
    assert slept == [LOOK_SECONDS] * 2
    assert LOOK_SECONDS <= 3


async def test_while_nothing_can_be_read_everybody_stays_as_they_were(
    house: House, chat: Talk, caplog: pytest.LogCaptureFixture
) -> None:
    """An outage is told once, and does not let anybody in."""
    caplog.set_level(logging.INFO)
    await block(house, chat.person.id)
    looks = 0

    async def sleep(_seconds: float) -> None:
        nonlocal looks
        looks += 1
        if looks == 4:
            await house.database.all("alter table elsewhere rename to blocks")
        await asyncio.sleep(0)

    await house.database.all("alter table blocks rename to elsewhere")
    watching = asyncio.create_task(Watch(house.application, sleep).run())
    await until(lambda: looks > 5)
    watching.cancel()
    assert house.application.blocked.numbers == {chat.person.id}
    told = [r.getMessage() for r in caplog.records if "blocked" in r.getMessage()]
    assert told[0] == f"blocked: {chat.person.id}"
    assert [words.startswith("who is blocked could not be looked up") for words in told[1:]] == [
        True
    ]
    await asyncio.wait([watching])


async def test_nobody_answers_a_blocked_account_anywhere_and_others_go_on(
    house: House, chat: Talk, club: Talk, ming_in_club: Talk
) -> None:
    await club.sends("/new 4 none 5")
    await chat.sends("/new 4 none 5")
    await block(house, chat.person.id)
    before = calls(house)
    assert await chat.sends("/help") == await club.sends("/help") == ""
    for talk in (chat, club):
        await presses_in_vain(talk)
    assert calls(house) == before, "no message, no answer to a button"
    assert dropped(house) == 4
    move = right_moves(await ming_in_club.game())[0]
    await ming_in_club.sends(f"@SudokuPlaygroundBot {move}")
    assert (await ming_in_club.game()).game.done


async def test_in_a_blocked_chat_nobody_is_answered_and_elsewhere_all_are(
    house: House, chat: Talk, club: Talk, ming_in_club: Talk
) -> None:
    await block(house, club.chat_id)
    before = calls(house)
    assert await club.sends("/help") == await ming_in_club.sends("/help") == ""
    assert calls(house) == before
    assert "/daily" in await chat.sends("/help")
    await blocks.remove(house.database, club.chat_id)
    await look(house)
    assert "/daily" in await ming_in_club.sends("/help")


async def test_the_anonymous_administrators_of_a_group_are_blocked_for_presses_too(
    house: House, club: Talk, ming_in_club: Talk
) -> None:
    """A press names the person, and only Telegram knows that they are anonymous."""
    house.club.promote(house.ming.person, is_anonymous=True)
    await ming_in_club.sends("/new 4 none 5")
    await block(house, person_of_chat(club.chat_id))
    await club.presses("Check")
    await is_asked(house)
    before = calls(house)
    await presses_in_vain(ming_in_club)
    assert await ming_in_club.sends("/help") == ""
    assert calls(house) == before
    assert dropped(house) == 2
    # The others of the group, and their own private chats, are not blocked.
    assert await club.presses("Check") != ""
    assert await house.ming.sends("/help") != ""


async def test_a_handler_at_work_and_the_updates_behind_it_end_and_are_wiped(
    house: House, chat: Talk, ming: Talk
) -> None:
    application, slow = house.application, SlowEngine()
    application.services = replace(house.services, engine=slow)
    for _ in range(3):
        chat.person.say("/solve ..34341221434321")
    updates = await application.bot.get_updates()
    handled = [
        asyncio.create_task(
            application.update_processor.process_update(one, application.process_update(one))
        )
        for one in updates
    ]
    await until(lambda: slow.questions)
    await block(house, chat.person.id)
    await asyncio.wait_for(asyncio.gather(*handled), 30)
    assert dropped(house) == 3
    await application.inbox.wipe()
    assert await house.database.all("select 1 from inbox where payload is not null") == []
    assert [m["from"]["id"] for m in chat.person.messages()] == [chat.person.id] * 3
    assert "/daily" in await ming.sends("/help") or "/help" in ming.text


async def test_a_puzzle_that_is_being_made_is_no_longer_made(
    house: House, chat: Talk, club: Talk, ming: Talk
) -> None:
    slow = SlowEngine()
    house.application.services = replace(house.services, engine=slow, at_once_seconds=0.0)
    for talk in (chat, club, ming):
        await talk.sends("/new 4 easy none 7")
    assert len(house.application.work.running) == 3
    await block(house, chat.person.id)
    (left,) = await makings.left(house.database, house.application.bot.id)
    assert left.user_id == ming.person.id
    await until(lambda: len(house.application.work.running) == 1)
    assert await games.open_games(house.database, Place(chat.chat_id)) == ()


async def test_what_could_not_be_ended_is_ended_by_the_next_look(
    house: House, chat: Talk, caplog: pytest.LogCaptureFixture
) -> None:
    slow = SlowEngine()
    house.application.services = replace(house.services, engine=slow, at_once_seconds=0.0)
    await chat.sends("/new 4 easy none 7")
    await blocks.add(house.database, chat.person.id, 5)
    looks = 0

    async def sleep(_seconds: float) -> None:
        nonlocal looks
        looks += 1
        if looks == 2:
            await house.database.all("alter table elsewhere rename to makings")
        await asyncio.sleep(0)

    await house.database.all("alter table makings rename to elsewhere")
    watching = asyncio.create_task(Watch(house.application, sleep).run())
    await until(lambda: looks > 3)
    watching.cancel()
    await asyncio.wait([watching])
    assert await makings.left(house.database, house.application.bot.id) == ()
    caplog.clear()


async def test_answers_and_boards_that_wait_are_looked_at_again(house: House, chat: Talk) -> None:
    """The parts that send them sleep for longer than it takes to learn of a block."""
    house.application.kept.news.clear()
    house.application.stale_views.clear()
    await look(house)
    assert not house.application.kept.news.is_set()
    await block(house, chat.person.id)
    assert house.application.kept.news.is_set()
    assert house.application.stale_views.is_set()


async def test_at_the_start_of_a_bot_the_blocked_get_nothing_that_was_left(
    house: House, chat: Talk, ming: Talk
) -> None:
    await chat.sends("/new 4 none 5")
    game = await chat.game()
    place = Place(chat.chat_id)
    await views.mark(house.database, game.id, place, Staleness.SEND, 5)
    await replies.keep(house.database, Reply(place, "an answer"), 5)
    chat.person.say("/privacy")
    await house.application.bot.get_updates()
    await blocks.add(house.database, chat.person.id, 5)
    count = len(chat.person.messages())
    await house.stops()
    await house.starts()
    await house.application.shutdown()
    async with app.serving(house.application):
        ming.person.say("/privacy")
        await until(lambda: len(ming.person.messages()) == 2)
        async with asyncio.timeout(30):
            while await views.stale(house.database, 9) or await replies.waiting(house.database):
                await asyncio.sleep(0.01)
    await house.application.initialize()
    assert len(chat.person.messages()) == count
    assert dropped(house) >= 1
    assert await house.database.all("select 1 from inbox where payload is not null") == []


async def test_a_blocked_group_stays_blocked_as_a_supergroup(
    house: House, club: Talk, ming_in_club: Talk
) -> None:
    await ming_in_club.sends("/new 4 none 5")
    await block(house, club.chat_id, club.person.id)
    assert await club.delivers(service_message(club, club.chat_id, migrate_to_chat_id=NEW)) == ""
    assert await games.current(house.database, Place(NEW)) is not None, "the games follow too"
    await look(house)
    assert house.application.blocked.numbers == {NEW, club.person.id}
