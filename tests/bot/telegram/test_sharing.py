"""Two replicas on one PostgreSQL share what Telegram allows the bot."""

import asyncio
from dataclasses import dataclass, field
from functools import partial

import pytest

from bot.playground.flood import FloodLimits
from bot.store.postgres import permits, replicas
from bot.store.postgres.address import Server
from bot.store.postgres.allowances import SharedAllowance
from bot.store.postgres.database import Postgres
from bot.store.postgres.replicas import LEASE_SECONDS
from bot.store.seam.not_stored import NotStored
from bot.telegram.flood import FloodControl
from bot.telegram.gate import CHATS_OF_A_HALT, OVERALL, Lane
from bot.telegram.sharing import RESERVE, Sharing, shares


def test_nobody_gets_less_than_another_who_wants_no_more() -> None:
    assert shares([], 28) == {}
    assert shares([(1, 4)], 28) == {1: 28}
    assert shares([(1, 28), (2, 4), (3, 4)], 28) == {1: 20, 2: 4, 3: 4}
    assert shares([(1, 28), (2, 28), (3, 4)], 28) == {1: 12, 2: 12, 3: 4}
    assert shares([(1, 28), (2, 28), (3, 28)], 28) == {1: 9, 2: 9, 3: 10}
    assert shares([(1, 4), (2, 4), (3, 4)], 28) == {1: 9, 2: 9, 3: 10}
    assert sum(shares([(number, 4) for number in range(40)], 28).values()) == 28


@dataclass
class Time:
    """The clock of both processes, and of the server in what concerns permits."""

    postgres: Postgres
    now: float = 1_000.0
    sent: list[tuple[float, int]] = field(default_factory=list)

    def clock(self) -> float:
        return self.now

    async def sleep(self, _seconds: float) -> None:
        await asyncio.sleep(0)

    async def passes(self, seconds: float) -> None:
        self.now += seconds
        await self.postgres.all("update permits set free_at = free_at - $1", round(1000 * seconds))


class Replica:
    """The part of a process that sends."""

    def __init__(self, time: Time, number: int) -> None:
        self.time = time
        self.number = number
        self.flood = FloodControl(time.clock, time.sleep)
        self.gate = self.flood.gate
        self.sharing = Sharing(time.postgres, number, self.flood, time.clock, time.sleep)

    async def sends_all_it_may(self, lane: Lane = Lane.INTERACTIVE) -> int:
        count = 0
        while self.gate.is_free():
            await self.gate.enter(lane)
            self.time.sent.append((self.time.now, self.number))
            count += 1
        return count


@pytest.fixture
def time(postgres: Postgres) -> Time:
    return Time(postgres)


async def begun(time: Time, count: int) -> list[Replica]:
    numbers = [await replicas.join(time.postgres, 7, f"host:{n}") for n in range(count)]
    found = [Replica(time, number) for number in numbers]
    for replica in found:
        await replica.sharing.begin()
    return found


async def look(time: Time, those: list[Replica]) -> None:
    """A second passes, in which each of them looks once."""
    for replica in those:
        await replica.sharing.look()
        await time.passes(1 / len(those))


async def test_one_alone_has_all_and_asks_nobody(time: Time) -> None:
    (one,) = await begun(time, 1)
    assert one.gate.share == OVERALL
    assert await one.sends_all_it_may() == OVERALL


