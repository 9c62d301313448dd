"""When a worker is ended: by processor time, which tests supply, and by a lenient wall clock."""

import os
import random
import resource
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from time import process_time, sleep

import pytest

from bot.pool.worker import IS_FORKED, Limit, processor_time
from bot.pool.workers import WorkerCut, WorkerLost, Workers

pytestmark = pytest.mark.xdist_group("processes")

AT_ONCE = 0.05
NEVER = 3600.0


@pytest.fixture
def gate(tmp_path: Path) -> Path:
    """A pipe: reading it blocks until somebody writes to it."""
    os.mkfifo(tmp_path / "gate")
    return tmp_path / "gate"


class Processor:
    """Supplies the processor time of a worker: 0 at first, later `then`."""

    def __init__(self, then: float) -> None:
        self._then = then
        self._asked = 0
        self.is_asked_again = threading.Event()

    def __call__(self, _: int) -> float:
        self._asked += 1
        if self._asked < 3:
            return 0.0 if self._asked == 1 else self._then
        self.is_asked_again.set()
        return self._then


@contextmanager
def working(spent: Callable[[int], float]) -> Iterator[Workers]:
    workers = Workers(1, spent)
    workers.start()
    try:
        yield workers
    finally:
        workers.stop()


@pytest.mark.long
def test_a_worker_that_gets_no_processor_time_is_waited_for(gate: Path) -> None:
    processor = Processor(0.0)
    with working(processor) as workers:
        asked = workers.submit(Limit(AT_ONCE, NEVER), gate.read_text)
        assert processor.is_asked_again.wait(60)
        assert not asked.answer.done()
        gate.write_text("answer")
        assert asked.answer.result(60) == "answer"


@pytest.mark.long
def test_a_worker_that_takes_too_much_of_it_is_ended_and_replaced(gate: Path) -> None:
    with working(Processor(1.0)) as workers:
        with pytest.raises(WorkerLost):
            workers.submit(Limit(AT_ONCE, NEVER), gate.read_text).answer.result(60)
        assert workers.submit(Limit(NEVER, NEVER), os.getpid).answer.result(60) != os.getpid()


@pytest.mark.long
def test_a_worker_that_hangs_without_taking_any_is_ended_in_the_end(gate: Path) -> None:
    with working(lambda _: 0.0) as workers, pytest.raises(WorkerLost):
        workers.submit(Limit(AT_ONCE, 4 * AT_ONCE), gate.read_text).answer.result(60)


def test_whoever_tells_the_processor_time_may_be_too_late() -> None:
    """The worker dies by itself, and the system does not know it any more."""
    with working(processor_time) as workers, pytest.raises(WorkerLost):
        workers.submit(Limit(NEVER, NEVER), os._exit, 0).answer.result(60)


_KEPT = list[bytearray]()


def grow(count: int) -> int:
    """A job that never gives back so many bytes; which process are you?"""
    _KEPT.append(bytearray(b"1") * count)
    return os.getpid()


def which() -> int:
    """Which process are you?"""
    return os.getpid()


ANY = Limit(NEVER, NEVER)


@pytest.mark.long
def test_a_worker_that_has_grown_is_replaced_before_its_next_question() -> None:
    """Each process begins with more than it may gain."""
    memory = 10_000_000
    workers = Workers(1, growth=memory)
    workers.start()
    try:
        first = workers.submit(ANY, grow, 1_000).answer.result(60)
        assert workers.submit(ANY, grow, 1_000).answer.result(60) == first
        assert workers.submit(ANY, grow, memory).answer.result(60) == first, "it may finish"
        second = workers.submit(ANY, which).answer.result(60)
        assert second != first
        assert workers.submit(ANY, which).answer.result(60) == second
        assert workers.lost == 0
    finally:
        workers.stop()


def spin(seconds: float) -> None:
    """Takes so much processor time."""
    end = process_time() + seconds
    while process_time() < end:
        pass


def spin_and_fail(seconds: float) -> None:
    spin(seconds)
    raise ValueError


@pytest.mark.long
@pytest.mark.parametrize("job", [spin, spin_and_fail])
def test_what_a_question_used_is_its_processor_time(job: Callable[[float], None]) -> None:
    with working(processor_time) as workers:
        asked = workers.submit(ANY, job, 0.2)
        assert asked.answer.exception(60) is None or job is spin_and_fail
        assert 0.2 <= asked.used < 60
        slept = workers.submit(ANY, sleep, 0.2)
        slept.answer.result(60)
        assert slept.used < 0.2, "it has only waited"


