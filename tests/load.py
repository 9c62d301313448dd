"""Measures how much one bot process can carry: `python -m tests.load`.

A pretend Telegram runs on loopback in this process, the bot as it is served in another. People
write at a steady rate, whether or not they were answered: if they waited for their answers, a slow
bot would be asked less and look fast. A rate holds when the 99th percentile of the time to the
answer stays below 100 ms and everybody is answered before their next turn. The rate grows by a
quarter until one fails twice.

The limits on what one person may ask of the engine are lifted, and so are Telegram's own sending
limits, on both sides: only the process is measured. The run ends by itself: a mix stops at its
first rate that does not hold, at 5,000 a second, or after two minutes.

`--games 1000000` compares a bot whose database holds so many ended games with a new one instead,
`--turns 300` games of so many turns with games of thirty, and `--beside ../before` this checkout
with another one, which must have been built in place (`tests/paired.py`).
"""

import argparse
import asyncio
import contextlib
import itertools
import os
import random
import re
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import httpx
import uvicorn

from bot import app
from bot.operate import logs
from bot.operate.process import leave_to_the_end, stop_at_signals
from bot.playground import BotApi, Person
from bot.playground.chats import User
from bot.playground.http import create_http
from bot.settings import Settings
from bot.store.databases.locations import location_of
from bot.telegram.connection import TelegramConnection
from bot.web.health import FIRST_CHECK_SECONDS, WATCH_SECONDS
from bot.web.port import open_port
from engine import SYMBOLS, Geometry, Symmetry, generate
from tests.bot.process import free_port
from tests.grown import FIRST_ID
from tests.waits import percentile

ROOT: Final = Path(__file__).parents[1]
PEOPLE: Final = 400
LIMIT_SECONDS: Final = 0.1
GROWTH: Final = 1.25
HIGHEST: Final = 5_000.0
MIX_SECONDS: Final = 120.0
PATIENCE_SECONDS: Final = 300.0
"""Seconds to wait for what is sure to come, also on a machine that does much else."""

FIGURES_SECONDS: Final = 1.1
"""Seconds after which the bot makes its figures anew, and a little more."""

SETTLE_SECONDS: Final = FIRST_CHECK_SECONDS + WATCH_SECONDS
"""Seconds after which a bot has looked through its database, as each does after its start."""

SERVE: Final = (sys.executable, "-m", "tests.load", "--serve")
"""The bot without Telegram's sending limits."""

SEED: Final = "42"
PUZZLE: Final = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


@dataclass(slots=True)
class Player:
    """A person with a game, who plays its blank cells one after another."""

    person: Person
    moves: Iterator[str]
    keys: Iterator[str]
    asked_at: float | None = None


Say = Callable[[Player], str]

PRESS: Final = "\0"
"""What a text begins with that is the data of a button below the newest message."""


def move(player: Player) -> str:
    return next(player.moves)


def press(player: Player) -> str:
    """The next cell or digit; the number of the game stands in the keys of its board."""
    return PRESS + next(player.keys)


def new(_: Player) -> str:
    return f"/new 9 central {random.randrange(10**9)}"


def solve(_: Player) -> str:
    return f"/solve {PUZZLE}"


def hint(_: Player) -> str:
    return "/hint"


def mixed(player: Player) -> str:
    (chosen,) = random.choices([move, hint, new, solve], [90, 4, 3, 3])
    return chosen(player)


@dataclass(frozen=True, slots=True)
class Step:
    """The measurements at one rate; `figures` are those that the bot reports."""

    rate: float
    latencies: list[float]
    seconds: float
    overrun: bool
    figures: Mapping[str, float]

    @property
    def cost(self) -> float:
        """Seconds of the bot's processor time for each update."""
        return self.figures["cpu"] * self.seconds / len(self.latencies)

    @property
    def p99(self) -> float:
        return percentile(self.latencies, 0.99)

    @property
    def holds(self) -> bool:
        return not self.overrun and self.p99 < LIMIT_SECONDS

    def __str__(self) -> str:
        done = len(self.latencies) / self.seconds
        middle = percentile(self.latencies, 0.5)
        figures = self.figures
        return (
            f"{done:6.0f}/s  p50 {middle * 1000:5.1f} ms  p99 {self.p99 * 1000:6.1f} ms  "
            f"lag p99 < {figures['lag'] * 1000:g} ms  memory {figures['memory'] / 1e6:.0f} MB  "
            f"cpu {self.cost * 1000:.2f} ms each: a core could do "
            f"{done / figures['cpu']:.0f}/s"
        )


