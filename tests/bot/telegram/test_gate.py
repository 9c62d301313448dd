"""Who goes first when the whole bot has to wait."""

import asyncio

import pytest

from bot.telegram.gate import CHATS_OF_A_TROUBLE, MOST, OVERALL, PROBE_SECONDS, Gate, Lane, Rank


class Door:
    """A Gate whose clock moves when somebody sleeps, and a record of those who went through."""

    def __init__(self) -> None:
        self.now = 1_000.0
        self.gate = Gate(lambda: self.now, self._sleep)
        self.entered: list[tuple[float, str]] = []

    async def _sleep(self, seconds: float) -> None:
        await asyncio.sleep(0)
        self.now += seconds

    async def enter(self, name: str, lane: Lane, load: float = 0.0) -> None:
        await self.gate.enter(lane, load)
        self.entered.append((self.now - 1_000, name))

    @property
    def names(self) -> list[str]:
        return [name for _, name in self.entered]


@pytest.mark.parametrize(
    ("lane", "load", "rank"),
    [
        (Lane.INTERACTIVE, 0.0, Rank.ASKED),
        (Lane.KEPT, 0.0, Rank.OWED),
        (Lane.INTERACTIVE, 2.0, Rank.BUSY),
        (Lane.KEPT, 2.0, Rank.BUSY),
        (Lane.BULK, 0.0, Rank.BULK),
    ],
)
async def test_each_rank_leaves_room_for_those_before_it(
    lane: Lane, load: float, rank: Rank
) -> None:
    door = Door()
    await asyncio.gather(*(door.enter("x", lane, load) for _ in range(2 * OVERALL)))
    assert len([at for at, _ in door.entered if at < 1]) == MOST[rank]


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
        door.gate.share = share
        await asyncio.gather(*(door.enter("x", lane, load) for _ in range(2 * OVERALL)))
        most = share * MOST[Rank.of(lane, load)] // OVERALL
        assert len([at for at, _ in door.entered if at < 1]) == max(most, 1)


async def test_a_share_that_becomes_smaller_counts_what_has_gone_in_already() -> None:
    door = Door()
    for _ in range(10):
        await door.enter("before", Lane.INTERACTIVE)
        door.now += 0.01
    door.gate.share = 4
    await asyncio.gather(*(door.enter("after", Lane.INTERACTIVE) for _ in range(4)))
    assert [at for at, name in door.entered if name == "after"] == pytest.approx(
        [1.06, 1.07, 1.08, 1.09]
    )


async def test_it_says_how_many_have_come_of_late_and_how_many_wait() -> None:
    door = Door()
    door.gate.share = 2
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
