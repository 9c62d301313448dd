"""Measures one process of the bot under many open touch boards: `python -m tests.apps`.

Each of so many people has a game of their own, its board in the chat, and at times its page open
with a stream. They then make a move every few seconds, now sooner and now later as people do; a
proxy is played by a pool of connections. Meanwhile others type moves in chats at a steady rate.

Their waits are compared without pages and beside them. The host is faster at one time than at
another, so phases of the two kinds take turns, and both are measured by the same clock. Before a
phase without pages all of them are closed and the boards of their chats have followed; before the
other kind they have played for so long that their boards follow as fast as they are played.

The bot serves in a process of its own, and here is a pretend Telegram without limits. It is the
same for both kinds of phases, but what it does for the boards that follow is in the figures. In
life people touch boards on phones. So here their process has a low priority, and takes no core from
the bot. On a machine that does other work as well, the 99th percentiles are mostly those of that.
Afterwards each chat must show what its page was told.
"""

import argparse
import asyncio
import contextlib
import gc
import json
import multiprocessing
import os
import re
import sys
import tempfile
import time
from argparse import Namespace
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, cycle, pairwise
from pathlib import Path
from random import Random
from statistics import median
from typing import Any, Final

import aiohttp

from bot.playground import BotApi
from bot.store.views import RESTS_SECONDS
from bot.touch.web import PATH
from engine import SYMBOLS
from tests.bot.process import free_port
from tests.bot.touch.launching import launched
from tests.load import Load, Player, Step, blank_digits, bot, move, telegram
from tests.waits import percentile

TYPISTS: Final = 20
RATE: Final = 20.0
"""Moves that are typed a second."""

APP_URL: Final = f"https://phones.example{PATH}"
POOL: Final = 100
"""Connections that the proxy keeps for calls."""

OPENED_A_SECOND: Final = 40.0
"""Pages; the port gives few more turns to those who have no session yet."""

AGAIN: Final = frozenset({0, 429, 503})
"""Answers after which a page sends an act again, in seconds that count; 0 is none."""

LOWEST: Final = 19
"""The least of all priorities."""

SECONDS_TO_FOLLOW: Final = 120.0


class LostError(AssertionError):
    """A confirmed move is not there, or a board has not followed."""


@dataclass(frozen=True, slots=True)
class Confirmed:
    """When an act was confirmed, and how many seconds after it was sent."""

    at: float
    seconds: float


@dataclass
class Page:
    """Somebody's page, which writes the right digits one after another, then erases them."""

    init: str
    web: aiohttp.ClientSession
    streams: aiohttp.ClientSession
    confirmed: list[Confirmed] = field(default_factory=list)
    written: dict[int, int] = field(default_factory=dict)
    """The digits that were confirmed, by their cells."""
    _acts: Iterator[dict[str, Any]] = field(init=False)
    _chance: Random = field(init=False)
    _device: str = field(init=False)
    _game: str = ""
    _head: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._acts, self._chance = acts(), Random(self.init)
        self._device = f"device-{self._chance.randrange(10**12)}"

    async def plays(self, every: float, stops: asyncio.Event) -> None:
        """Makes a move every so many seconds until it stops; raises LostError."""
        if not self._game:
            await self._opens()
        watching = asyncio.create_task(self._watches())
        while not await _is_set(stops, every * self._chance.uniform(0.5, 1.5)):
            act = next(self._acts)
            began = time.monotonic()
            await self._sends(act)
            now = time.monotonic()
            self.confirmed.append(Confirmed(now, now - began))
            self.written[act["cell"]] = act.get("digit", 0)
        watching.cancel()
        await asyncio.wait([watching])
        await self._call("leave", {})

    async def _opens(self) -> None:
        body = {"init": self.init, "game": "", "device": self._device}
        async with self.web.post("open", json=body) as answer:
            told = await answer.json()
        self._head = {"authorization": f"Bearer {told['session']}"}
        self._game = told["state"]["game"]

    async def _watches(self) -> None:
        watched = {"game": self._game, "device": self._device}
        async with self.streams.get("watch", params=watched, headers=self._head) as stream:
            async for _ in stream.content:
                pass

    async def _sends(self, act: Mapping[str, Any]) -> None:
        """Sends an act until the server has answered, as the page does."""
        while True:
            status, found = await self._call("act", {"acts": [act]})
            if status not in AGAIN:
                break
            await asyncio.sleep(1)
        if not found.get("results", [{}])[0].get("done"):
            raise LostError(f"a move was answered with {status}: {found}")

    async def _call(self, name: str, content: Mapping[str, Any]) -> tuple[int, Any]:
        body = {"game": self._game, "device": self._device, **content}
        try:
            async with self.web.post(name, json=body, headers=self._head) as answer:
                return answer.status, await answer.json()
        except aiohttp.ClientConnectionError:
            return 0, {}


