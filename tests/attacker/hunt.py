"""Tries attempts on a running bot, and searches with their costs for what grows.

Each attempt is made by new accounts, so that it begins from nothing. A bot serves EPOCH attempts;
then, or when it ended or does not come to rest, the next one begins with an empty database.
"""

import asyncio
import json
import random
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from time import monotonic
from typing import Final, Self

from tests.attacker.attempt import Attempt, Breeder
from tests.attacker.files import file
from tests.attacker.grammar import Kind, Sort
from tests.attacker.scene import Scene, scene
from tests.attacker.siege import Begin, make_files
from tests.attacker.steering import Cost, Search, Tried, without_some

EPOCH: Final = 20

Tell = Callable[[str], None]


class Hunt:
    """Keeps a scene and replaces it when it is used up."""

    def __init__(self, seed: int, begin: Begin) -> None:
        self._seed = seed
        self._begin = begin
        self._stack = AsyncExitStack()
        self._scene: Scene | None = None

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._stack.aclose()

    async def costs(self, attempt: Attempt, *, afresh: bool = False) -> Cost:
        """Measures an attempt, on a new bot if the last one is used up or must not be used."""
        here = self._scene
        if here is None or afresh or here.tried >= EPOCH or not await here.rests():
            await self._stack.aclose()
            here = self._scene = await self._stack.enter_async_context(
                scene(self._seed, self._begin)
            )
        cost = await here.costs(attempt)
        if cost.failure:
            self._scene = None
        return cost


async def search(
    kinds: Sequence[Kind], seconds: float, seed: int, begin: Begin, tell: Tell
) -> tuple[Search, Tried | None]:
    """Searches for so many seconds; the search, and what grew, shortened, if anything did."""
    await asyncio.to_thread(make_files, kinds)
    dice = random.Random(seed)
    found, ends = Search(Breeder(kinds, dice), dice), monotonic() + seconds
    async with Hunt(seed, begin) as hunt:
        while monotonic() < ends:
            attempt = found.next()
            cost = await hunt.costs(attempt)
            found.learn(Tried(attempt, cost))
            tell(f"{found.count}: {attempt.name}: {in_short(cost)}")
            if cost.failure and (grown := await _confirmed(hunt, attempt, tell)):
                return found, grown
    return found, None


async def _confirmed(hunt: Hunt, attempt: Attempt, tell: Tell) -> Tried | None:
    """What failed, tried again and then without some of its acts; None if it does not repeat."""
    cost = await hunt.costs(attempt, afresh=True)
    tell(f"again: {attempt.name}: {cost.failure or 'did not happen again'}")
    if not cost.failure:
        return None
    least = Tried(attempt, cost)
    shorter = without_some(attempt)
    while shorter:
        attempt = shorter.pop()
        cost = await hunt.costs(attempt, afresh=True)
        tell(f"shorter: {attempt.name}: {cost.failure or 'nothing'}")
        if cost.failure:
            least, shorter = Tried(attempt, cost), without_some(attempt)
    return least


def read(path: Path) -> list[Attempt]:
    """The attempts that a search has written, each once."""
    told = json.loads(path.read_text("utf-8"))
    return list(dict.fromkeys(Attempt.of_json(one["attempt"]) for one in told))


async def replay(attempts: Sequence[Attempt], seed: int, begin: Begin, tell: Tell) -> list[str]:
    """Does again what a search has found; the failures."""
    failures = []
    for act in {act for attempt in attempts for act in attempt.acts if act.sort is Sort.FILE}:
        await asyncio.to_thread(file, act.what)
    async with Hunt(seed, begin) as hunt:
        for attempt in attempts:
            cost = await hunt.costs(attempt, afresh=True)
            tell(f"{attempt.name}: {in_short(cost)}")
            if cost.failure:
                failures.append(f"{attempt.name}: {cost.failure}")
    return failures


def write(path: Path, search: Search, grown: Tried | None) -> None:
    """Writes what grew and the worst attempts of each gauge, in the form that `replay` reads."""
    ranked = [(name, one) for name, some in search.worst.items() for one in some]
    listed = [*([("failure", grown)] if grown else []), *ranked]
    told = [
        {
            "gauge": gauge,
            "value": one.cost.failure or one.cost.gauges.get(gauge),
            "rows": [*one.cost.rows],
            "answers": [*one.cost.answers],
            "attempt": one.attempt.to_json(),
        }
        for gauge, one in listed
    ]
    path.write_text(json.dumps(told, ensure_ascii=False, indent=1), "utf-8")


def worst(search: Search) -> list[str]:
    """A line for the worst attempt of each gauge."""
    return [
        f"{name}: {some[0].cost.gauges[name]:.3g} by {some[0].attempt.name}"
        for name, some in search.worst.items()
    ]


def in_short(cost: Cost) -> str:
    told = ", ".join(f"{name} {value:.3g}" for name, value in cost.gauges.items())
    return f"{told}{'; ' if cost.failure else ''}{cost.failure}"
