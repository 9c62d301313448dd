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


@dataclass
class Rest:
    """The half that is not divided; it grants nothing and says after how long it would."""

    wait: float
    asked: int = 0

    async def spend(self, _person: int) -> float:
        self.asked += 1
        return self.wait


@pytest.mark.parametrize(("count", "burst", "pause"), [(2, 4, 20), (3, 3, 30), (9, 1, 90)])
async def test_half_of_a_share_is_divided_among_the_replicas(
    count: int, burst: int, pause: float
) -> None:
    """Half of what may happen at once, and half as often."""
    time, rest = Time(), Rest(1_000.0)
    share = DividedAllowance(18 if count == 3 else 16, 5.0, rest, time.clock)
    share.divide(count)
    assert await granted(share, 7) == burst
    assert rest.asked == 1
    assert await share.spend(7) == pause
    time.now += pause
    assert [await share.spend(7) for _ in range(2)] == [0, pause]
    rest.wait = 3.0
    assert await share.spend(7) == 3
    rest.wait = 0.0
    assert await share.spend(7) == 0


async def test_one_alone_has_the_whole_share_and_asks_nobody() -> None:
    time, rest = Time(), Rest(0.0)
    share = DividedAllowance(4, 5.0, rest, time.clock)
    for _ in range(2):
        assert await granted(share, 7) == 4
        assert await share.spend(7) == 5
        share.divide(1)
        assert await share.spend(7) == 5, "one is no other number than before"
        assert rest.asked == 0
        share.divide(2)
        assert await share.spend(7) == 0
        share.divide(1)


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
