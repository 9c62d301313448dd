"""Replicas of one bot on one machine: a PostgreSQL, a pretend Telegram, a reverse proxy, processes.

Each replica is the bot as an operator runs it, on a port that it keeps when it is started again.
"""

import asyncio
import re
import signal
import sys
import tempfile
from collections.abc import AsyncIterator, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import Any, Final

import aiohttp
import psutil

from bot.playground import BotApi
from bot.store.postgres.address import Server
from bot.store.postgres.connection import Connection, connect, fetch
from bot.store.seam.not_stored import Unreachable
from tests.bot.process import free_port
from tests.crash import PATIENCE, BrokenPromiseError, catch_up, kill, serving, start
from tests.postgres import Cluster, started
from tests.replicas.caddy import caddy
from tests.replicas.delivery import Postman
from tests.replicas.wire import Wire

PATH: Final = "/sudoku"
LOOK_SECONDS: Final = 0.05
LAST_WORDS: Final = 3_000
FORBIDDEN: Final = 403
WAITING: Final = (
    "id, name, until - (extract(epoch from clock_timestamp()) * 1000)::bigint from replicas",
    "holder, array_agg(chat_id) from leases group by holder",
    "update_id, chat_id, holder, attempts, took_effect from inbox where payload is not null",
    "* from views where stale is not null",
    "chat_id, count(*) from replies group by chat_id",
    "holder, count(*), max(free_at) from permits group by holder",
    "state, wait_event_type, wait_event, query from pg_stat_activity where state <> 'idle'",
)
AWAY: Final = re.compile(
    "trying again|tries again|PostgreSQL (was busy|cannot be reached|does not answer)"
    "|ASGI callable returned without starting response"
)
"""What the log may say of a database that is away, or of a call that timed out during a freeze."""


