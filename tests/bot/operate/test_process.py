"""The signals that end a process, and its collector of cycles."""

import asyncio
import gc
import os
import signal
from collections.abc import Iterator

import pytest

from bot.operate.process import GENERATIONS, leave_to_the_end, stop_at_signals


@pytest.fixture
def _collector() -> Iterator[None]:
    threshold = gc.get_threshold()
    gc.set_threshold(700)
    yield
    gc.set_threshold(*threshold)


@pytest.mark.usefixtures("_collector")
def test_what_stays_to_the_end_is_not_looked_through_again() -> None:
    before = gc.get_freeze_count()
    leave_to_the_end()
    assert gc.get_freeze_count() > before
    assert gc.get_threshold() == GENERATIONS


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
async def test_the_first_signal_ends_the_task_and_later_ones_do_not_hurry_it(
    number: signal.Signals,
) -> None:
    steps = list[str]()
    begun = asyncio.Event()

    async def serve() -> None:
        stop_at_signals()
        begun.set()
        try:
            await asyncio.Event().wait()
        finally:
            for _ in range(3):
                os.kill(os.getpid(), signal.SIGTERM)
                os.kill(os.getpid(), signal.SIGINT)
                # The loop learns of a signal when it has waited for something.
                await asyncio.sleep(0.001)
            steps.append("ended in order")

    task = asyncio.create_task(serve())
    try:
        await begun.wait()
        os.kill(os.getpid(), number)
        await asyncio.wait([task])
    finally:
        for each in (signal.SIGINT, signal.SIGTERM):
            asyncio.get_running_loop().remove_signal_handler(each)
    assert task.cancelled()
    assert steps == ["ended in order"]
