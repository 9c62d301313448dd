from bot.game.place import Place
from bot.store import belongings, games, hints, puzzles, users
from bot.store.database import Database
from bot.store.hints import HintRow
from bot.store.puzzles import Origin
from engine import Geometry, generate


async def a_game(database: Database) -> int:
    puzzle = generate(Geometry(2, 2), seed=1)
    await users.see(database, 7, 1)
    kept = await puzzles.add(database, puzzle.grid, puzzle.solution, Origin.NEW)
    return (await games.start(database, Place(7), kept.id, 7, 1)).id


async def test_a_hint_has_three_stages_and_stays_at_the_last(database: Database) -> None:
    game = await a_game(database)
    assert await hints.get(database, game, "a") is None
    stages = [(await hints.advance(database, game, "a", 7)).stage for _ in range(5)]
    assert stages == [1, 2, 3, 3, 3]
    assert await hints.get(database, game, "a") == HintRow(3, None)


async def test_each_state_of_each_game_has_its_own(database: Database) -> None:
    first, second = await a_game(database), await a_game(database)
    await hints.advance(database, first, "a", 7)
    await hints.advance(database, first, "a", 7)
    assert (await hints.advance(database, first, "b", 7)).stage == 1
    assert (await hints.advance(database, second, "a", 7)).stage == 1
    assert [await hints.count(database, game) for game in (first, second)] == [2, 1]


async def test_the_message_is_remembered(database: Database) -> None:
    game = await a_game(database)
    await hints.advance(database, game, "a", 7)
    await hints.set_message(database, game, "a", 77)
    assert await hints.advance(database, game, "a", 7) == HintRow(2, 77)
    await hints.set_message(database, game, "a", 78, is_picture=True)
    assert await hints.get(database, game, "a") == HintRow(2, 78, is_picture=True)


async def test_they_go_with_the_game(database: Database) -> None:
    game = await a_game(database)
    await hints.advance(database, game, "a", 7)
    await belongings.delete_user(database, 7, 9)
    assert await games.get(database, game, Place(0)) is None
    assert await hints.count(database, game) == 0


async def test_help_counts_for_whoever_asked_for_it_first(database: Database) -> None:
    game = await a_game(database)
    await users.see(database, 8, 1)
    for state, person in (("a", 7), ("a", 8), ("b", 8), ("c", 8)):
        await hints.advance(database, game, state, person)
    for person in (8, 7):
        await hints.add_check(database, game, "a", 1, person)
    assert await hints.by_person(database, game) == {7: 1, 8: 3}
    await belongings.delete_user(database, 8, 9)
    assert await hints.by_person(database, game) == {7: 1, None: 3}
