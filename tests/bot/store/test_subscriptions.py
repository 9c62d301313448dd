import pytest

from bot.store import outbox, subscriptions
from bot.store.outbox import Advance
from bot.store.puzzles import PuzzleRow
from bot.store.seam.source import Store
from bot.store.subscriptions import Kind, Subscription, SubscriptionState
from tests.bot.store.rows import outbox_of

LABEL, NEXT = "2026-11-21", "2026-11-22"


async def put(database: Store, chat: int, user: int, due: int = 100) -> Subscription:
    await subscriptions.put(
        database, chat, user, zone="Asia/Kathmandu", minute=480, next_due=due, next_label=LABEL
    )
    kept = await subscriptions.get(database, chat)
    assert kept is not None
    return kept


@pytest.fixture(autouse=True)
def known(puzzle: PuzzleRow) -> PuzzleRow:
    """Ann and Bob are known."""
    return puzzle


async def test_a_subscription_is_kept_and_changed(
    database: Store, ann: int, bob: int, group: int
) -> None:
    assert await subscriptions.get(database, group) is None
    assert await put(database, group, ann) == Subscription(
        group, ann, "Asia/Kathmandu", 480, 100, LABEL, None, SubscriptionState.ACTIVE
    )
    await subscriptions.put(
        database, group, bob, zone="UTC", minute=0, next_due=200, next_label=NEXT
    )
    assert await subscriptions.get(database, group) == Subscription(
        group, bob, "UTC", 0, 200, NEXT, None, SubscriptionState.ACTIVE
    )


async def test_only_what_is_active_falls_due_the_oldest_first(
    database: Store, ann: int, bob: int, group: int
) -> None:
    late, early = await put(database, ann, ann, 100), await put(database, bob, bob, 50)
    await put(database, group, ann, 101)
    assert await subscriptions.due(database, 100, 10) == (early, late)
    assert await subscriptions.due(database, 100, 1) == (early,)
    assert await subscriptions.deactivate(database, bob, 60)
    assert await subscriptions.due(database, 100, 10) == (late,)


async def test_stopping_also_stops_what_is_on_its_way(database: Store, ann: int) -> None:
    kept = await put(database, ann, ann)
    await outbox.advance_due(database, [Advance(kept, 200, NEXT, LABEL, 150)], 100)
    assert await subscriptions.deactivate(database, ann, 101)
    assert not await subscriptions.deactivate(database, ann, 102)
    (row,) = await outbox_of(database, ann)
    assert (row.state, row.reason) == (outbox.OutboxState.FAILED, "stopped")


async def remind(database: Store, user: int, due: int = 100) -> Subscription:
    await subscriptions.remind(
        database, user, zone="UTC", minute=1200, next_due=due, next_label=LABEL
    )
    (kept,) = await subscriptions.due(database, due, 10)
    return kept


async def test_a_reminder_falls_due_beside_the_daily_and_is_enqueued_once(
    database: Store, ann: int
) -> None:
    daily = await put(database, ann, ann, 300)
    evening = await remind(database, ann)
    assert (evening.kind, evening.minute, evening.next_label) == (Kind.EVENING, 1200, LABEL)
    assert set(await subscriptions.due(database, 300, 10)) == {daily, evening}
    assert set(await subscriptions.due_after(database, 99)) == {daily, evening}
    both = [Advance(daily, 900, NEXT, LABEL, 950), Advance(evening, 800, NEXT, LABEL, 850)]
    assert await outbox.advance_due(database, both, 300) == 2
    assert await outbox.advance_due(database, both, 300) == 0
    rows = await outbox_of(database, ann)
    assert {(row.label, row.is_evening) for row in rows} == {
        (LABEL, False),
        (f"{LABEL}-evening", True),
    }
    assert await subscriptions.evening(database, ann) == (1200, LABEL)
    again = Advance(await remind(database, ann, 700), 1_100, NEXT, LABEL, 1_200)
    assert await outbox.advance_due(database, [again], 700) == 0, "the label is there already"


async def test_who_wants_only_the_reminder_gets_no_daily(database: Store, ann: int) -> None:
    evening = await remind(database, ann)
    kept = await subscriptions.get(database, ann)
    assert kept is not None
    assert not kept.active
    assert await subscriptions.due(database, 1_000, 10) == (evening,)


