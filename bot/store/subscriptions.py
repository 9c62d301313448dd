"""Who wants the daily, and when; and who wants to be reminded of it in the evening.

A private chat has one row for both, because they share its time zone. The columns of the reminder
are null where nobody wants it, and where only the reminder is wanted the daily is `stopped`. Both
become due, are moved on and are enqueued in the same way, so both are a Subscription, of one Kind
or the other.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NamedTuple

from bot.store.seam.source import Row, Source


class SubscriptionState(StrEnum):
    """Whether it is sent; if not, because of the person or because of Telegram."""

    ACTIVE = "active"
    STOPPED = "stopped"
    UNREACHABLE = "unreachable"


class Kind(StrEnum):
    """What is sent: the daily, or in the evening a reminder of it."""

    DAILY = "daily"
    EVENING = "evening"


@dataclass(frozen=True, slots=True)
class Subscription:
    """What a chat is sent at `minute` of the day in `zone`, in one of its topics.

    `next_due` is the instant at which `next_label` is due; `last_label` was handed to the outbox
    last. `user_id` is who asked for it, None once that user was deleted.
    """

    chat_id: int
    user_id: int | None
    zone: str
    minute: int
    next_due: int
    next_label: str
    last_label: str | None
    state: SubscriptionState
    topic_id: int = 0
    kind: Kind = Kind.DAILY

    @property
    def active(self) -> bool:
        return self.state is SubscriptionState.ACTIVE


class _Columns(NamedTuple):
    """The columns of a kind, and the condition that it is sent."""

    minute: str
    due: str
    label: str
    last: str
    state: str
    is_sent: str


OF_KIND: Final[Mapping[Kind, _Columns]] = {
    Kind.DAILY: _Columns(
        "minute", "next_due", "next_label", "last_label", "state", "state = 'active'"
    ),
    Kind.EVENING: _Columns(
        *("evening", "evening_due", "evening_label", "evening_last"),
        "'active'",
        "evening_due is not null",
    ),
}
"""The columns of each kind."""

_SELECT: Final = {
    kind: (
        f"select chat_id, user_id, zone, {of.minute}, {of.due}, {of.label}, {of.last},"  # noqa: S608 - ours
        f" {of.state}, topic_id from subscriptions"
    )
    for kind, of in OF_KIND.items()
}


async def get(source: Source, chat_id: int) -> Subscription | None:
    """The chat's subscription to the daily, active or not."""
    row = await source.one(_SELECT[Kind.DAILY] + " where chat_id = $1", chat_id)
    return _read(row, Kind.DAILY) if row else None


async def put(
    source: Source,
    chat_id: int,
    user_id: int,
    *,
    zone: str,
    minute: int,
    next_due: int,
    next_label: str,
    topic_id: int = 0,
) -> None:
    """Subscribe, or change and reactivate the subscription; `last_label` stays."""
    await source.all(
        "insert into subscriptions"
        " (chat_id, user_id, zone, minute, next_due, next_label, topic_id)"
        " values ($1, $2, $3, $4, $5, $6, $7)"
        " on conflict (chat_id) do update set user_id = excluded.user_id, zone = excluded.zone,"
        " minute = excluded.minute, next_due = excluded.next_due,"
        " next_label = excluded.next_label, topic_id = excluded.topic_id, state = 'active'",
        chat_id,
        user_id,
        zone,
        minute,
        next_due,
        next_label,
        topic_id,
    )


async def evening(source: Source, chat_id: int) -> tuple[int, str | None] | None:
    """When a chat is reminded, as a minute of the day, and its last label; None if it is not."""
    row = await source.one(
        "select evening, evening_last from subscriptions"
        " where chat_id = $1 and evening is not null",
        chat_id,
    )
    return (int(row[0]), row[1]) if row else None


async def remind(
    source: Source, user_id: int, *, zone: str, minute: int, next_due: int, next_label: str
) -> None:
    """Remind a person in their private chat, or change when; what was sent last stays."""
    await source.all(
        "insert into subscriptions (chat_id, user_id, zone, minute, next_due, next_label, state,"
        " evening, evening_due, evening_label)"
        " values ($1, $1, $2, $3, $4, $5, 'stopped', $3, $4, $5)"
        " on conflict (chat_id) do update set evening = excluded.evening,"
        " evening_due = excluded.evening_due, evening_label = excluded.evening_label",
        user_id,
        zone,
        minute,
        next_due,
        next_label,
    )


