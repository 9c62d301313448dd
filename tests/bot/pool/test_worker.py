"""One worker process by itself."""

import os
import sys
from collections.abc import Iterator
from time import process_time

import pytest

from bot.pool.worker import Worker, processor_time

pytestmark = pytest.mark.xdist_group("processes")


@pytest.fixture
def worker() -> Iterator[Worker]:
    worker = Worker(processor_time, 0)
    yield worker
    worker.kill()
    worker.close()


def fail() -> None:
    raise LookupError("the job's own")


@pytest.mark.long
def test_a_worker_answers_or_raises_what_the_job_raised_and_goes_on(worker: Worker) -> None:
    assert worker.ask(os.getpid, (), None) != os.getpid()
    with pytest.raises(LookupError, match="the job's own"):
        worker.ask(fail, (), None)
    assert worker.ask(divmod, (7, 2), None) == (3, 1)
    assert not worker.is_ending


@pytest.mark.long
def test_a_worker_that_was_killed_is_ending_from_that_moment_on(worker: Worker) -> None:
    """It may take a moment to end, and nobody should ask it meanwhile."""
    worker.doom()
    assert worker.is_ending
    with pytest.raises((EOFError, OSError)):
        worker.ask(os.getpid, (), None)


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere nothing tells it")
def test_the_processor_time_of_a_process_is_what_it_sees_itself() -> None:
    before = process_time()
    told = processor_time(os.getpid())
    assert before <= told <= process_time()
