"""A pretend user who talks to the real Application, and everything that this needs.

A `House` is one process of the bot: the Application, its database, its engine and a pretend
Telegram. A `Talk` is one person in one chat with it. Most tests of the bot are conversations: they
say something, press a button, and compare what comes back. Every answer to a press is checked, so
that no test can leave a button without an answer.
"""

import asyncio
import json
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, closing, contextmanager
from copy import copy
from dataclasses import dataclass, field, replace
from itertools import count
from pathlib import Path
from typing import Any

from telegram import Bot, Update
from telegram.request import RequestData

from bot import app
from bot.background.redrawing import Redrawer
from bot.game.place import Place
from bot.play.services import Services
from bot.play.visit import Visit
from bot.playground import BotApi, Group, Person, PlaygroundRequest, default_people
from bot.playground.chats import Chat
from bot.pool.engine_pool import EnginePool
from bot.pool.pictures import Pictures
from bot.render.buttons.action import Action
from bot.render.keyboard import keyboard
from bot.store import games, users
from bot.store.databases.locations import location_of
from bot.store.games import StoredGame
from bot.store.postgres import replicas
from bot.store.postgres.address import Server
from bot.store.postgres.database import Postgres
from bot.store.seam.migrations import MIGRATIONS
from bot.store.seam.source import Store
from bot.store.sqlite.database import Database
from bot.telegram.alone import Alone
from bot.telegram.application import SudokuApplication
from bot.telegram.conversation import Conversation
from bot.telegram.flood import FloodControl
from bot.telegram.language import language_of, zone_of
from bot.telegram.updates import UpdateText, read
from engine import SYMBOLS
from tests.bot.clock import Clock

NETWORK = "https://api.telegram.org"
AT_ONCE_SECONDS = 60.0
"""So long that even on a busy machine no puzzle is made behind a message unless a test wants it."""


def arrived(update: dict[str, Any] | None, bot: Bot) -> Update:
    """An update as the inbox reads it."""
    (one,) = read([UpdateText(json.dumps(update or {}))], bot)
    assert one.update is not None, one.fault
    return one.update


@dataclass
class Talk:
    """One pretend person in one chat with the bot."""

    house: "House"
    person: Person
    chat: Chat | None = None

    @property
    def chat_id(self) -> int:
        return self.chat.id if self.chat else self.person.id

    async def sends(self, text: str, reply_to: int | None = None) -> str:
        """Sends a message; gives everything that the bot says to it, empty if that is nothing."""
        return await self.delivers(self.person.say(text, self.chat, reply_to))

    async def comments(self, text: str, replied: dict[str, Any] | None = None) -> int:
        """Comments below a post of the group's channel, on `replied` if given; gives its number."""
        update = self.person.say(text, self.chat)
        assert update is not None
        group = {"id": self.chat_id, "type": "supergroup", "title": "Club"}
        post = {"message_id": 1, "date": 1, "chat": group, "is_automatic_forward": True}
        update["message"] |= {"message_thread_id": 1, "reply_to_message": replied or post}
        await self.delivers(update)
        return int(update["message"]["message_id"])

    async def presses(self, label: str, message_id: int | None = None) -> str:
        """Presses a button; gives what the bot says to it: its toast, and new messages."""
        chosen = message_id or self.last["message_id"]
        return await self.delivers(self.person.press(chosen, label, self.chat))

    async def forges(self, data: str, message_id: int | None = None) -> str:
        """Presses a button with any data; gives what the bot says to it."""
        chosen = message_id or self.last["message_id"]
        return await self.delivers(self.person.forge(chosen, data, self.chat))

    async def finds(self, *actions: Action) -> int:
        """A message of an earlier version with these buttons is there; returns its number."""
        buttons: Any = keyboard([(type(action).__name__, action)] for action in actions)
        bot = self.house.application.bot
        message = await bot.send_message(self.chat_id, "An older version.", reply_markup=buttons)
        return message.message_id

    async def delivers(self, update: dict[str, Any] | None) -> str:
        """Delivers any update; gives what the bot says to it. Every press must be answered."""
        before = {message["message_id"] for message in self._own()}
        answers = len(self.person.answers)
        if update is not None:
            await self.house.handles(arrived(update, self.house.application.bot))
        assert self.house.api.world.queries.unanswered == ()
        toasts = [str(answer.get("text") or "") for answer in self.person.answers[answers:]]
        new = [m for m in self._own() if m["message_id"] not in before]
        said = [m.get("text") or m.get("caption") or "" for m in new]
        return "\n".join(part for part in toasts + said if part)

    async def game(self) -> StoredGame:
        """The current game of the chat."""
        stored = await games.current(self.house.database, Place(self.chat_id), self.person.id)
        assert stored is not None
        return stored

    async def visit(self) -> Visit:
        """The person's visit in this chat at this moment, without an update."""
        user = await users.get(self.house.database, self.person.id)
        place = Place(self.chat_id)
        return (await Conversation.of(self.house.application, user, place)).visit

    @property
    def last(self) -> dict[str, Any]:
        """The bot's newest message."""
        return self.person.last(self.chat)

    @property
    def text(self) -> str:
        """The text of the bot's newest message."""
        return str(self.last.get("text", ""))

    @property
    def buttons(self) -> list[str]:
        """The labels below the bot's newest message."""
        return _labels(self.last)

    def buttons_below(self, message_id: int) -> list[str]:
        """The labels below a message of the bot's."""
        return _labels(self.house.api.world.messages.get(self.chat_id, message_id) or {})

    @property
    def alerted(self) -> bool:
        """Whether the newest answer to a press is an alert, which must be closed by hand."""
        return bool(self.person.answers[-1].get("show_alert"))

    def _own(self) -> list[dict[str, Any]]:
        bot = self.house.application.bot.id
        return [m for m in self.person.messages(self.chat) if m["from"]["id"] == bot]


