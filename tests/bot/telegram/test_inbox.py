"""What people say, from its arrival on, across the end of a process."""

import asyncio
import errno
import json
import os
import re
import shutil
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

import pytest

from bot import app
from bot.background.replying import Replier
from bot.game.place import Place
from bot.store import blocks, games, inbox, replies
from bot.store.games import GameState
from bot.store.replies import Reply
from bot.store.seam.holding import Arrival, Received
from bot.store.seam.migrations import MIGRATIONS
from bot.store.seam.not_stored import NotStored
from bot.store.seam.source import Store
from bot.store.sqlite.database import Database
from bot.store.sqlite.write_ahead_log import LogSync
from bot.telegram.alone import Alone
from bot.telegram.holding import take_in
from bot.telegram.inbox import Inbox
from bot.telegram.updates import ReadUpdate, UpdateText, read
from tests.bot.house import NETWORK, Deadly, House, Talk, right_moves, wrong_move


async def arrives(house: House) -> None:
    """The bot fetches what was said, and does nothing else."""
    await house.application.bot.get_updates()


async def dies_answering(house: House) -> None:
    """A process handles what was said, and is killed before it can answer."""
    doomed = app.build(house.services, house.api.token, NETWORK, lambda: Deadly(house.api))
    async with doomed:
        for update in await doomed.bot.get_updates():
            with pytest.raises(asyncio.CancelledError):
                await doomed.process_update(update)


async def serves_again(house: House) -> None:
    """The next process serves until nothing is left to do."""
    await house.stops()
    await house.starts()
    await house.application.shutdown()
    async with app.serving(house.application):
        await caught_up(house)
    await house.application.initialize()


async def caught_up(house: House) -> None:
    async with asyncio.timeout(30):
        while len(house.api.world.updates) or await house.database.one(
            "select 1 from inbox where payload is not null"
        ):
            await house.application.update_queue.join()
            await asyncio.sleep(0)


def said_since(talk: Talk, count: int) -> list[str]:
    own = [m["text"] for m in talk.person.messages() if m["from"]["is_bot"]]
    return own[count:]


def said(talk: Talk) -> int:
    return len(said_since(talk, 0))


async def test_of_each_kind_of_fault_the_first_second_fourth_and_eighth_are_logged(
    house: House, chat: Talk, caplog: pytest.LogCaptureFixture
) -> None:
    updates, now = house.api.world.updates, house.api.world.clock()
    chat.person.say("/help")
    (known,) = await house.application.bot.get_updates()
    for number in range(known.update_id + 1, known.update_id + 10):
        # A message without its chat and date.
        updates.restore({"update_id": number, "message": {"message_id": 7}}, now)
    await house.application.bot.get_updates(known.update_id + 1)
    told = [r.getMessage() for r in caplog.records if "set aside" in r.getMessage()]
    assert [text.partition(", ")[2] for text in told] == [
        f"update {count} of its kind" for count in (1, 2, 4, 8)
    ]
    caplog.clear()


async def payloads(house: House) -> int:
    rows = await house.database.all("select 1 from inbox where payload is not null")
    return len(rows)


async def test_what_a_blocked_account_sends_is_confirmed_counted_and_not_stored(
    house: House, chat: Talk, ming: Talk
) -> None:
    application = house.application
    application.blocked.become(frozenset({chat.person.id}))
    for _ in range(3):
        chat.person.say("/help")
    ming.person.say("/help")
    (update,) = await application.bot.get_updates()
    assert update.effective_user is not None
    assert update.effective_user.id == ming.person.id
    assert await payloads(house) == 1
    assert b"sudoku_updates_blocked_total 3.0" in application.metrics.text({}, {})
    await application.bot.get_updates()
    assert len(house.api.world.updates) == 0
    rows = await house.database.all("select 1 from inbox where user_id = $1", chat.person.id)
    assert rows == []
    application.blocked.become(frozenset())
    chat.person.say("/help")
    assert len(await application.bot.get_updates()) == 1


async def test_what_nobody_can_read_is_dropped_too_if_its_chat_is_blocked(
    house: House, club: Talk, caplog: pytest.LogCaptureFixture
) -> None:
    """Otherwise a blocked account could fill the quarantine."""
    house.application.blocked.become(frozenset({club.chat_id}))
    updates, now = house.api.world.updates, house.api.world.clock()
    for number, chat_id in enumerate((club.chat_id, club.person.id), start=5):
        message = {"message_id": 7, "chat": {"id": chat_id}, "date": "no date"}
        updates.restore({"update_id": number, "message": message}, now)
    assert await house.application.bot.get_updates() == ()
    assert await house.database.all("select update_id, chat_id from inbox") == [(6, club.person.id)]
    caplog.clear()


