"""Who goes first when the whole bot has to wait."""

import asyncio
from itertools import pairwise
from math import inf

import pytest

from bot.telegram.gate import (
    AHEAD,
    CHATS_OF_A_TROUBLE,
    LATE_SECONDS,
    MOST,
    OVERALL,
    PROBE_SECONDS,
    TOO_LATE_SECONDS,
    Gate,
    Lane,
    Rank,
)


class Door:
    """A Gate whose clock moves when somebody sleeps, and a record of those who went through."""

    def __init__(self) -> None:
        self.now = 1_000.0
        self.gate = Gate(lambda: self.now, self._sleep)
        self.entered: list[tuple[float, str]] = []

    async def _sleep(self, seconds: float) -> None:
        await asyncio.sleep(0)
        self.now += seconds

    async def enter(self, name: str, lane: Lane, load: float = 0.0, late_in: float = inf) -> None:
        await self.gate.enter(lane, load, late_in)
        self.entered.append((self.now - 1_000, name))

    @property
    def names(self) -> list[str]:
        return [name for _, name in self.entered]


@pytest.mark.parametrize(
    ("lane", "load", "most", "last"),
    [
        (Lane.INTERACTIVE, 0.0, 28, 1.0),
        (Lane.INTERACTIVE, 0.5, 28, 1.0),
        (Lane.KEPT, 0.0, 27, 2.0),
        (Lane.INTERACTIVE, 0.6, 26, 2.0),
        (Lane.KEPT, 0.6, 26, 2.0),
        (Lane.BULK, 0.0, 25, 2.0),
        (Lane.BULK, 2.0, 25, 2.0),
    ],
)
async def test_each_rank_leaves_room_for_those_before_it(
    lane: Lane, load: float, most: int, last: float
) -> None:
    """The figures of bot/README.md; fifty-six callers come at once."""
    door = Door()
    await asyncio.gather(*(door.enter("x", lane, load) for _ in range(2 * OVERALL)))
    assert len([at for at, _ in door.entered if at < 1]) == most
    assert max(at for at, _ in door.entered) == pytest.approx(last)


async def test_lively_chats_do_not_use_a_second_up_at_its_beginning() -> None:
    door = Door()
    lively = [asyncio.create_task(door.enter("lively", Lane.KEPT, 9.0)) for _ in range(OVERALL)]
    await asyncio.sleep(0)
    came = door.now
    await asyncio.gather(*(door.enter("quiet", Lane.INTERACTIVE) for _ in range(20)))
    assert door.now - came < 0.1
    await asyncio.gather(*lively)
    times = [at for at, name in door.entered if name == "lively"]
    assert all(later - at >= 0.25 for at, later in zip(times, times[7:], strict=False))


async def test_an_answer_waits_at_the_gate_if_that_is_shorter_than_a_look_at_the_database() -> None:
    """Callers have come evenly, so one more may go in each twenty-eighth of a second."""
    door = Door()
    for _ in range(OVERALL):
        await door.enter("before", Lane.INTERACTIVE)
        door.now += 1 / OVERALL
    waiting = list[asyncio.Task[None]]()
    for _ in range(9):
        assert door.gate.is_free()
        waiting.append(asyncio.create_task(door.enter("x", Lane.INTERACTIVE)))
        await asyncio.sleep(0)
        door.now = 1_001.0
    assert not door.gate.is_free()
    assert not door.gate.is_free(load=9.0)
    await asyncio.gather(*waiting)


async def test_a_quiet_chat_never_waits_behind_lively_ones() -> None:
    door = Door()
    lively = [
        asyncio.create_task(door.enter("lively", lane, 1.0 + number))
        for number in range(2 * OVERALL)
        for lane in (Lane.INTERACTIVE, Lane.KEPT)
    ]
    while len(door.entered) < MOST[Rank.BUSY]:
        await asyncio.sleep(0)
    came = door.now
    assert door.gate.is_free()
    assert not door.gate.is_free(load=500.0)
    await door.enter("quiet", Lane.INTERACTIVE)
    assert door.now == came
    await asyncio.gather(*lively)


