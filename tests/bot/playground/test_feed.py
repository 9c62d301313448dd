import json
from collections.abc import AsyncIterator
from typing import Any

import pytest
from telegram import Bot

from bot.playground import BotApi, Group, Person
from bot.playground.feed import Feed

Company = tuple[Person, Person, Group]


@pytest.fixture
def feed(api: BotApi, company: Company) -> Feed:
    return Feed(api, company[:2])


async def told(stream: AsyncIterator[str]) -> dict[str, Any]:
    line = await anext(stream)
    assert line.startswith("data: ")
    assert line.endswith("\n\n")
    found: dict[str, Any] = json.loads(line.removeprefix("data: "))
    return found


async def test_a_page_gets_everything_and_then_what_happens(
    feed: Feed, api: BotApi, alice: Person
) -> None:
    alice.say("before")
    stream = feed.stream()
    snapshot = await told(stream)
    assert snapshot == feed.snapshot()
    assert [m["text"] for m in snapshot["messages"][str(alice.id)]] == ["before"]
    alice.say("数")
    api.world.react(alice.private, 1, "🎉")
    assert (await told(stream))["message"]["text"] == "数"
    assert (await told(stream))["emoji"] == "🎉"
    assert feed.snapshot()["reactions"][str(alice.id)] == {"1": "🎉"}


async def test_the_newest_two_hundred_messages_of_a_chat_are_shown(
    feed: Feed, alice: Person
) -> None:
    for number in range(202):
        alice.say(f"{number}")
    shown = feed.snapshot()["messages"][str(alice.id)]
    assert [m["text"] for m in shown] == [*map(str, range(2, 202))]


async def test_the_oldest_of_more_than_fifty_pages_is_ended(feed: Feed, api: BotApi) -> None:
    pages = [feed.stream() for _ in range(51)]
    for page in pages[:50]:
        await told(page)
    api.world.show("action", number=1)
    await told(pages[50])
    api.world.show("action", number=2)
    assert (await told(pages[0]))["number"] == 1
    with pytest.raises(StopAsyncIteration):
        await anext(pages[0])
    for page in pages[1:50]:
        assert [(await told(page))["number"] for _ in range(2)] == [1, 2]
    assert (await told(pages[50]))["number"] == 2


async def test_a_page_two_thousand_events_behind_is_ended(feed: Feed, api: BotApi) -> None:
    stream = feed.stream()
    await told(stream)
    for number in range(2001):
        api.world.show("action", number=number)
    found = [(await told(stream))["number"] for _ in range(2000)]
    assert found == [*range(2000)]
    with pytest.raises(StopAsyncIteration):
        await anext(stream)


async def test_closing_ends_every_page(feed: Feed) -> None:
    pages = [feed.stream() for _ in range(3)]
    for page in pages:
        await told(page)
    feed.close()
    for page in pages:
        with pytest.raises(StopAsyncIteration):
            await anext(page)


async def test_menus_are_those_that_each_person_sees(
    feed: Feed, bot: Bot, alice: Person, ming: Person, club: Group
) -> None:
    stream = feed.stream()
    await told(stream)
    await bot.set_my_description("Sudoku")
    await bot.set_my_description("数独", language_code="zh")
    await bot.set_my_commands([("new", "A game")])
    menus = (await told(stream))["menus"]
    assert menus == feed.snapshot()["menus"]
    assert menus.keys() == {
        f"{alice.id} {alice.id}",
        f"{ming.id} {ming.id}",
        f"{club.chat.id} {alice.id}",
        f"{club.chat.id} {ming.id}",
    }
    texts = [menus[f"{club.chat.id} {person.id}"]["description"] for person in (alice, ming)]
    assert texts == ["Sudoku", "数独"]
    assert menus[f"{ming.id} {ming.id}"]["commands"][0]["description"] == "A game"
