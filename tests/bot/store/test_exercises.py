from dataclasses import replace

from bot.game.place import Place
from bot.store import exercises, users
from bot.store.exercises import Exercise
from bot.store.seam.source import Store

FIRST = Exercise(Place(1), "x_wing", 4)


async def since(database: Store) -> int | None:
    user = await users.get(database, 1)
    assert user is not None
    return user.exercise_at


async def test_a_person_has_one_at_a_time(database: Store) -> None:
    await users.see(database, 1, 100)
    assert await exercises.get(database, 1) is None
    await exercises.put(database, 1, FIRST, 200)
    assert await exercises.get(database, 1) == FIRST
    other = Exercise(Place(-5, 3), "naked_pair", 0, 77, 2, 1)
    await exercises.put(database, 1, other, 300)
    assert await exercises.get(database, 1) == other
    await exercises.is_shown(database, 1, 78)
    assert await exercises.get(database, 1) == replace(other, message_id=78)


async def test_what_is_typed_may_answer_it_until_it_is_done(database: Store) -> None:
    await users.see(database, 1, 100)
    assert await since(database) is None
    await exercises.put(database, 1, FIRST, 200)
    assert await since(database) == 200
    await exercises.put(database, 1, replace(FIRST, is_done=True), 300)
    assert await since(database) is None
    found = await exercises.get(database, 1)
    assert found is not None
    assert found.is_done


async def test_a_new_position_is_not_begun_and_was_not_helped_with(database: Store) -> None:
    await users.see(database, 1, 100)
    await exercises.put(database, 1, FIRST, 200)
    rows = await database.all("select message_id, stage, wrong, is_done from exercises")
    assert [tuple(row) for row in rows] == [(None, 0, 0, False)]


async def test_an_answer_in_a_game_leaves_a_position_open(database: Store) -> None:
    await users.see(database, 1, 100)
    await exercises.put(database, 1, FIRST, 200)
    await exercises.touch(database, 1, 260)
    assert await since(database) == 260
    assert await exercises.get(database, 1) == FIRST
