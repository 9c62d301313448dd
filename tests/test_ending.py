"""How a run of the tests ends, tried with a run of made-up tests."""

import os
import subprocess
import sys
from pathlib import Path

import psutil
import pytest

from tests.structure import ROOT

MADE_UP = """
import gc
import signal
import subprocess
import sys
from pathlib import Path

INTERRUPTED = "import os, signal; os.kill(os.getpid(), signal.SIGINT)"
WAITING = "import signal; signal.pause()"
PARENT = f'''
import subprocess, sys
child = subprocess.Popen([sys.executable, "-c", {WAITING!r}])
print(child.pid, flush=True)
child.wait()
'''


def test_that_begins_a_process_which_is_interrupted():
    ended = subprocess.run([sys.executable, "-c", INTERRUPTED], capture_output=True)
    assert b"KeyboardInterrupt" in ended.stderr


def test_that_hangs():
    # It outlives the test, for Python complains of a process that is forgotten and not waited for.
    global process
    process = subprocess.Popen([sys.executable, "-c", PARENT], stdout=subprocess.PIPE, text=True)
    child = process.stdout.readline()
    Path(__file__).with_name("begun").write_text(f"{process.pid} {child}")
    # The clock of the time limit rings, which is what it does when the time is over.
    signal.raise_signal(signal.SIGALRM)
    process.wait()


def test_after_it():
    gc.collect()
"""


@pytest.mark.long
def test_a_run_in_the_background_interrupts_its_children_and_leaves_none(tmp_path: Path) -> None:
    """A shell starts background programs with Ctrl-C ignored."""
    (tmp_path / "test_made_up.py").write_text(MADE_UP)
    run = [sys.executable, "-m", "pytest", "-q", "-p", "tests.ending", "-p", "no:cacheprovider"]
    given = ["-c", "pyproject.toml", f"--rootdir={tmp_path}", str(tmp_path)]
    ended = subprocess.run(
        ["/bin/sh", "-c", "trap '' INT; exec \"$@\"", "sh", *run, *given],
        cwd=ROOT,
        env={name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert "1 failed, 2 passed" in ended.stdout, ended.stdout + ended.stderr
    assert "Timeout (>300.0s)" in ended.stdout
    begun = map(int, (tmp_path / "begun").read_text().split())
    assert list(filter(_is_running, begun)) == []


def _is_running(pid: int) -> bool:
    """Whether a process still runs; a child of a dead process may be a zombie for a while."""
    try:
        return psutil.Process(pid).status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False
