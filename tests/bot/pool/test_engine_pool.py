"""The engine behind its pool, with real worker processes that really die and hang."""

import asyncio
import multiprocessing
import os
import select
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
import pytest_asyncio

from bot.ledger.lane import MOST_CUTS, PLACES
from bot.ledger.ledger import Ledger
from bot.ledger.owner import NOBODY, Owner
from bot.pool.engine import AskedTooOften, EngineBusy, EngineLost
from bot.pool.engine_pool import QUICK_SECONDS, EnginePool
from engine import (
    BudgetSpent,
    Geometry,
    Grid,
    Symmetry,
    generate,
    has_symmetry,
    parse,
)
from tests.bot.pool.questions import easy, freeze, hang, hold, ponder, wait_for

pytestmark = pytest.mark.xdist_group("processes")

PUZZLE = parse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")


def children() -> set[int]:
    return {child.pid for child in multiprocessing.active_children() if child.pid}


@pytest.fixture
def bystanders() -> set[int]:
    """Processes that other fixtures have started."""
    return children()


@pytest_asyncio.fixture
async def pool(bystanders: set[int]) -> AsyncIterator[EnginePool]:
    assert bystanders is not None
    async with EnginePool(1) as pool:
        await pool.started()
        yield pool


@pytest.fixture
def workers(pool: EnginePool, bystanders: set[int]) -> set[int]:
    assert pool is not None
    return children() - bystanders


async def test_questions_wait_for_the_workers_to_start_and_may_be_cancelled(
    bystanders: set[int],
) -> None:
    assert bystanders is not None
    async with EnginePool(1) as pool:
        assert (pool.waiting, pool.is_idle) == (0, True)
        asked = [asyncio.create_task(pool.decide(Owner(1), PUZZLE)) for _ in range(200)]
        await asyncio.sleep(0)
        assert (pool.waiting, pool.is_idle, pool.pondering) == (200, False, 0)
        for one in asked:
            one.cancel()
        await asyncio.gather(*asked, return_exceptions=True)
        assert (pool.waiting, pool.is_idle) == (0, True)
        await pool.started()


async def test_a_pool_that_was_not_entered_answers_nobody() -> None:
    with pytest.raises(RuntimeError, match="not entered"):
        await EnginePool(1).decide(NOBODY, PUZZLE)


async def test_ten_questions_of_an_account_wait_in_a_lane_and_others_are_answered(
    pool: EnginePool,
) -> None:
    """Of both chats of the account together; the bot itself may ask for more."""
    askers = [Owner(1, chat % 2) for chat in range(PLACES + 2)] + [Owner(2)] + [NOBODY] * 12
    asked = [pool.decide(asker, PUZZLE) for asker in askers]
    answers = await asyncio.gather(*asked, return_exceptions=True)
    refused = [one for one in answers if isinstance(one, BaseException)]
    assert refused == answers[PLACES : PLACES + 2]
    for one in refused:
        assert isinstance(one, AskedTooOften)
        assert one.seconds == PLACES * QUICK_SECONDS
    assert len((await pool.decide(Owner(1), PUZZLE)).solutions) == 1
    assert (pool.waiting, pool.is_idle) == (0, True)


@pytest.mark.long
async def test_who_has_ten_hard_questions_is_told_when_to_come_again_and_gets_easy_ones(
    tmp_path: Path,
) -> None:
    async with EnginePool(1, patience=60) as pool:
        hard = [
            asyncio.create_task(pool.ask(Owner(1), hang, str(tmp_path / "file")))
            for _ in range(PLACES)
        ]
        while pool.pondering < PLACES:
            await pool.ask(Owner(99), easy)
        with pytest.raises(AskedTooOften) as refusal:
            await pool.ask(Owner(1), hang, str(tmp_path / "file"))
        assert refusal.value.seconds == PLACES * 60
        assert await pool.ask(Owner(1), easy)
        for one in hard:
            one.cancel()
        await asyncio.gather(*hard, return_exceptions=True)


def begun(file: Path) -> int:
    """How often a worker has begun to hold."""
    counted = file.with_name(f"{file.name}.begun")
    return len(counted.read_text()) if counted.exists() else 0


async def held(pool: EnginePool, asker: int, file: Path, times: int = 1) -> asyncio.Task[None]:
    """Asks a question that holds a worker of the quick lane; returns when it is at work."""
    asked = asyncio.create_task(pool.ask(Owner(asker), hold, str(file)))
    while begun(file) < times:
        await asyncio.sleep(0.01)
    return asked


@pytest.mark.long
async def test_a_question_that_newcomers_cut_off_is_asked_again_and_then_told_busy(
    pool: EnginePool, tmp_path: Path
) -> None:
    """The one worker is held by somebody without credit, longer than a turn may take."""
    file = tmp_path / "file"
    asked = await held(pool, 1, file)
    for cuts in range(1, MOST_CUTS + 1):
        assert await pool.ask(Owner(10 + cuts), easy)
        while begun(file) < cuts + 1:
            await asyncio.sleep(0.01)
    assert await pool.ask(Owner(20), easy)
    with pytest.raises(EngineBusy):
        await asked
    assert begun(file) == 1 + MOST_CUTS
    assert pool.lost == 0
    assert await pool.ask(Owner(1), easy)


