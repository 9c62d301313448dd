"""Starts PostgreSQL, several replicas of the bot and a reverse proxy, and injects faults.

    python -m tests.fleet
    python -m tests.fleet kills restarts cut frozen upgrade cost limits busy

Without a part it prints an address where you can talk to them. This process pretends to be
Telegram. Its calls go through a real Caddy with the very directives of compose.scale.yaml, and a
call that fails is repeated when Telegram would repeat it.

kills: people play while one replica after another is killed and started again. Whatever was shown
is in the database; in the end every game stands where the model of `tests.crash` does, each message
counted, and counted once. Every chat is answered in time, whichever replica held it.

restarts: PostgreSQL itself is stopped and started while people play and ask. Every question is
answered as often as it was asked and in order, or its sender is told that it was not stored. The
same holds for the parts below.

cut: nothing gets through between one replica and PostgreSQL for a while, then everything does.
Every chat is answered in time.

frozen: the same for a replica that is stopped (SIGSTOP) in the middle of its work, and goes on
later.

upgrade: each replica in turn is ended by SIGTERM and started again. Nobody waits for long.

cost and limits: the processor time of a move (`tests/replicas/cost.py`).

busy: almost as many messages come as Telegram lets a bot answer (`--rate`), and it refuses what is
above that. Meanwhile a replica is killed, frozen or cut off, or PostgreSQL is restarted, by
turns (`--harms`), with a pause in which all can catch up (`--calm`). Every chat is answered in
time, and no second has more than Telegram takes.

With `--pooler PROGRAM` all connections to PostgreSQL go through that PgBouncer, in transaction
mode.
"""

import argparse
import asyncio
import random
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from time import monotonic
from typing import Final

from bot.playground import BotApi, Person
from bot.playground.chats import User
from bot.playground.groups import default_people
from bot.playground.service import HOST, PageServer
from bot.playground.web import create_web
from bot.web.port import open_port
from tests.crash import SIZE, Player, answers
from tests.replicas.cost import cost, limits
from tests.replicas.crowd import MOST_IN_A_SECOND, LimitedApi, size_for, write
from tests.replicas.fleet import Fleet, Replica, opened
from tests.replicas.options import Options, must, tell
from tests.replicas.people import Stopwatch, Witness
from tests.waits import in_seconds, most_in_a_second, percentile

PLAYERS: Final = 8
WITNESSES: Final = 12
CHECK_EVERY: Final = 5
"""Kills between two comparisons of every game with its model."""

SLOWEST_SECONDS: Final = 5.0
"""How long the slowest answer of any chat may take while one replica is dead, cut off or frozen."""

LATE_SECONDS: Final = 1.0
"""How long an answer may take at the 99th percentile while all replicas are exchanged."""

KEPT_RATE: Final = 0.95
"""The share of the messages of `busy` that must have been written when it was their time."""

AWAY_SECONDS: Final = 1.0
CUT_SECONDS: Final = 30.0
FROZEN_SECONDS: Final = 20.0
HARM_SECONDS: Final = 6.0
CALM_SECONDS: Final = 5.0
SETTLE_SECONDS: Final = 40.0
BURSTS: Final = 2


async def look(options: Options) -> None:
    """Serves a person in a browser, until Ctrl-C."""
    api = BotApi()
    alice, ming, _ = default_people(api)
    async with opened(options.replicas, api, options.pooler) as fleet:
        await fleet.start_all()
        with open_port(HOST, 0) as listening:
            server = PageServer(create_web(api, (alice, ming)))
            tell(f"Open http://{HOST}:{listening.getsockname()[1]} in a browser and say hello.")
            tell(f"{fleet.webhook} leads to {len(fleet.replicas)} replicas:")
            for replica in fleet.replicas:
                tell(f"  {replica.number}: {replica.address}, {replica.log}")
            await server.serve([listening])


