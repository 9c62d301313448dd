"""Updates that could not be stored, and whose sender could not be told: they are not lost."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
import pytest_asyncio
from telegram import Update

from bot import messages
from bot.game.place import Place
from bot.store import inbox, replies
from bot.store.inbox import MOST_ATTEMPTS
from bot.store.postgres.address import Server
from bot.store.postgres.connection import Connection, connect, execute, fetch
from bot.store.seam.not_stored import NotStored
from bot.telegram.attempts import LONGEST_PAUSE, until_stored
from tests.bot.house import Budget, House, Talk, limited_house, right_moves


async def arrives(house: House, talk: Talk, text: str) -> Update:
    """Somebody says something; the update has arrived and is not handled yet."""
    await house.application.bot.get_updates()
    talk.person.say(text)
    (update,) = await house.application.bot.get_updates()
    return update


async def is_kept(house: House, update: Update) -> bool:
    return bool(
        await house.database.all(
            "select 1 from inbox where update_id = $1 and payload is not null", update.update_id
        )
    )


async def is_done(house: House, update: Update) -> bool:
    await house.application.inbox.wipe()
    return not await is_kept(house, update)


async def nothing_is_stored(house: House) -> None:
    await house.database.all("pragma query_only = on")


async def all_is_stored(house: House) -> None:
    await house.database.all("pragma query_only = off")


@asynccontextmanager
async def nobody_new(house: House) -> AsyncIterator[None]:
    """Another full database affects every new person; everything else is stored."""
    store = house.database
    await store.all("attach ':memory:' as full")
    await store.all("create table full.weights (weight blob)")
    await store.all("pragma full.max_page_count = 4")
    await store.all(
        "create temp trigger heavy after insert on users begin"
        " insert into weights values (zeroblob(100000)); end"
    )
    yield
    await store.all("drop trigger heavy")


async def test_an_update_is_tried_again_after_pauses_that_double(
    caplog: pytest.LogCaptureFixture,
) -> None:
    slept, failure = list[float](), NotStored("the disk is full")

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    async def attempt() -> NotStored | None:
        return failure if len(slept) < 9 else None

    await until_stored(attempt, failure, sleep)
    assert slept == [0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 5, 5, 5]
    assert [f"{message.partition(', ')[2].partition(',')[0]}," for message in caplog.messages] == [
        "failure 1,",
        "failure 2,",
        "failure 4,",
        "failure 8,",
    ]


@pytest.mark.sqlite
async def test_a_chat_is_answered_while_its_last_update_cannot_be_wiped(
    house: House, chat: Talk
) -> None:
    first = await arrives(house, chat, "/help")
    await house.application.process_update(first)
    update = await arrives(house, chat, "/privacy")
    await nothing_is_stored(house)
    await house.application.process_update(update)
    assert "What I store" in chat.text
    assert await is_kept(house, first)
    await all_is_stored(house)
    assert await is_done(house, first)
    assert await is_done(house, update)


@pytest.mark.sqlite
async def test_what_a_newcomer_said_waits_until_it_can_be_stored(house: House, chat: Talk) -> None:
    """While nothing can be stored, no person can be looked up, and attempts are not counted."""
    pauses = list[float]()

    async def sleep(seconds: float) -> None:
        pauses.append(seconds)
        assert await is_kept(house, update)
        if len(pauses) == 3 * MOST_ATTEMPTS:
            await all_is_stored(house)

    house.application.sleep = sleep
    update = await arrives(house, chat, "/privacy")
    await nothing_is_stored(house)
    await house.application.process_update(update)
    assert "What I store" in chat.text
    assert max(pauses) == LONGEST_PAUSE
    assert pauses[0] < 1
    assert await is_done(house, update)


@pytest.mark.sqlite
async def test_what_cannot_be_answered_because_the_answer_cannot_be_kept_is_done_later(
    house: House, chat: Talk, caplog: pytest.LogCaptureFixture
) -> None:
    await chat.sends("/start")
    budget = Budget()

    async def sleep(_seconds: float) -> None:
        await all_is_stored(house)

    async with limited_house(house, budget, asyncio.sleep):
        house.application.sleep = sleep
        await chat.sends("/privacy")
        assert "What I store" in chat.text
        update = await arrives(house, chat, "/language zh")
        await nothing_is_stored(house)
        await house.application.process_update(update)
        kept = await replies.first(house.database, chat.chat_id)
        assert kept is not None
        assert kept.reply.place == Place(chat.chat_id)
        assert messages.text("zh", "language.chosen") in kept.reply.html
        assert await is_done(house, update)
    caplog.clear()


@pytest.mark.sqlite
async def test_an_update_that_can_never_be_stored_is_given_up_and_told(
    house: House, chat: Talk, caplog: pytest.LogCaptureFixture
) -> None:
    pauses = list[float]()

    async def sleep(seconds: float) -> None:
        pauses.append(seconds)

    house.application.sleep = sleep
    async with nobody_new(house):
        update = await arrives(house, chat, "/privacy")
        await house.application.process_update(update)
        assert len(pauses) == MOST_ATTEMPTS + 1
        assert chat.text == messages.text("en", "error.not_stored")
        await house.application.inbox.wipe()
        assert sum((await inbox.quarantined(house.database)).values()) == 1
        assert await inbox.left(house.database, house.application.bot.id) == ()
    assert len([r for r in caplog.records if r.levelno == logging.ERROR]) == 1
    caplog.clear()
    assert "What I store" in await chat.sends("/privacy")


@pytest.mark.sqlite
async def test_a_process_that_ends_meanwhile_leaves_it_to_the_next_one(
    house: House, chat: Talk
) -> None:
    async def sleep(_seconds: float) -> None:
        raise asyncio.CancelledError

    house.application.sleep = sleep
    update = await arrives(house, chat, "/privacy")
    await nothing_is_stored(house)
    with pytest.raises(asyncio.CancelledError):
        await house.application.process_update(update)
    await all_is_stored(house)
    assert not await is_done(house, update)
    await house.stops()
    await house.starts()
    *_, again = await house.application.inbox.left(house.application.bot)
    assert again.update_id == update.update_id
    await house.application.process_update(again)
    assert "What I store" in chat.text
    assert await is_done(house, update)


@pytest_asyncio.fixture
async def foreign(server: Server) -> AsyncIterator[Connection]:
    connection = await connect(server)
    await execute(connection, "set deadlock_timeout = '1min'")
    yield connection
    await connection.close()


async def test_a_move_that_was_in_the_way_of_another_transaction_is_made_all_the_same(
    house: House, chat: Talk, foreign: Connection
) -> None:
    """The move and the foreign transaction wait for each other: a deadlock."""
    await chat.sends("/new 4 none 5")
    game = await chat.game()
    update = await arrives(house, chat, right_moves(game)[0])
    await execute(foreign, "begin")
    await fetch(foreign, "update views set version = version where game_id = $1", game.id)
    handled = asyncio.create_task(house.application.process_update(update))
    waits = "select 1 from pg_stat_activity where wait_event_type = 'Lock'"
    while not await fetch(foreign, waits):
        await asyncio.sleep(0.01)
    await fetch(foreign, "update games set done = done where id = $1", game.id)
    await execute(foreign, "commit")
    await handled
    assert (await chat.game()).game.done == 1
    texts = [m.get("text", "") for m in chat.person.messages()]
    assert messages.text("en", "error.not_stored") not in texts
    assert await is_done(house, update)
