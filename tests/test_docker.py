"""The health checks of the image and of the replicas, as their files have them."""

import asyncio
import json
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).parents[1]
PORT: Final = "9090"


def check_of(file: str) -> list[str]:
    """The command that Docker runs, with its arguments."""
    text = (ROOT / file).read_text("utf-8")
    (found,) = re.findall(r'^ +(?:CMD|test:) (\["(?:CMD", ")?bash".*\])$', text, re.MULTILINE)
    words: list[str] = json.loads(found)
    # Compose has variables of its own, so a dollar is written twice there.
    return [word.replace("$$", "$") for word in words if word != "CMD"]


CHECKS: Final = {"Dockerfile": "/healthz", "compose.scale.yaml": "/readyz"}


@asynccontextmanager
async def answering(status: str, asked: list[str]) -> AsyncIterator[str]:
    """A server on a port of its own, which answers everything with a status."""

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        asked.append((await reader.readuntil(b"\r\n\r\n")).decode())
        writer.write(f"HTTP/1.1 {status}\r\ncontent-length: 0\r\n\r\n".encode())
        await writer.drain()
        writer.close()

    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    async with server:
        yield str(server.sockets[0].getsockname()[1])


async def runs(command: list[str], port: str) -> int:
    words = [word.replace(PORT, port) for word in command]
    process = await asyncio.create_subprocess_exec(
        *words, stderr=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.DEVNULL
    )
    return await process.wait()


@pytest.mark.parametrize(("file", "path"), CHECKS.items())
async def test_a_health_check_asks_its_page_and_believes_the_status(file: str, path: str) -> None:
    asked = list[str]()
    async with answering("200 OK", asked) as port:
        assert await runs(check_of(file), port) == 0
    assert asked == [f"GET {path} HTTP/1.0\r\n\r\n"]
    async with answering("503 Service Unavailable", asked) as port:
        assert await runs(check_of(file), port) != 0
    assert await runs(check_of(file), port) != 0
