"""Measures one process of the bot under many open touch boards: `python -m tests.apps`.

Each of so many people has a game of their own, its board in the chat, and its page open with a
stream. Each makes a move every few seconds, now sooner and now later as people do, over HTTP from
another process; a proxy is played by a pool of connections. Printed are how long a move takes to be
confirmed, how much memory the pages take, and how long somebody who only types in a chat waits for
their board, without and with all those pages. The processor time of a move, which other programs on
the machine hardly change, is that of the bot's process, less what the typed moves took. Afterwards
every game must hold what its page was told, and the boards in the chats must have followed.

The pretend Telegram runs in the bot's own process and has no limits, so the boards of all chats
take part in the figures.
"""

import argparse
import asyncio
import gc
import json
import multiprocessing
import sys
import tempfile
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from random import Random
from statistics import quantiles
from time import monotonic
from typing import Any, Final

import aiohttp
import psutil

from bot import app
from bot.game.place import Place
from bot.operate.process import leave_to_the_end
from bot.playground import BotApi, Person, PlaygroundRequest
from bot.playground.chats import User
from bot.playground.web import create_web
from bot.pool.engine_pool import EnginePool
from bot.store import games, views
from tests.bot.clock import Clock
from tests.bot.house import House, Talk, right_moves
from tests.bot.playground.serving import shown
from tests.bot.touch.launching import launched

FIRST: Final = 5_000_000
"""The number of the first person."""

POOL: Final = 100
"""Connections that the proxy keeps for calls."""

AGAIN: Final = frozenset({0, 429, 503})
"""Answers after which a page sends an act again, in seconds that count; 0 is none."""

MOST_BLANKS: Final = 12


@dataclass
class _Running(Clock):
    """A clock that goes on, so that the boards in the chats follow while the pages are played."""

    began: float = field(default_factory=monotonic)

    def __call__(self) -> datetime:
        return self.now + timedelta(seconds=monotonic() - self.began)

    def seconds(self) -> float:
        return self().timestamp()


@dataclass(frozen=True, slots=True)
class Board:
    """A page to be opened: what Telegram signs, and the cells to fill with their digits."""

    init: str
    blanks: tuple[tuple[int, int], ...]


class LostError(AssertionError):
    """A confirmed move is not there, or a board has not followed."""


async def _page(
    web: aiohttp.ClientSession, streams: aiohttp.ClientSession, board: Board, every: float
) -> tuple[list[float], int]:
    """Opens a page and plays; the seconds of each confirmation, and what the stream has told."""
    device = f"device-{abs(hash(board.init)) % 10**12}"
    body = {"init": board.init, "game": "", "device": device}
    async with web.post("open", json=body) as answer:
        told = await answer.json()
    head = {"authorization": f"Bearer {told['session']}"}
    game, seconds, heard = told["state"]["game"], list[float](), 0

    watched = {"game": game, "device": device}

    async def listen() -> None:
        nonlocal heard
        async with streams.get("watch", params=watched, headers=head) as stream:
            async for _ in stream.content:
                heard += 1

    listening = asyncio.create_task(listen())
    chance = Random(board.init)
    for number, (cell, digit) in enumerate(board.blanks, 1):
        # At equal intervals, pages that once waited for the same answer would stay together.
        await asyncio.sleep(every * chance.uniform(0.5, 1.5))
        act = {"number": number, "version": number - 1, "kind": "place", "waited": 0}
        act |= {"cell": cell, "digit": digit, "held": 0}
        began = monotonic()
        await _confirmed(web, head, {"game": game, "device": device, "acts": [act]})
        seconds.append(monotonic() - began)
    listening.cancel()
    return seconds, heard


async def _confirmed(web: aiohttp.ClientSession, head: Mapping[str, str], call: object) -> None:
    """Sends an act until the server has answered, as the page does; raises LostError."""
    while True:
        try:
            async with web.post("act", json=call, headers=head) as answer:
                status, found = answer.status, await answer.json()
        except aiohttp.ClientConnectionError:
            status = 0
        if status in AGAIN:
            await asyncio.sleep(1)
        elif not found.get("results", [{}])[0].get("done"):
            raise LostError(f"a move was answered with {status}: {found}")
        else:
            return


async def _all(url: str, boards: Sequence[Board], every: float) -> tuple[list[float], int]:
    pool, endless = aiohttp.TCPConnector(limit=POOL), aiohttp.TCPConnector(limit=0)
    patience = aiohttp.ClientTimeout(total=None)
    async with (
        aiohttp.ClientSession(f"{url}/touch/", connector=pool, timeout=patience) as web,
        aiohttp.ClientSession(f"{url}/touch/", connector=endless, timeout=patience) as streams,
    ):
        tasks = []
        for board in boards:
            tasks.append(asyncio.create_task(_page(web, streams, board, every)))
            # People do not open their pages all at the same moment.
            await asyncio.sleep(every / len(boards))
        found = await asyncio.gather(*tasks)
    return [one for seconds, _ in found for one in seconds], sum(heard for _, heard in found)


def _client(url: str, boards: Sequence[Board], every: float, pipe: Any) -> None:
    """All pages, in a process of their own."""
    try:
        pipe.send(asyncio.run(_all(url, boards, every)))
    except BaseException as error:
        pipe.send(str(error) or type(error).__name__)
        raise


@asynccontextmanager
async def _serving(house: House, people: Sequence[Person]) -> AsyncIterator[str]:
    """The bot as the playground serves it."""
    web = create_web(house.api, people)
    async with shown(web) as url:
        house.app_url = f"{url}/touch"
        await house.starts()
        await house.application.shutdown()
        house.application = app.build(
            house.services, house.api.token, "http://here", lambda: PlaygroundRequest(house.api)
        )
        try:
            async with app.serving(house.application, page=web.state.page_of_bot):
                yield url
        finally:
            await house.stops()


