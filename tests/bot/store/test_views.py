import pytest
import pytest_asyncio

from bot.game.place import Place
from bot.store import belongings, chats, games, views
from bot.store.games import StoredGame
from bot.store.puzzles import PuzzleRow
from bot.store.seam.source import Source, Store
from bot.store.views import ShownHint, Staleness, StaleView, View
from tests.bot.store.conftest import ANN, BOB, GROUP

HERE, TOPIC, THERE = Place(GROUP), Place(GROUP, 7), Place(ANN)
SUPERGROUP = -1_002_999_999_999
SEND, REDRAW, COURTESY = Staleness.SEND, Staleness.REDRAW, Staleness.COURTESY


@pytest_asyncio.fixture
async def game(database: Store, puzzle: PuzzleRow) -> StoredGame:
    return await games.start(database, Place(GROUP), puzzle.id, ANN, 5)


async def mark(source: Source, game_id: int, place: Place, kind: Staleness, now: int) -> int:
    """Marks a view; gives its version."""
    return (await views.mark(source, game_id, place, kind, now)).version


async def show(database: Store, game: StoredGame, place: Place, message_id: int) -> None:
    version = await mark(database, game.id, place, SEND, 5)
    assert await views.shown(database, game.id, place, message_id, version)


async def kinds(database: Store) -> dict[Place, Staleness]:
    return {view.place: view.kind for view in await views.stale(database, 10)}


async def test_a_view_is_owed_a_message_until_one_shows_it(
    database: Store, game: StoredGame
) -> None:
    assert await views.get(database, game.id, HERE) is None
    version = await mark(database, game.id, HERE, SEND, 100)
    assert await views.get(database, game.id, HERE) == View(None, SEND, version)
    assert await views.stale(database, 10) == (StaleView(game.id, HERE, SEND, version, None, 100),)
    assert await views.shown(database, game.id, HERE, 40, version)
    assert await views.get(database, game.id, HERE) == View(40, None, version)
    assert await views.stale(database, 10) == ()


@pytest.mark.parametrize(
    ("marks", "owed"),
    [
        ([COURTESY], COURTESY),
        ([COURTESY, REDRAW], REDRAW),
        ([REDRAW, COURTESY], REDRAW),
        ([COURTESY, SEND, COURTESY], SEND),
    ],
)
async def test_a_courtesy_is_owed_less_than_anything_else(
    database: Store, game: StoredGame, marks: list[Staleness], owed: Staleness
) -> None:
    for place, message_id in ((HERE, 40), (THERE, 41)):
        assert await views.shown(database, game.id, place, message_id, 0)
    for kind in marks:
        version = await mark(database, game.id, HERE, kind, 100)
    assert (await kinds(database))[HERE] is owed
    assert (THERE in await kinds(database)) == (set(marks) != {COURTESY})
    assert (await views.stale_at(database, HERE, 40) is None) == (owed is COURTESY)
    assert await views.shown(database, game.id, HERE, 40, version)
    assert HERE not in await kinds(database)


async def test_courtesies_come_last_however_old_they_are(database: Store, game: StoredGame) -> None:
    await show(database, game, HERE, 40)
    await mark(database, game.id, HERE, COURTESY, 100)
    other = await games.start(database, Place(GROUP), game.puzzle.id, ANN, 5)
    await mark(database, other.id, TOPIC, REDRAW, 200)
    assert [view.game_id for view in await views.stale(database, 10)] == [other.id, game.id]
    assert [view.game_id for view in await views.stale(database, 1)] == [other.id]


async def test_a_mark_that_came_while_the_board_was_drawn_stays(
    database: Store, game: StoredGame
) -> None:
    drawn = await mark(database, game.id, HERE, SEND, 100)
    later = await mark(database, game.id, HERE, SEND, 101)
    assert later > drawn
    assert not await views.shown(database, game.id, HERE, 40, drawn)
    assert await views.stale(database, 10) == (StaleView(game.id, HERE, SEND, later, 40, 100),)
    assert await views.shown(database, game.id, HERE, 41, later)
    assert await views.stale(database, 10) == ()


