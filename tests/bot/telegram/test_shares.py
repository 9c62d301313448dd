"""What several replicas on one PostgreSQL do for one person."""

from dataclasses import dataclass

import pytest

from bot.store.postgres.allowances import SharedAllowance
from bot.store.postgres.database import Postgres
from bot.store.seam.not_stored import NotStored
from bot.telegram.shares import DividedAllowance

BURST = 15
SECONDS = 200.0
"""Longer than in the bot, so that the server's clock, which no test moves, does not matter."""


@dataclass
class Time:
    now: float = 1_000.0

    def clock(self) -> float:
        return self.now


class Away:
    """The database cannot be reached."""

    async def spend(self, _person: int) -> float:
        raise NotStored("nobody is there")


def shares(postgres: Postgres, time: Time, count: int) -> list[DividedAllowance]:
    rest = SharedAllowance(postgres, "updates", BURST - BURST // 2, 2 * SECONDS)
    found = [DividedAllowance(BURST, SECONDS, rest, time.clock) for _ in range(count)]
    for one in found:
        one.divide(count)
    return found


async def granted(share: DividedAllowance, person: int) -> int:
    count = 0
    while not await share.spend(person):
        count += 1
    return count


@pytest.mark.parametrize("count", [2, 3, 7])
async def test_all_replicas_together_work_for_a_person_as_much_as_one(
    postgres: Postgres, count: int
) -> None:
    time = Time()
    those = shares(postgres, time, count)
    at_once = [await granted(share, 7) for share in those]
    assert BURST - count < sum(at_once) <= BURST
    assert at_once[0] > BURST / 2, "in one chat"
    # As much later as one replica needs to be at work ten times.
    time.now += 10 * SECONDS
    await postgres.all("update allowances set full_at = full_at - $1", round(10_000 * SECONDS))
    assert sum([await granted(share, 7) for share in those]) <= 10
    assert await granted(those[0], 8) > BURST / 2, "somebody else"


async def test_who_moves_at_the_pace_of_a_person_costs_no_write(postgres: Postgres) -> None:
    time = Time()
    (share, _other) = shares(postgres, time, 2)
    for _ in range(20):
        assert await share.spend(7) == 0
        time.now += 4 * SECONDS
    assert await postgres.all("select * from allowances") == []


async def test_one_replica_alone_grants_all_of_it_and_asks_nobody(postgres: Postgres) -> None:
    (share,) = shares(postgres, Time(), 1)
    assert await granted(share, 7) == BURST
    share.divide(2)
    share.divide(1)
    assert await granted(share, 8) == BURST
    assert await postgres.all("select * from allowances") == []


async def test_without_the_database_a_replica_grants_its_part() -> None:
    share = DividedAllowance(BURST, SECONDS, Away(), Time().clock)
    share.divide(3)
    assert await granted(share, 7) == BURST // 2 // 3
