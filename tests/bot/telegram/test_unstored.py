"""People whose messages cannot be stored are told so, and get their answers later."""

import asyncio
import json
import shutil
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any, cast

import pytest
from telegram import Bot, Update
from telegram.error import TimedOut
from telegram.ext import ExtBot

from bot.telegram.retries import Timer
from bot.telegram.unstored import AGAIN_SECONDS, IS_OF_NO_UPDATE, Unstored
from bot.telegram.updates import ReadUpdate, UpdateText, read
from bot.web.health import FINE, Health
from tests.bot.house import House, Talk, right_moves
from tests.bot.telegram.passing import PassingTime, Served, until

WORD = {"en": "I can't store anything", "zh": "什么都存不下来"}


def told(talk: Talk, language: str = "en") -> int:
    messages = talk.person.messages(talk.chat)
    return sum(WORD[language] in message.get("text", "") for message in messages)


@pytest.fixture
async def served(house: House) -> AsyncIterator[Served]:
    await house.application.shutdown()
    served = Served(house, PassingTime())
    yield served
    await served.stops()


@asynccontextmanager
async def nothing_stored(house: House) -> AsyncIterator[None]:
    """While the block runs no update can be stored, but everything can be read."""
    await house.database.all("alter table inbox rename to elsewhere")
    yield
    await house.database.all("alter table elsewhere rename to inbox")


class Saying:
    """A bot that records what it says to whom, and whether that answers a stored update."""

    def __init__(self) -> None:
        self.said: list[tuple[int, str]] = []
        self.is_of_no_update = list[bool]()

    async def send_message(self, chat_id: int, text: str) -> None:
        self.said.append((chat_id, "zh" if WORD["zh"] in text else "en"))
        self.is_of_no_update.append(IS_OF_NO_UPDATE.get())


ANY_BOT = Bot("123456789:" + "A" * 35)


def asking(chat_id: int, user_id: int | None = None, kind: str = "message") -> ReadUpdate:
    """An update of somebody, 小明 where they have an even number."""
    language = "en" if chat_id % 2 else "zh-hans"
    person = {"id": user_id or chat_id, "is_bot": False, "first_name": "A"}
    chat = {"id": chat_id, "type": "private" if chat_id > 0 else "group"}
    sender = person | {"language_code": language}
    told = {"message_id": 9, "date": 1_795_000_000, "chat": chat, "from": sender, "text": "hi"}
    if kind == "callback_query":
        told = {"id": "7", "from": sender, "chat_instance": "1", "message": told, "data": "x"}
    (one,) = read([UpdateText(json.dumps({"update_id": 1, kind: told}))], ANY_BOT)
    return one