async def test_whoever_was_sent_least_of_late_goes_first_of_those_who_wait() -> None:
    door = Door()
    await asyncio.gather(*(door.enter("full", Lane.KEPT) for _ in range(MOST[Rank.OWED])))
    loads = {"lively": 15.0, "quiet": 0.0, "slow": 3.0}
    await asyncio.gather(*(door.enter(name, Lane.KEPT, load) for name, load in loads.items()))
    assert door.names[-3:] == ["quiet", "slow", "lively"]


async def test_who_is_late_goes_first_and_leaves_room_for_who_asks_now() -> None:
    """The oldest first, whatever their load; those who ask now have their part of each second."""
    door = Door()
    late = [
        door.enter(f"late {number:02}", Lane.KEPT, number % 3, -0.5 * number) for number in range(8)
    ]
    later = [door.enter("later", Lane.KEPT, 2.0, 0.5) for _ in range(60)]
    asked = [door.enter("asked", Lane.INTERACTIVE) for _ in range(OVERALL)]
    await asyncio.gather(*asked, *late, *later)
    first = [name for name in door.names if name.startswith("late ")]
    assert first == sorted(first, reverse=True)
    begun = door.names.index("late 07")
    assert door.names[: begun + 2].count("asked") == OVERALL
    assert "later" not in door.names[: begun + 8]
    # What is late leaves room in the second in which it goes.
    within = [name for at, name in door.entered if 1.0 <= at < 2.0]
    assert len(within) - within.count("asked") <= MOST[Rank.OWED]


async def test_who_asks_while_others_are_late_goes_in_at_once_now_and_then() -> None:
    door = Door()
    late = [asyncio.create_task(door.enter("late", Lane.KEPT, 2.0, 0.0)) for _ in range(80)]
    asked = AHEAD
    await asyncio.sleep(0)
    assert door.gate.is_free()
    assert not door.gate.is_crowded()
    await asyncio.gather(*(door.enter("asked", Lane.INTERACTIVE) for _ in range(asked)))
    assert [name for _, name in door.entered].count("asked") == asked
    assert door.now < 1_000.1
    assert not door.gate.is_free()
    for _ in range(asked):
        task = asyncio.create_task(door.enter("asked", Lane.INTERACTIVE))
        await asyncio.sleep(0)
        late.append(task)
    assert door.gate.is_crowded()
    await asyncio.gather(*late)
    assert 3 <= door.entered[-1][0] < 4


@pytest.mark.parametrize(
    ("late_in", "is_first"),
    [
        (0.0, True),
        (0.1, False),
        (LATE_SECONDS - TOO_LATE_SECONDS + 0.1, True),
        (LATE_SECONDS - TOO_LATE_SECONDS, False),
    ],
)
async def test_an_answer_is_late_for_some_seconds(late_in: float, *, is_first: bool) -> None:
    door = Door()
    for _ in range(OVERALL):
        await door.gate.enter(Lane.INTERACTIVE)
    door.now += 1 - 1 / OVERALL
    await asyncio.gather(
        door.enter("asked", Lane.INTERACTIVE), door.enter("kept", Lane.KEPT, 1.0, late_in)
    )
    assert door.names == (["kept", "asked"] if is_first else ["asked", "kept"])


async def test_a_rank_waits_while_somebody_waits_in_one_before_it() -> None:
    door = Door()
    await asyncio.gather(*(door.enter("full", Lane.INTERACTIVE) for _ in range(OVERALL)))
    waiting = [
        ("daily", Lane.BULK, 0.0),
        ("lively", Lane.INTERACTIVE, 2.0),
        ("kept", Lane.KEPT, 0.0),
        ("now", Lane.INTERACTIVE, 0.0),
    ]
    await asyncio.gather(*(door.enter(*caller) for caller in waiting for _ in range(3)))
    assert door.names[OVERALL:] == 3 * ["now"] + 3 * ["kept"] + 3 * ["lively"] + 3 * ["daily"]


async def test_in_doubt_one_at_a_time_goes_in_until_one_succeeds() -> None:
    door = Door()
    for chat in range(CHATS_OF_A_TROUBLE):
        assert door.gate.is_free()
        await door.enter("first", Lane.INTERACTIVE)
        door.gate.has_failed(chat, is_halt=False)
    assert not door.gate.is_free()
    await asyncio.gather(*(door.enter("probe", Lane.KEPT) for _ in range(3)))
    assert [at for at, name in door.entered if name == "probe"] == [
        PROBE_SECONDS,
        2 * PROBE_SECONDS,
        3 * PROBE_SECONDS,
    ]
    door.gate.has_succeeded()
    assert door.gate.is_free()


