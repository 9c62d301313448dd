from urllib.parse import parse_qs, urlsplit

import httpx
import pytest
from starlette.responses import PlainTextResponse

from bot.playground import BotApi
from bot.playground.apps import Mounted, launched
from bot.playground.groups import default_people
from bot.playground.people import Person
from bot.touch.signed import NotSigned, read_launch

APP = "https://example.org/touch"
NOW = 1_795_000_000


@pytest.fixture
def api() -> BotApi:
    return BotApi(clock=lambda: NOW)


async def keyed(api: BotApi, person: Person, **key: object) -> int:
    """A message with one key; returns its number."""
    person.say("/start")
    markup = {"inline_keyboard": [[{"text": "open", **key}]]}
    call = {"chat_id": person.id, "text": "x", "reply_markup": markup}
    sent = await api.call("sendMessage", call)
    return int(sent["message_id"])


def data_of(url: str | None) -> str:
    assert url is not None
    return parse_qs(urlsplit(url).fragment)["tgWebAppData"][0]


async def test_a_page_learns_who_has_opened_it(api: BotApi) -> None:
    alice, *_ = default_people(api)
    key = await keyed(api, alice, web_app={"url": f"{APP}/?game=g1"})
    url = launched(alice, key, "open", None, APP)
    assert url is not None
    assert url.startswith(f"{APP}/?game=g1#")
    launch = read_launch(api.token, data_of(url), NOW)
    assert (launch.person, launch.name, launch.start) == (alice.id, "Alice", "")
    with pytest.raises(NotSigned):
        read_launch("1:another-token", data_of(url), NOW)


async def test_a_link_names_the_game_and_opens_the_main_app(api: BotApi) -> None:
    _, ming, _ = default_people(api)
    key = await keyed(api, ming, url="https://t.me/SudokuPlaygroundBot?startapp=g1-2-x")
    url = launched(ming, key, "open", None, APP)
    launch = read_launch(api.token, data_of(url), NOW)
    assert (launch.person, launch.start) == (ming.id, "g1-2-x")


@pytest.mark.parametrize(
    "key",
    [
        {"callback_data": "x"},
        {"url": "https://example.org?startapp=g"},
        {"url": "https://t.me/SomeOtherBot?startapp=g"},
        {"url": "https://t.me/SudokuPlaygroundBot?start=g"},
    ],
)
async def test_other_keys_open_no_page(api: BotApi, key: dict[str, str]) -> None:
    alice, *_ = default_people(api)
    number = await keyed(api, alice, **key)
    assert launched(alice, number, "open", None, APP) is None
    with pytest.raises(LookupError):
        launched(alice, number, "no such key", None, APP)


async def test_a_page_is_served_from_when_the_bot_runs() -> None:
    mounted = Mounted()
    transport = httpx.ASGITransport(mounted)
    async with httpx.AsyncClient(transport=transport, base_url="http://here") as web:
        assert (await web.get("/")).status_code == 503
        mounted.app = PlainTextResponse("here")
        assert (await web.get("/")).text == "here"
