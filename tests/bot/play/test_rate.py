import pytest

from bot.play.errors import UserError
from bot.play.finish import ending_of
from bot.play.rate import brought, opened, rate, step_of
from bot.play.solve import solve
from bot.play.turns import make_turn
from bot.play.visit import Visit
from bot.store import hints, puzzles
from bot.store.puzzles import Origin
from bot.store.results import Standing
from engine import parse
from engine.difficulty import Difficulty
from engine.techniques import State
from tests.bot.play.people import BLANKS, GIVENS, MING, SOLUTION, People, turn


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