async def _begins(talk: Talk, clock: Clock) -> Board:
    """A game with its board in the chat."""
    talk.person.say("/new 4 none 7")
    while not talk.person.messages()[-1].get("reply_markup"):
        await asyncio.sleep(0.01)
    game = (await talk.game()).puzzle
    blanks = tuple((cell, game.solution[cell]) for cell in game.grid.blanks())
    about = talk.person.user
    user = json.dumps({"id": about.id, "first_name": about.first_name, "language_code": "en"})
    init = launched(talk.house.api.token, int(clock.seconds()), user=user)
    # The last one is left, since the end of a game is another matter.
    return Board(init, blanks[: min(MOST_BLANKS, len(blanks) - 1)])


def _used() -> float:
    """The processor time of this process, in seconds."""
    times = psutil.Process().cpu_times()
    return times.user + times.system


async def _typed(talk: Talk, moves: int) -> list[float]:
    """How long somebody who types waits for the board, in seconds, of so many moves.

    From the moment in which they meant to write, though this process may have been busy then, to
    the one in which Telegram has the board; what this process does next is not their wait.
    """
    seconds = list[float]()
    world = talk.house.api.world
    for number in range(moves):
        text = "/undo" if number % 2 else right_moves(await talk.game())[0]
        board = talk.person.messages()[-1]["message_id"] + 2
        due, answered = monotonic() + 0.1, asyncio.get_running_loop().create_future()

        def hear(
            event: Mapping[str, Any], board: int = board, told: asyncio.Future[float] = answered
        ) -> None:
            message = event["message"] if event["event"] == "message" else None
            if message and (message["chat"]["id"], message["message_id"]) == (talk.chat_id, board):
                told.set_result(monotonic())

        await asyncio.sleep(due - monotonic())
        world.listeners.add(hear)
        talk.person.say(text)
        seconds.append(await answered - due)
        world.listeners.remove(hear)
    return seconds


def _tail(seconds: Sequence[float]) -> str:
    hundredths = quantiles(seconds, n=100, method="inclusive")
    return f"median {1000 * hundredths[49]:.1f} ms, 99 of 100 within {1000 * hundredths[98]:.1f} ms"


async def run(pages: int, every: float) -> None:
    """Measures and prints; raises LostError."""
    clock = _Running()
    with tempfile.TemporaryDirectory() as folder:
        async with EnginePool(1) as engine:
            api = BotApi(clock=clock.seconds)
            house = House(engine, clock, Path(folder) / "sudoku.db", api, lambda: "7")
            people = [
                Person(api, User(FIRST + number, f"P{number}", "en", f"p{number}"))
                for number in range(pages + 1)
            ]
            talks = [Talk(house, person) for person in people]
            async with _serving(house, people) as url:
                boards = [await _begins(talk, clock) for talk in talks]
                await _play(house, url, (talks, boards), every)


async def _play(
    house: House, url: str, played: tuple[list[Talk], list[Board]], every: float
) -> None:
    (*talks, typist), boards = played[0], played[1][:-1]
    began = _used()
    # Some hundred, or the 99th percentile would be the slowest of them.
    quiet = await _typed(typist, len(boards))
    typing = (_used() - began) / len(quiet)
    gc.collect()
    leave_to_the_end()
    before, began = psutil.Process().memory_info().rss, _used()
    mine, other = multiprocessing.Pipe()
    client = multiprocessing.get_context("spawn").Process(
        target=_client, args=(url, boards, every, other)
    )
    client.start()
    busy, most = list[float](), before
    while not mine.poll():
        busy += await _typed(typist, 2)
        most = max(most, psutil.Process().memory_info().rss)
    used = _used() - began - typing * len(busy)
    answer = mine.recv()
    client.join()
    if isinstance(answer, str):
        raise LostError(answer)
    seconds, heard = answer
    print(f"{len(boards)} pages, {len(seconds)} moves, {heard} states on the streams")
    print(f"  confirmed: {_tail(seconds)}")
    print(f"  processor time: {1000 * used / len(seconds):.1f} ms a move")
    print(f"  memory: {(most - before) / 1e6:.1f} MB more")
    print(f"  a typed move without them: {_tail(quiet)}; beside them: {_tail(busy)}")
    await _check(house, talks, boards)


async def _check(house: House, talks: Sequence[Talk], boards: Sequence[Board]) -> None:
    """Raises LostError unless all that was confirmed is stored, and shown in the chats."""
    for talk, board in zip(talks, boards, strict=True):
        stored = await games.current(house.database, Place(talk.chat_id))
        if stored is None or any(stored.game.values[cell] != one for cell, one in board.blanks):
            raise LostError(f"the game of {talk.chat_id} lacks a confirmed digit")
    house.clock.forward(seconds=views.RESTS_SECONDS)
    house.services.stale_views.set()
    deadline = monotonic() + 60
    while await views.stale(house.database, 1):
        if monotonic() > deadline:
            raise LostError("the boards of the chats do not follow")
        await asyncio.sleep(0.1)


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m tests.apps", description=__doc__.partition("\n")[0]
    )
    parser.add_argument("--pages", type=int, default=500, help="open touch boards (500)")
    parser.add_argument("--every", type=float, default=5.0, help="seconds between two moves (5)")
    options = parser.parse_args()
    try:
        asyncio.run(run(options.pages, options.every))
    except LostError as lost:
        sys.exit(str(lost))


if __name__ == "__main__":
    main()
