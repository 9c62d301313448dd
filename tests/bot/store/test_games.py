import asyncio
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.game.game import Game
from bot.game.move import Act, Move, Turn
from bot.game.place import Place
from bot.game.selection import Selection
from bot.store import belongings, dailies, games, puzzles, users
from bot.store.database import Database
from bot.store.games import GameState, StoredGame
from bot.store.migrate import MIGRATIONS
from bot.store.not_stored import StoreError
from bot.store.puzzles import Origin, PuzzleRow
from bot.store.source import Store
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


async def test_a_new_game_is_the_chats_current_one(
    database: Store, ann: int, bob: int, puzzle: PuzzleRow
) -> None:
    assert await games.current(database, Place(ann)) is None
    first = await games.start(database, Place(ann), puzzle.id, ann, 5)
    assert first == StoredGame(
        first.id,
        ann,
        None,
        ann,
        GameState.OPEN,
        5,
        None,
        0,
        5,
        puzzle,
        Game(puzzle.grid, puzzle.solution),
    )
    second = await games.start(database, Place(ann), puzzle.id, ann, 6)
    elsewhere = await games.start(database, Place(bob), puzzle.id, bob, 7)
    assert await games.current(database, Place(ann)) == second
    assert await games.current(database, Place(bob)) == elsewhere
    assert await games.open_games(database, Place(ann)) == (second, first)


async def test_switching_stays_within_the_chat(
    database: Store, ann: int, bob: int, puzzle: PuzzleRow
) -> None:
    first = await games.start(database, Place(ann), puzzle.id, ann, 5)
    await games.start(database, Place(ann), puzzle.id, ann, 6)
    foreign = await games.start(database, Place(bob), puzzle.id, bob, 7)
    assert await games.switch(database, Place(ann), first.id)
    assert await games.current(database, Place(ann)) == first
    assert not await games.switch(database, Place(ann), foreign.id)
    assert await games.current(database, Place(ann)) == first


async def test_each_topic_has_its_own_current_game(
    database: Store, ann: int, group: int, puzzle: PuzzleRow
) -> None:
    here, there = Place(group, 3), Place(group, 9)
    first = await games.start(database, here, puzzle.id, ann, 5)
    assert await games.current(database, there) is None
    second = await games.start(database, there, puzzle.id, ann, 6)
    assert await games.current_id(database, here) == first.id
    assert await games.current_id(database, there) == second.id
    assert await games.switch(database, there, first.id)
    assert await games.current_id(database, there) == first.id


async def test_a_chat_has_one_game_of_a_label_even_when_it_is_over(
    database: Store, ann: int, group: int, puzzle: PuzzleRow
) -> None:
    await dailies.put(database, LABEL, puzzle.id)
    first = await games.start(database, Place(ann), puzzle.id, ann, 5, daily_label=LABEL)
    await games.append_turn(database, first.id, 0, turn(ann), 6)
    await games.finish(database, first.id, GameState.GIVEN_UP, 7)
    await games.start(database, Place(ann), puzzle.id, ann, 8)
    again = await games.start(database, Place(ann), puzzle.id, ann, 9, daily_label=LABEL)
    assert (again.id, again.state, again.game.turns) == (first.id, GameState.GIVEN_UP, (turn(ann),))
    assert await games.current(database, Place(ann)) == again
    assert await games.of_label(database, Place(ann), LABEL) == again
    assert await games.of_label(database, Place(group), LABEL) is None
    assert await games.labels_over(database, ann, LABEL) == {LABEL}
    assert await games.labels_over(database, ann, "2026-11-20") == set()
    assert await games.labels_over(database, group, LABEL) == set()
    other = await games.start(database, Place(group), puzzle.id, ann, 9, daily_label=LABEL)
    assert other.id != first.id


@pytest.mark.sqlite
async def test_turns_come_back_as_they_were_made_and_by_whom(
    *, database: Store, path: Path, migrations: Path, ann: int, bob: int, puzzle: PuzzleRow
) -> None:
    game = await games.start(database, Place(ann), puzzle.id, ann, 5)
    assert await games.append_turn(database, game.id, 0, turn(ann), 6)
    assert await games.append_turn(database, game.id, 1, turn(bob, 2), 7)
    assert await games.set_done(database, game.id, 2, 1)
    await database.close()
    again = await Database.open(path, migrations)
    try:
        kept = await reread(again, game)
        assert (kept.game.turns, kept.game.done) == ((turn(ann), turn(bob, 2)), 1)
        assert await games.set_done(again, game.id, 1, 2)
    finally:
        await again.close()


