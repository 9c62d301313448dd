"""What a move costs with several replicas: the parts `cost` and `limits` of `tests.fleet`.

cost: the processor time of all replicas for a move, with one, two and three of them. What they do
without being asked counts as well. All live at the same time, and people write to them by turns, so
that whatever else the machine does meets them alike.

A process that has less to do takes longer for each move: it wakes up for each one alone, with cold
caches. So what replicas do for each other hardly shows where they divide among them what one has
done alone. They are therefore compared with one replica twice: with as many moves, and with as many
for each of them, which is why somebody adds a replica. And they are compared with as many bots that
divide the people among them and share nothing. What PostgreSQL takes for a move is measured as
well.

limits: what it costs that two replicas keep to Telegram's limits together, almost as many moves as
it lets them answer, beside two that know of no limits.
"""

from asyncio import gather
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from statistics import median
from typing import Final

from bot.playground import BotApi
from tests.load import Load, move
from tests.replicas.fleet import Fleet, opened
from tests.replicas.options import Options, must, tell

MOST_COST: Final[Mapping[int, float]] = {2: 1.10, 3: 1.20}
"""How much more processor time a move may take with so many replicas, as a ratio.

That is where each has as much to do as the one.
"""

MOST_LIMITS: Final = 1.3
"""How much more processor time a move may take where replicas share Telegram's limits."""

SERVER_SECONDS: Final = 0.0025
"""The processor seconds that PostgreSQL may take for a move with one replica."""

ROUND_SECONDS: Final = 8.0
CALM_SECONDS: Final = 5.0
MOVERS: Final = 300
"""Enough people that each is answered before their next turn, on a busy machine too."""

LIMITED_MOVES: Final = 24.0
"""A second, of the 28 messages that Telegram's limits leave."""

Played = tuple[Fleet, Load]


@dataclass(frozen=True)
class Side:
    """Fleets that people write to at the same time, and how often a second, to all together."""

    fleets: Sequence[Played]
    moves: float


@dataclass(frozen=True)
class Price:
    """The processor seconds of a move: of all bots of a side, and of their servers."""

    bots: float
    server: float

    def __str__(self) -> str:
        return f"{self.bots * 1000:.2f} + {self.server * 1000:.2f}"


async def cost(options: Options) -> None:
    moves = options.moves
    async with AsyncExitStack() as stack:
        together = [
            await stack.enter_async_context(_played(count, options, moves)) for count in MOST_COST
        ]
        apart = [
            await stack.enter_async_context(_played(1, options, moves))
            for _ in range(max(MOST_COST))
        ]
        sides = {"one": Side(apart[:1], moves)}
        for count, fleet in zip(MOST_COST, together, strict=True):
            sides |= {
                f"{count} replicas": Side([fleet], moves),
                f"{count} busy": Side([fleet], count * moves),
                f"{count} apart": Side(apart[:count], moves),
            }
        spent = await _compared(sides, options)
    _must_cost_little(spent, options)


async def limits(options: Options) -> None:
    async with AsyncExitStack() as stack:
        sides = dict[str, Side]()
        for kind, is_free in (("shared limits", False), ("no limits", True)):
            playing = _played(2, options, LIMITED_MOVES, is_free=is_free)
            sides[kind] = Side([await stack.enter_async_context(playing)], LIMITED_MOVES)
        spent = await _compared(sides, options)
    ratio = _ratio(spent["shared limits"], spent["no limits"])
    tell(f"a move takes {ratio:.2f} times the processor time with shared limits")
    _tell_servers(spent)
    must(ratio <= MOST_LIMITS * options.slack, f"at most {MOST_LIMITS * options.slack:g} times")


async def _compared(sides: Mapping[str, Side], options: Options) -> Mapping[str, Sequence[Price]]:
    spent = {side: list[Price]() for side in sides}
    for number in range(options.rounds):
        # Each is first in turn.
        first = number % len(sides)
        for side in [*sides][first:] + [*sides][:first]:
            spent[side].append(await _price(sides[side], options))
        told = ", ".join(f"{side} {prices[-1]}" for side, prices in spent.items())
        tell(f"ms of processor time a move, bots + PostgreSQL: {told}")
    return spent


@asynccontextmanager
async def _played(
    count: int, options: Options, moves: float, *, is_free: bool = True
) -> AsyncIterator[Played]:
    """So many replicas, and people who are in the middle of their games.

    Replicas that are free know none of Telegram's limits.
    """
    api = BotApi()
    async with opened(count, api, options.pooler) as fleet:
        if is_free:
            fleet.program = ("-m", "tests.load", "--serve")
        await fleet.start_all()
        # With so many people nobody meets the limit of their own chat.
        load = Load(api, fleet.replicas[0].address, MOVERS)
        await load.begin()
        await load.step(move, moves, CALM_SECONDS, patient=True)
        yield fleet, load
        await load.close()


async def _price(side: Side, options: Options) -> Price:
    seconds, rate = options.seconds or ROUND_SECONDS, side.moves / len(side.fleets)
    before = _spent(side)
    done = await gather(*(load.step(move, rate, seconds, patient=True) for _, load in side.fleets))
    moves = sum(len(one.latencies) for one in done)
    bots, server = (after - then for after, then in zip(_spent(side), before, strict=True))
    return Price(bots / moves, server / moves)


def _spent(side: Side) -> tuple[float, float]:
    """The processor seconds so far of the bots, without their workers, and of the servers."""
    fleets = [fleet for fleet, _ in side.fleets]
    bots = sum(fleet.processor_seconds() for fleet in fleets)
    return bots, sum(fleet.cluster.processor_seconds() for fleet in fleets)


def _ratio(these: Sequence[Price], those: Sequence[Price]) -> float:
    return median(one.bots / other.bots for one, other in zip(these, those, strict=True))


def _must_cost_little(spent: Mapping[str, Sequence[Price]], options: Options) -> None:
    busy = dict[int, float]()
    for count in MOST_COST:
        replicas = f"{count} replicas"
        divided = _ratio(spent[replicas], spent["one"])
        busy[count] = _ratio(spent[f"{count} busy"], spent["one"])
        beside = _ratio(spent[replicas], spent[f"{count} apart"])
        tell(
            f"a move takes {divided:.2f} times the processor time with {replicas}, {beside:.2f}"
            f" times that of as many bots apart, and {busy[count]:.2f} times with {replicas} that"
            " have as much to do as the one"
        )
    _tell_servers(spent)
    for count, most in MOST_COST.items():
        limit = most * options.slack
        must(busy[count] <= limit, f"{count} replicas take at most {limit:g} times as much")
    server, limit = median(price.server for price in spent["one"]), SERVER_SECONDS * options.slack
    must(server <= limit, f"at most {limit * 1000:g} ms of PostgreSQL a move")


def _tell_servers(spent: Mapping[str, Sequence[Price]]) -> None:
    servers = {side: median(price.server for price in prices) for side, prices in spent.items()}
    told = ", ".join(f"{side} {seconds * 1000:.2f}" for side, seconds in servers.items())
    tell(f"ms of PostgreSQL a move: {told}")
