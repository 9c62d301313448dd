"""Several processes that serve one bot: real Applications on one PostgreSQL database."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass, replace
from typing import Any, TypeVar, cast

import httpx
import pytest
import pytest_asyncio
from telegram import Update
from telegram.error import NetworkError

from bot import app
from bot.background.redrawing import Redrawer
from bot.background.replying import Replier
from bot.game.place import Place
from bot.play.services import Services
from bot.playground import BotApi, Person, PlaygroundRequest, default_people
from bot.pool.engine_pool import EnginePool
from bot.pool.pictures import Pictures
from bot.store import replies, views
from bot.store.postgres import replicas
from bot.store.postgres.address import Server
from bot.store.postgres.connection import connect
from bot.store.postgres.database import Postgres
from bot.store.postgres.location import PostgresServer
from bot.store.postgres.replica import Replica
from bot.store.postgres.replicas import LEASE_SECONDS
from bot.store.postgres.shared_inbox import Holder
from bot.store.replies import Reply
from bot.store.seam.holding import Arrival, Holding, Left, Received, ReplicaEnded
from bot.store.seam.not_stored import LeaseLost, NotStored, Unreachable
from bot.store.views import Staleness, StaleView
from bot.telegram.application import SudokuApplication
from bot.telegram.holding import finish, holding, take_in
from bot.telegram.language import language_of, zone_of
from bot.telegram.retries import Timer
from bot.telegram.updates import UpdateText, read
from bot.telegram.webhook import SECRET_HEADER, secret_of
from bot.web.health import Health
from bot.web.server import create_web
from tests.bot.clock import Clock
from tests.bot.house import AT_ONCE_SECONDS, NETWORK, Hanging

Found = TypeVar("Found")


class Held:
    """An application and its Holding, which record in which order they are called."""

    def __init__(self) -> None:
        self.calls = list[str]()
        self.inbox = self.holding = self.order = self.bot = self
        self.busy = (7,)
        self.is_at_work = 5
        self.update_queue = asyncio.Queue[object]()
        self.has_news = asyncio.Event()
        self.has_ended = asyncio.Event()
        self.failures = list[Exception]()
        """What taking in raises; `later` is what the end raises."""
        self.later = list[Exception]()
        self.stops_after = 1
        self.stopping = asyncio.Event()

    async def hand_over(self, _bot: object, take: Callable[[str], None]) -> None:
        if self.failures:
            raise self.failures.pop(0)
        self.calls.append("hand over")
        take("an update")

    async def free_idle(self, is_busy: int) -> None:
        assert is_busy == self.is_at_work
        self.calls.append("free idle")

    async def news(self) -> None:
        await self.has_news.wait()
        self.has_news.clear()

    async def ended(self) -> None:
        await self.has_ended.wait()
        raise ReplicaEnded

    async def abandon(self) -> int:
        self.calls.append("abandon")
        self.stopping.set()
        return 1

    async def wipe(self) -> None:
        self.calls.append("wipe")

    async def stop(self, busy: tuple[int, ...] = ()) -> bool:
        if not busy:
            # The application's own, which ends with what is at work.
            await self.stopping.wait()
            return True
        assert busy == self.busy
        self.calls.append("stop")
        if self.failures:
            raise self.failures.pop(0)
        self.stops_after -= 1
        return self.stops_after <= 0

    async def holds(self, ended: asyncio.Future[None], *news: list[str]) -> None:
        """Holds until each piece of news has led to some calls."""
        async with holding(cast("SudokuApplication", self), ended):
            for calls in news:
                self.calls.clear()
                self.has_news.set()
                while self.calls != calls or self.has_news.is_set() or self.failures:
                    await asyncio.sleep(0)
            self.calls.clear()
            self.failures, self.later = self.later, []


async def test_what_others_have_stored_is_taken_in_and_idle_chats_are_freed() -> None:
    held = Held()
    ended = asyncio.get_running_loop().create_future()
    await held.holds(ended, ["hand over", "free idle"], ["hand over", "free idle"])
    assert held.update_queue.qsize() == 2
    assert held.calls == ["wipe", "stop"]
    assert not ended.done()


@pytest.mark.parametrize("failure", [NotStored("away"), ValueError("a bug")], ids=repr)
async def test_what_could_not_be_taken_in_is_tried_again(
    failure: Exception, caplog: pytest.LogCaptureFixture
) -> None:
    held = Held()
    held.failures.append(failure)
    ended = asyncio.get_running_loop().create_future()
    await held.holds(ended, [], ["hand over", "free idle"])
    (line,) = caplog.records
    assert line.levelname == ("WARNING" if isinstance(failure, NotStored) else "ERROR")
    assert (held.update_queue.qsize(), ended.done()) == (1, False)
    caplog.clear()


async def test_chats_are_freed_as_soon_as_their_work_has_ended() -> None:
    held = Held()
    held.stops_after = 3
    await held.holds(asyncio.get_running_loop().create_future())
    assert held.calls == ["wipe", "stop"] * 3


@pytest.mark.parametrize("failure", [NotStored("away"), LeaseLost()], ids=repr)
async def test_an_end_without_the_database_is_an_end(failure: Exception) -> None:
    held = Held()
    held.later.append(failure)
    await held.holds(asyncio.get_running_loop().create_future())
    assert held.calls == ["wipe", "stop"]


async def test_whoever_is_ended_by_others_abandons_all_that_is_at_work() -> None:
    held = Held()
    ended: asyncio.Future[None] = asyncio.get_running_loop().create_future()
    async with holding(cast("SudokuApplication", held), ended):
        held.has_ended.set()
        with pytest.raises(ReplicaEnded):
            await ended
        assert held.calls == ["abandon"]


async def test_updates_at_work_may_finish(
    caplog: pytest.LogCaptureFixture,
) -> None:
    held = Held()
    held.stopping.set()
    await finish(cast("SudokuApplication", held))
    assert (held.calls, caplog.messages) == ([], [])


@dataclass
class Process:
    """One of several processes; its updates are handled when a test says so."""

    application: SudokuApplication
    held: Replica
    server: Server

    async def gets(self, update: dict[str, Any]) -> None:
        """Stores an update that Telegram has sent here."""
        batch = [*read([UpdateText(json.dumps(update))], self.application.bot)]
        for one in await self.application.inbox.receive(batch):
            self.application.update_queue.put_nowait(one)

    async def is_called(self, update: dict[str, Any]) -> int:
        """The status with which a webhook answers a call by Telegram with an update."""
        web = create_web(Health(self.application, Timer()), "https://bot/calls")
        headers = {SECRET_HEADER: secret_of(self.application.bot.token)}
        transport = httpx.ASGITransport(web)
        async with httpx.AsyncClient(transport=transport, base_url="http://bot") as client:
            return (await client.post("/calls", json=update, headers=headers)).status_code

    async def looks(self) -> None:
        """Takes in what waits for this process."""
        await take_in(self.application)

    async def works(self) -> list[int]:
        """Handles what was handed over to this process; gives the numbers of the updates."""
        queue = self.application.update_queue
        numbers = []
        while not queue.empty():
            update = queue.get_nowait()
            assert isinstance(update, Update)
            numbers.append(update.update_id)
            await self.application.process_update(update)
        await self.application.inbox.wipe()
        return numbers

    async def keeps(self) -> None:
        """Says that it is alive and fences those that are not, as a process does twice a second."""
        connection = await connect(self.server)
        try:
            await self.held.life.keep(connection)
        finally:
            connection.terminate()


@dataclass
class Town:
    """A pretend Telegram with its people, and the processes that serve it."""

    api: BotApi
    services: Services
    server: Server
    alice: Person
    ming: Person
    stack: AsyncExitStack

    async def process(self, network: PlaygroundRequest | None = None) -> Process:
        """Adds a process, which counts as alive until a test says otherwise."""
        store = await PostgresServer(self.server).open()
        self.stack.push_async_callback(store.close)
        bot_id = app.bot_of(self.api.token)
        number = await replicas.join(store, bot_id, "host:1")
        await store.all("update replicas set until = until + 3600000 where id = $1", number)
        store.fence(number)
        held = Replica(store, Holder(number, bot_id), LEASE_SECONDS, lambda: 0.0)
        self.stack.push_async_callback(held.life.leave)
        application = app.build(
            replace(self.services, database=store),
            self.api.token,
            NETWORK,
            lambda: network or PlaygroundRequest(self.api),
            held=held,
        )
        await self.stack.enter_async_context(application)
        return Process(application, held, self.server)

    def said(self, person: Person) -> list[str]:
        """What the bot has said to somebody, from the beginning."""
        return [m["text"] for m in person.messages() if m["from"]["is_bot"]]


async def soon(_seconds: float) -> None:
    await asyncio.sleep(0)


def says(person: Person, text: str) -> dict[str, Any]:
    update = person.say(text)
    assert update is not None
    return update


@pytest_asyncio.fixture
async def town(server: Server, engine: EnginePool, clock: Clock) -> AsyncIterator[Town]:
    api = BotApi(clock=clock.seconds)
    alice, ming, _ = default_people(api)
    pictures = Pictures()
    async with AsyncExitStack() as stack:
        stack.push_async_callback(pictures.stop)
        nowhere = Postgres(server)
        services = Services(
            nowhere,
            engine,
            b"s",
            clock,
            lambda: "5",
            zone_of,
            language_of,
            pictures,
            at_once_seconds=AT_ONCE_SECONDS,
        )
        yield Town(api, services, server, alice, ming, stack)


async def time_passes(process: Process) -> None:
    """Makes it look as if a process had not said for a long time that it is alive."""
    connection = await connect(process.server)
    await connection.execute("update replicas set until = 0 where id = $1", process.held.number)
    connection.terminate()


async def test_what_arrives_elsewhere_is_handled_in_order_by_the_holder_of_its_chat(
    town: Town,
) -> None:
    one, other = await town.process(), await town.process()
    await one.gets(says(town.alice, "/new 4 none 5"))
    await one.looks()
    assert len(await one.works()) == 1
    await other.gets(says(town.alice, "/hint"))
    await other.gets(says(town.ming, "/help"))
    await one.gets(says(town.alice, "/undo"))
    await other.gets(says(town.alice, "/board"))
    assert await one.works() == [], "what came before must be taken in first"
    await other.looks()
    await one.looks()
    assert len(await other.works()) == 1
    numbers = await one.works()
    assert numbers == sorted(numbers)
    assert len(numbers) == 3
    await one.gets(says(town.alice, "/help"))
    assert len(await one.works()) == 1, "at once, for nothing of the chat waits"


async def test_an_update_that_comes_to_both_is_handled_once(town: Town) -> None:
    one, other = await town.process(), await town.process()
    update = says(town.alice, "/help")
    for process in (one, other):
        await process.gets(update)
    for process in (one, other, one):
        await process.looks()
        await process.works()
    assert len(town.said(town.alice)) == 1


async def test_who_starts_beside_others_takes_nothing_that_they_have_at_work(town: Town) -> None:
    one = await town.process()
    await one.gets(says(town.alice, "/help"))
    await one.looks()
    other = await town.process()
    await other.looks()
    assert await other.works() == []
    assert len(await one.works()) == 1
    assert len(town.said(town.alice)) == 1


async def test_the_chats_of_one_that_died_are_taken_over(town: Town) -> None:
    dead, other = await town.process(), await town.process()
    await dead.gets(says(town.alice, "/new 4 none 5"))
    await dead.looks()
    await dead.works()
    await dead.gets(says(town.alice, "/hint"))
    await other.gets(says(town.alice, "/help"))
    await other.keeps()
    await other.looks()
    assert await other.works() == [], "it may be alive"
    await time_passes(dead)
    await other.keeps()
    await other.looks()
    numbers = await other.works()
    assert numbers == sorted(numbers)
    assert len(numbers) == 2
    store = other.application.services.database
    attempts = await store.all("select attempts from inbox order by update_id")
    assert attempts == [(0,), (1,), (0,)]


async def test_one_that_comes_back_after_it_was_given_up_does_no_harm(town: Town) -> None:
    frozen, other = await town.process(), await town.process()
    await frozen.gets(says(town.alice, "/new 4 none 5"))
    await frozen.looks()
    await time_passes(frozen)
    await other.keeps()
    await other.looks()
    await other.works()
    told = town.said(town.alice)
    with pytest.raises(LeaseLost):
        await frozen.works()
    with pytest.raises(LeaseLost):
        await frozen.gets(says(town.alice, "/help"))
    assert await frozen.is_called(says(town.alice, "/help")) == 503
    await frozen.keeps()
    with pytest.raises(LeaseLost):
        await frozen.application.bot.send_message(town.alice.id, "too late")
    with pytest.raises(ReplicaEnded):
        await frozen.held.ended()
    assert town.said(town.alice) == told
    games = await other.application.services.database.all("select id from games")
    assert len(games) == 1


class Breaking:
    """A Holding whose connection breaks just after the commit while `breaks` is true."""

    def __init__(self, held: Replica) -> None:
        self._held = held
        self.breaks = True

    def __getattr__(self, name: str) -> Any:
        return getattr(self._held, name)

    async def receive(self, arrivals: Sequence[Arrival], now: int) -> Received:
        return self._told(await self._held.receive(arrivals, now))

    async def take_in(self, *, again: bool) -> tuple[Left, ...]:
        return self._told(await self._held.take_in(again=again))

    def _told(self, found: Found) -> Found:
        if self.breaks:
            raise Unreachable("the connection broke")
        return found


async def test_what_was_stored_and_taken_in_without_a_word_is_handled_once(town: Town) -> None:
    one, other = await town.process(), await town.process()
    breaking = Breaking(one.held)
    one.application.inbox.holding = cast("Holding", breaking)
    first, second = says(town.alice, "/help"), says(town.alice, "/privacy")
    with pytest.raises(Unreachable):
        await one.gets(first)
    with pytest.raises(Unreachable):
        await one.looks()
    with pytest.raises(Unreachable):
        await one.gets(second)
    breaking.breaks = False
    await other.gets(first)
    await one.gets(second)
    for process in (other, one, other, one):
        await process.looks()
        await process.works()
    assert len(town.said(town.alice)) == 2
    waiting = "select 1 from inbox where payload is not null"
    assert await one.application.services.database.all(waiting) == []


async def test_what_was_stored_or_taken_in_without_a_word_comes_before_what_is_newer(
    town: Town,
) -> None:
    one, other = await town.process(), await town.process()
    breaking = Breaking(one.held)
    one.application.inbox.holding = cast("Holding", breaking)
    breaking.breaks = False
    await one.gets(says(town.alice, "/help"))
    await one.looks()
    assert len(await one.works()) == 1

    for loses in (one.gets, other.gets):
        earlier, later = says(town.alice, "/privacy"), says(town.alice, "/help")
        breaking.breaks = True
        with suppress(Unreachable):
            await loses(earlier)
        with pytest.raises(Unreachable):
            await one.looks()
        breaking.breaks = False
        await other.gets(earlier)
        await one.gets(later)
        handled = await one.works()
        await one.looks()
        handled += await one.works()
        assert handled == [earlier["update_id"], later["update_id"]]


async def test_a_chat_is_answered_behind_what_its_last_holder_has_kept(town: Town) -> None:
    dead, other = await town.process(), await town.process()
    await dead.gets(says(town.alice, "/help"))
    await dead.looks()
    town.api.fail_next("sendMessage", NetworkError("gone"))
    await dead.works()
    assert town.said(town.alice) == []
    await time_passes(dead)
    await other.keeps()
    await other.gets(says(town.alice, "/privacy"))
    await other.looks()
    assert len(await other.works()) == 1
    replier = Replier(other.application, soon)
    await replier.look()
    await asyncio.gather(*replier.chats)
    help_, privacy = town.said(town.alice)
    assert "/daily" in help_
    assert "/deleteme" in privacy


async def test_one_that_stops_lets_others_go_on_at_once(town: Town) -> None:
    one, other = await town.process(), await town.process()
    for person in (town.alice, town.ming):
        await one.gets(says(person, "/help"))
    await one.looks()
    await one.application.process_update(one.application.update_queue.get_nowait())
    await one.application.inbox.wipe()
    assert not await one.held.stop(())
    for person in (town.alice, town.ming):
        await one.gets(says(person, "/help"))
    await one.looks()
    await other.looks()
    assert len(await other.works()) == 1, "the first chat is free, of the second one is at work"
    assert len(await one.works()) == 1
    assert await one.held.stop(())
    await other.looks()
    assert len(await other.works()) == 1
    await one.held.life.leave()


async def test_at_the_end_of_a_process_its_chats_are_free_once_their_updates_are_dealt_with(
    town: Town,
) -> None:
    one, other = await town.process(), await town.process()
    ended: asyncio.Future[None] = asyncio.get_running_loop().create_future()
    await one.application.start()
    async with holding(one.application, ended):
        await one.gets(says(town.alice, "/help"))
        await one.looks()
    await other.gets(says(town.alice, "/help"))
    await other.looks()
    assert len(await other.works()) == 1
    await one.application.stop()
    assert len(town.said(town.alice)) == 2


async def test_what_is_told_in_a_chat_is_told_to_its_end_before_another_process_goes_on(
    town: Town,
) -> None:
    """Like the background's drawing: in the turn of its chat, and by the holder alone."""
    one, other = await town.process(), await town.process()
    await one.gets(says(town.alice, "/new 4 none 5"))
    await one.looks()
    await one.works()
    store, place = one.application.services.database, Place(town.alice.id)
    ((board,),) = await store.all("select game_id from views")
    await views.mark(store, board, place, Staleness.SEND, 5)
    told, redrawer = town.said(town.alice), Redrawer(one.application, asyncio.sleep)
    await redrawer.look()
    async with one.application.turn(town.alice.id):
        assert not await one.held.stop(one.application.order.busy)
        await other.looks()
        assert await given(other) == ()
    await asyncio.gather(*redrawer.drawings)
    assert await one.held.stop(one.application.order.busy)
    await other.looks()
    assert len(await given(other)) == 1
    assert town.said(town.alice) == told, "it is for the other one to draw"


