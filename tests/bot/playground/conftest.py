from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from telegram import Bot

from bot.playground import BotApi, Group, Person, PlaygroundRequest, default_people


class Watch:
    """A clock that the test moves."""

    def __init__(self) -> None:
        self.now = 1_800_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def watch() -> Watch:
    return Watch()


@pytest.fixture
def api(watch: Watch) -> BotApi:
    return BotApi(clock=watch)


@pytest.fixture
def company(api: BotApi) -> tuple[Person, Person, Group]:
    return default_people(api)


@pytest.fixture
def alice(company: tuple[Person, Person, Group]) -> Person:
    return company[0]


@pytest.fixture
def ming(company: tuple[Person, Person, Group]) -> Person:
    return company[1]


@pytest.fixture
def club(company: tuple[Person, Person, Group]) -> Group:
    return company[2]


@pytest_asyncio.fixture
async def bot(api: BotApi, alice: Person) -> AsyncIterator[Bot]:
    """python-telegram-bot's own client, after Alice has started the chat."""
    alice.say("/start")
    requests = PlaygroundRequest(api), PlaygroundRequest(api)
    async with Bot(api.token, request=requests[0], get_updates_request=requests[1]) as client:
        yield client
