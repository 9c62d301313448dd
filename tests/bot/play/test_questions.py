"""Questions to an engine that is busy, hangs, or is asked too much."""

import asyncio
import multiprocessing
import os
import random
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from bot.game.game import Game
from bot.game.hint import state_key, state_of
from bot.game.move import Act, Move, Turn
from bot.handlers.import_ import MOST_BYTES
from bot.ledger.lane import PLACES
from bot.ledger.owner import Owner
from bot.play.questions import READ_AT_ONCE, hint_on, next_step
from bot.playground import Person
from bot.playground.chats import User
from bot.pool.engine_pool import EnginePool
from bot.pool.jobs import decide_now
from bot.store import shelf
from bot.store.games import GameState
from bot.store.views import ShownHint
from engine import parse, solve
from engine.way import next_digit
from tests.bot.clock import Clock
from tests.bot.house import House, Talk, open_house
from tests.bot.pool.questions import hold
from tests.bot.slow import pigeons

pytestmark = pytest.mark.xdist_group("processes")

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"


@asynccontextmanager
async def house_with(path: Path, pool: EnginePool) -> AsyncIterator[House]:
    async with pool, open_house(pool, Clock(), path) as house:
        await pool.started()
        yield house


def workers() -> set[int]:
    return {child.pid for child in multiprocessing.active_children() if child.pid}


async def test_the_next_step_is_looked_for_near_the_last_turn(chat: Talk) -> None:
    await chat.sends("/start")
    visit, game = await chat.visit(), Game(parse(PUZZLE), solve(PUZZLE))
    is_elsewhere = set[bool]()
    for cell in (2, 78):
        after = game.with_turn(Turn(1, (Move(Act.PLACE, cell, game.solution[cell]),)))
        found, state = await next_step(visit, after), state_of(after)
        assert found == next_digit(state, cell)
        is_elsewhere.add(found != next_digit(state))
    assert True in is_elsewhere


async def test_a_hint_is_found_only_on_an_open_board_in_the_state_that_it_is_for(
    chat: Talk,
) -> None:
    await chat.sends("/new 4")
    visit, stored = await chat.visit(), await chat.game()
    shown = replace(stored, hint=ShownHint(state_key(stored.game), 1))
    assert await hint_on(visit, stored) is None
    assert await hint_on(visit, shown) == await next_step(visit, stored.game)
    assert await hint_on(visit, replace(shown, hint=ShownHint("another", 1))) is None
    assert await hint_on(visit, replace(shown, state=GameState.SOLVED)) is None


def somebody(house: House, number: int) -> Talk:
    return Talk(house, Person(house.api, User(5_000 + number, "Somebody", "en")))


@pytest.mark.long
async def test_a_board_made_to_be_slow_is_cut_off_and_the_worker_goes_on(
    database_path: Path,
) -> None:
    before = workers()
    async with house_with(database_path, EnginePool(1, patience=0.1)) as house:
        begun = workers() - before
        assert "too hard for the time" in await house.alice.sends(f"/solve {pigeons()}")
        assert SOLVED in await house.ming.sends(f"/solve {PUZZLE}")
        assert workers() - before == begun


@pytest.mark.long
async def test_those_who_wait_are_told_their_place_and_others_are_served(
    database_path: Path,
) -> None:
    async with house_with(database_path, EnginePool(1, patience=60.0)) as house:
        asking = [somebody(house, number) for number in range(3)]
        words = [f"/solve {pigeons()}", f"/import {pigeons()}", f"/rate {pigeons()}"]
        tasks = []
        for place, (talk, text) in enumerate(zip(asking, words, strict=True)):
            tasks.append(asyncio.create_task(talk.sends(text)))
            while house.engine.pondering <= place:
                await asyncio.sleep(0.01)
        while "number 2 in the queue" not in asking[2].text:
            await asyncio.sleep(0.01)
        assert "number 1 in the queue" in asking[1].text
        assert not any(m["from"]["is_bot"] for m in asking[0].person.messages())
        assert SOLVED in await house.ming.sends(f"/solve {PUZZLE}")
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