async def test_two_who_are_quiet_have_half_each(time: Time) -> None:
    those = await begun(time, 2)
    for _ in range(3):
        await look(time, those)
    assert [one.gate.share for one in those] == [OVERALL // 2] * 2


async def test_who_has_much_to_send_soon_has_most_and_the_others_what_they_need(
    time: Time,
) -> None:
    busy, quiet, third = those = await begun(time, 3)
    for _ in range(3):
        await look(time, those)
    for _ in range(4):
        await busy.sends_all_it_may()
        await look(time, those)
    assert [one.gate.share for one in those] == [OVERALL - 2 * RESERVE, RESERVE, RESERVE]
    for _ in range(4):
        await busy.sends_all_it_may()
        await quiet.sends_all_it_may()
        await look(time, those)
    shared = (OVERALL - RESERVE) // 2
    assert [one.gate.share for one in those] == [shared, shared, RESERVE]
    assert third.gate.is_free()


async def test_in_no_second_more_is_sent_than_telegram_allows(time: Time) -> None:
    """However the permits move, and whatever one does between two looks of another."""
    those = await begun(time, 3)
    limits = FloodLimits(time.clock)
    chat = 0
    for turn in range(60):
        for replica in those if turn % 8 < 4 else [those[turn // 8 % 3]]:
            for _ in range(await replica.sends_all_it_may()):
                chat += 1
                limits.admit(chat, is_group=False)
        await those[turn % 3].sharing.look()
        await time.passes(0.25)
    assert chat > 15 * (OVERALL - 2 * RESERVE) * 0.8


async def test_what_a_dead_one_had_is_the_others(time: Time) -> None:
    one, other = those = await begun(time, 2)
    for _ in range(3):
        await look(time, those)
    await replicas.leave(time.postgres, one.number)
    await look(time, [other])
    assert other.gate.share == OVERALL


async def test_groups_of_a_dead_one_begin_slowly(time: Time) -> None:
    one, other = those = await begun(time, 2)
    for _ in range(2):
        await look(time, those)
    for _ in range(3):
        await time.passes(100)
    assert await other.flood.process_request(_sent, (), {}, "sendMessage", {"chat_id": -1}, None)
    assert other.flood.wait_for_board(-1) == 0
    await replicas.leave(time.postgres, one.number)
    await other.sharing.look()
    assert await other.flood.process_request(_sent, (), {}, "sendMessage", {"chat_id": -2}, None)
    assert other.flood.wait_for_board(-2) > 1


async def _sent() -> bool:
    return True


class CutOff(Postgres):
    """A database that cannot be reached."""

    async def all(self, *_: object) -> list[tuple[object, ...]]:
        raise NotStored("the network is gone")


async def test_who_is_cut_off_sends_one_a_second_as_soon_as_others_may_send_in_its_place(
    time: Time, server: Server
) -> None:
    (one,) = await begun(time, 1)
    looks = 0

    async def sleep(_seconds: float) -> None:
        nonlocal looks
        looks += 1
        time.now += 1
        if looks > LEASE_SECONDS + 1:
            raise asyncio.CancelledError

    lost = Sharing(CutOff(server), one.number, one.flood, time.clock, sleep)
    with pytest.raises(asyncio.CancelledError):
        await lost.run()
    assert one.gate.share == 1
    assert one.gate.is_free()


async def test_a_halt_of_the_whole_bot_is_met_by_one_and_heeded_by_all(time: Time) -> None:
    one, other = those = await begun(time, 2)
    for chat in range(CHATS_OF_A_HALT):
        one.gate.has_failed(chat, is_halt=True)
    await look(time, those)
    assert other.gate.is_halted_elsewhere
    await other.gate.enter(Lane.INTERACTIVE)
    assert not other.gate.is_free()
    other.gate.has_succeeded()
    await look(time, those[::-1])
    assert one.gate.is_free()
    assert not one.gate.is_halted
    await look(time, those)
    assert not other.gate.is_halted_elsewhere


async def test_who_was_halted_and_finds_out_tells_the_others(time: Time) -> None:
    one, other = those = await begun(time, 2)
    for chat in range(CHATS_OF_A_HALT):
        one.gate.has_failed(chat, is_halt=True)
    await look(time, those)
    one.gate.has_succeeded()
    await look(time, those)
    assert not other.gate.is_halted_elsewhere


async def test_people_who_have_their_whole_allowance_are_forgotten(time: Time) -> None:
    (one,) = await begun(time, 1)
    await SharedAllowance(time.postgres, "questions", 1, 0.0).spend(5)
    time.now += 60
    await one.sharing.look()
    assert await time.postgres.all("select * from allowances") == []


async def test_a_share_is_written_down_before_it_is_used(time: Time) -> None:
    one, other = those = await begun(time, 2)
    for _ in range(4):
        await one.sends_all_it_may()
        await look(time, those)
        rows = await permits.demands(time.postgres)
        held = {row.replica: row.held for row in rows}
        assert all(replica.gate.share <= max(held[replica.number], 1) for replica in those)
    assert other.gate.share == RESERVE


async def test_each_says_how_many_there_are(time: Time) -> None:
    counts = dict[int, int]()
    (one,) = await begun(time, 1)
    one.sharing.divide = partial(counts.__setitem__, 1)
    await look(time, [one])
    assert counts == {1: 1}
    (two,) = await begun(time, 1)
    two.sharing.divide = partial(counts.__setitem__, 2)
    await look(time, [one, two])
    assert counts == {1: 2, 2: 2}
    await replicas.leave(time.postgres, two.number)
    await look(time, [one])
    assert counts[1] == 1
