"""Dailies on their way to subscribers, and reminders in the evening.

The problem: nobody should get a daily twice, and nobody should miss one, whenever the process is
killed. A request that was lost on its way and an answer that was lost on its way back look alike,
so no sender can promise both. For a daily, twice is worse.

A row is written in the transaction that moves its subscription on to the next day, so each label is
enqueued exactly once. From then on its state goes

    pending -> sending -> sent, maybe_sent or failed

and back to pending only when the message surely did not arrive: its puzzle was not ready, no
connection was made, or Telegram refused it with 429. The row is claimed before Telegram is called,
and the claim is committed. If a process ends, its rows in `sending` may have arrived, so they
become `maybe_sent` and are never sent again. Of several processes, each sends to the chats that it
holds.

The row of a label stays for a while after its end. Somebody who subscribes again, or a clock that
goes back, then enqueues nothing for that label. The label of a reminder is the day's with EVENING
behind it, so that a chat gets one of each in a day at most.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from bot.store import subscriptions
from bot.store.seam.held import held
from bot.store.seam.source import Row, Source
from bot.store.subscriptions import Kind, Subscription

EVENING: Final = "-evening"
"""What stands behind the day in the label of a reminder."""

LONGEST_PAUSE: Final = 24 * 3600

STUCK_SECONDS: Final = 300
"""Longer than the sender waits for anything that is due."""


class OutboxState(StrEnum):
    """How far a row has come; the last three states are final."""

    PENDING = "pending"
    SENDING = "sending"
    SENT = "sent"
    MAYBE_SENT = "maybe_sent"
    FAILED = "failed"


OPEN: Final = (OutboxState.PENDING, OutboxState.SENDING)


@dataclass(frozen=True, slots=True)
class OutboxRow:
    """The daily `label` for a chat, not to be sent from `expires_at` on."""

    id: int
    chat_id: int
    label: str
    state: OutboxState
    attempts: int
    not_before: int
    expires_at: int
    reason: str | None

    @property
    def is_evening(self) -> bool:
        """Whether this is a reminder, not the daily itself."""
        return self.label.endswith(EVENING)


@dataclass(frozen=True, slots=True)
class Advance:
    """A due subscription's next instant; `label` is to be sent now, None where it is too late."""

    subscription: Subscription
    next_due: int
    next_label: str
    label: str | None
    expires_at: int


async def advance_due(source: Source, advances: Iterable[Advance], now: int) -> int:
    """Move due subscriptions on and enqueue their labels, in one transaction.

    A subscription that was changed or stopped since it was read is left alone, and a label that is
    in the outbox already is not enqueued again. Returns the number of rows enqueued.
    """
    enqueued = 0
    async with source.transaction() as transaction:
        for advance in advances:
            last_label = advance.label or advance.subscription.last_label
            moved = await subscriptions.move(
                transaction,
                advance.subscription,
                advance.next_due,
                advance.next_label,
                last_label,
            )
            if moved and advance.label:
                name = label_of_row(advance.subscription.kind, advance.label)
                enqueued += await _enqueue(transaction, advance, name, now)
    return enqueued


def label_of_row(kind: Kind, day: str) -> str:
    """The label under which what is due on a day is enqueued."""
    return day + EVENING if kind is Kind.EVENING else day


async def claim(
    source: Source, limit: int, now: int, sender: int | None = None
) -> tuple[OutboxRow, ...]:
    """Take pending rows whose time has come, the oldest first; they are `sending` from now on.

    With a `sender` only those for chats that this replica holds.
    """
    # The state is named twice: PostgreSQL checks the outer one again on a row changed meanwhile.
    rows = await source.all(
        "update outbox set state = 'sending', attempts = attempts + 1, changed_at = $1,"  # noqa: S608
        " sender = $3 where state = 'pending' and id in (select id from outbox"
        f" where state = 'pending' and not_before <= $1 and expires_at > $1 and {held(3)}"
        " order by not_before, id limit $2)"
        " returning id, chat_id, label, state, attempts, not_before, expires_at, reason",
        now,
        limit,
        sender,
    )
    claimed = [_read(row) for row in rows]
    return tuple(sorted(claimed, key=lambda row: (row.not_before, row.id)))


