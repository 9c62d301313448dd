import pytest

from bot.background.packing import COUNT_SECONDS, COUNTED_AT_ONCE, Packer
from bot.game.place import Place
from bot.store import games, packing, puzzles, users
from bot.store.games import GameState
from bot.store.puzzles import Origin
from bot.store.seam.source import Store
from engine import Geometry, generate


async def ended(database: Store, many: int) -> None:
    """So many games that are over."""
    puzzle = generate(Geometry(2, 2), seed="1")
    await users.see(database, 7, 1)
    stored = await puzzles.add(database, puzzle.grid, puzzle.solution, Origin.IMPORT)
    for _ in range(many):
        game = await games.start(database, Place(7), stored.id, 7, 1)
        await games.finish(database, game.id, GameState.GIVEN_UP, 2)


async def test_all_are_packed_one_by_one_and_told(database: Store) -> None:
    await ended(database, 3)
    told = list[int]()
    packer = Packer(database, told.append)
    assert [await packer.do_some(1.0) for _ in range(5)] == [True] * 4 + [False]
    assert await packing.next_game(database) is None
    assert told == [3, 2, 1, 0]


async def test_those_that_have_ended_since_are_in_the_next_count(database: Store) -> None:
    told = list[int]()
    packer = Packer(database, told.append)
    await packer.do_some(0.0)
    await ended(database, 3)
    assert await packer.do_some(COUNT_SECONDS - 1)
    await packer.do_some(COUNT_SECONDS)
    assert told == [0, 0, 2]


@pytest.mark.long
@pytest.mark.sqlite
async def test_many_are_counted_in_pieces(database: Store) -> None:
    await ended(database, 1)
    await database.all(
        "with recursive more (id) as (select 2 union all select id + 1 from more where id < $1)"
        " insert into games (id, chat_id, puzzle_id, started_by, state, started_at, finished_at)"
        " select more.id, chat_id, puzzle_id, started_by, state, started_at, finished_at"
        " from more, games where games.id = 1",
        2 * COUNTED_AT_ONCE + 7,
    )
    told = list[int]()
    packer = Packer(database, told.append)
    for _ in range(2):
        assert await packer.do_some(0.0)
        assert told == []
    assert await packer.do_some(0.0)
    assert told == [2 * COUNTED_AT_ONCE + 7]
