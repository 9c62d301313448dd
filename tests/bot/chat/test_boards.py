"""Buttons pressed faster than boards can be drawn, from outside, over HTTP."""

import asyncio
import signal
import socket
import subprocess
from collections.abc import AsyncIterator, Callable
from functools import partial
from html import unescape
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import uvicorn

from bot.playground import BotApi, Person, default_people
from bot.playground.http import create_http
from engine import parse, solve
from tests.bot.process import sudoku_bot

PRESSES = 50
Event = dict[str, Any]


class Onlooker:
    """Alice in front of a served Bot API that a real process polls."""

    def __init__(self, api: BotApi, address: str) -> None:
        self.api, self.address = api, address
        self.alice: Person = default_people(api)[0]

    async def until(self, happened: Callable[[], bool], act: Callable[[], object]) -> None:
        """Acts, and waits for what follows from it."""
        done, loop = asyncio.Event(), asyncio.get_running_loop()

        def look() -> None:
            if happened():
                done.set()

        def listen(_event: Event) -> None:
            # Once all listeners have heard of it, the person too.
            loop.call_soon(look)

        self.api.world.listeners.add(listen)
        act()
        await asyncio.wait_for(done.wait(), 60)
        self.api.world.listeners.discard(listen)

    async def says(self, text: str) -> Event:
        """The bot's answer."""
        count = len(self.alice.messages())
        await self.until(
            lambda: len(self.alice.messages()) > count + 1, lambda: self.alice.say(text)
        )
        return self.alice.last()

    def edits(self) -> list[int]:
        """How many digits the board had in each edit, also in those that changed nothing."""
        edited = [data for method, data in self.api.calls if method.startswith("edit")]
        boards = [str(data["text"]).partition("<pre>")[2].partition("</pre>")[0] for data in edited]
        return [unescape(board).count("'") for board in boards]

    def each_edit_was_needed(self) -> bool:
        """Whether every edit showed at least one digit more than what stood there."""
        return all(before < after for before, after in pairwise([0, *self.edits()]))


@pytest.fixture
async def onlooker() -> AsyncIterator[Onlooker]:
    api = BotApi()
    with socket.create_server(("127.0.0.1", 0)) as listening:
        server = uvicorn.Server(uvicorn.Config(create_http(api), log_level="error"))
        task = asyncio.create_task(server.serve([listening]))
        yield Onlooker(api, f"http://127.0.0.1:{listening.getsockname()[1]}")
        server.should_exit = True
        await task
    api.close()


def _answered(person: Person, count: int) -> bool:
    return len(person.answers) >= count


def board_of(message: Event) -> str:
    (board,) = [entity for entity in message["entities"] if entity["type"] == "pre"]
    return str(message["text"])[board["offset"] : board["offset"] + board["length"]]


async def ended(process: subprocess.Popen[str]) -> None:
    """Without its last long poll, which the server would wait for."""
    process.send_signal(signal.SIGTERM)
    await asyncio.to_thread(process.wait, 30)


async def prepared(onlooker: Onlooker) -> tuple[int, list[str], str]:
    """The message of a new board, right presses for it, and the digits that it then shows."""
    message = await onlooker.says("/new 9 none 42")
    puzzle = parse(board_of(message))
    solution = solve(puzzle)
    cells = puzzle.blanks()[: PRESSES // 2]
    (game,) = {
        button["callback_data"].split(":")[1]
        for row in message["reply_markup"]["inline_keyboard"]
        for button in row
    }
    presses = [
        data for cell in cells for data in (f"cell:{game}:{cell}", f"digit:{game}:{solution[cell]}")
    ]
    after = puzzle.with_values({cell: solution[cell] for cell in cells})
    return int(message["message_id"]), presses, str(after)


async def test_presses_that_pile_up_are_drawn_together(onlooker: Onlooker, tmp_path: Path) -> None:
    settings = {"TOKEN": onlooker.api.token, "API_URL": onlooker.address}
    with sudoku_bot(tmp_path, **settings) as process:
        board, presses, wanted = await prepared(onlooker)

        def press_all() -> None:
            for data in presses:
                onlooker.alice.forge(board, data)

        await onlooker.until(
            lambda: str(parse(board_of(onlooker.alice.last()))) == wanted, press_all
        )
        assert "25 of your digits are right" in (await onlooker.says("/check"))["text"]
        assert 1 <= len(onlooker.edits()) < PRESSES // 2
        assert onlooker.each_edit_was_needed()
        assert len(onlooker.alice.answers) == PRESSES
        assert onlooker.api.world.queries.unanswered == ()
        await ended(process)


async def test_pressing_on_as_soon_as_the_last_press_was_answered(
    onlooker: Onlooker, tmp_path: Path
) -> None:
    settings = {"TOKEN": onlooker.api.token, "API_URL": onlooker.address}
    with sudoku_bot(tmp_path, **settings) as process:
        board, presses, wanted = await prepared(onlooker)
        alice = onlooker.alice
        for number, data in enumerate(presses):
            await onlooker.until(
                partial(_answered, alice, number + 1), partial(alice.forge, board, data)
            )
        assert "25 of your digits are right" in (await onlooker.says("/check"))["text"]

        def is_drawn() -> bool:
            (message,) = [m for m in alice.messages() if m["message_id"] == board]
            return str(parse(board_of(message))) == wanted

        if not is_drawn():
            # The answer to /check has used up what the chat may be sent for now.
            await onlooker.until(is_drawn, lambda: None)
        assert len(onlooker.edits()) <= PRESSES // 2
        assert onlooker.each_edit_was_needed()
        await ended(process)
