import pytest

from bot.play.errors import UserError
from bot.play.rate import brought, rate
from bot.play.visit import Visit
from bot.store import puzzles
from bot.store.puzzles import Origin
from engine import parse
from engine.difficulty import Difficulty
from engine.techniques import State
from tests.bot.play.people import GIVENS, SOLUTION


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


async def test_only_a_puzzle_that_somebody_brought_is_explained(visit: Visit) -> None:
    own = await puzzles.add(visit.database, GIVENS, SOLUTION, Origin.IMPORT)
    made = SOLUTION.with_values({0: 0})
    other = await puzzles.add(visit.database, made, SOLUTION, Origin.DAILY)
    assert await brought(visit, own.id) == own
    for puzzle_id in (other.id, other.id + 1):
        with pytest.raises(UserError, match=r"steps\.gone"):
            await brought(visit, puzzle_id)
