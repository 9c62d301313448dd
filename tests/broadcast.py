"""Sends a daily to thousands of subscribers who are all due at the same moment, with faults.

    python -m tests.broadcast --subscribers 10000
    python -m tests.broadcast --subscribers 10000 --replicas 3

Some subscribers have blocked the bot, some chats answer 429, some answers are lost after the
delivery, and the bot is killed twice on the way. In the end everybody has exactly one daily, or at
most one and a row that honestly says `maybe_sent`: a bot that dies between sending and noting it
cannot know whether the message arrived, and sending it again might double it. The bulk keeps to its
rate, and players hardly notice it.

With several replicas on PostgreSQL, the replica that sends the dailies is the one that is killed.
"""

import argparse
import asyncio
import random
import sys
import tempfile
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from enum import Enum, auto
from pathlib import Path
from time import monotonic
from typing import Any, Final, Protocol

from bot.playground import BotApi, Person
from bot.playground.chats import User
from bot.playground.errors import too_many_requests
from bot.playground.parameters import Upload
from bot.store import subscriptions, users
from bot.store.databases.locations import location_of
from bot.store.seam.location import Location
from bot.store.seam.source import Source
from bot.telegram.gate import MOST, OVERALL, Rank
from tests.crash import Ask, BrokenPromiseError, file_at, kill, serving, start
from tests.replicas.fleet import Fleet, opened
from tests.waits import most_in_a_second, percentile

FIRST_SUBSCRIBER: Final = 1_000_000
PLAYERS: Final = 5
RESTART_SECONDS: Final = 5.0
"""How long answers are not measured after a kill."""

RETRY_AFTER: Final = 3
LOST_SECONDS: Final = 20.0
"""Longer than the bot waits for an answer."""

SLOWEST: Final = 0.3
"""How long a player may wait at the 99th percentile while the dailies go out."""

ENOUGH: Final = 500
"""With fewer answers the slowest hundredth is a single answer, the one after a restart."""


JITTER: Final = 5
"""How many more messages may arrive in one second than were sent in it, on a busy machine."""


class Fate(Enum):
    """What happens to the daily on its way to a subscriber."""

    NOTHING = auto()
    BLOCKED = auto()
    TOO_MANY = auto()
    ANSWER_LOST = auto()


def draw_fates(count: int, seed: int) -> dict[int, Fate]:
    """5 % have blocked the bot, 2 % answer 429 at first, 1 % get it but the bot gets no answer."""
    dice = random.Random(seed)
    kinds, weights = tuple(Fate), (92, 5, 2, 1)
    return {FIRST_SUBSCRIBER + number: dice.choices(kinds, weights)[0] for number in range(count)}


class FaultyApi(BotApi):
    """A Bot API that applies the fates; `arrivals` has the time when each daily was delivered."""

    def __init__(
        self, fates: Mapping[int, Fate], lose: Callable[[], Awaitable[None]], **more: Any
    ) -> None:
        super().__init__(**more)
        self.arrivals: list[tuple[float, int]] = []
        self._lose = lose
        # A fate is met once, so that sending again succeeds; only a blocked bot stays blocked.
        self._once = {chat: fate for chat, fate in fates.items() if fate is not Fate.NOTHING}
        for chat_id, fate in fates.items():
            person = User(chat_id, "Subscriber", "en")
            chat = self.world.chats.add_person(person)
            self.world.chats.meet(person, chat)
            if fate is Fate.BLOCKED:
                chat.bot_status = "kicked"

    async def call(
        self,
        method: str,
        parameters: Mapping[str, Any] | None = None,
        files: Mapping[str, Upload] | None = None,
    ) -> Any:
        chat_id = int((parameters or {}).get("chat_id") or 0)
        if method != "sendMessage" or chat_id < FIRST_SUBSCRIBER:
            return await super().call(method, parameters, files)
        fate = self._once.pop(chat_id, Fate.NOTHING)
        if fate is Fate.TOO_MANY:
            raise too_many_requests(RETRY_AFTER)
        result = await super().call(method, parameters, files)
        self.arrivals.append((monotonic(), chat_id))
        if fate is Fate.ANSWER_LOST:
            await self._lose()
        return result


async def subscribe_all(database: Source, chats: Iterable[int], now: datetime) -> None:
    """Subscribe all chats, due now."""
    label, minute = now.date().isoformat(), now.hour * 60 + now.minute
    async with database.transaction() as transaction:
        for chat in chats:
            await users.see(transaction, chat, int(now.timestamp()), "en")
            await subscriptions.put(
                transaction,
                chat,
                chat,
                zone="UTC",
                minute=minute,
                next_due=int(now.timestamp()),
                next_label=label,
            )


@dataclass
class Tally:
    """How many rows ended in each state."""

    states: Counter[str] = field(default_factory=Counter)
    repeated: int = 0

    def __str__(self) -> str:
        return ", ".join(f"{count} {state}" for state, count in sorted(self.states.items()))


def check(
    rows: Iterable[tuple[int, str]], arrived: Iterable[int], fates: Mapping[int, Fate]
) -> Tally:
    """Compares what the outbox says with what Telegram has delivered; raises BrokenPromiseError."""
    delivered, state_of, tally = Counter(arrived), dict(rows), Tally()
    for chat, fate in fates.items():
        count, state = delivered[chat], state_of.get(chat, "missing")
        tally.states[state] += 1
        fits = {"sent": count == 1, "maybe_sent": count <= 1, "failed": count == 0}
        if not fits.get(state, False):
            raise BrokenPromiseError(
                f"{chat} ({fate.name}) has {count} dailies, and its row says {state}"
            )
        if state == "failed" and fate is not Fate.BLOCKED:
            raise BrokenPromiseError(f"{chat} ({fate.name}) was given up")
    return tally


