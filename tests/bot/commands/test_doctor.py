"""`sudoku-bot doctor` says what is wrong, or that nothing is."""

import asyncio
import errno
import platform
import re
import shutil
import sqlite3
import subprocess
import sys
from argparse import Namespace
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing, contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from pathlib import Path
from zoneinfo import available_timezones

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse
from starlette.routing import Route

from bot.commands import FAILED, MAY_PASS, OK, doctor
from bot.commands.doctor import Finding, examine
from bot.playground import BotApi
from bot.settings import Address, Settings
from bot.store import erasures, inbox
from bot.store.postgres.address import Server
from bot.store.seam import lock
from bot.store.seam.holding import Arrival
from bot.store.seam.migrations import MIGRATIONS, scripts
from bot.store.sqlite.database import Database
from bot.web.port import open_port
from tests.bot.process import (
    environment,
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
    settings.database.chmod(0o600)
    return settings


def found(settings: Settings) -> dict[str, Finding]:
    return {finding.subject: finding for finding in examine(settings)}


def finding(settings: Settings, subject: str) -> Finding:
    """One finding, without those behind it."""
    return next(one for one in examine(settings) if one.subject == subject)


TOKEN = "123456789:" + "B" * 35


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (Settings(port=8123), "no token, so the playground starts on port 8123"),
        (
            Settings(token=TOKEN),
            "serves https://api.telegram.org by polling, not watched over HTTP",
        ),
        (
            Settings(
                token=TOKEN,
                webhook_url="https://bot.example/s",
                listen=Address("::1", 80),
            ),
            "serves https://api.telegram.org called at https://bot.example/s, watched at [::1]:80",
        ),
        (
            Settings(token=TOKEN, listen=Address("10.0.0.7", 80)),
            (
                "serves https://api.telegram.org by polling, watched at 10.0.0.7:80,"
                " but without SUDOKU_BOT_METRICS_TOKEN nobody may read metrics there"
            ),
        ),
        (
            Settings(token=TOKEN, listen=Address("10.0.0.7", 80), metrics_token="x" * 16),
            "serves https://api.telegram.org by polling, watched at 10.0.0.7:80 with a token",
        ),
    ],
)
def test_it_says_first_how_the_bot_would_serve(given: Settings, words: str) -> None:
    assert str(next(examine(given))) == f"ok    settings: {words}"


def test_it_names_the_versions_in_full(settings: Settings) -> None:
    words = finding(settings, "program").words
    assert f"Python {platform.python_version()}, SQLite {sqlite3.sqlite_version}" in words
    zones = finding(settings, "zone data")
    assert zones.words.startswith(f"{len(available_timezones())} zones")


def test_the_engine_solves_a_puzzle_in_some_milliseconds(settings: Settings) -> None:
    found = finding(settings, "engine")
    assert found.is_well
    told = re.search(r"a puzzle solved in (\d+\.\d) ms", found.words)
    assert told is not None
    assert 0 < float(told[1]) < 10_000


