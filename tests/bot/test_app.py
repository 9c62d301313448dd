"""The whole program as it runs: polling, order, menus, start and stop."""

import asyncio
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from httpx import AsyncClient
from telegram import BotCommandScopeAllGroupChats, BotCommandScopeAllPrivateChats
from telegram.error import NetworkError
from telegram.request import RequestData

from bot import app
from bot.handlers import MENU, PRIVATE_ONLY
from bot.messages import text
from bot.playground import PlaygroundRequest
from bot.pool.engine_pool import EnginePool
from bot.settings import LOOPBACK, Address, Settings
from bot.store import dailies, replies
from bot.store.seam.migrations import MIGRATIONS, SchemaTooNew
from bot.store.sqlite.database import Database
from bot.telegram.alone import Alone
from bot.telegram.flood import FloodControl
from bot.telegram.gate import Lane
from bot.telegram.webhook import SECRET_HEADER, secret_of
from tests.bot.house import NETWORK, House, Talk
from tests.bot.process import free_port


class Telegram:
    """Waits for what the bot sends."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._news = asyncio.Event()
        house.api.world.listeners.add(lambda _event: self._news.set())

    async def until_it_says(self, talk: Talk, words: str) -> None:
        async with asyncio.timeout(30):
            while not any(words in m.get("text", "") for m in talk.person.messages(talk.chat)):
                await self._news.wait()
                self._news.clear()


@pytest.fixture
async def stopped(house: House) -> House:
    """The Application as it is built, before anybody has started it."""
    await house.application.shutdown()
    house.application = app.build(
        house.services, house.api.token, NETWORK, lambda: PlaygroundRequest(house.api)
    )
    return house


async def test_updates_that_waited_and_those_that_come_are_answered(stopped: House) -> None:
    telegram, alice, ming = Telegram(stopped), stopped.alice, stopped.ming
    alice.person.say("/start")
    async with app.serving(stopped.application):
        await telegram.until_it_says(alice, "Let's play")
        ming.person.say("/help")
        await telegram.until_it_says(ming, "/daily")
    assert not stopped.application.running
    # The database may still be writing to the disk.
    await stopped.stops()
    assert len(asyncio.all_tasks()) == 1


class Held(PlaygroundRequest):
    """A network that delivers nothing to one chat until a gate opens."""

    def __init__(self, house: House, chat_id: int, gate: asyncio.Event) -> None:
        super().__init__(house.api)
        self._chat_id = chat_id
        self._gate = gate

    async def do_request(
        self,
        url: str,
        method: str,
        request_data: RequestData | None = None,
        *rest: Any,
        **more: Any,
    ) -> tuple[int, bytes]:
        if request_data and request_data.parameters.get("chat_id") == self._chat_id:
            await self._gate.wait()
        return await super().do_request(url, method, request_data, *rest, **more)


async def test_a_chat_that_has_to_wait_holds_up_no_other(stopped: House) -> None:
    telegram, alice, ming = Telegram(stopped), stopped.alice, stopped.ming
    gate = asyncio.Event()
    stopped.application = app.build(
        stopped.services, stopped.api.token, NETWORK, lambda: Held(stopped, alice.chat_id, gate)
    )
    async with app.serving(stopped.application):
        alice.person.say("/start")
        ming.person.say("/start")
        await telegram.until_it_says(ming, "数独")
        assert [m["from"]["id"] for m in alice.person.messages()] == [alice.person.id]
        gate.set()
        await telegram.until_it_says(alice, "Let's play")


class Unanswered(PlaygroundRequest):
    """A network that answers nothing until a gate opens."""

    def __init__(self, house: House, gate: asyncio.Event, asked: asyncio.Event) -> None:
        super().__init__(house.api)
        self._gate = gate
        self._asked = asked

    async def do_request(self, url: str, *rest: Any, **more: Any) -> tuple[int, bytes]:
        self._asked.set()
        await self._gate.wait()
        return await super().do_request(url, *rest, **more)


@pytest.mark.long
async def test_it_listens_before_telegram_answers_and_takes_updates_after(stopped: House) -> None:
    telegram, alice, address = Telegram(stopped), stopped.alice, Address(LOOPBACK, free_port())
    gate, asked, secret = asyncio.Event(), asyncio.Event(), secret_of(stopped.api.token)
    await stopped.engine.started()
    services = replace(stopped.services, app_url="https://bot.example/touch")
    stopped.application = app.build(
        services, stopped.api.token, NETWORK, lambda: Unanswered(stopped, gate, asked)
    )
    update: Any = {"update_id": 7, "message": {"message_id": 1, "date": 0, "text": "/privacy"}}
    alice_there = {"id": alice.person.id, "first_name": "Alice", "is_bot": False}
    update["message"] |= {"chat": {"id": alice.chat_id, "type": "private"}, "from": alice_there}
    alice.person.say("so that there is a chat")
    server = app.serving(stopped.application, address, "https://bot.example/calls")
    starting = asyncio.create_task(server.__aenter__())
    await asked.wait()
    async with AsyncClient(base_url=f"http://{address}") as web:

        async def delivered() -> int:
            called = await web.post("/calls", json=update, headers={SECRET_HEADER: secret})
            return called.status_code

        assert (await web.get("/healthz")).status_code == 200
        assert (await web.get("/readyz")).status_code == 503
        assert await delivered() == 503
        assert (await web.get("/touch/")).status_code == 503
        assert await stopped.database.all("select 1 from inbox") == []
        assert stopped.api.world.webhook is None
        gate.set()
        await starting
        assert stopped.api.world.webhook is not None
        assert await delivered() == 200
        assert (await web.get("/touch/")).status_code == 200
        await telegram.until_it_says(alice, "What I store")
    await server.__aexit__(None, None, None)


async def test_nobody_can_call_a_bot_that_finishes_what_it_has_begun(stopped: House) -> None:
    telegram, alice, address = Telegram(stopped), stopped.alice, Address(LOOPBACK, free_port())
    gate = asyncio.Event()
    stopped.application = app.build(
        stopped.services, stopped.api.token, NETWORK, lambda: Held(stopped, alice.chat_id, gate)
    )
    server = app.serving(stopped.application, address)
    await server.__aenter__()
    alice.person.say("/privacy")
    async with asyncio.timeout(30):
        while not stopped.application.order.busy:
            await asyncio.sleep(0)
        ending = asyncio.create_task(server.__aexit__(None, None, None))
        with suppress(ConnectionError):
            while True:
                _, writer = await asyncio.open_connection(address.host, address.port)
                writer.close()
    gate.set()
    await ending
    await telegram.until_it_says(alice, "What I store")


async def test_messages_of_one_chat_are_taken_in_their_order(stopped: House) -> None:
    telegram, alice = Telegram(stopped), stopped.alice
    for word in ("/new 4 1", "/undo", "/new 6 1", "/redo", "/privacy"):
        alice.person.say(word)
    async with app.serving(stopped.application):
        await telegram.until_it_says(alice, "What I store")
    said = [m["text"] for m in alice.person.messages() if m["from"]["is_bot"]]
    starts = ["4×4", "Nothing to take back yet", "6×6", "There's nothing to put", "What I store"]
    assert [line.startswith(start) for line, start in zip(said, starts, strict=True)] == [True] * 5


@pytest.mark.parametrize(("language", "code"), [("en", None), ("zh", "zh")])
async def test_menus_and_the_picture_are_there_for_each_language_and_scope(
    stopped: House, language: str, code: str | None
) -> None:
    async with app.serving(stopped.application):
        bot = stopped.application.bot
        async with asyncio.timeout(30):
            # People are served before the menus are set.
            while not await bot.get_my_commands(BotCommandScopeAllGroupChats(), code):
                await asyncio.sleep(0)
        private = await bot.get_my_commands(BotCommandScopeAllPrivateChats(), code)
        group = await bot.get_my_commands(BotCommandScopeAllGroupChats(), code)
        async with asyncio.timeout(30):
            while not (await bot.get_my_short_description(code)).short_description:
                await asyncio.sleep(0)
        described = await bot.get_my_description(code)
        async with asyncio.timeout(30):
            while not (await bot.get_user_profile_photos(bot.id)).total_count:
                await asyncio.sleep(0)
    assert described.description == text(language, "bot.description")
    assert [command.command for command in private] == list(MENU)
    assert {c.command for c in private} - {c.command for c in group} == PRIVATE_ONLY
    assert all(c.description == text(language, f"command.{c.command}") for c in private)


async def test_a_network_that_fails_for_once_costs_no_answer(house: House, chat: Talk) -> None:
    house.api.fail_next("sendMessage", NetworkError("gone"))
    assert await chat.sends("/start") == ""
    network = partial(PlaygroundRequest, house.api)
    application = app.build(house.services, house.api.token, NETWORK, network)
    async with app.serving(application), asyncio.timeout(30):
        while await replies.waiting(house.database):
            await asyncio.sleep(0.01)
    assert "Sudoku" in chat.text


@pytest.mark.long
async def test_a_replica_that_is_not_sure_uses_nothing_up_of_the_limits(house: House) -> None:
    flood, sure = FloodControl(), asyncio.Event()

    class Unsure(Alone):
        async def is_sure(self) -> None:
            await sure.wait()

    held = Unsure(house.database, house.application.bot.id)
    network = partial(PlaygroundRequest, house.api)
    app.build(house.services, house.api.token, "http://here", network, flood=flood, held=held)
    admitted = asyncio.create_task(flood.admit(Lane.KEPT, 1))
    for _ in range(20):
        await asyncio.sleep(0)
    assert flood.gate.demand == 0
    sure.set()
    await admitted
    assert flood.gate.demand == 1


async def test_services_make_the_secret_once_and_keep_it(tmp_path: Path) -> None:
    settings = Settings(database=tmp_path / "sudoku.db", workers=1)
    async with app.services_of(settings) as first:
        assert isinstance(first.engine, EnginePool)
        assert len(first.secret) >= 32
    async with app.services_of(settings) as second:
        assert second.secret == first.secret
        assert await dailies.secret(second.database, "x") != "x"


async def test_a_given_secret_is_used_and_not_stored(tmp_path: Path) -> None:
    settings = Settings(database=tmp_path / "sudoku.db", workers=1, secret="pepper")  # noqa: S106
    async with app.services_of(settings) as services:
        assert services.secret == b"pepper"
        assert await dailies.secret(services.database, "nothing") == "nothing"


async def test_a_newer_database_is_refused_before_anything_starts(tmp_path: Path) -> None:
    settings = Settings(database=tmp_path / "sudoku.db", workers=1)
    database = await Database.open(settings.database, MIGRATIONS)
    await database.all("pragma user_version = 9999")
    await database.close()
    with pytest.raises(SchemaTooNew):
        async with app.services_of(settings):
            pytest.fail("it must not open")


def test_seeds_can_be_typed_and_the_present_is_in_utc() -> None:
    assert app.new_seed().isdecimal()
    assert app.now().utcoffset() is not None
