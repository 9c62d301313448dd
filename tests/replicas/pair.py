"""Two PostgreSQL servers of which one follows the other, and confirms what that one commits.

A commit waits until the follower has it on its disk (`synchronous_standby_names`), so whatever
somebody was told is on both. If one of them is gone, the other must not wait for it any more: that
is for whoever watches over the two, here for `Pair.survives`. A server that comes back takes a new
copy, since it may have commits that the other one never saw.
"""

import asyncio
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Final

import psutil

from bot.store.postgres.address import Server
from bot.store.postgres.connection import connect, fetch
from tests.bot.process import free_port
from tests.crash import PATIENCE, BrokenPromiseError
from tests.postgres import PASSWORD, USER, Cluster

WAITING: Final = "waiting.conf"
FOLLOWED: Final = "select count(*) from pg_stat_replication where sync_state = 'sync'"
LOOK_SECONDS: Final = 0.1


@dataclass(frozen=True)
class Member(Cluster):
    """One of the two servers."""

    @property
    def data(self) -> Path:
        return self.folder / "data"

    def initialize(self) -> None:
        super().initialize()
        with (self.data / "postgresql.conf").open("a") as settings:
            settings.write(f"include_if_exists = '{WAITING}'\n")

    def prepare(self) -> None:
        """Makes the folder, which must belong to the user of the server."""
        self.folder.mkdir()
        self._own(self.folder)

    def follow(self, leader: "Member") -> None:
        """Takes a copy of the leader's data, and follows it from then on."""
        shutil.rmtree(self.data, ignore_errors=True)
        where = f"host=127.0.0.1 port={leader.port} user={USER} password='{PASSWORD}'"
        self._run("pg_basebackup", "-R", "-X", "stream", "-c", "fast", "--no-sync", "-d", where)
        self.start()

    def waits(self, *, for_follower: bool) -> None:
        """Says whether commits wait for the follower; those that wait already hear of it too."""
        setting = self.data / WAITING
        setting.write_text("synchronous_standby_names = '*'\n" if for_follower else "")
        self._own(setting)
        self._run("pg_ctl", "reload")

    def promote(self) -> None:
        self._run("pg_ctl", "promote", "-w")

    def die(self) -> None:
        """Kills all processes of the server in the same moment, if it runs."""
        try:
            number = (self.data / "postmaster.pid").read_text().split()[0]
            first = psutil.Process(int(number))
        except (FileNotFoundError, psutil.NoSuchProcess):
            return
        processes = [first, *first.children(recursive=True)]
        for process in processes:
            process.kill()
        psutil.wait_procs(processes, timeout=PATIENCE)


class Pair:
    """The two servers; `leader` is the number of the one that takes writes."""

    def __init__(self, members: tuple[Member, Member]) -> None:
        self.members = members
        self.leader = 0

    def server(self, database: str) -> Server:
        """The address of a database at whichever server takes writes."""
        hosts = ",".join(f"127.0.0.1:{member.port}" for member in self.members)
        url = self.members[0].server(database).url
        there = url.replace(f"127.0.0.1:{self.members[0].port}", hosts)
        return Server(f"{there}?target_session_attrs=read-write")

    def survives(self, number: int) -> None:
        """This member goes on alone, as the leader."""
        member = self.members[number]
        member.waits(for_follower=False)
        if number != self.leader:
            member.promote()
            self.leader = number

    async def rejoins(self, number: int) -> None:
        """A member that is gone follows the leader, which waits for it from then on."""
        leader = self.members[self.leader]
        await asyncio.to_thread(self.members[number].follow, leader)
        leader.waits(for_follower=True)
        connection = await connect(leader.server())
        try:
            until = monotonic() + PATIENCE
            while (await fetch(connection, FOLLOWED))[0][0] != 1:
                if monotonic() > until:
                    raise BrokenPromiseError("a server that comes back follows the other one")
                await asyncio.sleep(LOOK_SECONDS)
        finally:
            await connection.close()


@contextmanager
def paired() -> Iterator[Pair]:
    """Runs two servers, of which the second one follows, each in a folder of its own."""
    with TemporaryDirectory(prefix="sudoku-pair-") as name:
        folder = Path(name)
        folder.chmod(0o755)
        members = Member(folder / "first", free_port()), Member(folder / "second", free_port())
        for member in members:
            member.prepare()
        members[0].initialize()
        members[0].start()
        try:
            yield Pair(members)
        finally:
            for member in members:
                member.die()
