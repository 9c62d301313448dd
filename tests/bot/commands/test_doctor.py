"""`sudoku-bot doctor` says what is wrong, or that nothing is."""

import asyncio
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route

from bot.commands import MAY_PASS
from bot.commands.doctor import Finding, examine
from bot.playground import BotApi
from bot.settings import Address, Settings
from bot.store import inbox
from bot.store.postgres.address import Server
from bot.store.seam import lock
from bot.store.seam.holding import Arrival
from bot.store.seam.migrations import MIGRATIONS
from bot.store.sqlite.database import Database
from tests.bot.process import (
    free_port,
    http_at,
    names,
    refusal,
    said,
    serving,
    telegram_at,
)
from tests.postgres import Cluster

pytestmark = pytest.mark.xdist_group("processes")


@pytest.fixture
async def settings(tmp_path: Path) -> Settings:
    """The findings for a database that is well."""
    settings = Settings(database=tmp_path / "sudoku.db")
    database = await Database.open(settings.database, MIGRATIONS)
    await database.close()
    return settings


def found(settings: Settings) -> dict[str, Finding]:
    return {finding.subject: finding for finding in examine(settings)}


async def test_all_is_well(tmp_path: Path) -> None:
    api = BotApi()
    async with telegram_at(api) as address:
        given = {"TOKEN": api.token, "API_URL": address}
        status, words = await asyncio.to_thread(said, tmp_path, "doctor", **given)
    assert status == 0
    subjects = re.findall(r"^ok    ([a-z ]+):", words, re.MULTILINE)
    assert subjects == [
        "settings", "program", "database", "files", "quarantine", "engine", "zone data", "ports",
        "token", "clock",
    ]  # fmt: skip
    assert "@SudokuPlaygroundBot" in words
    assert "C core" in words
    assert api.token not in words
    assert names(tmp_path) == ["log"]


async def test_a_database_that_others_can_read_fails(settings: Settings) -> None:
    settings.database.chmod(0o640)
    finding = found(settings)["files"]
    assert not finding.is_well
    assert f"chmod 600 {settings.database}" in finding.words
    settings.database.chmod(0o600)
    assert found(settings)["files"].is_well


async def test_a_token_that_is_refused_fails(settings: Settings) -> None:
    wrong = "123456789:" + "B" * 35
    async with telegram_at(BotApi()) as address:
        given = Settings(token=wrong, api_url=address, database=settings.database)
        findings = await asyncio.to_thread(found, given)
    assert not findings["token"].is_well
    assert "401" in findings["token"].words
    assert wrong not in "".join(map(str, findings.values()))


async def test_a_telegram_that_cannot_be_reached_fails(settings: Settings) -> None:
    token = "123456789:" + "B" * 35
    given = Settings(token=token, api_url="http://127.0.0.1:1", database=settings.database)
    findings = await asyncio.to_thread(found, given)
    assert not findings["token"].is_well
    assert findings["database"].is_well


