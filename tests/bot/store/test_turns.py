import asyncio
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.game.move import Act, Move, Turn
from bot.game.place import Place
from bot.store import games, puzzles, turns, users
from bot.store.games import GameState, StoredGame
from bot.store.puzzles import Origin, PuzzleRow
from bot.store.seam.migrations import MIGRATIONS
from bot.store.seam.not_stored import StoreError
from bot.store.seam.source import Store
from bot.store.sqlite.database import Database
from bot.store.turns import Stand
from engine.board.geometry import Geometry
from engine.board.grid import Grid

LABEL = "2026-11-21"


async def reread(database: Store, game: StoredGame) -> StoredGame:
    found = await games.get(database, game.id, Place(0))
    assert found is not None
    return found


def turn(player: int, value: int = 1) -> Turn:
    moves = (Move(Act.PLACE, 0, value), Move(Act.NOTES, 15, 0b1001), Move(Act.ERASE, 3))
    return Turn(player, moves)


@pytest.mark.sqlite
async def test_turns_come_back_as_they_were_made_and_by_whom(
    *, database: Store, path: Path, migrations: Path, ann: int, bob: int, puzzle: PuzzleRow
) -> None:
    game = await games.start(database, Place(ann), puzzle.id, ann, 5)
    assert await turns.append(database, game.id, Stand(), turn(ann), 6)
    assert await turns.append(database, game.id, Stand(1, 1), turn(bob, 2), 7)
    assert await turns.set_done(database, game.id, 2, 1)
    await database.close()
    again = await Database.open(path, migrations)
    try:
        kept = await reread(again, game)
        assert (kept.game.turns, kept.game.done) == ((turn(ann), turn(bob, 2)), 1)
        assert await turns.set_done(again, game.id, 1, 2)
    finally:
        await again.close()


async def test_a_late_turn_changes_nothing(database: Store, ann: int, puzzle: PuzzleRow) -> None:
    game = await games.start(database, Place(ann), puzzle.id, ann, 5)
    taken = await asyncio.gather(
        *(turns.append(database, game.id, Stand(), turn(ann, value), 6) for value in (1, 2, 3))
    )
    assert sorted(map(bool, taken)) == [False, False, True]
    kept = await reread(database, game)
    assert kept.game.turns == (turn(ann, taken.index(1) + 1),)
    assert not await turns.set_done(database, game.id, 0, 1)
    assert await reread(database, game) == kept


async def test_a_turn_on_a_board_that_was_left_and_came_back_changes_nothing(
    database: Store, ann: int, puzzle: PuzzleRow
) -> None:
    game = await games.start(database, Place(ann), puzzle.id, ann, 5)
    assert await turns.append(database, game.id, game.stand, turn(ann), 6)
    assert await turns.set_done(database, game.id, 1, 0)
    # Whoever read the game before these two does not know that there is a turn to drop.
    assert not await turns.append(database, game.id, game.stand, turn(ann, 2), 7)
    after = await reread(database, game)
    assert await turns.append(database, game.id, after.stand, turn(ann, 2), 7)
    assert (await reread(database, game)).game.turns == (turn(ann, 2),)


async def test_a_turn_brings_the_clock_with_it_if_there_is_one(
    database: Store, ann: int, puzzle: PuzzleRow
) -> None:
    game = await games.start(database, Place(ann), puzzle.id, ann, 5)
    assert await turns.append(database, game.id, game.stand, turn(ann), 60, 50)
    kept = await reread(database, game)
    assert (kept.played, kept.acted_at) == (50, 60)
    assert await turns.append(database, game.id, kept.stand, turn(ann, 2), 70)
    kept = await reread(database, game)
    assert (kept.played, kept.acted_at) == (50, 60)


async def test_a_failed_turn_in_a_larger_transaction_leaves_the_game(
    database: Store, ann: int, puzzle: PuzzleRow
) -> None:
    game = await games.start(database, Place(ann), puzzle.id, ann, 5)

    async def fails() -> None:
        async with database.transaction() as transaction:
            await turns.append(transaction, game.id, Stand(), turn(ann), 6)
            await games.finish(transaction, game.id, GameState.SOLVED, 6)
            raise LookupError

    with pytest.raises(LookupError):
        await fails()
    assert await reread(database, game) == game


CELLS = st.integers(0, 624)


MOVES = st.one_of(
    st.builds(Move, st.just(Act.PLACE), CELLS, st.integers(1, 25)),
    st.builds(Move, st.just(Act.ERASE), CELLS),
    st.builds(Move, st.just(Act.NOTES), CELLS, st.integers(0, (1 << 25) - 1)),
    st.builds(Move, st.just(Act.BACK), st.just(0)),
)


TURNS = st.builds(Turn, st.sampled_from([1, 2]), st.lists(MOVES, min_size=1, max_size=3).map(tuple))


DEEDS = st.lists(
    st.one_of(
        st.tuples(st.just("turn"), st.integers(-1, 1), TURNS),
        st.tuples(st.just("done"), st.integers(-1, 1), st.integers(-1, 12)),
    ),
    max_size=12,
)


@pytest.mark.long
@settings(max_examples=25, deadline=None)
@given(deeds=DEEDS)
def test_a_game_is_a_list_with_a_mark(deeds: list[tuple[str, int, Turn | int]]) -> None:
    """Any turns and undos, with right or wrong expectations, compared with a plain list."""
    asyncio.run(_follow(deeds))


async def _follow(deeds: list[tuple[str, int, Turn | int]]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        database = await Database.open(Path(folder) / "sudoku.db", MIGRATIONS)
        try:
            await _compare(database, deeds)
        finally:
            await database.close()


async def _compare(database: Store, deeds: list[tuple[str, int, Turn | int]]) -> None:
    blank = Grid.blank(Geometry(5, 5))
    puzzle = await puzzles.add(database, blank, blank, Origin.NEW)
    for user in (1, 2):
        await users.see(database, user, 0)
    game = await games.start(database, Place(1), puzzle.id, 1, 0)
    expected: list[Turn] = []
    done = version = 0
    for _, slip, what in deeds:
        if isinstance(what, Turn):
            stand = Stand(version + slip, done, len(expected) - done)
            taken = await turns.append(database, game.id, stand, what, 1)
            version += slip == 0
            assert taken == (None if slip else version)
            if taken:
                expected, done = [*expected[:done], what], done + 1
        else:
            moved = await turns.set_done(database, game.id, done + slip, what)
            is_done = slip == 0 and 0 <= what <= len(expected)
            version += is_done
            assert moved == (version if is_done else None)
            done = what if moved else done
        kept = await reread(database, game)
        assert (kept.game.turns, kept.game.done) == (tuple(expected), done)


async def test_moves_of_somebody_never_seen_are_refused(
    database: Store, group: int, puzzle: PuzzleRow, ann: int
) -> None:
    game = await games.start(database, Place(group), puzzle.id, ann, 1)
    stranger = Turn(12345, (Move(Act.ERASE, 0),))
    try:
        await turns.append(database, game.id, Stand(), stranger, 2)
    except StoreError:
        assert await games.get(database, game.id, Place(0)) == game
    else:
        raise AssertionError
