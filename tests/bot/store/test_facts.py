from bot.store import facts
from bot.store.seam.source import Store


async def test_the_first_value_stays(database: Store) -> None:
    assert await facts.get(database, "colour") is None
    assert await facts.keep(database, "colour", "red") == "red"
    assert await facts.keep(database, "colour", "blue") == "red"
    assert await facts.get(database, "colour") == "red"
    assert await facts.get(database, "size") is None


async def test_a_value_is_put_in_place_of_another(database: Store) -> None:
    await facts.put(database, "colour", "red")
    await facts.put(database, "colour", "blue")
    assert await facts.get(database, "colour") == "blue"