async def test_one_chat_that_fails_again_and_again_is_no_reason_to_doubt() -> None:
    door = Door()
    for _ in range(10):
        door.gate.has_failed(7, is_halt=False)
    assert door.gate.is_free()


@pytest.mark.parametrize("share", [1, 4, 9, OVERALL])
async def test_a_share_leaves_room_in_proportion_and_always_for_one(share: int) -> None:
    for lane, load in ((Lane.INTERACTIVE, 0.0), (Lane.BULK, 0.0)):
        door = Door()
        door.gate.allot(share)
        await asyncio.gather(*(door.enter("x", lane, load) for _ in range(2 * OVERALL)))
        most = share * MOST[Rank.of(lane, load)] // OVERALL
        assert len([at for at, _ in door.entered if at < 1]) == max(most, 1)


async def test_a_share_that_becomes_smaller_counts_what_has_gone_in_already() -> None:
    door = Door()
    for _ in range(10):
        await door.enter("before", Lane.INTERACTIVE)
        door.now += 0.01
    door.gate.allot(4)
    await asyncio.gather(*(door.enter("after", Lane.INTERACTIVE) for _ in range(4)))
    assert [at for at, name in door.entered if name == "after"] == pytest.approx(
        [1.06, 1.07, 1.08, 1.09]
    )


async def test_it_says_how_many_have_come_of_late_and_how_many_wait() -> None:
    door = Door()
    door.gate.allot(2)
    waiting = [asyncio.create_task(door.enter("x", Lane.INTERACTIVE)) for _ in range(5)]
    await asyncio.sleep(0)
    assert door.gate.demand == 5
    await asyncio.gather(*waiting)
    door.now += 2
    assert door.gate.demand == 0


async def test_a_halt_that_another_has_met_is_a_reason_to_doubt_until_one_succeeds() -> None:
    door = Door()
    door.gate.is_halted_elsewhere = True
    await asyncio.gather(*(door.enter("probe", Lane.KEPT) for _ in range(2)))
    assert [at for at, _ in door.entered] == [0, PROBE_SECONDS]
    door.gate.has_succeeded()
    assert door.gate.is_free()
    assert not door.gate.is_halted


async def test_the_end_of_a_second_may_be_waited_for_and_not_a_whole_one() -> None:
    door = Door()
    for number in range(28):
        assert door.gate.is_free()
        assert door.gate.is_free(load=2.0) == (number < 26)
        await door.enter("x", Lane.INTERACTIVE)
    assert not door.gate.is_free()
    door.now += 0.69
    assert not door.gate.is_free()
    door.now += 0.02
    assert door.gate.is_free()
    assert door.gate.is_free(load=2.0)


async def test_whoever_asks_like_those_who_wait_waits_behind_them() -> None:
    """Callers have come evenly, so one may go in each twenty-fourth of a second."""
    door = Door()
    for _ in range(24):
        await door.enter("full", Lane.INTERACTIVE)
        door.now += 1 / 24
    waiting = [asyncio.create_task(door.enter("lively", Lane.KEPT, 3.0)) for _ in range(10)]
    await asyncio.sleep(0)
    assert [door.gate.is_free(load) for load in (0.0, 2.0, 3.0, 4.0)] == [True, True, False, False]
    await door.enter("later", Lane.INTERACTIVE, 4.0)
    assert door.names[24:] == 10 * ["lively"] + ["later"]
    await asyncio.gather(*waiting)
    assert door.gate.is_free(4.0)


@pytest.mark.parametrize(("load", "most"), [(0.0, 28), (2.0, 26)])
async def test_it_is_crowded_when_as_many_wait_as_go_in_within_a_second(
    load: float, most: int
) -> None:
    door = Door()
    await asyncio.gather(*(door.enter("full", Lane.INTERACTIVE) for _ in range(28)))
    waiting = list[asyncio.Task[None]]()
    for _ in range(most):
        assert not door.gate.is_crowded(load)
        waiting.append(asyncio.create_task(door.gate.enter(Lane.INTERACTIVE, load)))
        waiting.append(asyncio.create_task(door.gate.enter(Lane.INTERACTIVE, load + 1)))
        door.now -= 1 / 28
        await asyncio.sleep(0)
    assert door.gate.is_crowded(load)
    await asyncio.gather(*waiting)


