"""No test goes on for ever: what it begins hears Ctrl-C, and ends with a test that takes too long.

Hooks of pytest, which `tests/conftest.py` takes in.
"""

import contextlib
import signal
from collections.abc import Generator, Sequence
from typing import Final

import psutil
import pytest

TOO_LONG: Final = "Timeout (>"
"""How the failure begins by which pytest-timeout ends a test."""


def pytest_configure() -> None:
    """Ends with Ctrl-C what listens to it, also where a shell started all in the background.

    Shells have those ignore it, and so would each process that a test begins.
    """
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call() -> Generator[None, object, object]:
    """Ends with a test that took too long the processes that it began."""
    before = set(psutil.pids())
    try:
        return (yield)
    except pytest.fail.Exception as failure:
        if str(failure).startswith(TOO_LONG):
            begun = psutil.Process().children(recursive=True)
            _kill([process for process in begun if process.pid not in before])
        raise


def _kill(processes: Sequence[psutil.Process]) -> None:
    for process in processes:
        with contextlib.suppress(psutil.NoSuchProcess):
            process.kill()
    psutil.wait_procs(processes)