async def test_the_reminder_stops_alone_and_with_everything_else(
    database: Store, ann: int, bob: int
) -> None:
    for person in (ann, bob):
        await put(database, person, person, 2_000)
    await outbox.advance_due(
        database, [Advance(await remind(database, ann), 900, NEXT, LABEL, 950)], 100
    )
    assert await subscriptions.remind_no_more(database, ann, 101)
    assert not await subscriptions.remind_no_more(database, ann, 102)
    (row,) = await outbox_of(database, ann)
    assert (row.state, row.reason) == (outbox.OutboxState.FAILED, "stopped")
    daily = await subscriptions.get(database, ann)
    assert daily is not None
    assert daily.active
    await remind(database, bob)
    assert await subscriptions.deactivate(database, bob, 103)
    assert await subscriptions.evening(database, bob) is None


async def test_the_reminder_of_a_chat_that_was_gone_waits_for_its_return(
    database: Store, ann: int
) -> None:
    await remind(database, ann)
    assert await subscriptions.deactivate(database, ann, 101, SubscriptionState.UNREACHABLE)
    assert await subscriptions.due(database, 1_000, 10) == ()
    assert await subscriptions.evening(database, ann) == (1200, None)
    assert not await subscriptions.reactivate(database, ann, 300, NEXT), "no daily was wanted"


async def test_the_last_label_outlives_a_stop(database: Store, ann: int) -> None:
    kept = await put(database, ann, ann)
    await outbox.advance_due(database, [Advance(kept, 200, NEXT, LABEL, 150)], 100)
    await subscriptions.deactivate(database, ann, 101)
    assert (await put(database, ann, ann)).last_label == LABEL


async def test_coming_back_undoes_a_block_but_not_a_stop(
    database: Store, ann: int, bob: int
) -> None:
    for chat, state in ((ann, SubscriptionState.UNREACHABLE), (bob, SubscriptionState.STOPPED)):
        await put(database, chat, chat)
        await subscriptions.deactivate(database, chat, 101, state)
    assert await subscriptions.reactivate(database, ann, 300, NEXT)
    assert not await subscriptions.reactivate(database, ann, 400, NEXT)
    assert not await subscriptions.reactivate(database, bob, 300, NEXT)
    (back,) = await subscriptions.due(database, 1_000, 10)
    assert (back.chat_id, back.next_due, back.next_label, back.active) == (ann, 300, NEXT, True)


async def test_a_daily_is_sent_to_a_topic_until_that_is_gone(
    database: Store, ann: int, group: int
) -> None:
    assert (await put(database, group, ann)).topic_id == 0
    for topic_id in (3, 9):
        await subscriptions.put(
            database,
            group,
            ann,
            zone="UTC",
            minute=0,
            next_due=100,
            next_label=LABEL,
            topic_id=topic_id,
        )
        kept = await subscriptions.get(database, group)
        assert kept is not None
        assert kept.topic_id == topic_id
    await subscriptions.leave_topic(database, group)
    kept = await subscriptions.get(database, group)
    assert kept is not None
    assert kept.topic_id == 0


async def test_what_is_due_after_an_instant_comes_the_earliest_first(
    database: Store, ann: int, bob: int, group: int
) -> None:
    for chat, due in ((ann, 300), (bob, 100), (group, 200)):
        await put(database, chat, ann, due)
    found = await subscriptions.due_after(database, 100)
    assert [one.chat_id for one in found] == [group, ann]
    await subscriptions.deactivate(database, group, 50)
    assert [one.chat_id for one in await subscriptions.due_after(database, 99)] == [bob, ann]


async def test_a_subscription_that_changed_since_it_was_read_is_not_moved(
    database: Store, ann: int
) -> None:
    read = await put(database, ann, ann, 100)
    assert await subscriptions.move(database, read, 150, NEXT, LABEL)
    moved = await subscriptions.get(database, ann)
    assert moved is not None
    assert (moved.next_due, moved.next_label, moved.last_label) == (150, NEXT, LABEL)
    assert not await subscriptions.move(database, read, 170, NEXT, LABEL)
    assert await subscriptions.deactivate(database, ann, 120)
    assert not await subscriptions.move(database, moved, 170, NEXT, LABEL)
    stopped = await subscriptions.get(database, ann)
    assert stopped is not None
    assert (stopped.next_due, stopped.active) == (150, False)
