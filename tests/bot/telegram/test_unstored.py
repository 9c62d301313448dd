"""People whose messages cannot be stored are told so, and get their answers later."""

import asyncio
import json
import shutil
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path

import pytest
from telegram.error import TimedOut

from bot.telegram.retries import Timer
from bot.telegram.unstored import AGAIN_SECONDS, Unstored
from bot.telegram.updates import UpdateText, read
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


async def until_turns(house: House, count: int) -> None:
    async with asyncio.timeout(30):
        while await house.database.one("select count(*) from turns") != (count,):
            await asyncio.sleep(0.001)


@pytest.mark.sqlite
async def test_while_the_database_is_gone_people_are_told_and_no_move_is_lost(
    served: Served, database_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Earlier moves are saved; those after that wait at Telegram until the file is back."""
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
    await until(lambda: told(house.alice) and told(house.ming, "zh"))
    gone = f"FileReplaced: {database_path} was deleted"
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
