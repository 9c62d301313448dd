from typing import Any

import pytest
from telegram import Bot, InlineKeyboardButton, InlineKeyboardMarkup
from telegram.error import BadRequest, Conflict, InvalidToken

from bot.playground import ApiError, BotApi, Person
from bot.playground.files import LARGEST_DOWNLOAD


async def test_files_of_people_can_be_fetched_up_to_20_megabytes(bot: Bot, alice: Person) -> None:
    update = alice.send_document("a.sdm", b"53..7")
    assert update is not None
    file = await bot.get_file(update["message"]["document"]["file_id"])
    assert await file.download_as_bytearray() == b"53..7"
    update = alice.send_document("big", bytes(LARGEST_DOWNLOAD + 1))
    assert update is not None
    with pytest.raises(BadRequest, match="File is too big"):
        await bot.get_file(update["message"]["document"]["file_id"])
    with pytest.raises(BadRequest, match="Invalid file_id"):
        await bot.get_file("nothing")


async def test_while_there_is_a_webhook_nobody_can_poll(api: BotApi, bot: Bot) -> None:
    with pytest.raises(BadRequest, match=r"[Ss]ecret token contains unallowed"):
        await bot.set_webhook("https://example.org/", secret_token="no spaces")  # noqa: S106
    await bot.set_webhook("https://example.org/", secret_token="a-b_9")  # noqa: S106
    assert api.world.webhook is not None
    assert api.world.webhook.secret == "a-b_9"  # noqa: S105
    assert (await bot.get_webhook_info()).url == "https://example.org/"
    with pytest.raises(Conflict, match="webhook is active"):
        await bot.get_updates()
    await bot.delete_webhook()
    assert len(await bot.get_updates()) == len(api.world.updates)


async def test_unknown_methods_are_honestly_missing(api: BotApi) -> None:
    with pytest.raises(ApiError) as refusal:
        await api.call("sendDice", {"chat_id": 1001})
    assert (refusal.value.code, refusal.value.description) == (404, "Not Found: method not found")


async def test_another_token_is_unauthorized(api: BotApi, bot: Bot) -> None:
    stranger = Bot(f"{api.token}x", request=bot.request)
    with pytest.raises(InvalidToken):
        await stranger.get_me()


async def test_twenty_megabytes_are_still_fetched(bot: Bot, api: BotApi, alice: Person) -> None:
    update = alice.send_document("big", bytes(LARGEST_DOWNLOAD))
    assert update is not None
    file = await bot.get_file(update["message"]["document"]["file_id"])
    assert file.file_size == 20 * 1024 * 1024
    with pytest.raises(ApiError, match="file_id not specified"):
        await api.call("getFile", {})


async def test_a_hundred_updates_come_at_a_time(api: BotApi, bot: Bot, alice: Person) -> None:
    for _ in range(101):
        alice.say("x")
    assert len(api.world.updates) == 102
    for limit, count in ((None, 100), (0, 1), (-1, 1), (1, 1), (2, 2), (100, 100), (101, 100)):
        asked = {} if limit is None else {"limit": limit}
        assert len(await api.call("getUpdates", asked)) == count, limit
    (first, *_) = await bot.get_updates()
    assert (await bot.get_webhook_info()).pending_update_count == 102
    assert len(await bot.get_updates(first.update_id + 101)) == 1


async def test_a_webhook_has_a_secret_of_at_most_256_characters(api: BotApi, bot: Bot) -> None:
    await bot.set_webhook("https://example.org/", secret_token="x" * 256)
    with pytest.raises(BadRequest, match="unallowed"):
        await bot.set_webhook("https://example.org/", secret_token="x" * 257)
    assert len(api.world.updates) == 1
    await bot.set_webhook("https://example.org/", drop_pending_updates=True)
    assert len(api.world.updates) == 0
    assert await bot.set_webhook("")
    assert api.world.webhook is None
    info = await bot.get_webhook_info()
    assert (info.url, info.has_custom_certificate) == ("", False)


async def test_a_press_is_answered_with_at_most_200_characters(
    api: BotApi, bot: Bot, alice: Person
) -> None:
    keys = InlineKeyboardMarkup([[InlineKeyboardButton("7", callback_data="d7")]])
    sent = await bot.send_message(alice.id, "x", reply_markup=keys)
    shown: list[dict[str, Any]] = []
    api.world.listeners.add(shown.append)
    for text, alert in (("😀" * 100, True), ("x" * 200, False), ("", False)):
        pressed = alice.press(sent.message_id, "7")
        assert pressed is not None
        query = pressed["callback_query"]["id"]
        with pytest.raises(BadRequest, match=r"(?i)message_too_long"):
            await bot.answer_callback_query(query, f"{'x' * 200}y")
        assert await bot.answer_callback_query(query, text, show_alert=alert)
        answers = [event for event in shown if event["event"] == "answer"]
        assert (answers[-1]["text"], answers[-1]["show_alert"]) == (text, alert)
    assert api.world.queries.unanswered == ()
