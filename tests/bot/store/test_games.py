from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import replace

import pytest

from bot.game.game import Game
from bot.game.move import Act, Move, Turn
from bot.game.place import Place
from bot.game.selection import Selection
from bot.store import belongings, dailies, games, groups, turns, views
from bot.store.games import GameState, StoredGame
from bot.store.puzzles import PuzzleRow
from bot.store.seam.known import Known
from bot.store.seam.not_stored import StoreError
from bot.store.seam.source import Row, Store, Transaction, Value
from bot.store.turns import Stand
from bot.store.views import ShownHint, Staleness

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


class Overtaken:
    """A store in which somebody else makes a turn just after the first statement."""

    def __init__(self, store: Store, game: StoredGame, player: int) -> None:
        self._store = store
        self._game = game
        self._player = player
        self._is_over = False

    async def one(self, sql: str, *values: Value) -> Row | None:
        return await self._store.one(sql, *values)

    async def all(self, sql: str, *values: Value) -> list[Row]:
        rows = await self._store.all(sql, *values)
        if not self._is_over:
            self._is_over = True
            assert await turns.append(self._store, self._game.id, Stand(), turn(self._player), 9)
        return rows

    def transaction(self) -> AbstractAsyncContextManager[Transaction]:
        return self._store.transaction()

    @property
    def known(self) -> Known:
        return self._store.known

    def afterwards(self, told: Callable[[], None]) -> None:
        self._store.afterwards(told)


async def test_a_game_and_its_turns_are_of_the_same_instant(
    database: Store, ann: int, puzzle: PuzzleRow
) -> None:
    started = await games.start(database, Place(ann), puzzle.id, ann, 5)
    database.known.forget()
    seen = await games.current(Overtaken(database, started, ann), Place(ann), ann)
    assert seen is not None
    assert (seen.version, len(seen.game.turns), seen.game.done) == (started.version + 1, 1, 1)


async def test_a_game_that_was_read_is_read_again_without_its_turns(
    database: Store, ann: int, puzzle: PuzzleRow
) -> None:
    game = await games.start(database, Place(ann), puzzle.id, ann, 5)
    assert await turns.append(database, game.id, Stand(), turn(ann), 9)
    seen = await games.current(database, Place(ann), ann)
    assert seen is not None
    await games.set_played(database, game.id, 60, 9)
    await database.all("alter table turns rename to hidden")
    again = await games.current(database, Place(ann), ann)
    assert again == replace(seen, played=60, acted_at=9)
    assert again.game.position == seen.game.position
    database.known.forget()
    with pytest.raises(StoreError):
        await games.current(database, Place(ann), ann)


async def test_a_game_as_it_was_in_a_transaction_that_failed_is_not_known(
    database: Store, ann: int, puzzle: PuzzleRow
) -> None:
    game = await games.start(database, Place(ann), puzzle.id, ann, 5)

    async def fails() -> None:
        async with database.transaction() as transaction:
            assert await turns.append(transaction, game.id, Stand(), turn(ann, 1), 9) == 1
            (seen,) = await games.open_games(transaction, Place(ann), ann)
            assert seen.game.turns == (turn(ann, 1),)
            raise LookupError

    with pytest.raises(LookupError):
        await fails()
    assert await turns.append(database, game.id, Stand(), turn(ann, 2), 9) == 1
    (seen,) = await games.open_games(database, Place(ann), ann)
    assert seen.game.turns == (turn(ann, 2),)


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


async def test_a_game_tells_whether_a_place_has_switched_to_it(
    database: Store, ann: int, group: int, puzzle: PuzzleRow
) -> None:
    here, there = Place(group, 3), Place(group, 9)
    first = await games.start(database, here, puzzle.id, ann, 5)
    second = await games.start(database, here, puzzle.id, ann, 6)

    async def current(place: Place) -> dict[int, bool]:
        return {one.id: one.is_current for one in await games.open_games(database, place)}

    assert await current(here) == {first.id: False, second.id: True}
    assert await current(there) == {first.id: False, second.id: False}
    assert await games.switch(database, here, first.id)
    assert await games.switch(database, there, second.id)
    assert await current(here) == {first.id: True, second.id: False}
    assert await current(there) == {first.id: False, second.id: True}


async def test_a_chat_has_one_game_of_a_label_even_when_it_is_over(
    database: Store, ann: int, group: int, puzzle: PuzzleRow
) -> None:
    await dailies.put(database, LABEL, puzzle.id)
    first = await games.start(database, Place(ann), puzzle.id, ann, 5, daily_label=LABEL)
    await turns.append(database, first.id, Stand(), turn(ann), 6)
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


