import pytest

from bot.play import hint
from bot.play.errors import UserError
from bot.play.finish import give_up
from bot.play.games import make_turn
from bot.play.hint import Hint
from bot.play.visit import Visit
from bot.store import hints
from bot.store.games import StoredGame
from engine import parse, solve
from engine.logic import Mistake
from tests.bot.play.people import ALICE, BLANKS, People, repeated, turn

WITHOUT_SINGLES = parse(
    "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1"
)
"""A board whose first step only rules candidates out."""


async def told(visit: Visit, stored: StoredGame) -> Hint:
    found = await hint.tell_more(visit, stored)
    assert isinstance(found, Hint)
    return found


async def test_a_hint_is_told_in_three_stages_and_stays_told(people: People, visit: Visit) -> None:
    stored = await people.begins(visit)
    found = [await told(visit, stored) for _ in range(4)]
    assert [one.stage for one in found] == [1, 2, 3, 3]
    assert len({one.step.placements for one in found}) == 1
    assert await hints.count(visit.database, stored.id) == 1


async def test_one_request_tells_one_stage_whatever_happens_in_between(
    people: People, visit: Visit
) -> None:
    stored = await people.begins(visit)
    # Killed before the first stage was stored: it is told now.
    assert (await told(repeated(visit), stored)).stage == 1
    assert (await told(repeated(visit), stored)).stage == 1
    assert (await told(visit, stored)).stage == 2


async def test_a_hint_is_followed_once_it_has_said_what_to_do(people: People, visit: Visit) -> None:
    stored = await people.begins(visit)
    await told(visit, stored)
    await told(visit, stored)
    with pytest.raises(UserError, match=r"hint\.old"):
        await hint.follow(visit, stored.id)
    found = await told(visit, stored)
    done = await hint.follow(visit, stored.id)
    ((cell, digit),) = found.step.placements
    assert done.stored.game.values[cell] == digit
    assert [(move.cell, move.value) for move in done.moves] == [(cell, digit)]
    assert not done.filled_in


async def test_a_hint_is_for_one_state_of_the_game(people: People, visit: Visit) -> None:
    stored = await people.begins(visit)
    with pytest.raises(UserError, match=r"hint\.old"):
        await hint.told(visit, stored.id)
    found = await told(visit, stored)
    assert (await hint.told(visit, stored.id)).step == found.step
    stored = await make_turn(visit, stored, turn(ALICE, BLANKS[0]))
    with pytest.raises(UserError, match=r"hint\.old"):
        await hint.told(visit, stored.id)
    await give_up(visit, stored)
    with pytest.raises(UserError, match=r"board\.over"):
        await hint.told(visit, stored.id)


async def test_the_message_that_tells_a_hint_is_remembered(people: People, visit: Visit) -> None:
    stored = await people.begins(visit)
    found = await told(visit, stored)
    assert (found.message_id, found.is_picture) == (None, False)
    await hint.set_message(visit, found, 8, is_picture=True)
    again = await told(visit, stored)
    assert (again.message_id, again.is_picture) == (8, True)


async def test_a_mistake_is_told_first_and_counts_as_one_check(
    people: People, visit: Visit
) -> None:
    stored = await people.begins(visit)
    with pytest.raises(UserError, match=r"hint\.right_again"):
        await hint.mistake_in(visit, stored)
    wrong = await make_turn(visit, stored, turn(ALICE, BLANKS[0], wrong=True))
    found = await hint.tell_more(visit, wrong)
    assert isinstance(found, Mistake)
    assert found.cells == (BLANKS[0],)
    assert found == await hint.mistake_in(visit, wrong)
    assert await hints.count(visit.database, stored.id) == 1


async def test_a_step_without_a_digit_fills_in_the_notes_that_it_needs(
    people: People, visit: Visit
) -> None:
    stored = await people.begins(visit, WITHOUT_SINGLES, solve(WITHOUT_SINGLES))
    for _ in range(3):
        found = await told(visit, stored)
    assert not found.step.placements
    done = await hint.follow(visit, stored.id)
    assert done.filled_in
    assert {move.cell for move in done.moves} == set(WITHOUT_SINGLES.blanks())
    assert done.stored.game.values == WITHOUT_SINGLES
    ruled_out = found.step.eliminations[0]
    assert not done.stored.game.notes[ruled_out.cell] >> ruled_out.value - 1 & 1
