"""Starting, stopping, and two bots at the same time: real processes."""

import asyncio
import json
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import AbstractContextManager, ExitStack, asynccontextmanager
from pathlib import Path
from time import monotonic
from typing import Any

import httpx
import psutil
import pytest

from bot.commands import MAY_PASS, NOBODY_READS
from bot.playground import BotApi, default_people
from bot.web.port import MOST_CONNECTIONS
from tests.bot.process import free_port, names, refusal, said, serving, sudoku_bot, telegram_at

pytestmark = pytest.mark.xdist_group("processes")

LONGEST_STOP = 20.0
METRICS_TOKEN = "correct-horse-battery"  # noqa: S105 - opens nothing


def stop(process: subprocess.Popen[str]) -> float:
    """The seconds that a process took to end with 0 after SIGTERM."""
    began = monotonic()
    process.send_signal(signal.SIGTERM)
    assert process.wait(timeout=300) == 0
    return monotonic() - began


@asynccontextmanager
async def beside(
    started: AbstractContextManager[subprocess.Popen[str]],
) -> AsyncIterator[subprocess.Popen[str]]:
    """Starts a process in a thread, while the test's event loop serves it over HTTP."""
    process = await asyncio.to_thread(started.__enter__)
    try:
        yield process
    finally:
        await asyncio.to_thread(started.__exit__, None, None, None)


def family(process: subprocess.Popen[str]) -> list[psutil.Process]:
    me = psutil.Process(process.pid)
    return [me, *me.children(recursive=True)]


def alive(processes: list[psutil.Process]) -> list[psutil.Process]:
    _, left = psutil.wait_procs(processes, timeout=300)
    return left


@pytest.mark.long
def test_nothing_is_left_behind(tmp_path: Path) -> None:
    with serving(tmp_path, PORT=str(free_port())) as process:
        processes = family(process)
        assert len(processes) > 1
        assert (tmp_path / "sudoku.db.lock").exists()
        assert stop(process) < LONGEST_STOP
        assert alive(processes) == []
    left = names(tmp_path)
    assert left == ["log", "sudoku.db", "sudoku.db.playground"]


@pytest.mark.long
def test_it_stops_while_it_still_waits_for_a_network(tmp_path: Path) -> None:
    token = "123456789:" + "A" * 35
    given = {"TOKEN": token, "API_URL": f"http://127.0.0.1:{free_port()}"}
    with sudoku_bot(tmp_path, **given) as process:
        for line in lines_of(tmp_path / "log", process):
            if "trying again" in line:
                break
        processes = family(process)
        assert stop(process) < LONGEST_STOP
        assert alive(processes) == []
    assert names(tmp_path) == ["log", "sudoku.db"]


@pytest.mark.long
def test_whoever_watches_it_is_answered_before_telegram_answers(tmp_path: Path) -> None:
    port = free_port()
    given = {"TOKEN": "123456789:" + "A" * 35, "API_URL": f"http://127.0.0.1:{free_port()}"}
    given |= {"LISTEN": str(port), "WEBHOOK_URL": "http://127.0.0.1/calls"}
    with sudoku_bot(tmp_path, **given) as process:
        assert any("trying again" in line for line in lines_of(tmp_path / "log", process))
        with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=300) as web:
            assert web.get("/healthz").status_code == 200
            answer = web.get("/readyz")
            assert answer.status_code == 503
            assert answer.json()["database"] == "ok"
            assert answer.json()["telegram"] == "the start waits for its first answer"
            assert 'sudoku_ready{part="telegram"} 0.0' in web.get("/metrics").text
            assert web.post("/calls").status_code == 503
        assert stop(process) < LONGEST_STOP


def lines_of(log: Path, process: subprocess.Popen[str]) -> Iterator[str]:
    """The lines of a log as they come, for as long as the process lives."""
    with log.open() as lines:
        while process.poll() is None:
            if line := lines.readline():
                yield line
            else:
                threading.Event().wait(0.05)


class SilentApi(BotApi):
    """A Telegram that answers calls, and none of them once it is silent."""

    def __init__(self) -> None:
        super().__init__()
        self.is_silent = False
        self.reached, self.never = asyncio.Event(), asyncio.Event()

    async def call(self, *call: Any, **more: Any) -> Any:
        if not self.is_silent:
            return await super().call(*call, **more)
        self.reached.set()
        return await self.never.wait()


