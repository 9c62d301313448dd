"""Changes the code a little, again and again, and counts what the tests do not notice.

    python -m tests.survivors --seed 7 --count 200
    python -m tests.survivors --near --count 40 bot/game

Three of four changes are of Python, in bot/ and engine/, the others of the C cores; which ones is
up to the seed. For each of them the test file that mirrors the module runs first, for five seconds
of processor time at most; what survives that meets the tests of its room, and those of all who use
it. A change of C meets the tests of its core, built anew. The tests run in copies of the sources,
one for each job, and stop at their first failure. With `--near` only the mirrors are asked, and of
a core the tests that take little, which is quick enough for every change and to improve the tests
of one room.

What no test could notice is listed with its reason in `survivors.txt` beside this file, and is not
drawn: a line has the file, the line of source, what stands there, what it becomes, and the reason,
with tabs between them. The run fails where too few changes are noticed.
"""

import argparse
import os
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import sysconfig
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from math import sqrt
from pathlib import Path
from queue import SimpleQueue
from typing import Final

from tests.changes import Change, c_changes, python_changes
from tests.structure import ROOT, name_of, sources
from tests.test_mirror import MODULES

MIRROR_SECONDS: Final = 5
"""Of processor time, in which the file that mirrors a module is to notice a change."""

TEST_SECONDS: Final = 100
"""A test that takes longer by the clock has noticed, since it hangs."""

PATIENCE: Final = 3_000
"""Seconds by the clock after which a run hangs outside its tests."""

SHORT_PATIENCE: Final = 300
"""The same of a mirror, where less is run."""

IN_A_CORE: Final = (
    "-o",
    f"faulthandler_timeout={TEST_SECONDS + 20}",
    "-o",
    "faulthandler_exit_on_timeout=true",
)
"""Ends a test that hangs in a core, where no signal reaches it."""

NO_TESTS: Final = 5
"""The status of pytest where nothing was collected."""

PART_IN_C: Final = 4
"""One change in this many is of C."""

BY_MIRROR, IN_PYTHON, IN_C = 0.75, 0.90, 0.75
"""The shares that must be noticed, of 200 changes; of fewer, chance is allowed for."""

KNOWN: Final = Path(__file__).with_suffix(".txt")
LEFT_BEHIND: Final = shutil.ignore_patterns(".git", ".venv*", ".*_cache", ".hypothesis", "*.pyc.*")
"""The last are compiled modules that somebody is writing."""


USERS: Final = {
    "bot": ("tests/bot/handlers", "tests/bot/chat", "tests/bot/background", "tests/bot/test_*.py"),
    "engine": ("tests/engine", "tests/bot/pool", "tests/bot/render", "tests/bot/handlers"),
}
"""The tests of those who use what is below a folder."""

ALL: Final = ("-m", "")
ON_POSTGRES: Final = ("--postgres",)
POSTGRES: Final = "bot/store/postgres"

SHARED: Final = ("bot/store", "bot/telegram", "bot/background")
"""Rooms of which parts run on PostgreSQL alone, where several replicas share it."""

REPLICAS: Final = (
    "tests/bot/store",
    "tests/bot/telegram/test_sharing.py",
    "tests/bot/telegram/test_leading.py",
    "tests/bot/background/test_beside.py",
    "tests/bot/test_replicas.py",
)

CORES: Final = {
    "engine/native/rate": ("tests/engine/rating", "tests/engine/difficulty"),
    "engine": ("tests/engine/search", "tests/engine/exact", "tests/engine/make"),
}


class UnsoundTestError(Exception):
    """A test that should notice a change fails without it too."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a change: who noticed it, or "" for a survivor."""

    change: Change
    noticed_by: str

    @property
    def is_c(self) -> bool:
        return self.change.path.suffix != ".py"

    def __str__(self) -> str:
        change = self.change
        said = f"{name_of(change.path)}:{change.line}: {change.old[:60]} -> {change.new[:60]}"
        return f"{self.noticed_by or 'SURVIVES':18}{said}"


def line_of(change: Change) -> str:
    """The line of source in which a change stands."""
    return change.path.read_text("utf-8").splitlines()[change.line - 1].strip()


@cache
def _known() -> frozenset[tuple[str, ...]]:
    lines = KNOWN.read_text("utf-8").splitlines() if KNOWN.is_file() else []
    return frozenset(tuple(line.split("\t")[:4]) for line in lines if line)


def is_known(change: Change) -> bool:
    """Whether it is listed as one that no test could notice."""
    named = name_of(change.path), line_of(change), change.old, change.new
    return tuple(named) in _known()


