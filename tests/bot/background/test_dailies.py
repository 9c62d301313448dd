"""The daily end to end: from a subscription through the outbox to a message that can be played."""

import asyncio
import re
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, datetime

import pytest
import pytest_asyncio
from telegram.error import RetryAfter, TimedOut

from bot.background.dailies import daily_service, make_ahead, send_due, stay_ahead
from bot.background.sender import Sender
from bot.background.ticker import Ticker
from bot.game.days import labels_of
from bot.play import daily
from bot.playground.errors import ApiError
from bot.store import subscriptions
from bot.store.games import GameState
from bot.store.outbox import OutboxRow, OutboxState
from tests.bot.house import House, Talk, right_moves, wrong_move
from tests.bot.slow import SlowEngine
from tests.bot.store.rows import daily_labels, outbox_of

EIGHT_IN_BERLIN = datetime(2026, 11, 21, 7, tzinfo=UTC)


async def deliver(house: House) -> None:
    """Does what the ticker and the sender do until the outbox is empty."""

    def seconds() -> int:
        return int(house.clock.seconds())

    async def send(row: OutboxRow) -> None:
        await send_due(house.application, row)

    async def sleep(pause: float) -> None:
        await asyncio.sleep(0)
        if pause >= 1:
            sender.stop()

    await Ticker(house.database, seconds, sleep).tick()
    sender = Sender(house.database, send, seconds, sleep)
    await sender.run()


async def fates(talk: Talk) -> list[OutboxState]:
    return [row.state for row in await outbox_of(talk.house.database, talk.chat_id)]


@pytest_asyncio.fixture
async def subscriber(house: House, chat: Talk) -> AsyncIterator[Talk]:
    await chat.sends("/subscribe 8:00 Berlin")
    house.clock.now = EIGHT_IN_BERLIN
    yield chat


async def test_the_daily_arrives_ready_to_play(house: House, subscriber: Talk) -> None:
    await deliver(house)
    assert "Daily 2026-11-21" in subscriber.text
    assert "A hard one. Easier ones: ⋯" in subscriber.text
    stored = await subscriber.game()
    assert stored.message_id == subscriber.last["message_id"]
    await subscriber.presses("⋯")
    assert subscriber.buttons[:2] == ["Daily: easy", "Daily: hard"]
    assert await subscriber.presses("Check") == "You haven't placed a digit yet."
    assert "Daily solved" in await subscriber.sends(" ".join(right_moves(stored)))
    assert "The first day of a streak." in subscriber.text
    assert await fates(subscriber) == [OutboxState.SENT]


async def test_it_comes_once_a_day_at_the_hour(house: House, subscriber: Talk) -> None:
    house.clock.now = EIGHT_IN_BERLIN
    house.clock.forward(minutes=-1)
    before = subscriber.last
    await deliver(house)
    assert subscriber.last == before
    for day in range(2):
        house.clock.now = EIGHT_IN_BERLIN
        house.clock.forward(days=day)
        await deliver(house)
        await deliver(house)
        assert f"Daily 2026-11-{21 + day}" in subscriber.text
    assert len(await fates(subscriber)) == 2


async def test_it_speaks_the_language_of_the_subscriber(house: House, ming: Talk) -> None:
    await ming.sends("/subscribe 8:00 北京")
    house.clock.now = datetime(2026, 11, 21, 0, tzinfo=UTC)
    await deliver(house)
    assert "每日一题 2026-11-21" in ming.text
    assert "简单些的在 ⋯" in ming.text


async def test_everybody_gets_the_same_puzzle(house: House, subscriber: Talk, ming: Talk) -> None:
    await ming.sends("/daily 2026-11-21")
    await deliver(house)
    assert (await ming.game()).puzzle == (await subscriber.game()).puzzle


async def test_in_the_middle_of_another_game_there_is_a_button(
    house: House, subscriber: Talk
) -> None:
    await subscriber.sends("/new 4")
    mine = await subscriber.game()
    await subscriber.sends(wrong_move(mine))
    board = subscriber.last["message_id"]
    await deliver(house)
    assert "stays as it is" in subscriber.text
    assert subscriber.buttons == ["▶ Play", "Daily: easy", "Daily: hard"]
    assert "A hard one." in subscriber.text
    notice = subscriber.last["message_id"]
    assert (await subscriber.game()).id == mine.id
    await subscriber.presses("↩", board)
    assert "Daily 2026-11-21" in await subscriber.presses("▶ Play", notice)
    assert (await subscriber.game()).daily_label == "2026-11-21"
    assert "/games" in await subscriber.presses("Check", board)


async def test_a_daily_that_is_finished_already_is_not_sent(house: House, subscriber: Talk) -> None:
    await subscriber.sends("/daily")
    await subscriber.sends(" ".join(right_moves(await subscriber.game())))
    before = subscriber.last
    await deliver(house)
    assert subscriber.last == before