class Load:
    """Everybody who writes, and the bot that answers them."""

    def __init__(self, api: BotApi, watched: str, people: int = PEOPLE) -> None:
        self._api = api
        # The other side may close an idle connection just when it is used again.
        limits = httpx.Limits(max_keepalive_connections=0)
        self._client = httpx.AsyncClient(base_url=watched, timeout=PATIENCE_SECONDS, limits=limits)
        self._moves, self._keys = list(blank_moves()), list(blank_keys())
        self.players = [
            Player(Person(api, User(FIRST_ID + number, f"Player {number}")), iter(()), iter(()))
            for number in range(people)
        ]
        self._by_chat = {player.person.id: player for player in self.players}
        self._latencies: list[float] = []
        self._idle = asyncio.Event()
        # Each person of the playground listens to everything; hundreds of them would be a load
        # themselves.
        api.world.listeners.clear()
        api.world.listeners.add(self._listen)

    async def close(self) -> None:
        await self._client.aclose()

    async def begin(self, turns: int = 0) -> None:
        """Everybody begins a new game of the same puzzle, and makes so many turns in it.

        Who presses keys goes on where these have ended.
        """
        for player in self.players:
            player.moves = itertools.cycle(self._moves)
            player.keys = itertools.islice(itertools.cycle(self._keys), 2 * turns, None)
        await self.everybody(f"/new 9 central {SEED}")
        for _ in range(turns):
            for player in self.players:
                self._ask(player, move(player))
            await self.answered()

    async def everybody(self, text: str) -> None:
        """Everybody says this once, and is answered."""
        for player in self.players:
            self._ask(player, text)
        await self.answered()

    async def answered(self) -> None:
        """Returns once no player waits for an answer."""
        async with asyncio.timeout(PATIENCE_SECONDS):
            while any(player.asked_at is not None for player in self.players):
                self._idle.clear()
                await self._idle.wait()

    async def step(self, say: Say, rate: float, seconds: float, *, patient: bool = False) -> Step:
        """Lets people write at a rate for some seconds.

        Who still waits when it is their turn ends the step or, where `patient`, leaves out a turn.
        """
        self._latencies = []
        before, began = await self._figures(), time.perf_counter()
        overrun = False
        for turns in range(int(rate * seconds)):
            pause = began + turns / rate - time.perf_counter()
            if pause > 0:
                await asyncio.sleep(pause)
            player = self.players[turns % len(self.players)]
            if player.asked_at is not None:
                overrun = True
                if not patient:
                    break
                continue
            self._ask(player, say(player))
        await self.answered()
        spent = time.perf_counter() - began
        # Otherwise these may still be the figures from before the step.
        await asyncio.sleep(FIGURES_SECONDS - spent)
        figures = difference(before, await self._figures(), spent)
        # What is said after the step is no part of it.
        latencies, self._latencies = self._latencies, []
        return Step(rate, latencies, spent, overrun, figures)

    async def most(self, say: Say, first: float, seconds: float) -> Step | None:
        """The highest rate that held; each is tried twice before it counts as too much."""
        best, rate, began = None, first, time.perf_counter()
        while rate < HIGHEST and time.perf_counter() - began < MIX_SECONDS:
            tried = await self.step(say, rate, seconds)
            if not tried.holds:
                tried = await self.step(say, rate, seconds)
            print(f"    {tried}{'' if tried.holds else '   too much'}", flush=True)
            if not tried.holds:
                return best
            best, rate = tried, rate * GROWTH
        return best

    async def memory(self) -> float:
        return (await self._figures())["process_resident_memory_bytes"]

    async def idle(self, seconds: float) -> float:
        """The share of a core that the bot takes while nobody writes."""
        before, began = await self._figures(), time.perf_counter()
        await asyncio.sleep(seconds)
        return difference(before, await self._figures(), time.perf_counter() - began)["cpu"]

    def _ask(self, player: Player, text: str) -> None:
        player.asked_at = time.perf_counter()
        if not text.startswith(PRESS):
            player.person.say(text)
            return
        board = player.person.last()
        name, value = text.removeprefix(PRESS).split()
        player.person.forge(board["message_id"], f"{name}:{game_below(board)}:{value}")

    def _listen(self, event: dict[str, Any]) -> None:
        if event["event"] == "answer":
            player = self._by_chat[event["person"]]
        elif event["event"] == "message" and event["message"]["from"]["is_bot"]:
            player = self._by_chat[event["message"]["chat"]["id"]]
        else:
            return
        if player.asked_at is not None:
            self._latencies.append(time.perf_counter() - player.asked_at)
            player.asked_at = None
            self._idle.set()

    async def _figures(self) -> dict[str, float]:
        text = (await self._client.get("/metrics")).text
        return {
            name: float(value)
            for name, _, value in (line.rpartition(" ") for line in text.splitlines())
            if name and not name.startswith("#")
        }


