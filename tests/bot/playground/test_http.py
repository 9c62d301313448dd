import asyncio
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from httpx import AsyncClient
from telegram import Bot
from telegram.error import BadRequest, Conflict, Forbidden, InvalidToken

from bot.playground import BotApi, Person
from bot.playground.http import LARGEST_BODY, create_http
from tests.bot.playground.pictures import png
from tests.bot.playground.serving import served


@pytest_asyncio.fixture
async def remote(api: BotApi, alice: Person) -> AsyncIterator[Bot]:
    """python-telegram-bot over its own HTTP client."""
    alice.say("/start")
    async with (
        served(create_http(api)) as url,
        Bot(api.token, base_url=f"{url}/bot", base_file_url=f"{url}/file/bot") as bot,
    ):
        yield bot


async def test_messages_and_files_travel(remote: Bot, alice: Person) -> None:
    (update,) = await remote.get_updates()
    assert update.message is not None
    await update.message.reply_text("<b>你好</b>", parse_mode="HTML")
    assert alice.last()["text"] == "你好"
    sent = await remote.send_photo(alice.id, png(), caption="数独")
    assert alice.last()["caption"] == "数独"
    assert await (await sent.photo[-1].get_file()).download_as_bytearray() == png()


async def test_refusals_travel(api: BotApi, remote: Bot, alice: Person) -> None:
    with pytest.raises(BadRequest, match="Chat not found"):
        await remote.send_message(99, "x")
    alice.block()
    with pytest.raises(Forbidden, match="blocked by the user"):
        await remote.send_message(alice.id, "x")
    with pytest.raises(InvalidToken):
        await Bot(f"{api.token}x", request=remote.request, base_url=remote.base_url).get_me()


@pytest.mark.long
@pytest.mark.parametrize(
    ("body", "status"), [(b"[" * 200_000, 400), (b"[]", 400), (bytes(LARGEST_BODY + 1), 413)]
)
async def test_a_body_that_is_no_call_is_refused(api: BotApi, body: bytes, status: int) -> None:
    headers = {"content-type": "application/json"}
    async with served(create_http(api)) as url, AsyncClient() as client:
        answer = await client.post(f"{url}/bot{api.token}/getMe", content=body, headers=headers)
    assert (answer.status_code, answer.json()["ok"]) == (status, False)


async def test_of_two_pollers_one_gets_a_conflict(api: BotApi, remote: Bot, alice: Person) -> None:
    (update,) = await remote.get_updates()
    async with Bot(api.token, base_url=remote.base_url.removesuffix(api.token)) as other:
        polls = [
            asyncio.create_task(client.get_updates(offset=update.update_id + 1, timeout=20))
            for client in (remote, other)
        ]
        (refused,), (waiting,) = await asyncio.wait(polls, return_when=asyncio.FIRST_COMPLETED)
        assert isinstance(refused.exception(), Conflict)
        alice.say("now")
        assert len(await waiting) == 1
