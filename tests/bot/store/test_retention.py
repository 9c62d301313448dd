"""Old games go, and what people were told of them stays."""

from typing import cast

import pytest

from bot.game.move import Act, Move, Turn
from bot.game.place import Place
from bot.store import games, hints, packing, puzzles, results, retention, submissions, turns, views
from bot.store.games import GameState
from bot.store.puzzles import Origin, PuzzleRow
from bot.store.retention import GOES
from bot.store.seam.source import Row, Store
from bot.store.turns import Stand
from engine import Geometry, generate
from tests.bot.store.test_packing import Acting, Between, EndedError, end, handed_out


async def played(
    database: Store, puzzle: PuzzleRow, chat: int, *people: int, state: GameState, ended: int
) -> int:
    """An ended game with all that may hang on it; each of these people has a result if solved."""
    place = Place(chat)
    async with database.transaction() as source:
        game = await games.start(source, place, puzzle.id, people[0], 5)
        for number, person in enumerate(people):
            move = Move(Act.PLACE, 0, number + 1)
            assert await turns.append(
                source, game.id, Stand(number, number), Turn(person, (move,)), 6
            )
        await views.mark(source, game.id, place, views.Staleness.REDRAW, 6)
        await games.select(source, game.id, people[0], game.selection)
        await hints.tell(source, game.id, "state", 1, people[0])
        await submissions.add(source, game.id, people[0], puzzle.solution, 6)
        await games.finish(source, game.id, state, ended)
        for person in people if state is GameState.SOLVED else ():
            assert await results.add(
                source, person, game.id, seconds=60, mistakes=1, finished_at=ended
            )
        await source.all("insert into unread_games values ($1)", game.id)
    return game.id


async def forget_all(database: Store, before: int) -> list[int]:
    """The games that were forgotten, in this order."""
    forgotten = []
    while (due := await retention.next_game(database, before)) is not None:
        await retention.forget(database, due.game_id)
        forgotten.append(due.game_id)
    return forgotten


async def rows_of(database: Store, game_id: int) -> dict[str, list[Row]]:
    """Everything in the tables that goes."""
    return {
        table: await database.all(
            f"select * from {table} where game_id = $1",  # noqa: S608 - our names
            game_id,
        )
        for table in GOES
    }


@pytest.mark.parametrize("is_packed", [False, True])
async def test_a_solved_game_loses_its_turns_and_keeps_its_results(
    *, database: Store, ann: int, bob: int, group: int, puzzle: PuzzleRow, is_packed: bool
) -> None:
    old = await played(database, puzzle, group, ann, bob, state=GameState.SOLVED, ended=100)
    if is_packed:
        await packing.pack_game(database, old)
    told = [await results.of_user(database, user) for user in (ann, bob)]
    assert [one.hints for (one,) in told] == [1, 1]
    kept = await handed_out(database, ann)
    assert await forget_all(database, 101) == [old]
    assert not any((await rows_of(database, old)).values())
    assert [await results.of_user(database, user) for user in (ann, bob)] == told
    stored = await games.get(database, old, Place(group))
    assert stored is not None
    assert stored.state is GameState.SOLVED
    assert (stored.game.turns, stored.game.values) == ((), puzzle.solution)
    now = await handed_out(database, ann)
    assert (len(kept["moves"]), now["moves"]) == (1, [])
    assert now["results"] == kept["results"]
    assert await packing.next_game(database) is None


async def test_a_game_that_nobody_solved_goes_with_a_puzzle_that_nobody_uses(
    database: Store, ann: int, puzzle: PuzzleRow
) -> None:
    made = generate(Geometry(2, 2), seed="2")
    brought = await puzzles.add(database, made.grid, made.solution, Origin.IMPORT)
    old = await played(database, brought, ann, ann, state=GameState.GIVEN_UP, ended=100)
    also = await played(database, puzzle, ann, ann, state=GameState.GIVEN_UP, ended=99)
    assert await forget_all(database, 101) == [also, old]
    assert await database.all("select id from games") == []
    assert await puzzles.get(database, brought.id) is None
    told = await handed_out(database, ann)
    assert [told[name] for name in ("games", "moves", "hints", "answers")] == [[]] * 4


async def test_what_is_not_old_enough_and_what_goes_on_stays(
    database: Store, ann: int, puzzle: PuzzleRow
) -> None:
    running = await games.start(database, Place(ann), puzzle.id, ann, 5)
    recent = await played(database, puzzle, ann, ann, state=GameState.SOLVED, ended=101)
    before = await rows_of(database, recent)
    assert all(before[table] for table in GOES if table != "packed_players")
    assert await retention.next_game(database, 101) is None
    await retention.forget(database, running.id)
    assert await rows_of(database, recent) == before
    assert await games.get(database, running.id, Place(ann)) is not None
    assert await forget_all(database, 102) == [recent], "once"
    forgotten = await database.all("select * from games where id = $1", recent)
    await retention.forget(database, recent)
    assert await database.all("select * from games where id = $1", recent) == forgotten


async def everything(database: Store) -> list[list[Row]]:
    tables = ("games", "puzzles", "results", "hints", *GOES)
    return [await database.all(f"select * from {table} order by 1") for table in tables]  # noqa: S608


@pytest.mark.parametrize("state", [GameState.SOLVED, GameState.GIVEN_UP])
async def test_a_process_that_ends_at_any_moment_leaves_the_game_whole(
    *, database: Store, ann: int, puzzle: PuzzleRow, state: GameState
) -> None:
    old = await played(database, puzzle, ann, ann, state=state, ended=100)
    before, moments = await everything(database), 0
    while True:
        try:
            await retention.forget(cast("Store", Acting(database, end, moments)), old)
        except EndedError:
            moments += 1
            assert await everything(database) == before
            assert await retention.next_game(database, 101) == (old, 100)
        else:
            break
    assert moments == (9 if state is GameState.SOLVED else 5), "each statement, and the commit"
    assert await everything(database) != before
    assert await retention.next_game(database, 101) is None


async def test_a_game_that_is_forgotten_while_it_is_read_is_read_whole(
    *, database: Store, ann: int, puzzle: PuzzleRow
) -> None:
    """As it was or as it is now: never without turns that its row still counts."""
    for number in range(3):
        old = await played(database, puzzle, ann, ann, state=GameState.SOLVED, ended=100)

        async def forget(game_id: int = old) -> None:
            await retention.forget(database, game_id)

        read = await games.get(Between(database, forget, number), old, Place(ann))
        assert read is not None
        assert read.game.done == len(read.game.turns)
