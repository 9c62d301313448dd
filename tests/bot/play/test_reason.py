from bot.game.entry.asked import Asked, Question
from bot.play.begin import begin
from bot.play.reason import Finding, Reason, reason
from bot.play.visit import Visit
from bot.store import hints, puzzles
from bot.store.games import StoredGame
from bot.store.puzzles import Origin
from tests.bot.play.people import BLANKS, GIVENS, SOLUTION

FIRST = BLANKS[0]


async def game(visit: Visit) -> StoredGame:
    kept = await puzzles.add(visit.database, GIVENS, SOLUTION, Origin.NEW)
    return await begin(visit, kept.id)


async def asks(visit: Visit, question: Question, cell: int, digit: int | None = None) -> Reason:
    return await reason(visit, await game(visit), Asked(question, cell, digit))


async def test_a_right_digit_has_the_step_that_places_it(visit: Visit) -> None:
    found = await asks(visit, Question.WHY, FIRST, SOLUTION[FIRST])
    assert found.finding is Finding.PLACED
    assert found.step is not None
    assert [(each.cell, each.value) for each in found.step.placements] == [(FIRST, SOLUTION[FIRST])]


async def test_a_digit_that_is_seen_is_blocked_by_its_holder(visit: Visit) -> None:
    digit, holder = next(
        (GIVENS[peer], peer) for peer in GIVENS.geometry.peers[FIRST] if GIVENS[peer]
    )
    found = await asks(visit, Question.WHY_NOT, FIRST, digit)
    assert (found.finding, found.holder) == (Finding.BLOCKED, holder)


async def test_a_given_needs_no_reason(visit: Visit) -> None:
    given = next(cell for cell, value in enumerate(GIVENS.values) if value)
    assert (await asks(visit, Question.WHY, given)).finding is Finding.GIVEN


async def test_the_candidates_of_a_cell_hold_its_digit(visit: Visit) -> None:
    found = await asks(visit, Question.WHICH, FIRST)
    assert found.finding is Finding.POSSIBLE
    assert SOLUTION[FIRST] in found.candidates


async def test_being_told_whether_a_digit_is_right_counts_as_a_check(visit: Visit) -> None:
    stored = await game(visit)
    await reason(visit, stored, Asked(Question.WHICH, FIRST, None))
    assert sum((await hints.by_person(visit.database, stored.id)).values()) == 0
    await reason(visit, stored, Asked(Question.WHY, FIRST, SOLUTION[FIRST]))
    assert sum((await hints.by_person(visit.database, stored.id)).values()) == 1
