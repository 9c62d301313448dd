"""Telegram's calls: what they may contain, and whether Telegram still makes them."""

import asyncio
import json
import re
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from typing import Any, cast

import httpx
import pytest
from starlette.requests import Request
from telegram import Bot
from telegram.error import InvalidToken, NetworkError

from bot import app
from bot.operate.metrics import Metrics
from bot.playground.world import Webhook
from bot.store import inbox
from bot.store.seam.not_stored import LeaseLost, NotStored
from bot.telegram.alone import Alone
from bot.telegram.application import SudokuApplication
from bot.telegram.retries import REFUSED_SECONDS, Timer
from bot.telegram.updates import ReadUpdate
from bot.telegram.webhook import SECRET_HEADER, WATCH_SECONDS, called, secret_of
from bot.telegram.webhook import Webhook as Calls
from bot.web.health import Health
from bot.web.server import create_web
from tests.bot.house import NETWORK, House, locked, wrong_move
from tests.bot.telegram.passing import PassingTime, Refusing

URL = "https://example.org/telegram/calls"
PERSON = {"id": 1001, "is_bot": False, "first_name": "Alice"}
CHAT = {"id": 1001, "type": "private"}
MESSAGE = {"message_id": 900, "date": 1_795_000_000, "chat": CHAT, "from": PERSON}
COMMAND = {"type": "bot_command", "offset": 0, "length": 5}
OLD_POLL = {"id": "1", "question": "?", "options": [], "total_voter_count": 0}


class Taking:
    """An application that takes updates in, unless it is told to fail."""

    def __init__(self, failure: Exception | None = None) -> None:
        self.failure = failure
        self.bot = Bot("123456789:" + "A" * 35)
        self.inbox = self.metrics = self.unstored = self
        self.update_queue = asyncio.Queue[object]()
        self.caught_up_times = 0
        self.told = list[int]()

    async def receive(self, batch: list[ReadUpdate]) -> list[object]:
        if self.failure:
            raise self.failure
        return [one.update for one in batch]

    async def hand_over_early(self, _: object, refusal: Exception) -> None:
        raise refusal

    def caught_up(self) -> None:
        self.caught_up_times += 1

    async def tell(self, batch: list[ReadUpdate]) -> None:
        self.told += [one.number for one in batch]

    async def called(self, *pieces: bytes, secret: str | None = None) -> int:
        """The status with which a call in some pieces is answered."""
        shown = secret_of(self.bot.token) if secret is None else secret
        messages = [{"type": "http.request", "body": one, "more_body": True} for one in pieces]
        messages.append({"type": "http.request", "body": b"", "more_body": False})

        async def receive() -> dict[str, Any]:
            return messages.pop(0)

        headers = [(SECRET_HEADER.lower().encode(), shown.encode())] if shown else []
        scope = {"type": "http", "method": "POST", "headers": headers}
        webhook = Calls(cast("SudokuApplication", self))
        return (await webhook.receive(Request(scope, receive))).status_code


CALL = b'{"update_id": 5}'


@pytest.mark.parametrize(
    ("failure", "status", "told"),
    [(None, 200, []), (NotStored("x"), 503, [5]), (OSError("x"), 503, [5]), (LeaseLost(), 503, [])],
    ids=repr,
)
async def test_a_call_is_confirmed_once_its_update_is_stored(
    failure: Exception | None, status: int, told: list[int]
) -> None:
    bot = Taking(failure)
    assert await bot.called(CALL[:5], CALL[5:]) == status
    assert bot.told == told
    assert (bot.update_queue.qsize(), bot.caught_up_times) == ((1, 1) if status == 200 else (0, 0))


@pytest.mark.parametrize("secret", ["", "x", secret_of("123456789:" + "A" * 34), "数独"])
async def test_who_does_not_know_the_secret_is_turned_away(secret: str) -> None:
    bot = Taking()
    assert await bot.called(CALL, secret=secret) == 403
    assert bot.update_queue.empty()


