"""Kills whole machines of two under play: the database, the replicas and the proxy in one moment.

    python -m tests.machines --kills 20

Each machine has a PostgreSQL server, two replicas of the bot and a Caddy with the directives of
compose.scale.yaml, all as processes of this one. One server follows the other and confirms its
commits (`tests.replicas.pair`). The replicas name both servers in their address, each proxy leads
to all replicas, and Telegram calls one address that is led to a machine that lives. Both of those
steps are a watchman's (bot/README.md says which programs do it): he lets the server that is left go
on alone, promoted if need be, and moves the address. Here he sees the death at once, so the waits
that are printed lack the seconds that he takes in life.

People play meanwhile, as in `tests.crash`. Whatever somebody was shown when the machine died is in
the database that is left, and in the end every game stands where its model does: each message
counted, and counted once. Then the machine comes back: its server takes a copy and follows.
"""

import argparse
import asyncio
import random
import sys
import tempfile
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic
from typing import Final
from urllib.parse import urlsplit

from bot.playground import BotApi
from tests.bot.process import free_port
from tests.crash import Player, serving
from tests.replicas.caddy import caddy
from tests.replicas.fleet import PATH, Fleet, Replica
from tests.replicas.pair import Pair, paired
from tests.replicas.people import Stopwatch
from tests.replicas.wire import Wire
from tests.waits import in_seconds

PLAYERS: Final = 8
REPLICAS_EACH: Final = 2
CHECK_EVERY: Final = 5
"""Deaths between two comparisons of every game with its model."""


def tell(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


@dataclass
class Machine:
    """A machine with its processes, but for the server; `proxy` is the port of its Caddy."""

    number: int
    replicas: Sequence[Replica]
    folder: Path
    proxy: int = 0
    _running: AsyncExitStack = field(default_factory=AsyncExitStack)

    async def starts_proxy(self, ports: Sequence[int]) -> None:
        address = await self._running.enter_async_context(caddy(ports, self.folder))
        self.proxy = urlsplit(address).port or 0

    async def loses_proxy(self) -> None:
        await self._running.aclose()


class Machines:
    """Two machines, of which the `address` leads to one."""

    def __init__(self, fleet: Fleet, pair: Pair, both: Sequence[Machine], address: Wire) -> None:
        self.fleet = fleet
        self._pair = pair
        self._both = both
        self._address = address
        self._ports = [replica.port for machine in both for replica in machine.replicas]

    async def start_all(self) -> None:
        for machine in self._both:
            await machine.starts_proxy(self._ports)
        self._address.leads_to(self._both[0].proxy)
        await self.fleet.start_all()

    async def end(self) -> None:
        for machine in self._both:
            await machine.loses_proxy()

    async def dies(self, number: int) -> None:
        """All processes of a machine are killed; the other one takes over."""
        machine, other = self._both[number], self._both[1 - number]
        await asyncio.gather(
            asyncio.to_thread(self._pair.members[number].die),
            *(self.fleet.kill(replica) for replica in machine.replicas),
            machine.loses_proxy(),
        )
        self._address.leads_to(other.proxy)
        await asyncio.to_thread(self._pair.survives, 1 - number)

    async def comes_back(self, number: int) -> None:
        """The machine starts again, with a copy of the other one's database."""
        machine = self._both[number]
        await self._pair.rejoins(number)
        for replica in machine.replicas:
            await self.fleet.start(replica)
        await machine.starts_proxy(self._ports)
        for replica in machine.replicas:
            await self.fleet.serves(replica)


@asynccontextmanager
async def opened(api: BotApi) -> AsyncIterator[Machines]:
    """Two machines, whose replicas are not started."""
    async with AsyncExitStack() as stack:
        pair = stack.enter_context(paired())
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(ignore_cleanup_errors=True)))
        await pair.members[0].create("sudoku")
        await pair.rejoins(1)
        server, both = pair.server("sudoku"), list[Machine]()
        for number in range(2):
            at = folder / f"machine{number}"
            at.mkdir()
            first = 1 + number * REPLICAS_EACH
            replicas = [
                Replica(each, free_port(), server.url, at / f"replica{each}.log")
                for each in range(first, first + REPLICAS_EACH)
            ]
            both.append(Machine(number, replicas, at))
        fleet = Fleet(api, server, [replica for machine in both for replica in machine.replicas])
        fleet.telegram = await stack.enter_async_context(serving(api))
        address = await stack.enter_async_context(Wire(0).laid())
        fleet.webhook = f"http://127.0.0.1:{address.port}{PATH}"
        machines = Machines(fleet, pair, both, address)
        stack.push_async_callback(machines.end)
        await stack.enter_async_context(fleet.at_work())
        yield machines


async def run(deaths: int, seed: int) -> None:
    """Kills machines this many times; raises BrokenPromiseError for the first broken promise."""
    dice, api = random.Random(seed), BotApi()
    async with opened(api) as machines:
        fleet, watch = machines.fleet, Stopwatch(api)
        players = [Player(api, number, fleet.ask, dice) for number in range(PLAYERS)]
        await machines.start_all()
        back, died = list[float](), 0
        while died < deaths:
            some = min(CHECK_EVERY, deaths - died)
            async with asyncio.TaskGroup() as group:
                for player in players:
                    group.create_task(player.plays())
                for _ in range(some):
                    back += await _death(machines, players, watch, dice)
                for player in players:
                    player.is_playing = False
            await fleet.catch_up()
            for player in players:
                await player.check_exact(fleet.ask)
            died += some
            said = sum(player.said for player in players)
            tell(f"{died} machines killed, {said} messages: all compared")
        fleet.check_logs()
    tell(f"nothing lost, doubled or out of order; {in_seconds('next answer', back)}")


async def _death(
    machines: Machines, players: Sequence[Player], watch: Stopwatch, dice: random.Random
) -> list[float]:
    """A machine dies while everybody plays; how long each chat then waits for an answer."""
    await asyncio.sleep(dice.uniform(0.5, 3.0))
    number, since = dice.randrange(2), monotonic()
    await machines.dies(number)
    for player in players:
        await player.check_shown(machines.fleet.ask)
    waited = await watch.next_answers([player.person.id for player in players], since)
    await machines.comes_back(number)
    return waited


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m tests.machines", description=(__doc__ or "").partition("\n")[0]
    )
    parser.add_argument("--kills", type=int, default=20, help="how often (20)")
    parser.add_argument("--seed", type=int, default=random.randrange(10**6), help="of the dice")
    options = parser.parse_args()
    tell(f"seed {options.seed}")
    asyncio.run(run(options.kills, options.seed))


if __name__ == "__main__":
    main()
