from bot.play.check import Check, check
from bot.play.rewind import back_to_right
from bot.play.turns import make_turn, undo
from bot.play.visit import Visit
from bot.store.views import Staleness
from tests.bot.play.people import ALICE, BLANKS, People, turn


async def test_a_game_goes_back_to_before_its_first_mistake_and_undo_brings_all_back(
    people: People, visit: Visit
) -> None:
    stored = await make_turn(visit, await people.begins(visit), turn(ALICE, BLANKS[0]))
    stored = await make_turn(visit, stored, turn(ALICE, BLANKS[1], wrong=True))
    wrong = await make_turn(visit, stored, turn(ALICE, BLANKS[2]))
    right, count = await back_to_right(visit, wrong)
    assert count == len(BLANKS[1:3])
    assert check(right.game) == Check((), 1)
    again, _ = await undo(visit, right, Staleness.SEND)
    assert again.game.values == wrong.game.values


async def test_a_game_without_a_mistake_stays_where_it_is(people: People, visit: Visit) -> None:
    stored = await make_turn(visit, await people.begins(visit), turn(ALICE, BLANKS[0]))
    assert await back_to_right(visit, stored) == (stored, 0)
