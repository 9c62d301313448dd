from bot.game.place import Place
from bot.store import games, puzzles, results, users, ways
from bot.store.puzzles import Origin
from bot.store.source import Store
from bot.store.ways import Way
from engine import Geometry, generate


async def solved(database: Store, seed: int) -> int:
    puzzle = generate(Geometry(2, 2), seed=seed)
    await users.see(database, 7, 1)
    kept = await puzzles.add(database, puzzle.grid, puzzle.solution, Origin.NEW)
    game = await games.start(database, Place(7), kept.id, 7, 1)
    await results.add(database, 7, game.id, seconds=9, mistakes=0, finished_at=2)
    return kept.id


async def test_ways_of_solved_puzzles_are_wanted_the_newest_first(database: Store) -> None:
    assert await ways.next_puzzle(database) is None
    first, second = await solved(database, 1), await solved(database, 2)
    unsolved = generate(Geometry(2, 2), seed=3)
    await puzzles.add(database, unsolved.grid, unsolved.solution, Origin.NEW)
    for puzzle_id in (second, first):
        wanted = await ways.next_puzzle(database)
        assert wanted is not None
        assert wanted.id == puzzle_id
        await ways.put(database, puzzle_id, Way(None))
    assert await ways.next_puzzle(database) is None


async def test_a_way_is_kept_with_its_puzzle(database: Store) -> None:
    puzzle_id = await solved(database, 1)
    assert await ways.get(database, puzzle_id) is None
    await ways.put(database, puzzle_id, Way(1250, 3, "x_wing"))
    assert await ways.get(database, puzzle_id) == Way(1250, 3, "x_wing")
    await ways.put(database, 999, Way(1))
    assert await ways.get(database, 999) is None
