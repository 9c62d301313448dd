from datetime import UTC, datetime

import pytest

from bot.store import subscriptions
from bot.store.subscriptions import Subscription
from bot.telegram.administrators import KNOWN_SECONDS
from tests.bot.house import House, Talk


async def kept(talk: Talk) -> Subscription:
    found = await subscriptions.get(talk.house.database, talk.chat_id)
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("typed", "minute", "zone"),
    [
        ("08:00 Europe/Berlin", 480, "Europe/Berlin"),
        ("Berlin 08:00", 480, "Europe/Berlin"),
        ("8 berlin", 480, "Europe/Berlin"),
        ("8:30 pm, New York", 1230, "America/New_York"),
        ("New York 20:30", 1230, "America/New_York"),
        ("早上8点 北京", 480, "Asia/Shanghai"),
        ("北京 20:30", 1230, "Asia/Shanghai"),
        ("Kolkata", 480, "Asia/Kolkata"),
        ("7 UTC+8", 420, "Etc/GMT-8"),
    ],
)
async def test_time_and_place_in_either_order_and_language(
    chat: Talk, typed: str, minute: int, zone: str
) -> None:
    said = await chat.sends(f"/subscribe {typed}")
    assert f"{minute // 60:02}:{minute % 60:02}" in said
    found = await kept(chat)
    assert (found.minute, found.zone, found.active) == (minute, zone, True)


async def test_the_first_day_and_the_place_are_confirmed(chat: Talk, ming: Talk) -> None:
    said = await chat.sends("/subscribe 8:00 Berlin")
    assert "08:00, Berlin time, first on 2026-11-21" in said
    assert "first on 2026-11-20" in await chat.sends("/subscribe 14:00 Berlin")
    assert "每天 08:00（北京时间）" in await ming.sends("/subscribe 8:00 广州")


@pytest.mark.parametrize(
    ("said", "minute"),
    [
        ("send me the daily every evening at 9", 21 * 60),
        ("mándamelo por la noche a las 9", 21 * 60),
        ("晚上一点发每日题给我", 60),
        ("the daily at 12 at night", 0),
    ],
)
async def test_the_hour_is_that_of_the_part_of_the_day(chat: Talk, said: str, minute: int) -> None:
    await chat.sends("/subscribe 8:00 Berlin")
    await chat.sends(said)
    if any("⏰" in button for button in chat.buttons):
        await chat.presses(chat.buttons[0])
    assert (await kept(chat)).minute == minute


async def test_an_hour_that_comes_twice_a_day_is_asked_for(chat: Talk, ming: Talk) -> None:
    await chat.sends("/subscribe 8:00 Berlin")
    assert await chat.sends("send me the daily at 9") == "At which time?"
    assert chat.buttons == ["⏰ Every day: 09:00", "⏰ Every day: 21:00"]
    assert (await kept(chat)).minute == 8 * 60
    assert "21:00, Berlin time" in await chat.presses("⏰ Every day: 21:00")
    assert (await kept(chat)).minute == 21 * 60
    await chat.sends("send me the daily at 9 pm in the morning in New York")
    assert chat.buttons == ["⏰ Every day: 09:00 New York", "⏰ Every day: 21:00 New York"]
    assert await chat.sends("send me the daily every evening") == "At which time?"
    assert (await kept(chat)).minute == 21 * 60
    assert await ming.sends("每天9点给我发每日题") == "几点发给你？"
    assert await ming.sends("mándame el sudoku diario a las 9") == "¿A qué hora?"


async def test_an_hour_of_one_day_is_only_offered_for_every_day(chat: Talk, ming: Talk) -> None:
    await chat.sends("/subscribe 8:00 Berlin")
    assert await chat.sends("Send it tonight at 9") == "Did you mean this?"
    assert chat.buttons == ["⏰ Every day: 21:00"]
    assert (await kept(chat)).minute == 8 * 60
    await chat.presses("⏰ Every day: 21:00")
    assert (await kept(chat)).minute == 21 * 60
    assert await chat.sends("don't send me the daily tonight") == "Did you mean this?"
    assert (await kept(chat)).minute == 21 * 60
    assert await ming.sends("今晚九点发给我") == "你是想要这个吗？"
    await chat.sends("send it every day at 9 am, starting tomorrow")
    assert (await kept(chat)).minute == 9 * 60


