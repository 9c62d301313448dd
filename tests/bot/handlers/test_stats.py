import pytest

from bot.background.grading import Grader
from bot.store import results
from tests.bot.background.test_stock import no_sleep
from tests.bot.house import House, Talk, right_moves, wrong_move


async def solve_new(talk: Talk, size: int, seconds: int) -> None:
    await talk.sends(f"/new {size}")
    talk.house.clock.forward(seconds=seconds)
    await talk.sends(" ".join(right_moves(await talk.game())))


async def test_nothing_solved_yet(chat: Talk, ming: Talk) -> None:
    await chat.sends("/new 4")
    assert "/daily" in await chat.sends("/stats")
    assert "还没完成过" in await ming.sends("/stats")


async def test_times_by_size(chat: Talk, ming: Talk) -> None:
    for seconds in (30, 50, 100):
        await solve_new(chat, 4, seconds)
    await solve_new(chat, 6, 3661)
    said = await chat.sends("/stats")
    assert "4 puzzles solved" in said
    assert "4×4: 3 solved\nbest 30 s · median 50 s\n6×6" in said
    assert "6×6: 1 solved\nbest 1:01:01 · median 1:01:01" in said
    assert said.endswith("Your streak: 0 days. A solved daily begins one.")
    await solve_new(ming, 4, 90)
    said = await ming.sends("/stats")
    assert "4×4：完成 1 道\n最快 1:30 · 中位数 1:30\n没用提示 · 一次都没填错" in said


async def test_by_difficulty_with_hints_and_mistakes(house: House, chat: Talk) -> None:
    await chat.sends("/new hard")
    stored = await chat.game()
    await chat.sends("/hint")
    await chat.sends(wrong_move(stored))
    await chat.sends("/hint")
    house.clock.forward(seconds=900)
    await chat.sends(" ".join(right_moves(stored)))
    await solve_new(chat, 9, 600)
    said = await chat.sends("/stats")
    assert "9×9 · hard: 1 solved\nbest 15:00 · median 15:00\n2 hints or checks · 1 mistake" in said
    assert "9×9 · not rated: 1 solved\nbest 10:00" in said
    while await Grader(house.services, no_sleep).grade_one():
        pass
    assert "not rated" not in await chat.sends("/stats")
    assert chat.buttons[:3] == ["📈 9×9", "📈 easy", "📈 hard"]
    table = chat.last["message_id"]
    assert "Your last 2 times for 9×9" in await chat.presses("📈 9×9", table)
    assert "Your time for 9×9 · hard" in await chat.presses("📈 hard", table)


async def test_a_page_for_each_size_where_there_are_several(chat: Talk, ming: Talk) -> None:
    for size, seconds in ((4, 30), (4, 40), (6, 100)):
        await solve_new(chat, size, seconds)
    await chat.sends("/stats")
    assert chat.buttons == ["📊 4×4", "📊 6×6", "📅 Calendar"]
    await chat.presses("📊 4×4")
    assert chat.text == ("4×4: 2 solved\nbest 30 s · median 30 s\nno hints · not one mistake")
    assert chat.buttons == ["📈 4×4", "Back"]
    await chat.presses("Back")
    assert "3 puzzles solved" in chat.text
    for forged in ("9", "x", "9" * 30):
        said = await chat.forges(f"stats:{chat.person.id}:{forged}")
        assert "too old" in said or "3 puzzles solved" in chat.text
    await ming.sends("/start")
    assert "别人" in await ming.forges(f"stats:{chat.person.id}:4")


async def test_the_average_of_five_leaves_out_the_best_and_the_worst(chat: Talk) -> None:
    for seconds in (900, 30, 50, 40, 100, 20):
        await solve_new(chat, 4, seconds)
    assert "average of 5: 40 s" in await chat.sends("/stats")


