"""When a worker is ended: by processor time, which tests supply, and by a lenient wall clock."""

import os
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import process_time

import pytest

from bot.pool.workers import Limit, WorkerLost, Workers, processor_time

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


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere nothing tells it")
def test_the_processor_time_of_a_process_is_what_it_sees_itself() -> None:
    before = process_time()
    told = processor_time(os.getpid())
    assert before <= told <= process_time()
