import sqlite3
from contextlib import closing

import pytest

from bot.store import erasures, subscriptions, users
from bot.store.games import GameState
from tests.bot.house import House, Talk, right_moves

TABLES = [
    "users",
    "games",
    "turns",
    "results",
    "subscriptions",
    "submissions",
    "shelf",
    "hands",
    "shown_solutions",
]


async def test_everything_goes_after_one_question(house: House, chat: Talk) -> None:
    await chat.sends("/subscribe 8:00 Berlin")
    await chat.sends("/import 1.34341221434321")
    await chat.sends("/new 4")
    await chat.sends(" ".join(right_moves(await chat.game())))
    await chat.sends("/deleteme")
    await chat.presses("Yes, delete everything")
    assert "deleted" in chat.text
    assert chat.buttons == []
    assert await users.get(house.database, chat.person.id) is None
    await house.stops()
    await house.starts()
    for table in TABLES:
        rows = await house.database.all(f"select 1 from {table}")  # noqa: S608 - our own name
        assert rows == [], table
    assert "Nothing solved yet" in await chat.sends("/stats")


async def test_no_comes_before_yes_and_keeps_everything(chat: Talk, ming: Talk) -> None:
    await chat.sends("/new 4")
    stored = await chat.game()
    await chat.sends("/deleteme")
    assert chat.buttons[-2:] == ["No", "Yes, delete everything"]
    await chat.presses("No")
    assert chat.text == "Nothing was deleted."
    assert await chat.game() == stored
    await ming.sends("/deleteme")
    await ming.presses("不删")
    assert ming.text == "什么都没有删。"


async def test_nobody_presses_for_another(house: House, club: Talk, ming_in_club: Talk) -> None:
    await club.sends("/deleteme")
    question = club.last["message_id"]
    for label in ("Yes, delete everything", "No"):
        assert "别人" in await ming_in_club.presses(label, question)
    forged = f"yesdelete:{club.person.id}"
    assert "别人" in await ming_in_club.forges(forged, question)
    assert await users.get(house.database, club.person.id) is not None
    await club.presses("Yes, delete everything", question)
    assert await users.get(house.database, club.person.id) is None


async def test_a_group_plays_on_without_the_name(
    house: House, club: Talk, ming_in_club: Talk
) -> None:
    await club.sends("/subscribe 8:00 Berlin")
    await club.sends("/new 4")
    moves = right_moves(await club.game())
    await club.sends(f"@SudokuPlaygroundBot {moves[0]}")
    await house.alice.sends("/deleteme")
    await house.alice.presses("Yes, delete everything")
    stored = await club.game()
    assert [turn.player for turn in stored.game.turns] == [None]
    await ming_in_club.sends(f"@SudokuPlaygroundBot {' '.join(moves[1:])}")
    assert (await club.game()).state is GameState.SOLVED
    kept = await subscriptions.get(house.database, club.chat_id)
    assert kept is not None
    assert kept.user_id is None


async def test_old_boards_say_that_their_game_is_gone(chat: Talk) -> None:
    await chat.sends("/new 4")
    board = chat.last["message_id"]
    await chat.sends("/deleteme")
    await chat.presses("Yes, delete everything")
    assert "is gone" in await chat.presses("Check", board)


@pytest.mark.sqlite
async def test_who_leaves_while_a_copy_is_made_is_told_what_stays_until_its_end(
    house: House, chat: Talk, ming: Talk
) -> None:
    await chat.sends("/start")
    await chat.sends("/deleteme")
    with closing(sqlite3.connect(house.database_path, isolation_level=None)) as reader:
        reader.execute("begin")
        reader.execute("select count(*) from users").fetchone()
        await chat.presses("Yes, delete everything")
        assert "erased as soon as that ends" in chat.text
        assert "Everything about you is deleted" in chat.text
        assert await users.get(house.database, chat.person.id) is None
        assert await ming.sends("/new 4")
    assert await erasures.finish(house.database)


async def test_who_wants_their_games_to_go_need_not_delete_the_rest(chat: Talk) -> None:
    await chat.sends("/subscribe 8:00 Berlin")
    await chat.sends("/deleteme")
    assert chat.buttons == ["No", "Yes, delete everything"]
    await chat.sends("/new 4")
    await chat.sends("/new 6")
    assert "only your unfinished games" in await chat.sends("/deleteme")
    assert chat.buttons[0] == "🗑 Give up all 2 unfinished games"
    assert "Which game do you want to give up?" in await chat.sends("delete my games")
    assert chat.buttons.count("🗑 Give up all 2 unfinished games") == 1
    await chat.sends("/deleteme")
    await chat.presses(chat.buttons[0])
    assert "2 games given up" in await chat.presses("Yes, give them up")
    assert "No unfinished games" in await chat.sends("/games")
    kept = await subscriptions.get(chat.house.database, chat.chat_id)
    assert kept is not None
    assert kept.active


async def test_in_a_group_no_games_are_offered_to_be_given_up(club: Talk) -> None:
    await club.sends("/new 4")
    await club.sends("/new 6")
    await club.sends("/deleteme")
    assert club.buttons == ["No", "Yes, delete everything"]
