"""The token and the key of the dailies are nowhere but where they belong."""

import asyncio
import gc
import io
import json
import subprocess
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Final

import pytest
from PIL import Image
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from bot import app
from bot.commands.doctor import examine
from bot.playground import ApiError, BotApi, Person, PlaygroundRequest, default_people
from bot.playground.chats import User
from bot.settings import Settings
from tests.bot.house import NETWORK, House, Talk
from tests.bot.process import http_at, sudoku_bot, telegram_at
from tests.fewer import first_cases

pytestmark = pytest.mark.xdist_group("processes")

TOKEN: Final = "123456789:Never_seen-anywhere_but-at_Telegram_"  # noqa: S105 - opens nothing
SECRET: Final = TOKEN.partition(":")[2]
KEY: Final = "the key of all the dailies"


def echo(status: int) -> Callable[[Request], Response]:
    """A server, or a proxy in front of it, that quotes the address it was asked for."""

    def answer(request: Request) -> Response:
        quoted = f"I do not like {request.url}"
        if status == 599:
            return PlainTextResponse(quoted, status)
        body = {"ok": False, "error_code": status, "description": quoted}
        return PlainTextResponse(json.dumps(body), status)

    return answer


async def broken(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Quotes the first line of a request and closes the connection."""
    writer.write(await reader.readline())
    writer.close()


@asynccontextmanager
async def server(kind: int | str) -> AsyncIterator[str]:
    if kind == "no HTTP":
        async with await asyncio.start_server(broken, "127.0.0.1", 0) as listening:
            yield f"http://127.0.0.1:{listening.sockets[0].getsockname()[1]}"
    else:
        web = Starlette()
        web.add_route("/{path:path}", echo(int(kind)), methods=["GET", "POST"])
        async with http_at(web) as address:
            yield address


def stopped(process: subprocess.Popen[str]) -> str:
    """Everything that a process printed until it ended."""
    process.terminate()
    assert process.stdout is not None
    with process.stdout:
        out = process.stdout.read()
    process.wait()
    return out


@pytest.mark.long
@pytest.mark.parametrize("kind", first_cases(1, [401, "no HTTP", 409, 599]))
async def test_whatever_answers_at_the_start_the_token_is_not_told(
    tmp_path: Path, kind: int | str
) -> None:
    given = {"TOKEN": TOKEN, "SECRET": KEY, "LOG_LEVEL": "DEBUG"}
    given["LOG_FORMAT"] = "json" if kind == 409 else "text"
    log = tmp_path / "log"
    async with server(kind) as address:
        given["API_URL"] = address
        with sudoku_bot(tmp_path, **given) as process:
            async with asyncio.timeout(60):
                while process.poll() is None and "trying again" not in log.read_text():
                    await asyncio.sleep(0.05)
            out = await asyncio.to_thread(stopped, process)
        settings = Settings.from_environment({f"SUDOKU_BOT_{k}": v for k, v in given.items()})
        findings = await asyncio.to_thread(lambda: " ".join(map(str, examine(settings))))
    assert "token" in findings
    for secret in (SECRET, KEY):
        assert secret not in out + findings + log.read_text()


@pytest.mark.long
async def test_whatever_goes_wrong_while_it_serves_the_token_is_not_told(tmp_path: Path) -> None:
    api = BotApi()
    alice, *_ = default_people(api)
    secret = api.token.partition(":")[2]
    quoting = ApiError(400, f"I do not like /bot{api.token}/sendMessage")
    log = tmp_path / "log"
    async with telegram_at(api) as address:
        given = {"TOKEN": api.token, "API_URL": address, "LOG_LEVEL": "DEBUG", "SECRET": KEY}
        for method in ("setMyCommands", "getUpdates", "sendMessage", "answerCallbackQuery"):
            api.fail_next(method, quoting)
        with sudoku_bot(tmp_path, **given) as process:
            alice.say("/help")
            async with asyncio.timeout(60):
                while not any(m["from"]["is_bot"] for m in alice.messages()):
                    await asyncio.sleep(0.05)
            out = await asyncio.to_thread(stopped, process)
    assert "getUpdates" in log.read_text()
    assert secret not in out + log.read_text()
    assert KEY not in out + log.read_text()
    assert secret.encode() not in (tmp_path / "sudoku.db").read_bytes()


@pytest.mark.long
async def test_what_people_write_and_are_called_is_not_told(tmp_path: Path) -> None:
    """At DEBUG libraries log each update and each call with everything in it."""
    api = BotApi()
    private = [f"Zz{word}zZ" for word in ("first", "last", "user", "text", "caption", "file")]
    first, last, user, text, caption, file = private
    person = Person(api, User(4711, first, "en", user, last))
    group = api.world.chats.add_group(-100_4711, f"{text} club", [person.user])
    Image.new("L", (90, 90)).save(picture := io.BytesIO(), "PNG")
    log = tmp_path / "log"
    async with telegram_at(api) as address:
        given = {"TOKEN": api.token, "API_URL": address, "LOG_LEVEL": "DEBUG"}
        with sudoku_bot(tmp_path, **given) as process:

            async def told(times: int) -> None:
                async with asyncio.timeout(60):
                    while sum(m["from"]["is_bot"] for m in person.messages()) < times:
                        await asyncio.sleep(0.05)

            person.say(f"/new {text}")
            await told(1)
            api.fail_next("sendMessage", ApiError(400, f"Bad Request: {text}"))
            person.say(f"{text} wants a hint")
            person.say(f"/subscribe 8:00 {text}", group)
            person.send_photo(picture.getvalue(), caption=caption)
            person.send_document(file, text.encode(), caption=caption)
            person.say(f"/{text}")
            person.say(f"hint, {text}")
            await told(4)
            person.forge(person.last()["message_id"], f"want:{person.id}:learn:{text}")
            person.say("/stop")
            await told(5)
            out = await asyncio.to_thread(stopped, process)
    written = out + log.read_text()
    assert "Application started" in written
    assert [word for word in private if word in written] == []


@pytest.mark.long
@pytest.mark.usefixtures("_thawed")
async def test_nothing_that_lives_shows_it_when_it_is_printed(house: House, chat: Talk) -> None:
    services = replace(house.services, secret=KEY.encode())
    application = app.build(services, TOKEN, NETWORK, lambda: PlaygroundRequest(house.api))
    settings = Settings(token=TOKEN, secret=KEY)
    await chat.sends("/help")
    ours = [
        one
        for one in gc.get_objects()
        if str(type(one).__module__).partition(".")[0] in {"bot", "telegram"}
    ]
    assert application in ours
    assert any(one is settings for one in ours)
    for one in ours:
        for secret in (SECRET, KEY):
            assert secret not in repr(one), type(one)
            assert secret not in str(one), type(one)
