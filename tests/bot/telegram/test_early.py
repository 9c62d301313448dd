"""What people say while SQLite can be read and not written, mostly since somebody has locked it."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import replace
from datetime import timedelta
from typing import Final

import pytest
from telegram import Bot, Update
from telegram.error import TimedOut

from bot import messages
from bot.game.place import Place
from bot.store import inbox, users, views
from bot.store.sqlite.files import FileReplaced
from bot.telegram.alone import Alone
from bot.telegram.application import SudokuApplication
from bot.telegram.early import KNOWN_SECONDS, TOLD_SECONDS, EarlyUpdates
from bot.telegram.inbox_bot import StoredLater
from bot.telegram.updates import ReadUpdate, UpdateText, read
from tests.bot.house import (
    Budget,
    House,
    Talk,
    hasty_house,
    kept_locked,
    limited_house,
    locked,
    refused,
    right_moves,
    wrong_move,
)
from tests.bot.telegram.passing import PassingTime, Served, until
from tests.bot.test_interrupted import ACTS, MORE, Fate, World, acts, kept, led_up, new_world
from tests.fewer import first_cases

__all__ = ["new_world"]

pytestmark = pytest.mark.sqlite

WAITS: Final = messages.text("en", "error.unstored")


def at_once(application: SudokuApplication) -> None:
    """Nothing waits for the lock, so that no test does."""
    number = int(application.bot.token.partition(":")[0])
    application.inbox.holding = Alone(application.services.database, number, 0)


async def come(application: SudokuApplication) -> tuple[Update, ...]:
    """What is handed over of that which waits at Telegram."""
    try:
        return await application.bot.get_updates()
    except StoredLater as later:
        return later.updates


async def comes(application: SudokuApplication) -> int:
    """Handles what waits at Telegram, in its order; how many updates that is."""
    updates = await come(application)
    for update in updates:
        await application.process_update(update)
    return len(updates)


@pytest.mark.parametrize("name", first_cases(6, [*ACTS, *MORE]))
async def test_what_comes_during_a_lock_is_done_once_and_said_once(
    name: str, new_world: Callable[[], World]
) -> None:
    steps, undisturbed, world = {**ACTS, **MORE}[name], new_world(), new_world()
    for each in (undisturbed, world):
        await led_up(each, ("/help", *steps))
        each.heard = 0
    await acts(undisturbed, steps[-1], Fate())
    async with world.process(Fate()) as application:
        at_once(application)
        await world.does(application, steps[-1])
        with locked(world.path):
            assert await comes(application) == 1
            assert await comes(application) == 0
        await comes(application)
        await application.inbox.wipe()
        assert await application.inbox.left(application.bot) == ()
        await application.put_off.end()
    assert world.heard == undisturbed.heard
    assert await kept(world.path) == await kept(undisturbed.path)


async def never(_seconds: float) -> None:
    """Nobody is told that they wait."""
    await asyncio.Event().wait()


@pytest.fixture
async def talks(house: House, chat: Talk) -> AsyncIterator[Talk]:
    """Alice in the middle of a game, of which everything has come and is stored."""
    at_once(house.application)
    house.application.sleep = never
    await chat.sends("/new 4 none 5")
    house.api.world.updates.clear()
    yield chat
    await house.application.put_off.end()


def texts(talk: Talk) -> list[str]:
    return [m.get("text", "") for m in talk.person.messages(talk.chat) if m["from"]["is_bot"]]


def board(text: str) -> bool:
    return "4×4" in text


@asynccontextmanager
async def taken_away(house: House) -> AsyncIterator[None]:
    """The file is where nobody looks for it, so that what is written now would be lost."""
    elsewhere = house.database_path.rename(house.database_path.with_name("elsewhere"))
    yield
    elsewhere.rename(house.database_path)


@pytest.mark.parametrize("fault", [kept_locked, refused, taken_away])
async def test_what_shows_is_answered_and_what_changes_waits_for_the_end_in_its_order(
    house: House,
    talks: Talk,
    fault: Callable[[House], AbstractAsyncContextManager[None]],
    caplog: pytest.LogCaptureFixture,
) -> None:
    first, second, *_ = right_moves(await talks.game())
    before = len(texts(talks))
    async with fault(house):
        if fault is taken_away:
            # As the look of each second does.
            with pytest.raises(FileReplaced):
                await house.database.prove()
        for said in (first, "/board", second, "/undo", "/help"):
            talks.person.say(said)
        assert await comes(house.application) == 5
        early = texts(talks)[before:]
        assert [board(text) for text in early] == [True, False]
        assert "12 cells to fill" in early[0]
        assert await comes(house.application) == 0
        # The oldest one is put off, so nothing is confirmed.
        assert len(house.api.world.updates) == 5
    await comes(house.application)
    late = texts(talks)[before + 2 :]
    assert [text.partition(" cells to fill")[0][-2:] for text in late] == ["11", "10", "11"]
    assert (await talks.game()).game.done == 1
    await comes(house.application)
    assert not len(house.api.world.updates)
    await house.application.inbox.wipe()
    assert await inbox.left(house.database, house.application.bot.id) == ()
    caplog.clear()


async def test_what_is_refused_may_be_right_once_the_earlier_message_is_dealt_with(
    house: House, talks: Talk
) -> None:
    await talks.sends("/giveup")
    await talks.presses("Yes, show it")
    house.api.world.updates.clear()
    before = len(texts(talks))
    with locked(house.database_path):
        talks.person.say("/new 4 none 6")
        talks.person.say("/board")
        talks.person.say("How do I move?")
        await comes(house.application)
        assert texts(talks)[before:] == []
    await comes(house.application)
    assert [board(text) for text in texts(talks)[before:]] == [True, True, False]


async def test_a_puzzle_that_cannot_be_stored_is_not_made_and_announced_once(
    house: House, talks: Talk
) -> None:
    """Puzzles that are not made at once are announced before anything is stored."""
    house.application.services = replace(house.application.services, at_once_seconds=0)
    before = len(texts(talks))
    with locked(house.database_path):
        talks.person.say("/new 9 none 6")
        await comes(house.application)
        assert texts(talks)[before:] == []
    await comes(house.application)
    await asyncio.gather(*house.application.work.running)
    announced, made = texts(talks)[before:]
    assert "9×9" in announced
    assert "9×9" in made


async def test_a_board_that_was_shown_is_the_one_that_later_presses_draw(
    house: House, talks: Talk
) -> None:
    house.clock.now += timedelta(minutes=1)
    with locked(house.database_path):
        talks.person.say("/board")
        await comes(house.application)
        newest, game = talks.last["message_id"], await talks.game()
        assert board(talks.text)
        assert game.message_id != newest
        # What is to be recorded keeps the update from being confirmed.
        await comes(house.application)
        assert len(house.api.world.updates) == 1
    count = len(texts(talks))
    await comes(house.application)
    assert (await talks.game()).message_id == newest
    assert len(texts(talks)) == count
    view = await views.get(house.database, game.id, Place(talks.chat_id))
    assert view is not None
    assert view.stale is None


async def test_what_was_answered_is_confirmed_without_being_stored(
    house: House, talks: Talk
) -> None:
    with locked(house.database_path):
        for _ in range(3):
            talks.person.say("/help")
        assert await comes(house.application) == 3
        assert len(house.api.world.updates) == 3
        assert await come(house.application) == ()
        assert not len(house.api.world.updates)
    before = len(texts(talks))
    assert await comes(house.application) == 0
    assert len(texts(talks)) == before


async def test_the_next_process_handles_what_was_put_off(house: House, talks: Talk) -> None:
    with locked(house.database_path):
        talks.person.say(wrong_move(await talks.game()))
        await comes(house.application)
    await house.application.put_off.end()
    await house.stops()
    await house.starts()
    assert await comes(house.application) == 1
    assert (await talks.game()).game.done == 1


async def test_an_update_that_is_stored_while_it_waits_comes_behind_what_was_put_off(
    house: House, talks: Talk
) -> None:
    """An undo would be refused before the move, and there is a move to undo after it."""
    before = len(texts(talks))
    with locked(house.database_path):
        talks.person.say(wrong_move(await talks.game()))
        assert await comes(house.application) == 1
        talks.person.say("/undo")
        (waiting,) = await come(house.application)
    both = await come(house.application)
    assert len(both) == 2
    await house.application.process_update(waiting)
    assert len(texts(talks)) == before
    for update in both:
        await house.application.process_update(update)
    assert [board(text) for text in texts(talks)[before:]] == [True, True]
    assert (await talks.game()).game.done == 0


async def test_an_update_that_is_stored_while_it_is_answered_is_answered_once(
    house: House, talks: Talk
) -> None:
    with locked(house.database_path):
        talks.person.say("/help")
        (update,) = await come(house.application)
        asked = house.application.inbox.early
        assert asked.begins(update.update_id)
    before = len(texts(talks))
    (again,) = await come(house.application)
    # The handler of the first copy ends now.
    asked.answered(update.update_id)
    await house.application.process_update(again)
    assert len(texts(talks)) == before
    await house.application.inbox.wipe()
    assert await inbox.left(house.database, house.application.bot.id) == ()


async def test_somebody_new_is_answered_and_stored_later(house: House, ming: Talk) -> None:
    at_once(house.application)
    with locked(house.database_path):
        ming.person.say("/start")
        assert await comes(house.application) == 1
        assert "数独" in ming.text
    assert await users.get(house.database, ming.chat_id) is None
    await ming.sends("/help")
    assert await users.get(house.database, ming.chat_id)


async def test_who_comes_back_after_hours_is_answered_without_waiting_for_the_lock(
    house: House, chat: Talk
) -> None:
    """It would be noted that they were here again; the update itself is stored."""
    await chat.sends("/start")
    house.api.world.updates.clear()
    house.clock.now += timedelta(hours=2)
    chat.person.say("/help")
    (update,) = await come(house.application)
    before = len(texts(chat))
    with locked(house.database_path):
        handling = asyncio.create_task(house.application.process_update(update))
        # Far fewer turns of the event loop than one retry of a waiting statement takes.
        for _ in range(100):
            await asyncio.sleep(0)
        assert handling.done()
    assert len(texts(chat)) == before + 1


async def test_what_cannot_be_answered_at_once_is_answered_later(house: House, talks: Talk) -> None:
    """An answer that Telegram does not take would have to be kept."""
    with locked(house.database_path):
        talks.person.say("/help")
        house.api.fail_next("sendMessage", TimedOut())
        assert await comes(house.application) == 1
        before = len(texts(talks))
    await comes(house.application)
    assert len(texts(talks)) == before + 1


@pytest.mark.parametrize("question", ["/help", "/board"])
async def test_an_answer_waits_a_moment_for_the_limits_of_its_chat(
    house: House, chat: Talk, question: str
) -> None:
    await chat.sends("/new 4 none 5")
    house.api.world.updates.clear()
    budget, slept = Budget(), list[float]()

    async def sleep(seconds: float) -> None:
        slept.append(seconds)
        budget.now += seconds

    async with hasty_house(house), limited_house(house, budget, asyncio.sleep):
        at_once(house.application)
        house.application.sleep = sleep
        await chat.sends("/privacy")
        house.api.world.updates.clear()
        before = len(texts(chat))
        with locked(house.database_path):
            chat.person.say(question)
            await comes(house.application)
            assert len(texts(chat)) == before + 1
            assert sum(slept) == 1


async def test_what_was_stored_before_the_lock_is_told_to_be_sent_again(
    house: House, chat: Talk, caplog: pytest.LogCaptureFixture
) -> None:
    await chat.sends("/new 4 none 5")
    async with hasty_house(house):
        house.api.world.updates.clear()
        chat.person.say("/help")
        chat.person.say(wrong_move(await chat.game()))
        arrived = await come(house.application)
        before = len(texts(chat))
        with locked(house.database_path):
            for update in arrived:
                await house.application.process_update(update)
        _, told = texts(chat)[before:]
        assert told == messages.text("en", "error.not_stored")
        assert (await chat.game()).game.done == 0
    caplog.clear()


async def test_a_lock_is_logged_when_it_begins_and_when_it_ends(
    house: House, talks: Talk, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO")
    for _ in range(2):
        with locked(house.database_path):
            talks.person.say("/help")
            for _ in range(3):
                await comes(house.application)
            assert not len(house.api.world.updates), "nothing was there to be stored at last"
        talks.person.say("/help")
        await comes(house.application)
    told = [r.getMessage() for r in caplog.records if r.name == "bot.telegram.inbox"]
    assert [text.partition(":")[0] for text in told] == [
        "updates are answered as far as nothing is to be stored",
        "updates are stored again",
    ] * 2


@asynccontextmanager
async def serving(house: House) -> AsyncIterator[Served]:
    """A process that polls; time passes only while somebody sleeps."""
    house.api.world.updates.clear()
    await house.application.shutdown()
    served = Served(house, PassingTime())
    at_once(served.application)
    served.application.sleep = served.time.sleep
    await served.starts()
    yield served
    await served.stops()


@pytest.mark.long
async def test_only_those_who_have_to_wait_are_told_once_and_where_they_look(
    house: House, chat: Talk, ming: Talk, ming_in_club: Talk, caplog: pytest.LogCaptureFixture
) -> None:
    talks = (chat, ming, ming_in_club)
    await ming.sends("/language zh")
    for talk in (chat, ming_in_club):
        await talk.sends("/new 4 none 5")
    move, before = wrong_move(await chat.game()), {talk.chat_id: len(texts(talk)) for talk in talks}

    def new(talk: Talk) -> list[str]:
        return texts(talk)[before[talk.chat_id] :]

    async with serving(house) as served:
        with locked(house.database_path):
            chat.person.press(chat.last["message_id"], "💡")
            for _ in range(2):
                chat.person.say(move)
                ming.person.say("/hint", ming_in_club.chat)
            ming.person.say("/help")
            await until(lambda: all(map(new, (ming, ming_in_club))))
            await served.time.passes(60)
            assert [answer["text"] for answer in chat.person.answers] == [WAITS]
            assert new(chat) == []
            assert new(ming_in_club) == [messages.text("zh", "error.unstored")]
            assert "reply_to_message" in ming_in_club.last
            assert [WAITS in text for text in new(ming)] == [False]
        served.time.goes_on()
        await until(lambda: not len(house.api.world.updates))
        await served.answers(chat)
        assert (await chat.game()).game.done == 1
    caplog.clear()


def one(number: int, text: str = "hi") -> ReadUpdate:
    person = {"id": 7, "is_bot": False, "first_name": "A"}
    told = {"message_id": 9, "date": 1_795_000_000, "chat": {"id": 7, "type": "private"}}
    message = told | {"from": person, "text": text}
    (found,) = read([UpdateText(json.dumps({"update_id": number, "message": message}))], ANY_BOT)
    return found


ANY_BOT: Final = Bot("123456789:" + "A" * 35)


async def test_an_answered_update_is_known_for_an_hour_and_one_that_waits_for_longer() -> None:
    time = PassingTime()
    early = EarlyUpdates(time.clock)
    early.hand_over([one(1), one(2), one(3)])
    early.answered(1)
    early.put_off(2)
    time.now += KNOWN_SECONDS
    assert early.forget() == ()
    time.now += 1
    assert early.forget() == (1,)
    assert [each.update_id for each in early.hand_over([one(1), one(2), one(3)])] == [1]


async def test_a_person_is_told_three_seconds_after_they_have_written() -> None:
    time = PassingTime()
    early = EarlyUpdates(time.clock)
    early.hand_over([one(1)])
    assert early.patience(1) == TOLD_SECONDS
    time.now += 2
    assert early.patience(1) == TOLD_SECONDS - 2
    time.now += 2
    assert early.patience(1) == early.patience(2) == 0


async def test_only_the_oldest_in_a_row_are_confirmed() -> None:
    early = EarlyUpdates()
    early.hand_over([one(number) for number in (3, 5, 6, 9)])
    assert early.answered_up_to([3, 5, 6, 9]) is None
    early.answered(5)
    assert early.answered_up_to([3, 5, 6, 9]) is None
    early.answered(3)
    assert early.answered_up_to([3, 5, 6, 9]) == 5
    assert early.forget(5) == (3, 5)
    early.put_off(6)
    early.answered(9)
    assert early.answered_up_to([6, 9]) is None
    assert early.stored({6, 9}) == {9}


async def test_an_answer_is_waited_for_only_so_long() -> None:
    early = EarlyUpdates()
    early.hand_over([one(1), one(2)])
    assert not await early.is_answered(1, 0)
    waiting = asyncio.create_task(early.is_answered(2))
    await asyncio.sleep(0)
    early.answered(2)
    assert await waiting
    early.put_off(1)
    assert not await early.is_answered(1)
    assert not await early.is_answered(3)
