"""/deleteme over the whole schema, including every table that a later migration adds."""

import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Final

import pytest_asyncio

from bot.background.ticker import Ticker
from bot.game.place import Place
from bot.playground import Person
from bot.playground.chats import User
from bot.store import devices, drafts, makings, packing, pupils, replies, views
from bot.store.drafts import Draft
from bot.store.makings import Making
from bot.store.replies import Reply
from bot.store.seam.source import Store
from bot.store.views import Staleness
from bot.telegram.updates import UpdateText, read
from engine import parse
from tests.bot.house import House, Talk, right_moves, wrong_move

ZOE: Final = 7_123_456_789
BROUGHT: Final = "..34341221434321"
WRONG: Final = "1234" * 4

NOT_PEOPLE: Final = {
    *("bot_id", "update_id", "message_id", "reply_to", "topic_id", "value"),
    *("not_before", "expires_at", "next_due", "evening_due", "version", "number"),
}
"""Columns of whole numbers of eight bytes that are neither a person, nor a chat, nor a time."""

Column = tuple[str, str]

STAYS: Final = ("blocks", "id")
"""A block stays, or somebody could end it by being forgotten; /privacy says so."""


async def columns(database: Store) -> set[Column]:
    """Every column of the schema."""
    tables = await database.all("select name from sqlite_master where type = 'table'")
    return {
        (table, name)
        for (table,) in tables
        for _, name, *_ in await database.all(f"pragma table_info({table})")
    }


async def columns_of_people(database: Store) -> set[Column]:
    """The columns whose type can hold the number of a person or of a private chat."""
    tables = await database.all("select name from sqlite_master where type = 'table'")
    return {
        (table, name)
        for (table,) in tables
        for _, name, kind, *_ in await database.all(f"pragma table_info({table})")
        if kind == "bigint" and name not in NOT_PEOPLE and not name.endswith("_at")
    } - {("groups", "chat_id"), ("comments", "chat_id"), ("leases", "chat_id"), STAYS}


async def columns_with(database: Store, value: object) -> set[Column]:
    """The columns that contain a value at this moment."""
    return {
        (table, name)
        for table, name in await columns(database)
        if await database.one(
            f"select 1 from {table} where cast({name} as text) like $1",  # noqa: S608 - our names
            f"%{value}%",
        )
    }


@pytest_asyncio.fixture
async def zoe(house: House) -> AsyncIterator[Talk]:
    """Somebody who has used every part of the bot, alone and in the group."""
    talk = Talk(house, Person(house.api, User(ZOE, "Zephyrine", "en", "zephyrine")))
    house.api.world.chats[house.club.chat.id].members[ZOE] = talk.person.user
    for chat, name in ((house.in_club(talk), "@SudokuPlaygroundBot "), (talk, "")):
        await chat.sends("/new 4 none 5")
        await chat.sends("/hint")
        await chat.sends(f"{name}{wrong_move(await chat.game())}")
        await chat.sends("/hint")
        await chat.sends(f"/submit {WRONG}")
        await chat.sends(f"{name}{' '.join(right_moves(await chat.game()))}")
        await chat.sends("/new 4 none 6")
        await chat.presses("·")
    await talk.sends(f"/solve {BROUGHT}")
    await talk.sends(f"/import {BROUGHT}")
    await talk.sends("/subscribe 7:31 Kathmandu")
    await talk.sends("remind me at 9pm if I forget")
    await talk.sends("/learn naked pair")
    await talk.presses("✍ Practise")
    house.clock.forward(days=1)
    await Ticker(house.database, lambda: int(house.clock.seconds()), _no_sleep).tick()
    # The oldest one is a game of the group; those of this person alone keep their rows.
    ended = await packing.next_game(house.database)
    assert ended is not None
    await packing.pack_game(house.database, ended)
    game = await talk.game()
    await views.mark(house.database, game.id, Place(ZOE), Staleness.SEND, 5, asked_by=ZOE)
    await makings.begin(house.database, Making(Place(ZOE), 5, ZOE, 1, 2, "{}", BROUGHT, 5))
    await replies.keep(house.database, Reply(Place(ZOE), f"Zephyrine {BROUGHT}", ZOE), 5)
    await drafts.add(house.database, Draft(0, ZOE, parse(BROUGHT), place=Place(ZOE)), 5)
    await house.database.all("insert into current_games values ($1, $2)", ZOE, game.id)
    await house.database.all("insert into allowances values ('questions', $1, 5)", ZOE)
    await pupils.put(house.database, ZOE, 5)
    await devices.advance(house.database, ZOE, "a phone", 1, 5)
    unfinished = talk.person.say(f"hello, I am Zephyrine, and this is {BROUGHT}")
    assert unfinished is not None
    came = read([UpdateText(json.dumps(unfinished))], house.application.bot)
    await house.application.inbox.receive([*came])
    yield talk


async def _no_sleep(_seconds: float) -> None:
    raise AssertionError("nobody sleeps here")


async def test_a_person_is_in_every_column_that_can_hold_one(house: House, zoe: Talk) -> None:
    """Otherwise the tests below would prove nothing about the column."""
    assert zoe.person.id == ZOE
    people = await columns_of_people(house.database)
    assert len(people) > 10
    assert people <= await columns_with(house.database, ZOE)


async def test_afterwards_nothing_in_any_table_names_them(house: House, zoe: Talk) -> None:
    await zoe.sends("/deleteme")
    await zoe.presses("Yes, delete everything")
    for trace in (ZOE, "Zephyrine", "zephyrine", BROUGHT, WRONG, "Kathmandu"):
        assert await columns_with(house.database, trace) == set(), trace


def every_byte(folder: Path) -> bytes:
    """The bytes of the database and all files beside it."""
    return b"".join(path.read_bytes() for path in folder.glob("sudoku.db*"))


async def test_afterwards_no_byte_of_any_file_names_them(zoe: Talk, tmp_path: Path) -> None:
    """This includes free pages and the write-ahead log, while the bot goes on running."""
    await zoe.sends("/deleteme")
    words = "Zephyrine", "zephyrine", BROUGHT, WRONG, "Kathmandu", str(ZOE)
    traces = [*(word.encode() for word in words), ZOE.to_bytes(6, "big")]
    whole = every_byte(tmp_path)
    assert [trace for trace in traces if trace in whole] == traces
    await zoe.presses("Yes, delete everything")
    whole = every_byte(tmp_path)
    assert len(whole) > 100_000
    assert [trace for trace in traces if trace in whole] == []
