from datetime import timedelta
from zoneinfo import ZoneInfo

from bot.store import subscriptions
from bot.store.subscriptions import State
from tests.bot.house import House, Talk


async def test_the_first_word_says_how_to_play_and_where_to_begin(chat: Talk, ming: Talk) -> None:
    hello = await chat.sends("/start")
    assert "Sudoku" in hello
    assert "r4c5 7" in hello
    assert chat.buttons == ["Today's puzzle", "New puzzle", "How to play", "🌐 English · 中文"]
    assert "数独" in await ming.sends("/start")
    assert ming.buttons[:2] == ["每日一题", "新题"]


async def test_each_button_of_the_greeting_leads_where_it_says(chat: Talk) -> None:
    await chat.sends("/start")
    greeting = chat.last["message_id"]
    assert "Daily 2026-11-20" in await chat.presses("Today's puzzle", greeting)
    assert "symmetric" in await chat.presses("New puzzle", greeting)
    assert "/subscribe" in await chat.presses("How to play", greeting)
    assert "Which language" in await chat.presses("🌐 English · 中文", greeting)


async def test_a_deep_link_is_a_greeting_too(chat: Talk) -> None:
    assert "Sudoku" in await chat.sends("/start from_a_friend")


async def test_who_had_blocked_the_bot_and_comes_back_gets_the_daily_again(
    house: House, chat: Talk
) -> None:
    await chat.sends("/subscribe 8:00 Berlin")
    now = int(house.clock.seconds())
    await subscriptions.deactivate(house.database, chat.chat_id, now, State.UNREACHABLE)
    house.clock.forward(days=3)
    await chat.sends("/start")
    kept = await subscriptions.get(house.database, chat.chat_id)
    assert kept is not None
    assert kept.active
    tomorrow = house.clock.now.astimezone(ZoneInfo("Europe/Berlin")) + timedelta(days=1)
    assert kept.next_label == tomorrow.date().isoformat()


async def test_a_greeting_does_not_renew_what_was_unsubscribed(house: House, chat: Talk) -> None:
    await chat.sends("/subscribe 8:00 Berlin")
    await chat.sends("/unsubscribe")
    await chat.sends("/start")
    kept = await subscriptions.get(house.database, chat.chat_id)
    assert kept is not None
    assert not kept.active
