from datetime import timedelta

import pytest

from bot.game.move import Act, Intent, IntentKind, Intents, Move, Turn
from bot.game.place import Place
from bot.game.refused import Refused
from bot.play import turns
from bot.play.calls import Call, NotTheirs, acting, of_page
from bot.play.mark import AlreadyDone, Device, DeviceMark
from bot.play.visit import Visit
from bot.store import games, views
from bot.store.games import StoredGame
from bot.store.views import RESTS_SECONDS, Staleness
from engine.board import Grid
from tests.bot.play.people import BLANKS, CLUB, MING, SOLUTION, People, is_drawn, owed

PHONE = "a-phone-1"
ZOE = 1003


async def call(people: People, visit: Visit, stored: StoredGame) -> Call:
    return await of_page(people.services, visit.user, stored.id)


async def does(
    people: People, visit: Visit, stored: StoredGame, number: int, placed: tuple[int, int]
) -> StoredGame:
    """A cell and its digit, which a person writes on a page."""
    mine = await acting(await call(people, visit, stored), DeviceMark(PHONE, number))
    wanted = Intents((Intent(IntentKind.PLACE, *placed),))
    after, _ = await turns.carry_out(mine.visit, mine.stored, wanted, owes=None, held=0)
    return after


async def test_a_private_game_is_seen_by_nobody_else(people: People, visit: Visit) -> None:
    stored = await people.begins(visit)
    assert (await call(people, visit, stored)).may_play
    zoe = await people.visit(ZOE)
    with pytest.raises(NotTheirs):
        await call(people, zoe, stored)
    with pytest.raises(NotTheirs):
        await of_page(people.services, visit.user, stored.id + 1)


async def test_a_groups_game_is_played_by_whoever_has_played_there(
    people: People, in_club: Visit, ming: Visit
) -> None:
    earlier = await people.begins(in_club)
    cell = BLANKS[0]
    await turns.make_turn(ming, earlier, Turn(MING, (Move(Act.PLACE, cell, SOLUTION[cell]),)))
    stored = await people.begins(in_club)
    assert (await call(people, ming, stored)).may_play
    assert not (await call(people, await people.visit(ZOE), stored)).may_play


async def test_what_is_sent_again_happens_once(people: People, visit: Visit) -> None:
    stored = await people.begins(visit)
    first, second = BLANKS[:2]
    await does(people, visit, stored, 1, (first, SOLUTION[first]))
    with pytest.raises(AlreadyDone):
        await does(people, visit, stored, 1, (second, SOLUTION[second]))
    after = (await call(people, visit, stored)).stored
    assert (after.game.done, after.version) == (1, 1)
    assert after.game.values[second] == 0


async def test_a_refused_act_may_be_made_anew(people: People, visit: Visit) -> None:
    stored = await people.begins(visit)
    cell = BLANKS[0]
    await does(people, visit, stored, 1, (cell, 1))
    with pytest.raises(Refused, match="taken"):
        await does(people, visit, stored, 2, (cell, 2))
    await does(people, visit, stored, 2, (BLANKS[1], SOLUTION[BLANKS[1]]))


async def test_a_page_owes_nothing_to_a_place_without_a_board(
    people: People, in_club: Visit
) -> None:
    topic = Place(CLUB, 5)
    stored = await people.begins(in_club)
    await views.move(people.database, CLUB, CLUB - 1)
    await people.database.all("delete from views")
    await views.mark(people.database, stored.id, topic, Staleness.SEND, 5)
    await views.shown(people.database, stored.id, topic, 40, 1)
    await does(people, in_club, stored, 1, (BLANKS[0], SOLUTION[BLANKS[0]]))
    assert await views.get(people.database, stored.id, Place(CLUB)) is None
    found = await views.stale(people.database, 9)
    assert [(view.place, view.kind, view.has_rested) for view in found] == [
        (topic, Staleness.REDRAW, True)
    ]