async def test_who_gave_up_waiting_uses_nothing_up() -> None:
    door = Door()
    await asyncio.gather(*(door.enter("full", Lane.INTERACTIVE) for _ in range(28)))
    gone = [asyncio.create_task(door.enter("gone", Lane.INTERACTIVE)) for _ in range(28)]
    last = asyncio.create_task(door.enter("last", Lane.INTERACTIVE))
    await asyncio.sleep(0)
    for one in gone:
        one.cancel()
    await last
    assert door.names == ["full"] * 28 + ["last"]
    assert door.gate.demand == 1
    assert [door.gate.is_free() for _ in range(2)] == [True, True]


@pytest.mark.parametrize(("chats", "is_halt"), [(3, False), (10, True)])
async def test_so_many_chats_in_a_row_are_a_reason_to_doubt(
    chats: int,
    is_halt: bool,  # noqa: FBT001 - of a table
) -> None:
    door = Door()
    for _ in range(2):
        for chat in range(chats):
            assert door.gate.is_free()
            assert not door.gate.is_halted
            door.gate.has_failed(chat, is_halt=is_halt)
        assert door.gate.is_halted is is_halt
        await door.enter("probe", Lane.INTERACTIVE)
        assert not door.gate.is_free()
        door.now += 0.69
        assert not door.gate.is_free()
        door.now += 0.31
        assert door.gate.is_free(), "a second has passed"
        door.gate.has_succeeded()
        assert door.gate.failed == set()
        assert door.gate.is_free()
        assert not door.gate.is_halted


async def test_in_doubt_one_who_waits_is_a_crowd() -> None:
    door = Door()
    door.gate.is_halted_elsewhere = True
    await door.enter("probe", Lane.INTERACTIVE)
    assert not door.gate.is_crowded()
    waiting = asyncio.create_task(door.enter("probe", Lane.INTERACTIVE))
    await asyncio.sleep(0)
    assert door.gate.is_crowded()
    await waiting
    assert not door.gate.is_crowded()


async def test_what_fails_while_it_is_in_doubt_shows_nothing_more() -> None:
    """The network is away, and what Telegram said before to many chats is no halt of the bot."""
    door = Door()
    for chat in range(3):
        door.gate.has_failed(chat, is_halt=False)
    for chat in range(10):
        door.gate.has_failed(chat, is_halt=True)
    assert not door.gate.is_halted


@pytest.mark.parametrize(("given", "held"), [(0, 1), (1, 1), (2, 2), (28, 28)])
async def test_where_nothing_can_be_borrowed_one_a_second_goes_in_at_least(
    given: int, held: int
) -> None:
    door = Door()
    assert door.gate.held == 28
    door.gate.allot(given)
    assert door.gate.held == held
    await asyncio.gather(*(door.enter("x", Lane.INTERACTIVE) for _ in range(29)))
    assert len([at for at, _ in door.entered if at < 1]) == held


class Lender:
    """So many permits for all gates together, each of them free again after a second."""

    def __init__(self, door: Door, count: int) -> None:
        self.door = door
        self.free_at = [0.0] * count
        self.asked = 0

    @property
    def free(self) -> int:
        return sum(at <= self.door.now for at in self.free_at)

    async def lend(self, spare: int) -> bool:
        self.asked += 1
        await asyncio.sleep(0)
        if self.free <= spare:
            return False
        self.free_at.remove(min(self.free_at))
        self.free_at.append(self.door.now + 1)
        return True


def borrowing(held: int, count: int) -> tuple[Door, Lender]:
    """A door that holds so many permits and can borrow so many in a second."""
    door = Door()
    lender = Lender(door, count)
    door.gate.borrow = lender.lend
    door.gate.allot(held, count)
    return door, lender


