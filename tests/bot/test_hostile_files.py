"""Files and pictures that nobody should send to a bot."""

import asyncio
import gzip
import io
import random
import zipfile
from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio

from bot.game.puzzle_list import MOST_LINES
from bot.handlers.import_ import MOST_BYTES
from bot.play.shelf import MOST_PUZZLES
from bot.playground.files import LARGEST_DOWNLOAD
from bot.pool.engine_pool import EnginePool
from bot.store import shelf
from tests.bot.house import House, Talk
from tests.bot.slow import pigeons
from tests.fewer import first_cases

pytestmark = pytest.mark.xdist_group("processes")

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
PNG = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\x7f\xff\xff\xff\x7f\xff\xff\xff"


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def engine() -> AsyncIterator[EnginePool]:
    """Workers that give up quickly."""
    async with EnginePool(1, patience=1.5) as pool:
        await pool.started()
        yield pool


def zipped(text: bytes) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("puzzle.txt", text)
    return file.getvalue()


async def says(talk: Talk, content: bytes, name: str = "puzzles.txt", **claims: Any) -> str:
    """What the bot says to a file that is not what its message claims."""
    update = talk.person.send_document(name, content)
    assert update is not None
    update["message"]["document"] |= claims
    async with asyncio.timeout(30):
        return await talk.delivers(update)


NO_TEXT = {
    "a zip bomb": zipped(b"\0" * 10_000_000),
    "a gzip bomb": gzip.compress(b"1" * 20_000_000) + b"\0",
    "a picture": PNG + b"\0" * 5_000,
    "a sqlite file": b"SQLite format 3\0" + bytes(range(256)) * 16,
    "NULs between": "\0".join(PUZZLE).encode(),
    "UTF-16 without its mark": PUZZLE.encode("utf-16-le"),
    "UTF-32": PUZZLE.encode("utf-32"),
}


@pytest.mark.long
@pytest.mark.parametrize("content", NO_TEXT.values(), ids=NO_TEXT)
async def test_what_is_no_text_is_said_to_be_none(chat: Talk, content: bytes) -> None:
    assert len(content) < MOST_BYTES
    for name, kind in (("puzzles.txt", "text/plain"), ("puzzles.sdm", "image/png")):
        said = await says(chat, content, name, mime_type=kind)
        refusals = "isn't a text file", "no puzzle in there", "open this picture", "too large"
        assert any(refusal in said for refusal in refusals)


READABLE = {
    "UTF-16": PUZZLE.encode("utf-16"),
    "UTF-16, the other way round": b"\xfe\xff" + PUZZLE.encode("utf-16-be"),
    "UTF-16, half a character short": f"{PUZZLE}\n".encode("utf-16") + b"\n",
    "no UTF-8": PUZZLE.encode() + b" \xff\xfe\xe9",
    "CR alone": f"\r{PUZZLE}\r".encode(),
    "right to left": f"\u202e{PUZZLE}\u202c".encode(),
    "invisible characters": f"\u200b{PUZZLE}\u200b\ufeff".encode(),
}


@pytest.mark.parametrize("content", READABLE.values(), ids=READABLE)
async def test_a_puzzle_is_found_however_it_was_written(chat: Talk, content: bytes) -> None:
    said = await says(chat, content, "../\u202etxt.exe\0", mime_type="application/x-msdownload")
    assert "1 puzzle is on your shelf" in said


@pytest.mark.parametrize("claimed", [0, 1, -1, 2**62])
async def test_a_size_that_is_not_true_opens_no_door(
    house: House, chat: Talk, claimed: int
) -> None:
    assert "too big" in await says(chat, b"1" * (MOST_BYTES + 1), file_size=claimed)
    assert [method for method, _ in house.api.calls if method == "getFile"] in ([], ["getFile"])


async def test_a_file_that_telegram_itself_keeps_is_too_big(chat: Talk) -> None:
    assert "too big" in await says(chat, b"\n" * (LARGEST_DOWNLOAD + 1), file_size=1)
    assert "too big" in await says(chat, b"1\n" * 1_000_000, file_size=1)


def tiring() -> dict[str, str]:
    """Texts of the greatest length, each slow to read in some way."""
    dice = random.Random(1)
    return {
        "one line": "." * MOST_BYTES,
        "one line of words": "53..7 " * (MOST_BYTES // 6),
        "lines of a digit": "1\n" * (MOST_BYTES // 2),
        "blank lines": "\n" * MOST_BYTES,
        "small boards": "1.34\n" * (MOST_BYTES // 5),
        "links": "http://x/?p=1\n" * (MOST_BYTES // 14),
        "anything": "".join(dice.choices(".123456789 |-+\n", k=MOST_BYTES)),
        "rows too long": ("." * 87 + "\n") * MOST_LINES,
        "brackets": "[" * MOST_BYTES,
        "slow boards": f"{pigeons()}\n" * (MOST_BYTES // 626),
        "hardly any givens": ("." * 625 + "\n") * (MOST_BYTES // 626),
    }


@pytest.mark.parametrize("kind", first_cases(2, tiring()))
async def test_a_text_that_tires_is_answered_and_delays_nobody(
    chat: Talk, ming: Talk, kind: str
) -> None:
    tired = asyncio.create_task(says(chat, tiring()[kind].encode()))
    await asyncio.sleep(0)
    assert "534678912" in await ming.sends(f"/solve {PUZZLE}")
    said = await tired
    assert said
    assert len(said) <= 4096
    assert "went wrong" not in said
    assert await shelf.count(chat.house.database, chat.person.id) <= MOST_PUZZLES


async def test_every_line_behind_those_that_were_checked_is_told_of(chat: Talk) -> None:
    text = f"{PUZZLE}\n" + "# nothing\n" * MOST_LINES + f"{PUZZLE}\n\n{PUZZLE}"
    said = await says(chat, text.encode())
    assert "1 puzzle is on your shelf: line 1" in said
    assert f"{MOST_LINES + 2}, {MOST_LINES + 4}" in said.replace("–", ", ")


async def test_pictures_and_all_else_are_never_fetched(house: House, chat: Talk) -> None:
    person = chat.person
    size = {"file_id": "x", "file_unique_id": "x", "file_size": 2**60}
    huge = size | {"width": 2**31 - 1, "height": 2**31 - 1}
    kinds: dict[str, Any] = {
        "photo": [huge, huge],
        "sticker": huge | {"type": "regular", "is_animated": True, "is_video": True},
        "voice": size | {"duration": 2**31 - 1},
        "video": huge | {"duration": 0},
        "video_note": size | {"length": 2**31 - 1, "duration": 1},
        "audio": size | {"duration": 1, "title": "\u202e" * 60},
        "animation": huge | {"duration": 1},
        "contact": {"phone_number": "1" * 60, "first_name": "\u200f" * 64},
        "location": {"longitude": 180.0, "latitude": -90.0},
        "dice": {"emoji": "🎲", "value": 6},
    }
    for kind, content in kinds.items():
        update = person.say("x")
        assert update is not None
        del update["message"]["text"]
        update["message"] |= {kind: content}
        refusal = "too large" if kind == "photo" else "only read text"
        assert refusal in await chat.delivers(update), kind
        update = person.say("x")
        assert update is not None
        del update["message"]["text"]
        update["message"] |= {kind: content, "caption": "/import"}
        await chat.delivers(update)
    assert "getFile" not in [method for method, _ in house.api.calls]
