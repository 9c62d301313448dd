from bot.play.check import Check, asked, asked_beside, check
from bot.play.turns import make_turn
from bot.play.visit import Visit
from bot.store import hints
from tests.bot.play.people import ALICE, BLANKS, GIVENS, SOLUTION, People, turn


async def test_right_and_wrong_digits_are_counted(people: People, visit: Visit) -> None:
    stored = await people.begins(visit)
    assert check(stored.game) == Check((), 0)
    stored = await make_turn(visit, stored, turn(ALICE, *BLANKS[:2]))
    stored = await make_turn(visit, stored, turn(ALICE, BLANKS[2], wrong=True))
    assert check(stored.game) == Check((BLANKS[2],), 3)


async def test_a_check_counts_as_help_once_for_each_board(people: People, visit: Visit) -> None:
    stored = await people.begins(visit)
    assert await asked(visit, stored) == Check((), 0)
    assert sum((await hints.by_person(visit.database, stored.id)).values()) == 0
    for number, cell in enumerate(BLANKS[:3], start=1):
        stored = await make_turn(visit, stored, turn(ALICE, cell))
        for _ in range(2):
            assert await asked(visit, stored) == Check((), number)
        assert sum((await hints.by_person(visit.database, stored.id)).values()) == number


async def test_to_ask_about_the_puzzle_with_more_digits_is_a_check(
    people: People, visit: Visit
) -> None:
    stored = await people.begins(visit)
    for puzzle in (GIVENS, SOLUTION.with_values({0: 0}), GIVENS.with_values({3: 0})):
        await asked_beside(visit, puzzle)
    assert sum((await hints.by_person(visit.database, stored.id)).values()) == 1
