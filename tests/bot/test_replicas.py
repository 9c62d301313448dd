"""Two processes over one PostgreSQL: what they share, and what each has for itself."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from time import monotonic

import pytest
from telegram.error import NetworkError

from bot import app
from bot.background.beside import look_for_more
from bot.background.blocking import Watch
from bot.background.makings import take_up_makings
from bot.background.replying import Replier
from bot.background.sender import Sender
from bot.background.ticker import Ticker
from bot.game.place import Place
from bot.ledger.lane import PLACES
from bot.ledger.ledger import FILES
from bot.ledger.owner import Owner
from bot.pool.engine import AskedTooOften
from bot.settings import Settings
from bot.store import blocks, games, makings, outbox, replies, subscriptions, users, views
from bot.store.outbox import OutboxRow, OutboxState
from bot.store.postgres.address import Server
from bot.store.postgres.database import Postgres
from bot.store.postgres.lifeline import Lifeline
from bot.store.replies import Reply
from bot.store.views import Staleness
from engine import parse
from tests.bot.house import House, wrong_move
from tests.bot.slow import SlowEngine
from tests.bot.store.rows import outbox_of
from tests.bot.telegram.passing import PassingTime, Served, until

ORDER = "/new 4 easy none 7"


@pytest.fixture
async def here(house: House, server: Server) -> House:
    """The process that holds Alice's chat."""
    assert house.server == server
    await house.joins(house.alice.chat_id)
    return house


@pytest.fixture
async def there(here: House) -> AsyncIterator[House]:
    """The process that holds 小明's chat."""
    other = here.next_door()
    await other.starts()
    await other.joins(other.ming.chat_id)
    yield other
    await other.stops()


async def soon(_seconds: float) -> None:
    await asyncio.sleep(0)


async def tells(house: House) -> int:
    """One look for kept answers; gives how many chats got one."""
    replier = Replier(house.application, soon)
    await replier.look()
    chats = replier.chats
    await asyncio.gather(*chats)
    return len(chats)


async def test_each_has_lanes_and_memory_of_its_own(server: Server) -> None:
    """Its workers and its memory are its own, so nothing of this is asked of the database."""
    settings, board = Settings(server=server, workers=1), parse("12.4341221434321")
    async with app.services_of(settings) as here, app.services_of(settings) as there:
        await asyncio.gather(here.engine.started(), there.engine.started())
        held = [asyncio.create_task(here.engine.decide(Owner(5), board)) for _ in range(PLACES)]
        await asyncio.sleep(0)
        with pytest.raises(AskedTooOften):
            await here.engine.decide(Owner(5), board)
        assert len((await there.engine.decide(Owner(5), board)).solutions) == 1
        await asyncio.gather(*held)
        with here.ledger.reserve(FILES, Owner(5), FILES.share):
            assert not here.ledger.has_room(FILES, Owner(5), 1)
            assert there.ledger.has_room(FILES, Owner(5), FILES.share)
        assert await here.database.all("select * from allowances") == []


async def test_a_board_is_drawn_by_whoever_holds_its_chat(here: House, there: House) -> None:
    for house, talk in ((here, here.alice), (there, there.ming)):
        await talk.sends("/new 4 none 5")
        game = await talk.game()
        place = Place(talk.chat_id)
        await views.mark(house.database, game.id, place, Staleness.SEND, 5, asked_by=talk.chat_id)
    before = [talk.last["message_id"] for talk in (here.alice, there.ming)]
    assert await here.draws() == 1
    assert here.alice.last["message_id"] > before[0]
    assert there.ming.last["message_id"] == before[1]
    assert await here.draws() == 0
    assert await there.draws() == 1


@asynccontextmanager
async def listening(house: House, server: Server) -> AsyncIterator[list[int | None]]:
    """Has the watchers at a replica hear of the others; gives what they heard."""
    heard: list[int | None] = []

    def hears(game: int | None) -> None:
        heard.append(game)
        house.services.changes.heard(game)

    store = house.database
    assert isinstance(store, Postgres)
    assert store.replica is not None
    life = Lifeline(
        store, store.replica, 0, monotonic, hears=lambda: None, hears_of_all=lambda: None
    )
    life.hears_of_games = hears
    running = asyncio.create_task(life.run(server))
    await until(lambda: heard == [None])
    try:
        yield heard
    finally:
        running.cancel()
        await asyncio.wait([running])


async def test_who_watches_a_game_hears_of_a_move_that_was_made_at_another_replica(
    here: House, there: House, server: Server
) -> None:
    for talk in (here.alice, there.ming):
        await talk.sends("/new 4 none 5")
    ours, theirs = await here.alice.game(), await there.ming.game()
    async with listening(here, server) as heard_here, listening(there, server) as heard_there:
        with there.services.changes.watch(ours.id) as told:
            await here.alice.sends(wrong_move(ours))
            await until(told.is_set)
            read = await games.get(there.database, ours.id, Place(here.alice.chat_id))
            assert read is not None
            assert read.version == ours.version + 1
        # Of its own move nobody is told twice: that would have come before this one.
        await there.ming.sends(wrong_move(theirs))
        await until(lambda: theirs.id in heard_here)
    assert heard_here == [None, theirs.id]
    assert ours.id in heard_there


async def test_a_kept_answer_comes_from_whoever_holds_its_chat_then(
    here: House, there: House
) -> None:
    here.api.fail_next("sendMessage", NetworkError("gone"))
    await here.alice.sends("/help")
    assert await replies.waiting(here.database) == {here.alice.chat_id: 1}
    assert await tells(there) == 0
    await here.dies()
    await there.holds(there.alice.chat_id)
    assert await tells(there) == 1
    assert "/daily" in there.alice.text