@pytest.mark.long
def test_a_question_that_is_cut_off_ends_with_its_worker_and_the_next_has_another(
    gate: Path,
) -> None:
    with working(processor_time) as workers:
        first = workers.submit(ANY, which).answer.result(60)
        asked, waiting = workers.submit(ANY, gate.read_text), workers.submit(ANY, which)
        while not asked.answer.running():
            sleep(0.001)
        asked.cut()
        with pytest.raises(WorkerCut):
            asked.answer.result(60)
        assert waiting.answer.result(60) != first
        assert asked.used > 0, "the time that has passed, since nobody knows it better"
        assert workers.lost == 0


@pytest.mark.long
def test_a_question_is_cut_off_before_it_has_begun_and_not_after_it_was_answered(
    gate: Path,
) -> None:
    with working(processor_time) as workers:
        holds, never_begun = workers.submit(ANY, gate.read_text), workers.submit(ANY, which)
        never_begun.cut()
        gate.write_text("go on")
        assert holds.answer.result(60) == "go on"
        with pytest.raises(WorkerCut):
            never_begun.answer.result(60)
        answered = workers.submit(ANY, which)
        pid = answered.answer.result(60)
        answered.cut()
        assert workers.submit(ANY, which).answer.result(60) == pid


@pytest.mark.long
def test_who_asks_after_a_question_was_cut_off_has_a_worker_that_lives() -> None:
    """The cut comes before, while and after the worker answers, and often as it does."""
    cut, dice = 0, random.Random(1)
    with working(processor_time) as workers:
        for _ in range(20):
            first = workers.submit(ANY, which)
            with suppress(TimeoutError):
                first.answer.result(dice.random() * 0.001)
            first.cut()
            assert workers.submit(ANY, which).answer.result(60)
            cut += isinstance(first.answer.exception(60), WorkerCut)
    assert cut


@pytest.mark.long
@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere workers start in another way")
def test_a_place_is_not_lost_while_no_worker_can_be_started(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """The process may open no more files, so that it cannot make a pipe to a new worker."""
    with working(processor_time) as workers:
        limits = resource.getrlimit(resource.RLIMIT_NOFILE)
        free = os.dup(0)
        os.close(free)
        resource.setrlimit(resource.RLIMIT_NOFILE, (free, limits[1]))
        try:
            for _ in range(3):
                with pytest.raises(WorkerLost):
                    workers.submit(ANY, os._exit, 0).answer.result(60)
            assert workers.submit(ANY, which).answer.exception(60) is not None
        finally:
            resource.setrlimit(resource.RLIMIT_NOFILE, limits)
        assert "no worker could be started" in caplog.text
        pid = workers.submit(ANY, which).answer.result(60)
        assert workers.submit(ANY, which).answer.result(60) == pid
        assert workers.lost == 0


@pytest.mark.long
@pytest.mark.skipif(not IS_FORKED, reason="here no process has workers forked from it")
@pytest.mark.parametrize("fault", ["os.kill(pid, signal.SIGKILL)", "starve(pid)"])
def test_workers_are_replaced_after_the_process_that_they_are_forked_from_has_failed(
    tmp_path: Path, fault: str
) -> None:
    """In a process of its own, since all workers of this one are forked from the same."""
    script = tmp_path / "parent.py"
    script.write_text(PARENT.replace("FAULT", fault))
    done = subprocess.run(
        [sys.executable, str(script)], capture_output=True, text=True, timeout=120, check=False
    )
    assert (done.returncode, done.stdout) == (0, "4 4\n"), done.stderr


PARENT = """
import math, os, resource, signal
from multiprocessing import forkserver
from bot.pool.worker import Limit
from bot.pool.workers import WorkerLost, Workers

def starve(pid):
    # It cannot even open what it needs to fork a worker, and ends when it is asked to.
    resource.prlimit(pid, resource.RLIMIT_NOFILE, (4, 4))

def main():
    workers = Workers(2)
    workers.start()
    pid = forkserver._forkserver._forkserver_pid
    FAULT
    found = []
    for job, question in ((os._exit, 0), (os._exit, 0), *[(math.isqrt, 16)] * 1_000):
        try:
            found.append(workers.submit(Limit(60, 60), job, question).answer.result(60))
        except WorkerLost:
            pass
        if len(found) == 2:
            break
    print(*found)
    workers.stop()

if __name__ == "__main__":
    main()
"""
