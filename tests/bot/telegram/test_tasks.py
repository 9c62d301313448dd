"""Tasks that go on beside the handlers, and how they end."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import suppress

import pytest
from telegram.error import NetworkError

from bot.game.place import Place
from bot.telegram.tasks import Tasks

HERE, TOPIC = Place(7), Place(7, 5)

Running = Tasks[tuple[Place, int]]


@pytest.fixture
async def tasks() -> AsyncIterator[Running]:
    tasks = Running()
    yield tasks
    await tasks.end()


class Errand:
    """Records how far it came; continues when a test says so."""

    def __init__(self) -> None:
        self.has_begun = self.has_ended = False
        self.gate = asyncio.Event()
        self.error: Exception | None = None

    async def __call__(self) -> None:
        self.has_begun = True
        await self.gate.wait()
        if self.error:
            raise self.error
        self.has_ended = True


async def test_work_goes_on_beside_the_handlers_until_it_ends(tasks: Running) -> None:
    work = Errand()
    assert tasks.begin((HERE, 1), work())
    (task,) = tasks.running
    work.gate.set()
    await task
    assert work.has_ended
    assert tasks.running == ()


async def test_work_is_let_go_by_the_message_that_tells_of_it(tasks: Running) -> None:
    kept, gone = Errand(), Errand()
    tasks.begin((HERE, 1), kept())
    tasks.begin((TOPIC, 1), gone())
    _, task = tasks.running
    tasks.let_go((TOPIC, 1))
    tasks.let_go((TOPIC, 2))
    await asyncio.wait([task])
    assert task.cancelled()
    (left,) = tasks.running
    kept.gate.set()
    await left
    assert (kept.has_ended, gone.has_ended) == (True, False)


async def test_the_end_ends_what_waits_beside_a_block_that_may_finish() -> None:
    """A farewell is given to calls alone, and each task is cancelled after its block."""
    tasks, call, waits = Tasks[int](farewell_seconds=60), Errand(), Errand()
    after = list[str]()

    async def calls() -> None:
        with tasks.unbroken():
            await call()
        await asyncio.sleep(0)
        after.append("never")

    assert tasks.begin(1, calls())
    assert tasks.begin(2, waits())
    assert (1 in tasks, 3 in tasks, len(tasks)) == (True, False, 2)
    await asyncio.sleep(0)
    first, second = tasks.running
    ending = asyncio.create_task(tasks.end())
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert (first.done(), second.cancelled()) == (False, True)
    call.gate.set()
    await ending
    assert (call.has_ended, first.cancelled(), after) == (True, True, [])
    await tasks.end()


async def test_work_goes_on_after_a_block_while_nothing_ends(tasks: Running) -> None:
    after = list[str]()

    async def calls() -> None:
        for number in range(2):
            with tasks.unbroken():
                await asyncio.sleep(0)
            await asyncio.sleep(0)
            after.append(str(number))

    tasks.begin((HERE, 1), calls())
    await asyncio.gather(*tasks.running)
    assert after == ["0", "1"]


async def test_what_is_done_already_is_not_begun_again(tasks: Running) -> None:
    first, second = Errand(), Errand()
    assert tasks.begin((HERE, 1), first())
    assert not tasks.begin((HERE, 1), second())
    (task,) = tasks.running
    first.gate.set()
    await task
    assert first.has_ended
    assert not second.has_begun


async def test_nothing_is_begun_once_all_work_has_ended(tasks: Running) -> None:
    early, late = Errand(), Errand()
    tasks.begin((HERE, 1), early())
    await tasks.end()
    assert not tasks.begin((HERE, 2), late())
    assert tasks.running == ()
    assert not early.has_ended
    assert not late.has_begun


@pytest.mark.parametrize(
    ("error", "level"), [(NetworkError("gone"), logging.WARNING), (KeyError("x"), logging.ERROR)]
)
async def test_what_fails_beside_the_handlers_is_logged(
    tasks: Running, error: Exception, level: int, caplog: pytest.LogCaptureFixture
) -> None:
    work = Errand()
    work.error = error
    tasks.begin((HERE, 1), work())
    work.gate.set()
    await asyncio.wait(tasks.running)
    await asyncio.sleep(0)
    assert tasks.running == ()
    assert [record.levelno for record in caplog.records] == [level]
    caplog.clear()


async def test_somebody_is_told_of_each_that_ends() -> None:
    ended: list[str] = []
    tasks = Tasks[str](ended.append)
    errands = {name: Errand() for name in ("first", "second")}
    for name, errand in errands.items():
        tasks.begin(name, errand())
    errands["second"].gate.set()
    await tasks.running[1]
    assert ended == ["second"]
    assert ("first" in tasks, "second" in tasks, len(tasks)) == (True, False, 1)
    await tasks.end()
    assert ended == ["second", "first"]


async def test_the_end_lets_what_is_begun_finish_and_begins_nothing(tasks: Running) -> None:
    first, second = Errand(), Errand()

    async def calls() -> None:
        for call in (first, second):
            with tasks.unbroken():
                await call()

    tasks.begin((HERE, 1), calls())
    await asyncio.sleep(0)
    ending = asyncio.create_task(tasks.end())
    await asyncio.sleep(0)
    first.gate.set()
    await ending
    assert first.has_ended
    assert not second.has_begun


async def test_the_end_does_not_wait_for_what_would_be_tried_again(tasks: Running) -> None:
    call = Errand()
    call.error = NetworkError("gone")

    async def tries() -> None:
        with suppress(NetworkError), tasks.unbroken():
            await call()
        await asyncio.Event().wait()

    tasks.begin((HERE, 1), tries())
    await asyncio.sleep(0)
    ending = asyncio.create_task(tasks.end())
    await asyncio.sleep(0)
    call.gate.set()
    await ending
    assert tasks.running == ()


async def test_the_end_does_not_wait_for_ever() -> None:
    tasks, call = Running(farewell_seconds=0.0), Errand()

    async def calls() -> None:
        with tasks.unbroken():
            await call()

    tasks.begin((HERE, 1), calls())
    await asyncio.sleep(0)
    await tasks.end()
    assert tasks.running == ()
    assert not call.has_ended
