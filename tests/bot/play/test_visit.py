from dataclasses import replace
from zoneinfo import ZoneInfo

from bot.game.place import Place
from bot.play.mark import UpdateMark
from bot.play.visit import Visit
from bot.store import inbox
from bot.store.seam.holding import Arrival
from tests.bot.play.people import ALICE, BOT, CLUB, People, repeated


async def test_a_day_is_that_of_the_persons_zone(visit: Visit) -> None:
    assert visit.today == "2026-11-20"
    east = replace(visit, user=replace(visit.user, zone="Pacific/Auckland"))
    assert (east.zone, east.today) == (ZoneInfo("Pacific/Auckland"), "2026-11-21")


async def test_somebody_is_alone_with_the_bot_only_in_their_own_chat(visit: Visit) -> None:
    assert visit.is_private
    assert not replace(visit, place=Place(CLUB)).is_private


async def test_what_took_effect_is_known_to_the_next_process(people: People, visit: Visit) -> None:
    stored = await people.begins(visit)
    await inbox.receive(visit.database, BOT, [Arrival(7, ALICE, ALICE, "{}")], visit.seconds)
    first = replace(visit, mark=UpdateMark(BOT, 7))
    assert not first.is_repeated
    assert repeated(visit).is_repeated
    await first.takes_effect(visit.database, stored.id)
    (left,) = await inbox.left(visit.database, BOT)
    assert (left.took_effect, left.game_id) == (True, stored.id)


async def test_what_the_bot_does_by_itself_leaves_no_mark(visit: Visit) -> None:
    assert not visit.is_repeated
    await visit.takes_effect(visit.database, 3)
    assert await inbox.left(visit.database, BOT) == ()
