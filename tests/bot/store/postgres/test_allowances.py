import asyncio

import pytest

from bot.store.postgres import allowances
from bot.store.postgres.allowances import SharedAllowance
from bot.store.postgres.database import Postgres


async def seconds_pass(postgres: Postgres, seconds: int) -> None:
    await postgres.all("update allowances set full_at = full_at - $1", 1000 * seconds)


async def test_it_is_for_each_person_and_comes_back(postgres: Postgres, ann: int, bob: int) -> None:
    allowance = SharedAllowance(postgres, "questions", 2, 500.0)
    assert [await allowance.spend(ann) for _ in range(2)] == [0, 0]
    assert await allowance.spend(ann) == pytest.approx(500, abs=60)
    assert await allowance.spend(bob) == 0
    await seconds_pass(postgres, 500)
    assert await allowance.spend(ann) == 0
    assert await allowance.spend(ann) > 0


async def test_what_is_used_up_at_one_is_used_up_at_the_other(postgres: Postgres, ann: int) -> None:
    here, there = (SharedAllowance(postgres, "questions", 20, 500.0) for _ in range(2))
    asked = [here.spend(ann) if number % 2 else there.spend(ann) for number in range(40)]
    assert (await asyncio.gather(*asked)).count(0) == 20


async def test_what_has_another_name_is_counted_by_itself(postgres: Postgres, ann: int) -> None:
    for name in ("questions", "pictures"):
        assert await SharedAllowance(postgres, name, 1, 500.0).spend(ann) == 0


async def test_what_is_refused_costs_nothing(postgres: Postgres, ann: int) -> None:
    allowance = SharedAllowance(postgres, "questions", 1, 500.0)
    for _ in range(9):
        await allowance.spend(ann)
    await seconds_pass(postgres, 500)
    assert await allowance.spend(ann) == 0


async def test_who_has_the_whole_of_it_again_is_forgotten(
    postgres: Postgres, ann: int, bob: int
) -> None:
    allowance = SharedAllowance(postgres, "questions", 2, 500.0)
    await allowance.spend(ann)
    await seconds_pass(postgres, 500)
    await allowance.spend(bob)
    await allowances.forget(postgres)
    assert await postgres.all("select user_id from allowances") == [(bob,)]