async def mark(
    source: Source, row_id: int, state: OutboxState, now: int, reason: str | None = None
) -> bool:
    """Record what became of a row that was being sent; False where it was not being sent."""
    row = await source.one(
        "update outbox set state = $2, changed_at = $3, reason = $4"
        " where id = $1 and state = 'sending' returning id",
        row_id,
        state,
        now,
        reason,
    )
    return row is not None


async def retry(source: Source, row_id: int, not_before: int, now: int, reason: str) -> bool:
    """Put back a row that surely did not arrive; False where it was not being sent."""
    row = await source.one(
        "update outbox set state = 'pending', not_before = $2, changed_at = $3, reason = $4"
        " where id = $1 and state = 'sending' returning id",
        row_id,
        not_before,
        now,
        reason,
    )
    return row is not None


async def recover(source: Source, now: int, replica: int | None = None) -> int:
    """Turn the rows that an ended process was sending into `maybe_sent`; returns how many.

    Rows of a process without a number count as such, and so do those of `replica`, which calls this
    only while it has nothing on its way.
    """
    rows = await source.all(
        "update outbox set state = 'maybe_sent', changed_at = $1, reason = 'interrupted'"
        " where state = 'sending' and (sender is null or sender = $2"
        " or not exists (select 1 from replicas where replicas.id = sender)) returning id",
        now,
        replica,
    )
    return len(rows)


async def expire(source: Source, now: int) -> int:
    """Give up pending rows whose label is over; returns how many.

    Rows that a wrong clock has put off by more than LONGEST_PAUSE are given up as well.
    """
    rows = await source.all(
        "update outbox set state = 'failed', changed_at = $1, reason = coalesce(reason, 'expired')"
        " where state = 'pending' and (expires_at <= $1 or not_before > $2) returning id",
        now,
        now + LONGEST_PAUSE,
    )
    return len(rows)


async def prune(source: Source, before: int) -> int:
    """Delete rows that reached a final state before an instant; returns how many."""
    rows = await source.all(
        "delete from outbox where state in ('sent', 'maybe_sent', 'failed') and changed_at < $1"
        " returning id",
        before,
    )
    return len(rows)


async def sent_since(source: Source, chat_id: int, label: str, instant: int) -> bool:
    """Whether a chat was, or may have been, sent a label since an instant."""
    row = await source.one(
        "select 1 from outbox where chat_id = $1 and label = $2 and changed_at >= $3"
        " and state in ('sending', 'sent', 'maybe_sent')",
        chat_id,
        label,
        instant,
    )
    return row is not None


async def is_stuck(source: Source, now: int) -> bool:
    """Whether dailies have been due or on their way for STUCK_SECONDS while no row changed."""
    row = await source.one(
        "select 1 from outbox where expires_at > $1 and (state = 'sending' and changed_at <= $2"
        " or state = 'pending' and not_before <= $2)"
        " and not exists (select 1 from outbox where changed_at > $2 and changed_at <= $1"
        " and state in ('pending', 'sending', 'sent', 'maybe_sent', 'failed')) limit 1",
        now,
        now - STUCK_SECONDS,
    )
    return row is not None


async def count_open(source: Source) -> dict[str, int]:
    """How many rows there are in each state that is not final.

    Rows that are done are not counted: they are those of a month, and would all be read.
    """
    rows = await source.all(
        "select state, count(*) from outbox where state in ('pending', 'sending') group by state"
    )
    counts = {OutboxState(state): int(count) for state, count in rows}
    return {str(state): counts.get(state, 0) for state in OPEN}


async def _enqueue(source: Source, advance: Advance, label: str, now: int) -> int:
    async with source.transaction() as transaction:
        rows = await transaction.all(
            "insert into outbox (id, chat_id, label, not_before, expires_at, changed_at)"
            " values ($1, $2, $3, $4, $5, $4) on conflict (chat_id, label) do nothing returning id",
            await transaction.next_id("outbox"),
            advance.subscription.chat_id,
            label,
            now,
            advance.expires_at,
        )
    return len(rows)


def _read(row: Row) -> OutboxRow:
    row_id, chat_id, label, state, *rest = row
    return OutboxRow(row_id, chat_id, label, OutboxState(state), *rest)