async def remind_no_more(source: Source, chat_id: int, now: int) -> bool:
    """Remind a chat no more, not even where that waits in the outbox; False if it was not."""
    async with source.transaction() as transaction:
        await transaction.all(
            "update outbox set state = 'failed', reason = 'stopped', changed_at = $2"
            " where chat_id = $1 and state = 'pending' and label like '%-evening'",
            chat_id,
            now,
        )
        row = await transaction.one(
            "update subscriptions set evening = null, evening_due = null"
            " where chat_id = $1 and evening is not null returning chat_id",
            chat_id,
        )
    return row is not None


async def leave_topic(source: Source, chat_id: int) -> None:
    """Send the daily to the chat itself: its topic is gone."""
    await source.all("update subscriptions set topic_id = 0 where chat_id = $1", chat_id)


async def deactivate(
    source: Source, chat_id: int, now: int, state: SubscriptionState = SubscriptionState.STOPPED
) -> bool:
    """Send no more of either kind, not even what waits in the outbox; False where none was active.

    The reminder of a chat that is unreachable comes back with `reactivate`.
    """
    is_stopped = state is SubscriptionState.STOPPED
    async with source.transaction() as transaction:
        await transaction.all(
            "update outbox set state = 'failed', reason = $2, changed_at = $3"
            " where chat_id = $1 and state = 'pending'",
            chat_id,
            state,
            now,
        )
        row = await transaction.one(
            "update subscriptions set state = case when state = 'active' then $2 else state end,"
            " evening_due = null, evening = case when $3 = 1 then null else evening end"
            " where chat_id = $1 and (state = 'active' or evening_due is not null)"
            " returning chat_id",
            chat_id,
            state,
            int(is_stopped),
        )
    return row is not None


async def reactivate(source: Source, chat_id: int, next_due: int, next_label: str) -> bool:
    """Send again to a chat that had become unreachable; False for any other chat.

    A subscription that was stopped stays so: a /start does not undo an /unsubscribe.
    """
    row = await source.one(
        "update subscriptions set state = 'active', next_due = $2, next_label = $3"
        " where chat_id = $1 and state = 'unreachable' returning chat_id",
        chat_id,
        next_due,
        next_label,
    )
    return row is not None


async def due(source: Source, now: int, limit: int) -> tuple[Subscription, ...]:
    """Subscriptions of both kinds whose time has come, the longest due of each first."""
    found: list[Subscription] = []
    for kind, of in OF_KIND.items():
        rows = await source.all(
            _SELECT[kind] + f" where {of.is_sent} and {of.due} <= $1 order by {of.due} limit $2",
            now,
            limit,
        )
        found += (_read(row, kind) for row in rows)
    return tuple(found)


async def due_after(source: Source, instant: int) -> tuple[Subscription, ...]:
    """Subscriptions of both kinds that are due only after an instant, the earliest first."""
    found: list[Subscription] = []
    for kind, of in OF_KIND.items():
        rows = await source.all(
            _SELECT[kind] + f" where {of.is_sent} and {of.due} > $1 order by {of.due}", instant
        )
        found += (_read(row, kind) for row in rows)
    return tuple(found)


async def move(
    source: Source, kept: Subscription, next_due: int, next_label: str, last_label: str | None
) -> bool:
    """Make a subscription due at another time; False where it was changed since it was read."""
    of = OF_KIND[kept.kind]
    row = await source.one(
        # An unchanged instant is also the sign that nobody has changed the row since.
        f"update subscriptions set {of.due} = $3, {of.label} = $4, {of.last} = $5"  # noqa: S608 - ours
        f" where chat_id = $1 and {of.due} = $2 and {of.is_sent} returning chat_id",
        kept.chat_id,
        kept.next_due,
        next_due,
        next_label,
        last_label,
    )
    return row is not None


def _read(row: Row, kind: Kind) -> Subscription:
    chat_id, user_id, zone, minute, at, label, last, state, topic_id = row
    state = SubscriptionState(state)
    return Subscription(chat_id, user_id, zone, minute, at, label, last, state, topic_id, kind)
