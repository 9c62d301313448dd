import re
from datetime import UTC, datetime

import pytest

from bot.render.keys import GAP
from tests.bot.house import House, Talk, right_moves


async def solve(talk: Talk, label: str = "") -> None:
    await talk.sends(f"/daily {label}")
    await talk.sends(" ".join(right_moves(await talk.game())))


async def test_the_month_with_what_is_solved_and_what_is_left(chat: Talk, ming: Talk) -> None:
    await solve(chat)
    await solve(chat, "2026-11-02")
    said = await chat.sends("/calendar")
    assert "November 2026" in said
    assert "2 solved this month" in said
    assert {" 2*", "20*"} <= {said[at : at + 3] for at in range(len(said))}
    days = [label for label in chat.buttons if label.isdecimal()]
    assert days == [str(day) for day in range(1, 20) if day != 2]
    assert "2026年11月" in await ming.sends("/calendar")


async def test_a_day_is_solved_by_its_daily_and_no_other_level(chat: Talk) -> None:
    await solve(chat, "2026-11-02 hard")
    assert "0 solved this month" in await chat.sends("/calendar")
    assert "2" in chat.buttons


async def test_days_stand_below_their_weekdays_in_the_order_of_the_language(
    chat: Talk, ming: Talk
) -> None:
    """1 November 2026 is a Sunday, the 2nd a Monday."""
    await chat.sends("/calendar")
    assert chat.buttons[:8] == [*map(str, range(1, 9))]
    assert "Su Mo Tu We Th Fr Sa\n 1" in chat.text
    await ming.sends("/calendar")
    assert ming.buttons[:8] == [*[GAP] * 6, "1", "2"]
    assert "一 二 三  四" in ming.text
    assert not await ming.presses(GAP)


async def test_a_press_plays_the_day(chat: Talk) -> None:
    await chat.sends("/calendar")
    assert "2026-11-07" in await chat.presses("7")
    assert (await chat.game()).daily_label == "2026-11-07"


async def test_leafing_through_the_months_of_the_archive(chat: Talk) -> None:
    await chat.sends("/calendar")
    page = chat.last["message_id"]
    assert "2026-12 ▶" not in chat.buttons
    for month in range(10, 0, -1):
        await chat.presses(f"◀ 2026-{month:02}", page)
    await chat.presses("◀ 2025-12", page)
    await chat.presses("◀ 2025-11", page)
    assert "November 2025" in chat.text
    assert [label for label in chat.buttons if label.isdecimal()] == [*map(str, range(20, 31))]
    assert not any("◀" in label for label in chat.buttons)
    await chat.presses("2025-12 ▶", page)
    assert "December 2025" in chat.text


async def test_months_out_of_reach_lead_to_the_nearest(chat: Talk, ming: Talk) -> None:
    await chat.sends("/calendar")
    page, person = chat.last["message_id"], chat.person.id
    for asked, shown in (("2031-01", "November 2026"), ("2001-01", "November 2025")):
        await chat.forges(f"month:{person}:{asked}", page)
        assert shown in chat.text
    await chat.forges(f"month:{person}:٢٠٢٦-01", page)
    assert "November 2026" in chat.text
    await ming.sends("/calendar")
    assert "别人" in await ming.forges(f"month:{person}:2026-10")


@pytest.mark.long
async def test_a_day_that_a_freeze_saved(house: House, chat: Talk) -> None:
    house.clock.now = datetime(2026, 11, 1, 12, tzinfo=UTC)
    for _ in range(7):
        await solve(chat)
        house.clock.forward(days=1)
    house.clock.forward(days=1)
    said = await chat.sends("/calendar")
    assert " 8~" in said
    assert "Streak: 7 days" in said


async def test_a_page_out_of_reach_is_the_whole_page_of_the_nearest_month(chat: Talk) -> None:
    """1 November 2025 is a Saturday, and the archive begins on the 20th, a Thursday."""
    await chat.sends("/calendar")
    page, person = chat.last["message_id"], chat.person.id
    this_month = chat.text, chat.buttons
    for asked in ("2031-01", "2026-13", "2026-00", "1999-12", "x"):
        await chat.forges(f"month:{person}:2026-06", page)
        await chat.forges(f"month:{person}:{asked}", page)
        assert (chat.text, chat.buttons) == this_month
    await chat.forges(f"month:{person}:2001-01", page)
    assert re.search(r"Sa\n {18} 1", chat.text)
    rows = chat.last["reply_markup"]["inline_keyboard"]
    assert {len(row) for row in rows[:-1]} == {7}
    assert [key["text"] for key in rows[0]][4:] == ["20", "21", "22"]
    assert [key["text"] for key in rows[-1]] == ["2025-12 ▶"]


async def test_a_month_begins_with_its_first_day(house: House, chat: Talk) -> None:
    house.clock.now = datetime(2026, 12, 1, 12, tzinfo=UTC)
    await chat.sends("/calendar")
    assert [label for label in chat.buttons if label.isdecimal()] == ["1"]
    assert "December 2026" in chat.text
    await chat.presses("◀ 2026-11")
    assert [label for label in chat.buttons if label.isdecimal()] == [*map(str, range(1, 31))]
    await chat.presses("2026-12 ▶")
    assert "December 2026" in chat.text
    house.clock.now = datetime(2026, 11, 30, 12, tzinfo=UTC)
    await chat.sends("/calendar")
    assert not any("▶" in label for label in chat.buttons)


async def test_the_button_below_the_statistics_sends_the_month(chat: Talk) -> None:
    await solve(chat)
    await chat.sends("/stats")
    statistics = chat.last["message_id"]
    assert "November 2026" in await chat.presses("📅 Calendar")
    assert chat.last["message_id"] != statistics
    assert "Streak: 1 day" in chat.text
    assert "1 solved this month" in chat.text
