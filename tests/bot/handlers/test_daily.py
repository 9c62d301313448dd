from datetime import UTC, datetime

import pytest

from bot.playground import Person
from bot.playground.chats import User
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
    assert chat.buttons == ["Daily: easy", "Daily: hard", "Today's puzzle", "New puzzle"]


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
    assert "solved the daily" in await chat.sends("/daily")


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
    assert "Daily 2026-11-20 · hard" in said
    assert "A hard one." in said
    monday = await chat.sends("/daily 2026-11-16")
    assert "· easy" in monday
    assert "Take your time" not in monday
    assert "简单些的在 ⋯" in await ming.sends("/daily")


def levels(talk: Talk) -> list[str]:
    """The buttons for the other dailies of the day, in the order of the message."""
    return [label for label in talk.buttons if "Daily: " in label]


async def test_each_day_has_two_more_levels_the_same_for_everybody(
    house: House, chat: Talk, ming: Talk
) -> None:
    said = await chat.sends("/daily easy")
    assert "Daily 2026-11-20 · easy" in said
    assert "Only 🔥 counts for your streak." in said
    assert "每日一题 2026-11-20 · 简单" in await ming.sends("/daily 简单")
    assert (await chat.game()).puzzle == (await ming.game()).puzzle
    await ming.sends("/daily fácil hoy")
    assert (await ming.game()).daily_label == "2026-11-20-easy"
    assert await daily_labels(house.database) == ("2026-11-20-easy",)


async def test_the_level_that_the_daily_has_is_the_daily(chat: Talk) -> None:
    await chat.sends("/daily hard")
    assert (await chat.game()).daily_label == "2026-11-20"


@pytest.mark.parametrize("typed", ["yesterday hard", "Hard 2026-11-16", "2026-11-16-hard"])
async def test_earlier_days_have_their_levels_too(chat: Talk, typed: str) -> None:
    assert "· hard" in await chat.sends(f"/daily {typed}")
    assert "🔥" not in chat.text
    day = "2026-11-19" if "yesterday" in typed else "2026-11-16"
    assert str((await chat.game()).daily_label).startswith(day)


async def test_only_a_daily_that_still_counts_has_the_sign_of_the_streak(
    house: House, chat: Talk
) -> None:
    await chat.sends("/daily yesterday easy")
    await chat.presses("⋯")
    assert levels(chat) == ["Daily: medium", "Daily: hard"]
    await chat.sends("/subscribe 8 London")
    await chat.sends("/daily easy")
    house.clock.now = datetime(2026, 11, 21, 2, 59, tzinfo=UTC)
    await chat.presses("⋯")
    assert levels(chat) == ["Daily: medium", "🔥 Daily: hard"]
    house.clock.now = datetime(2026, 11, 21, 3, tzinfo=UTC)
    await chat.sends("/board")
    await chat.presses("⋯")
    assert levels(chat) == ["Daily: medium", "Daily: hard"]


async def test_a_level_that_the_day_does_not_have_is_answered_with_those_it_has(
    chat: Talk, ming: Talk
) -> None:
    said = await chat.sends("/daily extreme")
    assert said == "On 2026-11-20 there are these three: easy, medium, hard."
    assert "简单、中等、困难" in await ming.sends("/daily 极难")
    assert "still locked" in await chat.sends("/daily 2026-11-21 easy")
    assert "isn't a date" in await chat.forges("daily:2026-11-20-silly")


async def test_a_saturday_says_that_it_is_hard_and_offers_an_easier_one_before_it_is_begun(
    house: House, chat: Talk
) -> None:
    house.clock.forward(days=1)
    assert "A hard one. Easier ones: ⋯" in await chat.sends("/daily")
    board, daily = chat.last["message_id"], await chat.game()
    await chat.presses("⋯")
    assert levels(chat) == chat.buttons[:2] == ["Daily: easy", "Daily: hard"]
    assert "Daily 2026-11-21 · easy" in await chat.presses("Daily: easy")
    assert "🔥 counts" in chat.text
    await chat.presses("⋯")
    assert levels(chat) == ["Daily: hard", "🔥 Daily: expert"]
    await chat.presses("Daily: hard", board)
    await chat.presses("⋯")
    assert "Daily 2026-11-21 · expert" in await chat.presses("🔥 Daily: expert")
    assert (await chat.game()).id == daily.id


async def test_the_end_of_a_level_says_what_counts_and_leads_to_the_others(
    house: House, chat: Talk
) -> None:
    await chat.sends("/daily easy")
    await chat.sends(" ".join(right_moves(await chat.game())))
    assert "Daily solved" in chat.text
    assert "Only 🔥 counts for your streak." in chat.text
    assert "streak." not in chat.text.partition("Only 🔥")[0]
    assert levels(chat) == ["Daily: medium", "🔥 Daily: hard"]
    assert "Today's puzzle" not in chat.buttons
    assert "solved the daily of 2026-11-20 (easy)" in await chat.sends("/daily easy")
    assert levels(chat) == ["Daily: medium", "🔥 Daily: hard"]
    said = await chat.sends("/stats")
    assert "1 puzzle solved" in said
    assert "Streak" not in said
    await chat.sends("/daily")
    house.clock.forward(seconds=600)
    await chat.sends(" ".join(right_moves(await chat.game())))
    assert "The first day of a streak." in chat.text
    assert "Only 🔥" not in chat.text
    assert levels(chat) == ["Daily: medium"]


