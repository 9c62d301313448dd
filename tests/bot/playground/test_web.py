import json
from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio
from httpx import ASGITransport, AsyncClient
from starlette.routing import Mount, Route
from telegram import Bot, InlineKeyboardButton, InlineKeyboardMarkup

from bot.playground import BotApi, Group, Person
from bot.playground.feed import MOST_PAGES, Feed
from bot.playground.files import LARGEST_UPLOAD
from bot.playground.web import LARGEST_TEXT, create_web
from tests.bot.playground.pictures import png

KEYS = InlineKeyboardMarkup([[InlineKeyboardButton("7", callback_data="d7")]])


@pytest_asyncio.fixture
async def browser(api: BotApi, company: tuple[Person, Person, Group]) -> AsyncIterator[AsyncClient]:
    transport = ASGITransport(create_web(api, company[:2]))
    async with AsyncClient(transport=transport, base_url="http://127.0.0.1:8080") as client:
        yield client


async def test_what_the_page_posts_reaches_the_bot(
    browser: AsyncClient, bot: Bot, alice: Person, club: Group
) -> None:
    sent = await bot.send_message(alice.id, "board", reply_markup=KEYS)
    place = {"person": alice.id, "chat": alice.id}
    acts: list[tuple[str, dict[str, Any]]] = [
        ("/say", {"text": "x" * 5000, "reply_to": sent.message_id}),
        ("/say", {"chat": club.chat.id, "text": "/new"}),
        ("/press", {"message_id": sent.message_id, "button": "d7"}),
        ("/block", {"blocked": True}),
    ]
    for path, body in acts:
        assert (await browser.post(path, json=place | body)).json() == {}
    _, first, second, new, press, block = await bot.get_updates()
    assert first.message is not None
    assert first.message.reply_to_message is not None
    assert second.message is not None
    assert len(first.message.text or "") + len(second.message.text or "") == 5000
    assert new.effective_chat is not None
    assert new.effective_chat.title == "Sudoku Club"
    assert press.callback_query is not None
    assert press.callback_query.data == "d7"
    assert block.my_chat_member is not None


async def test_uploads_become_documents_and_pictures(
    browser: AsyncClient, bot: Bot, alice: Person
) -> None:
    query = f"person={alice.id}&chat={alice.id}"
    picture, kind = png(), {"content-type": "image/png"}
    await browser.post(f"/upload?{query}&name=数.sdm", content=b"53..7")
    await browser.post(f"/upload?{query}&name=b.png&as=photo", content=picture, headers=kind)
    _, document, photo = await bot.get_updates()
    assert document.message is not None
    assert document.message.document is not None
    assert document.message.document.file_name == "数.sdm"
    assert photo.message is not None
    file_id = photo.message.photo[-1].file_id
    shown = await browser.get(f"/files/{file_id}?show=1")
    assert (shown.headers["content-type"], shown.content) == ("image/png", picture)
    saved = await browser.get(f"/files/{document.message.document.file_id}?show=1")
    assert saved.headers["content-disposition"].startswith("attachment")
    assert saved.headers["content-type"] == "application/octet-stream"
    assert (await browser.get("/files/nothing")).status_code == 404


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"person": 1001, "chat": 1001, "text": " "}, 200),
        ({"person": 1001, "chat": 1001}, 400),
        ({"person": 99, "chat": 1001, "text": "x"}, 404),
        ({"person": 1001, "chat": 99, "text": "x"}, 404),
        ({"person": 1002, "chat": 1001, "text": "x"}, 403),
        ({}, 404),
    ],
)
async def test_what_nobody_could_do_is_refused(
    api: BotApi, browser: AsyncClient, body: dict[str, Any], status: int
) -> None:
    assert (await browser.post("/say", json=body)).status_code == status
    assert len(api.world.updates) == 0


