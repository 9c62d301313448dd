from datetime import UTC, datetime

from bot.play.subscribe import resume, subscribe, unsubscribe
from bot.play.visit import Visit
from bot.store import subscriptions, users
from bot.store.subscriptions import Subscription, SubscriptionState
from tests.bot.play.people import ALICE, CLUB, People, repeated

EIGHT = 8 * 60


async def subscription(visit: Visit) -> Subscription:
    kept = await subscriptions.get(visit.database, visit.place.chat_id)
    assert kept is not None
    return kept


async def test_the_daily_comes_at_the_hour_where_somebody_lives(visit: Visit) -> None:
    """It is noon in UTC."""
    assert await subscribe(visit, EIGHT, "Europe/Berlin") == "2026-11-21"
    kept = await subscription(visit)
    assert (kept.minute, kept.zone, kept.user_id) == (EIGHT, "Europe/Berlin", ALICE)
    assert kept.next_due == datetime(2026, 11, 21, 7, tzinfo=UTC).timestamp()
    assert await subscribe(visit, EIGHT, "America/Los_Angeles") == "2026-11-20"
    user = await users.get(visit.database, ALICE)
    assert user is not None
    assert user.zone == "America/Los_Angeles"


async def test_a_group_has_a_subscription_of_its_own(visit: Visit, in_club: Visit) -> None:
    await subscribe(in_club, EIGHT, "Europe/Berlin")
    assert (await subscription(in_club)).chat_id == CLUB
    assert await subscriptions.get(visit.database, visit.place.chat_id) is None


async def test_no_label_comes_twice_when_the_hour_changes(people: People, visit: Visit) -> None:
    await subscribe(visit, EIGHT, "UTC")
    people.clock.forward(days=1)
    kept = await subscription(visit)
    await subscriptions.move(visit.database, kept, kept.next_due + 86_400, "2026-11-22", TODAY)
    assert await subscribe(await people.visit(), 20 * 60, "UTC") == "2026-11-22"


TODAY = "2026-11-21"
"""The day on which the hour is changed."""


async def test_who_stops_gets_none_and_is_told_the_same_after_a_crash(visit: Visit) -> None:
    assert not await unsubscribe(visit)
    await subscribe(visit, EIGHT, "UTC")
    assert await unsubscribe(visit)
    assert (await subscription(visit)).state is SubscriptionState.STOPPED
    assert await unsubscribe(repeated(visit))
    assert not await unsubscribe(visit)


async def test_who_had_blocked_the_bot_gets_the_daily_again(people: People, visit: Visit) -> None:
    await resume(visit)
    assert await subscriptions.get(visit.database, visit.place.chat_id) is None
    await subscribe(visit, EIGHT, "UTC")
    unreachable = SubscriptionState.UNREACHABLE
    await subscriptions.deactivate(visit.database, ALICE, visit.seconds, unreachable)
    people.clock.forward(days=3)
    await resume(await people.visit())
    kept = await subscription(visit)
    assert (kept.state, kept.next_label) == (SubscriptionState.ACTIVE, "2026-11-24")


async def test_who_has_stopped_it_is_not_subscribed_by_coming_back(visit: Visit) -> None:
    await subscribe(visit, EIGHT, "UTC")
    await unsubscribe(visit)
    await resume(visit)
    assert not (await subscription(visit)).active
