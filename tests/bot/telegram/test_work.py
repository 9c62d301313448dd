"""What goes on beside the handlers, and how it ends."""

import asyncio
import logging

import pytest
from telegram.error import NetworkError

from bot.game.place import Place
from tests.bot.house import House

HERE, TOPIC = Place(7), Place(7, 5)


class Errand:
    """Notes how far it came; goes on when a test says so."""

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


async def test_work_goes_on_beside_the_handlers_until_it_ends(house: House) -> None:
    work = Errand()
    assert house.application.work.begin(HERE, 1, work())
    (task,) = house.application.work.tasks
    work.gate.set()
    await task
    assert work.has_ended
    assert house.application.work.tasks == ()


async def test_work_is_let_go_by_the_message_that_tells_of_it(house: House) -> None:
    kept, gone = Errand(), Errand()
    house.application.work.begin(HERE, 1, kept())
    house.application.work.begin(TOPIC, 1, gone())
    _, task = house.application.work.tasks
    house.application.work.let_go(TOPIC, 1)
    house.application.work.let_go(TOPIC, 2)
    await asyncio.wait([task])
    assert task.cancelled()
    (left,) = house.application.work.tasks
    kept.gate.set()
    await left
    assert (kept.has_ended, gone.has_ended) == (True, False)


async def test_what_is_done_already_is_not_begun_again(house: House) -> None:
    first, second = Errand(), Errand()
    assert house.application.work.begin(HERE, 1, first())
    assert not house.application.work.begin(HERE, 1, second())
    (task,) = house.application.work.tasks
    first.gate.set()
    await task
    assert first.has_ended
    assert not second.has_begun


async def test_nothing_is_begun_once_all_work_has_ended(house: House) -> None:
    early, late = Errand(), Errand()
    house.application.work.begin(HERE, 1, early())
    await house.application.work.end()
    assert not house.application.work.begin(HERE, 2, late())
    assert house.application.work.tasks == ()
    assert not early.has_ended
    assert not late.has_begun


@pytest.mark.parametrize(
    ("error", "level"), [(NetworkError("gone"), logging.WARNING), (KeyError("x"), logging.ERROR)]
)
async def test_what_fails_beside_the_handlers_is_logged(
    house: House, error: Exception, level: int, caplog: pytest.LogCaptureFixture
) -> None:
    work = Errand()
    work.error = error
    house.application.work.begin(HERE, 1, work())
    work.gate.set()
    await asyncio.wait(house.application.work.tasks)
    await asyncio.sleep(0)
    assert house.application.work.tasks == ()
    assert [record.levelno for record in caplog.records] == [level]
    caplog.clear()
