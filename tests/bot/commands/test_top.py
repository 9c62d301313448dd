"""`sudoku-bot top` asks the running bot who has the largest reservations."""

import asyncio
from argparse import Namespace
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from starlette.applications import Starlette
from starlette.responses import Response
from starlette.routing import Route

from bot.commands import FAILED, OK, top
from bot.settings import Address, Settings
from bot.telegram.retries import Timer
from bot.web.access import Access
from bot.web.health import Health
from bot.web.server import Top, create_web, listening
from tests.bot.house import House
from tests.bot.process import free_port, http_at

TOKEN = "correct-horse-battery"  # noqa: S105 - opens nothing
TOLD = {
    "accounts": [
        {
            "account": 7_000_000_001,
            "chat": -1_001_234_567_890,
            "bytes": 12_345_678,
            "seconds": 4.26,
            "waiting": 3,
        },
        {"account": 5, "chat": 5, "bytes": 0, "seconds": 0.04, "waiting": 0},
    ],
    "most_bytes": 60_000_000,
    "reserved_bytes": 12_345_678,
}


@asynccontextmanager
async def bot_that_tells(house: House, told: Top) -> AsyncIterator[Settings]:
    """The bot's own server, which tells this to who has the token; gives settings to ask it."""
    address = Address("127.0.0.1", free_port())
    web = create_web(Health(house.application, Timer()), access=Access(token=TOKEN), top=told)
    async with listening(web, address):
        yield Settings(listen=address, metrics_token=TOKEN)


async def status(settings: Settings) -> int:
    return await asyncio.to_thread(top.run, settings, Namespace())


async def test_the_largest_reservations_are_a_table(
    house: House, capsys: pytest.CaptureFixture[str]
) -> None:
    async with bot_that_tells(house, lambda: TOLD) as settings:
        assert await status(settings) == OK
    assert capsys.readouterr().out.splitlines() == [
        "   account            chat  reserved  processor  waiting",
        "7000000001  -1001234567890   12.3 MB      4.3 s        3",
        "         5               5    0.0 MB      0.0 s        0",
        "12.3 MB of 60.0 MB reserved, by 2 shown.",
    ]


async def test_a_bot_in_which_nothing_is_reserved_says_so(
    house: House, capsys: pytest.CaptureFixture[str]
) -> None:
    nothing = {"accounts": [], "most_bytes": 60_000_000, "reserved_bytes": 0}
    async with bot_that_tells(house, lambda: nothing) as settings:
        assert await status(settings) == OK
    assert capsys.readouterr().out == "0.0 MB of 60.0 MB reserved, by nobody.\n"


async def test_another_token_is_refused_in_one_line(
    house: House, capsys: pytest.CaptureFixture[str]
) -> None:
    async with bot_that_tells(house, lambda: TOLD) as settings:
        wrong = Settings(listen=settings.listen, metrics_token=f"{TOKEN}x")
        assert await status(wrong) == FAILED
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err == "sudoku-bot: the running bot has another SUDOKU_BOT_METRICS_TOKEN\n"


def test_where_nothing_listens_it_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    listen = Address("127.0.0.1", free_port())
    for settings, reason in (
        (Settings(), "SUDOKU_BOT_LISTEN is not set"),
        (Settings(listen=listen), f"it does not answer at {listen}"),
    ):
        assert top.run(settings, Namespace()) == FAILED
        told = capsys.readouterr()
        assert (told.out, told.err.count("\n")) == ("", 1)
        assert told.err.startswith(f"sudoku-bot: {reason}")


@pytest.mark.parametrize(
    ("code", "body", "reason"),
    [
        (403, "", "SUDOKU_BOT_METRICS_TOKEN is not set"),
        (404, "", "it is no bot of this version"),
        (429, "", "ask again"),
        (500, "", "the running bot answers 500"),
        (200, "<html>", "it is no bot of this version"),
        (200, "[]", "it is no bot of this version"),
        (200, '{"accounts": [{}]}', "it is no bot of this version"),
        (200, '{"accounts": 5}', "it is no bot of this version"),
    ],
)
async def test_what_else_may_answer_is_told_in_one_line(
    code: int, body: str, reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    async def page(_: object) -> Response:
        return Response(body, code)

    async with http_at(Starlette(routes=[Route("/top", page)])) as url:
        listen = Address("127.0.0.1", int(url.rpartition(":")[2]))
        assert await status(Settings(listen=listen)) == FAILED
    told = capsys.readouterr()
    assert (told.out, told.err.count("\n")) == ("", 1)
    assert reason in told.err