async def test_what_an_earlier_process_left_of_a_blocked_account_is_wiped_without_an_answer(
    house: House, chat: Talk, ming: Talk
) -> None:
    for talk in (chat, ming):
        talk.person.say("/privacy")
    await arrives(house)
    assert await payloads(house) == 2
    await blocks.add(house.database, chat.person.id, 5)
    await serves_again(house)
    assert (said(chat), said(ming)) == (0, 1)
    assert await payloads(house) == 0


async def test_what_had_arrived_is_answered_by_the_next_process(house: House, chat: Talk) -> None:
    chat.person.say("/help")
    await arrives(house)
    await serves_again(house)
    (answer,) = said_since(chat, 0)
    assert "/daily" in answer


async def test_pages_wait_until_all_that_has_arrived_is_dealt_with(
    house: House, chat: Talk, ming: Talk
) -> None:
    application = house.application
    application.inbox.precedence.most = 60
    for talk in (chat, ming):
        talk.person.say("/help")
    first, second = await application.bot.get_updates()
    waits = asyncio.ensure_future(application.inbox.precedence.after_chats())
    application.drop(first)
    await asyncio.sleep(0)
    assert not waits.done()
    application.drop(second)
    await waits


async def test_pages_do_not_wait_for_who_is_blocked_or_for_another_process(
    house: House, chat: Talk
) -> None:
    application = house.application
    precedence = application.inbox.precedence
    precedence.most = 60
    application.blocked.become(frozenset({chat.person.id}))
    chat.person.say("/help")
    assert await application.bot.get_updates() == ()
    async with asyncio.timeout(30):
        await precedence.after_chats()
    application.blocked.become(frozenset())
    application.inbox.holding = Elsewhere(house.database, application.bot.id)
    chat.person.say("/help")
    assert await application.bot.get_updates() == ()
    async with asyncio.timeout(30):
        await precedence.after_chats()


async def test_pages_wait_for_what_was_taken_over(house: House, chat: Talk) -> None:
    chat.person.say("/help")
    await arrives(house)
    await house.stops()
    await house.starts()
    application = house.application
    application.inbox.precedence.most = 60
    (update,) = await application.inbox.left(application.bot)
    waits = asyncio.ensure_future(application.inbox.precedence.after_chats())
    await asyncio.sleep(0)
    assert not waits.done()
    application.drop(update)
    await waits


class Elsewhere(Alone):
    """Stores what comes, for another process."""

    async def receive(self, arrivals: Sequence[Arrival], now: int) -> Received:
        return Received((await super().receive(arrivals, now)).fresh, frozenset())


async def test_what_had_arrived_is_answered_behind_what_was_kept(house: House, chat: Talk) -> None:
    await replies.keep(house.database, Reply(Place(chat.chat_id), "an earlier answer"), 100)
    chat.person.say("/privacy")
    await arrives(house)
    await house.stops()
    await house.starts()
    await take_in(house.application)
    await house.application.process_update(house.application.update_queue.get_nowait())
    replier = Replier(house.application, asyncio.sleep)
    await replier.look()
    await asyncio.gather(*replier.chats)
    earlier, privacy = said_since(chat, 0)
    assert earlier == "an earlier answer"
    assert "/deleteme" in privacy


async def test_what_a_failing_disk_has_stored_all_the_same_is_handled_once(
    empty: Path, tmp_path: Path, house: House
) -> None:
    """The commit is made and the disk fails just after it, so that the batch comes again."""
    fails = False

    def sync(descriptor: int) -> None:
        if fails:
            raise OSError(errno.EIO, "no disk")
        os.fsync(descriptor)

    path = Path(shutil.copy(empty, tmp_path / "failing.db"))
    database = await Database.open(path, MIGRATIONS, lambda at: LogSync(at, sync))
    arriving = Inbox(database, 1, house.clock)

    def batch(*numbers: int) -> list[ReadUpdate]:
        texts = [UpdateText(json.dumps({"update_id": number})) for number in numbers]
        return [*read(texts, house.application.bot)]

    try:
        assert len(await arriving.receive(batch(1))) == 1
        arriving.finish(1)
        fails = True
        with pytest.raises(NotStored):
            await arriving.receive(batch(1, 2, 3))
        fails = False
        assert [one.update_id for one in await arriving.receive(batch(1, 2, 3))] == [2, 3]
        assert await arriving.receive(batch(2, 3)) == ()
    finally:
        await database.close()


