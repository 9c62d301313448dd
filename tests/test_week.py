"""The learner's week of `python -m tests.week` keeps every promise; here without pictures."""

from pathlib import Path

import pytest

from bot.playground import Person
from bot.pool.engine_pool import EnginePool
from tests import week
from tests.bot.clock import Clock
from tests.bot.house import Talk, open_house
from tests.learner import Learner, PromiseError
from tests.tour import PEOPLE


@pytest.mark.long
@pytest.mark.parametrize("language", PEOPLE)
async def test_seven_days_keep_what_is_promised(
    engine: EnginePool, tmp_path: Path, language: str
) -> None:
    async with open_house(engine, Clock(), tmp_path / "sudoku.db") as house:
        learner = Learner(Talk(house, Person(house.api, PEOPLE[language])), language, {}, tmp_path)
        await week.live(learner)
        assert learner.day == len(week.DAYS) == 7
        with pytest.raises(PromiseError, match=f"{language}, day 7, not so"):
            learner.hears("practice.again", count=1)
