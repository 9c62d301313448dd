from bot.game.place import Place
from bot.store import belongings, games, hints, puzzles, users
from bot.store.hints import HintRow
from bot.store.puzzles import Origin
from bot.store.source import Store
from engine import Geometry, generate


async def a_game(database: Store) -> int:
    puzzle = generate(Geometry(2, 2), seed=1)
    await users.see(database, 7, 1)
    kept = await puzzles.add(database, puzzle.grid, puzzle.solution, Origin.NEW)
    return (await games.start(database, Place(7), kept.id, 7, 1)).id


async def test_a_hint_has_three_stages_and_stays_at_the_last(database: Store) -> None:
    game = await a_game(database)
    assert await hints.get(database, game, "a") is None
    stages = [(await hints.advance(database, game, "a")).stage for _ in range(5)]
    assert stages == [1, 2, 3, 3, 3]
    assert await hints.get(database, game, "a") == HintRow(3, None)


async def test_each_state_of_each_game_has_its_own(database: Store) -> None:
    first, second = await a_game(database), await a_game(database)
    await hints.advance(database, first, "a")
    await hints.advance(database, first, "a")
    assert (await hints.advance(database, first, "b")).stage == 1
    assert (await hints.advance(database, second, "a")).stage == 1
    assert [await hints.count(database, game) for game in (first, second)] == [2, 1]


async def test_the_message_is_remembered(database: Store) -> None:
    game = await a_game(database)
    await hints.advance(database, game, "a")
    await hints.set_message(database, game, "a", 77)
    assert await hints.advance(database, game, "a") == HintRow(2, 77)
    await hints.set_message(database, game, "a", 78, is_picture=True)
    assert await hints.get(database, game, "a") == HintRow(2, 78, is_picture=True)


async def test_they_go_with_the_game(database: Store) -> None:
    game = await a_game(database)
    await hints.advance(database, game, "a")
    await belongings.delete_user(database, 7)
    assert await games.get(database, game, Place(0)) is None
    assert await hints.count(database, game) == 0
