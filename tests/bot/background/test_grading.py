import asyncio
import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest

from bot.background.grading import REST_SECONDS, Grader
from bot.ledger.owner import NOBODY, Owner
from bot.pool.engine import EngineBusy, EngineLost
from bot.pool.jobs import Weighed, weighed_now
from bot.store import puzzles, ways
from bot.store.postgres.address import Server
from bot.store.puzzles import UNRATED, Origin
from bot.store.seam.migrations import MIGRATIONS
from bot.store.seam.source import Store
from bot.store.sqlite.database import Database
from engine import BudgetSpent, Geometry, Grid, NotUnique, parse
from engine.board import NoSolution
from engine.difficulty import Difficulty
from engine.practice.position import positions
from engine.techniques.chains import XY_CHAIN
from tests.bot.background.test_stock import Answers, EnoughError, no_sleep, services_of
from tests.bot.house import House, Talk, right_moves
from tests.bot.pool.questions import wait_for

EASY = parse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
CHAIN = positions(XY_CHAIN)[0].givens


async def bands(house: House) -> list[str | None]:
    rows = await house.database.all("select difficulty from puzzles order by id")
    return [band for (band,) in rows]


async def added(database: Store, grid: Grid = EASY) -> int:
    """A stored puzzle that is solved and still to be graded and weighed."""
    puzzle = await puzzles.add(database, grid, grid, Origin.IMPORT)
    await ways.want(database, puzzle.id)
    return puzzle.id


async def band_of(database: Store) -> list[str | None]:
    return [band for (band,) in await database.all("select difficulty from puzzles order by id")]


async def weights(database: Store) -> list[tuple[object, ...]]:
    rows = await database.all("select cost, steps, hardest from ways order by puzzle_id")
    return [tuple(row) for row in rows]


@pytest.mark.parametrize(
    "error",
    [BudgetSpent(), EngineLost(), NoSolution(), NotUnique(EASY, EASY)],
    ids=lambda error: type(error).__name__,
)
async def test_what_has_no_grade_or_way_is_asked_for_once(
    database: Store, error: Exception
) -> None:
    await added(database)
    engine = Answers(error, error)
    grader = Grader(services_of(database, engine), no_sleep)
    assert [await grader.grade_one() for _ in range(2)] == [True, False]
    assert await band_of(database) == [UNRATED]
    assert [await grader.weigh_one() for _ in range(2)] == [True, False]
    assert await weights(database) == [(None, 0, None)]


async def test_whoever_asks_comes_before_grades_and_ways(database: Store) -> None:
    await added(database)
    engine = Answers(EngineBusy(), EngineBusy(), Difficulty.HARD, Weighed(120, 3, None))
    grader = Grader(services_of(database, engine), no_sleep)
    engine.is_idle = False
    assert await grader.grade_one()
    assert await grader.weigh_one()
    assert engine.asked == []
    engine.is_idle = True
    for _ in range(2):
        assert await grader.grade_one()
        assert await grader.weigh_one()
    assert [one[0] for one in engine.asked] == [NOBODY] * 4, "no account's time is spent"
    assert await band_of(database) == [Difficulty.HARD]
    assert await weights(database) == [(120, 3, None)]


async def test_between_puzzles_is_a_moment_and_then_five_seconds(
    database: Store, caplog: pytest.LogCaptureFixture
) -> None:
    await added(database)
    slept = list[float]()

    async def sleep(seconds: float) -> None:
        slept.append(seconds)
        if len(slept) == 4:
            raise EnoughError

    engine = Answers(ValueError("a bug"), Difficulty.EASY, Weighed(120, 3, None))
    with pytest.raises(EnoughError):
        await Grader(services_of(database, engine), sleep).run()
    assert slept == [5, 0.2, 0.2, 5]
    assert "no puzzle could be graded" in caplog.text


async def test_every_puzzle_is_graded_once_the_newest_first(house: House) -> None:
    for grid in (CHAIN, EASY):
        await puzzles.add(house.database, grid, grid, Origin.IMPORT)
    grader = Grader(house.services, no_sleep)
    seen = []
    while await grader.grade_one():
        seen.append(await bands(house))
    assert seen == [[None, "easy"], ["expert", "easy"]]


