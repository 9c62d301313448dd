"""People who act in the name of a chat: a group's anonymous administrators, and channels."""

import asyncio

import pytest

from bot.game.person import person_of_chat
from bot.game.place import Place
from bot.playground import Group
from bot.playground.chats import Channel
from bot.playground.errors import ApiError
from bot.store import games, users
from bot.store.games import GameState
from bot.telegram.administrators import KNOWN_SECONDS
from tests.bot.handlers.test_migrate import NEW, service_message
from tests.bot.house import House, Talk, right_moves
from tests.bot.test_groups import cell, digit, told

BOT = "@SudokuPlaygroundBot"
PUZZLE = "..34341221434321"


@pytest.fixture
def boss(house: House) -> Talk:
    """小明, who is an anonymous administrator of the group."""
    house.club.promote(house.ming.person, is_anonymous=True)
    return house.in_club(house.ming)


@pytest.fixture
def other_boss(house: House) -> Talk:
    """Alice, who is an anonymous administrator of a group of her own."""
    group = Group(house.api, -1_002_000_000_002, "Other Club", [house.alice.person])
    group.promote(house.alice.person, is_anonymous=True)
    return Talk(house, house.alice.person, group.chat)


@pytest.fixture
def news(house: House) -> Talk:
    """小明, who writes in the name of a channel."""
    house.club.speak_as(house.ming.person, Channel(-1_004_000_000_001, "Sudoku News"))
    return house.in_club(house.ming)


async def is_asked(house: House) -> None:
    """Telegram has said who administers the groups, or has refused to say it."""
    running = house.application.administrators.asking.running
    await asyncio.gather(*running, return_exceptions=True)


async def test_those_of_two_groups_have_shelves_of_their_own(
    boss: Talk, other_boss: Talk, ming: Talk
) -> None:
    await boss.sends(f"/import {PUZZLE}")
    await boss.sends("/shelf")
    assert boss.buttons == ["1 · 4×4 · 14 clues"]
    assert "empty" in await other_boss.sends("/shelf")
    assert "书架还是空的" in await ming.sends("/shelf")


async def test_they_are_answered_in_the_language_of_the_group(boss: Talk) -> None:
    assert "shelf is empty" in await boss.sends("/shelf")
    await boss.sends("/language zh")
    assert "书架还是空的" in await boss.sends("/shelf")


async def test_who_types_and_presses_has_one_seat_and_no_name(
    house: House, boss: Talk, club: Talk
) -> None:
    await boss.sends("/new 4")
    await is_asked(house)
    stored = await boss.game()
    await boss.sends(f"{BOT} {right_moves(stored)[0]}")
    for talk, number in ((boss, 1), (club, 2)):
        await talk.presses(cell(stored, number))
        await talk.presses(digit(stored, number))
    assert told(boss) == ["A 2 · B Alice 1"]
    await boss.sends(f"{BOT} {' '.join(right_moves(stored)[3:])}")
    assert told(boss)[0].startswith("A: ")
    assert "小明" not in str(boss.person.messages(boss.chat))
    assert await users.get(house.database, boss.person.id) is None


async def test_a_press_names_nobody_as_long_as_telegram_does_not_say_who_is_anonymous(
    house: House, boss: Talk, club: Talk
) -> None:
    await club.sends("/new 4")
    stored = await club.game()
    house.api.fail_next("getChatAdministrators", ApiError(400, "Bad Request: CHAT_ADMIN_REQUIRED"))
    for talk, number in ((boss, 0), (club, 1)):
        await talk.presses(cell(stored, number))
        await is_asked(house)
        await talk.presses(digit(stored, number))
    assert told(club) == ["A 1 · B 1"]
    house.clock.forward(seconds=KNOWN_SECONDS)
    await club.presses(cell(stored, 2))
    await is_asked(house)
    await club.presses(digit(stored, 2))
    assert told(club) == ["A 1 · B Alice 2"]


async def test_who_was_unseen_stays_so_until_telegram_says_otherwise(
    house: House, boss: Talk, club: Talk
) -> None:
    """A cell that was pressed before a pause takes the digit that is pressed after it."""
    await boss.sends("/new 4")
    await is_asked(house)
    stored = await boss.game()
    house.clock.forward(seconds=KNOWN_SECONDS)
    await boss.presses(cell(stored, 0))
    await boss.presses(digit(stored, 0))
    assert told(club) == ["A 1"]
    house.club.demote(boss.person)
    house.clock.forward(seconds=KNOWN_SECONDS)
    await boss.sends("/board")
    await boss.presses(cell(stored, 1))
    await is_asked(house)
    await boss.presses(cell(stored, 1))
    await boss.presses(digit(stored, 1))
    assert told(club) == ["A 1 · B 小明 1"]