async def kills(options: Options) -> None:
    dice, api = random.Random(options.seed), BotApi()
    async with opened(options.replicas, api, options.pooler) as fleet:
        watch = Stopwatch(api)
        players = [Player(api, number, fleet.ask, dice) for number in range(PLAYERS)]
        await fleet.start_all()
        back, killed = list[float](), 0
        while killed < options.kills:
            some = min(CHECK_EVERY, options.kills - killed)
            async with asyncio.TaskGroup() as group:
                for player in players:
                    group.create_task(player.plays())
                for _ in range(some):
                    back += await _kill(fleet, players, watch, dice)
                for player in players:
                    player.is_playing = False
            await fleet.catch_up()
            for player in players:
                await player.check_exact(fleet.ask)
            killed += some
            tell(f"{killed} kills, {sum(player.said for player in players)} messages: all compared")
        fleet.check_logs()
    tell(
        f"{killed} kills: nothing lost, doubled or out of order; {in_seconds('next answer', back)}"
    )
    _tell_all(fleet, watch)
    # Only the waits after a kill count: people who write faster than Telegram takes answers wait
    # long without any kill.
    _must_answer(options, back)


async def _kill(
    fleet: Fleet, players: Sequence[Player], watch: Stopwatch, dice: random.Random
) -> list[float]:
    """Kills a replica while everybody plays; gives how long each chat then waits for an answer."""
    await asyncio.sleep(dice.uniform(0.5, 2.0))
    at_work = [replica for replica in fleet.replicas if await fleet.held_by(replica)]
    victim = dice.choice(at_work or fleet.replicas)
    await fleet.kill(victim)
    since = monotonic()
    for player in players:
        await player.check_shown(fleet.ask)
    await fleet.start(victim)
    waited = await watch.next_answers([player.person.id for player in players], since)
    await fleet.serves(victim)
    return waited


@asynccontextmanager
async def witnessed(
    options: Options, api: BotApi | None = None, rate: float = 0.0
) -> AsyncIterator[tuple[Fleet, list[Witness], Stopwatch]]:
    """Runs replicas while people talk to them; nothing may be missing in the end.

    With a `rate` there are enough of them to write so many messages a second.
    """
    dice, api = random.Random(options.seed), api or BotApi()
    async with opened(options.replicas, api, options.pooler) as fleet:
        await fleet.start_all()
        witnesses = [
            Witness(Person(api, User(7000 + number, f"Witness {number}", "en")), fleet.ask, dice)
            for number in range(size_for(rate) if rate else WITNESSES)
        ]
        for witness in witnesses[1:]:
            witness.person.say(f"/new {SIZE} none {witness.person.id}")
            await answers(api)
        await fleet.catch_up()
        for witness in witnesses[1:]:
            await witness.begins()
        watch = Stopwatch(api)
        async with asyncio.TaskGroup() as group:
            talks = [write(witnesses, rate, dice)] if rate else [w.talks() for w in witnesses]
            talking = [group.create_task(talk) for talk in talks]
            yield fleet, witnesses, watch
            for task in talking:
                task.cancel()
        await _settle(fleet, witnesses)
        fleet.check_logs()


async def _settle(fleet: Fleet, witnesses: Sequence[Witness]) -> None:
    ends = monotonic() + SETTLE_SECONDS
    await fleet.catch_up()
    while missing := [what for witness in witnesses if (what := await witness.lacks())]:
        must(monotonic() < ends, "; ".join(missing))
        await asyncio.sleep(0.2)
    for witness in witnesses:
        witness.check_order()


def _told(name: str, witnesses: Sequence[Witness], most_doubled: int) -> None:
    """Raises BrokenPromiseError if a chat got more answers twice than calls were under way."""
    doubled = [witness.doubled() for witness in witnesses]
    refused = sum(witness.refused() for witness in witnesses)
    tell(
        f"{name}: {_said(witnesses)} messages, nothing lost or out of order;"
        f" told twice: {sum(map(len, doubled))},"
        f" told as not stored: {refused}"
    )
    most = max(doubled, key=len)
    must(len(most) <= most_doubled, f"at most {most_doubled} answers of a chat come twice: {most}")


