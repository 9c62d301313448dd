from bot.store import solutions
from bot.store.seam.source import Store
from bot.store.solutions import Way


async def test_who_asked_has_seen_it_and_nobody_else(database: Store) -> None:
    await solutions.show(database, {1, -5}, "key", 0)
    assert await solutions.shown(database, {1}, "key") is Way.ASKED
    assert await solutions.shown(database, {2, -5}, "key") is Way.ASKED
    assert await solutions.shown(database, {2}, "key") is None
    assert await solutions.shown(database, {1}, "other") is None


async def test_asking_outweighs_printing_in_either_order(database: Store) -> None:
    for first, second in ((Way.ASKED, Way.PRINTED), (Way.PRINTED, Way.ASKED)):
        key = f"{first} {second}"
        await solutions.show(database, {1}, key, 0, first)
        await solutions.show(database, {1}, key, 1, second)
        assert await solutions.shown(database, {1}, key) is Way.ASKED
    await solutions.show(database, {1}, "paper", 0, Way.PRINTED)
    assert await solutions.shown(database, {1, 2}, "paper") is Way.PRINTED