def test_the_status_says_whether_all_is_well(
    settings: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    settings = replace(settings, port=free_port())
    assert doctor.run(settings, Namespace()) == OK
    lines = capsys.readouterr().out.splitlines()
    assert [line[:6] for line in lines] == ["ok    "] * 8
    settings.database.chmod(0o644)
    assert doctor.run(settings, Namespace()) == FAILED
    lines = capsys.readouterr().out.splitlines()
    assert [line for line in lines if line.startswith("FAIL  ")] == [lines[3]]


def test_a_database_is_told_of_with_its_size_and_schema(settings: Settings) -> None:
    size, newest = settings.database.stat().st_size, len(scripts(MIGRATIONS))
    assert str(finding(settings, "database")) == (
        f"ok    database: {settings.database}, SQLite, {size / 1_000_000:.1f} MB,"
        f" schema {newest} of {newest}, no bot runs on it, whole"
    )
    nowhere = settings.database.with_name("nowhere.db")
    found = finding(replace(settings, database=nowhere), "database")
    assert (found.is_well, found.words) == (True, f"{nowhere} is made at the first start")
    assert not nowhere.exists()


async def test_deletions_that_left_traces_are_counted(settings: Settings) -> None:
    database = await Database.open(settings.database, MIGRATIONS)
    for _ in range(2):
        async with database.transaction() as transaction:
            await erasures.begin(transaction)
    await database.close()
    words = finding(settings, "database").words
    assert words.endswith(", whole, 2 deletions not yet out of the log")


@pytest.mark.parametrize("schema", [0, 3, 9_999])
def test_a_file_of_another_program_fails(tmp_path: Path, schema: int) -> None:
    path = tmp_path / "songs.db"
    with closing(sqlite3.connect(path)) as other:
        other.execute("create table songs (name text)")
        other.execute(f"pragma user_version = {schema}")
    found = finding(Settings(database=path), "database")
    assert not found.is_well
    assert found.words == (
        f"SUDOKU_BOT_DATABASE: {path} is a database of another program, and stays as it is;"
        " a start ends with 78"
    )


def test_nothing_is_tried_on_a_database_that_another_process_writes(settings: Settings) -> None:
    with closing(sqlite3.connect(settings.database, isolation_level=None)) as other:
        other.execute("begin immediate")
        with lock.held(settings.database):
            assert finding(settings, "database").is_well


@pytest.mark.parametrize("suffix", ["", "-wal", "-shm"])
def test_every_file_that_others_can_read_is_named(tmp_path: Path, suffix: str) -> None:
    database = tmp_path / "notes.db"
    database.write_text("no database, so SQLite leaves the files beside it alone")
    for end in ("", "-wal", "-shm"):
        database.with_name(f"notes.db{end}").touch()
        database.with_name(f"notes.db{end}").chmod(0o600)
    settings = Settings(database=database)
    assert finding(settings, "files").words == "nobody else can read the database"
    path = database.with_name(f"notes.db{suffix}")
    for mode in (0o604, 0o640, 0o601):
        path.chmod(mode)
        found = finding(settings, "files")
        assert (found.is_well, found.words.endswith(f": chmod 600 {path}")) == (False, True)


async def test_updates_that_could_not_be_read_are_counted_by_fault(settings: Settings) -> None:
    database = await Database.open(settings.database, MIGRATIONS)
    faults = ("KeyError in Poll", "TypeError in Poll", "KeyError in Poll")
    kept = [Arrival(number, 1, 1, "", fault) for number, fault in enumerate(faults)]
    await inbox.receive(database, 1, kept, 1_795_000_000)
    await database.close()
    words = finding(settings, "quarantine").words
    assert words.startswith("3 updates could not be read")
    assert words.endswith(": KeyError in Poll (2), TypeError in Poll (1)")


def test_only_the_ports_that_a_start_would_need_are_tried(settings: Settings) -> None:
    with open_port("127.0.0.1", 0) as taken:
        busy, free = Address("127.0.0.1", taken.getsockname()[1]), Address("127.0.0.1", free_port())
        playground = replace(settings, port=free.port)
        served = replace(settings, token=TOKEN, port=busy.port)
        for given, words in (
            (playground, f"{free} can be listened at"),
            (served, "none is needed"),
            (replace(served, listen=free), f"{free} can be listened at"),
        ):
            found = finding(given, "ports")
            assert (found.is_well, found.words) == (True, words)
        for given in (replace(playground, listen=busy), replace(settings, port=busy.port)):
            assert not finding(given, "ports").is_well
    both = replace(playground, listen=busy)
    assert finding(both, "ports").words == f"{free} and {busy} can be listened at"


@asynccontextmanager
async def telegram_that_says(head: str) -> AsyncIterator[str]:
    """A server that takes every token, with this line in the head of its answers."""
    body = b'{"ok": true, "result": {"username": "SomeBot"}}'

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        lines = ("HTTP/1.1 200 OK", head, f"Content-Length: {len(body)}", "Connection: close")
        writer.write("\r\n".join(lines).encode() + b"\r\n\r\n" + body)
        await writer.drain()
        writer.close()
        await writer.wait_closed()

    async with await asyncio.start_server(answer, "127.0.0.1", 0) as server:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"


@pytest.mark.parametrize(
    ("seconds", "is_well"), [(-50, False), (-15, True), (0, True), (15, True), (50, False)]
)
async def test_a_clock_may_be_half_a_minute_off(
    settings: Settings, seconds: int, *, is_well: bool
) -> None:
    told = format_datetime(datetime.now(UTC) - timedelta(seconds=seconds), usegmt=True)
    async with telegram_that_says(f"Date: {told}") as address:
        given = Settings(token=TOKEN, api_url=address, database=settings.database)
        found = await asyncio.to_thread(finding, given, "clock")
    assert found.is_well == is_well
    apart = re.fullmatch(r"([+-]\d+) s from Telegram's", found.words)
    assert apart is not None
    assert abs(int(apart[1]) - seconds) < 10


@pytest.mark.parametrize("page", [b"<html>log in</html>", b"[1]"])
async def test_what_is_no_answer_of_telegram_is_called_so(settings: Settings, page: bytes) -> None:
    async def answer(_: Request) -> PlainTextResponse:
        return PlainTextResponse(page)

    web = Starlette(routes=[Route("/{path:path}", answer)])
    async with http_at(web) as address:
        given = Settings(token=TOKEN, api_url=address, database=settings.database)
        found = await asyncio.to_thread(finding, given, "token")
    words = f"{address} cannot be reached: what came is no answer of Telegram"
    assert (found.is_well, found.words) == (False, words)


def test_a_fault_of_the_database_is_told_once(tmp_path: Path) -> None:
    (tmp_path / "sudoku.db").write_bytes(b"my shopping list, not a database " * 100)
    found = examine(Settings(database=tmp_path / "sudoku.db", port=free_port()))
    wrong = [finding.subject for finding in found if not finding.is_well]
    assert wrong in (["database"], ["database", "files"])


@pytest.mark.long
def test_a_wrong_setting_hides_nothing_that_does_not_depend_on_it(tmp_path: Path) -> None:
    status, words = said(tmp_path, "doctor", LOG_LEVEL="loud")
    lines = words.splitlines()
    assert lines[0].startswith("FAIL  settings: SUDOKU_BOT_LOG_LEVEL must be one of DEBUG, ")
    assert "; a start ends with 78, and " in lines[0]
    subjects = [line.partition(":")[0] for line in lines[1:]]
    assert (status, subjects) == (FAILED, ["ok    program", "ok    engine", "ok    zone data"])


READ_ONLY = "mount --bind {0} {0} && mount -o remount,ro,bind {0} && cd {0} && {1} -m bot {2}"


@pytest.mark.long
@pytest.mark.parametrize("command", ["doctor", "migrate", "block"])
def test_a_read_only_file_system_is_called_so(empty: Path, tmp_path: Path, command: str) -> None:
    folder = tmp_path / "mounted"
    folder.mkdir()
    with closing(sqlite3.connect(shutil.copy(empty, folder / "sudoku.db"))) as database:
        database.execute("pragma journal_mode = wal")
    script = READ_ONLY.format(folder, sys.executable, command)
    isolated = ["unshare", "-rm", "sh", "-c"]
    if not shutil.which("unshare") or subprocess.run([*isolated, "true"], check=False).returncode:
        pytest.skip("nothing can be mounted here")
    ended = subprocess.run(
        [*isolated, script], env=environment({}), capture_output=True, text=True, check=False
    )
    assert ended.returncode == (FAILED if command == "doctor" else MAY_PASS)
    told = f"the database or its folder cannot be written ([Errno {errno.EROFS}] "
    assert told in ended.stdout + ended.stderr


async def test_a_server_that_tells_no_time_is_believed(settings: Settings) -> None:
    async with telegram_that_says("Server: nginx") as address:
        given = Settings(token=TOKEN, api_url=address, database=settings.database)
        found = await asyncio.to_thread(finding, given, "clock")
    assert (found.is_well, found.words) == (True, "the server does not tell the time")


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


@pytest.mark.long
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


@pytest.mark.long
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
    async with telegram_that_says("Date: Mon, 01 Jan 2024 00:00:00 GMT") as address:
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


@pytest.mark.long
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


@pytest.mark.long
@pytest.mark.parametrize(
    ("status", "body", "words"),
    [
        (200, "ok\n", {"running bot's state": "ok"}),
        (
            503,
            "not ready\n",
            {
                "running bot's state": "not ready; it says why to whoever has"
                " SUDOKU_BOT_METRICS_TOKEN"
            },
        ),
        (
            404,
            "[1]",
            {
                "the running bot": "what answers there with 404 is no bot, or has too much to do",
            },
        ),
    ],
)
async def test_a_running_bot_may_say_no_more_than_whether_it_is_ready(
    settings: Settings, status: int, body: str, words: dict[str, str]
) -> None:
    async def readyz(_: Request) -> PlainTextResponse:
        return PlainTextResponse(body, status)

    async with http_at(Starlette(routes=[Route("/readyz", readyz)])) as address:
        given = replace(settings, listen=Address("127.0.0.1", int(address.rpartition(":")[2])))
        with lock.held(settings.database):
            findings = await asyncio.to_thread(found, given)
    told = {subject: one.words for subject, one in findings.items() if "running" in subject}
    assert told == words
    assert all(findings[subject].is_well == (status == 200) for subject in words)


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
