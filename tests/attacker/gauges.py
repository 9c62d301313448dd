"""What trees of processes take: memory, processor time, and how many processes came and went.

The memory of a tree is the sum of the proportional set sizes of its processes (`Pss` of
/proc/PID/smaps_rollup): a page that several processes share is divided among them, so that the sum
is what the machine must have. It is read every SAMPLE_SECONDS in a thread of its own. A process
that lives shorter than LOOK_SECONDS may be missed.
"""

import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic
from types import TracebackType
from typing import Final, Self

import psutil

SAMPLE_SECONDS: Final = 0.1
LOOK_SECONDS: Final = 0.4
"""How often new processes are looked for, which takes longer than reading those that are known."""

BOT: Final = "bot"
PICTURES: Final = "pictures"
WORKER: Final = "worker"
TRACKER: Final = "tracker"

OnMemory = Callable[[int, int], None]
"""Called with the number of a tree's first process and the bytes of that tree."""


@dataclass(slots=True)
class Peaks:
    """The most bytes since the last reset: of a tree, and of one process of each role."""

    tree: int = 0
    resident: dict[str, int] = field(default_factory=dict)


class Gauge:
    """Reads the trees whose first processes `roots` names; use it as a context manager."""

    def __init__(
        self, roots: Callable[[], Sequence[int]], on_memory: OnMemory = lambda *_: None
    ) -> None:
        self._roots = roots
        self._on_memory = on_memory
        self._ending = threading.Event()
        self._alone = threading.Lock()
        self._thread = threading.Thread(target=self._run, name="gauge", daemon=True)
        self._trees: dict[int, tuple[int, ...]] = {}
        self._roles: dict[int, str] = {}
        self._processor: dict[int, float] = {}
        self._seen: set[int] = set()
        self._looked = 0.0
        self._peaks = Peaks()
        self._held = 0

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self,
        _: type[BaseException] | None,
        __: BaseException | None,
        ___: TracebackType | None,
    ) -> None:
        self._ending.set()
        self._thread.join()

    @property
    def processes(self) -> int:
        """How many processes there have been."""
        with self._alone:
            return len(self._seen)

    @property
    def processor_seconds(self) -> float:
        """The processor time of all processes that there have been."""
        with self._alone:
            return sum(self._processor.values())

    @property
    def held(self) -> int:
        """The bytes of the largest tree now."""
        with self._alone:
            return self._held

    def reset(self) -> Peaks:
        """Begins new peaks; gives those so far."""
        with self._alone:
            peaks, self._peaks = self._peaks, Peaks()
        return peaks

    def _run(self) -> None:
        while not self._ending.wait(SAMPLE_SECONDS):
            with self._alone:
                self._sample()

    def _sample(self) -> None:
        roots = self._roots()
        if monotonic() - self._looked > LOOK_SECONDS or not roots or set(roots) - set(self._trees):
            self._trees = {root: _tree(root) for root in roots}
            self._looked = monotonic()
            for root, tree in self._trees.items():
                for process in tree:
                    self._meet(process, root)
        held = {root: sum(map(proportional, tree)) for root, tree in self._trees.items()}
        self._held = max(held.values(), default=0)
        self._peaks.tree = max(self._peaks.tree, self._held)
        for root, size in held.items():
            self._on_memory(root, size)

    def _meet(self, process: int, root: int) -> None:
        self._seen.add(process)
        role = self._roles.get(process, "")
        if role in ("", WORKER):
            role = self._roles[process] = BOT if process == root else role_of(process)
        resident = self._peaks.resident
        with suppress(OSError, psutil.Error, ValueError):
            resident[role] = max(resident.get(role, 0), resident_of(process))
            self._processor[process] = sum(psutil.Process(process).cpu_times()[:2])


def _tree(root: int) -> tuple[int, ...]:
    try:
        children = psutil.Process(root).children(recursive=True)
    except psutil.Error:
        return ()
    return (root, *(child.pid for child in children))


def role_of(process: int) -> str:
    """What a process of the bot does, as far as can be told from what it has loaded."""
    try:
        if "resource_tracker" in Path(f"/proc/{process}/cmdline").read_text("utf-8", "replace"):
            return TRACKER
        return PICTURES if "cv2" in Path(f"/proc/{process}/maps").read_text() else WORKER
    except OSError:
        return WORKER


def proportional(process: int) -> int:
    """The proportional set size of a process in bytes; 0 for one that has ended."""
    try:
        told = Path(f"/proc/{process}/smaps_rollup").read_bytes()
    except OSError:
        return 0
    _, found, rest = told.partition(b"\nPss:")
    return int(rest.split(maxsplit=1)[0]) * 1024 if found else 0


def resident_of(process: int) -> int:
    """Bytes of memory that a process holds, shared ones in full."""
    return int(Path(f"/proc/{process}/statm").read_text().split()[1]) * 4096