async def test_a_clock_goes_on_and_is_never_set_back(
    database: Store, ann: int, puzzle: PuzzleRow
) -> None:
    game = await games.start(database, Place(ann), puzzle.id, ann, 5)
    for played, now, kept in ((20, 25, 20), (10, 15, 20), (30, 35, 30)):
        await games.set_played(database, game.id, played, now)
        assert (await reread(database, game)).played == kept


async def test_a_game_ends_once_and_takes_nothing_afterwards(
    database: Store, ann: int, puzzle: PuzzleRow
) -> None:
    game = await games.start(database, Place(ann), puzzle.id, ann, 5)
    await turns.append(database, game.id, Stand(), turn(ann), 6)
    assert await games.finish(database, game.id, GameState.SOLVED, 9)
    assert not await games.finish(database, game.id, GameState.GIVEN_UP, 10)
    ended = await reread(database, game)
    assert (ended.state, ended.finished_at) == (GameState.SOLVED, 9)
    assert not await turns.append(database, game.id, Stand(1, 1), turn(ann), 11)
    assert not await turns.set_done(database, game.id, 1, 0)
    assert await reread(database, game) == ended
    assert await games.current(database, Place(ann)) == ended
    assert await games.open_games(database, Place(ann)) == ()


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


async def test_a_game_is_seen_with_its_message_in_each_place(
    database: Store, ann: int, group: int, puzzle: PuzzleRow
) -> None:
    here, there = Place(group), Place(group, 3)
    game = await games.start(database, here, puzzle.id, ann, 5)
    for message_id, version, is_picture in ((40, 1, False), (41, 2, True)):
        mark = await views.mark(database, game.id, here, Staleness.REDRAW, 6)
        assert mark.version == version
        await views.shown(database, game.id, here, message_id, version, is_picture=is_picture)
        seen = await games.get(database, game.id, here)
        assert seen is not None
        assert (seen.message_id, seen.view_version, seen.is_picture) == (
            message_id,
            version,
            is_picture,
        )
    elsewhere = await games.get(database, game.id, there)
    assert elsewhere is not None
    assert (elsewhere.message_id, elsewhere.view_version, elsewhere.is_picture) == (None, 0, False)


async def test_a_game_is_seen_with_the_hint_that_the_place_shows(
    database: Store, ann: int, group: int, puzzle: PuzzleRow
) -> None:
    here = Place(group)
    game = await games.start(database, here, puzzle.id, ann, 5)
    for hint in (ShownHint("a", 1), ShownHint("a", 3, 2), None):
        await views.show_hint(
            database, game.id, here, hint, kind=Staleness.REDRAW, now=6, asked_by=ann
        )
        seen = await games.get(database, game.id, here)
        assert seen is not None
        assert seen.hint == hint
    await views.show_hint(
        database, game.id, here, ShownHint("b", 2), kind=Staleness.REDRAW, now=6, asked_by=ann
    )
    await database.all("update views set hint_passage = null")
    earlier = await games.get(database, game.id, here)
    assert earlier is not None
    assert earlier.hint == ShownHint("b", 2, 0)


async def test_a_group_looks_as_its_first_player_likes_and_nobody_elses_chat_does(
    database: Store, ann: int, group: int, puzzle: PuzzleRow
) -> None:
    await games.start(database, Place(group), puzzle.id, None, 5)
    await games.start(database, Place(ann), puzzle.id, ann, 5)
    assert [await groups.get(database, chat) for chat in (group, ann)] == [None, None]
    await games.start(database, Place(group), puzzle.id, ann, 6)
    assert await groups.get(database, group) is not None


async def test_the_buttons_of_a_group_show_one_box_to_all(
    database: Store, ann: int, bob: int, group: int, puzzle: PuzzleRow
) -> None:
    here = Place(group)
    game = await games.start(database, here, puzzle.id, ann, 5)
    await views.mark(database, game.id, here, Staleness.SEND, 6)
    await views.turn(database, game.id, here, 2)
    await games.select(database, game.id, ann, Selection(box=3, cell=7))
    for person, selected in ((ann, Selection(box=2, cell=7)), (bob, Selection(box=2))):
        seen = await games.get(database, game.id, here, person)
        assert seen is not None
        assert seen.selection == selected
