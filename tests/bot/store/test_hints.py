from bot.game.place import Place
from bot.store import belongings, games, hints, puzzles, users
from bot.store.puzzles import Origin
from bot.store.seam.source import Store
from engine import Geometry, generate


async def a_game(database: Store) -> int:
    puzzle = generate(Geometry(2, 2), seed=1)
    await users.see(database, 7, 1)
    kept = await puzzles.add(database, puzzle.grid, puzzle.solution, Origin.NEW)
    return (await games.start(database, Place(7), kept.id, 7, 1)).id


async def test_how_much_was_told_of_a_hint_is_remembered(database: Store) -> None:
    game = await a_game(database)
    assert await hints.told(database, game, "a") == 0
    for stage in (1, 2, hints.LAST_STAGE):
        await hints.tell(database, game, "a", stage, 7)
        assert await hints.told(database, game, "a") == stage


async def test_each_state_of_each_game_has_its_own(database: Store) -> None:
    first, second = await a_game(database), await a_game(database)
    await hints.tell(database, first, "a", 2, 7)
    await hints.tell(database, first, "b", 1, 7)
    await hints.tell(database, second, "a", 1, 7)
    assert [await hints.told(database, first, state) for state in "ab"] == [2, 1]
    taken = [await hints.by_person(database, game) for game in (first, second)]
    assert taken == [{7: 2}, {7: 1}]


async def test_they_go_with_the_game(database: Store) -> None:
    game = await a_game(database)
    await hints.tell(database, game, "a", 1, 7)
    await belongings.delete_user(database, 7, 9)
    assert await games.get(database, game, Place(0)) is None
    assert sum((await hints.by_person(database, game)).values()) == 0


async def test_help_counts_for_whoever_asked_for_it_first(database: Store) -> None:
    game = await a_game(database)
    await users.see(database, 8, 1)
    for state, person in (("a", 7), ("a", 8), ("b", 8), ("c", 8)):
        await hints.tell(database, game, state, 1, person)
    for person in (8, 7):
        await hints.add_check(database, game, "a", 1, person)
    assert await hints.by_person(database, game) == {7: 1, 8: 3}
    await belongings.delete_user(database, 8, 9)
    assert await hints.by_person(database, game) == {7: 1, None: 3}


async def test_the_techniques_that_were_named_are_known_by_person(database: Store) -> None:
    game = await a_game(database)
    await hints.tell(database, game, "a", 1, 7)
    await hints.tell(database, game, "b", 3, 7, technique="x_wing")
    assert await hints.techniques(database, game, 7) == ("x_wing",)
    await hints.tell(database, game, "a", 2, 7, technique="naked_pair")
    assert await hints.techniques(database, game, 7) == ("naked_pair", "x_wing")
    assert await hints.techniques(database, game, 8) == ()


async def test_a_hint_is_told_in_three_stages_at_most(database: Store) -> None:
    game = await a_game(database)
    for stage in (1, 2, 3):
        await hints.tell(database, game, "a", stage, 7)
    assert await hints.told(database, game, "a") == 3 == hints.LAST_STAGE
    assert sum((await hints.by_person(database, game)).values()) == 1