def difference(
    before: Mapping[str, float], after: Mapping[str, float], seconds: float
) -> dict[str, float]:
    lag = {
        float(found[1]): after[name] - before.get(name, 0)
        for name in after
        if (found := re.match(r'sudoku_event_loop_lag_seconds_bucket{le="([\d.]+)"}', name))
    }
    count = "sudoku_event_loop_lag_seconds_count"
    # The buckets are cumulative: the lag is the smallest bound that covers 99 % of the samples.
    enough = (after[count] - before[count]) * 0.99
    spent = after["process_cpu_seconds_total"] - before["process_cpu_seconds_total"]
    return {
        "lag": min((bound for bound, below in lag.items() if below >= enough), default=5.0),
        "cpu": spent / seconds,
        "memory": after["process_resident_memory_bytes"],
    }


def blank_moves() -> Iterator[str]:
    """The right digit for each blank cell but the last, so that no game ends; then erases."""
    name, blanks = Geometry.of_size(9).name, blank_digits()
    yield from (f"{name(cell)} {SYMBOLS[digit - 1]}" for cell, digit in blanks)
    yield from (f"{name(cell)} x" for cell, _ in blanks)


def blank_keys() -> Iterator[str]:
    """The same by keys: each cell and its digit, which the second time takes it away."""
    for cell, digit in blank_digits():
        yield f"cell {cell}"
        yield f"digit {digit}"


def blank_digits() -> list[tuple[int, int]]:
    puzzle = generate(Geometry.of_size(9), Symmetry.CENTRAL, SEED)
    return [(cell, puzzle.solution[cell]) for cell in puzzle.grid.blanks()[:-1]]


def game_below(board: dict[str, Any]) -> str:
    """The number of the game whose keys are below a message; LookupError where there are none."""
    for row in board.get("reply_markup", {}).get("inline_keyboard", ()):
        for key in row:
            if found := re.match(r"cell:(\d+):", key.get("callback_data", "")):
                return found[1]
    raise LookupError("no cell is below the message")


@contextlib.asynccontextmanager
async def telegram(api: BotApi) -> AsyncIterator[str]:
    config = uvicorn.Config(
        create_http(api), log_level="error", access_log=False, timeout_keep_alive=600
    )
    with open_port("127.0.0.1", 0) as listening:
        server = uvicorn.Server(config)
        task = asyncio.create_task(server.serve([listening]))
        try:
            yield f"http://127.0.0.1:{listening.getsockname()[1]}"
        finally:
            server.should_exit = True
            await task


@contextlib.asynccontextmanager
async def bot(
    api: BotApi,
    address: str,
    folder: Path,
    port: int,
    tree: Path = ROOT,
    *,
    program: Sequence[str] = SERVE,
    app_url: str = "",
) -> AsyncIterator[float]:
    """Runs the bot of a checkout in a process of its own; gives the seconds until it was ready.

    The program must print a line once it serves. With an `app_url` the touch board is served as
    well, below the path of that address.
    """
    settings = {"TOKEN": api.token, "API_URL": address, "LISTEN": str(port), "LOG_LEVEL": "WARNING"}
    environment = {k: v for k, v in os.environ.items() if not k.startswith("SUDOKU_BOT_")}
    environment |= {f"SUDOKU_BOT_{name}": value for name, value in settings.items()}
    environment |= {"SUDOKU_BOT_DATABASE": str(folder / "sudoku.db"), "PTB_TIMEDELTA": "1"}
    if app_url:
        environment["SUDOKU_BOT_APP_URL"] = app_url
    environment["PYTHONPATH"] = str(tree)
    began = time.perf_counter()
    process = await asyncio.create_subprocess_exec(
        *program,
        cwd=tree,
        env=environment,
        stdout=asyncio.subprocess.PIPE,
    )
    assert process.stdout is not None
    try:
        async with asyncio.timeout(PATIENCE_SECONDS):
            await process.stdout.readline()
        yield time.perf_counter() - began
    finally:
        with contextlib.suppress(ProcessLookupError):
            process.terminate()
        await process.wait()


