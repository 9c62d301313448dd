"""Asking for the reminder in the evening, and being offered it."""

from datetime import UTC, datetime
from typing import Final

from bot.store import subscriptions, users
from tests.bot.house import House, Talk, right_moves

OFFER: Final = "🔔 Remind me in the evening"


async def solve(talk: Talk) -> None:
    await talk.sends("/daily")
    await talk.sends(" ".join(right_moves(await talk.game())))


async def test_it_is_offered_once_below_the_third_daily(house: House, chat: Talk) -> None:
    offered = []
    for day in range(20, 25):
        house.clock.now = datetime(2026, 11, day, 12, tzinfo=UTC)
        await solve(chat)
        offered.append(OFFER in chat.buttons)
    assert offered == [False, False, True, False, False]


async def test_the_offer_leads_to_the_hour_and_where_one_lives(house: House, chat: Talk) -> None:
    for day in range(20, 23):
        house.clock.now = datetime(2026, 11, day, 12, tzinfo=UTC)
        await solve(chat)
    await chat.presses(OFFER)
    assert chat.buttons == ["19:00", "20:00", "21:00", "22:00", "🔕 No reminder"]
    await chat.presses("21:00")
    assert "Where are you?" in chat.text
    await chat.presses("Sydney")
    assert "at 21:00, Sydney time" in chat.text
    assert await subscriptions.evening(house.database, chat.chat_id) == (21 * 60, None)
    person = await users.get(house.database, chat.chat_id)
    assert person is not None
    assert person.zone == "Australia/Sydney"


async def test_who_is_reminded_already_is_not_offered_it(house: House, chat: Talk) -> None:
    await chat.sends("/subscribe 8 Berlin")
    await chat.sends("remind me at 9pm if I forget")
    for day in range(20, 24):
        house.clock.now = datetime(2026, 11, day, 12, tzinfo=UTC)
        await solve(chat)
        assert OFFER not in chat.buttons


async def test_the_settings_show_the_hour_and_lead_to_another(chat: Talk) -> None:
    await chat.sends("/subscribe 8 Berlin")
    await chat.sends("/settings")
    await chat.presses("🔔 Evening reminder: off")
    await chat.presses("20:00")
    assert "at 20:00, Berlin time" in chat.text
    await chat.sends("/settings")
    await chat.presses("🔔 Evening reminder: 20:00")
    assert "I'll remind you at 20:00" in chat.text
    await chat.presses("🔕 No reminder")
    await chat.sends("/settings")
    assert "🔔 Evening reminder: off" in chat.buttons


async def test_words_reach_it_in_every_language(chat: Talk, ming: Talk) -> None:
    assert "At what time?" in await chat.sends("remind me if I forget")
    assert "几点合适" in await ming.sends("晚上提醒我")
    assert "¿A qué hora?" in await chat.sends("avísame antes de que se acabe la racha")
    assert "¿A qué hora?" in await chat.sends("avísame por la noche")
    assert "Where are you?" in await chat.sends("ping me at 9pm so I don't lose my streak")


async def test_words_end_it_and_leave_the_daily(house: House, chat: Talk) -> None:
    await chat.sends("/subscribe 8 Berlin")
    await chat.sends("remind me at 9pm if I forget")
    assert "no reminder in the evening" in await chat.sends("don't remind me in the evening")
    assert await subscriptions.evening(house.database, chat.chat_id) is None
    kept = await subscriptions.get(house.database, chat.chat_id)
    assert kept is not None
    assert kept.active
    assert "No more daily messages" in await chat.sends("stop the evening reminder")


async def test_an_hour_of_the_daily_stays_one_of_the_daily(chat: Talk) -> None:
    await chat.sends("/subscribe 8 Berlin")
    assert "The daily comes at 21:00" in await chat.sends("send me the daily at 9pm every day")


async def test_a_move_to_another_zone_takes_the_hour_along(house: House, chat: Talk) -> None:
    await chat.sends("/subscribe 8 Berlin")
    await chat.sends("remind me at 8pm if I forget")
    (_, before) = await subscriptions.due_after(house.database, 0)
    await chat.sends("/subscribe 8 Tokyo")
    (_, after) = await subscriptions.due_after(house.database, 0)
    assert (before.zone, after.zone) == ("Europe/Berlin", "Asia/Tokyo")
    assert datetime.fromtimestamp(after.next_due, UTC).hour == 11


async def test_in_a_group_it_is_asked_for_in_private(club: Talk) -> None:
    words = await club.sends("@SudokuPlaygroundBot remind me in the evening")
    assert "ask me in our private chat" in words


async def test_the_daily_is_kept_by_who_wants_only_the_reminder_to_end(
    house: House, chat: Talk
) -> None:
    await chat.sends("/subscribe 8 Berlin")
    await chat.sends("remind me at 9pm if I forget")
    wish = "no more reminders, but keep sending the daily"
    assert "no reminder in the evening" in await chat.sends(wish)
    assert await subscriptions.evening(house.database, chat.chat_id) is None
    assert "I send nothing on my own" in await chat.sends(wish)
    kept = await subscriptions.get(house.database, chat.chat_id)
    assert kept is not None
    assert kept.active


async def test_a_reminder_that_is_cancelled_takes_no_daily_along(house: House, chat: Talk) -> None:
    await chat.sends("/subscribe 8 Berlin")
    for words in ("cancel the reminder", "stop the reminders, the daily is fine"):
        await chat.sends("remind me at 9pm if I forget")
        assert "no reminder in the evening" in await chat.sends(words)
    assert "I'll leave it" in await chat.sends("don't stop the daily")
    kept = await subscriptions.get(house.database, chat.chat_id)
    assert kept is not None
    assert kept.active