@pytest.mark.parametrize("held", [0, 1, 4, 9])
@pytest.mark.parametrize(
    ("lane", "load", "spare"),
    [
        (Lane.INTERACTIVE, 0.0, 0),
        (Lane.KEPT, 0.0, 1),
        (Lane.KEPT, 9.0, 2),
        (Lane.INTERACTIVE, 9.0, 2),
        (Lane.BULK, 0.0, 3),
    ],
)
async def test_each_uses_all_that_it_holds_and_of_the_others_what_its_rank_may(
    held: int, lane: Lane, load: float, spare: int
) -> None:
    door, lender = borrowing(held, 14)
    waiting = asyncio.gather(*(door.enter("x", lane, load) for _ in range(5 * OVERALL)))
    while door.now < 1_004:
        await asyncio.sleep(0)
    assert lender.free >= spare
    # A little is lost between two attempts.
    a_second = [len([0 for at, _ in door.entered if n <= at < n + 1]) for n in range(1, 4)]
    most = held + 14 - spare
    assert all(0.9 * most - 1 <= count <= most + 1 for count in a_second), (most, a_second)
    waiting.cancel()


async def test_who_holds_enough_borrows_nothing() -> None:
    door, lender = borrowing(9, 14)
    for _ in range(3):
        await asyncio.gather(*(door.enter("x", Lane.INTERACTIVE) for _ in range(9)))
        door.now += 1
    assert lender.asked == 0


async def test_who_asks_while_others_wait_to_borrow_goes_before_them() -> None:
    door, _ = borrowing(2, 10)
    lively = [asyncio.create_task(door.enter("lively", Lane.KEPT, 9.0)) for _ in range(40)]
    while door.gate.is_free(9.0):
        await asyncio.sleep(0)
    came = door.now
    assert door.gate.is_free()
    await door.enter("quiet", Lane.INTERACTIVE)
    assert door.now - came <= 1 / OVERALL
    await asyncio.gather(*lively)


async def test_what_is_late_borrows_first_and_leaves_one_to_who_asks_now() -> None:
    door, lender = borrowing(0, 6)
    late = [asyncio.create_task(door.enter("late", Lane.KEPT, 2.0, 0.0)) for _ in range(20)]
    while lender.free > 1:
        await asyncio.sleep(0)
    came = door.now
    await asyncio.gather(*(door.enter("asked", Lane.INTERACTIVE) for _ in range(2)))
    assert door.names.count("asked") == 2
    first, second = (at for at, name in door.entered if name == "asked")
    assert first + 1_000 - came <= 3 / OVERALL
    assert second - first >= 0.9, "only one of each second goes before what is late"
    await asyncio.gather(*late)


async def test_it_is_full_while_nothing_is_lent() -> None:
    door, lender = borrowing(0, 5)
    assert door.gate.is_free()
    waiting = [asyncio.create_task(door.enter("x", Lane.INTERACTIVE)) for _ in range(6)]
    while len(door.names) < 5 or lender.asked < 6:
        await asyncio.sleep(0)
    assert not door.gate.is_free()
    assert not door.gate.is_crowded()
    waiting += [asyncio.create_task(door.enter("x", Lane.INTERACTIVE)) for _ in range(4)]
    await asyncio.sleep(0)
    assert door.gate.is_crowded()
    await asyncio.gather(*waiting)
    door.now += 1
    assert door.gate.is_free()


async def test_in_doubt_one_a_second_borrows_until_one_succeeds() -> None:
    door, _ = borrowing(0, 5)
    door.gate.is_halted_elsewhere = True
    assert door.gate.is_free()
    await asyncio.gather(*(door.enter("probe", Lane.KEPT) for _ in range(3)))
    assert not door.gate.is_free()
    times = [at for at, _ in door.entered]
    assert all(later - at >= PROBE_SECONDS for at, later in pairwise(times))
    assert times[-1] < 2.1 * PROBE_SECONDS
    door.gate.has_succeeded()
    assert door.gate.is_free()


async def test_who_gave_up_before_a_permit_came_lets_the_next_one_in() -> None:
    door, _ = borrowing(0, 5)
    gone, last = (asyncio.create_task(door.enter(name, Lane.INTERACTIVE)) for name in "ab")
    await asyncio.sleep(0)
    gone.cancel()
    await last
    assert door.names == ["b"]
    assert door.gate.demand == 1
