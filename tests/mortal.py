"""The bot as a process that is killed with kill -9 and started again on the same file and port."""

import asyncio
import random
import shutil
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path
from secrets import token_hex
from time import time
from typing import Final

import httpx

from bot.game.place import Place
from bot.playground import BotApi
from bot.store import devices, games
from bot.store.games import StoredGame
from bot.store.seam.migrations import MIGRATIONS
from bot.store.sqlite.database import Database
from tests.bot.process import free_port
from tests.bot.touch.visiting import Client, Door
from tests.crash import PATIENCE, check_log, check_sound, crashed, kill, serving, start
from tests.devices import BrokenError

CALLS_TO_KILL: Final = (10, 30)
"""The fewest and the most calls and messages from one kill to the next."""


class Mortal:
    """One bot; `up` is set while it answers, and `done` counts what was done to it.

    Half of the kills come at any moment, the others right after a commit, before it is answered.
    """

    def __init__(self, api: BotApi, address: str, folder: Path, dice: random.Random) -> None:
        self.api = api
        self.path = folder / "sudoku.db"
        self.done: Counter[str] = Counter()
        self.up = asyncio.Event()
        self._address, self._dice = address, dice
        self._secret = token_hex()
        self.door = Door(api.token, self._secret.encode(), time)
        self._port = free_port()
        self._process: asyncio.subprocess.Process | None = None
        self._calls = 0
        self._called = asyncio.Event()
        self._is_calm = False
        self._dead: Database | None = None
        self._opened = AsyncExitStack()
        # A connection to a process that is dead by now must not be taken for one to the next.
        self.web = httpx.AsyncClient(
            base_url=f"http://127.0.0.1:{self._port}",
            timeout=PATIENCE,
            limits=httpx.Limits(max_keepalive_connections=0),
        )

    def is_called(self) -> None:
        """To be said with each call and message, by which the kills are timed."""
        self._calls += 1
        self._called.set()

    def has_peace(self) -> None:
        """Nobody kills it any more; a kill that has begun goes on."""
        self._is_calm = True
        self._called.set()

    async def is_killed(self) -> None:
        """Kills it after some calls, again and again."""
        while True:
            last = self._calls + self._dice.randint(*CALLS_TO_KILL)
            while self._calls < last and not self._is_calm:
                self._called.clear()
                await self._called.wait()
            if self._is_calm:
                return
            if self._dice.random() < 0.5:
                for _ in range(self._dice.randint(1, 3)):
                    await self._commits()
            else:
                await asyncio.sleep(self._dice.random() / 20)
            await self.dies()
            await self.starts()

    async def starts(self) -> None:
        """Starts it, sometimes twice because it is killed at once; returns when it answers."""
        await self._begins()
        if self.done["kills"] and self._dice.random() < 0.2:
            await asyncio.sleep(self._dice.random())
            await self.dies()
            await self._begins()
        async with asyncio.timeout(PATIENCE):
            while not await self._answers():
                await asyncio.sleep(0.02)
        self.up.set()

    async def dies(self) -> None:
        """Kills it, and keeps its files as they are then; raises BrokenError for damaged ones."""
        self.up.clear()
        assert self._process is not None
        await kill(self._process)
        self.done["kills"] += 1
        dead = self.path.with_name(f"dead-{self.done['kills']}")
        dead.mkdir()
        for name in (self.path.name, f"{self.path.name}-wal"):
            if self.path.with_name(name).exists():
                shutil.copy(self.path.with_name(name), dead)
        with crashed(dead / self.path.name) as database:
            check_sound(database)
        self._dead = await Database.open(dead / self.path.name, MIGRATIONS)
        self._opened.push_async_callback(self._dead.close)

    async def left(self, game_id: int, place: Place) -> StoredGame:
        """A game as the process has left it that was killed last."""
        assert self._dead is not None
        stored = await games.get(self._dead, game_id, place)
        assert stored is not None, f"game {game_id} is lost"
        return stored

    async def left_of(self, client: Client) -> int:
        """The last act of a page's device that it had noted then; 0 if there is none."""
        assert self._dead is not None
        return await devices.last_of(self._dead, client.person.id, client.device)

    async def ends(self) -> None:
        """Ends it for good; raises BrokenPromiseError if it has logged an error."""
        if self._process is not None and self._process.returncode is None:
            await kill(self._process)
        await self.web.aclose()
        await self._opened.aclose()
        check_log(self.path.with_suffix(".log"))

    async def _begins(self) -> None:
        listen = {"LISTEN": str(self._port), "APP_URL": f"http://127.0.0.1:{self._port}/touch"}
        self._process = await start(
            self.path, self.api.token, self._address, **listen, SECRET=self._secret
        )

    async def _answers(self) -> bool:
        assert self._process is not None
        if self._process.returncode is not None:
            raise BrokenError(f"it does not start: {self.path.with_suffix('.log').read_text()}")
        with suppress(httpx.NetworkError, httpx.RemoteProtocolError):
            return (await self.web.get("/touch/")).status_code == httpx.codes.OK
        return False

    async def _commits(self) -> None:
        """Returns as soon as something has been committed, or when nothing is for a while."""
        index = self.path.with_name(f"{self.path.name}-shm")
        before = _commits(index)
        with suppress(TimeoutError):
            async with asyncio.timeout(0.5):
                while _commits(index) == before:
                    await asyncio.sleep(0)


@asynccontextmanager
async def mortal(folder: Path, dice: random.Random) -> AsyncIterator[Mortal]:
    """A bot that answers, on a pretend Telegram of its own."""
    api = BotApi()
    async with serving(api) as address:
        bot = Mortal(api, address, folder, dice)
        try:
            await bot.starts()
            yield bot
        finally:
            await bot.ends()


def _commits(index: Path) -> bytes:
    """SQLite's counter of the transactions in its log (sqlite.org/walformat.html, iChange)."""
    with index.open("rb") as shared:
        return shared.read(12)[8:]