class Players:
    """People who ask for help now and then, and measure how long the answer takes."""

    def __init__(self, api: BotApi) -> None:
        self._people = [Person(api, User(100 + n, f"Player {n}", "en")) for n in range(PLAYERS)]
        self._api = api
        self.is_up = True
        self.waited: list[float] = []

    async def play(self) -> None:
        await asyncio.gather(*(self._ask(person) for person in self._people))

    async def _ask(self, person: Person) -> None:
        while True:
            await asyncio.sleep(random.uniform(1.0, 3.0))
            if self.is_up:
                began = monotonic()
                await self._answered(person)
                if self.is_up:
                    self.waited.append(monotonic() - began)

    async def _answered(self, person: Person) -> None:
        said = asyncio.Event()

        def listen(event: dict[str, Any]) -> None:
            message = event.get("message", {})
            is_here = event["event"] == "message" and message["chat"]["id"] == person.id
            if is_here and message["from"]["is_bot"]:
                said.set()

        self._api.world.listeners.add(listen)
        person.say("/help")
        try:
            await asyncio.wait_for(said.wait(), 60)
        finally:
            self._api.world.listeners.discard(listen)


class Bot(Protocol):
    """The processes of a bot; `ask` asks their database, which is at `location`."""

    ask: Ask
    location: Location

    async def start(self) -> None:
        """Begin to serve."""

    async def dies(self) -> None:
        """Kill the process that sends the dailies, and start it again."""


@dataclass
class Alone:
    """One process with a file."""

    path: Path
    api: BotApi
    address: str

    def __post_init__(self) -> None:
        self.ask = file_at(self.path)
        self.location = location_of(self.path, None)

    async def start(self) -> None:
        self.process = await start(self.path, self.api.token, self.address)

    async def dies(self) -> None:
        await kill(self.process)
        await self.start()


@asynccontextmanager
async def alone(api: BotApi) -> AsyncIterator[Bot]:
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        async with serving(api) as address:
            bot = Alone(Path(folder) / "sudoku.db", api, address)
            yield bot
            await kill(bot.process)


@dataclass
class Several:
    """Replicas, one of which leads."""

    fleet: Fleet

    def __post_init__(self) -> None:
        self.ask: Ask = self.fleet.ask
        self.location: Location = location_of(Path(), self.fleet.server)

    async def start(self) -> None:
        await self.fleet.start_all()

    async def dies(self) -> None:
        leader = await self.fleet.leader()
        await self.fleet.kill(leader)
        await self.fleet.start(leader)


@asynccontextmanager
async def several(api: BotApi, count: int) -> AsyncIterator[Bot]:
    async with opened(count, api) as fleet:
        yield Several(fleet)


async def outbox(bot: Bot) -> list[tuple[Any, ...]]:
    return await bot.ask("select chat_id, state from outbox")


async def until(bot: Bot, settled: int) -> None:
    """Returns when this many rows have reached a final state."""
    while sum(state not in {"pending", "sending"} for _, state in await outbox(bot)) < settled:
        await asyncio.sleep(0.2)


async def run(
    count: int, seed: int, served: Callable[[BotApi], AbstractAsyncContextManager[Bot]]
) -> None:
    """The long form, over HTTP and in real time; prints its figures."""
    fates, is_over = draw_fates(count, seed), asyncio.Event()

    async def lose() -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(LOST_SECONDS):
                await is_over.wait()

    api = FaultyApi(fates, lose)
    players = Players(api)
    async with served(api) as bot:
        database = await bot.location.open()
        await subscribe_all(database, fates, datetime.now(UTC))
        await database.close()
        await bot.start()
        playing = asyncio.create_task(players.play())
        for share in (1 / 3, 2 / 3):
            await until(bot, int(count * share))
            players.is_up = False
            await bot.dies()
            await asyncio.sleep(RESTART_SECONDS)
            players.is_up = True
        await until(bot, count)
        playing.cancel()
        rows = await outbox(bot)
        # Otherwise the server would wait for the answers that it still holds back.
        is_over.set()
    tally = check(
        ((chat, state) for chat, state in rows), (chat for _, chat in api.arrivals), fates
    )
    instants = [at for at, _ in api.arrivals]
    spent = instants[-1] - instants[0]
    late = percentile(players.waited, 0.99)
    print(f"{count} subscribers, 2 kills: {tally}; nobody got two")
    print(
        f"{len(instants)} delivered in {spent:.0f} s, {len(instants) / spent:.1f}/s with the "
        f"restarts, at most {most_in_a_second(instants)} in one second"
    )
    print(f"players meanwhile: {len(players.waited)} answers, {late * 1000:.0f} ms at p99")
    sys.stdout.flush()
    if most_in_a_second(instants) > OVERALL + JITTER or len(instants) / spent > MOST[Rank.BULK]:
        raise BrokenPromiseError("the bulk was too fast")
    if late > SLOWEST and len(players.waited) >= ENOUGH:
        raise BrokenPromiseError("players had to wait too long")


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m tests.broadcast", description=__doc__.partition("\n")[0]
    )
    parser.add_argument("--subscribers", type=int, default=10_000, help="how many (10000)")
    parser.add_argument("--replicas", type=int, default=0, help="on PostgreSQL (one on a file)")
    parser.add_argument("--seed", type=int, default=1, help="of the dice (1)")
    options = parser.parse_args()

    def served(api: BotApi) -> AbstractAsyncContextManager[Bot]:
        if not options.replicas:
            return alone(api)
        return several(api, options.replicas)

    asyncio.run(run(options.subscribers, options.seed, served))


if __name__ == "__main__":
    main()
