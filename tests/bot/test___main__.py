"""The command `sudoku-bot` as an operator starts it: a real process, killed and started again."""

import asyncio
import json
import signal
import socket
import sqlite3
import subprocess
import tomllib
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from bot.__main__ import main
from bot.commands import MAY_PASS, MUST_CHANGE
from bot.playground import BotApi, Person, default_people
from bot.store.postgres.address import Server
from bot.store.postgres.connection import connect, execute
from tests.bot.process import free_port, names, refusal, said, sudoku_bot, telegram_at
from tests.postgres import PASSWORD, Cluster

pytestmark = pytest.mark.xdist_group("processes")

ALICE = 1001
ROOT = Path(__file__).parents[2]


class Page:
    """Does what the chat page does, without the browser."""

    def __init__(self, port: int) -> None:
        self._client = httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=300)

    def close(self) -> None:
        self._client.close()

    def says(self, text: str, wanted: Callable[[str], object] = bool) -> str:
        """The bot's answer to Alice's message, the first of the wanted kind.

        After a kill the answer to an earlier message may come again, before it.
        """
        with self._client.stream("GET", "/events") as stream:
            events = self._events(stream)
            next(events)
            self._client.post(
                "/say", json={"person": ALICE, "chat": ALICE, "text": text}
            ).raise_for_status()
            answer = self._answer(events)
            while not wanted(answer):
                answer = self._answer(events)
            return answer

    def presses(self, label: str) -> str:
        """The text of the message on which Alice pressed a button, once it has changed."""
        with self._client.stream("GET", "/events") as stream:
            events = self._events(stream)
            newest = next(events)["messages"][str(ALICE)][-1]
            press = {"message_id": newest["message_id"], "button": label}
            press |= {"person": ALICE, "chat": ALICE}
            self._client.post("/press", json=press).raise_for_status()
            return self._answer(events)

    @staticmethod
    def _answer(events: Iterator[dict[str, Any]]) -> str:
        for event in events:
            if event["event"] == "message" and event["message"]["from"]["is_bot"]:
                return str(event["message"]["text"])
        raise ConnectionError("the page was closed")

    @staticmethod
    def _events(stream: httpx.Response) -> Iterator[dict[str, Any]]:
        for line in stream.iter_lines():
            if line.startswith("data: "):
                yield json.loads(line[6:])


@contextmanager
def playing(
    folder: Path, port: int, **settings: str
) -> Iterator[tuple[subprocess.Popen[str], Page]]:
    with ExitStack() as stack:
        process = stack.enter_context(sudoku_bot(folder, PORT=str(port), **settings))
        assert process.stdout is not None
        assert f"http://127.0.0.1:{port}" in process.stdout.readline()
        page = Page(port)
        stack.callback(page.close)
        yield process, page


@pytest.mark.long
def test_nothing_is_lost_when_the_playground_is_killed(tmp_path: Path) -> None:
    port = free_port()
    with playing(tmp_path, port) as (process, page):
        board = page.says("/new 4 none 42", cells)
        blanks = [place for place, symbol in enumerate(cells(board)) if symbol == "."]
        first, second = (f"r{place // 4 + 1}c{place % 4 + 1}" for place in blanks[:2])
        page.says(f"{first} 1")
        after_first = page.says("/board")
        after_both = page.says(f"{second} 2")
        page.says("/subscribe 08:00 Europe/Berlin")
        process.kill()
        process.wait()
    with playing(tmp_path, port) as (process, page):
        assert cells(page.says("/board", cells)) == cells(after_both)
        assert cells(page.presses("↩")) == cells(after_first)
        assert "Berlin" not in page.says("/unsubscribe")
        assert page.says("/unsubscribe") == "You don't have a subscription. /subscribe starts one."
        process.send_signal(signal.SIGTERM)
        assert process.wait(timeout=300) == 0
    with sqlite3.connect(tmp_path / "sudoku.db") as database:
        assert database.execute("pragma integrity_check").fetchone() == ("ok",)
    database.close()


def test_nothing_is_lost_when_postgres_starts_again(
    tmp_path: Path, cluster: Cluster, server: Server
) -> None:
    port = free_port()
    with playing(tmp_path, port, DATABASE=server.url, LOG_LEVEL="DEBUG") as (process, page):
        board = page.says("/new 4 none 42", cells)
        blanks = [place for place, symbol in enumerate(cells(board)) if symbol == "."]
        first, second = (f"r{place // 4 + 1}c{place % 4 + 1}" for place in blanks[:2])
        after_first = page.says(f"{first} 1")
        cluster.stop()
        cluster.start()
        page.says(f"{second} 2")
        assert cells(page.presses("↩")) == cells(after_first)
        process.kill()
        process.wait()
    with playing(tmp_path, port, DATABASE=server.url) as (process, page):
        assert cells(page.says("/board", cells)) == cells(after_first)
        process.send_signal(signal.SIGTERM)
        assert process.wait(timeout=300) == 0
    assert names(tmp_path) == ["log", "sudoku.db.playground"]
    told = (tmp_path / "log").read_text()
    assert "Traceback" not in told
    assert not any(word in told for word in (PASSWORD, PASSWORD.replace(" ", "%20")))


