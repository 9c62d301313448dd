from datetime import UTC, datetime

import pytest

from bot.store.games import GameState
from tests.bot.house import House, Talk, right_moves
from tests.bot.store.rows import daily_labels


async def test_one_puzzle_for_everybody(house: House, chat: Talk, ming: Talk) -> None:
    assert "Daily 2026-11-20" in await chat.sends("/daily")
    assert "每日一题 2026-11-20" in await ming.sends("/daily")
    assert (await chat.game()).puzzle == (await ming.game()).puzzle
    assert await daily_labels(house.database) == ("2026-11-20",)


async def test_asking_again_goes_on_where_one_was(chat: Talk) -> None:
    await chat.sends("/daily")
    stored = await chat.game()
    await chat.sends(right_moves(stored)[0])
    await chat.sends("/new 4")
    assert "Welcome back" in await chat.sends("/daily")
    assert (await chat.game()).id == stored.id
    assert (await chat.game()).game.done == 1


async def test_asking_again_shows_the_board_without_its_hint(chat: Talk) -> None:
    await chat.sends("/daily")
    await chat.presses("💡")
    assert "💡 Hint" in chat.text
    assert "💡 Hint" not in await chat.sends("/daily")
    assert (await chat.game()).hint is None


async def test_a_solved_daily_says_when_the_next_one_comes(chat: Talk, ming: Talk) -> None:
    for talk, words in ((chat, "comes at midnight"), (ming, "零点见")):
        await talk.sends("/daily")
        talk.house.clock.forward(seconds=61)
        await talk.sends(" ".join(right_moves(await talk.game())))
        assert {"Today's puzzle", "每日一题"}.isdisjoint(talk.buttons)
        said = await talk.sends("/daily")
        assert "1:01" in said
        assert words in said
        assert (await talk.game()).state is GameState.SOLVED


async def test_a_solution_that_was_seen_is_no_puzzle_any_more(chat: Talk) -> None:
    await chat.sends("/daily 2026-11-01")
    await chat.sends("/giveup")
    await chat.presses("Yes, show it")
    said = await chat.sends("/daily 2026-11-01")
    assert "seen the solution of 2026-11-01" in said
    assert "midnight" not in said
    assert chat.buttons == ["Today's puzzle", "New puzzle"]


@pytest.mark.parametrize(
    ("zone", "now", "label"),
    [
        ("Berlin", datetime(2026, 11, 20, 22, 59, tzinfo=UTC), "2026-11-20"),
        ("Berlin", datetime(2026, 11, 20, 23, 0, tzinfo=UTC), "2026-11-21"),
        ("Auckland", datetime(2026, 11, 20, 11, 0, tzinfo=UTC), "2026-11-21"),
        ("Honolulu", datetime(2026, 11, 21, 9, 59, tzinfo=UTC), "2026-11-20"),
    ],
)
async def test_the_day_begins_at_midnight_where_the_player_is(
    house: House, chat: Talk, zone: str, now: datetime, label: str
) -> None:
    await chat.sends(f"/subscribe 8 {zone}")
    house.clock.now = now
    assert f"Daily {label}" in await chat.sends("/daily")


async def test_without_a_zone_the_day_is_that_of_the_language(
    house: House, chat: Talk, ming: Talk
) -> None:
    house.clock.now = datetime(2026, 11, 20, 16, tzinfo=UTC)
    assert "Daily 2026-11-20" in await chat.sends("/daily")
    assert "每日一题 2026-11-21" in await ming.sends("/daily")


async def test_the_future_is_locked_and_opens_at_midnight(
    house: House, chat: Talk, ming: Talk
) -> None:
    assert "still locked" in await chat.sends("/daily 2026-11-21")
    assert "还没解锁" in await ming.sends("/daily 9999-12-31")
    await chat.sends("/start")
    assert "still locked" in await chat.forges("daily:2026-11-21")
    assert await daily_labels(house.database) == ()
    house.clock.forward(hours=12)
    assert "Daily 2026-11-21" in await chat.sends("/daily 2026-11-21")


async def test_the_archive(chat: Talk, ming: Talk) -> None:
    assert "Daily 2026-03-01" in await chat.sends("/daily 2026-03-01")
    assert "goes back to 2025-11-20" in await chat.sends("/daily 2025-11-19")
    assert "2025-11-20" in await ming.sends("/daily 0001-01-01")


@pytest.mark.parametrize("typed", ["soon", "2026-02-30", "2026-13-01", "<b>", "99999-01-01", "۱"])
async def test_what_is_no_date_is_named_with_an_example(chat: Talk, ming: Talk, typed: str) -> None:
    assert f"“{typed}” isn't a date" in await chat.sends(f"/daily {typed}")
    assert "2026-11-20" in chat.text
    assert f"“{typed}”" in await ming.sends(f"/daily {typed}")


async def test_until_three_in_the_morning_yesterday_still_counts(house: House, chat: Talk) -> None:
    await chat.sends("/subscribe 8 London")
    await chat.sends("/daily")
    stored = await chat.game()
    house.clock.now = datetime(2026, 11, 21, 2, 59, tzinfo=UTC)
    assert "The first day of a streak." in await chat.sends(" ".join(right_moves(stored)))


async def test_after_that_it_is_solved_without_a_streak(house: House, chat: Talk) -> None:
    await chat.sends("/subscribe 8 London")
    await chat.sends("/daily")
    stored = await chat.game()
    house.clock.now = datetime(2026, 11, 21, 3, tzinfo=UTC)
    said = await chat.sends(" ".join(right_moves(stored)))
    assert "Daily solved" in said
    assert "streak" not in said


async def test_travelling_does_not_play_a_day_twice(house: House, chat: Talk) -> None:
    await chat.sends("/subscribe 8 Auckland")
    await chat.sends("/daily")
    assert (await chat.game()).daily_label == "2026-11-21"
    await chat.sends(" ".join(right_moves(await chat.game())))
    await chat.sends("/subscribe 8 Honolulu")
    house.clock.now = datetime(2026, 11, 21, 12, tzinfo=UTC)
    assert "is solved" in await chat.sends("/daily")


async def test_the_daily_of_a_group_is_one_game(club: Talk, ming_in_club: Talk) -> None:
    await club.sends("/daily@SudokuPlaygroundBot")
    assert "2026-11-20" in await ming_in_club.sends("/daily")
    assert (await club.game()).started_by == club.person.id
    await ming_in_club.sends(f"@SudokuPlaygroundBot {' '.join(right_moves(await club.game()))}")
    assert "共完成" in await ming_in_club.sends("/stats")


async def test_days_have_names(chat: Talk, ming: Talk) -> None:
    assert "Daily 2026-11-20" in await chat.sends("/daily today")
    assert "Daily 2026-11-19" in await chat.sends("/daily Yesterday")
    assert "2026-11-19" in await ming.sends("/daily 昨天")


async def test_how_hard_a_daily_is_stands_in_its_title_and_a_hard_one_says_so_before(
    chat: Talk, ming: Talk
) -> None:
    """20 November 2026 is a Friday, the 16th a Monday."""
    said = await chat.sends("/daily")
    assert "Daily 2026-11-20 · 9×9 · hard" in said
    assert "Take your time" in said
    monday = await chat.sends("/daily 2026-11-16")
    assert "· easy" in monday
    assert "Take your time" not in monday
    assert "慢慢来" in await ming.sends("/daily")
