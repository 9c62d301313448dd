"""Attacks: other people's data, forged buttons and hostile text."""

import asyncio
import gc
import random
from functools import _lru_cache_wrapper
from pathlib import Path
from typing import Any

import pytest

from bot import app
from bot.handlers import MENU
from bot.playground import Person
from bot.playground.chats import User
from bot.render.keyboard import ACTIONS
from bot.store import inbox
from bot.store.seam.source import Store
from bot.telegram.chat_order import MOST_WAITING
from tests import memory
from tests.bot.house import House, Talk, wrong_move

pytestmark = pytest.mark.xdist_group("processes")

TABLES = ("users", "games", "place_games", "turns", "results", "subscriptions", "submissions")
SECRETS = ("Asia/Kathmandu", "07:31", "7:31")


async def rows_of(database: Store, person: Talk) -> list[Any]:
    """Every stored row that belongs to this person or chat."""
    found = list[Any]()
    for table in TABLES:
        rows = await database.all(f"select * from {table}")  # noqa: S608 - names of our own
        found += [row for row in rows if person.chat_id in row]
    return found


@pytest.mark.long
async def test_another_persons_data_is_out_of_reach(house: House, chat: Talk, ming: Talk) -> None:
    await chat.sends("/subscribe 7:31 Kathmandu")
    await chat.sends("/new 4 none 5")
    stored = await chat.game()
    await chat.sends(wrong_move(stored))
    wrong = "".join(str(digit % 4 + 1) for digit in stored.puzzle.solution.values)
    await chat.sends(f"/submit {wrong}")
    board = [line for line in chat.text.splitlines() if line[1:2] == ":"]
    kept = await rows_of(house.database, chat)
    await ming.sends("/help")
    numbers = (stored.id, chat.chat_id, 1, chat.last["message_id"])
    tails = [str(n) for n in numbers] + [f"{n}:{m}" for n in numbers for m in (0, 1, "zh")]
    for name in ACTIONS:
        for tail in tails:
            said = await ming.forges(f"{name}:{tail}", ming.person.messages()[-1]["message_id"])
            assert not any(secret in said for secret in SECRETS), (name, tail)
            assert not board or not all(line in said for line in board), (name, tail)
    for name in MENU:
        for number in numbers[:2]:
            said = await ming.sends(f"/{name} {number}")
            assert not any(secret in said for secret in SECRETS), name
    assert await rows_of(house.database, chat) == kept


NONSENSE = (
    ":", "::", "board", "board:", "board:-1", "board:99999999999999999999", "undo:1:1:1:1",
    "switch:٣", "switch:²", "daily:../../etc", "daily:9999-99-99", "city:1:Nowhere",
    "city:99999:Europe/Berlin", "speak:1001:xx", "wrong:0", "which:x", "\u202e:1", "💣" * 16,
    "x" * 64,
)  # fmt: skip


@pytest.mark.parametrize("data", NONSENSE)
async def test_forged_buttons_are_answered_and_do_nothing(
    house: House, chat: Talk, data: str
) -> None:
    await chat.sends("/new 4 none 5")
    before = await chat.game()
    await chat.forges(data)
    after = await chat.game()
    assert (after.game.turns, after.game.done, after.state) == (
        before.game.turns,
        before.game.done,
        before.state,
    )
    assert await house.database.all("select * from subscriptions") == []


MONSTERS = (
    "1" * 10_000, "9" * 4096, "." * 10_000, "r1c1=1 " * 1_400, "/new " + "9" * 10_000,
    "/solve " + "1" * 10_000, "/submit " + "12" * 5_000, "/subscribe " + "8:" * 5_000,
    "/daily " + "\u0660" * 9_000, "/" + "x" * 10_000, "\u202e" * 10_000, "\u200b" * 10_000,
    "<b>" * 3_000, "🧩" * 5_000, "/language " + "&<>" * 3_000, "(" * 10_000, "1:" * 5_000,
    "\n" * 9_999 + "x", "/subscribe 8:00 " + "A" * 9_000, "-" * 10_000, "r" * 10_000,
)  # fmt: skip


@pytest.mark.parametrize("text", MONSTERS, ids=range(len(MONSTERS)))
async def test_endless_messages_are_answered(chat: Talk, text: str) -> None:
    await chat.sends("/new 4 none 5")
    update = chat.person.say("x")
    assert update is not None
    message = update["message"] | {"text": text}
    if text.startswith("/"):
        length = len(text.split(maxsplit=1)[0])
        message["entities"] = [{"type": "bot_command", "offset": 0, "length": length}]
    async with asyncio.timeout(60):
        assert await chat.delivers(update | {"message": message})
    assert "clues" in await chat.sends("/board")