async def test_whoever_asks_in_private_is_told_once_in_ten_minutes() -> None:
    bot, time = Saying(), PassingTime()
    unstored = Unstored(cast("ExtBot[Any]", bot), lambda _: True, time.clock)
    batch = [
        asking(1),
        asking(1),
        asking(2),
        asking(3, kind="callback_query"),
        asking(5, kind="edited_message"),
        asking(-5, 1),
        asking(7, 8),
    ]
    for later, told in ((0, 3), (599.5, 3), (0.5, 6)):
        time.now += later
        await unstored.tell(batch)
        assert sorted(bot.said) == sorted([(1, "en"), (2, "zh"), (3, "en")] * (told // 3))
    assert set(bot.is_of_no_update) == {True}
    assert not IS_OF_NO_UPDATE.get()


async def test_nobody_is_told_where_the_limits_forbid_it() -> None:
    bot, time = Saying(), PassingTime()
    unstored = Unstored(cast("ExtBot[Any]", bot), lambda chat_id: chat_id != 1, time.clock)
    one, other = asking(1), asking(3)
    await unstored.tell([one, other])
    assert bot.said == [(3, "en")]
    for each in (one, other):
        assert each.update is not None
        await unstored.say(each.update, "error.not_stored")
    assert [chat for chat, _ in bot.said] == [3, 3]
    await unstored.say(Update(1), "error.not_stored")
    assert len(bot.said) == 2


async def test_people_are_told_once_in_their_language_and_answered_when_there_is_room(
    served: Served, caplog: pytest.LogCaptureFixture
) -> None:
    house = served.house
    await served.starts()
    async with nothing_stored(house):
        house.alice.person.say("/help")
        house.alice.person.say("/help")
        house.ming.person.say("/help")
        house.alice.person.say("/help", house.club.chat)
        await until(lambda: told(house.alice) and told(house.ming, "zh"))
        await served.time.passes(60)
        assert (told(house.alice), told(house.ming, "zh")) == (1, 1)
        assert told(house.in_club(house.alice)) == 0
    served.time.goes_on()
    await served.answers(house.alice)
    caplog.clear()


async def test_who_is_blocked_is_not_told_that_nothing_can_be_stored(
    served: Served, caplog: pytest.LogCaptureFixture
) -> None:
    house = served.house
    await served.starts()
    served.application.blocked.become(frozenset({house.alice.person.id}))
    async with nothing_stored(house):
        house.alice.person.say("/help")
        house.ming.person.say("/help")
        await until(lambda: told(house.ming, "zh"))
        await served.time.passes(60)
        assert told(house.alice) == 0
    served.time.goes_on()
    caplog.clear()


async def until_turns(house: House, count: int) -> None:
    async with asyncio.timeout(30):
        while await house.database.one("select count(*) from turns") != (count,):
            await asyncio.sleep(0.001)


@pytest.mark.sqlite
async def test_while_the_database_is_gone_people_are_told_and_no_move_is_lost(
    served: Served, database_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Earlier moves are saved; those after that wait at Telegram until the file is back.

    Whoever only asks is answered meanwhile.
    """
    house, elsewhere = served.house, database_path.with_name("elsewhere")
    await served.starts()
    house.alice.person.say("/new 4 none 42")
    await until(lambda: any("4×4" in m.get("text", "") for m in house.alice.person.messages()))
    move, later, *_ = right_moves(await house.alice.game())
    house.alice.person.say(move)
    await until_turns(house, 1)
    health = Health(served.application, Timer(served.time.clock, served.time.sleep))
    shutil.move(database_path, elsewhere)
    house.alice.person.say(later)
    house.ming.person.say("/help")
    await until(
        lambda: (
            told(house.alice)
            and any("/daily" in m.get("text", "") for m in house.ming.person.messages())
        )
    )
    assert told(house.ming, "zh") == 0
    gone = f"{database_path} was deleted"
    assert (await health.readiness())["database"] == gone
    saved = database_path.with_name("sudoku.db.rescued")
    await until(saved.exists)
    with closing(sqlite3.connect(saved)) as copy:
        assert copy.execute("select count(*) from turns").fetchone() == (1,)
    shutil.move(elsewhere, database_path)
    assert (await health.readiness())["database"] == FINE
    await until_turns(house, 2)
    told_once = [message for message in caplog.messages if "nothing is stored until" in message]
    assert len(told_once) == 1
    caplog.clear()


async def test_who_still_waits_is_told_again_after_a_while(house: House, chat: Talk) -> None:
    time = PassingTime()
    unstored = Unstored(house.application.bot, house.application.may_send, time.clock)
    update = json.dumps(chat.person.say("/help"))
    batch = [*read([UpdateText(update)], house.application.bot)]
    for _ in range(3):
        await unstored.tell(batch)
    assert told(chat) == 1
    time.now += AGAIN_SECONDS
    await unstored.tell(batch)
    assert told(chat) == 2


async def test_a_telegram_that_fails_as_well_is_no_further_fault(house: House, chat: Talk) -> None:
    unstored = Unstored(house.application.bot, house.application.may_send, PassingTime().clock)
    update = json.dumps(chat.person.say("/help"))
    house.api.fail_next("sendMessage", TimedOut())
    await unstored.tell(read([UpdateText(update)], house.application.bot))
    assert told(chat) == 0