def acts() -> Iterator[dict[str, Any]]:
    """The acts of a device, on a board that is never full."""
    digits = blank_digits()
    writes = [{"kind": "place", "cell": cell, "digit": digit, "held": 0} for cell, digit in digits]
    erases = [{"kind": "erase", "cell": cell, "held": digit} for cell, digit in digits]
    for version, act in enumerate(cycle([*writes, *erases])):
        yield {"number": version + 1, "version": version, "waited": 0} | act


async def _is_set(event: asyncio.Event, seconds: float) -> bool:
    """Whether an event comes within so many seconds, for which this waits."""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await event.wait()
    return event.is_set()


async def _phases(url: str, launches: Sequence[str], every: float, pipe: Any) -> None:
    """Plays all pages from one message of the pipe to the next; an empty one is the last.

    Answers each phase with what every page had confirmed in it, and has written in all.
    """
    pool, endless = aiohttp.TCPConnector(limit=POOL), aiohttp.TCPConnector(limit=0)
    patience = aiohttp.ClientTimeout(total=None)
    async with (
        aiohttp.ClientSession(url, connector=pool, timeout=patience) as web,
        aiohttp.ClientSession(url, connector=endless, timeout=patience) as streams,
    ):
        pages = [Page(launch, web, streams) for launch in launches]
        while await asyncio.to_thread(pipe.recv):
            stops, playing = asyncio.Event(), list[asyncio.Task[None]]()
            for page in pages:
                playing.append(asyncio.create_task(page.plays(every, stops)))
                # People do not open their pages all at the same moment.
                await asyncio.sleep(1 / OPENED_A_SECOND)
            pipe.send("all are open")
            await asyncio.to_thread(pipe.recv)
            stops.set()
            await asyncio.gather(*playing)
            pipe.send([(page.confirmed, page.written) for page in pages])
            for page in pages:
                page.confirmed = []


def _people(url: str, launches: Sequence[str], every: float, pipe: Any) -> None:
    """All pages, in a process of their own."""
    os.nice(LOWEST)
    try:
        asyncio.run(_phases(url, launches, every, pipe))
    except BaseException as error:
        pipe.send(LostError(str(error) or type(error).__name__))
        raise


class Phones:
    """The process with all pages, as a task of this one."""

    def __init__(self, url: str, launches: Sequence[str], every: float) -> None:
        self._pipe, other = multiprocessing.Pipe()
        self._process = multiprocessing.get_context("spawn").Process(
            target=_people, args=(url, launches, every, other), daemon=True
        )
        self._process.start()
        other.close()

    async def says(self, text: str) -> Any:
        """Says something to the people, and gives what they answer; raises LostError."""
        self._pipe.send(text)
        found = await asyncio.to_thread(self._pipe.recv)
        if isinstance(found, LostError):
            raise found
        return found

    async def end(self) -> None:
        self._pipe.send("")
        await asyncio.to_thread(self._process.join)


@dataclass
class Kind:
    """The phases of one kind: without pages, or beside them."""

    steps: list[Step] = field(default_factory=list)

    @property
    def waits(self) -> list[float]:
        return [*chain.from_iterable(step.latencies for step in self.steps)]

    @property
    def cost(self) -> float:
        """Seconds of the bot's processor time in all phases."""
        return sum(step.figures["cpu"] * step.seconds for step in self.steps)

    def __str__(self) -> str:
        return _tail(self.waits)


@dataclass
class Measured:
    """What the phases have shown."""

    quiet: Kind = field(default_factory=Kind)
    busy: Kind = field(default_factory=Kind)
    waits: list[float] = field(default_factory=list)
    """Seconds until each act of a page was confirmed."""
    followed: int = 0
    """Boards that were drawn while pages were played."""
    memory: list[float] = field(default_factory=list)
    """Bytes without pages, at first, and with them."""

    def lines(self) -> Iterator[str]:
        seconds = sum(step.seconds for step in self.busy.steps)
        acts, boards = len(self.waits) / seconds, self.followed / seconds
        yield f"{acts:.0f} acts of pages a second, {boards:.0f} boards of their chats followed"
        yield f"  confirmed: {_tail(self.waits)}"
        typed = self.quiet.cost / len(self.quiet.waits) * len(self.busy.waits)
        spent = (self.busy.cost - typed) / len(self.waits)
        yield f"  processor time: {1000 * spent:.1f} ms an act, with the board that follows"
        before, *after = self.memory
        yield f"  memory: {(max(after) - before) / 1e6:.1f} MB more"
        yield f"  a typed move without pages: {self.quiet}"
        yield f"  a typed move beside pages: {self.busy}"
        middle, slow = (self._times(part) for part in (0.5, 0.99))
        yield f"  beside pages: {median(middle):.2f} times the median wait ({_range(middle)})"
        yield f"    and {median(slow):.2f} times the 99th percentile ({_range(slow)})"

    def _times(self, part: float) -> list[float]:
        """How many times as long people wait in each phase beside pages as in its neighbours."""
        quiet = [step.latencies for step in self.quiet.steps]
        return [
            percentile(step.latencies, part) / percentile([*before, *after], part)
            for step, (before, after) in zip(self.busy.steps, pairwise(quiet), strict=True)
        ]


