"""Reads the bot's port from all sides while people ask for /help: `python -m tests.readers`.

The bot runs as an operator runs it, with Telegram's sending limits. Readers ask for /metrics and
/readyz as fast as they are answered, from a process of their own: over connections that they keep,
over a new one each time, or with many requests in one packet. Without readers (0) is the baseline
of the same run. It fails when the 99th percentile of the people's waiting time reaches the limit.
"""

import argparse
import asyncio
import json
import random
import sys
import tempfile
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from time import monotonic
from typing import Final

from bot.playground import BotApi, Person
from tests.bot.process import free_port
from tests.crash import kill, serving, start
from tests.starvation import Town
from tests.waits import percentile

PEOPLE: Final = 40
EACH_SECONDS: Final = 2.0
LIMIT_SECONDS: Final = 0.3
PATHS: Final = ("/metrics", "/readyz")
PACKET: Final = 50
"""Requests in one packet of those who do not wait for answers."""

Statuses = Counter[str]


def request(path: str) -> bytes:
    return f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode()


async def keeps(port: int, path: str, seen: Statuses) -> None:
    """Asks again and again over one connection, for as long as the bot keeps it."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        while True:
            writer.write(request(path))
            await _read(reader, seen)
    finally:
        writer.close()


async def comes_anew(port: int, path: str, seen: Statuses) -> None:
    """Asks once over a connection."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        writer.write(request(path))
        await _read(reader, seen)
    finally:
        writer.close()


async def pipelines(port: int, path: str, seen: Statuses) -> None:
    """Sends PACKET requests at once, then reads their answers."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        writer.write(request(path) * PACKET)
        for _ in range(PACKET):
            await _read(reader, seen)
    finally:
        writer.close()


async def leaves(port: int, _: str, seen: Statuses) -> None:
    """Connects and goes away at once."""
    streams = await asyncio.open_connection("127.0.0.1", port)
    streams[1].transport.abort()
    seen["left"] += 1


WAYS: Final[dict[str, Callable[[int, str, Statuses], Awaitable[None]]]] = {
    "keep": keeps,
    "anew": comes_anew,
    "pipeline": pipelines,
    "leave": leaves,
}


async def _read(reader: asyncio.StreamReader, seen: Statuses) -> None:
    head = await reader.readuntil(b"\r\n\r\n")
    length = next(
        int(line.partition(b":")[2])
        for line in head.lower().splitlines()
        if line.startswith(b"content-length:")
    )
    await reader.readexactly(length)
    seen[head.split(b" ", 2)[1].decode()] += 1


async def hammer(port: int, readers: int, way: str, seconds: float) -> Statuses:
    """All readers read until the time is over; gives how often each status came."""
    seen = Statuses()

    async def reads(path: str) -> None:
        while True:
            # The bot may end a connection; the reader comes again.
            with suppress(OSError, asyncio.IncompleteReadError):
                await WAYS[way](port, path, seen)
            await asyncio.sleep(0)

    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await asyncio.gather(*(reads(PATHS[i % len(PATHS)]) for i in range(readers)))
    return seen


@asynccontextmanager
async def hammered(port: int, readers: int, way: str, seconds: float) -> AsyncIterator[Statuses]:
    """Hammers from another process while the block runs; the statuses are there behind it."""
    seen = Statuses()
    arguments = [str(port), str(readers), way, str(seconds)]
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "tests.readers",
        "--hammer",
        *arguments,
        stdout=asyncio.subprocess.PIPE,
    )
    try:
        yield seen
    finally:
        said, _ = await process.communicate()
        seen.update(json.loads(said))


async def _asks(town: Town, person: Person, until: float) -> None:
    await asyncio.sleep(random.random() * EACH_SECONDS)
    while monotonic() < until:
        await town.ask(person, "/help")
        await asyncio.sleep(EACH_SECONDS)


async def waits(readers: int, way: str, seconds: float, folder: Path) -> list[float]:
    """How long people waited for /help beside so many readers."""
    town, port = Town(BotApi(flood_limits=True)), free_port()
    people = [town.person() for _ in range(PEOPLE)]
    async with serving(town.api) as address:
        process = await start(folder / "sudoku.db", town.api.token, address, LISTEN=str(port))
        try:
            await town.ask(town.person())
            town.waited.clear()
            async with hammered(port, readers, way, seconds) as seen:
                until = monotonic() + seconds
                async with asyncio.TaskGroup() as asking:
                    for person in people:
                        asking.create_task(_asks(town, person, until))
        finally:
            await kill(process)
    told = ", ".join(f"{count / seconds:.0f} times {status}" for status, count in seen.items())
    print(
        f"{readers} readers ({way}): /help after {percentile(town.waited, 0.5):.3f} s median, "
        f"{percentile(town.waited, 0.99):.3f} s p99, {max(town.waited):.3f} s at most, "
        f"of {len(town.waited)}; the readers got a second: {told or 'nothing'}",
        flush=True,
    )
    return town.waited


async def run(counts: Sequence[int], ways: Sequence[str], seconds: float, limit: float) -> None:
    for way in ways:
        for readers in counts:
            with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
                late = percentile(await waits(readers, way, seconds, Path(folder)), 0.99)
            if late >= limit:
                raise SystemExit(f"{readers} readers ({way}): {late:.2f} s at the 99th percentile")


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m tests.readers", description=__doc__.partition("\n")[0]
    )
    parser.add_argument("--seconds", type=float, default=20.0, help="of each attack (20)")
    parser.add_argument(
        "--limit", type=float, default=LIMIT_SECONDS, help="the longest wait at p99 (0.3 s)"
    )
    parser.add_argument("--readers", type=int, nargs="+", default=[0, 20, 200])
    parser.add_argument("--seed", type=int, default=1, help="of the dice (1)")
    parser.add_argument("--hammer", nargs=4, help=argparse.SUPPRESS)
    parser.add_argument("ways", nargs="*", default=list(WAYS), help=f"of {', '.join(WAYS)}")
    options = parser.parse_args()
    if options.hammer:
        port, readers, way, seconds = options.hammer
        seen = asyncio.run(hammer(int(port), int(readers), way, float(seconds)))
        print(json.dumps(seen))
        return
    random.seed(options.seed)
    asyncio.run(run(options.readers, options.ways, options.seconds, options.limit))


if __name__ == "__main__":
    main()