async def test_versions_are_never_used_again(database: Store, game: StoredGame) -> None:
    await show(database, game, HERE, 40)
    old = await mark(database, game.id, HERE, REDRAW, 100)
    assert await views.shown(database, game.id, HERE, 40, old)
    new = await mark(database, game.id, HERE, REDRAW, 101)
    assert not await views.shown(database, game.id, HERE, 40, old)
    assert await views.get(database, game.id, HERE) == View(40, REDRAW, new)


@pytest.mark.parametrize(
    ("first", "second", "owed"),
    [
        (SEND, REDRAW, SEND),
        (REDRAW, SEND, SEND),
        (REDRAW, REDRAW, REDRAW),
        (SEND, SEND, SEND),
    ],
)
async def test_a_new_message_that_is_owed_stays_owed(
    *, database: Store, game: StoredGame, first: Staleness, second: Staleness, owed: Staleness
) -> None:
    await show(database, game, HERE, 40)
    await mark(database, game.id, HERE, first, 100)
    await mark(database, game.id, HERE, second, 101)
    assert await kinds(database) == {HERE: owed}


async def test_a_view_without_a_message_cannot_be_redrawn(
    database: Store, game: StoredGame
) -> None:
    await mark(database, game.id, HERE, REDRAW, 100)
    assert await kinds(database) == {HERE: SEND}


async def test_every_other_message_of_the_game_is_to_be_redrawn(
    database: Store, game: StoredGame, puzzle: PuzzleRow
) -> None:
    other = await games.start(database, Place(ANN), puzzle.id, ANN, 6)
    for place, message_id in ((HERE, 40), (THERE, 50)):
        await show(database, game, place, message_id)
    await show(database, other, THERE, 51)
    await mark(database, game.id, TOPIC, SEND, 100)
    assert await kinds(database) == {HERE: REDRAW, THERE: REDRAW, TOPIC: SEND}
    assert {view.game_id for view in await views.stale(database, 10)} == {game.id}


async def test_a_place_that_shows_nothing_yet_is_not_asked_to_by_another(
    database: Store, game: StoredGame
) -> None:
    owed = await mark(database, game.id, TOPIC, SEND, 100)
    await mark(database, game.id, HERE, SEND, 101)
    assert await views.get(database, game.id, TOPIC) == View(None, SEND, owed)


async def test_another_place_is_marked_for_the_sender_there_too(
    database: Store, game: StoredGame
) -> None:
    await show(database, game, HERE, 40)
    drawn = await mark(database, game.id, HERE, REDRAW, 100)
    await mark(database, game.id, THERE, SEND, 101)
    assert not await views.shown(database, game.id, HERE, 40, drawn)
    assert await kinds(database) == {HERE: REDRAW, THERE: SEND}


async def test_who_waits_longest_comes_first(
    database: Store, game: StoredGame, puzzle: PuzzleRow
) -> None:
    """A view that changes all the time waits from its first mark on, not from its last."""
    other = await games.start(database, Place(GROUP), puzzle.id, ANN, 6)
    await mark(database, game.id, HERE, SEND, 100)
    await mark(database, other.id, HERE, SEND, 101)
    await mark(database, game.id, HERE, SEND, 102)
    assert [view.game_id for view in await views.stale(database, 10)] == [game.id, other.id]
    assert [view.game_id for view in await views.stale(database, 1)] == [game.id]
    await show(database, game, HERE, 40)
    await mark(database, game.id, HERE, REDRAW, 103)
    assert [view.game_id for view in await views.stale(database, 10)] == [other.id, game.id]


async def test_a_mark_goes_with_a_change_that_is_rolled_back(
    database: Store, game: StoredGame
) -> None:
    async def fails() -> None:
        async with database.transaction() as transaction:
            await mark(transaction, game.id, HERE, SEND, 100)
            raise KeyError

    with pytest.raises(KeyError):
        await fails()
    assert await views.stale(database, 10) == ()


async def test_a_view_that_telegram_refuses_is_let_be(database: Store, game: StoredGame) -> None:
    await show(database, game, HERE, 40)
    version = await mark(database, game.id, HERE, SEND, 100)
    assert await views.shown(database, game.id, HERE, None, version)
    assert await views.stale(database, 10) == ()
    found = await views.get(database, game.id, HERE)
    assert found is not None
    assert found.message_id is None


