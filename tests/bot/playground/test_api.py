import pytest
from telegram import Bot
from telegram.error import Forbidden, TimedOut

from bot.playground import ApiError, BotApi, Person


async def test_planned_failures_come_before_or_after_the_effect(
    api: BotApi, bot: Bot, alice: Person
) -> None:
    api.fail_next("sendMessage", ApiError(403, "Forbidden: user is deactivated"))
    api.fail_next("sendMessage", TimedOut(), after=True)
    with pytest.raises(Forbidden, match="user is deactivated"):
        await bot.send_message(alice.id, "never sent")
    with pytest.raises(TimedOut):
        await bot.send_message(alice.id, "sent, but the answer was lost")
    await bot.send_message(alice.id, "sent")
    texts = [message["text"] for message in alice.messages()]
    assert texts == ["/start", "sent, but the answer was lost", "sent"]


async def test_calls_are_remembered(api: BotApi, bot: Bot, alice: Person) -> None:
    await bot.send_message(alice.id, "x")
    await bot.get_updates()
    method, parameters = api.calls[-1]
    assert method == "sendMessage"
    assert parameters["text"] == "x"


async def test_arguments_may_be_native_or_text(api: BotApi, bot: Bot, alice: Person) -> None:
    assert bot.username
    for markup in ({"inline_keyboard": [[{"text": "1", "callback_data": "1"}]]},):
        native = await api.call("SENDMESSAGE", {"chat_id": 1001, "text": 7, "reply_markup": markup})
        assert native["text"] == "7"
        assert native["reply_markup"] == markup
    assert alice.last()["text"] == "7"
