from pathlib import Path

import pytest
from telegram import Bot
from telegram.error import Forbidden, TimedOut

from bot.playground import ApiError, BotApi, Person, default_people


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


def test_the_chats_outlive_the_process_where_there_is_a_journal(tmp_path: Path) -> None:
    for journal, texts in ((tmp_path / "journal", ["kept"]), (None, [])):
        for _ in range(2):
            api = BotApi(journal=journal)
            alice, _, _ = default_people(api)
            api.restore()
            found = [message["text"] for message in alice.messages()]
            if not found:
                alice.say("kept")
            api.close()
        assert found == texts


def test_the_bot_has_the_number_of_its_token() -> None:
    me = BotApi(token="4711:x", username="OtherBot").world.me  # noqa: S106
    assert (me.id, me.username, me.is_bot) == (4711, "OtherBot", True)


async def test_only_calls_that_there_are_are_remembered_and_no_polls(api: BotApi) -> None:
    given = {"text": "x"}
    await api.call("GETUPDATES", {"limit": 1})
    await api.call("getMe", given)
    given["text"] = "y"
    with pytest.raises(ApiError) as refusal:
        await api.call("getYou")
    assert refusal.value.code == 404
    assert [*api.calls] == [("getMe", {"text": "x"})]


async def test_failures_of_one_method_queue_up(api: BotApi) -> None:
    for code in (401, 409):
        api.fail_next("GETME", ApiError(code, "no"))
    assert await api.call("close") is True
    for code in (401, 409):
        with pytest.raises(ApiError) as refusal:
            await api.call("getMe")
        assert refusal.value.code == code
    assert (await api.call("getMe"))["is_bot"] is True


def test_a_file_that_is_gone_is_a_404(api: BotApi, alice: Person) -> None:
    alice.send_document("a.sdm", b"53")
    (file,) = api.world.files
    assert api.download(file.path) == b"53"
    with pytest.raises(ApiError) as refusal:
        api.download("documents/nothing")
    assert refusal.value.code == 404