async def test_it_takes_the_bots_own_way_to_telegram(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The bot uses the proxies for its two schemes and no others."""
    api = BotApi()
    monkeypatch.setenv("all_proxy", "http://127.0.0.1:1")
    async with telegram_at(api) as address:
        given = Settings(token=api.token, api_url=address, database=settings.database)
        findings = await asyncio.to_thread(found, given)
        assert findings["token"].is_well
        monkeypatch.setenv("http_proxy", "http://127.0.0.1:1")
        monkeypatch.setenv("no_proxy", "")
        other = address.replace("127.0.0.1", "localhost")  # each server's proxy is asked for once
        given = Settings(token=api.token, api_url=other, database=settings.database)
        findings = await asyncio.to_thread(found, given)
    assert not findings["token"].is_well
    assert findings["database"].is_well


async def test_a_clock_that_is_wrong_fails(settings: Settings) -> None:
    body = b'{"ok": true, "result": {"username": "SomeBot"}}'
    head = f"HTTP/1.1 200 OK\r\nDate: Mon, 01 Jan 2024 00:00:00 GMT\r\nContent-Length: {len(body)}"

    async def long_ago(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(head.encode() + b"\r\nConnection: close\r\n\r\n" + body)
        await writer.drain()
        writer.close()
        await writer.wait_closed()

    async with await asyncio.start_server(long_ago, "127.0.0.1", 0) as server:
        address = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        given = Settings(token="1:x", api_url=address, database=settings.database)  # noqa: S106
        findings = await asyncio.to_thread(found, given)
    assert findings["token"].is_well
    assert not findings["clock"].is_well


def test_a_damaged_database_fails(settings: Settings) -> None:
    content = bytearray(settings.database.read_bytes())
    middle = len(content) // 2
    content[middle:] = b"\xa5" * (len(content) - middle)
    settings.database.write_bytes(content)
    assert not found(settings)["database"].is_well


async def test_updates_that_nobody_could_read_are_named(settings: Settings) -> None:
    assert found(settings)["quarantine"].is_well
    database = await Database.open(settings.database, MIGRATIONS)
    kept = Arrival(5, 1001, 1001, "what somebody wrote", "TypeError in Poll")
    await inbox.receive(database, 1, [kept], 1_795_000_000)
    await database.close()
    finding = found(settings)["quarantine"]
    assert not finding.is_well
    assert "TypeError in Poll (1)" in finding.words
    assert "wrote" not in finding.words


def test_a_database_that_is_gone_while_a_bot_runs_fails(settings: Settings) -> None:
    with lock.held(settings.database):
        settings.database.unlink()
        finding = found(settings)["database"]
    assert not finding.is_well
    assert "is gone" in finding.words


@pytest.mark.parametrize(
    ("told", "well"),
    [
        ({"database": "ok", "engine": "ok"}, [True, True]),
        ({"database": "it was deleted", "engine": "ok"}, [False, True]),
    ],
)
async def test_what_the_running_bot_says_of_itself_is_told(
    settings: Settings, told: dict[str, str], well: list[bool]
) -> None:
    async def readyz(_: Request) -> JSONResponse:
        return JSONResponse(told, 200 if all(well) else 503)

    async with http_at(Starlette(routes=[Route("/readyz", readyz)])) as address:
        given = replace(settings, listen=Address("0.0.0.0", int(address.rpartition(":")[2])))  # noqa: S104
        with lock.held(settings.database):
            findings = await asyncio.to_thread(found, given)
        alone = await asyncio.to_thread(found, given)
    assert [findings[f"running bot's {part}"].is_well for part in told] == well
    assert not any("running" in subject for subject in alone)


def test_a_running_bot_that_does_not_answer_fails(settings: Settings) -> None:
    with lock.held(settings.database):
        finding = found(replace(settings, listen=Address("127.0.0.1", free_port())))
    assert not finding["the running bot"].is_well


def test_postgres_is_looked_at(cluster: Cluster, server: Server, tmp_path: Path) -> None:
    settings = Settings(server=server)
    words = found(settings)["database"].words
    assert words.startswith(f"{server}, PostgreSQL 15")
    assert words.endswith("no bot runs on it, its pages have no checksums")
    with serving(tmp_path, DATABASE=server.url, PORT=str(free_port())):
        assert ", a bot runs on it" in found(settings)["database"].words
        assert "another bot runs on" in refusal(
            tmp_path, "migrate", status=MAY_PASS, DATABASE=server.url
        )
    assert found(settings)["quarantine"].is_well
    bare = found(Settings(server=cluster.server()))["database"]
    assert (bare.is_well, "schema 0 of" in bare.words) == (True, True)
    assert not found(Settings(server=cluster.server("nowhere")))["database"].is_well


@contextmanager
def nobody() -> Iterator[None]:
    yield


@pytest.mark.parametrize("runs", [True, False])
def test_it_tells_whether_a_bot_runs(settings: Settings, *, runs: bool) -> None:
    with lock.held(settings.database) if runs else nobody():
        finding = found(settings)["database"]
    assert finding.is_well
    assert ("a bot runs on it" in finding.words) == runs
    assert ("no bot runs on it" in finding.words) != runs


@pytest.mark.long
def test_a_wrong_setting_fails(tmp_path: Path) -> None:
    status, words = said(tmp_path, "doctor", LOG_LEVEL="LOUD")
    assert status == 1
    assert "SUDOKU_BOT_LOG_LEVEL" in words
