"""Every byte has an owner: what is fetched or sent is reserved, and what is stored has a bound.

People do everything that moves files, and say things as long as they can be. The network looks at
each file that passes, whether the ledger holds as many bytes in the name of this task. Afterwards
the longest value of each column of text is compared with the bound that is written down here. A
column without a bound fails, so a new one needs a decision.
"""

import ast
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any, Final

import pytest
import pytest_asyncio
from telegram.request import RequestData

import bot
from bot import app
from bot.ledger.ledger import reserved_here
from bot.playground import BotApi, PlaygroundRequest
from bot.store.replies import MOST_BYTES
from engine import parse
from tests.bot.house import NETWORK, House, Talk
from tests.engine.photo.drawn import drawn

LONGEST: Final = 4_096
"""Characters of the longest message."""

WORD: Final = 64
"""Characters of what the bot itself writes into most columns: a name, a state, a zone, a label."""

CELLS: Final = 625
LINE: Final = 2 * CELLS
"""A board of the largest size as text, with two characters a cell at most."""

BOUNDS: Final = {
    "counters name": WORD,
    "dailies label": WORD,
    "drafts digits doubtful repaired by_hand": 6 * CELLS,
    "drafts picture": 200,
    "drafts album": WORD,
    "exercises technique": WORD,
    "exercises found": 1_000,
    "facts name value": 256,
    "games daily_label state": WORD,
    "games packed": 60_000,
    "groups language board policy theme": WORD,
    "hints state technique": 2 * LINE,
    "inbox payload": 200_000,
    "inbox fault": 200,
    "leaders role": WORD,
    "allowances name": WORD,
    "checks state": 2 * LINE,
    "lessons technique": WORD,
    "lessons card": 1_000,
    "lessons said": WORD,
    "makings wish": 200,
    "makings seed": LONGEST,
    "outbox label state reason": 200,
    "players name": 4 * WORD,
    "puzzles givens solution": LINE,
    "puzzles seed": LONGEST,
    "puzzles symmetry origin difficulty": WORD,
    "replicas name": 256,
    "replies html keyboard": 20_000,
    "replies file": MOST_BYTES,
    "replies file_name": WORD,
    "results daily_label standing": WORD,
    "shown_solutions solution": 2 * LINE,
    "shown_solutions way": WORD,
    "stock symmetry difficulty seed": WORD,
    "stock givens solution": LINE,
    "submissions answer": 2 * LINE,
    "subscriptions zone next_label last_label state evening_label evening_last": WORD,
    "turns moves": 20_000,
    "users language client_language letters board zone policy theme zone_before zone_since": WORD,
    "devices device": 64,
    "views stale hint": 2 * LINE,
    "ways hardest": WORD,
}
"""The most characters of each column of text, by its table."""

EASY: Final = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
PHOTO: Final = drawn(parse("12.4341221434321"))


class Watched(PlaygroundRequest):
    """A network that notes each file that passes without a reservation, and how many passed."""

    def __init__(self, api: BotApi) -> None:
        super().__init__(api)
        self.unreserved: list[str] = []
        self.passed: list[str] = []

    async def do_request(
        self, url: str, method: str, request_data: RequestData | None = None, *_: Any, **__: Any
    ) -> tuple[int, bytes]:
        sent = request_data.multipart_data if request_data else {}
        status, answer = await super().do_request(url, method, request_data)
        files = [part[1] for part in sent.values()]
        size = sum(len(file) for file in files if isinstance(file, bytes))
        size = len(answer) if "/file/bot" in url else size
        if size:
            name = "fetched" if "/file/bot" in url else url.rpartition("/")[2]
            self.passed.append(name)
            if reserved_here() < size:
                self.unreserved.append(f"{name}: {size} bytes, {reserved_here()} reserved")
        return status, answer


@pytest_asyncio.fixture
async def watched(house: House) -> AsyncIterator[Watched]:
    """Makes this the network of the house."""
    network = Watched(house.api)
    application = app.build(house.services, house.api.token, NETWORK, lambda: network)
    async with application:
        before, house.application = house.application, application
        yield network
        house.application = before