async def test_a_chart_for_each_size(chat: Talk) -> None:
    for size, seconds in ((4, 30), (4, 40), (6, 100)):
        await solve_new(chat, size, seconds)
    await chat.sends("/stats")
    table = chat.last["message_id"]
    await chat.presses("📊 4×4", table)
    assert "last 2 times for 4×4" in await chat.presses("📈 4×4", table)
    assert chat.last["photo"][-1]["width"] == 1080
    await chat.presses("Back", table)
    await chat.presses("📊 6×6", table)
    assert "Your time for 6×6" in await chat.presses("📈 6×6", table)
    for forged in ("9", "x", "", "9" * 30, "4:hard", "4:None"):
        assert "too old" in await chat.forges(f"chart:{chat.person.id}:{forged}", table)


@pytest.mark.long
async def test_a_freeze_saves_a_missed_day(house: House, chat: Talk) -> None:
    for _ in range(7):
        await chat.sends("/daily")
        said = await chat.sends(" ".join(right_moves(await chat.game())))
        house.clock.forward(days=1)
    assert "a whole week" in said
    said = await chat.sends("/stats")
    assert "Streak: 7 days" in said
    assert "One freeze saved" in said
    house.clock.forward(days=1)
    said = await chat.sends("/stats")
    assert "Streak: 7 days" in said
    assert "No freeze saved" in said
    await chat.sends("/daily")
    assert "8 days in a row!" in await chat.sends(" ".join(right_moves(await chat.game())))
    house.clock.forward(days=2)
    assert "Streak: 0 days · longest 8" in await chat.sends("/stats")


async def test_days_in_a_row(house: House, chat: Talk) -> None:
    for day in range(3):
        await chat.sends("/daily")
        said = await chat.sends(" ".join(right_moves(await chat.game())))
        assert ("The first day of a streak." if day == 0 else f"{day + 1} days in a row!") in said
        house.clock.forward(days=1)
    assert "Streak: 3 days · longest 3" in await chat.sends("/stats")
    house.clock.forward(days=1)
    assert "Streak: 0 days · longest 3" in await chat.sends("/stats")


async def test_the_archive_is_no_way_to_a_streak(house: House, chat: Talk) -> None:
    await chat.sends("/daily 2026-11-19")
    said = await chat.sends(" ".join(right_moves(await chat.game())))
    assert "Daily solved" in said
    assert "streak" not in said
    assert await results.streak_labels(house.database, chat.person.id) == ()


async def test_mistakes_are_counted_even_when_taken_back(house: House, chat: Talk) -> None:
    await chat.sends("/new 4")
    stored = await chat.game()
    await chat.sends(wrong_move(stored))
    await chat.sends(f"{wrong_move(stored, 1)} {right_moves(stored)[1]}")
    await chat.sends(" ".join(right_moves(stored)))
    (result,) = await results.of_user(house.database, chat.person.id)
    assert result.mistakes == 2


async def test_sizes_stand_in_even_rows_of_at_most_three(chat: Talk) -> None:
    for count, size in enumerate((4, 6, 8, 9), 1):
        await solve_new(chat, size, 60)
        await chat.sends("/stats")
        *rows, calendar = chat.last["reply_markup"]["inline_keyboard"]
        assert [key["text"] for key in calendar] == ["📅 Calendar"]
        assert [len(row) for row in rows] == {1: [1], 2: [2], 3: [3], 4: [2, 2]}[count]


@pytest.mark.parametrize(
    ("language", "question", "told"),
    [
        ("en", "streak", "Your streak: 0 days"),
        ("en", "do I have a streak?", "Your streak: 0 days"),
        ("es", "cuál es mi racha", "Tu racha: 0 días"),
        ("zh", "连胜多少天", "连续 0 天"),
        ("zh", "连续几天了", "连续 0 天"),
    ],
)
async def test_the_streak_is_told_before_there_is_one(
    chat: Talk, language: str, question: str, told: str
) -> None:
    await chat.sends(f"/language {language}")
    assert told in await chat.sends(question)