async def test_a_late_turn_changes_nothing(database: Store, ann: int, puzzle: PuzzleRow) -> None:
    game = await games.start(database, Place(ann), puzzle.id, ann, 5)
    taken = await asyncio.gather(
        *(games.append_turn(database, game.id, 0, turn(ann, value), 6) for value in (1, 2, 3))
    )
    assert sorted(taken) == [False, False, True]
    kept = await reread(database, game)
    assert kept.game.turns == (turn(ann, taken.index(True) + 1),)
    assert not await games.set_done(database, game.id, 0, 1)
    assert await reread(database, game) == kept


async def test_a_game_ends_once_and_takes_nothing_afterwards(
    database: Store, ann: int, puzzle: PuzzleRow
) -> None:
    game = await games.start(database, Place(ann), puzzle.id, ann, 5)
    await games.append_turn(database, game.id, 0, turn(ann), 6)
    assert await games.finish(database, game.id, GameState.SOLVED, 9)
    assert not await games.finish(database, game.id, GameState.GIVEN_UP, 10)
    ended = await reread(database, game)
    assert (ended.state, ended.finished_at) == (GameState.SOLVED, 9)
    assert not await games.append_turn(database, game.id, 1, turn(ann), 11)
    assert not await games.set_done(database, game.id, 1, 0)
    assert await reread(database, game) == ended
    assert await games.current(database, Place(ann)) == ended
    assert await games.open_games(database, Place(ann)) == ()


async def test_a_failed_turn_in_a_larger_transaction_leaves_the_game(
    database: Store, ann: int, puzzle: PuzzleRow
) -> None:
    game = await games.start(database, Place(ann), puzzle.id, ann, 5)

    async def fails() -> None:
        async with database.transaction() as transaction:
            await games.append_turn(transaction, game.id, 0, turn(ann), 6)
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


@settings(max_examples=25, deadline=None)
@given(deeds=DEEDS)
def test_a_game_is_a_list_with_a_mark(deeds: list[tuple[str, int, Turn | int]]) -> None:
    """Any sequence of turns and undos, expected rightly or wrongly, beside a plain list."""
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
    turns: list[Turn] = []
    done = 0
    for _, slip, what in deeds:
        if isinstance(what, Turn):
            taken = await games.append_turn(database, game.id, done + slip, what, 1)
            assert taken is (slip == 0)
            if taken:
                turns, done = [*turns[:done], what], done + 1
        else:
            moved = await games.set_done(database, game.id, done + slip, what)
            assert moved is (slip == 0 and 0 <= what <= len(turns))
            done = what if moved else done
        kept = await reread(database, game)
        assert (kept.game.turns, kept.game.done) == (tuple(turns), done)


async def test_the_time_of_play_goes_on_while_the_game_is_open(
    database: Store, ann: int, puzzle: PuzzleRow
) -> None:
    game = await games.start(database, Place(ann), puzzle.id, ann, 5)
    await games.set_played(database, game.id, 40, 95)
    after = await games.get(database, game.id, Place(0))
    assert after is not None
    assert (after.played, after.acted_at) == (40, 95)
    await games.finish(database, game.id, GameState.SOLVED, 100)
    await games.set_played(database, game.id, 999, 200)
    ended = await games.get(database, game.id, Place(0))
    assert ended is not None
    assert (ended.played, ended.acted_at) == (40, 95)


async def test_a_selection_is_kept_for_each_person_and_game(
    database: Store, ann: int, bob: int, puzzle: PuzzleRow
) -> None:
    first = await games.start(database, Place(ann), puzzle.id, ann, 5)
    second = await games.start(database, Place(ann), puzzle.id, ann, 6)
    chosen = Selection(box=3, cell=0, digit=0, pencil=True)
    await games.select(database, first.id, ann, chosen)
    await games.select(database, first.id, bob, Selection(cell=7))
    for game, person, selected in (
        (first, ann, chosen),
        (first, bob, Selection(cell=7)),
        (first, None, Selection()),
        (second, ann, Selection()),
    ):
        seen = await games.get(database, game.id, Place(ann), person)
        assert seen is not None
        assert seen.selection == selected
    await games.select(database, first.id, ann, Selection())
    seen = await games.get(database, first.id, Place(ann), ann)
    assert seen is not None
    assert seen.selection == Selection()


async def test_what_a_deleted_person_selected_is_forgotten(
    database: Store, ann: int, group: int, puzzle: PuzzleRow
) -> None:
    game = await games.start(database, Place(group), puzzle.id, ann, 5)
    await games.select(database, game.id, ann, Selection(cell=7))
    await belongings.delete_user(database, ann, 9)
    assert await database.all("select * from hands") == []


async def test_moves_of_somebody_never_seen_are_refused(
    database: Store, group: int, puzzle: PuzzleRow, ann: int
) -> None:
    game = await games.start(database, Place(group), puzzle.id, ann, 1)
    stranger = Turn(12345, (Move(Act.ERASE, 0),))
    try:
        await games.append_turn(database, game.id, 0, stranger, 2)
    except StoreError:
        assert await games.get(database, game.id, Place(0)) == game
    else:
        raise AssertionError