@pytest.mark.long
@pytest.mark.parametrize("size", [len(PUZZLE), MOST_BYTES])
async def test_a_worker_that_hangs_is_told_and_replaced(
    database_path: Path, caplog: pytest.LogCaptureFixture, size: int
) -> None:
    """A large question does not even fit into the pipe of a worker that does not read."""
    before = workers()
    async with house_with(database_path, EnginePool(1, stall=3.0)) as house:
        chat, begun = house.alice, workers() - before
        for pid in begun:
            os.kill(pid, signal.SIGSTOP)
        text = (PUZZLE + "\n" + "#" * MOST_BYTES)[:size]
        file = chat.person.send_document("puzzles.txt", text.encode())
        async with asyncio.timeout(60):
            assert "Something broke" in await chat.delivers(file)
            while not workers() - before - begun:
                await asyncio.sleep(0.01)
    assert [r.getMessage() for r in caplog.records if r.levelname == "ERROR"] == [
        "a worker of the engine was lost"
    ]


def some_puzzles(count: int) -> list[str]:
    """Different puzzles: one puzzle with its digits exchanged."""
    dice = random.Random(1)
    found = set[str]()
    while len(found) < count:
        found.add(
            PUZZLE.translate(str.maketrans("123456789", "".join(dice.sample("123456789", 9))))
        )
    return sorted(found)


@pytest.mark.long
async def test_a_list_of_puzzles_is_checked_while_others_are_served(database_path: Path) -> None:
    async with house_with(database_path, EnginePool(1)) as house:
        lines = some_puzzles(3 * PLACES)
        file = house.alice.person.send_document("puzzles.txt", "\n".join(lines).encode())
        brought = asyncio.create_task(house.alice.delivers(file))
        assert SOLVED in await house.ming.sends(f"/solve {PUZZLE}")
        assert f"{len(lines)} puzzles are on your shelf" in await brought
        assert await shelf.count(house.database, house.alice.person.id) == len(lines)
        for line in lines[1 : 2 * PLACES]:
            assert "One solution" in await house.alice.sends(f"/solve {line}")


@pytest.mark.long
async def test_who_has_ten_questions_is_told_to_wait_whatever_they_ask_and_others_are_served(
    database_path: Path, tmp_path: Path
) -> None:
    """The ten hold both workers; the one who is new here gets one of them."""
    async with house_with(database_path, EnginePool(2)) as house:
        await house.alice.sends("/new 4 none 5")
        moves = " ".join(["r1c1 x"] * (READ_AT_ONCE // 7 + 1))
        file, alice = tmp_path / "file", Owner(house.alice.person.id)
        held = [
            asyncio.create_task(house.engine.ask(alice, hold, str(file))) for _ in range(PLACES)
        ]
        await asyncio.sleep(0)
        for words in (f"/solve {PUZZLE}", f"/rate {PUZZLE}", "/new 6 none", moves):
            assert "asked a lot in a short time" in await house.alice.sends(words)
        club = house.in_club(house.alice)
        assert "asked a lot in a short time" in await club.sends(f"/solve {PUZZLE}")
        assert "asked a lot" not in await house.alice.sends(moves[:READ_AT_ONCE])
        assert SOLVED in await house.ming.sends(f"/solve {PUZZLE}")
        assert "没有进行中的题" in await house.ming.sends(moves)
        file.touch()
        await asyncio.gather(*held)
        assert SOLVED in await house.alice.sends(f"/solve {PUZZLE}")
        assert "up to 16 are fine" in await house.alice.sends(moves)


@pytest.mark.long
async def test_who_has_ten_hard_boards_is_told_to_wait_with_more_of_them_only(
    database_path: Path,
) -> None:
    async with house_with(database_path, EnginePool(1, patience=60.0)) as house:
        alice, board = Owner(house.alice.person.id), pigeons()
        held = [
            asyncio.create_task(house.engine.ask(alice, decide_now, board)) for _ in range(PLACES)
        ]
        async with asyncio.timeout(60):
            while house.engine.pondering < PLACES:
                await asyncio.sleep(0.01)
        assert "asked a lot in a short time" in await house.alice.sends(f"/solve {board}")
        assert SOLVED in await house.alice.sends(f"/solve {PUZZLE}")
        for one in held:
            one.cancel()
        await asyncio.gather(*held, return_exceptions=True)
