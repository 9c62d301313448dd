"""The commands that ask a running bot show it the token, and say what went wrong."""

import asyncio

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route

from bot.commands.running import NoAnswer, asked
from bot.settings import Address, Settings
from tests.bot.process import free_port, http_at

TOKEN = "correct-horse-battery"  # noqa: S105 - opens nothing


@pytest.mark.parametrize("host", ["127.0.0.1", "0.0.0.0"])  # noqa: S104 - asked on loopback
@pytest.mark.parametrize("token", ["", TOKEN])
async def test_the_token_is_shown_if_there_is_one(host: str, token: str) -> None:
    async def echo(request: Request) -> PlainTextResponse:
        return PlainTextResponse(request.headers.get("authorization", "nothing"), 418)

    async with http_at(Starlette(routes=[Route("/here", echo)])) as url:
        listen = Address(host, int(url.rpartition(":")[2]))
        settings = Settings(listen=listen, metrics_token=token)
        answer = await asyncio.to_thread(asked, settings, "/here")
    assert answer.status == 418
    assert answer.body.decode() == (f"Bearer {TOKEN}" if token else "nothing")


def test_where_nothing_listens_the_address_is_named_and_the_token_is_not() -> None:
    listen = Address("127.0.0.1", free_port())
    with pytest.raises(NoAnswer, match=f"it does not answer at {listen}: Connection") as refused:
        asked(Settings(listen=listen, metrics_token=TOKEN), "/top")
    assert TOKEN not in str(refused.value)
    with pytest.raises(NoAnswer, match="SUDOKU_BOT_LISTEN is not set"):
        asked(Settings(metrics_token=TOKEN), "/top")


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (b"220 mail.example ESMTP\r\n", "what came is no answer over HTTP"),
        (b"", "the connection was ended without an answer"),
    ],
)
async def test_what_is_no_answer_is_told_in_words(line: bytes, words: str) -> None:
    async def mumble(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while await reader.readline() not in (b"\r\n", b""):
            pass
        writer.write(line)
        writer.close()

    async with await asyncio.start_server(mumble, "127.0.0.1", 0) as server:
        listen = Address("127.0.0.1", server.sockets[0].getsockname()[1])
        with pytest.raises(NoAnswer) as refused:
            await asyncio.to_thread(asked, Settings(listen=listen), "/top")
    assert str(refused.value) == f"it does not answer at {listen}: {words}"