def drawn(seed: int, count: int, below: Sequence[str] = ("bot", "engine")) -> list[Change]:
    """The changes of a run, in files and folders that begin with one of some names."""
    dice, wanted = random.Random(seed), tuple(below)
    python = [
        each
        for folder in ("bot", "engine")
        for path in sources(folder)
        if name_of(path).startswith(wanted)
        for each in python_changes(path)
    ]
    in_c = [
        each
        for path in sorted((ROOT / "engine").rglob("*.[ch]"))
        if name_of(path).startswith(wanted)
        for each in c_changes(path)
    ]
    of_c = count if not python else count // PART_IN_C if in_c else 0
    chosen = dice.sample(python, min(count - of_c, len(python)))
    chosen += dice.sample(in_c, min(of_c, len(in_c)))
    return [change for change in chosen if not is_known(change)]


def mirrors(module: str) -> tuple[str, ...]:
    """The test files of a module: its mirror, or those that the list of others names."""
    folder, _, name = module.rpartition("/")
    found = [f"tests/{folder}/test_{name}"]
    if name == "__init__.py":
        # A package may have its test beside its folder, as bot/messages/ has.
        above, _, package = folder.rpartition("/")
        found.append(f"tests/{above}/test_{package}.py")
    for mirror in found:
        if (ROOT / mirror).is_file():
            return (mirror,)
    reasons = (reason for reason, modules in MODULES.items() if module in modules)
    names = [name for reason in reasons for name in re.findall(r"[\w/]*test_\w+\.py", reason)]
    tests = [name_of(path) for path in sources("tests")]
    return tuple(test for test in tests if any(test.endswith(f"/{name}") for name in names))


def is_test(argument: str) -> bool:
    """Whether an argument of pytest is a file or folder of tests that is there."""
    return argument.startswith("tests/") and (ROOT / argument).exists()


def options(arguments: Sequence[str]) -> Sequence[str]:
    """The arguments of pytest that are not tests."""
    return [argument for argument in arguments if not argument.startswith("tests/")]


def first_failing(said: str) -> str:
    """The test that pytest says has failed, or in which it was ended; "" where there is none."""
    # Cut before its parameters, which may have spaces.
    if failed := re.search(r"^(?:FAILED|ERROR) ([^\s\[]+)", said, re.MULTILINE):
        return failed[1]
    ended = re.search(r'^  File ".*?/(tests/[^"]+)", line \d+ in (test_\w+)$', said, re.MULTILINE)
    return f"{ended[1]}::{ended[2]}" if ended else ""


class Copy:
    """A copy of the sources in which one change at a time is tried."""

    def __init__(self, folder: Path, *, is_near: bool = False) -> None:
        self._folder, self._is_near = folder, is_near
        self._second = 0
        shutil.copytree(ROOT, folder, ignore=LEFT_BEHIND, symlinks=True)
        # Compiles what is not compiled yet, so that a mirror's seconds are spent on its tests.
        self._failing(("--collect-only", "tests"))

    def tried(self, change: Change) -> Outcome:
        """Who notices a change. Raises UnsoundTestError."""
        file = self._folder / name_of(change.path)
        before, times = file.read_bytes(), file.stat()
        file.write_bytes(change.applied(before))
        # What is compiled is known by the second of its source, so each change has one of its own.
        self._second += 1
        os.utime(file, (self._second, self._second))
        try:
            noticed, test = (
                self._in_c(change) if change.path.suffix != ".py" else self._in_python(change)
            )
        finally:
            file.write_bytes(before)
            os.utime(file, ns=(times.st_atime_ns, times.st_mtime_ns))
        if test and (unsound := self._failing(test)):
            raise UnsoundTestError(f"{unsound} fails without any change")
        return Outcome(change, noticed)

    def _in_python(self, change: Change) -> tuple[str, Sequence[str]]:
        """Who notices it, and how to run the test that fails."""
        module = name_of(change.path)
        folder, top = module.rpartition("/")[0], module.partition("/")[0]
        postgres = ON_POSTGRES if folder == POSTGRES else ()
        mirror = (*ALL, *postgres, *mirrors(module))
        users = [name_of(path) for pattern in USERS[top] for path in sorted(ROOT.glob(pattern))]
        groups: tuple[tuple[str, Sequence[str], int | None], ...] = (
            ("its mirror", mirror, MIRROR_SECONDS),
            ("its mirror, late", mirror, None),
            ("its room", (*ALL, f"tests/{folder}"), None),
            ("replicas", (*ON_POSTGRES, *ALL, *REPLICAS), None),
            ("its users", users, None),
        )
        for name, arguments, seconds in groups:
            if name == "replicas" and not folder.startswith(SHARED):
                continue
            if self._is_near and name not in {"its mirror", "its mirror, late"}:
                continue
            if any(map(is_test, arguments)) and (failed := self._failing(arguments, seconds)):
                return name, (*options(arguments), failed)
        return "", ()

    def _in_c(self, change: Change) -> tuple[str, Sequence[str]]:
        module = name_of(change.path)
        folder = next(each for each in CORES if module.startswith(each))
        try:
            if not self._builds():
                return "the compiler", ()
            which = () if self._is_near else ALL
            failed = self._failing((*IN_A_CORE, *which, *CORES[folder]))
            return ("its core", (*ALL, failed)) if failed else ("", ())
        finally:
            for core in ROOT.glob("engine/*.so"):
                # A new file: the old one may be mapped into a process that is about to end.
                (self._folder / "engine" / core.name).unlink(missing_ok=True)
                shutil.copy(core, self._folder / "engine")

    def _builds(self) -> bool:
        """Builds both cores, and says whether the compiler took them."""
        include = sysconfig.get_path("include")
        compiler = (os.environ.get("CC", "cc"), "-std=gnu11", "-O1", "-fPIC", "-shared")
        rate = sorted(map(str, (self._folder / "engine/native/rate").glob("*.c")))
        for name, sources_of_it in (("_core", ["engine/_core.c"]), ("_rate", rate)):
            built = self._folder / f"engine/{name}.abi3.so"
            built.unlink(missing_ok=True)
            command = [*compiler, f"-I{include}", *sources_of_it, "-o", str(built)]
            if subprocess.run(
                command, cwd=self._folder, capture_output=True, check=False
            ).returncode:
                return False
        return True

    def _failing(self, tests: Sequence[str], seconds: int | None = None) -> str:
        """The first test that fails, or "".

        With `seconds` of processor time, a run that takes longer has failed nothing.
        """
        command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider"]
        # To compile everything would take longer than most tests; what the copy has is kept.
        environment = {
            **os.environ,
            "PYTHONPATH": str(self._folder),
            "PYTHONDONTWRITEBYTECODE": "",
            "PYTHONPYCACHEPREFIX": "",
        }
        with tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace") as said:
            process = subprocess.Popen(
                [*command, f"--timeout={TEST_SECONDS}", *tests],
                cwd=self._folder,
                env=environment,
                stdout=said,
                stderr=said,
                stdin=subprocess.DEVNULL,
                start_new_session=True,
            )
            if seconds is not None:
                resource.prlimit(process.pid, resource.RLIMIT_CPU, (seconds, seconds))
            try:
                status = process.wait(PATIENCE if seconds is None else SHORT_PATIENCE)
            except subprocess.TimeoutExpired:
                status = None
            with suppress(ProcessLookupError):
                # With it go the processes that its tests began.
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            said.seek(0)
            failed = first_failing(said.read())
        is_cut_off = seconds is not None and status is not None and status < 0
        if not failed and (status in {0, NO_TESTS} or is_cut_off):
            return ""
        return failed or next(filter(is_test, tests))


