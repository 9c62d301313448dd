import pytest

from bot.game.fair_play import solution_key
from bot.game.link import grid_payload, read_payload, stored_payload
from bot.play import shelf
from bot.play.errors import UserError
from bot.play.solve import appraise, solve, solve_behind
from bot.play.visit import Visit
from bot.store import puzzles, solutions
from bot.store.puzzles import Origin
from bot.store.solutions import Way
from engine import Geometry, Grid, Symmetry, parse
from engine import solve as solved
from engine.difficulty import Difficulty
from engine.make.puzzle import generate
from tests.bot.play.people import ALICE, CLUB, GIVENS, SOLUTION

SEVERAL = parse("1...............")
NONE = parse("1...1234........")


async def has_seen(visit: Visit, viewer: int, givens: Grid, solution: Grid) -> bool:
    key = solution_key(givens, solution)
    return await solutions.shown(visit.database, {viewer}, key) is Way.ASKED


async def test_a_puzzle_is_appraised_without_its_solution_being_seen(visit: Visit) -> None:
    found = await appraise(visit, GIVENS)
    assert found.appraisal.difficulty is Difficulty.EASY
    assert found.payload == grid_payload(GIVENS)
    assert not await has_seen(visit, ALICE, GIVENS, SOLUTION)
    assert await shelf.count(visit) == 0


async def test_what_is_no_puzzle_has_no_payload(visit: Visit) -> None:
    assert (await appraise(visit, SEVERAL)).payload is None
    assert (await appraise(visit, NONE)).payload is None


async def test_a_puzzle_too_large_for_a_payload_goes_to_the_shelf(visit: Visit) -> None:
    large = generate(Geometry.of_size(16), Symmetry.CENTRAL, "1").grid
    assert grid_payload(large) is None
    found = await appraise(visit, large)
    (kept,) = (await shelf.page(visit, 0)).kept
    assert kept.puzzle.grid == large
    assert found.payload == stored_payload(visit.services.secret, kept.puzzle.id)


async def test_who_asks_for_a_solution_and_their_chat_have_seen_it(in_club: Visit) -> None:
    found = await solve(in_club, GIVENS)
    assert found.decision.solutions == (SOLUTION,)
    assert found.stored is not None
    assert (found.stored.grid, found.stored.origin) == (GIVENS, Origin.IMPORT)
    for viewer in (ALICE, CLUB):
        assert await has_seen(in_club, viewer, GIVENS, SOLUTION)


async def test_of_several_solutions_two_are_shown_and_nothing_is_stored(visit: Visit) -> None:
    found = await solve(visit, SEVERAL)
    assert found.stored is None
    first, second = found.decision.solutions
    for solution in (first, second):
        assert await has_seen(visit, ALICE, SEVERAL, solution)


async def test_without_a_solution_or_a_blank_there_is_nothing_to_store(visit: Visit) -> None:
    assert (await solve(visit, NONE)).decision.solutions == ()
    full = await solve(visit, SOLUTION)
    assert (full.decision.solutions, full.stored) == ((solved(SOLUTION),), None)


async def test_the_solution_behind_a_payload_is_seen(visit: Visit) -> None:
    kept = await puzzles.add(visit.database, GIVENS, SOLUTION, Origin.NEW)
    target = read_payload(stored_payload(visit.services.secret, kept.id))
    assert target is not None
    assert await solve_behind(visit, target) == kept
    assert await has_seen(visit, ALICE, GIVENS, SOLUTION)
    forged = read_payload(stored_payload(b"another secret", kept.id))
    assert forged is not None
    with pytest.raises(UserError, match=r"opened\.gone"):
        await solve_behind(visit, forged)
