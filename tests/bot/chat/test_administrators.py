from bot.playground.errors import ApiError
from bot.store import subscriptions
from tests.bot.house import House, Talk


async def test_nobody_is_an_administrator_as_long_as_telegram_does_not_say_so(
    house: House, club: Talk
) -> None:
    house.api.fail_next("getChatAdministrators", ApiError(400, "Bad Request: CHAT_ADMIN_REQUIRED"))
    assert "couldn't ask Telegram" in await club.sends("/subscribe 8:00 Berlin")
    assert await subscriptions.get(house.database, club.chat_id) is None
    assert "08:00" in await club.sends("/subscribe 8:00 Berlin")
