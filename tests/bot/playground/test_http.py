import asyncio
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from httpx import ASGITransport, AsyncClient
from telegram import Bot
from telegram.error import BadRequest, Conflict, Forbidden, InvalidToken

from bot.playground import BotApi, Person
from bot.playground.errors import too_many_requests
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


@pytest.mark.long
async def test_messages_and_files_travel(remote: Bot, alice: Person) -> None:
    (update,) = await remote.get_updates()
    assert update.message is not None
    await update.message.reply_text("<b>你好</b>", parse_mode="HTML")
    assert alice.last()["text"] == "你好"
    sent = await remote.send_photo(alice.id, png(), caption="数独")
    assert alice.last()["caption"] == "数独"
    assert await (await sent.photo[-1].get_file()).download_as_bytearray() == png()


@pytest.mark.long
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


@pytest.mark.long
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


@pytest_asyncio.fixture
async def web(api: BotApi) -> AsyncIterator[AsyncClient]:
    """Calls without a network."""
    transport = ASGITransport(create_http(api))
    async with AsyncClient(transport=transport, base_url="http://api") as opened:
        yield opened


async def test_arguments_come_in_the_query_as_json_or_as_a_form(
    api: BotApi, web: AsyncClient
) -> None:
    url, query = f"/bot{api.token}/setMyDescription", {"description": "old"}
    form = {"content-type": "application/x-www-form-urlencoded; charset=utf-8"}
    for sent, kept in (
        ({"params": query}, "old"),
        ({"params": query, "json": {"description": "数独"}}, "数独"),
        ({"params": query, "data": {"description": "数 独"}}, "数 独"),
        ({"params": query, "content": b"description=", "headers": form}, ""),
        ({"params": query, "data": {"description": "x"}, "files": {"a": b"1"}}, "x"),
        ({"params": query, "content": b"", "headers": {"content-type": "application/json"}}, "old"),
        ({"params": query, "content": b"x", "headers": {"content-type": "text/plain"}}, "old"),
    ):
        answer = await web.post(url, **sent)
        assert answer.json() == {"ok": True, "result": True}
        told = (await web.get(f"/bot{api.token}/getMyDescription")).json()
        assert told == {"ok": True, "result": {"description": kept}}


@pytest.mark.parametrize("body", [b"[" * 20_000, b"[]", b"{", b"7"])
async def test_a_body_that_is_no_object_is_refused(
    api: BotApi, web: AsyncClient, body: bytes
) -> None:
    headers = {"content-type": "application/json"}
    answer = await web.post(f"/bot{api.token}/getMe", content=body, headers=headers)
    assert (answer.status_code, answer.json()["error_code"]) == (400, 400)


async def test_a_call_may_have_the_largest_file_and_a_little_more(
    api: BotApi, web: AsyncClient
) -> None:
    assert LARGEST_BODY == 50 * 1024 * 1024 + 1_000_000
    for more, status in ((0, 200), (1, 413)):
        answer = await web.post(f"/bot{api.token}/getMe", content=bytes(LARGEST_BODY + more))
        assert (answer.status_code, answer.json()["ok"]) == (status, status == 200)


async def test_only_the_own_token_opens_calls_and_files(
    api: BotApi, web: AsyncClient, alice: Person
) -> None:
    alice.send_document("a.sdm", b"53")
    (file,) = api.world.files
    for path, status in (
        (f"/bot{api.token}/getMe", 200),
        (f"/bot{api.token}x/getMe", 401),
        (f"/bot{api.token}/nothing", 404),
        (f"/file/bot{api.token}/{file.path}", 200),
        (f"/file/bot{api.token}/nothing", 404),
        (f"/file/botx/{file.path}", 401),
    ):
        assert (await web.get(path)).status_code == status, path


async def test_a_refusal_says_in_its_head_how_long_to_wait(api: BotApi, web: AsyncClient) -> None:
    api.fail_next("getMe", too_many_requests(7))
    answer = await web.get(f"/bot{api.token}/getMe")
    assert (answer.status_code, answer.headers["retry-after"]) == (429, "7")