async def test_cities_are_offered_where_no_place_is_known(chat: Talk, ming: Talk) -> None:
    assert "09:00" in await chat.sends("/subscribe 9")
    assert chat.buttons == ["London", "Berlin", "New York", "Los Angeles", "Kolkata", "Sydney"]
    assert "09:00, New York time" in await chat.presses("New York")
    assert (await kept(chat)).zone == "America/New_York"
    assert "10:00, New York time" in await chat.sends("/subscribe 10")
    await ming.sends("/subscribe")
    assert ming.buttons[0] == "北京"
    assert "每天 08:00（台北时间）" in await ming.presses("台北")


async def test_a_place_with_several_zones_is_a_question(chat: Talk, ming: Talk) -> None:
    assert "“USA” has several time zones" in await chat.sends("/subscribe 7:15 USA")
    assert "07:15, Denver time" in await chat.presses("Denver")
    assert "“美国”有好几个时区" in await ming.sends("/subscribe 7:15 美国")


@pytest.mark.parametrize(
    ("typed", "english", "chinese"),
    [
        ("25:00 Berlin", "isn't a time", "没看懂"),
        ("8:75", "isn't a time", "没看懂"),
        ("Atlantis", "don't know the place “Atlantis”", "不知道“Atlantis”"),
        ("8:00 <b>&", "don't know the place “<b>&”", "不知道“<b>&”"),
        ("8:00 " + "x" * 3000, "don't know the place", "不知道"),
    ],
)
async def test_what_is_no_time_or_place_is_named(
    chat: Talk, ming: Talk, typed: str, english: str, chinese: str
) -> None:
    assert english in await chat.sends(f"/subscribe {typed}")
    assert chinese in await ming.sends(f"/subscribe {typed}")
    assert await subscriptions.get(chat.house.database, chat.chat_id) is None


@pytest.mark.parametrize(
    ("today", "due"),
    [
        (datetime(2026, 3, 28, 12, tzinfo=UTC), datetime(2026, 3, 29, 1, tzinfo=UTC)),
        (datetime(2026, 10, 24, 12, tzinfo=UTC), datetime(2026, 10, 25, 0, 30, tzinfo=UTC)),
    ],
)
async def test_on_the_days_when_the_clocks_change(
    house: House, chat: Talk, today: datetime, due: datetime
) -> None:
    """02:30 in Berlin does not exist on 2026-03-29 and exists twice on 2026-10-25."""
    house.clock.now = today
    await chat.sends("/subscribe 2:30 Berlin")
    assert (await kept(chat)).next_due == due.timestamp()


@pytest.mark.parametrize(
    "data",
    ["city:480:Nowhere", "city:99999:Europe/Berlin", "city", "city:480:", "city:-5:", "city:8:USA"],
)
async def test_forged_cities_change_nothing(chat: Talk, data: str) -> None:
    await chat.sends("/start")
    assert "too old" in await chat.forges(data)
    assert await subscriptions.get(chat.house.database, chat.chat_id) is None


async def test_a_group_has_a_subscription_of_its_own(chat: Talk, club: Talk) -> None:
    await club.sends("/subscribe@SudokuPlaygroundBot 20:00 London")
    assert (await kept(club)).user_id == club.person.id
    assert await subscriptions.get(chat.house.database, chat.chat_id) is None


async def test_the_daily_of_a_group_belongs_to_its_administrators(
    house: House, club: Talk, ming_in_club: Talk
) -> None:
    await club.sends("/subscribe 8:00 Berlin")
    before = await kept(club)
    assert "由群管理员决定" in await ming_in_club.sends("/subscribe 3:00 Tokyo")
    assert "由群管理员决定" in await ming_in_club.sends("/unsubscribe")
    await club.sends("/subscribe 8:00 USA")
    assert "由群管理员决定" in await ming_in_club.presses("Denver", club.last["message_id"])
    assert ming_in_club.alerted
    assert await kept(club) == before
    house.club.promote(ming_in_club.person)
    house.clock.forward(seconds=KNOWN_SECONDS)
    assert "03:00" in await ming_in_club.sends("/subscribe 3:00 Tokyo")
    assert "04:00" in await ming_in_club.sends("/subscribe 4:00")
    assert (await kept(club)).zone == "Asia/Tokyo"
    assert "以后不再定时发送" in await ming_in_club.sends("/unsubscribe")


