from dataclasses import replace
from typing import cast

import pytest

from bot.game.hint import state_key
from bot.play import hint
from bot.play.errors import UserError
from bot.play.finish import give_up
from bot.play.games import current
from bot.play.hint import CELLS_STAGE, FIRST_STAGE
from bot.play.questions import hint_on, next_step
from bot.play.turns import make_turn, undo
from bot.play.visit import Visit
from bot.pool.engine import Engine, EngineBusy
from bot.store import hints, lessons, views
from bot.store.games import StoredGame
from bot.store.views import ShownHint, Staleness
from engine import parse, solve
from engine.techniques import Step
from engine.way.player import Mistake
from tests.bot.play.people import (
    ALICE,
    BLANKS,
    CLUB,
    SOLUTION,
    People,
    effect,
    of_an_update,
    repeated,
    turn,
)

REDRAW = Staleness.REDRAW
WITHOUT_SINGLES = parse(
    "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1"
)
"""A board whose first step only eliminates candidates."""


def stage_of(stored: StoredGame) -> int:
    assert stored.hint is not None
    assert stored.hint.state == state_key(stored.game)
    return stored.hint.stage


async def test_a_hint_is_told_in_three_stages_and_stays_told(people: People, visit: Visit) -> None:
    stored = await people.begins(visit)
    assert [stage_of(await hint.tell(visit, stored)) for _ in range(4)] == [1, 2, 3, 3]
    assert sum((await hints.by_person(visit.database, stored.id)).values()) == 1


async def test_asked_for_a_stage_it_tells_that_much_or_what_was_told(
    people: People, visit: Visit
) -> None:
    stored = await people.begins(visit)
    asked = (1, 1, 2, 1, 99, 2)
    assert [stage_of(await hint.tell(visit, stored, stage)) for stage in asked] == [
        *(1, 1, 2, 2, 3, 3)
    ]


async def test_the_view_shows_it_from_the_same_commit_on(people: People, visit: Visit) -> None:
    stored = await people.begins(visit)
    await views.shown(visit.database, stored.id, visit.place, 40, stored.view_version)
    after = await hint.tell(visit, stored, owes=REDRAW)
    assert after.hint == ShownHint(state_key(stored.game), 1)
    assert (await current(visit)).hint == after.hint
    view = await views.get(visit.database, stored.id, visit.place)
    assert view is not None
    assert (view.stale, view.version) == (REDRAW, after.view_version)
    away = await hint.put_away(visit, after, REDRAW)
    assert away.hint is None
    assert (await current(visit)).hint is None
    assert away.view_version > after.view_version
    assert await hint.put_away(visit, away, REDRAW) == away


async def test_what_is_shown_is_the_next_step_or_nothing(people: People, visit: Visit) -> None:
    stored = await people.begins(visit)
    assert await hint_on(visit, stored) is None
    told = await hint.tell(visit, stored)
    assert isinstance(await hint_on(visit, told), Step)
    assert await hint_on(visit, told) == await next_step(visit, stored.game)


class Busy:
    """An engine that never has time."""

    async def ask(self, *_question: object, **_named: object) -> object:
        raise EngineBusy


async def test_a_board_that_is_drawn_while_the_engine_is_busy_shows_none(
    people: People, visit: Visit
) -> None:
    stored = await people.begins(visit, SOLUTION.with_values({0: 0, 7: 0, 9: 0}))
    shown = replace(stored, hint=ShownHint(state_key(stored.game), 1))
    busy = replace(visit, services=replace(visit.services, engine=cast("Engine", Busy())))
    assert await hint_on(busy, shown) is None
    assert isinstance(await hint_on(visit, shown), Step)


async def test_a_turn_takes_it_away_everywhere_and_no_way_back_returns_it(
    people: People, visit: Visit
) -> None:
    stored = await people.begins(visit)
    told = await hint.tell(visit, stored)
    moved = await make_turn(visit, told, turn(ALICE, BLANKS[0]))
    assert (await current(visit)).hint is None
    back, _ = await undo(visit, moved, REDRAW)
    assert back.game.values == stored.game.values
    assert (await current(visit)).hint is None


async def test_an_update_that_told_it_is_known_after_a_kill(people: People, visit: Visit) -> None:
    stored = await people.begins(visit)
    assert stage_of(await hint.tell(repeated(visit), stored, FIRST_STAGE)) == 1
    assert stage_of(await hint.tell(repeated(visit), stored, FIRST_STAGE)) == 1