async def test_a_daily_that_was_begun_goes_on(house: House, subscriber: Talk) -> None:
    await subscriber.sends("/daily")
    stored = await subscriber.game()
    await subscriber.sends(right_moves(stored)[0])
    await deliver(house)
    assert (await subscriber.game()).game.done == 1
    await subscriber.presses("↩")
    assert (await subscriber.game()).game.done == 0


async def test_a_group_plays_its_daily_even_where_the_day_is_still_to_come(
    house: House, club: Talk, ming_in_club: Talk
) -> None:
    house.club.promote(ming_in_club.person)
    await ming_in_club.sends("/subscribe 0:30 北京")
    await club.sends("/new 4")
    await club.sends(f"@SudokuPlaygroundBot {wrong_move(await club.game())}")
    house.clock.now = datetime(2026, 11, 20, 16, 30, tzinfo=UTC)
    await deliver(house)
    assert club.buttons == ["▶ Play", "Daily: easy", "Daily: hard"]
    notice = club.last["message_id"]
    assert "Daily 2026-11-21 · easy" in await club.presses("Daily: easy")
    assert "Daily 2026-11-21" in await club.presses("▶ Play", notice)


async def test_who_blocked_the_bot_gets_no_more_until_the_next_start(
    house: House, subscriber: Talk
) -> None:
    subscriber.person.block()
    await deliver(house)
    assert await fates(subscriber) == [OutboxState.FAILED]
    kept = await subscriptions.get(house.database, subscriber.chat_id)
    assert kept is not None
    assert kept.state is subscriptions.SubscriptionState.UNREACHABLE
    subscriber.person.unblock()
    await subscriber.sends("/start")
    house.clock.forward(days=1)
    await deliver(house)
    assert "Daily 2026-11-22" in subscriber.text


async def test_what_may_have_arrived_is_not_sent_again(house: House, subscriber: Talk) -> None:
    house.api.fail_next("sendMessage", TimedOut(), after=True)
    await deliver(house)
    await deliver(house)
    said = [m for m in subscriber.person.messages() if "Daily 2026-11-21" in m.get("text", "")]
    assert len(said) == 1
    assert await fates(subscriber) == [OutboxState.MAYBE_SENT]
    board = subscriber.last["message_id"]
    await subscriber.presses("⋯", board)
    assert "haven't placed" in await subscriber.presses("Check", board)


# RetryAfter warns about a type that it will have in a later version.
@pytest.mark.filterwarnings("ignore::telegram.warnings.PTBDeprecationWarning")
async def test_what_surely_did_not_arrive_is_sent_later(house: House, subscriber: Talk) -> None:
    house.api.fail_next("sendMessage", RetryAfter(7))
    await deliver(house)
    assert await fates(subscriber) == [OutboxState.PENDING]
    house.clock.forward(seconds=10)
    await deliver(house)
    assert await fates(subscriber) == [OutboxState.SENT]
    assert "Daily 2026-11-21" in subscriber.text


async def test_a_person_who_was_deleted_gets_nothing(house: House, subscriber: Talk) -> None:
    await subscriber.sends("/deleteme")
    await subscriber.presses("Yes, delete everything")
    before = subscriber.last
    await deliver(house)
    assert subscriber.last == before


@pytest.mark.long
async def test_a_group_keeps_its_daily_when_the_subscriber_is_deleted(
    house: House, club: Talk
) -> None:
    await club.sends("/subscribe 8:00 Berlin")
    await house.alice.sends("/deleteme")
    await house.alice.presses("Yes, delete everything")
    house.clock.now = EIGHT_IN_BERLIN
    await deliver(house)
    assert "Daily 2026-11-21" in club.text
    assert (await club.game()).started_by is None
    assert (await club.game()).state is GameState.OPEN


async def test_the_board_is_small_for_who_wants_it_small(house: House, subscriber: Talk) -> None:
    await subscriber.sends("/settings")
    await subscriber.presses("Board: roomy text")
    await deliver(house)
    assert re.search(r"\n1 .{6}[|<>]", subscriber.text)


async def test_dailies_are_made_ahead_for_every_zone(house: House) -> None:
    await make_ahead(house.services)
    made = await daily_labels(house.database)
    days = ("2026-11-19", "2026-11-20", "2026-11-21", "2026-11-22")
    assert made == tuple(sorted(label for day in days for label in labels_of(day)))
    assert len(made) == 12
    await make_ahead(house.services)
    assert await daily_labels(house.database) == made