@pytest.mark.parametrize("path", ["/say", "/press", "/block"])
@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"", 400),
        (b"not json", 400),
        (b"\xff\xfe", 400),
        (b"[1]", 400),
        (b"[" * 200_000, 400),
        (b'{"person": 1001, "chat": 1001, "text": "\\ud800", "button": "x"}', 400),
        (b'{"person": 1001, "chat": 1001, "message_id": [], "button": "x"}', 400),
        (b'{"person": [], "chat": {}}', 404),
        (b" " * (LARGEST_TEXT + 1), 413),
    ],
)
async def test_what_the_page_would_not_post_is_refused(
    api: BotApi, browser: AsyncClient, path: str, body: bytes, status: int
) -> None:
    headers = {"content-type": "application/json"}
    assert (await browser.post(path, content=body, headers=headers)).status_code == status
    assert (await browser.get("/")).status_code == 200
    assert len(api.world.updates) == 0


async def test_no_place_of_the_page_is_open_to_another_origin(
    api: BotApi, company: tuple[Person, Person, Group]
) -> None:
    web = create_web(api, company[:2])
    transport = ASGITransport(web)
    async with AsyncClient(transport=transport, base_url="http://127.0.0.1:8080") as client:
        for route in web.routes:
            assert isinstance(route, Mount | Route)
            path = route.path.replace("{file_id}", "x")
            for method in ("GET", "POST", "OPTIONS"):
                for headers in ({"origin": "http://evil.example"}, {"host": "evil.example"}):
                    answer = await client.request(method, path, headers=headers)
                    assert answer.status_code == 403, (method, path, headers)
                    assert not any("access-control" in name for name in answer.headers)


async def test_a_file_that_is_too_large_is_refused(browser: AsyncClient, alice: Person) -> None:
    query = f"person={alice.id}&chat={alice.id}"
    answer = await browser.post(f"/upload?{query}", content=bytes(LARGEST_UPLOAD + 1))
    assert answer.status_code == 413


async def test_other_sites_can_neither_look_nor_act(api: BotApi, browser: AsyncClient) -> None:
    body = json.dumps({"person": 1001, "chat": 1001, "text": "x"})
    simple = await browser.post("/say", content=body, headers={"content-type": "text/plain"})
    assert simple.status_code == 415
    foreign = {"origin": "http://evil.example", "content-type": "application/json"}
    assert (await browser.post("/say", content=body, headers=foreign)).status_code == 403
    assert (await browser.get("/", headers={"host": "evil.example"})).status_code == 403
    assert len(api.world.updates) == 0


async def test_the_page_asks_no_other_host(browser: AsyncClient) -> None:
    page = await browser.get("/")
    assert page.status_code == 200
    assert "//" not in page.text.replace("<!doctype", "")
    for name in ("app.js", "theme.css", "icons.svg"):
        assert (await browser.get(f"/static/{name}")).status_code == 200


async def test_a_feed_begins_with_everything_and_goes_on_with_events(
    api: BotApi, bot: Bot, alice: Person, ming: Person
) -> None:
    await bot.set_my_commands([("new", "一局")], language_code="zh")
    feed = Feed(api, [alice, ming])
    stream = feed.stream()
    snapshot = json.loads((await anext(stream)).removeprefix("data: "))
    assert [m["text"] for m in snapshot["messages"]["1001"]] == ["/start"]
    assert snapshot["menus"]["1002 1002"]["commands"][0]["description"] == "一局"
    assert snapshot["menus"]["1001 1001"]["commands"] == []
    await bot.send_message(alice.id, "hello")
    event = json.loads((await anext(stream)).removeprefix("data: "))
    assert (event["event"], event["message"]["text"]) == ("message", "hello")
    feed.close()
    assert [line async for line in stream] == []


async def test_of_too_many_pages_the_oldest_is_ended(
    api: BotApi, alice: Person, ming: Person
) -> None:
    feed = Feed(api, (alice, ming))
    pages = [feed.stream() for _ in range(MOST_PAGES + 1)]
    for page in pages:
        assert "snapshot" in await anext(page)
    with pytest.raises(StopAsyncIteration):
        await anext(pages[0])
    alice.say("still here")
    assert "still here" in await anext(pages[1])
