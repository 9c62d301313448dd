from bot.game.statistics import Solve
from bot.game.streak import Streak
from bot.play.finish import give_up, streak_of
from bot.play.statistics import Days, days, is_newcomer, solves
from bot.play.turns import make_turn
from bot.play.visit import Visit
from bot.store import hints, puzzles
from bot.store.puzzles import UNRATED
from engine.difficulty import Difficulty
from tests.bot.play.people import BLANKS, GIVENS, SOLUTION, People, turn


async def solved(people: People, seconds: int, blanks: int, label: str | None = None) -> int:
    """Alice solves the game of a puzzle with this many blanks; gives the number of the puzzle."""
    visit = await people.visit()
    right = {cell: SOLUTION[cell] for cell in BLANKS[blanks:]}
    stored = await people.begins(visit, GIVENS.with_values(right), label=label)
    people.clock.forward(seconds=seconds)
    cells = stored.game.givens.blanks()
    await make_turn(await people.visit(), stored, turn(visit.user.id, *cells))
    return stored.puzzle.id


async def test_solves_tell_what_is_known_of_them(people: People, visit: Visit) -> None:
    first = await solved(people, 20, 5)
    second = await solved(people, 1, 6)
    await solved(people, 30, 7)
    await puzzles.grade(visit.database, first, Difficulty.HARD)
    await puzzles.grade(visit.database, second, UNRATED)
    await hints.tell(visit.database, 1, "a state", 1, visit.user.id)
    assert await solves(visit) == [
        Solve(4, Difficulty.HARD, 20, hints=1),
        # Too quick for its time to count, and too slow to be graded.
        Solve(4, None, None),
        Solve(4, None, 30),
    ]


async def test_who_had_seen_the_solution_has_not_solved_it(people: People, visit: Visit) -> None:
    await give_up(visit, await people.begins(visit))
    await solved(people, 30, len(BLANKS))
    assert await solves(visit) == []


async def test_a_daily_that_is_solved_late_counts_for_no_streak(
    people: People, visit: Visit
) -> None:
    assert await days(visit) == Days(frozenset(), Streak(0, 0))
    await solved(people, 20, 5, "2026-11-20")
    await solved(people, 20, 6, "2026-11-10")
    found = await days(visit)
    assert found.solved == {"2026-11-20", "2026-11-10"}
    assert found.streak == await streak_of(visit) == Streak(1, 1)
    people.clock.forward(days=2)
    assert await streak_of(await people.visit()) == Streak(0, 1)


async def test_a_newcomer_has_never_played_and_is_alone_with_the_bot(
    people: People, visit: Visit, in_club: Visit
) -> None:
    assert await is_newcomer(visit)
    assert not await is_newcomer(in_club)
    stored = await people.begins(in_club)
    assert await is_newcomer(visit)
    await make_turn(in_club, stored, turn(visit.user.id, *BLANKS))
    assert not await is_newcomer(visit)


async def test_who_has_begun_a_game_is_no_newcomer(people: People, visit: Visit) -> None:
    await people.begins(visit)
    assert not await is_newcomer(visit)