def test_what_is_wrong_with_postgres_is_one_clear_line(
    tmp_path: Path, cluster: Cluster, server: Server
) -> None:
    nobody = f"postgresql://ann:{PASSWORD.replace(' ', '%20')}@127.0.0.1:{free_port()}/sudoku"
    newer = asyncio.run(cluster.create_anew("empty"))
    asyncio.run(run_at(newer, "insert into schema_version values (9999)"))
    for url, status, words in (
        (nobody, MAY_PASS, "cannot be reached"),
        (cluster.server(password="wrong").url, MUST_CHANGE, "the password is wrong"),  # noqa: S106
        (cluster.server("nowhere").url, MUST_CHANGE, "no such database"),
        (newer.url, MUST_CHANGE, "schema 9999"),
        (server.url.replace(":", "::", 1), MUST_CHANGE, "SUDOKU_BOT_DATABASE"),
    ):
        (tmp_path / "log").unlink(missing_ok=True)
        found, told = said(tmp_path, DATABASE=url, PORT=str(free_port()))
        assert (found, told.count("\n")) == (status, 1), told
        assert "SUDOKU_BOT_DATABASE" in told
        assert words in told
        assert not any(word in told for word in (PASSWORD, "%20to", "wrong@"))


async def run_at(server: Server, sql: str) -> None:
    connection = await connect(server)
    await execute(connection, sql)
    await connection.close()


def cells(board: str) -> list[str]:
    """The cells of a 4x4 board as the bot draws it."""
    rows = [line.partition(":")[2] for line in board.splitlines() if line[1:2] == ":"]
    return [symbol for row in rows for symbol in row if symbol in ".1234"]


@pytest.fixture
async def telegram() -> AsyncIterator[tuple[BotApi, Person, str]]:
    """A Bot API server over HTTP, one person there, and its address."""
    api = BotApi()
    alice, *_ = default_people(api)
    async with telegram_at(api) as address:
        yield api, alice, address
    api.close()


async def next_answer(api: BotApi, person: Person, text: str) -> str:
    """What the bot answers over HTTP."""
    arrived: asyncio.Future[str] = asyncio.get_running_loop().create_future()

    def listen(event: dict[str, Any]) -> None:
        if event["event"] == "message" and event["message"]["from"]["id"] == api.world.me.id:
            arrived.set_result(str(event["message"]["text"]))
            api.world.listeners.discard(listen)

    api.world.listeners.add(listen)
    person.say(text)
    return await asyncio.wait_for(arrived, 60)


@pytest.mark.long
async def test_a_token_serves_the_bot_api_that_is_set_and_is_never_logged(
    telegram: tuple[BotApi, Person, str], tmp_path: Path
) -> None:
    api, alice, address = telegram
    settings = {"TOKEN": api.token, "API_URL": address, "LOG_LEVEL": "DEBUG"}
    with sudoku_bot(tmp_path, **settings) as process:
        assert "Sudoku" in await next_answer(api, alice, "/start")
        assert "4×4" in await next_answer(api, alice, "/new 4 none 42")
        process.send_signal(signal.SIGTERM)
        said, _ = await asyncio.to_thread(process.communicate, timeout=300)
    log = (tmp_path / "log").read_text()
    assert process.returncode == 0
    assert "Application started" in log
    assert api.token not in said + log


@pytest.mark.long
async def test_a_refused_token_is_said_at_once_without_the_token(tmp_path: Path) -> None:
    wrong = "123456789:" + "B" * 35
    async with telegram_at(BotApi()) as address:
        with sudoku_bot(tmp_path, TOKEN=wrong, API_URL=address):
            log = tmp_path / "log"
            async with asyncio.timeout(60):
                while "Telegram refuses the token" not in log.read_text():
                    await asyncio.sleep(0.1)
    assert wrong not in log.read_text()


def test_the_version_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--version"])
    assert ended.value.code == 0
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert capsys.readouterr().out == f"sudoku-bot {project['version']}\n"


@pytest.mark.long
def test_the_last_line_has_the_form_of_the_log(tmp_path: Path) -> None:
    for name, words in (
        ("LOG_LEVEL", refusal(tmp_path, LOG_FORMAT="json", LOG_LEVEL="LOUD")),
        ("DATABASE", refusal(tmp_path, LOG_FORMAT="json", DATABASE=str(tmp_path))),
    ):
        told = [json.loads(line) for line in words.splitlines()]
        assert told[-1]["level"] == "CRITICAL"
        assert f"SUDOKU_BOT_{name}" in told[-1]["message"]


@pytest.mark.long
def test_a_wrong_setting_is_one_clear_line(tmp_path: Path) -> None:
    said = refusal(tmp_path, LOG_LEVEL="LOUD")
    assert said.count("\n") == 1
    assert "SUDOKU_BOT_LOG_LEVEL" in said


@pytest.mark.long
def test_a_port_that_is_taken_is_one_clear_line(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = str(listening.getsockname()[1])
        said = refusal(tmp_path, "playground", status=MAY_PASS, PORT=port)
    assert "SUDOKU_BOT_PORT" in said.splitlines()[-1]


@pytest.mark.long
def test_a_database_of_a_newer_program_is_one_clear_line(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "sudoku.db") as database:
        database.execute("pragma user_version = 9999")
    database.close()
    assert "9999" in refusal(tmp_path).splitlines()[-1]


@pytest.mark.long
def test_a_file_that_is_no_database_is_one_clear_line(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("not a database at all, but long enough to look at\n" * 40)
    said = refusal(tmp_path, DATABASE=str(tmp_path / "notes.txt"))
    assert "SUDOKU_BOT_DATABASE" in said.splitlines()[-1]


def test_a_process_that_others_have_ended_says_so_and_is_started_again_by_systemd(
    tmp_path: Path, server: Server
) -> None:
    with playing(tmp_path, free_port(), DATABASE=server.url) as (process, page):
        page.says("/help")
        asyncio.run(run_at(server, "delete from replicas"))
        assert process.wait(timeout=300) == MAY_PASS
    told = (tmp_path / "log").read_text()
    assert "others have its work" in told
    assert "Traceback" not in told
