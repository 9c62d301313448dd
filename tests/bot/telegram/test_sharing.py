"""Two replicas on one PostgreSQL share what Telegram allows the bot."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

import pytest
import pytest_asyncio

from bot.playground.flood import FloodLimits
from bot.store.postgres import permits, replicas
from bot.store.postgres.address import Server
from bot.store.postgres.allowances import SharedAllowance
from bot.store.postgres.database import Postgres
from bot.store.postgres.replicas import LEASE_SECONDS, NOW
from bot.store.seam.known import Known
from bot.store.seam.not_stored import NotStored
from bot.store.seam.source import Row
from bot.telegram.flood import FloodControl
from bot.telegram.gate import CHATS_OF_A_HALT, MOST, OVERALL, Lane, Rank
from bot.telegram.sharing import HELD, STEP, Sharing


async def _at_once() -> None:
    """A database answers at once."""


class Ledger:
    """The permits and demands of some replicas in memory, asked as a database would be."""

    def __init__(self, total: int = OVERALL) -> None:
        self.holders: list[int | None] = [None] * total
        self.wanted: dict[int, tuple[int, bool]] = {}
        self.writes = list[str]()
        self.is_away = False
        self.slowness: Callable[[], Awaitable[object]] = _at_once

    def held(self, replica: int) -> int:
        return self.holders.count(replica)

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator["Ledger"]:
        yield self

    async def one(self, sql: str, *values: Any) -> Row | None:
        return next(iter(await self.all(sql, *values)), None)

    async def next_id(self, name: str) -> int:
        raise AssertionError(f"no replica numbers its {name}")

    @property
    def known(self) -> Known:
        raise AssertionError("no replica reads games here")

    def afterwards(self, told: Callable[[], None]) -> None:
        raise AssertionError(f"no replica waits for the end to call {told}")

    async def tell_of_game(self, game_id: int, replica: int) -> None:
        raise AssertionError(f"replica {replica} changes no game {game_id} here")

    async def all(self, sql: str, *values: Any) -> list[Row]:
        if self.is_away:
            raise NotStored("the network is gone")
        if sql.startswith("select replica"):
            those = sorted(self.wanted.items())
            return [(one, wanted, self.held(one), halted) for one, (wanted, halted) in those]
        self.writes.append(" ".join(sql.split()[:3]))
        if sql.startswith("insert into demands"):
            replica, wanted, is_halted = values
            self.wanted[replica] = wanted, bool(is_halted)
        elif sql.startswith("update demands"):
            self.wanted = {one: (wanted, False) for one, (wanted, _) in self.wanted.items()}
        elif sql.startswith("update permits set free_at"):
            (spare,) = values
            await self.slowness()
            return [(1,)] if self.holders.count(None) > spare else []
        elif sql.startswith("update permits"):
            replica, count = values
            was, becomes = (replica, None) if "holder = null" in sql else (None, replica)
            numbers = [n for n, holder in enumerate(self.holders) if holder == was][:count]
            for number in numbers:
                self.holders[number] = becomes
            return [(1,) for _ in numbers]
        return []


class Member:
    """A replica of a Ledger with a clock and a gate of its own."""

    def __init__(self, ledger: Ledger, number: int) -> None:
        self.now = 1_000.0
        self.ledger, self.number = ledger, number
        self.flood = FloodControl(self.clock, self.sleep)
        self.gate = self.flood.gate
        self.counts = list[int]()
        self.sharing = Sharing(ledger, number, self.flood, self.clock, self.sleep)
        self.sharing.divide = self.counts.append
        self.looks = 0

    def clock(self) -> float:
        return self.now

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(0)
        self.now += seconds

    async def sends(self, count: int) -> None:
        for _ in range(count):
            await self.gate.enter(Lane.INTERACTIVE)

    async def sends_to(self, chat: int) -> None:
        await self.flood.process_request(_sent, (), {}, "sendMessage", {"chat_id": chat}, None)

    @property
    def declared(self) -> int:
        return self.ledger.wanted[self.number][0]


async def members(count: int) -> tuple[Ledger, list[Member]]:
    ledger = Ledger()
    found = [Member(ledger, number) for number in range(1, count + 1)]
    for one in found:
        await one.sharing.begin()
    return ledger, found


async def test_a_replica_declares_what_it_needs_in_steps_of_four() -> None:
    _, (one,) = await members(1)
    assert one.declared == 0
    for needed, declared in ((1, 0), (3, 0), (4, 4), (7, 4), (8, 8), (28, 28)):
        await one.sends(needed)
        await one.sharing.look()
        assert one.declared == declared, needed
        one.now += 1
        # It falls by four a look.
        for left in range(declared - 4, -1, -4):
            await one.sharing.look()
            assert one.declared == left
        await one.sharing.look()
        assert one.declared == 0


async def test_a_replica_that_needs_the_same_as_before_writes_nothing() -> None:
    ledger, (one,) = await members(1)
    assert ledger.held(1) == one.gate.held == 28
    ledger.writes.clear()
    await one.sharing.look()
    assert ledger.writes == []


async def test_what_one_gives_back_another_takes() -> None:
    ledger, (one, other) = await members(2)
    assert (one.gate.held, other.gate.held) == (28, 1), "nothing can be borrowed yet"
    await one.sharing.look()
    assert (one.gate.held, ledger.held(1)) == (0, 0), "nobody needs any"
    await one.sends(12)
    await one.sharing.look()
    assert (one.gate.held, ledger.held(1)) == (12, 12)
    await other.sharing.look()
    await other.sends(9)
    await other.sharing.look()
    assert (other.gate.held, ledger.held(2)) == (0, 0), "they need more than half of all"
    await one.sharing.look()
    assert (one.gate.held, ledger.held(1)) == (0, 0)
    one.now += 1
    for _ in range(2):
        await one.sharing.look()
    assert (one.gate.held, ledger.held(1)) == (4, 4)
    await other.sharing.look()
    assert (other.gate.held, ledger.held(2)) == (8, 8)
    assert one.counts[-1] == other.counts[-1] == 2


async def test_what_a_replica_does_not_hold_it_borrows() -> None:
    ledger, (one, other) = await members(2)
    await one.sharing.look()
    await other.sharing.look()
    ledger.writes.clear()
    await other.sends(5)
    assert ledger.writes == ["update permits set"] * 5
    assert other.gate.demand == 5
    ledger.holders = [1] * 27 + [None]
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.01):
            await other.gate.enter(Lane.KEPT)
    await other.sends(1)


async def test_who_cannot_borrow_sends_one_a_second_until_the_database_is_there() -> None:
    ledger, (one, other) = await members(2)
    await one.sharing.look()
    await other.sharing.look()
    ledger.is_away = True
    began = other.now
    await other.sends(3)
    assert 2 <= other.now - began < 2.2
    ledger.is_away = False
    await other.sharing.look()
    began = other.now
    await other.sends(3)
    assert other.now == began


async def test_a_permit_that_comes_too_late_is_not_used() -> None:
    ledger, (one, other) = await members(2)
    await one.sharing.look()
    await other.sharing.look()
    answered = asyncio.Event()
    ledger.slowness = answered.wait
    assert not await other.sharing.borrow(0)
    assert other.gate.held == 1, "it counts on no other"
    await other.sharing.look()
    assert other.gate.is_free()
    assert not await other.sharing.borrow(0), "the first answer has not come"
    answered.set()
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert await other.sharing.borrow(0)
    ledger.slowness = asyncio.Event().wait
    borrowing = asyncio.create_task(other.sharing.borrow(0))
    await asyncio.sleep(0)
    await other.sharing.end()
    assert not await borrowing


async def test_the_end_of_a_share_gives_all_of_it_back() -> None:
    ledger, (one,) = await members(1)
    await one.sharing.end()
    assert ledger.held(1) == 0
    ledger.is_away = True
    await one.sharing.end()


async def test_a_database_that_is_away_for_two_and_a_half_seconds_costs_the_share() -> None:
    ledger, (one,) = await members(1)
    shared = list[int]()

    async def sleep(seconds: float) -> None:
        shared.append(one.gate.held)
        if len(shared) == 5:
            raise asyncio.CancelledError
        one.now += seconds

    ledger.is_away = True
    again = Sharing(ledger, 1, one.flood, one.clock, sleep)
    with pytest.raises(asyncio.CancelledError):
        await again.run()
    assert shared == [28, 28, 28, 1, 1], "one look a second"


async def test_a_replica_that_begins_beside_others_or_outlives_one_spares_their_groups() -> None:
    ledger, (one, other) = await members(2)
    await one.sends_to(-1)
    await other.sends_to(-1)
    assert (one.flood.wait_for_board(-1), other.flood.wait_for_board(-1) > 0) == (0, True)
    third = Member(ledger, 3)
    await third.sharing.begin()
    await one.sharing.look()
    await one.sends_to(-2)
    assert one.flood.wait_for_board(-2) == 0, "one more is no reason"
    del ledger.wanted[3]
    await one.sharing.look()
    await one.sends_to(-3)
    assert one.flood.wait_for_board(-3) > 0
    assert one.counts[-2:] == [3, 2]


async def test_a_doubt_is_shared_until_one_of_them_sends_something() -> None:
    ledger, (one, other) = await members(2)
    for chat in range(CHATS_OF_A_HALT):
        one.gate.has_failed(chat, is_halt=True)
    await other.sharing.look()
    assert not other.gate.is_halted_elsewhere
    await one.sharing.look()
    assert not one.gate.is_halted_elsewhere, "it is its own"
    await other.sharing.look()
    assert other.gate.is_halted_elsewhere
    other.gate.has_succeeded()
    await other.sharing.look()
    assert not other.gate.is_halted_elsewhere
    assert not any(halted for _, halted in ledger.wanted.values())
    await one.sharing.look()
    assert not one.gate.is_halted
    await one.sharing.look()
    await other.sharing.look()
    assert not other.gate.is_halted_elsewhere
    assert not any(halted for _, halted in ledger.wanted.values())


async def test_who_had_the_doubt_lifts_it_for_all() -> None:
    ledger, (one, other) = await members(2)
    for replica in (one, other):
        for chat in range(CHATS_OF_A_HALT):
            replica.gate.has_failed(chat, is_halt=True)
        await replica.sharing.look()
    one.gate.has_succeeded()
    await one.sharing.look()
    assert not any(halted for _, halted in ledger.wanted.values())
    assert not one.gate.is_halted_elsewhere
    await other.sharing.look()
    assert not other.gate.is_halted


async def test_full_allowances_are_looked_for_once_in_a_minute() -> None:
    ledger, (one,) = await members(1)
    looked = list[float]()
    for second in range(125):
        ledger.writes.clear()
        await one.sharing.look()
        looked += [second] * any("allowances" in write for write in ledger.writes)
        one.now += 1
    assert looked == [60, 120]


class Time:
    """The clock of all replicas, and of the server in what concerns permits."""

    def __init__(self, server: Server) -> None:
        self.postgres = Clocked(server, self)
        self.now = 1_000.0
        self.sent = list[tuple[float, int]]()

    def clock(self) -> float:
        return self.now


class Clocked(Postgres):
    """A database whose permits know no other time than that of the test."""

    def __init__(self, server: Server, time: "Time") -> None:
        super().__init__(server)
        self.time = time
        # A slow machine is not a slow database.
        self.patience = 60.0

    async def all(self, sql: str, *values: Any) -> list[Row]:
        if "permits" in sql:
            sql = sql.replace(NOW, f"{1000 * self.time.now:.0f}")
        return await super().all(sql, *values)


class Replica:
    """The part of a process that sends."""

    def __init__(self, time: Time, number: int) -> None:
        self.time = time
        self.number = number
        self.flood = FloodControl(time.clock, self.sleep)
        self.gate = self.flood.gate
        self.sharing = Sharing(time.postgres, number, self.flood, time.clock, self.sleep)
        self.sharing.patience = 60.0
        self.must_wait = asyncio.Event()
        self.is_over = asyncio.Event()
        self.is_over.set()

    async def sleep(self, _seconds: float) -> None:
        self.must_wait.set()
        await asyncio.sleep(0)
        # Another try would borrow a permit for somebody who is about to give up.
        await self.is_over.wait()

    async def sends_all_it_may(self) -> int:
        """Sends until somebody would have to wait, who gives up."""
        count = 0
        while await self._sends():
            self.time.sent.append((self.time.now, self.number))
            count += 1
        return count

    async def _sends(self) -> bool:
        self.must_wait.clear()
        self.is_over.clear()
        entering = asyncio.create_task(self.gate.enter(Lane.INTERACTIVE))
        waiting = asyncio.create_task(self.must_wait.wait())
        await asyncio.wait([entering, waiting], return_when=asyncio.FIRST_COMPLETED)
        waiting.cancel()
        went_in = entering.done() or not entering.cancel()
        self.is_over.set()
        return went_in


@pytest_asyncio.fixture
async def time(server: Server) -> AsyncIterator[Time]:
    found = Time(server)
    yield found
    await found.postgres.close()


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
        time.now += 1 / len(those)


async def test_one_alone_has_all_and_asks_nobody(time: Time) -> None:
    (one,) = await begun(time, 1)
    assert one.gate.held == OVERALL
    assert await one.sends_all_it_may() == OVERALL


async def test_two_who_are_quiet_hold_none_and_send_at_once(time: Time) -> None:
    those = await begun(time, 2)
    for _ in range(3):
        await look(time, those)
    assert [one.gate.held for one in those] == [0, 0]
    assert await those[1].sends_all_it_may() == OVERALL
    assert await those[0].sends_all_it_may() == 0


async def test_while_they_need_no_more_than_half_each_holds_what_it_needs(time: Time) -> None:
    busy, quiet, third = those = await begun(time, 3)
    for _ in range(3):
        await look(time, those)
    for _ in range(4):
        for _ in range(HELD - STEP):
            await busy.gate.enter(Lane.INTERACTIVE)
        await quiet.gate.enter(Lane.INTERACTIVE)
        await look(time, those)
    assert busy.gate.held == (HELD - STEP) // STEP * STEP
    assert [quiet.gate.held, third.gate.held] == [0, 0]
    assert await third.sends_all_it_may() == OVERALL - busy.gate.held
    assert not third.gate.is_free()
    assert busy.gate.is_free()


async def test_who_has_much_to_send_borrows_all_that_others_leave(time: Time) -> None:
    busy, quiet, third = those = await begun(time, 3)
    for _ in range(3):
        await look(time, those)
    for _ in range(4):
        count = sum([await quiet.sends_all_it_may(), await busy.sends_all_it_may()])
        assert count == OVERALL
        await look(time, those)
        assert [one.gate.held for one in those] == [0, 0, 0]
    assert await third.sends_all_it_may() == OVERALL


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
        # Each looks once a second.
        for replica in those[turn % 4 : turn % 4 + 1]:
            await replica.sharing.look()
        time.now += 0.25
    assert chat > 15 * OVERALL * 0.75


async def test_what_a_dead_one_had_is_the_others(time: Time) -> None:
    one, other = those = await begun(time, 2)
    for _ in range(3):
        await look(time, those)
    await replicas.leave(time.postgres, one.number)
    await look(time, [other])
    assert other.gate.held == OVERALL


async def test_others_use_what_a_dead_one_had_borrowed_before_its_end_is_known(time: Time) -> None:
    one, other, third = those = await begun(time, 3)
    for _ in range(3):
        await look(time, those)
    assert await one.sends_all_it_may() == OVERALL
    time.now += 1
    assert await other.sends_all_it_may() + await third.sends_all_it_may() == OVERALL


async def test_the_lively_of_one_leave_two_of_each_second_to_the_quiet_of_another(
    time: Time,
) -> None:
    busy, quiet = those = await begun(time, 2)
    for _ in range(3):
        await look(time, those)
    lively = [asyncio.create_task(busy.gate.enter(Lane.KEPT, 9.0)) for _ in range(OVERALL)]
    while sum(one.done() for one in lively) < MOST[Rank.BUSY]:
        await asyncio.sleep(0)
    assert await quiet.sends_all_it_may() == OVERALL - MOST[Rank.BUSY]
    time.now += 1
    await asyncio.gather(*lively)


async def test_groups_of_a_dead_one_begin_slowly(time: Time) -> None:
    one, other = those = await begun(time, 2)
    for _ in range(2):
        await look(time, those)
    for _ in range(3):
        time.now += 100
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
    assert one.gate.held == 1
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
        assert all(replica.gate.held <= max(held[replica.number], 1) for replica in those)
    assert other.gate.held == 0


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
