"""The reminder in the evening: to whom it comes, when, and never twice."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime
from typing import Final

import pytest
import pytest_asyncio
from telegram.error import TimedOut

from bot.background.ticker import Ticker
from bot.store import outbox, subscriptions
from bot.store.outbox import OutboxState
from bot.store.subscriptions import SubscriptionState
from tests.bot.background.test_dailies import deliver
from tests.bot.house import House, Talk, right_moves
from tests.bot.store.rows import outbox_of

EVENING: Final = datetime(2026, 11, 22, 19, tzinfo=UTC)
"""20:00 in Berlin, on the day after a daily was solved."""

AT_RISK: Final = "Today's Sudoku keeps it alive; it counts until 03:00."


async def solve_daily(talk: Talk) -> None:
    await talk.sends("/daily")
    await talk.sends(" ".join(right_moves(await talk.game())))


def reminders(talk: Talk) -> list[str]:
    return [m["text"] for m in talk.person.messages() if "it counts until" in m.get("text", "")]


async def fates(talk: Talk) -> list[OutboxState]:
    return [row.state for row in await outbox_of(talk.house.database, talk.chat_id)]


@pytest_asyncio.fixture
async def streaky(house: House, chat: Talk) -> AsyncIterator[Talk]:
    """Somebody with a streak of one day, who is reminded at 20:00 in Berlin."""
    house.clock.now = datetime(2026, 11, 21, 12, tzinfo=UTC)
    await chat.sends("remind me in the evening")
    await chat.presses("20:00")
    await chat.presses("Berlin")
    assert "at 20:00, Berlin time" in chat.text
    await solve_daily(chat)
    house.clock.now = EVENING
    yield chat


async def test_it_comes_once_on_the_evening_on_which_a_streak_would_end(
    house: House, streaky: Talk
) -> None:
    house.clock.forward(minutes=-1)
    await deliver(house)
    assert reminders(streaky) == []
    house.clock.forward(minutes=1)
    for _ in range(3):
        await deliver(house)
        house.clock.forward(minutes=20)
    assert [AT_RISK in text for text in reminders(streaky)] == [True]
    assert streaky.buttons == ["▶ Play", "🔕 No reminder"]
    assert "Daily 2026-11-22" in await streaky.presses("▶ Play")


async def test_on_the_next_evening_the_streak_has_ended_and_nothing_comes(
    house: House, streaky: Talk
) -> None:
    await deliver(house)
    house.clock.forward(days=1)
    await deliver(house)
    assert len(reminders(streaky)) == 1


async def test_who_has_solved_the_daily_is_left_alone(house: House, streaky: Talk) -> None:
    await solve_daily(streaky)
    await deliver(house)
    assert reminders(streaky) == []


async def test_who_has_no_streak_is_left_alone(house: House, ming: Talk) -> None:
    house.clock.now = datetime(2026, 11, 21, 12, tzinfo=UTC)
    await ming.sends("晚上提醒我")
    await ming.presses("20:00")
    await ming.presses("北京")
    house.clock.now = datetime(2026, 11, 21, 12, 1, tzinfo=UTC)
    await deliver(house)
    assert reminders(ming) == []
    assert "算数" not in ming.text


async def test_whom_the_daily_itself_has_just_reminded_gets_no_second_message(
    house: House, streaky: Talk
) -> None:
    house.clock.forward(minutes=-31)
    await streaky.sends("/subscribe 19:30 Berlin")
    house.clock.forward(minutes=1)
    await deliver(house)
    assert "Daily 2026-11-22" in streaky.text
    house.clock.now = EVENING
    await deliver(house)
    assert reminders(streaky) == []


async def test_who_is_playing_it_is_not_disturbed_but_reminded_when_they_stop(
    house: House, streaky: Talk
) -> None:
    await streaky.sends("/daily")
    await streaky.sends(right_moves(await streaky.game())[0])
    await deliver(house)
    assert reminders(streaky) == []
    assert (await fates(streaky))[0] is OutboxState.PENDING
    house.clock.forward(minutes=16)
    await deliver(house)
    assert len(reminders(streaky)) == 1


async def test_what_may_have_arrived_is_not_sent_again(house: House, streaky: Talk) -> None:
    house.api.fail_next("sendMessage", TimedOut(), after=True)
    await deliver(house)
    await deliver(house)
    assert len(reminders(streaky)) == 1
    assert (await fates(streaky))[0] is OutboxState.MAYBE_SENT


async def test_a_process_that_ended_while_sending_leaves_no_second_one(
    house: House, streaky: Talk
) -> None:
    (row,) = await claimed(house)
    assert row.is_evening
    await deliver(house)
    assert reminders(streaky) == []
    assert (await fates(streaky))[0] is OutboxState.MAYBE_SENT


async def test_after_a_long_pause_nobody_is_woken(house: House, streaky: Talk) -> None:
    house.clock.forward(hours=2, minutes=1)
    await deliver(house)
    assert reminders(streaky) == []


async def test_another_hour_on_the_same_evening_brings_no_second_one(
    house: House, streaky: Talk
) -> None:
    await deliver(house)
    await streaky.sends("remind me at 21:30 if I forget")
    assert "at 21:30, Berlin time" in streaky.text
    house.clock.forward(hours=1, minutes=30)
    await deliver(house)
    assert len(reminders(streaky)) == 1


async def test_one_tap_turns_it_off(house: House, streaky: Talk) -> None:
    await deliver(house)
    await streaky.presses("🔕 No reminder")
    assert "no reminder in the evening" in streaky.text
    assert "🔔 Evening reminder: off" in await settings_of(streaky)
    await solve_daily(streaky)
    house.clock.forward(days=1)
    await deliver(house)
    assert len(reminders(streaky)) == 0, "the first one was replaced by its answer"


async def test_unsubscribing_ends_it_too(house: House, streaky: Talk) -> None:
    assert "No more daily messages" in await streaky.sends("/unsubscribe")
    await deliver(house)
    assert reminders(streaky) == []


async def test_who_blocked_the_bot_is_reminded_again_after_the_next_start(
    house: House, streaky: Talk
) -> None:
    streaky.person.block()
    await deliver(house)
    kept = await subscriptions.get(house.database, streaky.chat_id)
    assert kept is not None
    assert kept.state is SubscriptionState.STOPPED, "there was no daily to be reached by"
    streaky.person.unblock()
    await streaky.sends("/start")
    await solve_daily(streaky)
    house.clock.forward(days=1)
    await deliver(house)
    assert "2 days in a row" in streaky.text


async def test_a_person_who_was_deleted_gets_nothing(house: House, streaky: Talk) -> None:
    await streaky.sends("/deleteme")
    await streaky.presses("Yes, delete everything")
    before = streaky.last
    await deliver(house)
    assert streaky.last == before


@pytest.mark.parametrize(
    ("day", "hour"),
    [("2026-10-25", 19), ("2026-03-29", 18)],
    ids=["the clocks were set back", "the clocks were set forward"],
)
async def test_it_keeps_to_the_clock_on_the_wall(
    house: House, chat: Talk, day: str, hour: int
) -> None:
    today = datetime.fromisoformat(day).replace(tzinfo=UTC)
    house.clock.now = today
    house.clock.forward(days=-1, hours=12)
    await chat.sends("/subscribe 8:00 Berlin")
    await chat.sends("/unsubscribe")
    await chat.sends("remind me at 8pm before my streak ends")
    await solve_daily(chat)
    house.clock.now = today.replace(hour=hour, minute=0)
    house.clock.forward(seconds=-1)
    await deliver(house)
    assert reminders(chat) == []
    house.clock.forward(seconds=1)
    await deliver(house)
    assert len(reminders(chat)) == 1


async def settings_of(talk: Talk) -> list[str]:
    await talk.sends("/settings")
    return talk.buttons


async def claimed(house: House) -> tuple[outbox.OutboxRow, ...]:
    """Enqueues what is due and claims it, as a process does that is killed then."""
    now = int(house.clock.seconds())

    async def never(_: float) -> None:
        raise AssertionError

    await Ticker(house.database, lambda: now, never).tick()
    return await outbox.claim(house.database, 1, now)
