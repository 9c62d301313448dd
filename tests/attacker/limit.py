"""A limit on the memory of one tree of processes, as a container has it.

Where the kernel has control groups for memory that this process may make, the bot runs in one of
them, and the kernel kills what exceeds it. It is made below the group of this process, so that
limits that hold for this process still hold for the bot. Version 1 always allows that. Version 2
allows it only in a group without processes of its own, so usually only as its root's owner.

Elsewhere the limit is emulated: the gauge tells the size of each tree, and the largest process of a
tree that is too large is killed, which is also what the kernel would choose.
"""

import os
import signal
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from time import sleep
from typing import Final, Protocol

import psutil

from tests.attacker.gauges import resident_of

MEGABYTE: Final = 1_000_000
MOUNTED: Final = Path("/sys/fs/cgroup")
PATIENCE: Final = 50


class Limit(Protocol):
    """Holds one tree of processes; `kills` counts the processes that were killed for it."""

    name: str

    @property
    def kills(self) -> int: ...

    def hold(self, process: int) -> None:
        """Puts a process and all that it will start below the limit."""

    def look(self, root: int, held: int) -> None:
        """Is told by the gauge how many bytes a tree holds."""

    def close(self) -> None: ...


class Group:
    """A control group of the kernel; `names` are its files for the limit and the kills."""

    def __init__(self, folder: Path, most: int, limit: str, events: str) -> None:
        self.name = f"control group, {limit}"
        self._folder = folder
        self._events = events
        (folder / limit).write_text(str(most))

    @property
    def kills(self) -> int:
        told = dict(line.split() for line in (self._folder / self._events).read_text().splitlines())
        return int(told["oom_kill"])

    def hold(self, process: int) -> None:
        (self._folder / "cgroup.procs").write_text(str(process))

    def look(self, root: int, held: int) -> None:
        """The kernel looks itself."""

    def close(self) -> None:
        for _ in range(PATIENCE):
            with suppress(OSError):
                self._folder.rmdir()
                return
            # The kernel still frees the memory of processes that have ended.
            sleep(0.1)


class Emulated:
    """Kills the largest process of a tree whose proportional set sizes exceed the limit."""

    name = "emulated"

    def __init__(self, most: int) -> None:
        self._most = most
        self._kills = 0

    @property
    def kills(self) -> int:
        return self._kills

    def hold(self, process: int) -> None:
        """Nothing is to be done: the gauge finds the processes."""

    def look(self, root: int, held: int) -> None:
        if held <= self._most:
            return
        with suppress(psutil.Error, OSError, ValueError):
            tree = [root, *(p.pid for p in psutil.Process(root).children(recursive=True))]
            os.kill(max(tree, key=resident_of), signal.SIGKILL)
            self._kills += 1

    def close(self) -> None:
        """Nothing was made."""


def limited(megabytes: int, *, is_emulated: bool = False) -> Callable[[], Limit]:
    """What makes a limit of so many megabytes for each tree: the kernel's where it lets us."""
    most = megabytes * MEGABYTE
    made = None if is_emulated else _group(most)
    if made is None:
        return lambda: Emulated(most)
    made.close()
    return lambda: _group(most) or Emulated(most)


def _group(most: int) -> Limit | None:
    """A new control group below the one of this process; None where that is not possible."""
    for version, own in _own_groups():
        try:
            folder = Path(tempfile.mkdtemp(prefix="sudoku-", dir=own))
        except OSError:
            continue
        limit = "memory.limit_in_bytes" if version == 1 else "memory.max"
        events = "memory.oom_control" if version == 1 else "memory.events"
        # A folder that does not get these files is no group with a limit.
        if (folder / limit).exists():
            with suppress(OSError):
                return Group(folder, most, limit, events)
        folder.rmdir()
    return None


def _own_groups() -> list[tuple[int, Path]]:
    """The groups of this process that may hold a limit on memory, with the kernel's version."""
    found = []
    with suppress(OSError):
        for line in Path("/proc/self/cgroup").read_text().splitlines():
            number, controllers, path = line.split(":", 2)
            if "memory" in controllers.split(","):
                found.append((1, MOUNTED / "memory" / path.lstrip("/")))
            elif number == "0":
                found.append((2, MOUNTED / path.lstrip("/")))
    return [(version, folder) for version, folder in found if folder.is_dir()]
