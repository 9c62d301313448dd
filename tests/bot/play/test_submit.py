import pytest

from bot.game.answer import Verdict
from bot.play import games
from bot.play.errors import UserError
from bot.play.finish import ending_of
from bot.play.submit import judged_again, submit
from bot.play.turns import make_turn
from bot.play.visit import Visit
from bot.store import hints, submissions
from bot.store.games import GameState
from engine import Geometry, Grid, parse
from tests.bot.play.people import (
    ALICE,
    BLANKS,
    GIVENS,
    SOLUTION,
    People,
    effect,
    of_an_update,
    repeated,
    turn,
)

WRONG = SOLUTION.with_values({BLANKS[0]: SOLUTION[BLANKS[0]] % 4 + 1, BLANKS[1]: 0})
OTHER = parse(".234341221434321")
"""Another puzzle with the same solution."""


async def test_a_right_answer_is_kept_and_ends_the_game(people: People, visit: Visit) -> None:
    stored = await make_turn(visit, await people.begins(visit), turn(ALICE, BLANKS[0]))
    judged = await submit(visit, stored, SOLUTION)
    assert judged.verdict.solved
    assert judged.stored.state is GameState.SOLVED
    assert await games.find_current(visit) is None
    kept = await submissions.get(visit.database, judged.submission_id)
    assert kept is not None
    assert (kept.answer, kept.user_id, kept.game_id) == (SOLUTION, ALICE, stored.id)


async def test_a_wrong_answer_is_kept_and_changes_nothing(people: People, visit: Visit) -> None:
    stored = await people.begins(visit)
    judged = await submit(visit, stored, WRONG)
    assert judged.verdict == Verdict((), (BLANKS[0],), (BLANKS[1],))
    assert (await games.current(visit)).game == stored.game
    again = await judged_again(visit, judged.submission_id)
    assert (again.verdict, again.submission_id) == (judged.verdict, judged.submission_id)


async def test_an_answer_is_kept_once_whatever_happens_in_between(
    people: People, visit: Visit
) -> None:
    stored = await people.begins(visit)
    # The process was killed before the answer was stored; it is stored this time.
    first = await submit(repeated(visit), stored, WRONG)
    assert (await submit(repeated(visit), stored, WRONG)).submission_id == first.submission_id
    assert (await submit(visit, stored, WRONG)).submission_id != first.submission_id


async def test_an_answer_is_for_the_game_whose_givens_it_keeps(
    people: People, visit: Visit
) -> None:
    other = parse("4321214334121234")
    earlier = await people.begins(visit, OTHER)
    stored = await people.begins(visit, other.with_values({0: 0, 1: 0}), other)
    assert (await submit(visit, stored, SOLUTION)).stored.id == earlier.id
    judged = await submit(visit, stored, SOLUTION.with_values({0: 4}))
    assert judged.stored.id == stored.id
    assert judged.verdict.contradicted


async def test_an_answer_of_a_size_that_is_not_played_is_refused(
    people: People, visit: Visit
) -> None:
    stored = await people.begins(visit)
    with pytest.raises(UserError, match=r"submit\.size") as refusal:
        await submit(visit, stored, Grid(Geometry.of_size(6), bytes(36)))
    assert refusal.value.values == {"size": 4, "other": 6}


async def test_nobody_learns_of_an_answer_in_another_chat(
    people: People, visit: Visit, in_club: Visit
) -> None:
    judged = await submit(visit, await people.begins(visit, GIVENS), WRONG)
    with pytest.raises(UserError, match=r"board\.other_chat"):
        await judged_again(in_club, judged.submission_id)
    with pytest.raises(UserError, match=r"junk\.old_button"):
        await judged_again(visit, judged.submission_id + 1)


async def test_a_board_that_answers_were_tried_on_is_told_with_its_mistakes_and_help(
    people: People, visit: Visit
) -> None:
    """Cell by cell, each digit is submitted until nothing is wrong."""
    stored = await people.begins(visit)
    tried = [
        GIVENS.with_values({cell: digit})
        for cell in BLANKS
        for digit in range(1, SOLUTION[cell] + 1)
    ]
    for answer in tried:
        await submit(visit, stored, answer)
    assert sum((await hints.by_person(visit.database, stored.id)).values()) == len(tried)
    judged = await submit(visit, stored, SOLUTION)
    ending = await ending_of(visit, judged.stored)
    assert ending is not None
    assert ending.result.mistakes == len(tried) - len(BLANKS)
    assert ending.result.hints == len(tried)


async def test_one_wrong_digit_is_one_mistake_however_often_it_is_handed_in_or_placed(
    people: People, visit: Visit
) -> None:
    stored = await people.begins(visit)
    stored = await make_turn(visit, stored, turn(ALICE, BLANKS[0], wrong=True))
    for _ in range(3):
        await submit(visit, stored, WRONG)
    judged = await submit(visit, stored, SOLUTION)
    ending = await ending_of(visit, judged.stored)
    assert ending is not None
    assert (ending.result.mistakes, ending.result.hints) == (1, 1)


async def test_an_answer_to_another_puzzle_is_neither_mistake_nor_help(
    people: People, visit: Visit
) -> None:
    stored = await people.begins(visit)
    given = next(cell for cell in range(16) if GIVENS[cell])
    await submit(visit, stored, WRONG.with_values({given: GIVENS[given] % 4 + 1}))
    ended = (await submit(visit, stored, SOLUTION)).stored
    ending = await ending_of(visit, ended)
    assert ending is not None
    assert (ending.result.mistakes, ending.result.hints) == (0, 0)


async def test_an_answer_is_noted_with_its_update(people: People, visit: Visit) -> None:
    stored = await people.begins(visit)
    await submit(await of_an_update(visit), stored, SOLUTION.with_values({0: 2}))
    assert (await effect(visit)).took_effect