async def test_other_levels_are_made_ahead_only_while_nobody_waits(house: House) -> None:
    days = ("2026-11-19", "2026-11-20", "2026-11-21", "2026-11-22")
    for day in days:
        await daily.puzzle_of(house.services, day)
    assert not await make_ahead(replace(house.services, engine=SlowEngine()))
    assert await daily_labels(house.database) == days
    assert await make_ahead(house.services)
    assert len(await daily_labels(house.database)) == 12


async def test_dailies_that_could_not_be_made_are_tried_again_soon(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    pauses = list[float]()

    async def sleep(pause: float) -> None:
        pauses.append(pause)
        if len(pauses) == 2:
            raise asyncio.CancelledError
        await house.database.all("alter table hidden rename to dailies")

    await house.database.all("alter table dailies rename to hidden")
    with pytest.raises(asyncio.CancelledError):
        await stay_ahead(house.services, sleep)
    assert pauses == [60, 3600]
    assert len(await daily_labels(house.database)) == 12
    assert "StoreError" in caplog.text
    caplog.clear()


@pytest.mark.long
async def test_the_service_sends_while_it_runs_and_ends_cleanly(
    house: House, subscriber: Talk
) -> None:
    arrived = asyncio.Event()
    house.api.world.listeners.add(lambda _event: arrived.set())
    async with daily_service(house.application):
        async with asyncio.timeout(30):
            await arrived.wait()
    assert "Daily 2026-11-21" in subscriber.text
    figures = house.application.metrics.text({}, {}).decode()
    assert 'sudoku_dailies_total{outcome="sent"} 1.0' in figures
    # The database may still be writing to the disk.
    await house.stops()
    assert len(asyncio.all_tasks()) == 1


@pytest.mark.parametrize("days", [1, 2])
async def test_after_a_long_sleep_only_the_latest_one_is_sent(
    house: House, subscriber: Talk, days: int
) -> None:
    house.clock.forward(days=days, hours=2)
    await deliver(house)
    assert f"Daily 2026-11-{21 + days}" in subscriber.text
    assert len(await fates(subscriber)) == 1


async def test_while_a_chat_is_blocked_no_daily_comes_and_afterwards_only_the_next(
    house: House, subscriber: Talk, ming: Talk
) -> None:
    await ming.sends("/subscribe 8:00 Berlin")
    house.clock.forward(days=1)
    blocked = house.application.blocked
    blocked.become(frozenset({subscriber.chat_id}))
    before = len(subscriber.person.messages())
    for _ in range(3):
        await deliver(house)
        house.clock.forward(days=1)
    assert len(subscriber.person.messages()) == before
    assert await fates(subscriber) == [OutboxState.FAILED] * 3
    assert await fates(ming) == [OutboxState.SENT] * 3
    rows = await outbox_of(house.database, subscriber.chat_id)
    assert {row.reason for row in rows} == {"blocked"}
    kept = await subscriptions.get(house.database, subscriber.chat_id)
    assert kept is not None
    assert kept.active
    blocked.become(frozenset())
    await deliver(house)
    await deliver(house)
    new = subscriber.person.messages()[before:]
    assert ["Daily 2026-11-25" in m["text"] for m in new] == [True]


async def test_a_groups_daily_comes_whoever_of_it_is_blocked(house: House, club: Talk) -> None:
    await club.sends("/subscribe 8:00 Berlin")
    house.clock.now = EIGHT_IN_BERLIN
    house.application.blocked.become(frozenset({club.person.id}))
    await deliver(house)
    assert await fates(club) == [OutboxState.SENT]
    house.clock.forward(days=1)
    house.application.blocked.become(frozenset({club.chat_id}))
    await deliver(house)
    assert await fates(club) == [OutboxState.FAILED, OutboxState.SENT], "the newest first"


async def test_in_a_forum_the_daily_comes_in_the_topic_where_it_was_asked_for(
    house: House, club: Talk
) -> None:
    topic = house.club.open_topic(club.person, "Puzzles")
    asked = club.person.say("/subscribe 8:00 Berlin", club.chat, topic=topic)
    await club.delivers(asked)
    house.clock.now = EIGHT_IN_BERLIN
    await deliver(house)
    assert "Daily 2026-11-21" in club.text
    assert club.last["message_thread_id"] == topic


async def test_the_daily_of_a_topic_that_is_gone_comes_in_the_chat(
    house: House, club: Talk
) -> None:
    topic = house.club.open_topic(club.person, "Puzzles")
    await club.delivers(club.person.say("/subscribe 8:00 Berlin", club.chat, topic=topic))
    house.clock.now = EIGHT_IN_BERLIN
    gone = ApiError(400, "Bad Request: message thread not found")
    house.api.fail_next("sendMessage", gone)
    await deliver(house)
    house.clock.forward(seconds=2)
    await deliver(house)
    assert "Daily 2026-11-21" in club.text
    assert "message_thread_id" not in club.last
    assert await fates(club) == [OutboxState.SENT]