@pytest.mark.long
async def test_it_stops_in_time_when_telegram_no_longer_answers(tmp_path: Path) -> None:
    api = SilentApi()
    alice, *_ = default_people(api)
    async with telegram_at(api) as address:
        given = {"TOKEN": api.token, "API_URL": address}
        async with beside(serving(tmp_path, **given)) as process:
            api.is_silent = True
            alice.say("/help")
            await asyncio.wait_for(api.reached.wait(), 30)
            assert await asyncio.to_thread(stop, process) < LONGEST_STOP
        api.never.set()
    assert names(tmp_path) == ["log", "sudoku.db"]


@pytest.mark.long
def test_it_stops_as_ever_where_its_database_was_deleted(tmp_path: Path) -> None:
    with serving(tmp_path, PORT=str(free_port())) as process:
        (tmp_path / "sudoku.db").unlink()
        assert stop(process) < LONGEST_STOP
    assert "saved as sudoku.db.rescued" in (tmp_path / "log").read_text()
    assert "sudoku.db.lock" not in names(tmp_path)


@pytest.mark.long
def test_a_second_one_on_the_same_database_says_so_and_stops(tmp_path: Path) -> None:
    with serving(tmp_path, PORT=str(free_port())) as process:
        words = refusal(tmp_path, status=MAY_PASS, PORT=str(free_port()))
        assert f"another bot (process {process.pid}) runs on" in words.splitlines()[-1]
        assert process.poll() is None


@pytest.mark.long
def test_a_killed_one_leaves_room_for_the_next(tmp_path: Path) -> None:
    with serving(tmp_path, PORT=str(free_port())) as process:
        process.kill()
        process.wait()
    with serving(tmp_path, PORT=str(free_port())) as process:
        assert stop(process) < LONGEST_STOP


def test_a_bot_whose_output_nobody_reads_says_so_where_it_can(tmp_path: Path) -> None:
    with sudoku_bot(tmp_path, PORT=str(free_port())) as process:
        assert process.stdout is not None
        process.stdout.close()
        assert process.wait(timeout=300) == NOBODY_READS
    words = "sudoku-bot: standard output cannot be written: Broken pipe\n"
    assert (tmp_path / "log").read_text().endswith(words)


def test_it_can_be_watched_and_the_logs_read_by_machines(tmp_path: Path) -> None:
    port = free_port()
    given = {"PORT": str(free_port()), "LISTEN": str(port), "LOG_FORMAT": "json"}
    given["SECRET"] = "pepper"  # noqa: S105 - opens nothing
    with sudoku_bot(tmp_path, **given) as process:
        assert process.stdout is not None
        assert "in a browser" in json.loads(process.stdout.readline())["message"]
        address = f"http://127.0.0.1:{port}"
        with httpx.Client(base_url=address, timeout=300) as web:
            assert web.get("/healthz").status_code == 200
            # The engine's workers start only after it has begun to serve.
            while web.get("/readyz").json()["engine"] != "ok":
                threading.Event().wait(0.05)
            assert "sudoku_event_loop_lag_seconds_count" in web.get("/metrics").text
        assert stop(process) < LONGEST_STOP
    lines = (tmp_path / "log").read_text().splitlines()
    assert all(line.startswith("{") for line in lines)
    assert "SUDOKU_BOT_SECRET has fewer than 16 characters" in lines[0]
    assert not any("pepper" in line for line in lines)


@pytest.mark.long
def test_figures_are_for_who_has_the_token_and_the_token_is_in_no_log(tmp_path: Path) -> None:
    port = free_port()
    given = {"LISTEN": f"0.0.0.0:{port}", "METRICS_TOKEN": METRICS_TOKEN, "LOG_LEVEL": "DEBUG"}
    with serving(tmp_path, PORT=str(free_port()), **given):
        with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=300) as web:
            for shown, status in ((METRICS_TOKEN, 200), (f"{METRICS_TOKEN}x", 401), ("x", 401)):
                web.headers["authorization"] = f"Bearer {shown}"
                assert web.get("/metrics").status_code == status
            assert web.get("/readyz").text in {"ok\n", "not ready\n"}
        _, words = said(tmp_path, "doctor", **given)
        assert "running bot's database: ok" in words
        _, closed = said(tmp_path, "doctor", LISTEN=given["LISTEN"])
        assert "running bot's state: " in closed
    assert METRICS_TOKEN not in words + closed + (tmp_path / "log").read_text()


@pytest.mark.long
@pytest.mark.parametrize(("host", "status"), [("127.0.0.1", 200), ("0.0.0.0", 403)])  # noqa: S104 - asked on loopback
def test_without_a_token_figures_are_open_on_loopback_alone(
    tmp_path: Path, host: str, status: int
) -> None:
    port = free_port()
    with serving(tmp_path, PORT=str(free_port()), LISTEN=f"{host}:{port}"):
        address = f"http://127.0.0.1:{port}"
        assert httpx.get(f"{address}/metrics", timeout=300).status_code == status
        assert httpx.get(f"{address}/healthz", timeout=300).status_code == 200


