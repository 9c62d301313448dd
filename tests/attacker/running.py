"""The bot under attack, as an operator runs it: one process on SQLite, or replicas on PostgreSQL.

Whatever ends by itself is started again, as systemd or Docker does, and counted.
"""

import asyncio
import tempfile
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Protocol

from bot.playground import BotApi
from tests.attacker import kept
from tests.attacker.limit import Limit
from tests.crash import Ask, file_at, kill, serving, start
from tests.replicas.fleet import Fleet, opened

LOOK_SECONDS: Final = 0.05
WORKERS: Final = 2
"""The default of the setting."""


class Bot(Protocol):
    """The processes of a running bot; each of the `roots` has a tree and a limit of its own."""

    @property
    def measure(self) -> kept.Measure: ...

    @property
    def ask(self) -> Ask: ...

    @property
    def roots(self) -> Sequence[int]: ...

    @property
    def restarts(self) -> int:
        """How many of the roots have ended by themselves."""

    @property
    def kills(self) -> int:
        """How many processes were killed for their memory."""

    @property
    def errors(self) -> list[str]:
        """The errors in the logs."""

    def look(self, root: int, held: int) -> None:
        """Is told by the gauge how many bytes a tree holds."""


@dataclass
class Alone:
    """One process that polls, with SQLite."""

    api: BotApi
    address: str
    path: Path
    program: Sequence[str]
    limit: Limit
    measure: kept.Measure
    ask: Ask
    process: asyncio.subprocess.Process | None = None
    restarts: int = 0

    @property
    def roots(self) -> Sequence[int]:
        process = self.process
        return [process.pid] if process is not None and process.returncode is None else []

    @property
    def kills(self) -> int:
        return self.limit.kills

    @property
    def errors(self) -> list[str]:
        return errors_in(self.path.with_suffix(".log"))

    def look(self, root: int, held: int) -> None:
        self.limit.look(root, held)

    async def start(self) -> None:
        workers = {"WORKERS": str(WORKERS)}
        self.process = await start(
            self.path, self.api.token, self.address, *self.program, **workers
        )
        self.limit.hold(self.process.pid)

    async def supervise(self) -> None:
        while self.process is not None:
            await self.process.wait()
            self.restarts += 1
            await self.start()


@dataclass
class Replicas:
    """Several processes behind a reverse proxy, with PostgreSQL."""

    fleet: Fleet
    limits: dict[int, Limit]
    measure: kept.Measure
    ask: Ask
    held: dict[int, int] = field(default_factory=dict)

    @property
    def roots(self) -> Sequence[int]:
        return [r.process.pid for r in self.fleet.replicas if r.process is not None and r.lives]

    @property
    def restarts(self) -> int:
        return self.fleet.restarts

    @property
    def kills(self) -> int:
        return sum(limit.kills for limit in self.limits.values())

    @property
    def errors(self) -> list[str]:
        return [line for replica in self.fleet.replicas for line in errors_in(replica.log)]

    def look(self, root: int, held: int) -> None:
        for replica in self.fleet.replicas:
            if replica.process is not None and replica.process.pid == root:
                self.limits[replica.number].look(root, held)

    async def hold_new(self) -> None:
        """Puts each process that was started again below its replica's limit."""
        while True:
            self.hold()
            await asyncio.sleep(LOOK_SECONDS)

    def hold(self) -> None:
        for replica in self.fleet.replicas:
            process = replica.process
            if process is None or not replica.lives or self.held.get(replica.number) == process.pid:
                continue
            self.limits[replica.number].hold(process.pid)
            self.held[replica.number] = process.pid


def errors_in(log: Path) -> list[str]:
    text = log.read_text("utf-8", "replace") if log.exists() else ""
    return [line for line in text.splitlines() if " ERROR " in line or " CRITICAL " in line]


@asynccontextmanager
async def alone(
    api: BotApi, limit: Callable[[], Limit], program: Sequence[str] = ("-m", "bot")
) -> AsyncIterator[Alone]:
    """Runs one process until the block ends."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        path, held = Path(folder) / "sudoku.db", limit()
        async with serving(api) as address:
            bot = Alone(api, address, path, program, held, kept.in_file(path), file_at(path))
            await bot.start()
            supervising = asyncio.create_task(bot.supervise())
            try:
                yield bot
            finally:
                supervising.cancel()
                if bot.process is not None and bot.process.returncode is None:
                    await kill(bot.process)
                held.close()


@asynccontextmanager
async def replicas(
    api: BotApi, limit: Callable[[], Limit], count: int, program: Sequence[str] = ("-m", "bot")
) -> AsyncIterator[Replicas]:
    """Runs so many replicas with a PostgreSQL of their own until the block ends."""
    limits = {number: limit() for number in range(1, count + 1)}
    try:
        async with opened(count, api) as fleet:
            bot = Replicas(fleet, limits, kept.on_server(fleet.ask), fleet.ask)
            fleet.workers, fleet.program = WORKERS, program
            holding = asyncio.create_task(bot.hold_new())
            try:
                await fleet.start_all()
                yield bot
            finally:
                holding.cancel()
    finally:
        for one in limits.values():
            one.close()
