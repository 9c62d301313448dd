from pathlib import Path

import pytest

from bot.game.place import Place
from bot.store import belongings, games, puzzles, results, users, ways
from bot.store.puzzles import Origin
from bot.store.seam.migrations import MIGRATIONS
from bot.store.seam.source import Store
from bot.store.sqlite.database import Database
from bot.store.ways import PUZZLES_AT_ONCE, Way
from engine import Geometry, generate
from tests.bot.store.test_old_schemas import make_old


async def with_result(database: Store, seed: int, person: int = 7) -> int:
    """A puzzle that a person has solved, as the previous version stored it: nothing is recorded."""
    puzzle = generate(Geometry(2, 2), seed=seed)
    await users.see(database, person, 1)
    kept = await puzzles.add(database, puzzle.grid, puzzle.solution, Origin.IMPORT)
    game = await games.start(database, Place(person), kept.id, person, 1)
    await results.add(database, person, game.id, seconds=9, mistakes=0, finished_at=2)
    return kept.id


async def solved(database: Store, seed: int, person: int = 7) -> int:
    puzzle_id = await with_result(database, seed, person)
    await ways.want(database, puzzle_id)
    return puzzle_id


async def wanted(database: Store) -> int | None:
    puzzle = await ways.next_puzzle(database)
    return puzzle.id if puzzle else None


async def test_ways_of_solved_puzzles_are_wanted_the_newest_first(database: Store) -> None:
    assert await wanted(database) is None
    first, second = await solved(database, 1), await solved(database, 2)
    unsolved = generate(Geometry(2, 2), seed=3)
    await puzzles.add(database, unsolved.grid, unsolved.solution, Origin.NEW)
    for puzzle_id in (second, first):
        assert await wanted(database) == puzzle_id
        await ways.put(database, puzzle_id, Way(None))
    assert await wanted(database) is None


async def test_a_puzzle_that_many_solve_wants_its_way_once(database: Store) -> None:
    puzzle_id = await solved(database, 1)
    assert await solved(database, 1, person=8) == puzzle_id
    await ways.put(database, puzzle_id, Way(1))
    assert await wanted(database) is None
    await solved(database, 1, person=9)
    assert await wanted(database) is None


async def test_a_puzzle_that_is_forgotten_wants_no_way(database: Store) -> None:
    await solved(database, 1)
    await belongings.delete_user(database, 7, 3)
    assert await wanted(database) is None


async def test_what_was_solved_and_not_noted_is_found(database: Store) -> None:
    known, first = await solved(database, 1), await with_result(database, 2)
    await ways.put(database, known, Way(1))
    await database.all("update counters set value = $1 where name = 'puzzles'", PUZZLES_AT_ONCE)
    last = await with_result(database, 3)
    assert await wanted(database) is None
    after = await ways.want_solved(database, 0)
    assert after == PUZZLES_AT_ONCE
    assert await wanted(database) == first
    for _ in range(2):
        assert await ways.want_solved(database, after) is None
        assert await wanted(database) == last
    for puzzle_id in (last, first):
        await ways.put(database, puzzle_id, Way(1))
    assert await wanted(database) is None


@pytest.mark.sqlite
async def test_what_was_solved_before_there_was_a_queue_stands_in_it(path: Path) -> None:
    make_old(path, 18)
    database = await Database.open(path, MIGRATIONS)
    assert await database.all("select puzzle_id from unweighed") == [(12,)]
    await database.close()


async def test_a_way_is_kept_with_its_puzzle(database: Store) -> None:
    puzzle_id = await solved(database, 1)
    assert await ways.get(database, puzzle_id) is None
    await ways.put(database, puzzle_id, Way(1250, 3, "x_wing"))
    assert await ways.get(database, puzzle_id) == Way(1250, 3, "x_wing")
    await ways.put(database, 999, Way(1))
    assert await ways.get(database, 999) is None
