"""Streams of a game, over real sockets."""

import asyncio
import json
from asyncio import StreamReader, StreamWriter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import pytest

from bot.game.reference import position_name
from bot.ledger.ledger import STREAMS
from bot.play import practice
from bot.settings import Address
from bot.telegram.retries import Timer
from bot.touch.signed import SESSION_SECONDS
from bot.web.health import Health
from bot.web.server import create_web, listening
from engine.search.search import solve
from engine.techniques.subsets import NAKED_PAIR
from tests.bot.house import House, Talk, right_moves
from tests.bot.process import free_port
from tests.bot.touch.visiting import Page, Pages, place


@dataclass
class Watched:
    """An open stream."""

    reader: StreamReader
    writer: StreamWriter

    async def next(self) -> dict[str, Any]:
        """The next thing that it tells."""
        while True:
            # Each piece of the answer has its length before it.
            line = (await self.reader.readuntil(b"\n")).strip()
            if line.startswith(b"{"):
                told: dict[str, Any] = json.loads(line)
                return told
            if line == b"0":
                raise EOFError

    async def status(self) -> int:
        head = await self.reader.readuntil(b"\r\n\r\n")
        return int(head.split()[1])


@dataclass
class Port:
    """The bot's own port, with the page behind it."""

    pages: Pages
    number: int

    async def watches(self, page: Page, device: str = "") -> Watched:
        """Opens a stream on a page's game, whose head is read."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.number)
        head = f"GET /touch/watch?game={page.game}&device={device} HTTP/1.1\r\nhost: bot\r\n"
        writer.write(f"{head}authorization: Bearer {page.session}\r\n\r\n".encode())
        stream = Watched(reader, writer)
        assert await stream.status() == 200
        return stream


@asynccontextmanager
async def served(pages: Pages) -> AsyncIterator[Port]:
    web = create_web(Health(pages.house.application, Timer()), touch=pages.touch)
    number = free_port()
    async with listening(web, Address("127.0.0.1", number)):
        yield Port(pages, number)


async def test_a_stream_tells_what_is_and_then_what_changes(page: Page, pages: Pages) -> None:
    first, second, *_ = right_moves(await page.talk.game())
    async with served(pages) as port:
        stream = await port.watches(page)
        told = await stream.next()
        assert told["state"]["version"] == 0
        assert told["state"]["game"] == page.game
        await page.talk.sends(first)
        assert (await stream.next())["state"]["version"] == 1
        await page.talk.sends(second)
        assert (await stream.next())["state"]["version"] == 2
        stream.writer.close()


async def test_what_one_page_does_another_one_sees(page: Page, pages: Pages) -> None:
    solution = (await page.talk.game()).puzzle
    cell = solution.grid.blanks()[0]
    async with served(pages) as port:
        stream = await port.watches(page)
        await stream.next()
        await page.acts(place(cell, solution.solution[cell]))
        assert (await stream.next())["state"]["last"] == [cell]
        stream.writer.close()


async def test_a_page_is_told_by_its_stream_of_what_it_has_not_done(
    page: Page, pages: Pages
) -> None:
    puzzle = (await page.talk.game()).puzzle
    cell = puzzle.grid.blanks()[0]
    async with served(pages) as port:
        stream = await port.watches(page, page.device)
        await stream.next()
        await page.acts(place(cell, puzzle.solution[cell]))
        await page.talk.sends(right_moves(await page.talk.game())[1])
        assert (await stream.next())["state"]["version"] == 2
        stream.writer.close()


@pytest.mark.parametrize("all_of_them", [False, True])
async def test_a_stream_tells_that_its_game_was_given_up(
    page: Page, pages: Pages, *, all_of_them: bool
) -> None:
    talk, game = page.talk, await page.talk.game()
    async with served(pages) as port:
        stream = await port.watches(page)
        assert (await stream.next())["state"]["open"]
        if all_of_them:
            await talk.forges(f"want:{talk.person.id}:drop_games:yes {game.id}")
        else:
            await talk.sends("/giveup")
            await talk.presses("Yes, show it")
        async with asyncio.timeout(30):
            assert not (await stream.next())["state"]["open"]
        stream.writer.close()


async def test_a_stream_tells_of_a_move_when_its_board_has_gone_out(
    page: Page, pages: Pages
) -> None:
    house, game = pages.house, await page.talk.game()
    house.application.inbox.precedence.most = 60
    async with served(pages) as port:
        stream = await port.watches(page)
        await stream.next()
        page.talk.person.say(right_moves(game)[0])
        *_, update = await house.application.bot.get_updates()
        house.services.changes.changed(game.id)
        telling = asyncio.ensure_future(stream.next())
        for _ in range(20):
            await asyncio.sleep(0)
        await house.handles(update)
        # It is told once, and not of what was before the move as well.
        async with asyncio.timeout(30):
            assert (await telling)["state"]["version"] == 1
        stream.writer.close()


async def test_a_page_of_practice_hears_what_was_answered_in_the_chat(
    pages: Pages, chat: Talk
) -> None:
    await chat.sends("/learn naked pair")
    await chat.presses("✍ Practise")
    page = pages.of(chat)
    assert await page.opens_named(position_name(NAKED_PAIR, 0)) == 200
    found = await practice.position(await chat.visit(), NAKED_PAIR, 0)
    assert found is not None
    gone = found.step.eliminations[0]
    async with served(pages) as port:
        stream = await port.watches(page, page.device)
        assert not (await stream.next())["state"]["practice"]["done"]
        # What the device itself answers is not told again.
        stays = solve(found.position.givens)[gone.cell]
        wrong = {"number": 1, "cells": [gone.cell], "digit": stays}
        assert await page.calls("conclude", device=page.device, **wrong) == 200
        assert page.told["verdict"] == "wrong"
        await chat.sends(f"r{gone.cell // 9 + 1}c{gone.cell % 9 + 1}<>{gone.value}")
        assert (await stream.next())["state"]["practice"]["done"]
        stream.writer.close()


async def test_a_fourth_stream_of_a_person_ends_their_first(page: Page, pages: Pages) -> None:
    async with served(pages) as port:
        streams = [await port.watches(page) for _ in range(4)]
        assert "state" in await streams[0].next()
        assert await streams[0].next() == {"end": "newer"}
        for stream in streams[1:]:
            assert "state" in await stream.next()
        assert pages.touch.watching.count == 3
        for stream in streams:
            stream.writer.close()


async def test_streams_end_before_the_server_does(page: Page, pages: Pages) -> None:
    loop = asyncio.get_running_loop()
    async with served(pages) as port:
        streams = [await port.watches(page) for _ in range(3)]
        for stream in streams:
            await stream.next()
        begin = loop.time()
    # uvicorn alone would wait three seconds, and log an error for each stream.
    assert loop.time() - begin < 2
    for stream in streams:
        assert await stream.next() == {"end": "stopping"}
        stream.writer.close()
    assert pages.house.services.ledger.reserved[STREAMS] == 0


async def test_a_stream_whose_page_is_closed_gives_its_place_back(page: Page, pages: Pages) -> None:
    async with served(pages) as port:
        stream = await port.watches(page)
        await stream.next()
        assert pages.touch.watching.count == 1
        stream.writer.close()
        while pages.touch.watching.count:
            await asyncio.sleep(0)


async def test_a_stream_ends_with_its_session(page: Page, pages: Pages, house: House) -> None:
    async with served(pages) as port:
        stream = await port.watches(page)
        await stream.next()
        house.clock.forward(seconds=SESSION_SECONDS + 1)
        await page.talk.sends(right_moves(await page.talk.game())[0])
        assert await stream.next() == {"end": "session"}
        stream.writer.close()


async def test_a_stream_of_somebody_who_is_blocked_ends(page: Page, pages: Pages) -> None:
    async with served(pages) as port:
        stream = await port.watches(page)
        await stream.next()
        pages.house.application.blocked.become(frozenset({page.talk.person.id}))
        pages.house.services.changes.changed((await page.talk.game()).id)
        assert await stream.next() == {"end": "not_yours"}
        stream.writer.close()


async def test_a_watcher_does_not_move_the_clock_of_the_game(page: Page, pages: Pages) -> None:
    acted_at = (await page.talk.game()).acted_at
    pages.house.clock.forward(seconds=30)
    async with served(pages) as port:
        stream = await port.watches(page)
        assert (await stream.next())["state"]["played"] == 30
        stream.writer.close()
    assert (await page.talk.game()).acted_at == acted_at


@pytest.mark.parametrize("method", ["POST", "GET"])
async def test_the_port_still_serves_its_other_pages(pages: Pages, method: str) -> None:
    async with served(pages) as port:
        reader, writer = await asyncio.open_connection("127.0.0.1", port.number)
        writer.write(f"{method} /healthz HTTP/1.1\r\nhost: bot\r\n\r\n".encode())
        assert (await reader.readline()).split()[1] == (b"200" if method == "GET" else b"405")
        writer.close()