async def test_what_cannot_be_graded_is_not_tried_for_ever(house: House) -> None:
    blank = Grid(Geometry(2, 2), bytes(16))
    await puzzles.add(house.database, blank, blank, Origin.IMPORT)
    grader = Grader(house.services, no_sleep)
    assert [await grader.grade_one(), await grader.grade_one()] == [True, False]
    assert await bands(house) == [UNRATED]


async def test_nothing_is_graded_while_somebody_waits(house: House, tmp_path: Path) -> None:
    await puzzles.add(house.database, EASY, EASY, Origin.IMPORT)
    grader = Grader(house.services, no_sleep)
    answer = tmp_path / "answer"
    asking = asyncio.ensure_future(house.engine.ask(Owner(1), wait_for, str(answer)))
    await asyncio.sleep(0)
    assert await grader.grade_one()
    assert await bands(house) == [None]
    answer.touch()
    await asking
    assert await grader.grade_one()
    assert await bands(house) == ["easy"]


async def test_it_rests_when_all_are_graded(house: House) -> None:
    await puzzles.add(house.database, EASY, EASY, Origin.IMPORT)
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)
        if len(slept) > 1:
            raise EnoughError

    with pytest.raises(EnoughError):
        await Grader(house.services, sleep).run()
    assert slept == [0.2, 5.0]


async def test_what_was_made_to_order_need_not_be_graded(house: House, chat: Talk) -> None:
    await chat.sends("/daily")
    await chat.sends("/new hard")
    assert await bands(house) == ["hard", "hard"]
    assert not await Grader(house.services, no_sleep).grade_one()


@pytest.mark.sqlite
async def test_it_goes_on_grading_after_a_lock_of_another_process(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    await puzzles.add(house.database, EASY, EASY, Origin.IMPORT)
    hurried = await Database.open(house.database_path, MIGRATIONS, busy_seconds=0.01)
    other = sqlite3.connect(house.database_path, isolation_level=None)
    other.execute("begin immediate")
    nights = 0

    async def night(_seconds: float) -> None:
        nonlocal nights
        nights += 1
        if nights == 1:
            assert await bands(house) == [None]
            other.execute("rollback")
        else:
            raise EnoughError

    try:
        with pytest.raises(EnoughError):
            await Grader(replace(house.services, database=hurried), night).run()
        assert await bands(house) == ["easy"]
        (record,) = [record for record in caplog.records if record.exc_info]
        assert record.getMessage().startswith("no puzzle could be graded")
        caplog.clear()
    finally:
        other.close()
        await hurried.close()


async def test_what_was_solved_is_weighed_once(house: House, chat: Talk) -> None:
    await chat.sends("/new 4 none 5")
    grader = Grader(house.services, no_sleep)
    assert not await grader.weigh_one()
    game = await chat.game()
    await chat.sends(" ".join(right_moves(game)))
    assert [await grader.weigh_one(), await grader.weigh_one()] == [True, False]
    way = await ways.get(house.database, game.puzzle.id)
    assert way is not None
    assert way.cost == 0
    assert (way.steps, way.hardest) == (0, None)


async def test_what_replicas_of_the_version_before_have_stored_is_weighed(
    house: House, chat: Talk, server: Server
) -> None:
    """They record nothing; the next leader finds the games."""
    assert house.server == server
    await chat.sends("/new 4 none 5")
    game = await chat.game()
    await chat.sends(" ".join(right_moves(game)))
    await house.database.all("delete from unweighed")

    async def rest(seconds: float) -> None:
        if seconds == REST_SECONDS:
            raise EnoughError

    with pytest.raises(EnoughError):
        await Grader(house.services, rest).run()
    assert await ways.get(house.database, game.puzzle.id)


@pytest.mark.long
async def test_the_way_of_a_hard_puzzle_costs_more(house: House) -> None:
    found = await house.engine.ask(NOBODY, weighed_now, CHAIN)
    easy = await house.engine.ask(NOBODY, weighed_now, EASY)
    assert found.steps > 0
    assert found.hardest is not None
    assert found.cost > easy.cost == 0