async def test_a_hint_is_followed_once_it_has_said_what_to_do(people: People, visit: Visit) -> None:
    stored = await people.begins(visit)
    for _ in range(2):
        stored = await hint.tell(visit, stored)
    with pytest.raises(UserError, match=r"hint\.old"):
        await hint.follow(visit, stored, REDRAW)
    stored = await hint.tell(visit, stored)
    step = await hint_on(visit, stored)
    assert isinstance(step, Step)
    ((cell, digit),) = step.placements
    done = await hint.follow(visit, stored, REDRAW)
    assert done.stored.game.values[cell] == digit
    assert [(move.cell, move.value) for move in done.moves] == [(cell, digit)]
    assert not done.filled_in


async def test_a_hint_is_for_one_state_of_the_game(people: People, visit: Visit) -> None:
    stored = await people.begins(visit)
    with pytest.raises(UserError, match=r"hint\.old"):
        await hint.told(visit, stored)
    told = await hint.tell(visit, stored)
    assert await hint.told(visit, told) == 1
    moved = await make_turn(visit, told, turn(ALICE, BLANKS[0]))
    with pytest.raises(UserError, match=r"hint\.old"):
        await hint.told(visit, moved)
    assert await hint_on(visit, moved) is None
    told = await hint.tell(visit, moved)
    over = await give_up(visit, told)
    assert await hint_on(visit, over) is None


async def test_a_place_shows_its_own_hint(people: People, visit: Visit, in_club: Visit) -> None:
    stored = await people.begins(in_club)
    assert stored.chat_id == CLUB
    await hint.tell(in_club, stored)
    elsewhere = await views.get(visit.database, stored.id, visit.place)
    assert elsewhere is None


async def test_a_mistake_is_told_first_and_counts_as_one_check(
    people: People, visit: Visit
) -> None:
    stored = await people.begins(visit)
    with pytest.raises(UserError, match=r"hint\.right_again"):
        await hint.mistake_in(visit, stored)
    wrong = await make_turn(visit, stored, turn(ALICE, BLANKS[0], wrong=True))
    told = await hint.tell(visit, wrong)
    assert stage_of(told) == FIRST_STAGE
    found = await hint_on(visit, told)
    assert isinstance(found, Mistake)
    assert found.cells == (BLANKS[0],)
    assert found == await hint.mistake_in(visit, wrong)
    assert stage_of(await hint.tell(visit, wrong, CELLS_STAGE)) == CELLS_STAGE
    assert sum((await hints.by_person(visit.database, stored.id)).values()) == 1


@pytest.mark.long
async def test_a_step_without_a_digit_fills_in_the_notes_that_it_needs(
    people: People, visit: Visit
) -> None:
    stored = await people.begins(visit, WITHOUT_SINGLES, solve(WITHOUT_SINGLES))
    for _ in range(3):
        stored = await hint.tell(visit, stored)
    step = await hint_on(visit, stored)
    assert isinstance(step, Step)
    assert not step.placements
    done = await hint.follow(visit, stored, REDRAW)
    assert done.filled_in
    assert {move.cell for move in done.moves} == set(WITHOUT_SINGLES.blanks())
    assert done.stored.game.values == WITHOUT_SINGLES
    ruled_out = step.eliminations[0]
    assert not done.stored.game.notes[ruled_out.cell] >> ruled_out.value - 1 & 1


async def test_a_technique_counts_as_helped_with_once_it_is_named(
    people: People, visit: Visit
) -> None:
    stored = await people.begins(visit)
    step = await next_step(visit, stored.game)
    assert isinstance(step, Step)

    async def named() -> tuple[int, tuple[str, ...]]:
        lesson = await lessons.get(visit.database, ALICE, step.technique)
        return lesson.helped, await hints.techniques(visit.database, stored.id, ALICE)

    expected = ((0, ()), (1, (step.technique,)), (1, (step.technique,)), (1, (step.technique,)))
    for stage, found in zip((1, 2, 3, 3), expected, strict=True):
        await hint.tell(visit, stored, stage)
        assert await named() == found


async def test_a_technique_that_is_named_with_the_move_counts_as_well(
    people: People, visit: Visit
) -> None:
    stored = await people.begins(visit)
    step = await next_step(visit, stored.game)
    assert isinstance(step, Step)
    await hint.tell(visit, stored, 3)
    assert (await lessons.get(visit.database, ALICE, step.technique)).helped == 1


async def test_a_hint_is_noted_with_its_update(people: People, visit: Visit) -> None:
    stored = await people.begins(visit)
    await hint.tell(await of_an_update(visit), stored)
    found = await effect(visit)
    assert (found.took_effect, found.game_id) == (True, stored.id)
