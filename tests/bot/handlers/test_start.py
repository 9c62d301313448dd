from datetime import timedelta
from zoneinfo import ZoneInfo

from bot.store import subscriptions
from bot.store.subscriptions import SubscriptionState
from tests.bot.house import House, Talk, right_moves

FIRST = "▶ Start with a small one"


async def test_the_first_word_says_how_to_play_and_where_to_begin(chat: Talk, ming: Talk) -> None:
    hello = await chat.sends("/start")
    assert "Sudoku" in hello
    assert "each digit once" in hello
    assert chat.buttons[:4] == [FIRST, "Today's puzzle", "New puzzle", "How to play"]
    assert "English" in chat.buttons[4]
    assert "中文" in chat.buttons[4]
    assert "数独" in await ming.sends("/start")
    assert ming.buttons[:3] == ["▶ 先来一盘小的", "每日一题", "新题"]


async def test_each_button_of_the_greeting_leads_where_it_says(chat: Talk) -> None:
    await chat.sends("/start")
    greeting = chat.last["message_id"]
    assert "Daily 2026-11-20" in await chat.presses("Today's puzzle", greeting)
    assert "How hard" in await chat.presses("New puzzle", greeting)
    assert "/daily" in await chat.presses("How to play", greeting)
    assert "Which language" in await chat.presses("language", greeting)


async def test_from_hello_to_the_first_digit_with_one_press_and_a_move(chat: Talk) -> None:
    await chat.sends("/start")
    said = await chat.presses(FIRST)
    stored = await chat.game()
    assert stored.puzzle.grid.geometry.size == 4
    assert "takes 1 to 4" in said
    assert stored.puzzle.grid.clue_count == 8
    await chat.sends(right_moves(stored)[0])
    assert (await chat.game()).game.done == 1


async def test_who_has_played_is_greeted_without_the_lesson(club: Talk, chat: Talk) -> None:
    await chat.sends("/new 4")
    assert "Good to see you again" in await chat.sends("/start")
    assert FIRST not in chat.buttons
    assert "Good to see you again" in await club.sends("/start")


async def test_a_deep_link_is_a_greeting_too(chat: Talk) -> None:
    assert "Sudoku" in await chat.sends("/start from_a_friend")


async def test_who_had_blocked_the_bot_and_comes_back_gets_the_daily_again(
    house: House, chat: Talk
) -> None:
    await chat.sends("/subscribe 8:00 Berlin")
    now = int(house.clock.seconds())
    await subscriptions.deactivate(house.database, chat.chat_id, now, SubscriptionState.UNREACHABLE)
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