@pytest.mark.long
async def test_a_question_that_was_cut_off_once_is_answered_in_its_next_turn(
    pool: EnginePool, tmp_path: Path
) -> None:
    file = tmp_path / "file"
    asked = await held(pool, 1, file)
    assert await pool.ask(Owner(2), easy)
    file.touch()
    await asked
    assert begun(file) == 2


@pytest.mark.long
async def test_a_cancelled_question_frees_its_worker_which_is_not_lost_meanwhile(
    pool: EnginePool, tmp_path: Path
) -> None:
    asked = await held(pool, 1, tmp_path / "file")
    asked.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asked
    # Nobody is new here, who could have it cut off.
    again = asyncio.create_task(pool.ask(NOBODY, easy))
    lost = set[int]()
    async with asyncio.timeout(60):
        while not again.done():
            lost.add(pool.lost)
            await asyncio.sleep(0)
    assert await again
    assert (pool.waiting, lost) == (0, {0})


@pytest.mark.long
async def test_the_ledger_is_told_how_long_each_question_took(bystanders: set[int]) -> None:
    assert bystanders is not None
    ledger = Ledger()
    async with EnginePool(1, patience=1.0, ledger=ledger) as pool:
        for owner, job in ((Owner(1, -5), ponder), (Owner(2), easy)):
            with suppress(BudgetSpent):
                await pool.ask(owner, job)
    (first,) = ledger.largest(2)
    assert first.owner == Owner(1, -5)
    # On a busy machine it gets only a part of the processor.
    assert first.seconds > QUICK_SECONDS / 10


async def test_decisions(engine: EnginePool) -> None:
    one = await engine.decide(Owner(1), PUZZLE)
    assert [str(grid)[:9] for grid in one.solutions] == ["534678912"]
    none = await engine.decide(Owner(1), parse("55" + "." * 79))
    assert none.solutions == ()
    assert none.contradiction is not None
    assert none.contradiction.cells == (0, 1)
    several = await engine.decide(Owner(1), Grid.blank(Geometry.of_size(4)))
    assert len(several.solutions) == 2


async def test_puzzles_are_those_of_the_engine(engine: EnginePool) -> None:
    made = await engine.generate(Owner(1), 6, Symmetry.DIAGONAL, "seed")
    assert made == generate(Geometry.of_size(6), Symmetry.DIAGONAL, "seed")
    assert has_symmetry(made.grid, Symmetry.DIAGONAL)


async def patient(pool: EnginePool, asker: int, file: Path) -> asyncio.Task[str]:
    """Asks a question, and returns once it has left the quick lane."""
    pondering = pool.pondering
    asked = asyncio.create_task(pool.ask(Owner(asker), wait_for, str(file)))
    async with asyncio.timeout(30):
        while pool.pondering == pondering:
            await pool.ask(Owner(99), easy)
    return asked


@pytest.mark.long
async def test_a_slow_board_does_not_delay_the_answer_to_somebody_else(tmp_path: Path) -> None:
    """There is one worker in each lane, and the slow question is asked first."""
    file = tmp_path / "file"
    async with EnginePool(1, patience=60) as pool:
        slow = asyncio.create_task(pool.ask(Owner(1), wait_for, str(file)))
        again = asyncio.create_task(pool.ask(Owner(1), wait_for, str(file)))
        for other in (2, 3):
            await pool.ask(Owner(other), easy)
        assert not slow.done()
        assert not again.done()
        slow.cancel()
        file.touch()
        assert await again == str(file)
        assert slow.cancelled()
        await pool.ask(Owner(1), easy)


@pytest.mark.long
async def test_one_person_has_one_patient_worker_and_leaves_the_others_to_the_rest(
    tmp_path: Path,
) -> None:
    """There are two patient workers, and the first person asks three hard questions."""
    files = [tmp_path / str(number) for number in range(4)]
    async with EnginePool(2, patience=60) as pool:
        await pool.started()
        first, second, third = [await patient(pool, 1, file) for file in files[:3]]
        somebody = await patient(pool, 2, files[3])
        files[3].touch()
        assert await somebody == str(files[3])
        assert not any(task.done() for task in (first, second, third))
        for file, task in zip(files, (first, second, third), strict=False):
            file.touch()
            assert await task == str(file)


@pytest.mark.long
async def test_what_takes_too_long_ends_with_an_answer() -> None:
    async with EnginePool(1, patience=0.1) as pool:
        worker = await pool.ask(Owner(1), easy)
        with pytest.raises(BudgetSpent):
            await pool.ask(Owner(1), ponder)
        assert await pool.ask(Owner(1), easy) == worker