def _labels(message: dict[str, Any]) -> list[str]:
    rows = message.get("reply_markup", {}).get("inline_keyboard", [])
    return [button["text"] for row in rows for button in row]


@dataclass
class House:
    """Everything that runs: the Application, its services, the pretend Telegram and its people."""

    engine: EnginePool
    clock: Clock
    database_path: Path
    api: BotApi
    new_seed: Callable[[], str]
    server: Server | None = None
    pictures: Pictures | None = None
    app_url: str = ""
    alice: Talk = field(init=False)
    ming: Talk = field(init=False)
    club: Group = field(init=False)
    services: Services = field(init=False)
    database: Store = field(init=False)
    application: SudokuApplication = field(init=False)
    _running: AsyncExitStack = field(default_factory=AsyncExitStack)

    def __post_init__(self) -> None:
        alice, ming, self.club = default_people(self.api)
        self.alice, self.ming = Talk(self, alice), Talk(self, ming)

    def in_club(self, talk: Talk) -> Talk:
        """The same person, talking in the group."""
        return Talk(self, talk.person, self.club.chat)

    def next_door(self) -> "House":
        """Another process, not started yet, with the same database, Telegram and people."""
        other = copy(self)
        other._running = AsyncExitStack()  # noqa: SLF001 - one of its own
        other.alice, other.ming = Talk(other, self.alice.person), Talk(other, self.ming.person)
        return other

    async def joins(self, *chats: int) -> None:
        """Makes this process one of several replicas, which holds these chats."""
        store = self.database
        assert isinstance(store, Postgres)
        store.fence(await replicas.join(store, self.application.bot.id, "host:1"))
        await self.holds(*chats)

    async def handles(self, update: Update) -> None:
        """Has an update handled when it is its turn, as one that comes in is."""
        handled = self.application.process_update(update)
        await self.application.update_processor.process_update(update, handled)

    async def holds(self, *chats: int) -> None:
        """Makes this process the holder of these chats, which nobody holds."""
        for chat in chats:
            await self.database.all(
                "insert into leases (chat_id, holder) values ($1, $2)", chat, self.database.replica
            )

    async def dies(self) -> None:
        """Ends this replica as the others do with one that they have not heard from."""
        async with self.database.transaction() as transaction:
            assert self.database.replica is not None
            await replicas.leave(transaction, self.database.replica)

    async def starts(self) -> None:
        """Opens the database and the Application, as a new process does."""
        database = await location_of(self.database_path, self.server).open()
        self._running.push_async_callback(database.close)
        self.database = database
        pictures = self.pictures or Pictures()
        if self.pictures is None:
            self._running.push_async_callback(pictures.stop)
        self.services = Services(
            database,
            self.engine,
            b"secret",
            self.clock,
            self.new_seed,
            zone_of,
            language_of,
            pictures,
            at_once_seconds=AT_ONCE_SECONDS,
            app_url=self.app_url,
        )
        self.application = app.build(
            self.services, self.api.token, NETWORK, lambda: PlaygroundRequest(self.api)
        )
        await self._running.enter_async_context(self.application)

    async def draws(self) -> int:
        """Draws the boards that the background would draw; gives how many."""
        redrawer = Redrawer(self.application, lambda _seconds: asyncio.sleep(0))
        await redrawer.look()
        drawings = redrawer.drawings
        await asyncio.gather(*drawings)
        return len(drawings)

    async def stops(self) -> None:
        await self._running.aclose()