@pytest.mark.parametrize(
    ("pieces", "status"),
    [
        ([CALL, b" " * (1_000_000 - len(CALL))], 200),
        ([CALL, b" " * (1_000_001 - len(CALL))], 413),
        ([b" " * 600_000, b" " * 600_000], 413),
        ([b"{}"], 400),
        ([b"\xff"], 400),
        ([], 400),
    ],
)
async def test_what_is_no_update_is_refused(pieces: list[bytes], status: int) -> None:
    bot = Taking()
    assert await bot.called(*pieces) == status
    assert bot.update_queue.qsize() == (status == 200)


def test_the_secret_is_one_that_telegram_takes_and_does_not_show_the_token() -> None:
    """Telegram takes 1 to 256 of A-Z, a-z, 0-9, _ and -."""
    one, other = secret_of("1:A"), secret_of("1:B")
    assert re.fullmatch(r"[A-Za-z0-9_-]{32,256}", one)
    assert one == secret_of("1:A") != other


class Watched:
    """An application whose Telegram calls some URL."""

    def __init__(self) -> None:
        self.bot = self.metrics = self
        self.token = "1:A"  # noqa: S105 - opens nothing
        self.set: list[tuple[str, list[str], str]] = []
        self.url = URL
        self.pending_update_count = 0
        self.caught_up_times = self.looks = 0

    async def set_webhook(self, url: str, allowed_updates: list[str], secret_token: str) -> bool:
        self.set.append((url, allowed_updates, secret_token))
        return True

    async def get_webhook_info(self) -> "Watched":
        self.looks += 1
        return self

    def caught_up(self) -> None:
        self.caught_up_times += 1


async def test_every_half_minute_telegram_is_asked_whether_it_still_calls() -> None:
    bot, slept = Watched(), list[float]()
    enough = asyncio.Event()

    async def sleep(seconds: float) -> None:
        slept.append(seconds)
        if len(slept) == 2:
            bot.pending_update_count = 3
        if len(slept) == 3:
            bot.url, bot.pending_update_count = "https://example.org/other", 0
        if len(slept) == 4:
            enough.set()
            await asyncio.Event().wait()

    ended = asyncio.get_running_loop().create_future()
    application = cast("SudokuApplication", bot)
    async with called(application, URL, ["message"], ended, Timer(lambda: 0.0, sleep)):
        await enough.wait()
    assert slept == [30.0] * 4
    assert bot.set == [(URL, ["message"], secret_of("1:A"))] * 2
    assert (bot.looks, bot.caught_up_times) == (3, 1)


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


@pytest.mark.sqlite
@pytest.mark.long
async def test_during_a_lock_a_call_is_confirmed_if_its_update_was_answered(
    bot: Called, house: House, caplog: pytest.LogCaptureFixture
) -> None:
    """What is put off comes again, and is handled once it can be stored."""
    await house.alice.sends("/new 4 none 5")
    move, before = wrong_move(await house.alice.game()), len(house.alice.person.messages())
    application = bot.application
    application.inbox.holding = Alone(house.database, app.bot_of(house.api.token), 0)
    application.sleep = bot.time.sleep
    asking = update(1, message=MESSAGE | {"text": "/help", "entities": [COMMAND]})
    moving = update(2, message=MESSAGE | {"text": move})
    async with application:
        await application.start()
        with locked(house.database_path):
            assert [await bot.call(asking) for _ in range(2)] == [200, 200]
            assert [await bot.call(moving) for _ in range(2)] == [503, 503]
        assert (await house.alice.game()).game.done == 0
        assert [await bot.call(moving) for _ in range(2)] == [200, 200]
        assert await bot.call(asking) == 200
        await application.update_queue.join()
        await application.stop()
    assert (await house.alice.game()).game.done == 1
    texts = [m["text"] for m in house.alice.person.messages()[before:]]
    assert ["/daily" in text for text in texts] == [True, False, False]
    caplog.clear()


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
