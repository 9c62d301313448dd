"""When a chat may be sent to, and what is counted for it."""

import asyncio
import logging

import pytest

from bot import app
from bot.game.place import Place
from bot.playground import PlaygroundRequest
from bot.store import replies
from bot.store.replies import Reply
from bot.telegram.application import ALERT_SECONDS, MOST_GROUPS
from bot.telegram.chat_order import MOST_KEPT
from bot.telegram.flood import FloodControl
from bot.telegram.gate import MOST, Lane, Rank
from tests.bot.house import NETWORK, Budget, House, Talk, limited_house


async def test_where_nothing_limits_what_is_sent_nobody_waits(house: House) -> None:
    application = house.application
    assert application.flood is None
    assert application.wait_for_board(7) == 0
    may = application.may_send, application.may_show, application.is_at_leisure
    assert [one(7) for one in may] == [True] * 3
    assert not application.must_keep(7)
    assert await application.admitted(7) is None


async def test_a_limited_chat_waits_for_its_boards_and_kept_answers_have_a_lane(
    house: House,
) -> None:
    budget = Budget()
    async with limited_house(house, budget, asyncio.sleep, burst=30) as limited:
        application, group = limited.application, house.club.chat.id
        assert await application.admitted(group) is Lane.KEPT
        assert [application.may_show(group), application.is_at_leisure(group)] == [True, True]
        for _ in range(6):
            await application.bot.send_message(group, "hello")
        budget.now += 0.25
        assert application.may_send(group)
        assert application.wait_for_board(group) == 7.75
        assert not application.may_show(group)
        assert application.is_at_leisure(group)
        await application.bot.send_message(group, "hello")
        assert not application.is_at_leisure(group)


async def test_the_newest_message_of_a_group_is_the_one_with_the_highest_number(
    house: House,
) -> None:
    for chat in (-5, 5, 0):
        assert house.application.newest_message(chat) is None
        for number in (7, 9, 8):
            house.application.note_message(chat, number)
    assert [house.application.newest_message(chat) for chat in (-5, 5, 0)] == [9, None, None]


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


async def test_a_chat_for_which_too_many_answers_wait_is_worked_for_later(house: House) -> None:
    application, place = house.application, Place(7)
    for _ in range(MOST_KEPT):
        await application.kept.room(7)
        await application.keep(Reply(place, "told"))
    assert application.must_keep(7)
    assert not application.must_keep(8)
    waiting = asyncio.create_task(application.kept.room(7))
    await application.kept.room(8)
    await asyncio.sleep(0)
    assert not waiting.done()
    kept = await replies.first(house.database, 7)
    assert kept is not None
    application.kept.now(7, MOST_KEPT - 1)
    await waiting
    assert application.kept.total == MOST_KEPT - 1


async def test_what_is_kept_counts_for_those_who_have_asked_for_it(house: House) -> None:
    flood = FloodControl(lambda: 1.0, asyncio.sleep)
    limited = app.build(
        house.services, house.api.token, NETWORK, lambda: PlaygroundRequest(house.api), flood=flood
    )
    await limited.keep(Reply(Place(7), "told"))
    for _ in range(MOST[Rank.BUSY]):
        await flood.gate.enter(Lane.INTERACTIVE)
    assert limited.may_send(8)
    assert not limited.may_send(7)


async def test_slots_that_run_out_are_counted_and_logged_once_in_a_while(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    assert ALERT_SECONDS >= 60
    for _ in range(1_000):
        house.application.ran_out()
    (line,) = [r for r in caplog.records if r.levelno == logging.ERROR]
    assert "slots" in line.getMessage()
    assert b"sudoku_slots_missed_total 1000.0" in house.application.metrics.text({}, {})
    caplog.clear()


async def test_a_chat_is_told_once_that_it_has_to_wait(house: House) -> None:
    told = [house.application.tells_of_wait(chat, 60) for chat in (-7, -7, -8, -7)]
    assert told == [True, False, True, False]
    assert house.application.tells_of_wait(-9, 0)
    assert house.application.tells_of_wait(-9, 0), "the wait is over"


def test_the_newest_message_is_known_of_so_many_groups_and_of_no_person(house: House) -> None:
    application = house.application
    for group in range(1, MOST_GROUPS + 2):
        application.note_message(-group, 5)
    application.note_message(-2, 4)
    application.note_message(7, 5)
    known = [application.newest_message(chat) for chat in (-1, -2, 7)]
    assert known == [None, 5, None]