class Budget:
    """The clock of flood control, which decides when a chat may be sent to again."""

    def __init__(self) -> None:
        self.now = 1_000.0

    def __call__(self) -> float:
        return self.now


class Deadly(PlaygroundRequest):
    """A network on which the process dies when it tries to send or edit."""

    async def do_request(
        self,
        url: str,
        method: str,
        request_data: RequestData | None = None,
        *rest: Any,
        **more: Any,
    ) -> tuple[int, bytes]:
        if "sendMessage" in url or "editMessage" in url:
            raise asyncio.CancelledError
        return await super().do_request(url, method, request_data, *rest, **more)


class Hanging(PlaygroundRequest):
    """A network that delivers a message, but confirms it only when a test says so."""

    def __init__(self, api: BotApi, held: str = "sendMessage") -> None:
        super().__init__(api)
        self._held = held
        self.is_on_its_way = asyncio.Event()
        self.is_confirmed = asyncio.Event()
        self.patience: list[object] = []

    async def do_request(
        self,
        url: str,
        method: str,
        request_data: RequestData | None = None,
        read_timeout: object = None,
        *rest: Any,
        **more: Any,
    ) -> tuple[int, bytes]:
        answer = await super().do_request(url, method, request_data, *rest, **more)
        if self._held in url:
            self.patience.append(read_timeout)
            self.is_on_its_way.set()
            await self.is_confirmed.wait()
        return answer


@asynccontextmanager
async def open_house(
    engine: EnginePool,
    clock: Clock,
    path: Path,
    server: Server | None = None,
    pictures: Pictures | None = None,
) -> AsyncIterator[House]:
    """Opens a house on the database of a server if there is one, otherwise on a file.

    Without a reader of pictures it starts one of its own.
    """
    seeds = count(1)
    api = BotApi(clock=clock.seconds)
    house = House(engine, clock, path, api, lambda: str(next(seeds)), server, pictures)
    await house.starts()
    try:
        yield house
    finally:
        await house.stops()


@asynccontextmanager
async def limited_house(
    house: House,
    budget: Budget,
    sleep: Callable[[float], Awaitable[None]],
    network: Callable[[], PlaygroundRequest] | None = None,
    burst: int = 1,
) -> AsyncIterator[House]:
    """The house with an Application that keeps to Telegram's limits, after `burst` messages."""
    flood = FloodControl(budget, sleep, burst=burst)
    application = app.build(
        house.services,
        house.api.token,
        NETWORK,
        network or (lambda: PlaygroundRequest(house.api)),
        flood=flood,
    )
    async with application:
        before, house.application = house.application, application
        yield house
        house.application = before


@asynccontextmanager
async def hasty_house(house: House) -> AsyncIterator[House]:
    """The house on a file, with a database whose statements do not wait for other processes."""
    database = await Database.open(house.database_path, MIGRATIONS, busy_seconds=0)
    try:
        services = replace(house.services, database=database)
        application = app.build(
            services, house.api.token, NETWORK, lambda: PlaygroundRequest(house.api)
        )
        async with application:
            application.inbox.holding = Alone(database, application.bot.id, 0)
            before = house.services, house.application
            house.services, house.application = services, application
            yield house
            house.services, house.application = before
    finally:
        await database.close()


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Another process is in the middle of a transaction while the block runs."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("begin immediate")
        yield
        connection.execute("rollback")


@asynccontextmanager
async def kept_locked(house: House) -> AsyncIterator[None]:
    """As `locked`, for tests that have other faults as well."""
    with locked(house.database_path):
        yield


@asynccontextmanager
async def refused(house: House) -> AsyncIterator[None]:
    """Every write is refused, as on a disk that can only be read."""
    database = house.services.database
    await database.all("pragma query_only = on")
    yield
    await database.all("pragma query_only = off")


def right_moves(stored: StoredGame) -> list[str]:
    """For each blank cell of a puzzle, the move with the right digit."""
    cells = stored.puzzle.grid.blanks()
    name = stored.puzzle.grid.geometry.name
    return [f"{name(cell)}={SYMBOLS[stored.puzzle.solution[cell] - 1]}" for cell in cells]


def wrong_move(stored: StoredGame, number: int = 0) -> str:
    """A move that puts a wrong digit into one of the blank cells."""
    grid = stored.puzzle.grid
    cell = grid.blanks()[number]
    return f"{grid.geometry.name(cell)}={stored.puzzle.solution[cell] % grid.geometry.size + 1}"


def given_cell(stored: StoredGame) -> str:
    """The name of a cell that has a given."""
    grid = stored.puzzle.grid
    return grid.geometry.name(next(cell for cell, value in enumerate(grid.values) if value))
