import asyncio

import pytest

from bot.store import outbox, subscriptions
from bot.store.outbox import Advance, OutboxRow, OutboxState
from bot.store.puzzles import PuzzleRow
from bot.store.seam.source import Store
from tests.bot.store.rows import outbox_of

TODAY, TOMORROW = "2026-11-21", "2026-11-22"


@pytest.fixture(autouse=True)
def known(puzzle: PuzzleRow) -> PuzzleRow:
    """Ann and Bob are known."""
    return puzzle


async def subscribe(database: Store, chat: int, user: int) -> Advance:
    """A subscription that is due at 100, and how it goes on from there."""
    await subscriptions.put(
        database, chat, user, zone="UTC", minute=0, next_due=100, next_label=TODAY
    )
    kept = await subscriptions.get(database, chat)
    assert kept is not None
    return Advance(kept, 200, TOMORROW, TODAY, 180)


async def states(database: Store, chat: int) -> list[OutboxState]:
    return [row.state for row in await outbox_of(database, chat)]


async def test_moving_on_and_enqueueing_are_one(database: Store, ann: int) -> None:
    advance = await subscribe(database, ann, ann)
    assert await outbox.advance_due(database, [advance], 100) == 1
    kept = await subscriptions.get(database, ann)
    assert kept is not None
    assert (kept.next_due, kept.next_label, kept.last_label) == (200, TOMORROW, TODAY)
    (row,) = await outbox_of(database, ann)
    assert row == OutboxRow(row.id, ann, TODAY, OutboxState.PENDING, 0, 100, 180, None)


async def test_two_tickers_enqueue_once(database: Store, ann: int) -> None:
    advance = await subscribe(database, ann, ann)
    counts = await asyncio.gather(*(outbox.advance_due(database, [advance], 100) for _ in range(3)))
    assert sorted(counts) == [0, 0, 1]
    assert await states(database, ann) == [OutboxState.PENDING]


async def test_a_label_is_never_enqueued_again(database: Store, ann: int) -> None:
    await outbox.advance_due(database, [await subscribe(database, ann, ann)], 100)
    assert await outbox.advance_due(database, [await subscribe(database, ann, ann)], 101) == 0
    assert await states(database, ann) == [OutboxState.PENDING]


async def test_a_subscription_that_changed_meanwhile_is_left_alone(
    database: Store, ann: int, bob: int
) -> None:
    moved, stopped = await subscribe(database, ann, ann), await subscribe(database, bob, bob)
    await subscriptions.put(
        database, ann, ann, zone="UTC", minute=5, next_due=105, next_label=TODAY
    )
    await subscriptions.deactivate(database, bob, 99)
    assert await outbox.advance_due(database, [moved, stopped], 100) == 0
    kept = await subscriptions.get(database, ann)
    assert kept is not None
    assert (kept.next_due, kept.last_label) == (105, None)


async def test_what_was_missed_moves_on_without_a_row(database: Store, ann: int) -> None:
    missed = await subscribe(database, ann, ann)
    nothing = Advance(missed.subscription, 200, TOMORROW, None, 180)
    assert await outbox.advance_due(database, [nothing], 190) == 0
    kept = await subscriptions.get(database, ann)
    assert kept is not None
    assert (kept.next_due, kept.last_label) == (200, None)


async def test_a_miss_does_not_forget_what_was_sent_before(database: Store, ann: int) -> None:
    await outbox.advance_due(database, [await subscribe(database, ann, ann)], 100)
    kept = await subscriptions.get(database, ann)
    assert kept is not None
    await outbox.advance_due(database, [Advance(kept, 300, "2026-11-23", None, 180)], 250)
    moved = await subscriptions.get(database, ann)
    assert moved is not None
    assert (moved.next_due, moved.last_label) == (300, TODAY)


async def test_each_row_is_claimed_once(database: Store, ann: int, bob: int) -> None:
    advances = [await subscribe(database, chat, chat) for chat in (ann, bob)]
    await outbox.advance_due(database, advances, 100)
    assert await outbox.claim(database, 5, 99) == ()
    claimed = [
        row
        for rows in await asyncio.gather(*(outbox.claim(database, 1, 100) for _ in range(4)))
        for row in rows
    ]
    assert sorted(row.chat_id for row in claimed) == sorted([ann, bob])
    assert {(row.state, row.attempts) for row in claimed} == {(OutboxState.SENDING, 1)}


