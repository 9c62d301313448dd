"""Ends what a test has started: Ctrl-C works in every test, and a timeout ends the processes.

Hooks of pytest, which `tests/conftest.py` imports.
"""

import contextlib
import signal
from collections.abc import Generator, Sequence
from typing import Final

import psutil
import pytest

TOO_LONG: Final = "Timeout (>"
"""How the failure message of pytest-timeout begins."""


def pytest_configure() -> None:
    """Restores the handler of SIGINT, which a shell sets to ignore for background programs.

    Every process that a test starts would inherit that, and ignore Ctrl-C as well.
    """
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call() -> Generator[None, object, object]:
    """When a test times out, kills the processes that it has started."""
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
