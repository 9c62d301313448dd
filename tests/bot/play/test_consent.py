import pytest

from bot.play.consent import Question, ask, is_answer
from bot.play.errors import UserError
from bot.play.turns import make_turn
from bot.play.visit import Visit
from tests.bot.play.people import BLANKS, MING, People, turn


async def test_a_yes_is_for_one_question_about_one_game_as_it_stands(
    people: People, in_club: Visit
) -> None:
    stored, other = await people.begins(in_club), await people.begins(in_club)
    proof = await ask(in_club, stored, Question.GIVE_UP)
    assert await is_answer(in_club, stored, Question.GIVE_UP, proof)
    assert not await is_answer(in_club, stored, Question.START_OVER, proof)
    assert not await is_answer(in_club, other, Question.GIVE_UP, proof)
    assert not await is_answer(in_club, stored, Question.GIVE_UP, "")
    moved = await make_turn(in_club, stored, turn(in_club.user.id, BLANKS[0]))
    assert not await is_answer(in_club, moved, Question.GIVE_UP, proof)


async def test_only_players_are_asked_and_listened_to(
    people: People, in_club: Visit, ming: Visit
) -> None:
    stored = await people.begins(in_club)
    proof = await ask(in_club, stored, Question.GIVE_UP)
    with pytest.raises(UserError, match=r"game\.players"):
        await ask(ming, stored, Question.GIVE_UP)
    with pytest.raises(UserError, match=r"game\.players"):
        await is_answer(ming, stored, Question.GIVE_UP, proof)
    moved = await make_turn(ming, stored, turn(MING, BLANKS[0]))
    assert await is_answer(
        in_club, moved, Question.GIVE_UP, await ask(ming, moved, Question.GIVE_UP)
    )


async def test_alone_everybody_has_a_part(people: People, visit: Visit) -> None:
    stored = await people.begins(visit)
    assert await is_answer(
        visit, stored, Question.GIVE_UP, await ask(visit, stored, Question.GIVE_UP)
    )
