"""Each replica is given what concerns the chats that it holds, and nothing else."""

import pytest

from bot.game.place import Place
from bot.store import games, makings, outbox, replies, subscriptions, views
from bot.store.makings import Making
from bot.store.outbox import Advance, OutboxState
from bot.store.postgres import replicas, shared_inbox
from bot.store.postgres.database import Postgres
from bot.store.postgres.shared_inbox import MOST_DUE, Holder
from bot.store.puzzles import PuzzleRow
from bot.store.replies import Reply
from bot.store.views import Staleness
from tests.bot.store.rows import outbox_of

BOT = 7
LABEL = "2026-11-21"


@pytest.fixture
def database(postgres: Postgres) -> Postgres:
    return postgres


async def leave_something(postgres: Postgres, chat: int, puzzle: PuzzleRow) -> None:
    """A chat that is owed a board, an answer, a puzzle and a daily."""
    game = await games.start(postgres, Place(chat), puzzle.id, chat, 1)
    await views.mark(postgres, game.id, Place(chat), Staleness.SEND, 3)
    await replies.keep(postgres, Reply(Place(chat), "told", chat), 3)
    await makings.begin(postgres, Making(Place(chat), 8, chat, BOT, 2, "{}", "seed", 3))
    await subscriptions.put(
        postgres, chat, chat, zone="UTC", minute=0, next_due=5, next_label=LABEL
    )
    kept = await subscriptions.get(postgres, chat)
    assert kept is not None
    await outbox.advance_due(postgres, [Advance(kept, 900, "2026-11-22", LABEL, 800)], 5)


async def join(postgres: Postgres, *chats: int) -> int:
    """A replica that holds these chats."""
    replica = await replicas.join(postgres, BOT, "host:1")
    for chat in chats:
        await postgres.all("insert into leases (chat_id, holder) values ($1, $2)", chat, replica)
    return replica


async def given(postgres: Postgres, holder: int | None) -> list[set[int]]:
    """The chats of the boards, answers and puzzles that a replica is given."""
    return [
        {view.place.chat_id for view in await views.stale(postgres, 10, holder)},
        set(await replies.waiting(postgres, holder)),
        {making.place.chat_id for making in await makings.left(postgres, BOT, holder)},
    ]


async def test_what_a_chat_is_owed_is_given_to_its_holder_alone(
    postgres: Postgres, puzzle: PuzzleRow, ann: int, bob: int
) -> None:
    for chat in (ann, bob):
        await leave_something(postgres, chat, puzzle)
    one, other = await join(postgres, ann), await join(postgres)
    assert await given(postgres, one) == [{ann}] * 3
    assert await given(postgres, other) == [set[int]()] * 3
    assert await given(postgres, None) == [{ann, bob}] * 3
    assert await outbox.claim(postgres, 5, 10, other) == ()
    assert [row.chat_id for row in await outbox.claim(postgres, 5, 10, one)] == [ann]
    assert [row.chat_id for row in await outbox.claim(postgres, 5, 10, None)] == [bob]


async def test_a_daily_on_its_way_is_maybe_sent_once_its_sender_has_ended(
    postgres: Postgres, puzzle: PuzzleRow, ann: int, bob: int
) -> None:
    for chat in (ann, bob):
        await leave_something(postgres, chat, puzzle)
    one, other = await join(postgres, ann), await join(postgres, bob)
    for replica in (one, other):
        assert len(await outbox.claim(postgres, 5, 10, replica)) == 1
    assert await outbox.recover(postgres, 11) == 0
    await replicas.leave(postgres, one)
    assert await outbox.recover(postgres, 11) == 1
    states = [row.state for chat in (ann, bob) for row in await outbox_of(postgres, chat)]
    assert states == [OutboxState.MAYBE_SENT, OutboxState.SENDING]


async def enqueue(postgres: Postgres, count: int) -> None:
    await postgres.all(
        "insert into subscriptions (chat_id, zone, minute, next_due, next_label)"
        " select 1000 + number, 'UTC', 0, 900, $1 from generate_series(1, $2::bigint) number",
        LABEL,
        count,
    )
    await postgres.all(
        "insert into outbox (id, chat_id, label, not_before, expires_at, changed_at)"
        " select number, 1000 + number, $1, 5, 800, 5 from generate_series(1, $2::bigint) number",
        LABEL,
        count,
    )


async def test_chats_that_wait_for_a_daily_are_claimed_some_at_a_time_by_each(
    postgres: Postgres,
) -> None:
    await enqueue(postgres, 2 * MOST_DUE + 30)
    one, other = [Holder(await join(postgres), BOT) for _ in range(2)]
    for owner in (one, other):
        assert await shared_inbox.is_waiting(postgres, owner)
        assert len(await shared_inbox.claim_waiting(postgres, owner)) == MOST_DUE
        assert not await shared_inbox.is_waiting(postgres, owner)
    for row in await outbox.claim(postgres, 10, 10, one.replica):
        await outbox.mark(postgres, row.id, OutboxState.SENT, 11)
    assert len(await shared_inbox.claim_waiting(postgres, one)) == 10
    assert len(await shared_inbox.claim_waiting(postgres, other)) == 0
    await replicas.leave(postgres, one.replica)
    for row in await outbox.claim(postgres, 2 * MOST_DUE, 12, other.replica):
        await outbox.mark(postgres, row.id, OutboxState.SENT, 13)
    assert len(await shared_inbox.claim_waiting(postgres, other)) == MOST_DUE


async def test_a_chat_is_not_freed_before_its_daily_is_sent(postgres: Postgres) -> None:
    await enqueue(postgres, 1)
    replica = await join(postgres, 1001)
    assert await replicas.free(postgres, replica, [1001]) == set()
    (row,) = await outbox.claim(postgres, 1, 10, replica)
    assert await replicas.free(postgres, replica, [1001]) == set()
    await replicas.free_all(postgres, replica)
    assert await postgres.all("select chat_id from leases") == [(1001,)]
    await outbox.mark(postgres, row.id, OutboxState.SENT, 11)
    assert await replicas.free(postgres, replica, [1001]) == {1001}
