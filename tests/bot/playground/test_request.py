import json
from io import BytesIO

import pytest
from telegram import Bot
from telegram.error import BadRequest, InvalidToken

from bot.playground import BotApi, Person, PlaygroundRequest
from tests.bot.playground.pictures import png


async def test_files_travel_both_ways(bot: Bot, alice: Person) -> None:
    for content in (png(), BytesIO(png())):
        sent = await bot.send_photo(alice.id, content, caption="数独")
        assert sent.caption == "数独"
        assert await (await sent.photo[-1].get_file()).download_as_bytearray() == png()
    sent = await bot.send_document(alice.id, BytesIO(b"53"), filename="a.sdm")
    assert sent.document is not None
    assert (sent.document.file_name, sent.document.file_size) == ("a.sdm", 2)


@pytest.mark.parametrize(
    ("path", "method", "status"),
    [
        ("/bot{token}/getMe", "POST", 200),
        ("/bot{token}/getMe", "GET", 200),
        ("/bot{token}x/getMe", "POST", 401),
        ("/bot{token}/", "POST", 401),
        ("/file/bot{token}/nothing", "GET", 404),
        ("/file/bot{token}/getMe", "POST", 200),
        ("/bot{token}/photos/file_1.jpg", "GET", 404),
    ],
)
async def test_the_path_names_the_token_and_the_method(
    api: BotApi, alice: Person, path: str, method: str, status: int
) -> None:
    alice.send_photo(png())
    url = f"https://api.telegram.org{path.format(token=api.token)}"
    code, body = await PlaygroundRequest(api).do_request(url, method)
    assert (code, json.loads(body)["ok"]) == (status, status == 200)


async def test_a_refusal_is_told_to_the_bot(api: BotApi, bot: Bot) -> None:
    with pytest.raises(BadRequest, match="Chat not found"):
        await bot.send_message(99, "x")
    with pytest.raises(InvalidToken):
        await Bot(f"{api.token}x", request=bot.request).get_me()
