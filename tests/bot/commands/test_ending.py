"""A start, `doctor`, the pages and the units agree on what ends the bot and what may pass."""

import asyncio
import errno
import re
import socket
import sqlite3
import sys
from argparse import Namespace
from collections.abc import Callable, Iterator
from configparser import ConfigParser
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import pytest
from telegram.error import InvalidToken

from bot import __main__
from bot.commands import (
    FAILED,
    INTERRUPTED,
    MAY_PASS,
    MUST_CHANGE,
    NOBODY_READS,
    OK,
    TOKEN_REFUSED,
    WRONG_USAGE,
    migrate,
)
from bot.commands.console import NoOutput
from bot.commands.doctor import Finding, examine
from bot.commands.ending import ENDINGS, ending
from bot.settings import Settings
from bot.store.postgres.address import Server
from bot.store.postgres.connection import connect, execute
from bot.store.seam import lock
from bot.store.seam.holding import ReplicaEnded
from bot.store.seam.not_stored import Unreachable
from bot.store.sqlite.location import SqliteFile
from bot.telegram.polling import TokenTaken
from bot.web.port import NoPort, open_port
from tests.bot.process import free_port, refusal
from tests.postgres import Cluster

ROOT = Path(__file__).parents[3]


def ended(settings: Settings) -> tuple[int, str]:
    """The status and the line with which a command that needs the database ends."""
    try:
        return migrate.run(settings, Namespace()), ""
    except ENDINGS as wrong:
        return ending(wrong)


def found(settings: Settings, subject: str = "database") -> Finding:
    return next(finding for finding in examine(settings) if finding.subject == subject)


def too_new(path: Path) -> None:
    with closing(sqlite3.connect(path)) as database:
        database.execute("pragma user_version = 9999")


def invoices(path: Path) -> None:
    with closing(sqlite3.connect(path)) as database:
        database.execute("create table if not exists invoices (number integer)")


def shopping_list(path: Path) -> None:
    path.write_bytes(b"my shopping list, not a database " * 100)


def folder_for_lock(path: Path) -> None:
    path.with_name("sudoku.db.lock").mkdir()


def folder_is_gone(path: Path) -> None:
    path.parent.rmdir()


def full_disk(path: Path) -> None:
    path.with_name("sudoku.db.lock").symlink_to("/dev/full")


@dataclass(frozen=True)
class Fault:
    """Something that is wrong with the database's file, and what is said about it."""

    make: Callable[[Path], None]
    status: int
    words: str


FAULTS = (
    Fault(too_new, MUST_CHANGE, "schema 9999"),
    Fault(invoices, MUST_CHANGE, "is a database of another program"),
    Fault(shopping_list, MUST_CHANGE, "the database is damaged"),
    Fault(folder_for_lock, MUST_CHANGE, "a file of the database cannot be opened"),
    Fault(folder_is_gone, MUST_CHANGE, "a file of the database cannot be opened"),
    Fault(full_disk, MAY_PASS, "the disk is full"),
)


@pytest.mark.skipif(sys.platform != "linux", reason="has no /dev/full")
@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.make.__name__)
def test_a_start_and_doctor_blame_the_same_thing(fault: Fault, tmp_path: Path) -> None:
    path = tmp_path / "folder" / "sudoku.db"
    path.parent.mkdir()
    fault.make(path)
    settings = Settings(database=path)
    status, line = ended(settings)
    assert (status, fault.words in line) == (fault.status, True), line
    assert line.startswith("SUDOKU_BOT_DATABASE: ")
    with suppress(OSError):
        # If it was a lock, the start has removed it.
        fault.make(path)
    finding = found(settings)
    assert not finding.is_well
    assert finding.words == f"{line}; a start ends with {status}"


