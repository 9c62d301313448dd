from bot.game.place import Place
from bot.store import belongings, games, pupils, puzzles, users
from bot.store.puzzles import Origin
from bot.store.seam.source import Store
from engine import Geometry, generate


async def ended(database: Store, seed: int, person: int = 7) -> int:
    """A game that is over and still to be read."""
    puzzle = generate(Geometry(2, 2), seed=seed)
    await users.see(database, person, 1)
    kept = await puzzles.add(database, puzzle.grid, puzzle.solution, Origin.IMPORT)
    game = await games.start(database, Place(person), kept.id, person, 1)
    await pupils.want(database, game.id)
    return game.id


async def test_a_strength_is_kept_for_each_person(database: Store) -> None:
    for person in (7, 8):
        await users.see(database, person, 1)
    assert await pupils.whole(database, 7) is None
    await pupils.put(database, 7, 1200)
    await pupils.put(database, 7, 1240)
    assert await pupils.whole(database, 7) == 1240
    assert await pupils.whole(database, 8) is None


async def test_games_are_read_in_their_order_and_once(database: Store) -> None:
    assert await pupils.next_game(database) is None
    first, second = await ended(database, 1), await ended(database, 2)
    await pupils.want(database, first)
    for game_id in (first, second):
        found = await pupils.next_game(database)
        assert found is not None
        assert found.id == game_id
        assert await pupils.take(database, game_id)
        assert not await pupils.take(database, game_id), "another process has read it"
    assert await pupils.next_game(database) is None


async def test_of_a_deleted_person_nothing_is_left_to_read(database: Store) -> None:
    await ended(database, 1)
    await pupils.put(database, 7, 1200)
    await belongings.delete_user(database, 7, 3)
    assert await pupils.next_game(database) is None
    assert await pupils.whole(database, 7) is None
