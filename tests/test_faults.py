"""The faulty proxy does what its plan says, and the bot's connection reports that truthfully."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from telegram import Bot
from telegram.error import NetworkError, RetryAfter, TelegramError, TimedOut

from bot.playground import BotApi, Person, default_people
from bot.telegram.connection import TelegramConnection
from tests.bot.playground.pictures import png
from tests.bot.process import telegram_at
from tests.faults import Fault, FaultyProxy, Kind

SHORT = 0.05
LONG = 60.0
"""Seconds; longer than any call takes, however busy the machine is."""


@pytest.fixture
def api() -> BotApi:
    return BotApi()


@pytest.fixture
def alice(api: BotApi) -> Person:
    person = default_people(api)[0]
    person.say("/start")
    return person


@asynccontextmanager
async def spoilt(api: BotApi, fault: Fault | None) -> AsyncIterator[Bot]:
    """A bot whose messages meet a fault."""

    def plan(method: str) -> Fault | None:
        return fault if method == "sendMessage" else None

    async with (
        telegram_at(api) as address,
        FaultyProxy(address, plan) as proxy,
        Bot(
            api.token,
            f"{proxy.address}/bot",
            f"{proxy.address}/file/bot",
            request=TelegramConnection(2),
            get_updates_request=TelegramConnection(2),
        ) as bot,
    ):
        yield bot


def arrival(api: BotApi) -> asyncio.Event:
    """An event that is set once a message arrives."""
    arrived = asyncio.Event()
    api.world.listeners.add(lambda _: arrived.set())
    return arrived


@pytest.mark.long
async def test_calm_weather_changes_nothing(api: BotApi, alice: Person) -> None:
    async with spoilt(api, None) as bot:
        sent = await bot.send_message(alice.id, "数独 & so on")
        await bot.send_photo(alice.id, png(64, 48), "a picture")
    assert sent.text == "数独 & so on"
    assert [message["from"]["id"] for message in alice.messages()][1:] == [bot.id, bot.id]


@pytest.mark.long
@pytest.mark.parametrize(
    ("fault", "error"),
    [
        (Fault(Kind.REFUSE), NetworkError),
        (Fault(Kind.REFUSE, 429, retry_after=100_000), RetryAfter),
        (Fault(Kind.REFUSE, 400), TelegramError),
        (Fault(Kind.CUT_BEFORE), NetworkError),
        (Fault(Kind.CUT_AFTER), NetworkError),
        (Fault(Kind.CUT_WITHIN), NetworkError),
        (Fault(Kind.GARBLE), TelegramError),
        (Fault(Kind.DELAY, seconds=LONG), TimedOut),
    ],
    ids=lambda value: value.kind if isinstance(value, Fault) else value.__name__,
)
async def test_each_fault_is_what_it_says(
    api: BotApi,
    alice: Person,
    monkeypatch: pytest.MonkeyPatch,
    fault: Fault,
    error: type[TelegramError],
) -> None:
    monkeypatch.setenv("PTB_TIMEDELTA", "1")
    arrived = arrival(api)
    patience = SHORT if error is TimedOut else LONG
    async with spoilt(api, fault) as bot:
        with pytest.raises(error):
            await bot.send_message(alice.id, "hello", read_timeout=patience)
        if fault.hides:
            await arrived.wait()
    assert arrived.is_set() == fault.hides


@pytest.mark.long
async def test_what_is_held_arrives_later(api: BotApi, alice: Person) -> None:
    arrived = arrival(api)
    async with spoilt(api, Fault(Kind.HOLD, seconds=LONG)) as bot:
        with pytest.raises(TimedOut):
            await bot.send_message(alice.id, "hello", read_timeout=SHORT)
    assert not arrived.is_set()
    async with spoilt(api, Fault(Kind.HOLD, seconds=SHORT)) as bot:
        sent = await bot.send_message(alice.id, "hello", read_timeout=LONG)
    assert arrived.is_set()
    assert sent.text == "hello"
