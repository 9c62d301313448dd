"""Who wants the daily, and when."""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from bot.store.seam.columns import columns
from bot.store.seam.source import Row, Source


class SubscriptionState(StrEnum):
    """Whether the daily is sent; if not, because of the person or because of Telegram."""

    ACTIVE = "active"
    STOPPED = "stopped"
    UNREACHABLE = "unreachable"


@dataclass(frozen=True, slots=True)
class Subscription:
    """A chat's subscription to the daily, at `minute` of the day in `zone`, for one of its topics.

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

    @property
    def active(self) -> bool:
        return self.state is SubscriptionState.ACTIVE


_SELECT: Final = f"select {columns(Subscription)} from subscriptions"  # noqa: S608 - ours


async def get(source: Source, chat_id: int) -> Subscription | None:
    """The chat's subscription, active or not."""
    row = await source.one(_SELECT + " where chat_id = $1", chat_id)
    return _read(row) if row else None


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


async def leave_topic(source: Source, chat_id: int) -> None:
    """Send the daily to the chat itself: its topic is gone."""
    await source.all("update subscriptions set topic_id = 0 where chat_id = $1", chat_id)


async def deactivate(
    source: Source, chat_id: int, now: int, state: SubscriptionState = SubscriptionState.STOPPED
) -> bool:
    """Send no more, not even what waits in the outbox; False where it was not active."""
    async with source.transaction() as transaction:
        await transaction.all(
            "update outbox set state = 'failed', reason = $2, changed_at = $3"
            " where chat_id = $1 and state = 'pending'",
            chat_id,
            state,
            now,
        )
        row = await transaction.one(
            "update subscriptions set state = $2 where chat_id = $1 and state = 'active'"
            " returning chat_id",
            chat_id,
            state,
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
    """Active subscriptions whose time has come, the longest due first."""
    rows = await source.all(
        _SELECT + " where state = 'active' and next_due <= $1 order by next_due limit $2",
        now,
        limit,
    )
    return tuple(_read(row) for row in rows)


async def due_after(source: Source, instant: int) -> tuple[Subscription, ...]:
    """Active subscriptions that are due only after an instant, the earliest first."""
    rows = await source.all(
        _SELECT + " where state = 'active' and next_due > $1 order by next_due", instant
    )
    return tuple(_read(row) for row in rows)


async def move(
    source: Source, kept: Subscription, next_due: int, next_label: str, last_label: str | None
) -> bool:
    """Make a subscription due at another time; False where it was changed since it was read."""
    row = await source.one(
        # An unchanged `next_due` is also the sign that nobody has changed the row since.
        "update subscriptions set next_due = $3, next_label = $4, last_label = $5"
        " where chat_id = $1 and next_due = $2 and state = 'active' returning chat_id",
        kept.chat_id,
        kept.next_due,
        next_due,
        next_label,
        last_label,
    )
    return row is not None


def _read(row: Row) -> Subscription:
    read = Subscription(*row)
    return replace(read, state=SubscriptionState(read.state))