async def test_names_cannot_break_what_is_shown(house: House) -> None:
    for number, name in enumerate(("\u202eevil\u202c", "\u200b", "<b>&amp;", "🧩" * 60, "ﷺ" * 60)):
        talk = Talk(house, Person(house.api, User(7_000 + number, name, "en", last_name=name)))
        for text in ("/start", "/new 4 none 5", "/board", "/games", "/stats"):
            assert "\u202e" not in await talk.sends(text)


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "content", "kind"),
    [
        ("bomb.zip", b"PK\x03\x04" + b"\0" * 5_000, "application/zip"),
        ("huge.png", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\x7f\xff\xff\xff\x7f\xff\xff\xff", "image/png"),
        ("puzzle.txt", b"\xff\xfe\x00" * 4_000, "text/plain"),
        ("../../etc/passwd", b"1" * 81, "text/plain"),
        ("nothing.txt", b"", "text/plain"),
        ("program.exe", b"MZ" * 500, "application/x-msdownload"),
    ],
)
async def test_strange_files_are_answered(chat: Talk, name: str, content: bytes, kind: str) -> None:
    async with asyncio.timeout(60):
        assert await chat.delivers(chat.person.send_document(name, content, kind))
        assert await chat.delivers(chat.person.send_document(name, content, kind, caption="/solve"))


@pytest.mark.long
async def test_a_thousand_commands_at_once_delay_nobody(
    house: House, chat: Talk, ming: Talk
) -> None:
    for _ in range(1_000):
        chat.person.say("/board")
    ming.person.say("/help")
    await house.application.shutdown()
    async with asyncio.timeout(60), app.serving(house.application):
        while not any(m["from"]["is_bot"] for m in ming.person.messages()):
            await asyncio.sleep(0.01)
        while len(house.api.world.updates) or await house.database.one(
            "select 1 from inbox where payload is not null"
        ):
            await asyncio.sleep(0.01)
    said = [m["text"] for m in chat.person.messages() if m["from"]["is_bot"]]
    told = [text for text in said if "more at once" in text]
    assert MOST_WAITING <= len(said) <= 1_000
    assert len(told) <= 1_000 // 100


async def test_what_is_left_out_is_said_once_and_not_kept(house: House, chat: Talk) -> None:
    chat.person.say("/board")
    chat.person.say("/board")
    first, second = await house.application.bot.get_updates()
    await house.application.leave_out(first, is_first=True)
    await house.application.leave_out(second, is_first=False)
    (said,) = [m["text"] for m in chat.person.messages() if m["from"]["is_bot"]]
    assert "more at once" in said
    await house.application.inbox.wipe()
    assert await inbox.left(house.database, house.application.bot.id) == ()


def every_byte(folder: Path) -> bytes:
    files = [path for path in folder.iterdir() if path.name.startswith("sudoku.db")]
    return b"".join(path.read_bytes() for path in files)


@pytest.mark.long
async def test_nothing_of_a_person_is_left_in_any_byte(house: House, tmp_path: Path) -> None:
    secret, user_id = "Zephyrine", 7_123_456_789
    person = Person(house.api, User(user_id, secret, "en", "zephyrine_plays"))
    await house.application.shutdown()

    async def caught_up() -> None:
        while len(house.api.world.updates) or await house.database.one(
            "select 1 from inbox where payload is not null"
        ):
            await asyncio.sleep(0.01)

    def presses(label: str) -> None:
        person.press(person.last()["message_id"], label)

    async with asyncio.timeout(60), app.serving(house.application):
        for text in ("/new 4 none 5", "r1c1 1 r1c2 2 r1c3 3 r1c4 4", "/subscribe 8:00 Kathmandu",
                     f"hello I am {secret}", "/submit 1234341221434321", "/deleteme"):  # fmt: skip
            person.say(text)
            await caught_up()
        presses("Yes, delete everything")
        while "deleted" not in person.last()["text"]:
            await asyncio.sleep(0.01)
        content = await asyncio.to_thread(every_byte, tmp_path)
    assert len(content) > 10_000
    for trace in (secret.encode(), b"zephyrine", b"7123456789", user_id.to_bytes(5, "big")):
        assert trace not in content, trace


def objects() -> tuple[int, int]:
    """How many objects there are, not counting those in caches of a limited size."""
    for cached in [one for one in gc.get_objects() if isinstance(one, _lru_cache_wrapper)]:
        if cached.cache_parameters()["maxsize"] is not None:
            cached.cache_clear()
    gc.collect()
    return len(gc.get_objects()), 0


@pytest.mark.long
@pytest.mark.usefixtures("_thawed")
async def test_the_bot_does_not_grow(tmp_path: Path) -> None:
    measured = [found for found, _ in await memory.run(300, tmp_path, objects)]
    assert measured[-1] < measured[1] + 2_000, measured


def test_the_same_dice_play_the_same_game() -> None:
    games = [[memory.action(n, random.Random(n)) for n in range(50)] for _ in range(2)]
    assert games[0] == games[1]