async def test_a_retried_row_waits_for_its_time(database: Store, ann: int) -> None:
    await outbox.advance_due(database, [await subscribe(database, ann, ann)], 100)
    (row,) = await outbox.claim(database, 1, 100)
    assert await outbox.retry(database, row.id, 130, 101, "RetryAfter")
    assert await outbox.claim(database, 1, 129) == ()
    (again,) = await outbox.claim(database, 1, 130)
    assert (again.id, again.attempts, again.reason) == (row.id, 2, "RetryAfter")


async def test_a_settled_row_stays_settled(database: Store, ann: int) -> None:
    await outbox.advance_due(database, [await subscribe(database, ann, ann)], 100)
    (row,) = await outbox.claim(database, 1, 100)
    assert await outbox.mark(database, row.id, OutboxState.SENT, 101)
    assert not await outbox.mark(database, row.id, OutboxState.FAILED, 102)
    assert not await outbox.retry(database, row.id, 103, 103, "again")
    assert await outbox.recover(database, 104) == 0
    assert await outbox.expire(database, 1_000) == 0
    assert await states(database, ann) == [OutboxState.SENT]


async def test_after_a_crash_what_was_being_sent_is_maybe_sent_and_never_again(
    database: Store, ann: int, bob: int
) -> None:
    advances = [await subscribe(database, chat, chat) for chat in (ann, bob)]
    await outbox.advance_due(database, advances, 100)
    (row,) = await outbox.claim(database, 1, 100)
    assert await outbox.recover(database, 101) == 1
    assert await states(database, row.chat_id) == [OutboxState.MAYBE_SENT]
    (other,) = await outbox.claim(database, 5, 102)
    assert other.chat_id != row.chat_id


async def test_a_label_that_is_over_is_not_sent(database: Store, ann: int) -> None:
    await outbox.advance_due(database, [await subscribe(database, ann, ann)], 100)
    assert await outbox.expire(database, 179) == 0
    assert await outbox.claim(database, 1, 180) == ()
    assert await outbox.expire(database, 180) == 1
    (row,) = await outbox_of(database, ann)
    assert (row.state, row.reason) == (OutboxState.FAILED, "expired")


async def test_only_what_is_settled_and_old_is_forgotten(
    database: Store, ann: int, bob: int
) -> None:
    advances = [await subscribe(database, chat, chat) for chat in (ann, bob)]
    await outbox.advance_due(database, advances, 100)
    (row,) = await outbox.claim(database, 1, 100)
    await outbox.mark(database, row.id, OutboxState.SENT, 150)
    assert await outbox.prune(database, 150) == 0
    assert await outbox.prune(database, 10_000) == 1
    left = {ann, bob} - {row.chat_id}
    assert await states(database, left.pop()) == [OutboxState.PENDING]
    assert await outbox.advance_due(database, advances, 200) == 0


async def test_dailies_that_are_due_and_do_not_move_are_stuck(
    database: Store, ann: int, bob: int
) -> None:
    for chat in (ann, bob):
        await outbox.advance_due(database, [await subscribe(database, chat, chat)], 100)
    await database.all("update outbox set expires_at = 10000")
    late = 100 + outbox.STUCK_SECONDS
    assert not await outbox.is_stuck(database, late - 1)
    assert await outbox.is_stuck(database, late)
    # One of them is taken up.
    (row,) = await outbox.claim(database, 1, late)
    assert not await outbox.is_stuck(database, late + 1)
    assert await outbox.is_stuck(database, late + outbox.STUCK_SECONDS)
    await outbox.mark(database, row.id, OutboxState.SENT, late + outbox.STUCK_SECONDS)
    assert not await outbox.is_stuck(database, late + outbox.STUCK_SECONDS + 1)


async def test_nothing_that_is_not_due_is_stuck(database: Store, ann: int) -> None:
    assert not await outbox.is_stuck(database, 10**6)
    await outbox.advance_due(database, [await subscribe(database, ann, ann)], 100)
    # It is over at 180.
    assert not await outbox.is_stuck(database, 100 + outbox.STUCK_SECONDS)
    await database.all("update outbox set expires_at = 10000, not_before = 9000")
    assert not await outbox.is_stuck(database, 5000)


async def test_only_dailies_that_are_not_done_are_counted(
    database: Store, ann: int, bob: int
) -> None:
    assert await outbox.count_open(database) == {"pending": 0, "sending": 0}
    for chat in (ann, bob):
        await outbox.advance_due(database, [await subscribe(database, chat, chat)], 100)
    assert await outbox.count_open(database) == {"pending": 2, "sending": 0}
    (row,) = await outbox.claim(database, 1, 100)
    assert await outbox.count_open(database) == {"pending": 1, "sending": 1}
    await outbox.mark(database, row.id, OutboxState.SENT, 101)
    assert await outbox.count_open(database) == {"pending": 1, "sending": 0}
