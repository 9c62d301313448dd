"""The short form of sending any update; `python -m tests.updates` is the long one."""

import json
import shutil
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from bot.playground import BotApi
from bot.pool.engine_pool import EnginePool
from tests.any_update import AnyUpdate, Scene, schema
from tests.bot.clock import Clock
from tests.bot.house import House, open_house
from tests.crash import BrokenPromiseError
from tests.updates import Sending

ALICE = {"id": 1001, "is_bot": False, "first_name": "Alice"}
HOME = {"id": 1001, "type": "private"}
SCENE = Scene([ALICE], [HOME], ["/help"], ["undo:1"])


@pytest_asyncio.fixture
async def house(engine: EnginePool, empty: Path, tmp_path: Path) -> AsyncIterator[House]:
    database = Path(shutil.copy(empty, tmp_path / "sudoku.db"))
    async with open_house(engine, Clock(), database) as house:
        yield house


@pytest.mark.parametrize("seed", [1, 2])
async def test_whatever_telegram_tells_honest_people_are_answered(house: House, seed: int) -> None:
    figures = await Sending(house.services, BotApi(), seed, patience=60.0).run(75)
    assert figures.sent >= 75
    assert len(figures.waits) == 4
    assert 0 < figures.unreadable < 75


class Mute(BotApi):
    """A Telegram that takes no messages."""

    async def call(self, method: str, *rest: Any, **more: Any) -> Any:
        return True if method == "sendMessage" else await super().call(method, *rest, **more)


async def test_silence_is_noticed(house: House) -> None:
    with pytest.raises(BrokenPromiseError, match="silenced"):
        await Sending(house.services, Mute(), 1, patience=0.1).run(25)


def drawn(count: int) -> list[dict[str, Any]]:
    updates = AnyUpdate(1, SCENE)
    return [updates.draw(number) for number in range(count)]


def inside(content: object) -> list[dict[str, Any]]:
    """Every object in a value, on whatever level."""
    if isinstance(content, dict):
        return [content, *(one for value in content.values() for one in inside(value))]
    return [one for value in content for one in inside(value)] if isinstance(content, list) else []


def test_the_schema_is_read_whole() -> None:
    known = {*schema().members, *schema().unions, "Boolean", "Float", "Integer", "String"}
    members = [member for members in schema().members.values() for member in members]
    named = {kind.strip("[]") for member in members for kind in member.types}
    named |= {kind.strip("[]") for kinds in schema().unions.values() for kind in kinds}
    assert named <= known
    message = {member.name: member for member in schema().members["Message"]}
    assert not message["date"].is_optional
    assert message["pinned_message"].types == ("MaybeInaccessibleMessage",)
    assert message["photo"].types == ("[PhotoSize]",)


@pytest.mark.long
def test_every_kind_of_update_is_drawn_and_some_that_nobody_knows() -> None:
    kinds = {kind for update in drawn(3000) for kind in update if kind != "update_id"}
    known = {member.name for member in schema().members["Update"]} - {"update_id"}
    assert known < kinds
    assert "brand_new_kind" in kinds


@pytest.mark.long
def test_messages_are_within_reach_and_out_of_it() -> None:
    pressed = [update.get("callback_query", {}).get("message") for update in drawn(3000)]
    dates = {message["date"] == 0 for message in pressed if message}
    assert dates == {True, False}
    assert None in pressed


@pytest.mark.long
def test_members_that_may_be_absent_are_there_and_not() -> None:
    messages = [update["message"] for update in drawn(3000) if "message" in update]
    for member in schema().members["Message"]:
        there = sum(member.name in message for message in messages)
        assert there < len(messages) if member.is_optional else there == len(messages)
        assert there, member.name


def test_an_update_is_no_longer_than_telegram_would_send() -> None:
    longest = max(len(json.dumps(update)) for update in drawn(1000))
    assert 20_000 < longest < 3_000_000


@pytest.mark.long
def test_the_same_seed_draws_the_same() -> None:
    assert drawn(100) == drawn(100)
    assert len({json.dumps(one) for update in drawn(100) for one in inside(update)}) > 1000