def test_another_process_that_keeps_writing_may_end(empty: Path, tmp_path: Path) -> None:
    """A start that has something to write fails with it, and `doctor` reports it in any case."""
    acts: tuple[Callable[[SqliteFile], object], ...] = (
        lambda at: asyncio.run(at.open()),
        SqliteFile.try_writing,
    )
    unwritten, written = tmp_path / "unwritten.db", tmp_path / "sudoku.db"
    written.write_bytes(empty.read_bytes())
    told = set()
    for path, act in zip((unwritten, written), acts, strict=True):
        with closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute("begin immediate")
            with pytest.raises(sqlite3.Error) as refused:
                act(SqliteFile(path, 0.05))
        told.add(ending(refused.value))
    words = "another process keeps the database locked (database is locked)"
    assert told == {(MAY_PASS, f"SUDOKU_BOT_DATABASE: {words}")}


def test_another_bot_may_be_about_to_end(tmp_path: Path) -> None:
    with lock.held(tmp_path / "sudoku.db"):
        status, line = ended(Settings(database=tmp_path / "sudoku.db"))
    assert status == MAY_PASS
    assert "another bot (process" in line


@pytest.mark.long
def test_a_port_that_is_taken_is_told_by_doctor_too(tmp_path: Path) -> None:
    with open_port("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        finding = found(Settings(database=tmp_path / "sudoku.db", port=port), "ports")
        line = refusal(tmp_path, status=MAY_PASS, PORT=str(port)).removeprefix("sudoku-bot: ")
    assert (finding.is_well, "SUDOKU_BOT_PORT" in line) == (False, True)
    assert finding.words == f"{line.strip()}; a start ends with {MAY_PASS}"
    assert found(Settings(database=tmp_path / "sudoku.db", port=free_port()), "ports").is_well


LIMITED = """
import resource, sys
resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))
from bot.__main__ import main
sys.exit(main())
"""


@pytest.mark.long
@pytest.mark.skipif(sys.platform == "win32", reason="has no such limit")
def test_a_disk_that_takes_no_more_is_no_wrong_port(tmp_path: Path) -> None:
    said = refusal(tmp_path, program=("-c", LIMITED), status=MAY_PASS, PORT=str(free_port()))
    assert said.splitlines()[-1].startswith("sudoku-bot: SUDOKU_BOT_DATABASE: the disk ")


@contextmanager
def read_only(server: Server) -> Iterator[None]:
    """A server that accepts no writes, like a standby."""
    name = server.url.rpartition("/")[2]
    run_at(server, f"alter database {name} set default_transaction_read_only = on")
    yield
    run_at(server, f"set transaction read write; alter database {name} reset all")


def run_at(server: Server, sql: str) -> None:
    async def run() -> None:
        connection = await connect(server)
        await execute(connection, sql)
        await connection.close()

    asyncio.run(run())


def test_a_postgres_that_is_a_standby_for_now_may_be_promoted(
    cluster: Cluster, server: Server
) -> None:
    settings = Settings(server=server)
    fresh = Settings(server=asyncio.run(cluster.create_anew("template0")))
    assert fresh.server
    with read_only(server), read_only(fresh.server):
        status, line = ended(fresh)
        finding = found(settings)
    assert status == MAY_PASS
    words = "SUDOKU_BOT_DATABASE: the database can only be read: it may be a standby"
    assert line.startswith(words)
    assert finding.words.startswith(words)
    assert finding.words.endswith(f"; a start ends with {MAY_PASS}")
    assert found(settings).is_well


@pytest.mark.parametrize("password", ["wrong", None])
def test_a_start_and_doctor_blame_the_same_fault_of_postgres(
    cluster: Cluster, password: str | None
) -> None:
    nobody = Server(f"postgresql://ann@127.0.0.1:{free_port()}/sudoku")
    settings = Settings(server=cluster.server(password=password) if password else nobody)
    status, line = ended(settings)
    assert status == (MUST_CHANGE if password else MAY_PASS)
    assert found(settings).words == f"{line}; a start ends with {status}"


@pytest.mark.parametrize(
    ("error", "status", "words"),
    [
        (InvalidToken("The token `1:SECRET` was rejected"), TOKEN_REFUSED, "SUDOKU_BOT_TOKEN"),
        (TokenTaken(), MUST_CHANGE, "another process"),
        (ReplicaEnded("others have its work"), MAY_PASS, "others have its work"),
        (Unreachable("away"), MAY_PASS, "SUDOKU_BOT_DATABASE: away"),
        (OSError(errno.ENOSPC, "x"), MAY_PASS, "SUDOKU_BOT_DATABASE: the disk is full"),
        (OSError(errno.EROFS, "x", "f"), MAY_PASS, "its folder cannot be written"),
        (OSError(errno.EIO, "x", "f"), MAY_PASS, "the disk cannot be read or written"),
        (OSError(errno.EACCES, "x", "f"), MUST_CHANGE, "its folder cannot be written"),
        (NoOutput(errno.ENOSPC, "No space"), MAY_PASS, "standard output cannot be written: No sp"),
        (NoOutput(errno.EPIPE, "Broken pipe"), NOBODY_READS, "standard output"),
        (NoPort(socket.EAI_NONAME, "not known"), MUST_CHANGE, "SUDOKU_BOT_LISTEN: [Errno"),
        (NoPort(socket.EAI_AGAIN, "not now"), MAY_PASS, "SUDOKU_BOT_LISTEN: [Errno"),
        (OSError(errno.EAGAIN, "no process"), MAY_PASS, "the operating system refuses"),
    ],
)
def test_each_end_has_its_status_and_its_line(error: Exception, status: int, words: str) -> None:
    told, line = ending(error)
    assert (told, words in line) == (status, True)
    assert "SECRET" not in line
    assert ("SUDOKU_BOT_PORT" in line) == isinstance(error, NoPort)


PAGE = (ROOT / "bot" / "README.md").read_text("utf-8")
RESTARTS = {
    int(status): told.startswith("yes")
    for status, told in re.findall(r"^\| (\d+) \|.*\| (.*) \|$", PAGE, re.MULTILINE)
}
"""For each status whether systemd starts the bot again, by the table of bot/README.md."""


def unit() -> ConfigParser:
    (text,) = re.findall(r"```ini\n(\[Unit\].*?)```", PAGE, re.DOTALL)
    parser = ConfigParser(interpolation=None, strict=False)
    parser.read_string(text)
    return parser


def test_the_page_the_help_and_the_unit_know_the_same_statuses(
    capsys: pytest.CaptureFixture[str],
) -> None:
    of_our_own = {OK, FAILED, WRONG_USAGE, MAY_PASS, TOKEN_REFUSED, MUST_CHANGE}
    assert set(RESTARTS) == of_our_own | {INTERRUPTED, NOBODY_READS}
    with pytest.raises(SystemExit):
        __main__.main(["--help"])
    told = re.findall(r"^  (\d+) ", capsys.readouterr().out, re.MULTILINE)
    assert set(map(int, told)) == set(RESTARTS)
    service = unit()["Service"]
    prevented = set(map(int, service["RestartPreventExitStatus"].split()))
    assert service["Restart"] == "always"
    assert prevented == {status for status, is_tried in RESTARTS.items() if not is_tried}
    assert prevented == {WRONG_USAGE, MUST_CHANGE}
    assert unit()["Unit"]["StartLimitIntervalSec"] == "0"


@pytest.mark.parametrize("name", ["compose.yaml", "compose.scale.yaml"])
def test_docker_starts_whatever_was_ended_again(name: str) -> None:
    text = (ROOT / name).read_text("utf-8")
    policies = set(re.findall(r"^ +restart: (\S+)$", text, re.MULTILINE))
    assert policies == {"unless-stopped"}
    assert "`restart: unless-stopped`" in PAGE


def test_wrong_usage_is_what_argparse_says_it_is() -> None:
    with pytest.raises(SystemExit) as wrong:
        __main__.main(["--no-such-option"])
    assert wrong.value.code == WRONG_USAGE