@pytest.mark.sqlite
async def test_what_cannot_be_read_is_counted_once_although_its_commit_seemed_to_fail(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    failing = Failing(house.database, 1)
    arriving = Inbox(house.database, 1, house.clock, failing)
    batch = [*read([UpdateText('{"update_id": 5, "poll": 1}')], house.application.bot)]
    with pytest.raises(NotStored):
        await arriving.receive(batch)
    for _ in range(2):
        assert await arriving.receive(batch) == ()
        assert sum(arriving.faults.values()) == 1
    assert sum((await inbox.quarantined(house.database)).values()) == 1
    caplog.clear()


class Failing(Alone):
    """A Holding on a disk that fails just after the first commit."""

    has_failed = False

    async def receive(self, arrivals: Sequence[Arrival], now: int) -> Received:
        received = await super().receive(arrivals, now)
        if not self.has_failed:
            self.has_failed = True
            raise NotStored("no disk")
        return received


class Slow(Alone):
    """A Holding whose first update is stored long before the caller learns of it."""

    def __init__(self, database: Store, bot_id: int) -> None:
        super().__init__(database, bot_id)
        self.stored, self.told = asyncio.Event(), asyncio.Event()

    async def receive(self, arrivals: Sequence[Arrival], now: int) -> Received:
        received = await super().receive(arrivals, now)
        self.stored.set()
        await self.told.wait()
        return received


@pytest.mark.sqlite
async def test_what_is_taken_in_again_while_it_arrives_is_handled_once(house: House) -> None:
    slow = Slow(house.database, 1)
    arriving = Inbox(house.database, 1, house.clock, slow)
    bot, taken = house.application.bot, list[int]()
    batch = [*read([UpdateText(json.dumps({"update_id": 5}))], bot)]
    receiving = asyncio.create_task(arriving.receive(batch))
    await slow.stored.wait()
    await arriving.hand_over(bot, lambda update: taken.append(update.update_id))
    slow.told.set()
    assert taken == [5]
    assert await receiving == ()


class Filling(Alone):
    """A Holding on a disk that is full after the first updates."""

    def __init__(self, database: Store, bot_id: int) -> None:
        super().__init__(database, bot_id)
        self.database = database

    async def receive(self, arrivals: Sequence[Arrival], now: int) -> Received:
        received = await super().receive(arrivals, now)
        await self.database.all("pragma query_only = on")
        return received


@pytest.mark.sqlite
async def test_what_arrives_beside_something_unreadable_is_handled_in_any_case(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    """The updates that are set aside cannot be kept within their limits."""
    arriving = Inbox(house.database, 1, house.clock, Filling(house.database, 1))
    texts = [UpdateText('{"update_id": 5, "poll": 1}'), UpdateText('{"update_id": 6}')]
    batch = [*read(texts, house.application.bot)]
    assert [one.fault is None for one in batch] == [False, True]
    assert [one.update_id for one in await arriving.receive(batch)] == [6]
    await house.database.all("pragma query_only = off")
    caplog.clear()


async def _move(_house: House, chat: Talk) -> None:
    chat.person.say(wrong_move(await chat.game()))


async def _undo(_house: House, chat: Talk) -> None:
    chat.person.say("/undo")


@pytest.mark.long
@pytest.mark.parametrize(("act", "done"), [(_move, 2), (_undo, 0)])
async def test_a_move_whose_answer_was_lost_is_made_once_and_shown(
    house: House, chat: Talk, act: Callable[[House, Talk], Awaitable[None]], done: int
) -> None:
    await chat.sends("/new 4 none 5")
    await chat.sends(wrong_move(await chat.game(), 1))
    house.api.world.updates.clear()
    before = said(chat)
    await act(house, chat)
    await dies_answering(house)
    assert (await chat.game()).game.done == done
    await serves_again(house)
    assert (await chat.game()).game.done == done
    (shown,) = said_since(chat, before)
    assert "Welcome back" in shown
    assert (await chat.game()).message_id == chat.last["message_id"]


@pytest.mark.long
async def test_a_press_whose_answer_was_lost_is_made_once_and_drawn_in_place(
    house: House, chat: Talk
) -> None:
    await chat.sends("/new 4 none 5")
    await chat.sends(wrong_move(await chat.game(), 1))
    house.api.world.updates.clear()
    before, board = said(chat), chat.last["message_id"]
    chat.person.press(board, "↩")
    await dies_answering(house)
    assert len(re.findall(r"\d'", chat.text)) == 1
    await serves_again(house)
    assert (await chat.game()).game.done == 0
    assert said(chat) == before
    assert chat.text.count("'") == 0
    assert (await chat.game()).message_id == board
    assert house.api.world.queries.unanswered == ()


@pytest.mark.long
async def test_a_move_whose_board_was_shown_is_not_answered_again(house: House, chat: Talk) -> None:
    await chat.sends("/new 4 none 5")
    house.api.world.updates.clear()
    chat.person.say(wrong_move(await chat.game()))
    # The process handles it, and dies before it can record that.
    (update,) = await house.application.bot.get_updates()
    await house.application.process_update(update)
    before = said(chat)
    await serves_again(house)
    assert said(chat) == before
    assert (await chat.game()).game.done == 1


@pytest.mark.long
async def test_of_many_answers_in_a_chat_only_the_last_may_come_twice(house: House) -> None:
    chat = house.alice
    for what in ("/help", "/privacy", "/help"):
        chat.person.say(what)
    # The process answers everything, and dies before it has wiped the last one.
    for update in await house.application.bot.get_updates():
        await house.application.process_update(update)
    before = said(chat)
    await serves_again(house)
    assert said_since(chat, before) == said_since(chat, 0)[before - 1 : before]


@pytest.mark.long
async def test_a_new_game_is_begun_once(house: House, chat: Talk) -> None:
    chat.person.say("/new 4 none 5")
    await dies_answering(house)
    await serves_again(house)
    assert len(await games.open_games(house.database, Place(chat.chat_id))) == 1
    assert "4×4" in chat.text


@pytest.mark.long
async def test_a_solution_is_praised_after_all(house: House, chat: Talk) -> None:
    await chat.sends("/new 4 none 5")
    house.api.world.updates.clear()
    chat.person.say(" ".join(right_moves(await chat.game())))
    await dies_answering(house)
    await serves_again(house)
    assert (await chat.game()).state is GameState.SOLVED
    assert "Solved!" in chat.text


@pytest.mark.long
async def test_who_gave_up_sees_the_solution_after_all(house: House, chat: Talk) -> None:
    await chat.sends("/new 4 none 5")
    await chat.sends("/giveup")
    house.api.world.updates.clear()
    chat.person.press(chat.last["message_id"], "Yes, show it")
    await dies_answering(house)
    await serves_again(house)
    assert "Here's the solution" in chat.text


@pytest.mark.long
async def test_a_switch_is_not_switched_back(house: House, chat: Talk) -> None:
    await chat.sends("/settings")
    house.api.world.updates.clear()
    (_, look, *_) = chat.buttons
    chat.person.press(chat.last["message_id"], look)
    await dies_answering(house)
    await serves_again(house)
    await chat.sends("/settings")
    assert look not in chat.buttons


async def test_finished_updates_are_wiped_at_the_end_at_the_latest(house: House) -> None:
    house.alice.person.say("/help")
    await house.application.shutdown()
    async with app.serving(house.application):
        await caught_up(house)
    assert await inbox.left(house.database, house.application.bot.id) == ()


@pytest.mark.long
async def test_what_only_waits_while_processes_end_is_never_given_up(house: House) -> None:
    """An update may wait for its chat's turn or Telegram's limits through many starts."""
    chat = house.alice
    chat.person.say("/undo")
    chat.person.say("/help")
    await arrives(house)
    for _ in range(2 * inbox.MOST_ATTEMPTS):
        await house.stops()
        await house.starts()
        assert len(await house.application.inbox.left(house.application.bot)) == 2
    await serves_again(house)
    assert "/new" in chat.text


async def test_what_ends_every_process_is_given_up(house: House) -> None:
    chat = house.alice
    chat.person.say("/help")
    await dies_answering(house)
    for _ in range(inbox.MOST_ATTEMPTS):
        doomed = app.build(house.services, house.api.token, NETWORK, lambda: Deadly(house.api))
        async with doomed:
            (update,) = await doomed.inbox.left(doomed.bot)
            with pytest.raises(asyncio.CancelledError):
                await doomed.process_update(update)
    assert await house.application.inbox.left(house.application.bot) == ()