def _said(witnesses: Sequence[Witness]) -> int:
    return sum(sum(witness.asked.values()) + witness.moves for witness in witnesses)


async def restarts(options: Options) -> None:
    async with witnessed(options) as (fleet, witnesses, watch):
        for _ in range(options.rounds):
            await asyncio.sleep(CALM_SECONDS)
            async with fleet.cluster.away():
                await asyncio.sleep(options.seconds or AWAY_SECONDS)
            since = monotonic()
            chats = [witness.person.id for witness in witnesses]
            waited = await watch.next_answers(chats, since)
            tell(f"PostgreSQL is back: {in_seconds('next answer', waited)}")
    _told("restarts", witnesses, options.rounds)


async def cut(options: Options) -> None:
    await _without_one(options, "cut", Fleet.cut_off, CUT_SECONDS)


async def frozen(options: Options) -> None:
    await _without_one(options, "frozen", Fleet.frozen, FROZEN_SECONDS)


async def _without_one(
    options: Options,
    name: str,
    harm: Callable[[Fleet, Replica], AbstractAsyncContextManager[None]],
    seconds: float,
) -> None:
    back = list[float]()
    async with witnessed(options) as (fleet, witnesses, watch):
        for number in range(options.rounds):
            await asyncio.sleep(CALM_SECONDS)
            victim = fleet.replicas[number % len(fleet.replicas)]
            await _all_act(witnesses)
            chats = [witness.person.id for witness in witnesses]
            async with harm(fleet, victim):
                waiting = asyncio.create_task(watch.next_answers(chats, monotonic()))
                await asyncio.sleep(options.seconds or seconds)
            # If the victim still believes that it holds its chats, two replicas handle them now.
            for _ in range(BURSTS):
                await _all_act(witnesses)
            back += await waiting
            await asyncio.sleep(CALM_SECONDS)
            await fleet.serves(victim)
    _told(name, witnesses, options.rounds)
    tell(f"{in_seconds('next answer', back)}; {fleet.restarts} ended by themselves")
    _must_answer(options, _tell_all(fleet, watch))


async def _all_act(witnesses: Sequence[Witness]) -> None:
    """Has everybody write, and returns while the bot is still at work on it."""
    for witness in witnesses:
        witness.acts_at_once(2)
        await asyncio.sleep(0.01)


def _tell_all(fleet: Fleet, watch: Stopwatch) -> list[float]:
    """Prints how long the answers took, and gives the times in seconds."""
    waited = _waits(watch)
    tell(f"{in_seconds('all answers', waited)}; {fleet.postman.failures} calls failed")
    return waited


def _waits(watch: Stopwatch) -> list[float]:
    return [wait.seconds for wait in watch.waits]


def _must_answer(options: Options, waited: Sequence[float]) -> None:
    """Checks the slowest answer, unless there is only one replica: then nobody can take over."""
    limit = SLOWEST_SECONDS * options.slack
    must(options.replicas == 1 or max(waited, default=0.0) <= limit, f"answered in {limit} s")


async def upgrade(options: Options) -> None:
    async with witnessed(options) as (fleet, witnesses, watch):
        for number, replica in enumerate([*fleet.replicas] * options.rounds):
            # A migration of the next version does the same while other replicas are at work.
            await fleet.ask(f"alter table views add column later_{number} bigint")
            await asyncio.sleep(CALM_SECONDS)
            await fleet.stop(replica)
            await fleet.start(replica)
            await fleet.serves(replica)
        await asyncio.sleep(CALM_SECONDS)
    _told("upgrade", witnesses, 0)
    waited = _waits(watch)
    tell(in_seconds("answers", waited))
    limit = LATE_SECONDS * options.slack
    must(percentile(waited, 0.99) <= limit, f"{limit} s at the 99th percentile")


