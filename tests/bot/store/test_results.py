from bot.game.place import Place
from bot.store import dailies, games, hints, puzzles, results, users
from bot.store.puzzles import PuzzleRow
from bot.store.results import Result, Standing
from bot.store.seam.source import Store

LABEL = "2026-11-21"
TIMED = Standing.TIMED


async def solved(
    database: Store, user: int, puzzle: PuzzleRow, seconds: int, label: str | None = None
) -> int:
    if label:
        await dailies.put(database, label, puzzle.id)
    game = await games.start(database, Place(user), puzzle.id, user, 0, daily_label=label)
    await results.add(
        database, user, game.id, seconds=seconds, mistakes=2, finished_at=seconds, in_time=True
    )
    return game.id


async def test_a_result_knows_its_puzzle(database: Store, ann: int, puzzle: PuzzleRow) -> None:
    plain = await solved(database, ann, puzzle, 60)
    daily = await solved(database, ann, puzzle, 70, LABEL)
    await puzzles.grade(database, puzzle.id, "hard")
    for state in ("a", "b", "b"):
        await hints.tell(database, plain, state, 1, ann)
    givens = str(puzzle.grid)
    assert await results.of_user(database, ann) == (
        Result(ann, daily, puzzle.id, givens, 4, "hard", LABEL, 70, 2, 0, True, 70, TIMED),  # noqa: FBT003
        Result(ann, plain, puzzle.id, givens, 4, "hard", None, 60, 2, 2, True, 60, TIMED),  # noqa: FBT003
    )


async def test_results_come_in_pages_the_earliest_first(
    database: Store, ann: int, bob: int, puzzle: PuzzleRow
) -> None:
    made = [await solved(database, ann, puzzle, seconds) for seconds in (60, 50, 50, 70)]
    await solved(database, bob, puzzle, 55)
    first, second, last = [await results.page(database, ann, at, 3) for at in (0, 3, 4)]
    assert [one.game_id for one in (*first, *second)] == [made[1], made[2], made[0], made[3]]
    assert (len(first), last) == (3, ())


async def test_one_result_for_a_person_and_game(
    database: Store, ann: int, bob: int, group: int, puzzle: PuzzleRow
) -> None:
    game = await games.start(database, Place(group), puzzle.id, ann, 0)
    kept = {
        (user, seconds): await results.add(
            database, user, game.id, seconds=seconds, mistakes=0, finished_at=9
        )
        for user, seconds in ((ann, 5), (ann, 3), (bob, 4))
    }
    assert kept == {(ann, 5): True, (ann, 3): False, (bob, 4): True}
    assert [result.seconds for result in await results.of_user(database, ann)] == [5]


async def test_the_first_result_of_a_daily_counts_wherever_it_was_played(
    database: Store, ann: int, group: int, puzzle: PuzzleRow
) -> None:
    await solved(database, ann, puzzle, 60, LABEL)
    again = await games.start(database, Place(group), puzzle.id, ann, 0, daily_label=LABEL)
    assert not await results.add(database, ann, again.id, seconds=1, mistakes=0, finished_at=99)
    assert [result.seconds for result in await results.of_user(database, ann)] == [60]


async def test_streaks_are_made_of_dailies_in_time(
    database: Store, ann: int, bob: int, puzzle: PuzzleRow
) -> None:
    await solved(database, ann, puzzle, 1)
    for label in ("2026-11-20", "2026-11-18"):
        await solved(database, ann, puzzle, 1, label)
    await dailies.put(database, "2026-11-19", puzzle.id)
    late = await games.start(database, Place(ann), puzzle.id, ann, 0, daily_label="2026-11-19")
    await results.add(database, ann, late.id, seconds=1, mistakes=0, finished_at=9, in_time=False)
    await solved(database, bob, puzzle, 1, LABEL)
    assert await results.streak_labels(database, ann) == ("2026-11-18", "2026-11-20")