@pytest.mark.long
@pytest.mark.parametrize("port", ["PORT", "LISTEN"])
def test_a_port_that_is_taken_leaves_nothing_behind(tmp_path: Path, port: str) -> None:
    other = {"PORT": str(free_port()), "LISTEN": str(free_port())}
    folder = tmp_path / "second"
    folder.mkdir()
    with serving(tmp_path, **other):
        taken = other | {"PORT": str(free_port()), port: other[port]}
        words = refusal(folder, status=MAY_PASS, **taken)
    assert f"SUDOKU_BOT_{port}" in words.splitlines()[-1]
    assert not list(folder.glob("*.lock"))


SCRIPT = """
import sys
from bot.__main__ import main
if __name__ == "__main__":
    sys.exit(main())
"""


@pytest.mark.long
def test_workers_load_what_searches_and_draws_and_nothing_else_of_the_program(
    tmp_path: Path,
) -> None:
    """They are many: with Telegram's and the web's libraries each takes 50 MB and 1 s more."""
    script = tmp_path / "sudoku-bot"
    script.write_text(SCRIPT)
    with serving(tmp_path, program=[str(script)], PORT=str(free_port()), WORKERS="1") as process:
        workers = [one for one in family(process) if one.pid != process.pid]
        assert len(workers) >= 2
        loaded = {Path(found.path).name for one in workers for found in one.memory_maps()}
    assert [name for name in loaded if name.startswith(("_http_parser", "_ssl", "cv2"))] == []


@pytest.mark.long
@pytest.mark.skipif(sys.platform == "win32", reason="files there have no such modes")
def test_only_its_own_user_may_read_what_it_keeps(tmp_path: Path) -> None:
    """Whatever the operator's umask is."""
    with serving(tmp_path, PORT=str(free_port())):
        kept = {path.name: path.stat().st_mode & 0o777 for path in tmp_path.glob("sudoku.db*")}
        said(tmp_path, "backup", "copy.db")
    companions = {f"sudoku.db{suffix}" for suffix in ("", "-wal", "-shm", ".lock", ".playground")}
    assert kept == dict.fromkeys(companions, 0o600)
    assert (tmp_path / "copy.db").stat().st_mode & 0o777 == 0o600


@pytest.mark.long
async def test_no_other_process_inherits_the_secrets(tmp_path: Path) -> None:
    api = BotApi()
    async with telegram_at(api) as address:
        secrets = {"TOKEN": api.token, "SECRET": "pepper and salt", "METRICS_TOKEN": METRICS_TOKEN}
        given = {"API_URL": address, **secrets}
        with sudoku_bot(tmp_path, **given) as process:
            assert process.stdout is not None
            assert await asyncio.to_thread(process.stdout.readline)
            inherited = [child.environ() for child in family(process) if child.pid != process.pid]
            process.terminate()
            await asyncio.to_thread(process.wait)
    assert len(inherited) > 1
    for environment in inherited:
        assert {f"SUDOKU_BOT_{name}" for name in secrets} & set(environment) == set()
        assert not set(secrets.values()) & set(environment.values())


@pytest.mark.long
def test_a_folder_that_cannot_be_used_is_blamed_itself(tmp_path: Path) -> None:
    """The port is not blamed, although the operating system may refuse a port, too."""
    (tmp_path / "sudoku.db.lock").mkdir()
    assert "SUDOKU_BOT_DATABASE" in refusal(tmp_path, PORT=str(free_port()))


@pytest.mark.long
def test_whoever_holds_connections_to_its_port_neither_silences_nor_stops_it(
    tmp_path: Path,
) -> None:
    port = free_port()
    slow = b"POST /healthz HTTP/1.1\r\nhost: bot\r\ncontent-length: 9\r\n\r\nx"
    with ExitStack() as held, serving(tmp_path, PORT=str(free_port()), LISTEN=str(port)) as process:
        before = (tmp_path / "log").read_text()
        for sent in (400 * [b""], 40 * [slow], 40 * [b"GET /he"]):
            for words in sent:
                connection = socket.create_connection(("127.0.0.1", port))
                held.enter_context(connection).sendall(words)
        assert httpx.get(f"http://127.0.0.1:{port}/healthz", timeout=300).status_code == 200
        assert psutil.Process(process.pid).num_fds() < MOST_CONNECTIONS + 100
        assert (tmp_path / "log").read_text() == before
        assert stop(process) < LONGEST_STOP
    assert "Traceback" not in (tmp_path / "log").read_text()
