from datetime import UTC, datetime

from bot.play.begin import play_daily
from bot.play.subscribe import resume, subscribe, unsubscribe
from bot.play.visit import Visit
from bot.store import subscriptions, users
from bot.store.subscriptions import Subscription, SubscriptionState
from tests.bot.play.people import ALICE, CLUB, MING, People, effect, of_an_update, repeated

EIGHT = 8 * 60


async def subscription(visit: Visit) -> Subscription:
    kept = await subscriptions.get(visit.database, visit.place.chat_id)
    assert kept is not None
    return kept


async def test_the_daily_comes_at_the_hour_where_somebody_lives(
    people: People, visit: Visit
) -> None:
    """It is noon in UTC."""
    first = await subscribe(visit, EIGHT, "Europe/Berlin")
    assert (first.first, first.zone_since) == ("2026-11-21", None)
    kept = await subscription(visit)
    assert (kept.minute, kept.zone, kept.user_id) == (EIGHT, "Europe/Berlin", ALICE)
    assert kept.next_due == datetime(2026, 11, 21, 7, tzinfo=UTC).timestamp()
    moved = await subscribe(await people.visit(), EIGHT, "America/Los_Angeles")
    assert (moved.first, moved.zone_since) == ("2026-11-20", "2026-11-21")
    user = await users.get(visit.database, ALICE)
    assert user is not None
    assert user.zone == "America/Los_Angeles"


async def test_a_group_has_a_subscription_of_its_own(visit: Visit, in_club: Visit) -> None:
    await subscribe(in_club, EIGHT, "Europe/Berlin")
    assert (await subscription(in_club)).chat_id == CLUB
    assert await subscriptions.get(visit.database, visit.place.chat_id) is None
    user = await users.get(visit.database, ALICE)
    assert user is not None
    assert user.zone is None


async def test_no_daily_is_sent_before_its_label_has_begun(people: People, visit: Visit) -> None:
    """At noon in UTC it is two at night of the next day in Kiribati."""
    await subscribe(visit, EIGHT, "UTC")
    east = await subscribe(await people.visit(), EIGHT, "Pacific/Kiritimati")
    assert east.first == "2026-11-22"
    newcomer = await people.visit(MING)
    assert (await subscribe(newcomer, EIGHT, "Pacific/Kiritimati")).first == "2026-11-21"


async def test_no_label_comes_twice_when_the_hour_changes(people: People, visit: Visit) -> None:
    await subscribe(visit, EIGHT, "UTC")
    people.clock.forward(days=1)
    kept = await subscription(visit)
    await subscriptions.move(visit.database, kept, kept.next_due + 86_400, "2026-11-22", TODAY)
    again = await subscribe(await people.visit(), 20 * 60, "UTC")
    assert (again.first, again.zone_since) == ("2026-11-22", None)


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


async def test_a_daily_keeps_the_zone_that_it_is_played_in(people: People, visit: Visit) -> None:
    await play_daily(visit, visit.today)
    user = (await people.visit()).user
    assert (user.zone, user.zone_before) == (None, "UTC")
    done = await subscribe(await people.visit(), EIGHT, "Asia/Shanghai")
    assert (done.first, done.zone_since) == ("2026-11-21", "2026-11-21")
    assert (await people.visit()).today == "2026-11-20"


async def test_only_a_subscription_that_is_stopped_is_noted_with_its_update(visit: Visit) -> None:
    marked = await of_an_update(visit)
    assert not await unsubscribe(marked)
    assert not (await effect(visit)).took_effect
    await subscribe(visit, 480, "UTC")
    assert await unsubscribe(marked)
    assert (await effect(visit)).took_effect
