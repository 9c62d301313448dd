from datetime import date

import pytest

from bot.game.days import label_of
from bot.game.link import PuzzleTarget, read_payload, stored_payload
from bot.game.wish import Wish
from bot.play import begin, games
from bot.play.errors import UserError
from bot.play.finish import give_up
from bot.play.visit import Visit
from bot.store import puzzles, users
from bot.store.puzzles import Origin
from bot.store.views import Staleness
from engine import Symmetry, is_unique, parse
from tests.bot.play.people import ALICE, GIVENS, SOLUTION, People, effect, of_an_update, owed

TODAY = "2026-11-20"


async def test_a_begun_game_is_played_here_and_its_board_is_owed(
    people: People, visit: Visit
) -> None:
    stored = await people.begins(visit)
    assert (stored.started_by, stored.started_at) == (visit.user.id, visit.seconds)
    assert (await games.current(visit)).id == stored.id
    assert await owed(visit, stored) is Staleness.SEND
    assert (stored.version, stored.view_version) == (0, 1)


async def test_a_chat_has_one_game_of_a_daily(people: People, visit: Visit, in_club: Visit) -> None:
    assert not await begin.has_daily(visit, TODAY)
    first = await people.begins(visit, label=TODAY)
    assert await begin.has_daily(visit, TODAY)
    assert not await begin.has_daily(in_club, TODAY)
    assert (await begin.play_daily(visit, TODAY)).id == first.id
    await give_up(visit, first)
    assert not (await begin.play_daily(visit, TODAY)).is_open
    assert (await begin.play_daily(in_club, TODAY)).id != first.id


async def test_a_year_of_dailies_can_be_played_and_none_of_tomorrow(visit: Visit) -> None:
    assert begin.first_day(visit) == date(2025, 11, 20)
    assert begin.reachable(visit, TODAY) == TODAY
    assert begin.reachable(visit, "2025-11-20") == "2025-11-20"
    with pytest.raises(UserError, match=r"daily\.future"):
        begin.reachable(visit, "2026-11-21")
    with pytest.raises(UserError, match=r"daily\.too_old") as refusal:
        begin.reachable(visit, "2025-11-19")
    assert refusal.value.values == {"first": "2025-11-20"}


async def test_a_puzzle_is_gone_on_with_where_it_was_begun(people: People, visit: Visit) -> None:
    first = await people.begins(visit)
    await people.begins(visit, parse("1234341221434..."))
    assert (await begin.play_puzzle(visit, first.puzzle)).id == first.id
    assert (await games.current(visit)).id == first.id
    await give_up(visit, first)
    assert (await begin.play_puzzle(visit, first.puzzle)).id != first.id


async def test_another_level_is_reached_as_the_daily_of_its_date_is(visit: Visit) -> None:
    for label in (f"{TODAY}-easy", "2025-11-20-easy"):
        assert begin.reachable(visit, label) == label
    with pytest.raises(UserError, match=r"daily\.future") as refusal:
        begin.reachable(visit, "2026-11-21-easy")
    assert refusal.value.values == {"label": "2026-11-21"}
    with pytest.raises(UserError, match=r"daily\.too_old"):
        begin.reachable(visit, "2025-11-19-easy")


async def test_the_puzzle_of_a_daily_is_that_daily(visit: Visit, in_club: Visit) -> None:
    stored = await begin.play_daily(visit, TODAY)
    assert stored.daily_label == TODAY == label_of(visit.now, visit.zone)
    assert (await begin.play_puzzle(visit, stored.puzzle)).id == stored.id
    level = await begin.play_daily(visit, f"{TODAY}-easy")
    assert (await begin.play_puzzle(in_club, level.puzzle)).daily_label == f"{TODAY}-easy"


async def test_a_payload_leads_to_its_puzzle_and_a_forged_one_nowhere(visit: Visit) -> None:
    kept = await puzzles.add(visit.database, GIVENS, SOLUTION, Origin.NEW)
    target = read_payload(stored_payload(visit.services.secret, kept.id))
    assert target is not None
    assert await begin.puzzle_behind(visit, target) == kept
    unknown = read_payload(stored_payload(visit.services.secret, kept.id + 1))
    forged = read_payload(stored_payload(b"another secret", kept.id))
    assert isinstance(forged, PuzzleTarget)
    for nowhere in (unknown, forged):
        assert nowhere is not None
        with pytest.raises(UserError, match=r"opened\.gone"):
            await begin.puzzle_behind(visit, nowhere)


async def test_only_a_puzzle_with_one_solution_is_taken_in(visit: Visit) -> None:
    kept = await begin.take_in(visit, GIVENS)
    assert (kept.solution, kept.origin) == (SOLUTION, Origin.IMPORT)
    for grid, key in (
        (SOLUTION, "full"),
        (parse("1..............."), "several"),
        (parse("1...1234........"), "none"),
    ):
        with pytest.raises(UserError, match=rf"opened\.{key}"):
            await begin.take_in(visit, grid)


async def test_a_fresh_puzzle_is_as_wished(visit: Visit) -> None:
    puzzle = await begin.fresh(visit, Wish(4, Symmetry.NONE, seed="5"))
    assert (puzzle.seed, puzzle.symmetry, puzzle.grid.geometry.size) == ("5", Symmetry.NONE, 4)
    assert is_unique(puzzle.grid)


async def test_the_first_game_of_all_is_small(visit: Visit) -> None:
    assert (await begin.begin_first(visit)).game.givens.geometry.size == 4


async def test_a_begun_game_is_noted_with_its_update(people: People, visit: Visit) -> None:
    stored = await people.begins(await of_an_update(visit))
    found = await effect(visit)
    assert (found.took_effect, found.game_id) == (True, stored.id)


async def test_whoever_begins_a_daily_keeps_the_zone_that_it_was_begun_in(
    people: People, visit: Visit
) -> None:
    await people.begins(visit)
    user = await users.get(people.database, ALICE)
    assert user is not None
    assert user.zone_before is None
    await people.begins(visit, label=visit.today)
    user = await users.get(people.database, ALICE)
    assert user is not None
    assert user.zone_before == "UTC"
