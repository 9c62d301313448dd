"""Subscriptions to the daily at a chat's own hour: begun, stopped, and renewed.

The reminder of the evening (`bot.play.evening`) stops and is renewed with the daily.
"""

from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from bot.game.days import LocalDays, days_of, with_zone
from bot.game.schedule import Due, next_due
from bot.play.visit import Visit
from bot.store import subscriptions, users
from bot.store.seam.source import Source
from bot.store.subscriptions import Subscription


@dataclass(frozen=True, slots=True)
class Subscribed:
    """The first label that is sent, and the one from which on a changed zone counts, if ahead.

    That one is None where the chat had this zone before, and has been told of it.
    """

    first: str
    zone_since: str | None


async def subscribe(visit: Visit, minute: int, zone: str) -> Subscribed:
    """Sends the daily to this chat each day at `minute` of the day in `zone`.

    In a private chat that becomes the person's own zone too, from the next label on. A group's
    subscription changes nobody's zone.
    """
    chat_id = visit.place.chat_id
    # A change of the hour must not send a label again that the chat has had.
    earlier = await subscriptions.get(visit.database, chat_id)
    last_label = earlier.last_label if earlier else None
    async with visit.database.transaction() as transaction:
        days = LocalDays(ZoneInfo(zone))
        if visit.is_private:
            days = await choose_zone(visit, transaction, days.zone)
        due = _first_due(minute, days, visit.now, last_label)
        await subscriptions.put(
            transaction,
            chat_id,
            visit.user.id,
            zone=zone,
            minute=minute,
            next_due=due.seconds,
            next_label=due.label,
            topic_id=visit.place.topic_id,
        )
        await _time_evening(visit, transaction, days)
    change = days.change
    is_pending = change is not None and days.today(visit.now) < change.since
    # Who changes only the hour has been told of the zone before.
    is_told = earlier is not None and earlier.active and earlier.zone == zone
    return Subscribed(due.label, change.since if change and is_pending and not is_told else None)


async def active(visit: Visit) -> Subscription | None:
    """The subscription of this chat; None if it has none or has stopped it."""
    kept = await subscriptions.get(visit.database, visit.place.chat_id)
    return kept if kept and kept.active else None


async def known_zone(visit: Visit) -> str | None:
    """The zone of this group's subscription, or else the one that the person chose."""
    kept = await subscriptions.get(visit.database, visit.place.chat_id)
    return kept.zone if kept and not visit.is_private else visit.user.zone


async def unsubscribe(visit: Visit) -> bool:
    """Stops the dailies of this chat and its reminders; False if it had neither."""
    async with visit.database.transaction() as transaction:
        was_on = await subscriptions.deactivate(transaction, visit.place.chat_id, visit.seconds)
        if was_on:
            await visit.takes_effect(transaction)
    return was_on or visit.is_repeated


async def resume(visit: Visit) -> None:
    """Renews a subscription that ended because the chat was unreachable, not a stopped one."""
    kept = await subscriptions.get(visit.database, visit.place.chat_id)
    if kept is not None:
        days = visit.days if visit.is_private else LocalDays(ZoneInfo(kept.zone))
        due = _first_due(kept.minute, days, visit.now, kept.last_label)
        await subscriptions.reactivate(visit.database, kept.chat_id, due.seconds, due.label)
        await _time_evening(visit, visit.database, days)


async def remind_at(
    visit: Visit, source: Source, minute: int, days: LocalDays, last_label: str | None
) -> None:
    """Reminds the person at `minute` of their days, first on a day after `last_label`."""
    due = _first_due(minute, days, visit.now, last_label)
    await subscriptions.remind(
        source,
        visit.user.id,
        zone=days.zone.key,
        minute=minute,
        next_due=due.seconds,
        next_label=due.label,
    )


async def _time_evening(visit: Visit, source: Source, days: LocalDays) -> None:
    """Times the reminder of the person by other days, if they want one."""
    kept = await subscriptions.evening(source, visit.user.id) if visit.is_private else None
    if kept is not None:
        minute, last_label = kept
        await remind_at(visit, source, minute, days, last_label)


async def choose_zone(visit: Visit, source: Source, zone: ZoneInfo) -> LocalDays:
    """Sets the person's zone, in which their days begin from the next label on.

    For somebody who has never played a daily they do so immediately.
    """
    user = visit.user
    is_known = user.zone is not None or user.zone_before is not None
    after = with_zone(user, zone, visit.now, visit.zone if is_known else None)
    await users.set_zone(source, after)
    return days_of(after, zone)


def _first_due(minute: int, days: LocalDays, now: datetime, last_label: str | None) -> Due:
    """The first time to send, after `now`, at which the label's day has begun for the person."""
    # The hour may come before that day begins, while a change of zone is pending.
    due = next_due(minute, days.zone, now, last_label)
    while due.label > days.today(due.at):
        due = next_due(minute, days.zone, due.at, due.label)
    return due