@pytest.mark.long
async def test_whatever_is_fetched_or_sent_was_reserved_and_is_given_back(
    house: House, watched: Watched, chat: Talk
) -> None:
    await chat.delivers(chat.person.send_document("a.png", PHOTO, "image/png"))
    await chat.presses("▶ Play")
    await chat.sends("/board image")
    game = await chat.game()
    blank = game.puzzle.grid.blanks()[0]
    await chat.presses(f"cell:{game.id}:{blank}")
    await chat.presses(f"digit:{game.id}:{game.puzzle.solution[blank]}")
    await chat.sends("/hint")
    await chat.delivers(chat.person.send_document("a.sdm", EASY.encode(), "text/plain"))
    await chat.sends("/print 2 9")
    await chat.sends("/new 4 none 7")
    for move in right(await chat.game()):
        await chat.sends(move)
    await chat.sends("/export")
    kinds = {"fetched", "sendPhoto", "editMessageMedia", "sendDocument"}
    assert kinds <= set(watched.passed)
    assert watched.unreserved == []
    assert not any(house.services.ledger.reserved.values())


def right(stored: Any) -> list[str]:
    game = stored.game
    geometry = game.givens.geometry
    blanks = (cell for cell, value in enumerate(game.values) if not value)
    return [f"{geometry.name(cell)}={game.solution[cell]}" for cell in blanks]


async def test_every_column_of_text_has_a_bound(house: House) -> None:
    assert {*await columns(house)} == {*bounds()}


@pytest.mark.long
async def test_nothing_longer_is_stored_whatever_people_say(house: House, chat: Talk) -> None:
    long = [
        "/new 9 none " + "種" * 4_000,
        "/new 25 none x",
        "/subscribe 09:00 " + "A" * 4_000,
        "/import " + "9" * 4_000,
        " ".join(f"r{row}c{column} +123456789" for row in range(1, 10) for column in range(1, 10)),
        "/solve " + "." * 625,
        "/submit " + "1" * 4_000,
        "/language " + "中" * 4_000,
        "/letters " + "中" * 4_000,
        "中" * LONGEST,
        "/start " + "x" * 4_000,
        "/print 6 " + "9" * 4_000,
    ]
    await chat.sends(f"/solve {EASY}")
    await chat.sends("/new 9 none 42")
    for said in long:
        await chat.sends(said[:LONGEST])
        for member in (chat, house.in_club(chat)):
            await member.sends(f"@{house.api.world.me.username} {said}"[:LONGEST])
    found = await columns(house)
    for (table, column), most in bounds().items():
        row = await house.database.one(f"select max(length({column})) from {table}")  # noqa: S608
        assert ((row and row[0]) or 0) <= most, (table, column)
    assert found


def bounds() -> dict[tuple[str, str], int]:
    named = [(words.split(), most) for words, most in BOUNDS.items()]
    return {(table, column): most for (table, *of), most in named for column in of}


async def columns(house: House) -> list[tuple[str, str]]:
    """The columns of text of all tables, as the migrations have made them."""
    tables = await house.database.all("select name from sqlite_master where type = 'table'")
    return [
        (str(table), str(column))
        for (table,) in tables
        if not str(table).startswith("sqlite_")
        for _, column, kind, *_ in await house.database.all(f"pragma table_info({table})")
        if str(kind).lower() in {"text", "blob", ""}
    ]


FILES: Final = {"send_photo", "send_document", "InputMediaPhoto", "download_as_bytearray"}
"""What moves the bytes of a file."""

WITHIN: Final = {
    "bot/chat/files.py": {"_fetch"},
    "bot/telegram/conversation.py": {"_post_file", "edit"},
    "bot/telegram/sending.py": {"_edit"},
}
"""The functions that may do so, which do it within a reservation (the test above)."""


def test_files_pass_only_where_they_are_reserved() -> None:
    found: dict[str, set[str]] = {}
    for path in sorted(Path(bot.__file__).parent.rglob("*.py")):
        name = path.relative_to(Path(bot.__file__).parents[1]).as_posix()
        if name.startswith("bot/playground/"):
            continue
        for function in functions(ast.parse(path.read_text("utf-8"))):
            names = {getattr(node, "attr", getattr(node, "id", "")) for node in ast.walk(function)}
            if names & FILES:
                found.setdefault(name, set()).add(function.name)
    assert found == WITHIN


def functions(tree: ast.AST) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    return (
        node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    )
