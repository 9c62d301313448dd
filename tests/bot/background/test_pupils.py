import pytest

from bot.background.pupils import PAUSE_SECONDS, REST_SECONDS, GameReader
from bot.ledger.owner import NOBODY
from bot.pool.engine import EngineBusy, EngineLost
from bot.store import pupils
from bot.store.seam.source import Store
from engine import BudgetSpent
from tests.bot.background.test_stock import Answers, EnoughError, no_sleep, services_of
from tests.bot.store.test_pupils import ended


@pytest.mark.parametrize(
    "error", [BudgetSpent(), EngineLost()], ids=lambda error: type(error).__name__
)
async def test_what_cannot_be_read_is_asked_for_once(database: Store, error: Exception) -> None:
    await ended(database, 1)
    engine = Answers(error)
    reader = GameReader(services_of(database, engine), no_sleep)
    assert [await reader.read_one() for _ in range(2)] == [True, False]
    assert len(engine.asked) == 1


async def test_whoever_asks_comes_first(database: Store) -> None:
    game_id = await ended(database, 1)
    engine = Answers(EngineBusy(), {})
    reader = GameReader(services_of(database, engine), no_sleep)
    engine.is_idle = False
    assert await reader.read_one()
    assert engine.asked == []
    engine.is_idle = True
    assert await reader.read_one()
    waiting = await pupils.next_game(database)
    assert waiting is not None
    assert waiting.id == game_id
    assert await reader.read_one()
    assert not await reader.read_one()
    assert [one[0] for one in engine.asked] == [NOBODY] * 2, "no account's time is spent"


async def test_a_bug_is_logged_and_the_next_look_comes_later(
    database: Store, caplog: pytest.LogCaptureFixture
) -> None:
    await ended(database, 1)
    slept = list[float]()

    async def sleep(seconds: float) -> None:
        slept.append(seconds)
        if len(slept) == 3:
            raise EnoughError

    engine = Answers(ValueError("a bug"), {})
    with pytest.raises(EnoughError):
        await GameReader(services_of(database, engine), sleep).run()
    assert slept == [REST_SECONDS, PAUSE_SECONDS, REST_SECONDS]
    assert "no game could be read" in caplog.text