async def test_a_place_that_never_showed_the_game_is_known_from_then_on(
    database: Store, game: StoredGame
) -> None:
    assert await views.get(database, game.id, THERE) is None
    assert await views.shown(database, game.id, THERE, 7, 0, is_picture=True)
    found = await views.get(database, game.id, THERE)
    assert found == views.View(7, None, 0, is_picture=True)


async def test_a_supergroup_goes_on_without_the_messages(
    database: Store, game: StoredGame, puzzle: PuzzleRow
) -> None:
    redrawn = await games.start(database, Place(GROUP), puzzle.id, ANN, 6)
    for one in (game, redrawn):
        await show(database, one, HERE, 40)
    await mark(database, game.id, HERE, SEND, 100)
    await mark(database, redrawn.id, HERE, REDRAW, 100)
    for _ in range(2):
        await chats.move(database, GROUP, SUPERGROUP)
        assert await kinds(database) == {Place(SUPERGROUP): SEND}
        for one in (game, redrawn):
            assert await views.get(database, one.id, HERE) is None
            moved = await views.get(database, one.id, Place(SUPERGROUP))
            assert moved is not None
            assert moved.message_id is None


async def test_a_game_that_stays_behind_is_shown_nowhere(
    database: Store, puzzle: PuzzleRow
) -> None:
    label = "2026-11-21"
    await database.all("insert into dailies (label, puzzle_id) values ($1, $2)", label, puzzle.id)
    left = await games.start(database, Place(GROUP), puzzle.id, ANN, 5, daily_label=label)
    await games.start(database, Place(SUPERGROUP), puzzle.id, ANN, 5, daily_label=label)
    await mark(database, left.id, HERE, SEND, 100)
    await chats.move(database, GROUP, SUPERGROUP)
    assert await views.stale(database, 10) == ()


async def test_what_a_deleted_person_was_shown_is_forgotten(
    database: Store, game: StoredGame
) -> None:
    for place in (HERE, THERE, Place(BOB)):
        await show(database, game, place, 40)
    await belongings.delete_user(database, ANN, 9)
    assert await views.get(database, game.id, THERE) is None
    assert await views.get(database, game.id, HERE) is not None
    assert await views.get(database, game.id, Place(BOB)) is not None


async def test_a_message_that_was_overtaken_does_not_become_the_live_one(
    database: Store, game: StoredGame
) -> None:
    """Like a daily that waits behind the players while a move is typed and its board is shown."""
    daily = await mark(database, game.id, HERE, SEND, 99)
    moved = await mark(database, game.id, HERE, SEND, 100)
    assert await views.shown(database, game.id, HERE, 42, moved)
    assert await views.shown(database, game.id, HERE, 41, daily)
    assert await views.get(database, game.id, HERE) == View(42, None, moved)


async def test_which_game_a_message_should_show(database: Store, game: StoredGame) -> None:
    await show(database, game, HERE, 40)
    assert await views.stale_at(database, HERE, 40) is None
    await mark(database, game.id, HERE, REDRAW, 100)
    assert await views.stale_at(database, HERE, 40) == game.id
    assert await views.stale_at(database, HERE, 41) is None
    assert await views.stale_at(database, TOPIC, 40) is None


async def show_hint(
    database: Store, game: StoredGame, hint: ShownHint | None, place: Place = HERE
) -> int:
    return await views.show_hint(database, game.id, place, hint, kind=REDRAW, now=100, asked_by=ANN)


async def hint_in(database: Store, game: StoredGame, place: Place) -> ShownHint | None:
    stored = await games.get(database, game.id, place)
    return stored.hint if stored else None


async def test_a_hint_is_shown_in_one_place_until_it_is_put_away(
    database: Store, game: StoredGame
) -> None:
    await show(database, game, HERE, 40)
    await show(database, game, THERE, 41)
    await views.shown(database, game.id, HERE, 40, (await view(database, game, HERE)).version)
    hint = ShownHint("a digest", 2, 3)
    version = await show_hint(database, game, hint)
    assert await kinds(database) == {HERE: REDRAW}
    assert await views.shown(database, game.id, HERE, 40, version)
    assert await hint_in(database, game, HERE) == hint
    assert await hint_in(database, game, THERE) is None
    await show_hint(database, game, None)
    assert await kinds(database) == {HERE: REDRAW}
    assert await hint_in(database, game, HERE) is None


