import asyncio

from bot.store import stock
from bot.store.postgres.address import Server
from bot.store.postgres.database import Postgres
from bot.store.seam.source import Store
from bot.store.stock import Kind, Ready
from engine import Geometry, generate

HARD = Kind(Geometry(3, 3), "central", "hard")
EASY = Kind(Geometry(3, 3), "central", "easy")
WIDE = Kind(Geometry(2, 3), "central", "hard")


def ready(kind: Kind, seed: str) -> Ready:
    puzzle = generate(kind.geometry, seed=seed)
    return Ready(puzzle.grid, puzzle.solution, seed)


async def test_what_was_put_is_taken_once_the_oldest_first(database: Store) -> None:
    first, second = ready(HARD, "a"), ready(HARD, "b")
    await stock.put(database, HARD, first)
    await stock.put(database, HARD, second)
    assert await stock.take(database, HARD) == first
    assert await stock.take(database, HARD) == second
    assert await stock.take(database, HARD) is None


async def test_nobody_goes_without_while_there_is_one_for_each(database: Store) -> None:
    for number in range(8):
        await stock.put(database, HARD, ready(HARD, str(number)))
    # After this PostgreSQL has a connection for each of them.
    await asyncio.gather(*(stock.levels(database) for _ in range(8)))
    taken = await asyncio.gather(*(stock.take(database, HARD) for _ in range(8)))
    assert {one.seed for one in taken if one} == {str(number) for number in range(8)}


async def test_kinds_are_kept_apart_and_counted(database: Store) -> None:
    for kind, seed in ((HARD, "a"), (HARD, "b"), (WIDE, "c")):
        await stock.put(database, kind, ready(kind, seed))
    assert await stock.levels(database) == {HARD: 2, WIDE: 1}
    assert await stock.take(database, EASY) is None
    taken = await stock.take(database, WIDE)
    assert taken is not None
    assert taken.grid.geometry is WIDE.geometry
    assert await stock.levels(database) == {HARD: 2}


async def test_nor_where_several_processes_take_at_once(postgres: Postgres, server: Server) -> None:
    stores = [postgres, Postgres(server), Postgres(server)]
    for number in range(12):
        await stock.put(postgres, HARD, ready(HARD, str(number)))
    taken = await asyncio.gather(*(stock.take(store, HARD) for store in 4 * stores))
    assert sorted(one.seed for one in taken if one) == sorted(map(str, range(12)))
    for store in stores[1:]:
        await store.close()
