"""The files of /export, for somebody with few data and for somebody with very many."""

import gzip
import json

from bot.chat.export import LONG, Document, make
from bot.store.belongings import PAGE, SECTIONS, Section
from bot.store.replies import EVERYTHING
from tests.bot.house import House, Talk


def pages(count: int) -> list[Section]:
    """Pages of a section."""
    return [
        [{"game_id": page, "moves": "数" * 500, "hint": None} for _ in range(PAGE)]
        for page in range(count)
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


async def test_every_section_is_there_also_an_empty_one(house: House, chat: Talk) -> None:
    await chat.sends("/start")
    name, content = await make(await chat.visit(), EVERYTHING)
    assert name == "sudoku.json"
    assert list(json.loads(content)) == list(SECTIONS)
    assert house.application.kept.total == 0
