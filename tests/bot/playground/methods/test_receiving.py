import pytest
from telegram import Bot
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