async def busy(options: Options) -> None:
    api = LimitedApi()
    async with witnessed(options, api, options.rate) as (fleet, witnesses, watch):
        began = monotonic()
        for number in range(options.harms):
            await asyncio.sleep(options.calm)
            turn, kind = divmod(number, len(HARMS))
            victim = fleet.replicas[turn % len(fleet.replicas)]
            async with HARMS[kind](fleet, victim):
                await asyncio.sleep(options.seconds or HARM_SECONDS)
            await fleet.serves(victim)
            if kind == len(HARMS) - 1:
                tell(f"{number + 1} harms; {in_seconds('all answers', _waits(watch))}")
        await asyncio.sleep(options.calm)
        reached = _said(witnesses) / (monotonic() - began)
    _told("busy", witnesses, options.harms)
    most = most_in_a_second(api.sent)
    tell(
        f"{options.harms} harms at {reached:.1f} messages a second; at most {most} sent in one"
        f" second; Telegram refused {api.refused} of {len(api.sent)}"
    )
    waited = _tell_all(fleet, watch)
    must(reached >= KEPT_RATE * options.rate, f"{options.rate:g} messages a second are written")
    limit = MOST_IN_A_SECOND * options.slack
    must(most <= limit, f"at most {limit:g} are sent in one second")
    _must_answer(options, waited)


@asynccontextmanager
async def _killed(fleet: Fleet, victim: Replica) -> AsyncIterator[None]:
    await fleet.kill(victim)
    await fleet.start(victim)
    yield


@asynccontextmanager
async def _restarted(fleet: Fleet, _: Replica) -> AsyncIterator[None]:
    async with fleet.cluster.away():
        await asyncio.sleep(AWAY_SECONDS)
    yield


HARMS: Final = (_killed, Fleet.frozen, Fleet.cut_off, _restarted)
"""What befalls a replica, or all of them, while a block runs."""

PARTS: Final[Mapping[str, Callable[[Options], Awaitable[None]]]] = {
    "kills": kills,
    "restarts": restarts,
    "cut": cut,
    "frozen": frozen,
    "upgrade": upgrade,
    "cost": cost,
    "limits": limits,
    "busy": busy,
}


async def run(parts: Sequence[str], options: Options) -> None:
    """Runs the parts in turn; raises BrokenPromiseError for the first broken promise."""
    for part in parts:
        await PARTS[part](options)
    if not parts:
        await look(options)


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m tests.fleet", description=(__doc__ or "").partition("\n")[0]
    )
    parser.add_argument("parts", nargs="*", metavar="PART", help=", ".join(PARTS))
    parser.add_argument("--replicas", type=int, default=3, help="how many (3)")
    parser.add_argument("--kills", type=int, default=100, help="how often (100)")
    parser.add_argument("--harms", type=int, default=40, help="how many while it is busy (40)")
    parser.add_argument("--rate", type=float, default=25.0, help="messages a second then (25)")
    parser.add_argument("--moves", type=float, default=60.0, help="a second during `cost` (60)")
    parser.add_argument("--calm", type=float, default=20.0, help="seconds between two harms (20)")
    parser.add_argument("--rounds", type=int, default=3, help="of each other part (3)")
    parser.add_argument("--seconds", type=float, default=0.0, help="of a round, instead of its own")
    parser.add_argument("--slack", type=float, default=1.0, help="times each limit (1)")
    parser.add_argument("--seed", type=int, default=random.randrange(10**6), help="of the dice")
    parser.add_argument("--pooler", default="", help="a PgBouncer before PostgreSQL (none)")
    arguments = vars(parser.parse_args())
    parts = arguments.pop("parts")
    tell(f"seed {arguments['seed']}")
    with suppress(KeyboardInterrupt):
        asyncio.run(run(parts, Options(**arguments)))


if __name__ == "__main__":
    main()
