"""Compares two bots over HTTP, which differ in their database, their games or their checkout.

Both live at the same time, each with a pretend Telegram of its own, and people write to them by
turns, in phases of some seconds. Whatever else the machine does meets both alike, so each phase is
compared with its neighbour, and the median of these ratios is printed: a single figure says little.
A new game begins before each other phase, so that games have about as many turns as when they are
played.
"""

import argparse
import asyncio
import itertools
import tempfile
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Final

from bot.playground import BotApi
from tests.bot.process import free_port
from tests.grown import Sizes, fill
from tests.load import (
    PATIENCE_SECONDS,
    ROOT,
    Load,
    Say,
    Step,
    blank_moves,
    bot,
    move,
    press,
    telegram,
)
from tests.waits import percentile

RATE: Final = 100.0
"""Updates a second."""

PEOPLE: Final = 25
FEW_TURNS: Final = 30
FRESH_SECONDS: Final = 1.0
BUSY: Final = 0.1
"""More of a core than this takes no idle bot."""

KINDS: Final[Mapping[str, Say]] = {"move": move, "press": press}


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two bots: a name, a checkout, and how many ended games its database has.

    None leaves it to the bot to make its database, whose schema may be another one. Its people make
    `turns` in each game before they are measured.
    """

    name: str
    tree: Path
    games: int | None = None
    turns: int = 0


async def compare(arguments: argparse.Namespace) -> AsyncIterator[str]:
    """Lines that tell how two bots compare: idle, and at each kind of update."""
    if arguments.beside:
        sides = Side("here", ROOT), Side("beside", arguments.beside.resolve())
    elif arguments.turns:
        # The same turns on the same boards: only how many came before differs.
        cycle = len([*blank_moves()])
        long = FEW_TURNS + -((FEW_TURNS - arguments.turns) // cycle) * cycle
        sides = (
            Side(f"{long} turns", ROOT, turns=long),
            Side(f"{FEW_TURNS} turns", ROOT, turns=FEW_TURNS),
        )
    else:
        sides = Side(f"{arguments.games:,} games", ROOT, arguments.games), Side("none", ROOT, 0)
    async with _serving(sides, arguments.disk) as (loads, sizes):
        if sizes:
            yield (
                f"an ended game takes {sizes.game:.0f} bytes, {sizes.unpacked:.0f} until its turns"
                f" are packed, its puzzle {sizes.puzzle:.0f}"
            )
        await _settled(loads, arguments.settle)
        for side, load in zip(sides, loads, strict=True):
            idle, memory = await load.idle(arguments.seconds), await load.memory()
            yield f"{side.name}: idle {idle:.1%} of a core, {memory / 1e6:.0f} MB"
        for kind, say in KINDS.items():
            steps = [
                await _both(say, dict(zip(loads, sides, strict=True)), number, arguments.seconds)
                for number in range(arguments.rounds)
            ]
            for line in _lines(kind, [side.name for side in sides], steps):
                yield line


@asynccontextmanager
async def _serving(
    sides: tuple[Side, Side], disk: Path | None
) -> AsyncIterator[tuple[list[Load], Sizes | None]]:
    found = []
    async with AsyncExitStack() as stack:
        folders = [Path(stack.enter_context(tempfile.TemporaryDirectory(dir=disk))) for _ in sides]
        # Before any bot serves, because it takes minutes.
        for side, folder in zip(sides, folders, strict=True):
            if side.games is not None:
                found.append(await fill(folder / "sudoku.db", side.games))
        loads = []
        for side, folder in zip(sides, folders, strict=True):
            api, port = BotApi(), free_port()
            address = await stack.enter_async_context(telegram(api))
            await stack.enter_async_context(bot(api, address, folder, port, side.tree))
            loads.append(Load(api, f"http://127.0.0.1:{port}", PEOPLE))
            stack.push_async_callback(loads[-1].close)
        yield loads, found[0] if found else None


async def _settled(loads: Sequence[Load], seconds: float) -> None:
    """Returns after so many seconds, once neither bot is busy any more."""
    await asyncio.sleep(seconds)
    async with asyncio.timeout(PATIENCE_SECONDS):
        while max([await load.idle(FRESH_SECONDS) for load in loads]) > BUSY:
            pass


async def _both(
    say: Say, loads: Mapping[Load, Side], number: int, seconds: float
) -> tuple[Step, Step]:
    """A phase of each, in the order of the sides; each is first every other time."""
    found = {}
    for load in loads if number % 2 else reversed([*loads]):
        if number % 2 == 0:
            await load.begin(loads[load].turns)
        # What the bot says of itself may be as old.
        await asyncio.sleep(FRESH_SECONDS)
        found[load] = await load.step(say, RATE, seconds, patient=True)
    first, second = (found[load] for load in loads)
    return first, second


def _lines(kind: str, names: Sequence[str], steps: Sequence[tuple[Step, Step]]) -> list[str]:
    told = []
    for name, mine in zip(names, zip(*steps, strict=True), strict=True):
        waits = list(itertools.chain.from_iterable(step.latencies for step in mine))
        p50, p99 = (1000 * percentile(waits, share) for share in (0.5, 0.99))
        cost = 1000 * median(step.cost for step in mine)
        told.append(f"a {kind}, {name}: {cost:.2f} ms, p50 {p50:.1f} ms, p99 {p99:.1f} ms")
    costs = median(first.cost / second.cost for first, second in steps)
    slower = median(first.p99 / second.p99 for first, second in steps)
    told.append(f"a {kind}: {costs:.2f} times the processor time, {slower:.2f} times the p99")
    return told
