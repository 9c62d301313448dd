import pytest_asyncio

from bot.game.place import Place
from bot.store import games, puzzles, results, shelf
from bot.store.games import GameState
from bot.store.puzzles import Origin, PuzzleRow
from bot.store.results import Standing
from bot.store.seam.source import Store
from bot.store.shelf import Kept
from engine.board.grid import Grid
from tests.bot.store.conftest import ANN, BOB


@pytest_asyncio.fixture
async def brought(database: Store, puzzle: PuzzleRow, solution: Grid) -> list[PuzzleRow]:
    """Three puzzles that Ann has put on her shelf, the second of them last."""
    others = [
        await puzzles.add(database, solution.with_values({cell: 0}), solution, Origin.IMPORT)
        for cell in (3, 7)
    ]
    for kept, now in ((puzzle, 5), (others[0], 9), (others[1], 6)):
        assert await shelf.add(database, ANN, kept.id, now)
    return [puzzle, *others]


async def solve(database: Store, puzzle: PuzzleRow, person: int) -> None:
    game = await games.start(database, Place(person), puzzle.id, person, 20)
    await games.finish(database, game.id, GameState.SOLVED, 30)
    await results.add(
        database,
        person,
        game.id,
        seconds=10,
        mistakes=0,
        finished_at=30,
        in_time=False,
        standing=Standing.TIMED,
    )


async def test_puzzles_stand_in_the_order_in_which_they_came(
    database: Store, brought: list[PuzzleRow]
) -> None:
    first, last, second = brought
    assert not await shelf.add(database, ANN, first.id, 99)
    kept = await shelf.page(database, ANN, 0, 9)
    assert [one.puzzle for one in kept] == [first, second, last]
    assert await shelf.page(database, ANN, 0, 2) == kept[:2]
    assert await shelf.page(database, ANN, 2, 2) == kept[2:]
    assert await shelf.page(database, ANN, 3, 2) == ()
    assert await shelf.count(database, ANN) == 3


async def test_a_shelf_belongs_to_one_person(database: Store, brought: list[PuzzleRow]) -> None:
    assert await shelf.count(database, BOB) == 0
    assert await shelf.page(database, BOB, 0, 9) == ()
    assert await shelf.get(database, ANN, brought[1].id) == brought[1]
    assert await shelf.get(database, BOB, brought[1].id) is None
    assert await shelf.get(database, ANN, brought[2].id + 9) is None
    assert await shelf.add(database, BOB, brought[1].id, 1)
    assert await shelf.get(database, BOB, brought[1].id) == brought[1]


async def test_it_says_what_its_owner_has_begun_and_solved(
    database: Store, brought: list[PuzzleRow]
) -> None:
    begun, new, solved = brought
    await games.start(database, Place(ANN), begun.id, ANN, 10)
    await games.start(database, Place(BOB), new.id, BOB, 10)
    await solve(database, new, BOB)
    await solve(database, solved, ANN)
    assert await shelf.page(database, ANN, 0, 9) == (
        Kept(begun, begun=True, solved=False),
        Kept(solved, begun=False, solved=True),
        Kept(new, begun=False, solved=False),
    )


async def test_solved_puzzles_are_taken_off_it(database: Store, brought: list[PuzzleRow]) -> None:
    await solve(database, brought[1], ANN)
    await solve(database, brought[2], BOB)
    assert await shelf.remove_solved(database, ANN) == 1
    assert await shelf.remove_solved(database, ANN) == 0
    kept = [one.puzzle for one in await shelf.page(database, ANN, 0, 9)]
    assert kept == [brought[0], brought[2]]
    assert await puzzles.get(database, brought[1].id) == brought[1]
