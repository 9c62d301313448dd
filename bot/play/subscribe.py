"""The daily at a chat's own hour: subscribed to, stopped, and taken up again."""

from zoneinfo import ZoneInfo

from bot.game.schedule import next_due
from bot.play.visit import Visit
from bot.store import subscriptions, users


async def subscribe(visit: Visit, minute: int, zone: str) -> str:
    """Sends the daily to this chat each day at `minute` of the day in `zone`; the first label.

    The person's days begin in that zone from now on.
    """
    chat_id = visit.place.chat_id
    earlier = await subscriptions.get(visit.database, chat_id)
    due = next_due(minute, ZoneInfo(zone), visit.now, earlier.last_label if earlier else None)
    async with visit.database.transaction() as transaction:
        await users.set_zone(transaction, visit.user.id, zone)
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
    return due.label


async def unsubscribe(visit: Visit) -> bool:
    """Sends no more dailies to this chat; False where none were sent."""
    async with visit.database.transaction() as transaction:
        was_on = await subscriptions.deactivate(transaction, visit.place.chat_id, visit.seconds)
        if was_on:
            await visit.takes_effect(transaction)
    return was_on or visit.is_repeated


async def resume(visit: Visit) -> None:
    """Renews the subscription of a chat that could not be reached, but not one that was stopped."""
    kept = await subscriptions.get(visit.database, visit.place.chat_id)
    if kept is not None:
        due = next_due(kept.minute, ZoneInfo(kept.zone), visit.now, kept.last_label)
        await subscriptions.reactivate(visit.database, kept.chat_id, due.seconds, due.label)