def _range(values: Sequence[float]) -> str:
    return f"{min(values):.2f} to {max(values):.2f} in {len(values)} phases"


def _tail(seconds: Sequence[float]) -> str:
    middle, slow = (1000 * percentile(seconds, part) for part in (0.5, 0.99))
    return f"median {middle:.1f} ms, 99 of 100 within {slow:.1f} ms, of {len(seconds)}"


class Boards:
    """The newest boards of the chats with pages; `drawn` counts all that came."""

    def __init__(self, api: BotApi, chats: Iterable[int]) -> None:
        self.drawn = 0
        self._texts = dict.fromkeys(chats, "")
        api.world.listeners.add(self._hear)

    async def follow(self, written: Sequence[Mapping[int, int]]) -> None:
        """Returns once each chat shows the digits that were confirmed; raises LostError."""
        deadline = time.monotonic() + SECONDS_TO_FOLLOW
        while late := [
            text
            for text, digits in zip(self._texts.values(), written, strict=True)
            if not self._shows(text, digits)
        ]:
            if time.monotonic() > deadline:
                raise LostError(f"{len(late)} boards do not follow: {late[0]}")
            await asyncio.sleep(0.5)

    @staticmethod
    def _shows(text: str, digits: Mapping[int, int]) -> bool:
        lines = [line[2:] for line in text.splitlines() if line[1:2] == ":"]
        cells = re.findall(rf"[.{SYMBOLS[:9]}]", "".join(lines))
        return all(
            cells[cell] == (SYMBOLS[one - 1] if one else ".") for cell, one in digits.items()
        )

    def _hear(self, event: Mapping[str, Any]) -> None:
        if event["event"] != "message":
            return
        message = event["message"]
        if message["chat"]["id"] in self._texts and "reply_markup" in message:
            self.drawn += 1
            self._texts[message["chat"]["id"]] = message["text"]


class Measuring:
    """The bot, and everybody who plays."""

    def __init__(self, load: Load, phones: Phones, boards: Boards, options: Namespace) -> None:
        self._load, self._phones, self._boards = load, phones, boards
        self._seconds, self._every = options.seconds, options.every
        self.found = Measured()

    async def quiet(self) -> None:
        """A phase without pages."""
        self.found.quiet.steps.append(await self._step())
        self.found.memory.append(await self._load.memory())

    async def busy(self) -> None:
        """A phase beside pages, from their opening until their boards have followed."""
        await self._phones.says("open")
        await asyncio.sleep(self._every + RESTS_SECONDS)
        drawn, began = self._boards.drawn, time.monotonic()
        self.found.busy.steps.append(await self._step())
        ended = time.monotonic()
        self.found.followed += self._boards.drawn - drawn
        self.found.memory.append(await self._load.memory())
        pages = await self._phones.says("close")
        confirmed = chain.from_iterable(each for each, _ in pages)
        self.found.waits += [one.seconds for one in confirmed if began <= one.at <= ended]
        await self._boards.follow([written for _, written in pages])

    async def _step(self) -> Step:
        # What the collector does here would be in the figures, so it does it now.
        gc.collect()
        return await self._load.step(move, RATE, self._seconds, patient=True)


async def measure(options: Namespace) -> Measured:
    """Measures phases of both kinds by turns; raises LostError."""
    api = BotApi()
    gc.disable()
    with tempfile.TemporaryDirectory() as folder:
        port = free_port()
        url = f"http://127.0.0.1:{port}"
        async with telegram(api) as address, bot(api, address, Path(folder), port, app_url=APP_URL):
            load = Load(api, url, TYPISTS + options.pages)
            others = load.players[TYPISTS:]
            boards = Boards(api, (player.person.id for player in others))
            await load.begin()
            load.players = load.players[:TYPISTS]
            launches = [_launch(api.token, player) for player in others]
            phones = Phones(f"{url}{PATH}/", launches, options.every)
            measuring = Measuring(load, phones, boards, options)
            await measuring.quiet()
            for _ in range(options.rounds):
                await measuring.busy()
                await measuring.quiet()
            await phones.end()
            await load.close()
            return measuring.found


def _launch(token: str, player: Player) -> str:
    about = player.person.user
    user = {"id": about.id, "first_name": about.first_name, "language_code": "en"}
    return launched(token, int(time.time()), user=json.dumps(user))


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m tests.apps", description=__doc__.partition("\n")[0]
    )
    parser.add_argument("--pages", type=int, default=500, help="open touch boards (500)")
    parser.add_argument("--every", type=float, default=5.0, help="seconds between two moves (5)")
    parser.add_argument("--seconds", type=float, default=30.0, help="of each phase (30)")
    parser.add_argument("--rounds", type=int, default=4, help="phases beside pages (4)")
    try:
        for line in asyncio.run(measure(parser.parse_args())).lines():
            print(line)
    except LostError as lost:
        sys.exit(str(lost))


if __name__ == "__main__":
    main()