async def test_who_was_an_administrator_unseen_has_no_rights_left(
    house: House, boss: Talk, club: Talk
) -> None:
    await club.sends("/settings")
    settings = club.last["message_id"]
    await boss.sends("/board")
    await is_asked(house)
    house.club.demote(boss.person)
    house.clock.forward(seconds=KNOWN_SECONDS)
    assert "administrators" in await boss.presses("Board: roomy text", settings)


async def test_a_button_is_for_whoever_asked_for_it(house: House, boss: Talk, club: Talk) -> None:
    await boss.sends(f"/import {PUZZLE}")
    await boss.sends("/shelf")
    await is_asked(house)
    assert "Somebody else asked" in await club.presses("1 · 4×4 · 14 clues")
    await boss.presses("1 · 4×4 · 14 clues")
    assert (await boss.game()).started_by == person_of_chat(boss.chat_id)


async def test_an_administrator_who_presses_unseen_may_change_the_group(
    house: House, boss: Talk
) -> None:
    await boss.sends("/settings")
    await is_asked(house)
    await boss.presses("Board: roomy text")
    assert "Board: small text" in boss.buttons


async def test_all_that_is_kept_of_them_is_deleted_and_no_game_of_the_group(
    house: House, boss: Talk, club: Talk, other_boss: Talk
) -> None:
    for talk in (boss, other_boss):
        await talk.sends(f"/import {PUZZLE}")
        await talk.sends("/new 4")
        await talk.sends(f"{BOT} {right_moves(await talk.game())[0]}")
    await boss.sends("/solve 1.34341221434321")
    before = await boss.game()
    assert "/deleteme yes" in await boss.sends("/deleteme")
    assert boss.buttons == []
    assert "is deleted" in await boss.sends("/deleteme Yes")
    person, other = person_of_chat(boss.chat_id), person_of_chat(other_boss.chat_id)
    assert await users.get(house.database, person) is None
    assert await users.get(house.database, other) is not None
    for table, column in (("shelf", "user_id"), ("players", "user_id"), ("results", "user_id")):
        rows = await house.database.all(f"select {column} from {table}")  # noqa: S608 - our own
        assert (person,) not in rows
    after = await club.game()
    assert (after.id, after.state) == (before.id, GameState.OPEN)
    assert [turn.player for turn in after.game.turns] == [None]
    await club.sends("/board")
    assert told(club) == ["somebody 1"]
    assert await house.database.one(
        "select 1 from shown_solutions where viewer_id = $1", boss.chat_id
    )
    await other_boss.sends("/shelf")
    assert other_boss.buttons == ["1 · 4×4 · 14 clues"]


async def test_nothing_of_theirs_is_handed_out_to_the_group(boss: Talk) -> None:
    assert "Everybody here would read it" in await boss.sends("/export")


async def test_a_channel_plays_in_a_group_under_its_title(news: Talk, club: Talk) -> None:
    await club.sends("/new 4")
    stored = await club.game()
    await news.sends(f"{BOT} {right_moves(stored)[0]}")
    assert told(club) == ["A Sudoku News 1"]
    assert "decide" in await news.sends("/subscribe 8:00 Berlin")
    await news.sends("/deleteme yes")
    await club.sends("/board")
    assert told(club) == ["somebody 1"]
    assert (await club.game()).state is GameState.OPEN


async def test_a_supergroup_knows_them(house: House, boss: Talk) -> None:
    await boss.sends(f"/import {PUZZLE}")
    await boss.sends("/new 4")
    await boss.sends(f"{BOT} {right_moves(await boss.game())[0]}")
    added = house.api.world.chats.add_group(NEW, "Sudoku Club", house.club.chat.members.values())
    added.anonymous.add(boss.person.id)
    await boss.delivers(service_message(boss, boss.chat_id, migrate_to_chat_id=NEW))
    there = Talk(house, boss.person, added)
    await there.sends(f"{BOT} {right_moves(await there.game())[1]}")
    assert told(there) == ["A 2"]
    await there.sends("/shelf")
    assert there.buttons == ["1 · 4×4 · 14 clues"]
    assert await games.current(house.database, Place(boss.chat_id)) is None
    assert await users.get(house.database, person_of_chat(boss.chat_id)) is None
