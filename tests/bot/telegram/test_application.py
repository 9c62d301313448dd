"""What goes on beside the handlers, and when a chat may be sent to."""

import asyncio
import logging

import pytest
from telegram.error import NetworkError

from bot import app
from bot.game.place import Place
from bot.playground import PlaygroundRequest
from bot.telegram.flood import FloodControl
from tests.bot.house import NETWORK, House, Talk

HERE, TOPIC = Place(7), Place(7, 5)


class Work:
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
    work = Work()
    assert house.application.go_on(HERE, 1, work())
    (task,) = house.application.work
    work.gate.set()
    await task
    assert work.has_ended
    assert house.application.work == ()


async def test_work_is_let_go_by_the_message_that_tells_of_it(house: House) -> None:
    kept, gone = Work(), Work()
    house.application.go_on(HERE, 1, kept())
    house.application.go_on(TOPIC, 1, gone())
    _, task = house.application.work
    house.application.let_go(TOPIC, 1)
    house.application.let_go(TOPIC, 2)
    await asyncio.wait([task])
    assert task.cancelled()
    (left,) = house.application.work
    kept.gate.set()
    await left
    assert (kept.has_ended, gone.has_ended) == (True, False)


async def test_what_is_done_already_is_not_begun_again(house: House) -> None:
    first, second = Work(), Work()
    assert house.application.go_on(HERE, 1, first())
    assert not house.application.go_on(HERE, 1, second())
    (task,) = house.application.work
    first.gate.set()
    await task
    assert first.has_ended
    assert not second.has_begun


async def test_nothing_is_begun_once_all_work_has_ended(house: House) -> None:
    early, late = Work(), Work()
    house.application.go_on(HERE, 1, early())
    await house.application.end_work()
    assert not house.application.go_on(HERE, 2, late())
    assert house.application.work == ()
    assert not early.has_ended
    assert not late.has_begun


@pytest.mark.parametrize(
    ("error", "level"), [(NetworkError("gone"), logging.WARNING), (KeyError("x"), logging.ERROR)]
)
async def test_what_fails_beside_the_handlers_is_logged(
    house: House, error: Exception, level: int, caplog: pytest.LogCaptureFixture
) -> None:
    work = Work()
    work.error = error
    house.application.go_on(HERE, 1, work())
    work.gate.set()
    await asyncio.wait(house.application.work)
    await asyncio.sleep(0)
    assert house.application.work == ()
    assert [record.levelno for record in caplog.records] == [level]
    caplog.clear()


async def test_a_chat_may_be_sent_to_while_its_budget_lasts(house: House, chat: Talk) -> None:
    assert house.application.may_send(chat.chat_id)
    limited = app.build(
        house.services,
        house.api.token,
        NETWORK,
        lambda: PlaygroundRequest(house.api),
        flood=FloodControl(lambda: 1.0, asyncio.sleep, burst=1),
    )
    await chat.sends("/start")
    async with limited:
        assert limited.may_send(chat.chat_id)
        await limited.bot.send_message(chat.chat_id, "hello")
        assert not limited.may_send(chat.chat_id)
        assert limited.may_send(house.ming.chat_id)


async def test_a_chat_is_at_work_while_it_is_somebodys_turn(house: House) -> None:
    application = house.application
    assert not application.is_at_work(7)
    async with application.turn(7):
        assert application.is_at_work(7)
        assert not application.is_at_work(8)
    assert not application.is_at_work(7)


def test_its_token_is_not_shown(house: House) -> None:
    secret = house.api.token.partition(":")[2]
    assert secret not in repr(house.application)
