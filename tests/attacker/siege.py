"""One attack on a running bot, with honest people beside it, and what was measured."""

import asyncio
import os
import random
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from dataclasses import dataclass
from time import monotonic
from typing import Final

from bot.playground import BotApi
from tests.attacker.accounts import Account, attack
from tests.attacker.bystanders import Crowd, crowd
from tests.attacker.figures import Figures
from tests.attacker.files import FILES, file
from tests.attacker.gauges import Gauge
from tests.attacker.grammar import Kind
from tests.attacker.running import Bot
from tests.attacker.town import Said, Town
from tests.crash import answers
from tests.starvation import attacks
from tests.waits import percentile

OPENING_SECONDS: Final = 5.0
"""How long the first seconds of an attack last, which are reported apart."""

LAG_STEP: Final = 0.05

Begin = Callable[[BotApi], AbstractAsyncContextManager[Bot]]


@dataclass(frozen=True)
class Plan:
    """How an attack is made; `hurry` divides its pauses, `share` makes the honest people fewer."""

    accounts: int
    seconds: float
    calm: float
    seed: int
    hurry: float = 1.0
    share: float = 1.0


async def besiege(name: str, some: Sequence[Kind], plan: Plan, begin: Begin) -> Figures:
    """Starts a bot, lets honest people ask it, attacks it with these kinds, and ends it."""
    await asyncio.to_thread(make_files, some)
    dice = random.Random(f"{plan.seed} {name}")
    town = Town(BotApi(flood_limits=True))
    people = crowd(town, plan.seed, plan.share)
    async with begin(town.api) as bot:
        await wake(town)
        with Gauge(lambda: bot.roots, bot.look) as gauge:
            await people.begins()
            first = "/new" if name not in {"/new", "/start"} else ""
            gang = [Account.of(town, number, first) for number in range(plan.accounts)]
            return await _measure(name, some, plan, dice, (bot, gauge, people, gang))


async def wake(town: Town) -> None:
    """Waits until the bot answers for the first time."""
    town.person(8_000_000, "First").say("/privacy")
    await answers(town.api)


async def _measure(
    name: str,
    some: Sequence[Kind],
    plan: Plan,
    dice: random.Random,
    there: tuple[Bot, Gauge, Crowd, list[Account]],
) -> Figures:
    bot, gauge, people, gang = there
    calm_peaks, late = gauge.reset(), list[float]()
    people.waits.clear()
    async with _listening_to_itself(late), people.asking():
        await asyncio.sleep(plan.calm)
        calm = len(people.waits)
        calm_peaks = gauge.reset()
        late.clear()
        before, processes, spent = await bot.measure(), gauge.processes, gauge.processor_seconds
        restarts, kills, told = bot.restarts, bot.kills, gang[0].town.sent
        attacking = asyncio.create_task(attacks(attack(gang, some, dice, plan.hurry)))
        began = monotonic()
        await asyncio.sleep(min(OPENING_SECONDS, plan.seconds / 2))
        opening = len(people.waits)
        await _until(began + plan.seconds, attacking)
        seconds, told = monotonic() - began, gang[0].town.sent - told
        said, sent = _together(gang), sum(one.sent for one in gang)
        backlog = len(gang[0].town.api.world.updates)
        spent = gauge.processor_seconds - spent
        after = await bot.measure()
        waits = [*people.waits]
        # Whoever has asked by now is answered while the attack goes on.
    peaks = gauge.reset()
    attacking.cancel()
    with suppress(asyncio.CancelledError):
        await attacking
    return Figures(
        name=name,
        seconds=seconds,
        updates=sent,
        calm=waits[:calm],
        opening=waits[calm:opening],
        waits=waits[opening:],
        calm_peaks=calm_peaks,
        peaks=peaks,
        processor_seconds=spent,
        processes=gauge.processes - processes,
        restarts=bot.restarts - restarts,
        kills=bot.kills - kills,
        errors=bot.errors,
        tables=after.grown(before),
        file_bytes=after.size - before.size,
        said=said,
        sent=told / seconds,
        late=percentile(late, 0.99),
        load=os.getloadavg()[0] / (os.cpu_count() or 1),
        backlog=backlog,
    )


async def _until(instant: float, attacking: asyncio.Task[None]) -> None:
    """Returns at that time; raises what made the attack end before."""
    done, _ = await asyncio.wait([attacking], timeout=instant - monotonic())
    for task in done:
        task.result()


def make_files(some: Sequence[Kind]) -> None:
    """Makes the files beforehand, since some take seconds."""
    for kind in some:
        for name in FILES.get(kind.name, ()):
            file(name)


def _together(gang: Sequence[Account]) -> Said:
    total = Said()
    for one in gang:
        total.answers += one.said.answers
        total.bytes += one.said.bytes
        total.largest = max(total.largest, one.said.largest)
    return total


@asynccontextmanager
async def _listening_to_itself(late: list[float]) -> AsyncIterator[None]:
    """Notes how late this program's own event loop is, which makes everybody seem to wait."""

    async def listen() -> None:
        while True:
            due = monotonic() + LAG_STEP
            await asyncio.sleep(LAG_STEP)
            late.append(monotonic() - due)

    task = asyncio.create_task(listen())
    try:
        yield
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