async def view(database: Store, game: StoredGame, place: Place) -> View:
    found = await views.get(database, game.id, place)
    assert found is not None
    return found


async def test_a_hint_may_come_before_any_message_and_leaves_an_owed_one_owed(
    database: Store, game: StoredGame
) -> None:
    await show_hint(database, game, ShownHint("a digest", 1))
    assert await kinds(database) == {HERE: SEND}
    await mark(database, game.id, THERE, SEND, 100)
    await views.shown(database, game.id, THERE, 41, 0)
    await show_hint(database, game, ShownHint("a digest", 1), THERE)
    assert (await kinds(database))[THERE] is SEND


async def test_a_turn_takes_hints_away_in_every_place(database: Store, game: StoredGame) -> None:
    hint = ShownHint("a digest", 2, 3)
    for place, message in ((HERE, 40), (THERE, 41)):
        await show(database, game, place, message)
    for place in (HERE, THERE):
        await show_hint(database, game, hint, place)
    await views.mark(database, game.id, HERE, REDRAW, 101, keeps_hint=True)
    assert [await hint_in(database, game, place) for place in (HERE, THERE)] == [hint, hint]
    await mark(database, game.id, HERE, SEND, 102)
    assert [await hint_in(database, game, place) for place in (HERE, THERE)] == [None, None]


async def test_a_text_that_is_to_become_a_picture_is_remembered_as_one(
    database: Store, game: StoredGame
) -> None:
    await show(database, game, HERE, 40)
    for as_picture in (True, False):
        await views.show_hint(
            database,
            game.id,
            HERE,
            ShownHint("a digest", 1),
            kind=REDRAW,
            now=100,
            asked_by=ANN,
            as_picture=as_picture,
        )
        assert (await view(database, game, HERE)).is_picture


async def test_only_the_newest_message_of_a_game_is_known_by_its_number(
    database: Store, game: StoredGame
) -> None:
    await show(database, game, HERE, 40)
    assert await views.game_at(database, HERE, 40) == game.id
    await show(database, game, HERE, 41)
    assert await views.game_at(database, HERE, 40) is None
    assert await views.game_at(database, THERE, 41) is None


async def test_a_mark_says_whether_other_places_are_to_be_redrawn(
    database: Store, game: StoredGame
) -> None:
    assert not (await views.mark(database, game.id, HERE, SEND, 100)).elsewhere
    await show(database, game, THERE, 41)
    assert (await views.mark(database, game.id, TOPIC, SEND, 100)).elsewhere
    assert not (await views.mark(database, game.id, TOPIC, COURTESY, 100)).elsewhere


async def test_a_group_turns_the_buttons_of_one_view(database: Store, game: StoredGame) -> None:
    for place in (HERE, TOPIC):
        await mark(database, game.id, place, SEND, 5)
    await views.turn(database, game.id, HERE, 2)
    seen = [await games.get(database, game.id, place) for place in (HERE, TOPIC)]
    assert [one and one.selection.box for one in seen] == [2, None]


async def test_a_board_is_a_text_and_no_hint_is_shown_in_passages_unless_it_is_said(
    database: Store, game: StoredGame
) -> None:
    await show(database, game, HERE, 40)
    await show_hint(database, game, ShownHint("a digest", 1))
    rows = await database.all("select is_picture, hint_stage, hint_passage from views")
    assert [tuple(row) for row in rows] == [(0, 1, 0)]
    assert not (await view(database, game, HERE)).is_picture


async def test_a_message_is_owed_below_a_comment_until_it_is_there(
    database: Store, game: StoredGame
) -> None:
    version = await mark(database, game.id, HERE, SEND, 100)
    await views.owe_below(database, game.id, HERE, 641)
    assert await views.get(database, game.id, HERE) == View(None, SEND, version, comment_id=641)
    later = await mark(database, game.id, HERE, SEND, 101)
    assert not await views.shown(database, game.id, HERE, 40, version)
    assert await views.get(database, game.id, HERE) == View(40, SEND, later, comment_id=641)
    assert await views.shown(database, game.id, HERE, 42, later)
    assert await views.get(database, game.id, HERE) == View(42, None, later)