async def test_what_was_seen_before_makes_no_streak_and_no_solved_day(
    database: Store, ann: int, puzzle: PuzzleRow
) -> None:
    for label, standing in (("2026-11-20", Standing.UNTIMED), (LABEL, Standing.SEEN)):
        await dailies.put(database, label, puzzle.id)
        game = await games.start(database, Place(ann), puzzle.id, ann, 0, daily_label=label)
        await results.add(
            database,
            ann,
            game.id,
            seconds=1,
            mistakes=0,
            finished_at=1,
            in_time=True,
            standing=standing,
        )
        found = await results.get(database, ann, game.id)
        assert found is not None
        assert found.standing is standing
    assert await results.streak_labels(database, ann) == ("2026-11-20",)
    assert await results.solved_labels(database, ann) == ("2026-11-20",)


async def test_the_pace_of_a_day_compares_people_not_games(
    database: Store, ann: int, bob: int, puzzle: PuzzleRow
) -> None:
    assert await results.pace(database, ann, LABEL) == (0, 0)
    await solved(database, ann, puzzle, 60, LABEL)
    assert await results.pace(database, ann, LABEL) == (0, 0)
    for person, seconds in ((bob, 61), (3, 60), (4, 5), (5, 600)):
        await users.see(database, person, 0)
        await solved(database, person, puzzle, seconds, LABEL)
    await solved(database, bob, puzzle, 999, "2026-11-20")
    assert await results.pace(database, ann, LABEL) == (2, 4)
    assert await results.pace(database, 4, LABEL) == (4, 4)


async def test_only_so_many_are_compared_and_oneself_in_any_case(
    database: Store, ann: int, bob: int, puzzle: PuzzleRow
) -> None:
    await users.see(database, 3, 0)
    await solved(database, bob, puzzle, 60, LABEL)
    game = await solved(database, 3, puzzle, 61, LABEL)
    people = "with recursive n (i) as (select 101 union all select i + 1 from n where i <= 1500)"
    await database.all(
        f"{people} insert into users (id, created_at, seen_at) select i, 0, 0 from n"  # noqa: S608
    )
    await database.all(
        f"{people} insert into results (user_id, game_id, daily_label, seconds, mistakes, in_time,"  # noqa: S608
        " finished_at, standing) select i, $1, $2, 100, 0, true, 9, 'timed' from n",
        game,
        LABEL,
    )
    await solved(database, ann, puzzle, 99, LABEL)
    for person in (ann, bob):
        slower, others = await results.pace(database, person, LABEL)
        assert results.COMPARED - 1 <= others <= results.COMPARED
        assert others - 2 <= slower <= others


async def test_help_of_any_kind_takes_a_result_out_of_the_pace_of_its_day(
    database: Store, ann: int, bob: int, puzzle: PuzzleRow
) -> None:
    await users.see(database, 3, 0)
    await solved(database, ann, puzzle, 60, LABEL)
    hinted = await solved(database, bob, puzzle, 61, LABEL)
    checked = await solved(database, 3, puzzle, 62, LABEL)
    assert await results.pace(database, ann, LABEL) == (2, 2)
    await hints.tell(database, hinted, "a", 1, bob)
    assert await results.pace(database, ann, LABEL) == (1, 1)
    await hints.add_check(database, checked, "a", 1, 3)
    assert await results.pace(database, ann, LABEL) == (0, 0)
    assert await results.pace(database, bob, LABEL) == (0, 0)


async def test_a_day_has_one_pace_for_each_level_and_one_label_for_the_streak(
    database: Store, ann: int, bob: int, puzzle: PuzzleRow
) -> None:
    await solved(database, ann, puzzle, 60, f"{LABEL}-easy")
    await solved(database, bob, puzzle, 61, f"{LABEL}-easy")
    await solved(database, bob, puzzle, 62, LABEL)
    assert await results.pace(database, ann, f"{LABEL}-easy") == (1, 1)
    assert await results.pace(database, bob, LABEL) == (0, 0)
    for labels in (results.streak_labels, results.solved_labels):
        assert await labels(database, ann) == ()
        assert await labels(database, bob) == (LABEL,)