def run(changes: Sequence[Change], jobs: int, *, is_near: bool = False) -> Iterator[Outcome]:
    """What becomes of each change, in their order."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        copies = SimpleQueue[Copy]()
        for number in range(jobs):
            copies.put(Copy(Path(folder) / str(number), is_near=is_near))

        def tried(change: Change) -> Outcome:
            copy = copies.get()
            try:
                return copy.tried(change)
            finally:
                copies.put(copy)

        with ThreadPoolExecutor(jobs) as pool:
            yield from pool.map(tried, changes)


def is_enough(noticed: int, of: int, share: float) -> bool:
    """Whether the share is noticed, give or take three standard deviations for chance.

    With two, one short run in forty would fail although the tests are as good as promised.
    """
    return noticed >= share * of - 3 * sqrt(of * share * (1 - share))


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m tests.survivors", description=(__doc__ or "").partition("\n")[0]
    )
    parser.add_argument("--seed", type=int, default=random.randrange(10**6), help="of the dice")
    parser.add_argument("--count", type=int, default=200, help="changes (200)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="at the same time")
    parser.add_argument("--near", action="store_true", help="ask only the mirrors")
    parser.add_argument(
        "below", nargs="*", default=["bot", "engine"], help="files or folders (bot engine)"
    )
    options = parser.parse_args()
    print(f"seed {options.seed}", flush=True)
    outcomes = list[Outcome]()
    changes = drawn(options.seed, options.count, options.below)
    for outcome in run(changes, options.jobs, is_near=options.near):
        outcomes.append(outcome)
        print(outcome, flush=True)
    python = [one for one in outcomes if not one.is_c]
    in_c = [one for one in outcomes if one.is_c]
    by = Counter(one.noticed_by for one in python)
    mirrored, noticed = by["its mirror"], sum(bool(one.noticed_by) for one in python)
    core = sum(bool(one.noticed_by) for one in in_c)
    print(
        f"Python: {noticed} of {len(python)} noticed, {mirrored} by the mirror; "
        f"C: {core} of {len(in_c)}"
    )
    promises = (
        is_enough(mirrored, len(python), BY_MIRROR),
        options.near or is_enough(noticed, len(python), IN_PYTHON),
        is_enough(core, len(in_c), IN_C),
    )
    sys.exit(not all(promises))


if __name__ == "__main__":
    main()
