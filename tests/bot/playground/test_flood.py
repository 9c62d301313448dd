import pytest
from telegram import Bot
from telegram.error import RetryAfter

from bot.playground import BotApi, Person, PlaygroundRequest
from bot.playground.chats import User
from tests.bot.playground.conftest import Watch


@pytest.fixture(autouse=True)
def _new_retry_after(monkeypatch: pytest.MonkeyPatch) -> None:
    """python-telegram-bot warns of its own change to come."""
    monkeypatch.setenv("PTB_TIMEDELTA", "1")


@pytest.fixture
def api(watch: Watch) -> BotApi:
    return BotApi(clock=watch, flood_limits=True)


async def test_one_message_a_second_in_a_chat_and_edits_count(
    bot: Bot, alice: Person, watch: Watch
) -> None:
    message = await bot.send_message(alice.id, "a")
    with pytest.raises(RetryAfter, match="Retry in 0:00:01"):
        await bot.edit_message_text("b", alice.id, message.message_id)
    watch.now += 1
    await bot.edit_message_text("b", alice.id, message.message_id)


async def test_twenty_a_minute_in_a_group(bot: Bot, watch: Watch) -> None:
    group = -1002000000001
    for _ in range(20):
        await bot.send_message(group, "a")
        watch.now += 1
    with pytest.raises(RetryAfter, match="Retry in 0:00:40"):
        await bot.send_message(group, "a")
    watch.now += 40
    await bot.send_message(group, "a")


async def test_thirty_a_second_in_all(api: BotApi, watch: Watch) -> None:
    crowd = [Person(api, User(i, "P")) for i in range(1, 32)]
    for person in crowd:
        person.say("/start")
    async with Bot(api.token, request=PlaygroundRequest(api)) as bot:
        for person in crowd[:30]:
            await bot.send_message(person.id, "a")
        with pytest.raises(RetryAfter):
            await bot.send_message(crowd[30].id, "a")
        watch.now += 1
        await bot.send_message(crowd[30].id, "a")