async def test_a_board_rests_until_its_time_or_until_the_page_is_closed(
    people: People, visit: Visit
) -> None:
    stored = await people.begins(visit)
    await is_drawn(visit, stored)
    now = visit.seconds
    await does(people, visit, stored, 1, (BLANKS[0], SOLUTION[BLANKS[0]]))
    assert await views.stale(people.database, 9, now=now) == ()
    due = await views.next_rested(people.database, now)
    assert due == now + RESTS_SECONDS
    # What follows does not put it off.
    people.clock.forward(seconds=4)
    await does(people, visit, stored, 2, (BLANKS[1], SOLUTION[BLANKS[1]]))
    assert await views.next_rested(people.database, now) == due
    (rested,) = await views.stale(people.database, 9, now=due)
    assert rested.has_rested
    await views.end_rest(people.database, stored.id)
    (due_now,) = await views.stale(people.database, 9, now=now)
    assert not due_now.has_rested


async def test_what_the_chat_changes_is_owed_at_once(people: People, visit: Visit) -> None:
    stored = await people.begins(visit)
    await is_drawn(visit, stored)
    after = await does(people, visit, stored, 1, (BLANKS[0], SOLUTION[BLANKS[0]]))
    again = (await call(people, visit, after)).stored
    await turns.undo(visit, again, Staleness.REDRAW)
    (view,) = await views.stale(people.database, 9, now=visit.seconds)
    assert not view.has_rested


async def test_the_end_of_a_game_is_told_in_the_chat(people: People, visit: Visit) -> None:
    stored = await people.begins(visit)
    await is_drawn(visit, stored)
    for number, cell in enumerate(BLANKS, 1):
        after = await does(people, visit, stored, number, (cell, SOLUTION[cell]))
    assert not after.is_open
    assert after.version == len(BLANKS) + 1
    assert await owed(visit, stored) is Staleness.SEND
    assert await views.next_rested(people.database, 0) is None


async def test_watchers_hear_of_a_change_only_once_it_can_be_read(
    people: People, visit: Visit
) -> None:
    stored = await people.begins(visit)
    cell = BLANKS[0]
    with people.services.changes.watch(stored.id) as told:
        async with people.database.transaction() as transaction:
            turn = Turn(visit.user.id, (Move(Act.PLACE, cell, SOLUTION[cell]),))
            await turns.make_turn(visit, stored, turn, source=transaction)
            assert not told.is_set()
        assert told.is_set()
        told.clear()
        with pytest.raises(Refused):
            await does(people, visit, stored, 1, (cell, 9 - SOLUTION[cell]))
        assert not told.is_set()


async def test_a_device_knows_of_its_own_acts_and_hears_of_those_of_others(
    people: People, visit: Visit
) -> None:
    stored, (first, second, *_) = await people.begins(visit), BLANKS
    with people.services.changes.watch(stored.id, Device(visit.user.id, PHONE)) as told:
        after = await does(people, visit, stored, 1, (first, SOLUTION[first]))
        assert not told.is_set()
        turn = Turn(visit.user.id, (Move(Act.PLACE, second, SOLUTION[second]),))
        await turns.make_turn(visit, after, turn)
        assert told.is_set()


async def test_nobody_gains_time_by_a_broken_network(people: People, visit: Visit) -> None:
    stored = await people.begins(visit, *long_game())
    people.clock.forward(minutes=30)
    paused = await acting(await call(people, visit, stored), DeviceMark(PHONE, 1))
    people.clock.forward(minutes=30)
    waited = timedelta(minutes=20).total_seconds()
    late = await acting(await call(people, visit, stored), DeviceMark(PHONE, 2), waited)
    assert paused.stored.played < timedelta(minutes=30).total_seconds()
    assert late.stored.played - paused.stored.played >= waited
    people.clock.forward(seconds=10)
    soon = await acting(await call(people, visit, stored), DeviceMark(PHONE, 3), 10**6)
    assert soon.stored.played == late.stored.played + 10
    again = await games.get(people.database, stored.id, visit.place)
    assert again is not None
    assert again.played == soon.stored.played


def long_game() -> tuple[Grid, Grid]:
    return SOLUTION.with_values(dict.fromkeys(BLANKS, 0)), SOLUTION
