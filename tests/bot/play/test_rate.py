from dataclasses import replace

import pytest

from bot.ledger.owner import NOBODY
from bot.play.errors import UserError
from bot.play.finish import ending_of
from bot.play.questions import MOST_SLICES
from bot.play.rate import (
    MOST_PAUSED,
    OnTheWay,
    brought,
    improve,
    may_improve,
    opened,
    rate,
    step_of,
)
from bot.play.solve import solve
from bot.play.turns import make_turn
from bot.play.visit import Visit
from bot.pool.engine_pool import EnginePool
from bot.store import hints, puzzles
from bot.store.puzzles import Origin, PuzzleRow
from bot.store.results import Standing
from engine import parse
from engine.difficulty import Difficulty
from engine.techniques import State, cost
from tests.bot.play.people import BLANKS, GIVENS, MING, SOLUTION, People, turn
from tests.bot.slow import WeakEngine, renamed
from tests.ways import WITH_NETS, beyond_singles


async def test_a_puzzle_is_rated_with_all_steps_to_its_solution(visit: Visit) -> None:
    rated = await rate(visit, GIVENS)
    assert rated.report.difficulty is Difficulty.EASY
    state = State.start(GIVENS)
    for step in rated.steps:
        state = step.after(state)
    assert state.grid == SOLUTION


async def test_only_a_puzzle_with_one_solution_is_rated(visit: Visit) -> None:
    with pytest.raises(UserError, match=r"rate\.several"):
        await rate(visit, parse("1..............."))
    with pytest.raises(UserError, match=r"solve\.none"):
        await rate(visit, parse("1...1234........"))


async def test_only_a_puzzle_whose_solution_somebody_asked_for_is_explained(
    visit: Visit, in_club: Visit, ming: Visit
) -> None:
    own = (await solve(visit, GIVENS)).stored
    assert own is not None
    assert await brought(visit, own.id) == own
    made = SOLUTION.with_values({0: 0})
    other = await puzzles.add(visit.database, made, SOLUTION, Origin.IMPORT)
    for puzzle_id in (other.id, other.id + 1):
        with pytest.raises(UserError, match=r"steps\.gone"):
            await brought(visit, puzzle_id)
    with pytest.raises(UserError, match=r"steps\.gone"):
        await brought(ming, own.id)
    assert await brought(in_club, own.id) == own


async def test_every_step_is_told_from_the_state_that_the_others_led_to(visit: Visit) -> None:
    puzzle = (await solve(visit, GIVENS)).stored
    assert puzzle is not None
    way = (await rate(visit, GIVENS)).steps
    state = State.start(GIVENS)
    for number, step in enumerate(way, 1):
        here = await step_of(visit, puzzle, number)
        assert (here.number, here.count, here.step) == (number, len(way), step)
        assert here.state == state
        assert here.harder is None
        state = step.after(state)
    ends = [(await step_of(visit, puzzle, number)).number for number in (0, 10**9)]
    assert ends == [1, len(way)]


async def test_a_way_that_is_known_with_its_first_step_is_told_once(visit: Visit) -> None:
    puzzle = (await solve(visit, GIVENS)).stored
    assert puzzle is not None
    assert [here async for here in opened(visit, puzzle)] == [await step_of(visit, puzzle, 1)]


async def read(visit: Visit, puzzle: PuzzleRow, *, is_better: bool) -> list[OnTheWay]:
    """All steps of the way that somebody reads, who has read the other one until its end or not."""
    count = (await step_of(visit, puzzle, 10**9, is_better=is_better)).number
    return [
        await step_of(visit, puzzle, number, is_better=is_better) for number in range(1, count + 1)
    ]


async def began_weak(visit: Visit, engine: WeakEngine, line: str) -> tuple[Visit, PuzzleRow]:
    """The steps of a puzzle are opened where the engine has no time for the best way."""
    slow = replace(visit, services=replace(visit.services, engine=engine))
    puzzle = (await solve(slow, parse(line))).stored
    assert puzzle is not None
    shown = [here async for here in opened(slow, puzzle)]
    assert [here.count is None for here in shown] == [True, False]
    assert may_improve(puzzle.grid)
    return slow, puzzle


