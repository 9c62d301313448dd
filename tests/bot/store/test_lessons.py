from bot.store import lessons, users
from bot.store.lessons import Lesson
from bot.store.seam.source import Store


async def test_nothing_is_known_at_first_and_then_what_was_put(database: Store) -> None:
    await users.see(database, 1, 100)
    await users.see(database, 2, 100)
    assert await lessons.get(database, 1, "x_wing") == Lesson("x_wing")
    known = Lesson("x_wing", '{"card_id": 0}', 500, 3, 2, 1, 4)
    await lessons.put(database, 1, Lesson("x_wing", served=1))
    await lessons.put(database, 1, known)
    assert await lessons.get(database, 1, "x_wing") == known
    assert await lessons.of_user(database, 1) == {"x_wing": known}
    assert await lessons.of_user(database, 2) == {}


async def test_whoever_knows_nothing_has_practised_nothing(database: Store) -> None:
    await users.see(database, 1, 100)
    nothing = await lessons.get(database, 1, "x_wing")
    assert (nothing.card, nothing.due_at) == (None, None)
    assert (nothing.served, nothing.correct, nothing.wrong, nothing.helped) == (0, 0, 0, 0)
