import asyncio
from itertools import count
from typing import cast
from zoneinfo import ZoneInfo

import pytest

from bot.background.stock import WANTED, Stock, kinds
from bot.ledger.owner import NOBODY, Owner
from bot.play.services import Services
from bot.pool.engine import Engine, EngineBusy, EngineLost
from bot.pool.pictures import Pictures
from bot.store import stock
from bot.store.seam.source import Store
from bot.store.stock import Kind, Ready
from engine import BudgetSpent, Geometry, Grid, Symmetry, generate, has_symmetry, is_unique
from engine.difficulty import Difficulty, rate
from tests.bot.clock import Clock
from tests.bot.house import House, Talk

NINE = Geometry(3, 3)


class EnoughError(Exception):
    """Ends loops that would otherwise go on for ever."""


async def no_sleep(_seconds: float) -> None:
    return None


class Answers:
    """An engine that answers each question with the next of some answers, or raises it."""

    def __init__(self, *answers: object) -> None:
        self.answers = [*answers]
        self.asked: list[tuple[object, ...]] = []
        self.is_idle = True

    async def ask(self, owner: Owner, _job: object, *question: object) -> object:
        self.asked.append((owner, *question))
        answer = self.answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer


def services_of(database: Store, engine: Answers) -> Services:
    """The services of a process with nothing but these two."""
    seeds = (f"seed {number}" for number in count(1))
    clock = Clock()
    return Services(
        database,
        cast("Engine", engine),
        b"",
        clock,
        seeds.__next__,
        lambda _: ZoneInfo("UTC"),
        lambda *_: "en",
        Pictures(),
    )


MADE = generate(Geometry(2, 2), seed=1)
FOUR = Kind(Geometry.of_size(4), Symmetry.NONE, Difficulty.EASY)
SIX = Kind(Geometry.of_size(6), Symmetry.CENTRAL, Difficulty.HARD)


async def test_three_of_each_kind_are_made_and_no_more(database: Store) -> None:
    engine = Answers(*[MADE] * 6)
    stocking = Stock(services_of(database, engine), no_sleep, [FOUR, SIX])
    assert [await stocking.fill_one() for _ in range(8)] == [True] * 6 + [False] * 2
    assert await stock.levels(database) == {FOUR: 3, SIX: 3}
    assert [one[0] for one in engine.asked] == [NOBODY] * 6, "no account's time is spent"
    assert [one[1] for one in engine.asked] == [4, 6] * 3
    assert engine.asked[1] == (NOBODY, 6, Symmetry.CENTRAL, "seed 2", Difficulty.HARD)
    ready = await stock.take(database, FOUR)
    assert ready == Ready(MADE.grid, MADE.solution, "seed 1")
    engine.answers.append(MADE)
    assert [await stocking.fill_one() for _ in range(2)] == [True, False]


@pytest.mark.parametrize("error", [BudgetSpent(), EngineLost()], ids=repr)
async def test_a_kind_that_is_not_to_be_had_is_given_up(database: Store, error: Exception) -> None:
    engine = Answers(error, *[MADE] * 3)
    stocking = Stock(services_of(database, engine), no_sleep, [FOUR, SIX])
    assert [await stocking.fill_one() for _ in range(5)] == [True] * 4 + [False]
    assert await stock.levels(database) == {SIX: 3}


async def test_an_engine_that_is_busy_is_asked_for_the_same_again(database: Store) -> None:
    engine = Answers(EngineBusy(), MADE)
    stocking = Stock(services_of(database, engine), no_sleep, [FOUR])
    assert await stocking.fill_one()
    assert await stock.levels(database) == {}
    engine.is_idle = False
    assert await stocking.fill_one()
    assert len(engine.asked) == 1, "somebody waits"
    engine.is_idle = True
    assert await stocking.fill_one()
    assert await stock.levels(database) == {FOUR: 1}


async def test_between_puzzles_is_a_second_and_after_the_last_or_a_fault_a_minute(
    database: Store, caplog: pytest.LogCaptureFixture
) -> None:
    slept = list[float]()

    async def sleep(seconds: float) -> None:
        slept.append(seconds)
        if len(slept) == 5:
            raise EnoughError

    engine = Answers(ValueError("a bug"), *[MADE] * 3)
    with pytest.raises(EnoughError):
        await Stock(services_of(database, engine), sleep, [FOUR]).run()
    assert slept == [60, 1, 1, 1, 60]
    assert "the stock could not be filled" in caplog.text


