from bot.game.place import Place
from bot.game.player import Player
from bot.store import belongings, games, players, users, views
from bot.store.games import GameState
from bot.store.players import NAMES_AT_ONCE
from bot.store.puzzles import PuzzleRow
from bot.store.seam.source import Store
from bot.store.views import Staleness, View
from tests.bot.store.rows import seat_many


async def a_game(database: Store, group: int, puzzle: PuzzleRow, began: int = 10) -> int:
    return (await games.start(database, Place(group), puzzle.id, None, began)).id


async def test_people_sit_in_the_order_of_their_coming_and_stay_there(
    *, database: Store, ann: int, bob: int, group: int, puzzle: PuzzleRow
) -> None:
    game, other = [await a_game(database, group, puzzle) for _ in range(2)]
    for person, name in ((bob, "Bob"), (ann, "Ann"), (bob, "Rob"), (ann, None)):
        await players.sit(database, game, person, name)
    await players.sit(database, other, ann, "Ann")
    assert await players.of_game(database, game) == (Player(bob, 0, "Rob"), Player(ann, 1, None))
    assert await players.of_game(database, other) == (Player(ann, 0, "Ann"),)


async def test_a_name_that_is_not_known_now_leaves_a_seat_the_one_that_it_has(
    *, database: Store, ann: int, bob: int, group: int, puzzle: PuzzleRow
) -> None:
    game = await a_game(database, group, puzzle)
    await players.sit(database, game, ann, "Ann")
    for person in (ann, bob):
        await players.sit(database, game, person, None, is_known=False)
    assert await players.of_game(database, game) == (Player(ann, 0, "Ann"), Player(bob, 1, None))


async def test_the_seats_of_the_others_stay_when_somebody_is_deleted(
    *, database: Store, ann: int, bob: int, group: int, puzzle: PuzzleRow
) -> None:
    game = await a_game(database, group, puzzle)
    await users.see(database, 3, 0)
    for person in (ann, bob):
        await players.sit(database, game, person, "x")
    await belongings.delete_user(database, ann, 9)
    await players.sit(database, game, 3, "Cid")
    assert await players.of_game(database, game) == (Player(bob, 1, "x"), Player(3, 2, "Cid"))


async def test_names_go_when_a_game_is_over_or_quiet_for_long(
    *, database: Store, ann: int, group: int, puzzle: PuzzleRow
) -> None:
    over, quiet, played = [await a_game(database, group, puzzle) for _ in range(3)]
    for game in (over, quiet, played):
        await players.sit(database, game, ann, "Ann")
    await games.finish(database, over, GameState.SOLVED, 100)
    await games.set_played(database, played, 5, 100)

    async def named() -> list[int]:
        rows = await database.all("select game_id from players where name is not null")
        return [game for (game,) in rows]

    await players.forget_names(database, over=100, quiet=10)
    assert await named() == [over, quiet, played]
    await players.forget_names(database, over=101, quiet=11)
    assert await named() == [played]
    await players.forget_names(database, over=0, quiet=101)
    assert await named() == []
    assert await players.of_game(database, over) == (Player(ann, 0, None),)


async def test_of_many_names_one_part_is_looked_at_after_the_other(
    *, database: Store, ann: int, group: int, puzzle: PuzzleRow
) -> None:
    crowded, over = [await a_game(database, group, puzzle) for _ in range(2)]
    await seat_many(database, crowded, NAMES_AT_ONCE)
    for game in (crowded, over):
        await players.sit(database, game, ann, "Ann")
    await games.finish(database, over, GameState.SOLVED, 100)
    after = await players.forget_names(database, over=101, quiet=0)
    assert [player.name for player in await players.of_game(database, over)] == ["Ann"]
    assert await players.forget_names(database, over=101, quiet=0, after=after) == 0
    assert [player.name for player in await players.of_game(database, over)] == [None]


async def test_boards_that_show_the_name_of_a_person_are_to_be_redrawn(
    *, database: Store, ann: int, bob: int, group: int, puzzle: PuzzleRow
) -> None:
    named, unnamed, others, unshown = [await a_game(database, group, puzzle) for _ in range(4)]
    for game, person, name in (
        *((named, ann, "Ann"), (named, bob, "Bob")),
        *((unnamed, ann, None), (others, bob, "Bob"), (unshown, ann, "Ann")),
    ):
        await players.sit(database, game, person, name)
    for game in (named, unnamed, others):
        assert await views.shown(database, game, Place(group), 40 + game, 3)
    await players.mark_boards(database, ann, 9)
    (stale,) = await views.stale(database, 9)
    assert (stale.game_id, stale.kind, stale.version) == (named, Staleness.REDRAW, 4)
    assert await views.get(database, others, Place(group)) == View(40 + others, None, 3)