async def at_work(pool: EnginePool, file: Path) -> asyncio.Task[None]:
    """Asks a question, and returns once a worker of the patient lane has begun it."""
    asked = asyncio.create_task(pool.ask(Owner(1), hang, str(file)))
    begun = file.with_name(f"{file.name}.begun")
    while not begun.exists():
        await pool.ask(Owner(2), easy)
    return asked


@pytest.mark.long
async def test_a_worker_that_crashes_at_work_is_told_and_replaced(
    pool: EnginePool, workers: set[int], tmp_path: Path
) -> None:
    asked = await at_work(pool, tmp_path / "first")
    for pid in workers:
        os.kill(pid, signal.SIGKILL)
    with pytest.raises(EngineLost):
        await asked
    with suppress(EngineLost):
        await pool.decide(Owner(1), PUZZLE)
    assert len((await pool.decide(Owner(1), PUZZLE)).solutions) == 1
    again = await at_work(pool, tmp_path / "second")
    assert not again.done()
    again.cancel()


@pytest.mark.long
async def test_workers_that_die_without_work_are_replaced(
    pool: EnginePool, workers: set[int]
) -> None:
    assert len(workers) == 2
    for pid in workers:
        os.kill(pid, signal.SIGKILL)
    with suppress(EngineLost):
        await pool.decide(Owner(1), PUZZLE)
    assert len((await pool.decide(Owner(1), PUZZLE)).solutions) == 1


@pytest.mark.long
async def test_a_question_does_not_suffer_for_workers_that_died_idle(
    pool: EnginePool, workers: set[int]
) -> None:
    assert pool.lost == 0
    for pid in workers:
        os.kill(pid, signal.SIGKILL)
    async with asyncio.timeout(30):
        while pool.lost < len(workers):
            await asyncio.sleep(0.01)
    assert len((await pool.decide(Owner(1), PUZZLE)).solutions) == 1
    assert pool.lost == 1
    await pool.ready()
    assert pool.lost == 0


@pytest.mark.long
async def test_workers_that_freeze_are_told_and_replaced(bystanders: set[int]) -> None:
    async with EnginePool(1, patience=0.1, stall=3.0) as pool:
        await pool.started()
        workers = children() - bystanders
        idle = await pool.ask(Owner(2), easy)
        asked = asyncio.create_task(pool.ask(Owner(1), freeze))
        while not pool.pondering:
            await asyncio.sleep(0.01)
        # The worker of the quick lane freezes while it is idle.
        os.kill(idle, signal.SIGSTOP)
        quick = asyncio.create_task(pool.ask(Owner(2), easy))
        for lost in (asked, quick):
            with pytest.raises(EngineLost):
                await lost
        while len(children() - bystanders - workers) < len(workers):
            await asyncio.sleep(0.01)


async def test_each_question_is_measured_by_its_kind(bystanders: set[int]) -> None:
    assert bystanders is not None
    kinds = list[str]()

    @contextmanager
    def measure(kind: str) -> Iterator[None]:
        yield
        kinds.append(kind)

    async with EnginePool(1, measure=measure) as pool:
        for asker in (Owner(1), Owner(2), NOBODY):
            await pool.decide(asker, PUZZLE)
        assert await pool.draw(Owner(1), bytes, 3) == bytes(3)
    assert kinds == ["decide"] * 3 + ["bytes"]


@pytest.mark.long
async def test_who_has_to_wait_is_told_the_place_in_the_queue(
    pool: EnginePool, tmp_path: Path
) -> None:
    told, all_told = list[int](), asyncio.Event()

    async def on_wait(place: int) -> None:
        told.append(place)
        if len(told) == 3:
            all_told.set()

    asked = [
        asyncio.create_task(pool.ask(Owner(who), hang, str(tmp_path / "file"), on_wait=on_wait))
        for who in range(1, 5)
    ]
    async with asyncio.timeout(30):
        await all_told.wait()
    for task in asked:
        task.cancel()
    await asyncio.gather(*asked, return_exceptions=True)
    assert told == [1, 2, 3]


@pytest.mark.long
def test_workers_end_with_a_parent_that_was_killed(tmp_path: Path) -> None:
    script = tmp_path / "parent.py"
    script.write_text(PARENT)
    command = [sys.executable, str(script)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        handles = [os.pidfd_open(int(pid)) for pid in parent.stdout.readline().split()]
        parent.kill()
    assert len(handles) == 2
    for handle in handles:
        ended = select.poll()
        ended.register(handle, select.POLLIN)
        assert ended.poll(60_000)
        os.close(handle)


PARENT = """
import asyncio, multiprocessing
from bot.pool.engine_pool import EnginePool

async def main():
    async with EnginePool(1) as pool:
        await pool.started()
        print(*(child.pid for child in multiprocessing.active_children()), flush=True)
        await asyncio.Event().wait()

if __name__ == "__main__":
    asyncio.run(main())
"""
