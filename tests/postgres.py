"""A real PostgreSQL server, started for a run of the tests in a folder of its own.

As root the server runs as the user `nobody`, because PostgreSQL refuses to run as root. It never
waits for the disk (`fsync` is off), so that a database for each test costs little.
"""

import asyncio
import os
import shutil
import subprocess
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any, Final

import psutil
import pytest

from bot.store.postgres.address import Server
from bot.store.postgres.connection import connect, execute
from tests.bot.process import free_port

USER: Final = "sudoku"
PASSWORD: Final = "not to be printed"  # noqa: S105 - of a server that ends with the tests
SETTINGS: Final = {
    "fsync": "off",
    "full_page_writes": "off",
    "max_connections": "100",
    "shared_buffers": "32MB",
    "deadlock_timeout": "300ms",
}
POOLER: Final = """
[databases]
* = host=127.0.0.1 port={server}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = {port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = {users}
pool_mode = transaction
server_login_retry = 1
"""


def programs() -> Path:
    """The folder of initdb and pg_ctl: on the path, or where Debian puts the newest ones."""
    found = shutil.which("initdb")
    if found:
        return Path(found).resolve().parent
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda at: int(at.parent.name))
    assert folders, "install PostgreSQL: apt-get install postgresql"
    return folders[-1]


@dataclass(frozen=True)
class Cluster:
    """A server that can be stopped and started again on the same port."""

    folder: Path
    port: int
    _numbers: Iterator[int] = field(default_factory=count)

    def server(self, database: str = "postgres", password: str = PASSWORD) -> Server:
        secret = password.replace(" ", "%20")
        return Server(f"postgresql://{USER}:{secret}@127.0.0.1:{self.port}/{database}")

    async def create(self, database: str, template: str = "template0") -> Server:
        """Make a database as a copy of another one."""
        connection = await connect(self.server())
        try:
            await execute(connection, f"create database {database} template {template}")
        finally:
            await connection.close()
        return self.server(database)

    async def create_anew(self, template: str) -> Server:
        """Make a copy of a database under a new name."""
        return await self.create(f"copy_{next(self._numbers)}", template)

    async def drop(self, server: Server) -> None:
        """Delete a database, even if somebody is still connected to it."""
        connection = await connect(self.server())
        try:
            database = server.url.rpartition("/")[2]
            await execute(connection, f"drop database {database} with (force)")
        finally:
            await connection.close()

    def start(self) -> None:
        options = {**SETTINGS, "listen_addresses": "127.0.0.1", "port": str(self.port)}
        options["unix_socket_directories"] = str(self.folder)
        told = " ".join(f"-c {name}={value}" for name, value in options.items())
        self._run("pg_ctl", "start", "-w", "-l", str(self.folder / "log"), "-o", told)

    @asynccontextmanager
    async def away(self) -> AsyncIterator[None]:
        """Stops the server for the block, as for an upgrade: open connections are cut."""
        await asyncio.to_thread(self.stop)
        try:
            yield
        finally:
            await asyncio.to_thread(self.start)

    def stop(self, mode: str = "fast") -> None:
        self._run("pg_ctl", "stop", "-w", "-m", mode)

    def processor_seconds(self) -> float:
        """The processor time of the server so far, with the processes of its connections."""
        number = (self.folder / "data" / "postmaster.pid").read_text().split()[0]
        server = psutil.Process(int(number))
        # Those of the children that have ended come first, so that none counts twice.
        spent = sum(server.cpu_times()[:4])
        for child in server.children():
            with suppress(psutil.NoSuchProcess):
                spent += sum(child.cpu_times()[:2])
        return spent

    def initialize(self) -> None:
        password = self.folder / "password"
        password.write_text(PASSWORD)
        self._own(password)
        options = ["--no-locale", "--encoding=UTF8", "--no-sync", "--auth=scram-sha-256"]
        self._run("initdb", f"--username={USER}", f"--pwfile={password}", *options)

    @contextmanager
    def pooled(self, program: str) -> Iterator[int]:
        """Runs a PgBouncer in front of the server, in transaction mode; gives its port."""
        port, users = free_port(), self.folder / "users"
        users.write_text(f'"{USER}" "{PASSWORD}"\n')
        settings = self.folder / "pooler"
        settings.write_text(POOLER.format(server=self.port, port=port, users=users))
        for path in (users, settings):
            self._own(path)
        with (self.folder / "said").open("ab") as said:
            process = subprocess.Popen([program, str(settings)], stderr=said, **_who())
        try:
            yield port
        finally:
            process.kill()
            process.wait()

    def _own(self, path: Path) -> None:
        if os.geteuid() == 0:
            shutil.chown(path, "nobody")

    def _run(self, program: str, *arguments: str) -> None:
        # The server inherits these files and keeps them open; a pipe would never end.
        data = ["-D", str(self.folder / "data")]
        with (self.folder / "said").open("ab") as said:
            subprocess.run(
                [str(programs() / program), *data, *arguments],
                stdin=subprocess.DEVNULL,
                stdout=said,
                stderr=said,
                check=True,
                timeout=300,
                cwd=self.folder,
                **_who(),
            )


def _who() -> dict[str, Any]:
    """The user that the programs run as, which must not be root."""
    return {"user": "nobody", "extra_groups": []} if os.geteuid() == 0 else {}


@contextmanager
def started() -> Iterator[Cluster]:
    """Runs a server that has no database of ours yet."""
    with tempfile.TemporaryDirectory(prefix="sudoku-postgres-") as name:
        cluster = Cluster(Path(name), free_port())
        if os.geteuid() == 0:
            shutil.chown(name, "nobody")
        cluster.initialize()
        cluster.start()
        try:
            yield cluster
        finally:
            cluster.stop("immediate")


def runs_on_postgres(item: pytest.Item) -> bool:
    """Whether a test that works with both databases runs on PostgreSQL this time."""
    is_wanted: bool = item.config.getoption("--postgres")
    return is_wanted and item.get_closest_marker("sqlite") is None


def meets_postgres(item: pytest.Item) -> bool:
    """Whether a test runs on PostgreSQL this time, and has a database at all."""
    used = getattr(item, "fixturenames", ())
    return "cluster" in used or ("own_server" in used and runs_on_postgres(item))