async def test_a_puzzle_is_made_by_whoever_holds_the_chat_and_cancelled_there(
    here: House, there: House
) -> None:
    slow, other = SlowEngine(), SlowEngine()
    for house, engine in ((here, slow), (there, other)):
        house.application.services = replace(house.services, engine=engine, at_once_seconds=0.0)
    await here.alice.sends(ORDER)
    waiting = here.alice.last["message_id"]
    await take_up_makings(there.application)
    assert (slow.questions, other.questions) == (1, 0)
    await here.application.work.end()
    await here.dies()
    await there.holds(there.alice.chat_id)
    await take_up_makings(there.application)
    await take_up_makings(there.application)
    await until(lambda: other.questions)
    assert other.questions == 1
    await there.alice.presses("✖ Cancel", waiting)
    await until(lambda: not there.application.work.running)
    assert await makings.left(there.database, there.application.bot.id) == ()
    assert await games.open_games(there.database, Place(there.alice.chat_id)) == ()


async def test_a_block_is_followed_by_each_replica_for_the_chats_that_it_holds(
    here: House, there: House
) -> None:
    slow = SlowEngine()
    for house in (here, there):
        house.application.services = replace(house.services, engine=slow, at_once_seconds=0.0)
    await there.ming.sends(ORDER)
    await there.ming.sends("/help")
    await replies.keep(there.database, Reply(Place(there.ming.chat_id), "an answer"), 5)
    assert await blocks.add(here.database, there.ming.chat_id, 5)
    await Watch(here.application, soon).look()
    assert await tells(here) == 0
    bot = there.application.bot.id
    assert len(await makings.left(there.database, bot, there.database.replica)) == 1
    assert "/daily" in await there.ming.sends("/help"), "it has not looked yet"
    await Watch(there.application, soon).look()
    assert await tells(there) == 0
    assert await replies.waiting(there.database) == {}
    assert await makings.left(there.database, bot) == ()
    await until(lambda: not there.application.work.running)
    for house in (here, there):
        house.ming.person.say("/help")
        assert not await house.application.bot.get_updates()
        talk = house.ming
        assert await talk.sends("/help") == ""


async def test_what_a_chat_waits_for_is_found_within_a_second_of_the_end_of_its_holder(
    there: House,
) -> None:
    """Nothing has told the process that takes the chat over that something waits."""
    seconds: list[float] = []

    async def sleep(pause: float) -> None:
        seconds.append(pause)
        await asyncio.sleep(0 if len(seconds) == 1 else 60)

    there.application.stale_views.clear()
    there.application.kept.news.clear()
    looking = asyncio.create_task(look_for_more(there.application, sleep))
    await there.application.stale_views.wait()
    await there.application.kept.news.wait()
    await until(lambda: len(seconds) == 2)
    assert seconds == [1.0, 1.0]
    looking.cancel()


async def due(house: House, *chats: int) -> Ticker:
    """Has the dailies of these chats fall due; gives the ticker that puts them into the outbox."""
    now = int(house.clock.seconds())
    for chat in chats:
        await users.see(house.database, chat, now)
        await subscriptions.put(
            house.database, chat, chat, zone="UTC", minute=0, next_due=now, next_label="2026-11-20"
        )
    return Ticker(house.database, lambda: int(house.clock.seconds()), soon)


async def sends_daily(house: House) -> int:
    """The chat of the first daily that the process sends."""
    sent: list[int] = []

    async def send(row: OutboxRow) -> None:
        sent.append(row.chat_id)

    sender = Sender(house.database, send, lambda: int(house.clock.seconds()), soon)
    running = asyncio.create_task(sender.run())
    await until(lambda: sent)
    sender.stop()
    await running
    (chat,) = sent
    return chat


async def test_dailies_are_made_due_once_and_each_is_sent_by_the_holder_of_its_chat(
    here: House, there: House
) -> None:
    alice, ming = here.alice.chat_id, here.ming.chat_id
    tickers = [await due(house, alice, ming) for house in (here, there)]
    assert sum(await asyncio.gather(*(ticker.tick() for ticker in tickers))) == 2
    assert await sends_daily(there) == ming
    assert await sends_daily(here) == alice


async def test_a_sender_whose_replica_was_ended_stops_without_a_word(here: House) -> None:
    async def send(row: OutboxRow) -> None:
        pytest.fail(f"{row} is of nobody here")

    async def ends(_seconds: float) -> None:
        await here.dies()

    await Sender(here.database, send, lambda: int(here.clock.seconds()), ends).run()


async def test_a_daily_whose_sender_has_ended_is_called_maybe_sent_by_the_next_leader(
    here: House, there: House
) -> None:
    alice, ming = here.alice.chat_id, here.ming.chat_id
    now = int(here.clock.seconds())
    ticker = await due(there, alice, ming)
    await ticker.tick()
    for house in (here, there):
        assert len(await outbox.claim(house.database, 5, now, house.database.replica)) == 1
    await ticker.tick()
    assert [row.state for row in await outbox_of(there.database, alice)] == [OutboxState.SENDING]
    await here.dies()
    await ticker.tick()
    states = [row.state for chat in (alice, ming) for row in await outbox_of(there.database, chat)]
    assert states == [OutboxState.MAYBE_SENT, OutboxState.SENDING]


async def test_one_polls_and_the_other_as_soon_as_that_one_stops(here: House, there: House) -> None:
    first, second = Served(here, PassingTime()), Served(there, PassingTime())
    async with AsyncExitStack() as stack:
        await first.starts()
        stack.push_async_callback(first.stops)
        await first.application.leading.wait()
        await second.starts()
        stack.push_async_callback(second.stops)
        await first.answers(here.alice)
        assert second.network.calls == 0
        await first.stops()
        asked = first.network.calls
        await until(lambda: second.network.calls)
        assert first.network.calls == asked
