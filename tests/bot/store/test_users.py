from dataclasses import replace

import pytest

from bot.game.move import Turn
from bot.game.place import Place
from bot.game.player import Player
from bot.store import games, players, shelf, turns, users
from bot.store.puzzles import PuzzleRow
from bot.store.seam.source import Store
from bot.store.turns import Stand
from bot.store.users import NAMED, SEEN_STEP


async def test_a_person_is_known_from_the_first_message_on(database: Store, ann: int) -> None:
    assert await users.get(database, ann) is None
    first = await users.see(database, ann, 1_000, "zh-hans")
    assert (first.created_at, first.seen_at, first.language) == (1_000, 1_000, None)
    assert await users.get(database, ann) == first
    again = await users.see(database, ann, 1_000 + SEEN_STEP)
    assert (again.created_at, again.seen_at) == (1_000, 1_000 + SEEN_STEP)
    assert again.client_language == "zh-hans"


async def test_being_seen_again_soon_writes_nothing_but_a_changed_language(
    database: Store, ann: int
) -> None:
    await users.see(database, ann, 1_000, "en")
    assert (await users.see(database, ann, 1_001, "en")).seen_at == 1_000
    assert (await users.see(database, ann, 1_002)).client_language == "en"
    assert (await users.see(database, ann, 1_003, "de")).client_language == "de"


async def test_settings_are_kept_for_one_person_only(database: Store, ann: int, bob: int) -> None:
    await users.see(database, ann, 0)
    before = await users.see(database, bob, 0)
    await users.set_language(database, ann, "zh")
    await users.set_letters(database, ann, "column")
    await users.set_board(database, ann, "compact")
    moved = replace(
        await users.see(database, ann, 0),
        zone="Asia/Shanghai",
        zone_before="Etc/UTC",
        zone_since="2026-11-22",
        zone_at=1_795_000_000,
    )
    await users.set_zone(database, moved)
    user = await users.see(database, ann, 1)
    assert (user.language, user.letters, user.board, user.zone) == (
        "zh",
        "column",
        "compact",
        "Asia/Shanghai",
    )
    assert user == moved
    assert await users.get(database, bob) == before
    await users.set_language(database, ann, None)
    assert (await users.see(database, ann, 1)).language is None


async def test_how_things_look_is_each_persons_choice(database: Store) -> None:
    first = await users.see(database, 1, 5)
    await users.see(database, 2, 5)
    assert (first.policy, first.theme, first.timer, first.digit_first) == (
        *("conflicts", "light"),
        *(True, False),
    )
    await users.set_policy(database, 1, "silent")
    await users.set_theme(database, 1, "dark")
    await users.set_timer(database, 1, shown=False)
    await users.set_digit_first(database, 1, chosen=True)
    chosen = await users.get(database, 1)
    other = await users.get(database, 2)
    assert chosen is not None
    assert other is not None
    assert (chosen.policy, chosen.theme) == ("silent", "dark")
    assert (chosen.timer, chosen.digit_first) == (False, True)
    assert (other.policy, other.timer) == ("conflicts", True)


async def test_a_zone_that_was_chosen_is_not_settled_again(database: Store, ann: int) -> None:
    user = await users.see(database, ann, 0)
    await users.settle_zone(database, ann, "Asia/Tokyo")
    await users.settle_zone(database, ann, "Europe/Madrid")
    settled = await users.see(database, ann, 0)
    assert (settled.zone, settled.zone_before) == (None, "Asia/Tokyo")
    await users.set_zone(database, replace(user, zone="Asia/Shanghai"))
    await users.settle_zone(database, ann, "Asia/Tokyo")
    chosen = await users.see(database, ann, 0)
    assert (chosen.zone, chosen.zone_before) == ("Asia/Shanghai", None)


async def test_a_person_who_is_moved_has_all_and_keeps_what_they_had(
    *, database: Store, ann: int, bob: int, group: int, puzzle: PuzzleRow
) -> None:
    for person in (ann, bob):
        await users.see(database, person, 0)
        await shelf.add(database, person, puzzle.id, 5)
    await users.set_board(database, ann, "compact")
    first, second = [await games.start(database, Place(group), puzzle.id, ann, 5) for _ in "12"]
    await turns.append(database, first.id, Stand(), Turn(ann, ()), 5)
    for person, name in ((ann, None), (bob, "Bob")):
        await players.sit(database, first.id, person, name)
    await players.sit(database, second.id, ann, None)
    known = await games.get(database, first.id, Place(group))
    assert known is not None
    assert known.game.turns == (Turn(ann, ()),)
    await users.move(database, ann, bob)
    await users.move(database, ann, bob)
    kept = await games.get(database, first.id, Place(group))
    assert kept is not None
    assert (kept.started_by, kept.game.turns) == (bob, (Turn(bob, ()),))
    assert await players.of_game(database, first.id) == (Player(bob, 1, "Bob"),)
    assert await players.of_game(database, second.id) == (Player(bob, 0, None),)
    assert await shelf.count(database, bob) == 1
    assert (await users.see(database, bob, 1)).board == "full"
    assert await users.get(database, ann) is None


@pytest.mark.sqlite
async def test_nothing_that_names_people_is_forgotten_when_one_is_moved(database: Store) -> None:
    tables = await database.all("select name from sqlite_master where type = 'table'")
    named = {
        f"{table}.{column}"
        for (table,) in tables
        for _, _, other, column, *_ in await database.all(f"pragma foreign_key_list({table})")
        if other == "users"
    }
    assert set(NAMED) == named | {"shown_solutions.viewer_id"}
