"""Telegram's calls: what they may contain, and whether Telegram still makes them."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from typing import Any

import httpx
import pytest
from telegram.error import InvalidToken, NetworkError

from bot import app
from bot.operate.metrics import Metrics
from bot.playground.world import Webhook
from bot.store import inbox
from bot.telegram.retries import REFUSED_SECONDS, Timer
from bot.telegram.webhook import SECRET_HEADER, WATCH_SECONDS, called, secret_of
from bot.web.health import Health
from bot.web.server import create_web
from tests.bot.house import NETWORK, House
from tests.bot.telegram.passing import PassingTime, Refusing

URL = "https://example.org/telegram/calls"
PERSON = {"id": 1001, "is_bot": False, "first_name": "Alice"}
CHAT = {"id": 1001, "type": "private"}
MESSAGE = {"message_id": 900, "date": 1_795_000_000, "chat": CHAT, "from": PERSON}
OLD_POLL = {"id": "1", "question": "?", "options": [], "total_voter_count": 0}


class Called:
    """A bot with a webhook, and a Telegram that calls it."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.time = PassingTime()
        self.network = Refusing(house.api)
        self.application = app.build(
            house.services,
            house.api.token,
            NETWORK,
            lambda: self.network,
            metrics=Metrics(self.time.clock),
        )
        self.ended: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.stack = AsyncExitStack()

    async def begins(self) -> None:
        timer = Timer(self.time.clock, self.time.sleep)
        calls = called(self.application, URL, ["message"], self.ended, timer)
        await self.stack.enter_async_context(calls)

    async def call(self, content: str) -> int:
        web = create_web(Health(self.application, Timer()), URL)
        transport = httpx.ASGITransport(web)
        headers = {SECRET_HEADER: secret_of(self.house.api.token)}
        async with httpx.AsyncClient(transport=transport, base_url="http://bot") as client:
            answer = await client.post("/telegram/calls", content=content, headers=headers)
        return answer.status_code

    @property
    def webhook(self) -> Webhook | None:
        return self.house.api.world.webhook


@pytest.fixture
async def bot(house: House) -> AsyncIterator[Called]:
    bot = Called(house)
    async with bot.stack:
        yield bot


def update(number: int, **content: Any) -> str:
    return json.dumps({"update_id": number, **content})


async def test_what_cannot_be_read_is_confirmed_and_set_aside(
    bot: Called, caplog: pytest.LogCaptureFixture
) -> None:
    assert await bot.call(update(1, message=MESSAGE | {"poll": OLD_POLL})) == 200
    pinned = {"message_id": 1, "date": 0, "chat": CHAT}
    assert await bot.call(update(2, message=MESSAGE | {"pinned_message": pinned})) == 200
    assert bot.application.update_queue.qsize() == 1
    assert await inbox.quarantined(bot.house.database) == {"TypeError in Poll": 1}
    caplog.clear()


async def test_what_cannot_be_stored_comes_again(bot: Called) -> None:
    # People who never wrote are not written to.
    bot.house.alice.person.say("/help")
    await bot.house.database.all("alter table inbox rename to elsewhere")
    assert await bot.call(update(1, message=MESSAGE)) == 503
    assert "What you sent isn't lost" in bot.house.alice.text
    await bot.house.database.all("alter table elsewhere rename to inbox")
    assert await bot.call(update(1, message=MESSAGE)) == 200
    assert bot.application.update_queue.qsize() == 1


async def test_a_webhook_that_is_taken_away_is_set_again(bot: Called) -> None:
    await bot.begins()
    assert bot.webhook == Webhook(URL, secret_of(bot.house.api.token))
    for other in (None, Webhook("https://example.org/other", "x")):
        bot.house.api.world.webhook = other
        await bot.time.passes(2 * WATCH_SECONDS)
        assert bot.webhook == Webhook(URL, secret_of(bot.house.api.token))


async def test_while_nothing_waits_at_telegram_all_is_taken_in(bot: Called) -> None:
    await bot.begins()
    bot.house.alice.person.say("/help")
    await bot.time.passes(300)
    assert bot.application.metrics.seconds_since_batch >= 270
    bot.house.api.world.updates.clear()
    await bot.time.passes(2 * WATCH_SECONDS)
    assert bot.application.metrics.seconds_since_batch <= WATCH_SECONDS


async def test_failures_are_tried_again(bot: Called) -> None:
    for _ in range(3):
        bot.house.api.fail_next("setWebhook", NetworkError("gone"))
    await bot.begins()
    assert bot.webhook is not None
    assert bot.time.slept[:3] == [0.5, 1.0, 2.0]


async def test_a_token_that_is_refused_for_half_a_minute_ends_the_process(bot: Called) -> None:
    await bot.begins()
    bot.network.refuse("getWebhookInfo", "getMe", status=401)
    began = bot.time.clock()
    with pytest.raises(InvalidToken):
        await asyncio.wait_for(bot.ended, 30)
    assert bot.time.clock() - began < WATCH_SECONDS + 2 * REFUSED_SECONDS
