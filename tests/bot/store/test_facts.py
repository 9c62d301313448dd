from bot.store import facts
from bot.store.database import Database


async def test_the_first_value_stays(database: Database) -> None:
    assert await facts.remember(database, "secret", "one") == "one"
    assert await facts.remember(database, "secret", "two") == "one"
    assert await facts.remember(database, "other", "two") == "two"