async def test_a_level_is_found_again_after_a_restart(house: House, chat: Talk) -> None:
    await chat.sends("/daily")
    board = chat.last["message_id"]
    await chat.presses("⋯")
    await chat.presses("Daily: easy")
    stored = await chat.game()
    await chat.sends(right_moves(stored)[0])
    await chat.sends("/new 4")
    await house.stops()
    await house.starts()
    assert "Welcome back" in await chat.presses("Daily: easy", board)
    assert (await chat.game()).id == stored.id
    assert (await chat.game()).game.done == 1


async def test_a_level_has_its_name_in_lists_on_paper_and_in_links(chat: Talk, ming: Talk) -> None:
    await chat.sends("/daily easy")
    await chat.sends("/games")
    assert any("daily 2026-11-20 · easy · 0%" in label for label in chat.buttons)
    await chat.sends("/share")
    assert "start=d2026-11-20-easy" in chat.text
    assert "· 简单" in await ming.sends("/start d2026-11-20-easy")
    assert (await ming.game()).puzzle == (await chat.game()).puzzle


async def test_a_date_and_a_difficulty_are_read_and_what_comes_behind_is_not(chat: Talk) -> None:
    await chat.sends("/daily 2026-11-16 hard 2026-11-17 please")
    assert (await chat.game()).daily_label == "2026-11-16-hard"


async def test_of_what_is_no_date_the_beginning_is_repeated(chat: Talk) -> None:
    assert f"“{'x' * 30}”" in await chat.sends(f"/daily {'x' * 31}")


async def test_a_date_may_be_typed_with_a_chinese_keyboard(chat: Talk) -> None:
    await chat.sends("/daily ２０２６－１１－１６")
    assert (await chat.game()).daily_label == "2026-11-16"


@pytest.mark.parametrize(
    ("sentence", "day"),
    [
        # Today is Friday, the 20th.
        ("我想玩上周三的每日一题", "2026-11-11"),
        ("来上个星期二的每日题", "2026-11-10"),
        ("想做这周三的每日题", "2026-11-18"),
        ("来本周一的每日一题", "2026-11-16"),
        ("我想玩周三的每日一题", "2026-11-18"),
        ("上上周三的每日一题", "2026-11-04"),
        ("上上个星期一的每日题", "2026-11-02"),
        ("上週三的每日一題", "2026-11-11"),
        ("上个礼拜五的每日一题", "2026-11-13"),
        ("上周日的题目，谢谢", "2026-11-15"),
        ("/daily 上周三", "2026-11-11"),
        ("/daily 周三", "2026-11-18"),
    ],
)
async def test_a_chinese_week_begins_on_monday(ming: Talk, sentence: str, day: str) -> None:
    assert f"每日一题 {day}" in await ming.sends(sentence)


@pytest.mark.parametrize(
    ("language", "sentence", "daily"),
    [
        ("en", "play last wednesday's daily", "Daily 2026-11-18"),
        ("es", "quiero el diario del miércoles pasado", "2026-11-18"),
        ("en", "the daily from wednesday of last week", "Daily 2026-11-11"),
        ("en", "last week's monday daily", "Daily 2026-11-09"),
        ("en", "the friday before last", "Daily 2026-11-06"),
        ("en", "the one from 3 days ago", "Daily 2026-11-17"),
        ("en", "the daily from november 15", "Daily 2026-11-15"),
        ("en", "the daily of december 24", "Daily 2025-12-24"),
        ("es", "el de anteayer", "2026-11-18"),
        ("zh", "11月15号的每日", "2026-11-15"),
        ("es", "el diario del miércoles antepasado", "2026-11-11"),
        ("en", "the daily from monday two weeks ago", "Daily 2026-11-02"),
        ("en", "this friday", "Daily 2026-11-20"),
        ("es", "el diario del miércoles de la semana pasada", "2026-11-11"),
    ],
)
async def test_elsewhere_the_last_such_day_is_meant_unless_a_week_is_named(
    house: House, language: str, sentence: str, daily: str
) -> None:
    talk = Talk(house, Person(house.api, User(82, "Somebody", language, "somebody")))
    assert daily in await talk.sends(sentence)


@pytest.mark.parametrize(
    ("language", "sentence", "label", "day"),
    [
        ("zh", "我想补上周四那天的", "📆 每日一题: 上周四", "2026-11-12"),
        ("zh", "上上周四没做，现在补", "📆 每日一题: 2 周前的周四", "2026-11-05"),
        ("es", "el del lunes de esta semana", "lunes de esta semana", "2026-11-16"),
    ],
)
async def test_a_day_that_is_only_offered_keeps_its_week(
    house: House, language: str, sentence: str, label: str, day: str
) -> None:
    talk = Talk(house, Person(house.api, User(83, "Somebody", language, "somebody")))
    # Who plays nothing gets the daily at once.
    await talk.sends("/new 4")
    await talk.sends(sentence)
    (button,) = [one for one in talk.buttons if label in one]
    assert day in await talk.presses(button)


@pytest.mark.parametrize(
    ("language", "sentence"),
    [("en", "next friday"), ("es", "el próximo viernes"), ("zh", "下周五的每日")],
)
async def test_a_day_of_the_week_to_come_opens_no_earlier_one(
    house: House, language: str, sentence: str
) -> None:
    talk = Talk(house, Person(house.api, User(84, "Somebody", language, "somebody")))
    await talk.sends("/new 4")
    said = await talk.sends(sentence)
    assert "2026-11-27" in said
    assert "#" not in said
