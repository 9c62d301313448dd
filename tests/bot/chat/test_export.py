"""The files of /export, for somebody with few data and for somebody with very many."""

import asyncio
import csv
import gzip
import json
import random
from itertools import count, islice

import pytest

from bot.chat.export import HEADINGS, LONG, LONGEST, PART_BYTES, Document, Table, make
from bot.ledger.ledger import EXPORTS, Ledger, NothingReserved
from bot.ledger.owner import Owner
from bot.store import belongings, replies
from bot.store.belongings import PAGE, SECTIONS, Section
from bot.store.replies import EVERYTHING
from bot.store.results import Result, Standing
from tests.bot.house import House, Talk


def pages(number: int) -> list[Section]:
    """Pages of a section."""
    return [
        [{"game_id": page, "moves": "数" * 500, "hint": None} for _ in range(PAGE)]
        for page in range(number)
    ]


def test_the_pages_of_a_section_become_one_list() -> None:
    document = Document("all.json")
    document.add("settings", [{"id": 7}])
    document.add("views", [])
    for page in [*pages(2), []]:
        document.add("moves", page)
    name, content = document.end()
    assert name == "all.json"
    first, second = pages(2)
    assert json.loads(content) == {"settings": [{"id": 7}], "views": [], "moves": first + second}
    assert len(content.splitlines()) > 2 * PAGE, "a row a line"


def test_a_long_file_comes_compressed_and_is_never_whole_in_memory() -> None:
    document = Document("all.json")
    for page in pages(40):
        document.add("moves", page)
    name, content = document.end()
    assert name == "all.json.gz"
    assert len(content) < LONG / 20
    whole = gzip.decompress(content)
    assert len(whole) > LONG
    assert json.loads(whole) == {"moves": [row for page in pages(40) for row in page]}


class Parts:
    """Takes the parts of an export, and looks at what is reserved meanwhile."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self.names = list[str]()
        self.contents = list[bytes]()

    async def __call__(self, name: str, content: bytes) -> None:
        assert len(content) <= self._ledger.reserved[EXPORTS] == PART_BYTES
        self.names.append(name)
        self.contents.append(content)


async def test_every_section_is_there_also_an_empty_one(house: House, chat: Talk) -> None:
    await chat.sends("/start")
    parts = Parts(house.services.ledger)
    await make(await chat.visit(), EVERYTHING, parts)
    assert parts.names == ["sudoku.json"]
    assert list(json.loads(parts.contents[0])) == list(SECTIONS)
    assert house.application.kept.total == 0
    assert house.services.ledger.reserved[EXPORTS] == 0


async def has_moved(talk: Talk, turns: int) -> None:
    """The person has made so many turns, each of which takes much memory and hardly less packed."""
    await talk.sends("/new 4")
    game, dice = await talk.game(), random.Random(1)
    async with talk.house.database.transaction() as transaction:
        for number in range(turns):
            await transaction.all(
                "insert into turns (game_id, number, user_id, made_at, moves)"
                " values ($1, $2, $3, 5, $4)",
                game.id,
                1_000 + number,
                talk.person.id,
                dice.randbytes(4_000).hex(),
            )


def merged(parts: list[dict[str, Section]]) -> dict[str, Section]:
    """The sections of several documents, in order."""
    whole = dict[str, Section]()
    for part in parts:
        for name, rows in part.items():
            whole.setdefault(name, []).extend(rows)
    return whole


@pytest.mark.long
async def test_a_very_long_export_comes_in_parts_and_nothing_is_missing(
    house: House, chat: Talk
) -> None:
    await has_moved(chat, 1_700)
    parts = Parts(house.services.ledger)
    visit = await chat.visit()
    await make(visit, EVERYTHING, parts)
    assert parts.names == ["sudoku.json.gz", "sudoku-2.json.gz"]
    documents = [json.loads(gzip.decompress(content)) for content in parts.contents]
    pages = [{name: rows} async for name, rows in belongings.of_user(house.database, visit.user.id)]
    assert merged(documents) == merged(pages)
    assert list(merged(documents)) == list(SECTIONS)
    assert LONGEST < len(parts.contents[0]) < LONGEST + 8_000 * PAGE
    assert house.services.ledger.reserved[EXPORTS] == 0


@pytest.mark.long
async def test_all_parts_of_an_export_come_to_the_chat(house: House, chat: Talk) -> None:
    await has_moved(chat, 1_100)
    await chat.sends("/export")
    sent = [m["document"] for m in chat.person.messages() if "document" in m]
    names = ["sudoku.json.gz", "sudoku-2.json", "sudoku-results.csv"]
    assert [one["file_name"] for one in sent] == names
    first, second, _ = (house.api.world.files.get(one["file_id"]).upload.content for one in sent)
    both = merged([json.loads(gzip.decompress(first)), json.loads(second)])
    assert len(both["moves"]) == 1_100
    assert await replies.waiting(house.database) == {}


def result(number: int) -> Result:
    return Result(
        user_id=1,
        game_id=number,
        puzzle_id=1,
        givens="." * 625,
        size=25,
        difficulty=None,
        daily_label=None,
        seconds=number,
        hints=0,
        mistakes=0,
        in_time=True,
        finished_at=number,
        standing=Standing.TIMED,
    )


def test_a_very_long_table_goes_on_in_another_with_the_same_headings() -> None:
    table, parts, numbers = Table("results.csv"), list[tuple[str, bytes]](), count()
    while len(parts) < 2:
        if table.is_full:
            parts.append(table.end())
            table = table.following()
        table.add("results.csv", tuple(result(number) for number in islice(numbers, PAGE)))
    assert [name for name, _ in parts] == ["results.csv", "results-2.csv"]
    rows = [[*csv.DictReader(text.decode("utf-8-sig").splitlines())] for _, text in parts]
    assert rows[0][0].keys() == {*HEADINGS}
    games = [int(row["game"]) for part in rows for row in part]
    assert games == list(range(len(games)))
    assert all(LONGEST < len(content) < 2 * LONGEST for _, content in parts)


async def test_exports_are_made_one_at_a_time_and_accounts_take_turns(
    house: House, chat: Talk, ming: Talk
) -> None:
    for talk in (chat, ming):
        await talk.sends("/start")
    made, go_on, began = list[int](), asyncio.Event(), asyncio.Event()

    async def exports(talk: Talk) -> None:
        async def give(_name: str, _content: bytes) -> None:
            made.append(talk.person.id)
            began.set()
            await go_on.wait()

        await make(await talk.visit(), EVERYTHING, give)

    alice, other = chat.person.id, ming.person.id
    first = asyncio.create_task(exports(chat))
    await began.wait()
    more = [asyncio.create_task(exports(chat)) for _ in range(2)]
    while house.services.exports.waiting < 2:
        await asyncio.sleep(0)
    last = asyncio.create_task(exports(ming))
    while house.services.exports.waiting < 3:
        await asyncio.sleep(0)
    assert made == [alice]
    go_on.set()
    await asyncio.gather(first, last, *more)
    assert made == [alice, other, alice, alice]


async def test_an_export_for_which_there_is_no_memory_is_put_off_in_words(
    house: House, chat: Talk
) -> None:
    await chat.sends("/start")
    with house.services.ledger.reserve(EXPORTS, Owner(5), 1):
        assert "again in a minute" in await chat.sends("/export")
        with pytest.raises(NothingReserved):
            await make(await chat.visit(), EVERYTHING, Parts(house.services.ledger))
    assert not any("document" in m for m in chat.person.messages())
    await chat.sends("/export")
    assert sum("document" in m for m in chat.person.messages()) == 2