@pytest.mark.long
async def test_a_better_way_that_is_found_while_people_read_is_followed_from_where_it_forks(
    engine: EnginePool, visit: Visit
) -> None:
    weak = WeakEngine(engine)
    slow, puzzle = await began_weak(visit, weak, WITH_NETS)
    before = await read(slow, puzzle, is_better=False)
    assert not any(here.news for here in before)
    await improve(slow, puzzle.grid)
    assert not may_improve(puzzle.grid)
    assert {*weak.askers} == {(NOBODY.account, visit.user.id)}
    better = await read(slow, puzzle, is_better=True)
    assert not any(here.news for here in better)
    costs = [
        sum(map(cost, beyond_singles([here.step for here in way]))) for way in (before, better)
    ]
    assert costs[0] > costs[1]
    assert better[-1].step.after(better[-1].state).is_solved
    after = await read(slow, puzzle, is_better=False)
    forks_at = after[0].forks_at
    assert forks_at is not None
    for old, here, new in zip(before, after, better, strict=False):
        if here.number <= forks_at:
            assert here == replace(new, forks_at=forks_at)
            assert (here.is_better, here.news) == (True, "steps.better")
        else:
            assert here == replace(old, forks_at=forks_at)
            assert (here.is_better, here.news) == (False, "steps.forks")
    assert after[forks_at - 1].step != before[forks_at - 1].step


@pytest.mark.long
async def test_a_search_for_a_better_way_ends_when_the_engine_is_busy_or_it_has_had_enough(
    engine: EnginePool, visit: Visit
) -> None:
    busy = WeakEngine(engine, most=0)
    slow, puzzle = await began_weak(visit, busy, renamed(WITH_NETS, "912345678"))
    await improve(slow, puzzle.grid)
    assert not (await step_of(slow, puzzle, 1)).is_better
    assert not may_improve(puzzle.grid)
    endless = WeakEngine(engine)
    slow, puzzle = await began_weak(visit, endless, renamed(WITH_NETS, "891234567"))
    endless.finders = 0
    await improve(slow, puzzle.grid)
    assert len(endless.askers) == MOST_SLICES
    assert not (await step_of(slow, puzzle, 1)).is_better


@pytest.mark.long
async def test_only_the_last_few_searches_for_a_better_way_are_kept(
    engine: EnginePool, visit: Visit
) -> None:
    weak, paused = WeakEngine(engine), list[PuzzleRow]()
    for first in range(MOST_PAUSED + 1):
        digits = "987654321"[first:] + "987654321"[:first]
        paused.append((await began_weak(visit, weak, renamed(WITH_NETS, digits)))[1])
    assert [may_improve(one.grid) for one in paused] == [False] + [True] * MOST_PAUSED


async def test_who_sees_the_steps_in_a_group_has_seen_the_solution(
    people: People, in_club: Visit, ming: Visit
) -> None:
    shown = (await solve(in_club, GIVENS)).stored
    assert shown is not None
    await step_of(ming, await brought(ming, shown.id), 1)
    alone = await people.visit(MING)
    ended = await make_turn(alone, await people.begins(alone), turn(MING, *BLANKS))
    ending = await ending_of(alone, ended)
    assert ending is not None
    assert ending.result.standing is Standing.SEEN


async def test_to_rate_the_puzzle_of_a_game_with_more_digits_is_a_check(
    people: People, visit: Visit
) -> None:
    stored = await people.begins(visit)
    await rate(visit, GIVENS)
    assert sum((await hints.by_person(visit.database, stored.id)).values()) == 0
    await rate(visit, GIVENS.with_values({BLANKS[0]: SOLUTION[BLANKS[0]]}))
    assert sum((await hints.by_person(visit.database, stored.id)).values()) == 1