async def keeps_an_answer(process: Process, chat_id: int) -> None:
    reply = Reply(Place(chat_id), "an answer")
    await replies.keep(process.application.services.database, reply, 5)


async def owes_a_board(process: Process, chat_id: int) -> None:
    store = process.application.services.database
    ((game,),) = await store.all("select game_id from views")
    await views.mark(store, game, Place(chat_id), Staleness.SEND, 5)


@pytest.mark.parametrize("waits", [keeps_an_answer, owes_a_board])
async def test_what_is_on_its_way_when_a_process_is_told_to_stop_comes_once(
    town: Town, waits: Callable[[Process, int], Awaitable[None]]
) -> None:
    network = Hanging(town.api)
    one, other = await town.process(network), await town.process()
    await other.gets(says(town.alice, "/new 4 none 5"))
    await other.looks()
    await other.works()
    told = len(town.said(town.alice))
    await waits(other, town.alice.id)
    assert await other.held.stop(())
    await one.looks()
    serving = AsyncExitStack()
    await serving.enter_async_context(app.serving(one.application))
    await network.is_on_its_way.wait()
    stopping = asyncio.create_task(serving.aclose())
    await other.looks()
    assert await given(other) == ()
    assert await replies.waiting(other.application.services.database, other.held.number) == {}
    network.is_confirmed.set()
    await stopping
    store = other.application.services.database
    assert await store.all("select 1 from leases") == []
    assert await replies.waiting(store) == {}
    assert await views.stale(store, 10) == ()
    assert len(town.said(town.alice)) == told + 1


async def given(process: Process) -> tuple[StaleView, ...]:
    """The boards that this process has to draw."""
    return await views.stale(process.application.services.database, 10, process.held.number)


async def test_what_was_not_handled_to_its_end_is_not_told_of(
    town: Town, caplog: pytest.LogCaptureFixture
) -> None:
    """`ended` fails while the block runs, and everything at work ends without another word."""
    one = await town.process()
    ended: asyncio.Future[None] = asyncio.get_running_loop().create_future()
    await one.application.start()
    async with holding(one.application, ended):
        await replicas.leave(one.application.services.database, one.held.number)
        one.application.update_queue.put_nowait(
            Update.de_json(says(town.alice, "/help"), one.application.bot)
        )
        await one.keeps()
        with pytest.raises(ReplicaEnded, match="others have its work"):
            await ended
    await one.application.stop()
    assert town.said(town.alice) == []
    assert [r for r in caplog.records if r.levelname == "ERROR"] == []