async def test_an_anonymous_administrator_is_one(
    house: House, club: Talk, ming_in_club: Talk
) -> None:
    house.club.promote(ming_in_club.person, is_anonymous=True)
    assert "08:00" in await ming_in_club.sends("/subscribe 8:00 Berlin")
    assert (await kept(club)).zone == "Europe/Berlin"


@pytest.mark.parametrize("minute", [0, 24 * 60 - 1])
async def test_a_day_has_its_minutes(chat: Talk, minute: int) -> None:
    await chat.sends("/start")
    assert "too old" in await chat.forges(f"city:{24 * 60}:Europe/Berlin")
    await chat.forges(f"city:{minute}:Europe/Berlin")
    assert (await kept(chat)).minute == minute


async def test_six_places_are_offered_in_rows_of_two(chat: Talk) -> None:
    await chat.sends("/subscribe 7:15 USA")
    assert [len(row) for row in chat.last["reply_markup"]["inline_keyboard"]] == [2, 2, 2]


async def test_of_what_is_not_understood_the_beginning_is_repeated(chat: Talk) -> None:
    assert f"“{'x' * 40}”" in await chat.sends(f"/subscribe 8:00 {'x' * 41}")
    assert f"“25:00 {'x' * 34}”" in await chat.sends(f"/subscribe 25:00 {'x' * 35}")


async def test_the_bare_command_tells_the_hour_and_changes_nothing(chat: Talk, ming: Talk) -> None:
    await chat.sends("/subscribe 7:30 Madrid")
    before = await kept(chat)
    said = await chat.sends("/subscribe")
    assert "at 07:30, Madrid time, next on 2026-11-21" in said
    assert "/subscribe 07:30 London" in said
    assert "/unsubscribe" in said
    assert await kept(chat) == before
    await chat.sends("/subscribe Berlin")
    assert ((await kept(chat)).minute, (await kept(chat)).zone) == (450, "Europe/Berlin")
    await ming.sends("/subscribe 7:30 北京")
    assert "每天 07:30（北京时间）发题" in await ming.sends("/subscribe")


async def test_who_stopped_the_daily_gets_it_again_by_the_bare_command(chat: Talk) -> None:
    await chat.sends("/subscribe 7:30 Madrid")
    await chat.sends("/unsubscribe")
    assert "Done! The daily comes at" in await chat.sends("/subscribe")
    assert (await kept(chat)).active


async def test_a_changed_zone_is_told_once(chat: Talk) -> None:
    await chat.sends("/daily")
    said = await chat.sends("/subscribe 8:00 Tokyo")
    assert "Your new day begins at midnight, Tokyo time, from 2026-11-2" in said
    assert "midnight" not in await chat.sends("/subscribe 9:00")


async def test_the_own_hour_is_told_to_who_asks_when_the_daily_comes(chat: Talk) -> None:
    asked = "when does my daily come?"
    said = await chat.sends(asked)
    assert said.startswith("It isn't sent here automatically")
    assert "Yours" not in said
    await chat.sends("/subscribe 7:30 Madrid")
    said = await chat.sends(asked)
    assert said.startswith("Yours comes at 07:30, Madrid time, next on 2026-11-21.")
    assert said == await chat.sends("am I still signed up?")


async def test_a_changed_zone_is_told_again_to_who_had_stopped_the_daily(chat: Talk) -> None:
    await chat.sends("/daily")
    await chat.sends("/subscribe 8:00 Tokyo")
    await chat.sends("/unsubscribe")
    assert "midnight, Tokyo time" in await chat.sends("/subscribe 9:00")