def test_nine_by_nine_comes_first() -> None:
    sizes = [kind.geometry.size for kind in kinds()]
    nines = sizes.count(9)
    assert sizes[:nines] == [9] * nines
    assert sizes[nines:] == sorted(sizes[nines:])


def test_every_size_symmetry_and_difficulty_that_there_is() -> None:
    every = kinds()
    assert len(set(every)) == len(every)
    assert {kind.symmetry for kind in every} == set(Symmetry)
    by_size = {
        size: {kind.difficulty for kind in every if kind.geometry.size == size}
        for size in (4, 6, 8, 9, 16)
    }
    assert by_size[4] == {Difficulty.EASY}
    assert by_size[6] == set(Difficulty) - {Difficulty.EXTREME}
    assert by_size[8] == by_size[9] == by_size[16] == set(Difficulty)


async def test_the_scarcest_kind_is_made_first(house: House) -> None:
    stocking = Stock(house.services, no_sleep)
    for _ in range(7):
        assert await stocking.fill_one()
    levels = await stock.levels(house.database)
    assert sum(levels.values()) == 7
    assert set(levels.values()) == {1}


async def test_what_lies_ready_is_what_it_says(house: House) -> None:
    stocking = Stock(house.services, no_sleep)
    for _ in range(5):
        await stocking.fill_one()
    for kind in await stock.levels(house.database):
        ready = await stock.take(house.database, kind)
        assert ready is not None
        assert is_unique(ready.grid)
        assert rate(ready.grid).difficulty == kind.difficulty
        assert has_symmetry(ready.grid, Symmetry(kind.symmetry))
        assert await stock.take(house.database, kind) is None


async def test_a_full_stock_is_left_alone(house: House) -> None:
    one = Kind(NINE, Symmetry.CENTRAL, Difficulty.EASY)
    stocking = Stock(house.services, no_sleep, [one])
    assert [await stocking.fill_one() for _ in range(WANTED + 2)] == [True] * WANTED + [False] * 2


async def test_nothing_is_made_while_somebody_waits(house: House) -> None:
    stocking = Stock(house.services, no_sleep)
    asking = asyncio.ensure_future(house.engine.decide(Owner(1), Grid.blank(NINE)))
    await asyncio.sleep(0)
    assert not house.engine.is_idle
    assert await stocking.fill_one()
    assert await stock.levels(house.database) == {}
    await asking
    assert await stocking.fill_one()
    assert len(await stock.levels(house.database)) == 1


async def test_it_rests_when_all_is_there_and_pauses_in_between(house: House) -> None:
    one = Kind(Geometry.of_size(4), Symmetry.NONE, Difficulty.EASY)
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)
        if len(slept) > WANTED:
            raise EnoughError

    with pytest.raises(EnoughError):
        await Stock(house.services, sleep, [one]).run()
    assert slept == [1.0] * WANTED + [60.0]


async def test_a_new_game_is_taken_from_the_stock(house: House, chat: Talk) -> None:
    stocking = Stock(house.services, no_sleep)
    for _ in range(10):
        await stocking.fill_one()
    kind = Kind(NINE, Symmetry.CENTRAL, Difficulty.EASY)
    assert kind in await stock.levels(house.database)
    await chat.sends("/new easy")
    assert kind not in await stock.levels(house.database)
    await chat.sends("/new easy")
    assert (await chat.game()).puzzle.symmetry == Symmetry.CENTRAL


@pytest.mark.long
@pytest.mark.sqlite
async def test_it_goes_on_filling_after_a_disk_without_room(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    await house.database.all("pragma max_page_count = 1")
    pauses = 0

    async def night(_seconds: float) -> None:
        nonlocal pauses
        if full(caplog) and not pauses:
            caplog.clear()
            await house.database.all("pragma max_page_count = 1073741823")
            pauses = 1
        elif pauses:
            pauses += 1
        if pauses > 3:
            raise EnoughError

    with pytest.raises(EnoughError):
        await Stock(house.services, night).run()
    assert not full(caplog)


def full(caplog: pytest.LogCaptureFixture) -> bool:
    """Whether a full disk was logged."""
    errors = [str(record.exc_info[1]) for record in caplog.records if record.exc_info]
    return any(error.startswith("the disk is full") for error in errors)