async def serve() -> None:
    """Serves the bot without Telegram's sending limits."""
    stop_at_signals()
    settings = Settings.from_environment(os.environ)
    logs.configure(settings.log_level, settings.token)
    location = location_of(settings.database, settings.server)
    async with (
        app.services_of(settings) as services,
        location.joined(services.database, app.bot_of(settings.token)) as held,
    ):
        application = app.build(
            services,
            settings.token,
            settings.api_url,
            lambda: TelegramConnection(app.CONNECTIONS),
            held=held,
        )
        serving = app.serving(application, settings.listen, settings.webhook_url)
        async with serving as given_way:
            leave_to_the_end()
            print("ready", flush=True)
            await given_way


async def measure(seconds: float, mixes: list[str], disk: Path | None) -> None:
    api = BotApi()
    with tempfile.TemporaryDirectory(dir=disk) as kept:
        folder, port = Path(kept), free_port()
        async with telegram(api) as address, bot(api, address, folder, port) as cold:
            load = Load(api, f"http://127.0.0.1:{port}")
            print(f"cold start {cold:.2f} s, memory at idle {await load.memory() / 1e6:.0f} MB")
            await load.begin()
            print(f"a rate holds with p99 < {LIMIT_SECONDS * 1000:.0f} ms and nobody overtaken")
            for name in mixes:
                print(f"{name}:", flush=True)
                best = await load.most(*MIXES[name], seconds)
                print(f"  -> {best or 'no rate held'}", flush=True)
            print(f"memory at the end {await load.memory() / 1e6:.0f} MB")
            await load.close()


async def compared(arguments: argparse.Namespace) -> None:
    from tests.paired import compare  # noqa: PLC0415 - it uses this module

    async for line in compare(arguments):
        print(line, flush=True)


MIXES: Final[Mapping[str, tuple[Say, float]]] = {
    "moves": (move, 100.0),
    "new": (new, 20.0),
    "solve": (solve, 50.0),
    "hint": (hint, 20.0),
    "mixed": (mixed, 50.0),
}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.load", description=__doc__)
    parser.add_argument("--seconds", type=float, default=5.0, help="for each rate (5)")
    parser.add_argument("--seed", type=int, help="of the dice (another each time)")
    parser.add_argument("--disk", type=Path, help="the folder whose disk holds the database")
    parser.add_argument("--games", type=int, help="compare a database of so many with a new one")
    parser.add_argument(
        "--turns", type=int, help="compare games of so many turns with shorter ones"
    )
    parser.add_argument("--beside", type=Path, help="compare with another checkout")
    parser.add_argument("--rounds", type=int, default=7, help="of a comparison (7)")
    parser.add_argument(
        "--settle",
        type=float,
        default=SETTLE_SECONDS,
        help=f"seconds before it ({SETTLE_SECONDS:g})",
    )
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("mixes", nargs="*", default=[*MIXES], help=f"of {', '.join(MIXES)}")
    arguments = parser.parse_args()
    if arguments.disk:
        # Another checkout runs in a folder of its own.
        arguments.disk = arguments.disk.resolve()
    random.seed(arguments.seed)
    with contextlib.suppress(asyncio.CancelledError, KeyboardInterrupt):
        if arguments.serve:
            asyncio.run(serve())
        elif arguments.games or arguments.turns or arguments.beside:
            asyncio.run(compared(arguments))
        else:
            asyncio.run(measure(arguments.seconds, arguments.mixes, arguments.disk))


if __name__ == "__main__":
    main()