class Reader:
    """Asks the server directly; waits for a server that restarts."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._connection: Connection | None = None
        self._alone = asyncio.Lock()

    async def __call__(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        async with self._alone, asyncio.timeout(PATIENCE):
            while True:
                try:
                    if self._connection is None or self._connection.is_closed():
                        self._connection = await connect(self._server)
                    return await fetch(self._connection, sql, *values)
                except Unreachable:
                    await asyncio.sleep(LOOK_SECONDS)

    async def close(self) -> None:
        if self._connection is not None:
            await self._connection.close()


@dataclass
class Replica:
    """One replica, whose process may change; `database` is the address that it is started with.

    `wire`, if there is one, is its way to PostgreSQL. If the process ends while the replica
    `should_run`, another one is started.
    """

    number: int
    port: int
    database: str
    log: Path
    wire: Wire | None = None
    process: asyncio.subprocess.Process | None = None
    should_run: bool = False

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def lives(self) -> bool:
        return self.process is not None and self.process.returncode is None


class Fleet:
    """All the replicas; `ask` asks the database directly."""

    cluster: Cluster
    """The server, where there is one that can be stopped."""

    def __init__(self, api: BotApi, server: Server, replicas: Sequence[Replica]) -> None:
        self.api = api
        self.server = server
        self.replicas = replicas
        self.ask = Reader(server)
        self.postman = Postman(api)
        self.program: Sequence[str] = ("-m", "bot")
        self.workers = 1
        self.telegram = ""
        self.webhook = ""
        self.restarts = 0
        """How many processes have ended by themselves."""

    async def supervise(self) -> None:
        """Restarts every process that ends by itself, as systemd or Docker does."""
        while True:
            for replica in self.replicas:
                if replica.should_run and not replica.lives:
                    await self.start(replica)
                    self.restarts += 1
            await asyncio.sleep(LOOK_SECONDS)

    async def start(self, replica: Replica) -> None:
        """Starts a process; it may take a while until it serves."""
        replica.process = await start(
            replica.log.with_suffix(".db"),
            self.api.token,
            self.telegram,
            *self.program,
            DATABASE=replica.database,
            LISTEN=str(replica.port),
            WEBHOOK_URL=self.webhook,
            WORKERS=str(self.workers),
        )
        replica.should_run = True

    async def serves(self, replica: Replica) -> None:
        """Returns once a replica reports that it is ready."""
        url, ends = f"{replica.address}/readyz", monotonic() + PATIENCE
        async with aiohttp.ClientSession() as session:
            while missing := await _missing(session, url):
                if monotonic() > ends:
                    raise BrokenPromiseError(f"replica {replica.number} is not ready: {missing}")
                await asyncio.sleep(LOOK_SECONDS)

    async def start_all(self) -> None:
        """Returns once all replicas are ready and the proxy knows it."""
        for replica in self.replicas:
            await self.start(replica)
        for replica in self.replicas:
            await self.serves(replica)
        async with aiohttp.ClientSession() as session, asyncio.timeout(PATIENCE):
            while await _status(session, self.webhook) != FORBIDDEN:
                await asyncio.sleep(LOOK_SECONDS)

    async def stop(self, replica: Replica) -> None:
        """Ends a replica with SIGTERM, as a supervisor does."""
        assert replica.process is not None
        replica.should_run = False
        replica.process.terminate()
        await replica.process.wait()

    async def kill(self, replica: Replica) -> None:
        replica.should_run = False
        if replica.process is not None and replica.lives:
            await kill(replica.process)

    @asynccontextmanager
    async def at_work(self) -> AsyncIterator[None]:
        """Delivers what people say and supervises the replicas; kills them all in the end."""
        async with AsyncExitStack() as stack:
            stack.push_async_callback(self.ask.close)
            await stack.enter_async_context(self.postman.running())
            stack.push_async_exit(self.end)
            supervising = asyncio.create_task(self.supervise())
            stack.callback(supervising.cancel)
            yield

    async def end(self, _: object, error: BaseException | None, __: object) -> None:
        """Kills all; after an error, prints what was waiting and the last lines of the logs."""
        if isinstance(error, Exception):
            for what in WAITING:
                sys.stderr.write(f"{what}\n{await self.ask(f'select {what}')}\n")
        for replica in self.replicas:
            await self.kill(replica)
            if isinstance(error, Exception) and replica.log.exists():
                last = replica.log.read_text("utf-8", "replace")[-LAST_WORDS:]
                sys.stderr.write(f"--- replica {replica.number}\n{last}\n")

    def cut_off(self, replica: Replica) -> AbstractAsyncContextManager[None]:
        """The replica cannot reach PostgreSQL while the block runs."""
        assert replica.wire is not None
        return replica.wire.cut()

    @asynccontextmanager
    async def frozen(self, replica: Replica) -> AsyncIterator[None]:
        """The replica is stopped, but not ended, while the block runs."""
        assert replica.process is not None
        replica.process.send_signal(signal.SIGSTOP)
        try:
            yield
        finally:
            replica.process.send_signal(signal.SIGCONT)

    async def held_by(self, replica: Replica) -> frozenset[int]:
        """The chats whose leases a replica holds."""
        rows = await self.ask(
            "select chat_id, name from leases join replicas on replicas.id = leases.holder"
        )
        return frozenset(chat for chat, name in rows if self._is_named(replica, name))

    async def leader(self) -> Replica:
        """The replica that leads; waits until there is one."""
        async with asyncio.timeout(PATIENCE):
            while True:
                rows = await self.ask(
                    "select name from leaders join replicas on replicas.id = leaders.holder"
                )
                for replica in self.replicas:
                    if any(self._is_named(replica, name) for (name,) in rows):
                        return replica
                await asyncio.sleep(LOOK_SECONDS)

    def _is_named(self, replica: Replica, name: str) -> bool:
        return replica.process is not None and name.endswith(str(replica.process.pid))

    async def catch_up(self) -> None:
        """Returns when everything that was said is handled and shown."""
        async with asyncio.timeout(PATIENCE):
            while self.postman.waiting:
                await asyncio.sleep(LOOK_SECONDS)
        await catch_up(self.ask, self.api)

    def processor_seconds(self) -> float:
        """The processor time of the replicas so far, without processes that they started."""
        processes = [psutil.Process(r.process.pid) for r in self.replicas if r.process]
        return sum(sum(process.cpu_times()[:2]) for process in processes)

    def check_logs(self) -> None:
        """Raises BrokenPromiseError if a replica has logged an error that no fault explains."""
        for replica in self.replicas:
            for line in replica.log.read_text("utf-8", "replace").splitlines():
                if " ERROR " in line and not AWAY.search(line):
                    raise BrokenPromiseError(f"replica {replica.number}: {line}")


async def _status(session: aiohttp.ClientSession, webhook: str) -> int:
    """The status with which a webhook answers a call without its secret."""
    async with session.post(webhook) as answer:
        return answer.status


async def _missing(session: aiohttp.ClientSession, url: str) -> str:
    """What a process lacks to be ready; empty if it is ready."""
    try:
        async with session.get(url) as answer:
            return "" if answer.status == 200 else await answer.text()
    except aiohttp.ClientError as error:
        return str(error)


@asynccontextmanager
async def opened(count: int, api: BotApi, pooler: str = "") -> AsyncIterator[Fleet]:
    """Everything around the replicas, which are not started; `pooler` is a PgBouncer.

    If the block fails, the last lines of each replica's log are printed.
    """
    async with AsyncExitStack() as stack:
        cluster = stack.enter_context(started())
        door = stack.enter_context(cluster.pooled(pooler)) if pooler else cluster.port
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(ignore_cleanup_errors=True)))
        server = await cluster.create("sudoku")
        wires = [await stack.enter_async_context(Wire(door).laid()) for _ in range(count)]
        replicas = [
            Replica(
                number,
                free_port(),
                server.url.replace(f":{cluster.port}/", f":{wire.port}/"),
                folder / f"replica{number}.log",
                wire,
            )
            for number, wire in enumerate(wires, start=1)
        ]
        fleet = Fleet(api, server, replicas)
        fleet.cluster = cluster
        fleet.telegram = await stack.enter_async_context(serving(api))
        proxy = caddy([replica.port for replica in replicas], folder)
        fleet.webhook = await stack.enter_async_context(proxy) + PATH
        await stack.enter_async_context(fleet.at_work())
        yield fleet
