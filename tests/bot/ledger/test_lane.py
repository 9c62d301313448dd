"""Who gets a turn of a fair lane, and when; all of it in simulated time."""

import asyncio
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from math import ceil

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from bot.ledger.lane import (
    CREDIT,
    CROWD_SECONDS,
    DEEPEST_DEBT,
    IDLE_ACCOUNTS,
    LONG,
    PLACES,
    QUANTUM,
    RECOVERY,
    FairLane,
    LaneFull,
)
from bot.ledger.owner import NOBODY, Owner
from tests.bot.ledger.simulated import MOST, Shop, now, simulated

ANN, BOB, EVE, ZOE = (Owner(number, number) for number in range(1, 5))
"""Accounts alone with the bot."""


async def poor(shop: Shop, *owners: Owner, seconds: float = 10.0) -> None:
    """Has accounts use up their credit, and much more."""
    for owner in owners:
        await shop.spends(owner, seconds)


async def a_moment() -> None:
    """Lets everybody do what they can do now."""
    for _ in range(10):
        await asyncio.sleep(0)


COSTS = st.lists(st.floats(0.02, MOST), min_size=1, max_size=3)
SPAN = 60.0


@pytest.mark.long
@settings(max_examples=25)
@given(
    slots=st.integers(1, 3),
    at_once=st.integers(1, 3),
    costs=st.lists(COSTS, min_size=2, max_size=7),
    more=st.integers(1, 2),
)
@example(slots=1, at_once=1, costs=[[0.02], [0.3]], more=1)
@example(slots=2, at_once=1, costs=[[0.02], [0.02], [0.3], [0.3], [0.3]], more=2)
@example(slots=2, at_once=2, costs=[[0.02], [0.02], [0.3], [0.3], [0.3]], more=2)
@example(slots=2, at_once=1, costs=[[0.25], [0.125], [0.125], [0.0625]], more=1)
def test_accounts_that_always_wait_get_equal_time_whatever_their_questions_cost(
    slots: int, at_once: int, costs: Sequence[Sequence[float]], more: int
) -> None:
    """Beyond what is at work of each account, so many `more` of its questions wait."""

    async def main() -> None:
        shop = Shop(slots, at_once)

        async def insists(owner: Owner, each: Sequence[float]) -> None:
            for number in count():
                await shop.served("", owner, each[number % len(each)])

        crowd = [
            asyncio.create_task(insists(Owner(account, chat), each))
            for account, each in enumerate(costs, start=1)
            for chat in range(at_once + more)
        ]
        await asyncio.sleep(SPAN)
        told = [shop.seconds[account] for account in range(1, len(costs) + 1)]
        assert max(told) - min(told) <= slots * (2 * MOST + QUANTUM) + CREDIT, told
        used = min(slots, at_once * len(costs))
        assert sum(told) >= used * SPAN - MOST * slots - 0.1, "no slot stands idle"
        for one in crowd:
            one.cancel()
        await asyncio.gather(*crowd, return_exceptions=True)

    simulated(main())


@given(chats=st.lists(st.integers(1, 4), max_size=20))
def test_the_chats_of_an_account_take_turns_and_each_keeps_its_order(chats: list[int]) -> None:
    async def main() -> None:
        shop = Shop()
        first = shop.asks("first", BOB, 1)
        await a_moment()
        asked = [
            shop.asks(f"{chat}:{number}", Owner(ANN.account, chat), MOST)
            for number, chat in enumerate(chats)
        ]
        await asyncio.gather(first, *asked)
        assert shop.begun == ["first", *in_turns(chats)]

    simulated(main())


def in_turns(chats: Sequence[int]) -> list[str]:
    """The questions of an account as its chats take turns."""
    waiting: dict[int, deque[str]] = {}
    for number, chat in enumerate(chats):
        waiting.setdefault(chat, deque()).append(f"{chat}:{number}")
    order = deque(waiting.values())
    found = list[str]()
    while order:
        of_chat = order.popleft()
        found.append(of_chat.popleft())
        if of_chat:
            order.append(of_chat)
    return found


def test_a_newcomer_does_not_wait_behind_those_who_ask_all_the_time() -> None:
    async def main() -> None:
        shop = Shop()
        await poor(shop, ANN, BOB)
        asked = [shop.asks("Ann", ANN, MOST) for _ in range(5)]
        asked += [shop.asks("Bob", BOB, MOST) for _ in range(5)]
        await a_moment()
        asked.append(shop.asks("Eve", EVE, MOST))
        await asyncio.gather(*asked)
        assert shop.begun[:2] == ["Ann", "Eve"]

    simulated(main())


@pytest.mark.parametrize(("waited", "order"), [(0.9, "abc"), (1.1, "cba")])
def test_newcomers_are_served_in_order_and_the_newest_first_in_a_crowd(
    waited: float, order: str
) -> None:
    """A crowd is one whose first has waited for long; those who came later may not have."""

    async def main() -> None:
        shop = Shop()
        asked = [shop.asks("first", ANN, waited * CROWD_SECONDS)]
        await a_moment()
        asked += [shop.asks(name, owner, 0.01) for name, owner in (("a", BOB), ("b", EVE))]
        await asyncio.sleep(waited * CROWD_SECONDS / 2)
        asked.append(shop.asks("c", ZOE, CROWD_SECONDS))
        await asyncio.gather(*asked)
        assert "".join(shop.begun[1:]) == order

    simulated(main())


@pytest.mark.parametrize("slots", [1, 2])
@pytest.mark.parametrize(
    ("used", "debt"), [(CREDIT + 0.2, 0.2), (CREDIT + 5, 5.0), (1_000.0, DEEPEST_DEBT)]
)
def test_credit_grows_back_until_the_account_is_new_again_and_debt_has_an_end(
    slots: int, used: float, debt: float
) -> None:
    async def is_new(waited: float) -> bool:
        shop = Shop(slots)
        await poor(shop, ANN, seconds=used)
        await asyncio.sleep(waited)
        asked = [shop.asks("busy", Owner(100 + number), 0.1) for number in range(slots)]
        await a_moment()
        # The bot's own questions are never new, and this one waits for longer.
        asked += [shop.asks("the bot", NOBODY, 0.1) for _ in range(slots)]
        await a_moment()
        asked.append(shop.asks("Ann", ANN, 0.1))
        await asyncio.gather(*asked)
        return shop.begun.index("Ann") < shop.begun.index("the bot")

    after = debt / (RECOVERY * slots)
    assert not simulated(is_new(0.99 * after))
    assert simulated(is_new(1.01 * after))


def test_credit_that_was_not_used_does_not_pile_up() -> None:
    async def main() -> None:
        shop = Shop()
        await shop.spends(ANN, 0.0)
        await asyncio.sleep(1_000_000)
        await shop.spends(ANN, CREDIT)
        asked = [shop.asks("busy", BOB, 1)]
        await a_moment()
        asked += [shop.asks("the bot", NOBODY, 1), shop.asks("Ann", ANN, 1)]
        await asyncio.gather(*asked)
        assert shop.begun == ["busy", "the bot", "Ann"]

    simulated(main())


def test_what_a_newcomer_did_not_use_buys_nothing_among_those_who_saved() -> None:
    """Ann's first turn was not paid by what she had saved, so nothing of it is saved now."""

    async def main() -> None:
        shop = Shop()
        await poor(shop, BOB)
        asked = [shop.asks("busy", EVE, 0.1)]
        await a_moment()
        asked += [shop.asks(f"Bob {number}", BOB, 0.1, most=10.0) for number in range(2)]
        asked += [shop.asks(f"Ann {number}", ANN, 0.1, most=10.0) for number in range(2)]
        await asyncio.gather(*asked)
        assert shop.begun == ["busy", "Ann 0", "Bob 0", "Ann 1", "Bob 1"]

    simulated(main())


def test_an_account_has_no_more_than_its_turns_at_once_and_leaves_the_rest_to_others() -> None:
    async def main() -> None:
        shop = Shop(slots=4, at_once=2)
        asked = [shop.asks("Ann", ANN, 1) for _ in range(5)]
        await a_moment()
        assert (shop.begun, shop.lane.held(ANN.account)) == (["Ann"] * 2, 5)
        assert (shop.lane.at_work, shop.lane.waiting) == (2, 3)
        asked += [shop.asks("Bob", BOB, 1) for _ in range(3)]
        await a_moment()
        assert shop.begun == ["Ann"] * 2 + ["Bob"] * 2
        await asyncio.gather(*asked)
        assert now() == 3
        assert (shop.lane.at_work, shop.lane.waiting, shop.lane.held(ANN.account)) == (0, 0, 0)

    simulated(main())


def test_an_account_has_ten_places_and_is_told_when_to_come_again() -> None:
    async def main() -> None:
        shop = Shop(places=PLACES)
        asked = [shop.asks("", Owner(ANN.account, chat), 1) for chat in range(PLACES)]
        await a_moment()
        with pytest.raises(LaneFull) as full:
            await shop.served("one more", ANN, 1)
        assert full.value.seconds == ceil(PLACES * MOST) == PLACES * MOST
        other = shop.asks("Bob", BOB, 1)
        own = [shop.asks("the bot", NOBODY, 0.1) for _ in range(2 * PLACES)]
        asked[-1].cancel()
        await a_moment()
        again = shop.asks("again", ANN, 1)
        await asyncio.gather(other, again, *own, *asked[:-1])
        assert len(shop.ended) == 3 * PLACES + 1

    simulated(main())


@pytest.mark.parametrize("held", [1, 3])
def test_who_must_come_again_is_told_whole_seconds(held: int) -> None:
    async def main() -> None:
        shop = Shop(places=held)
        asked = [shop.asks("", ANN, 1) for _ in range(held)]
        await a_moment()
        with pytest.raises(LaneFull) as full:
            await shop.served("one more", ANN, 1, most=0.5)
        assert full.value.seconds == held - held // 2
        await asyncio.gather(*asked)

    simulated(main())


def test_a_long_turn_is_cut_off_for_a_newcomer_once_it_is_long() -> None:
    async def main() -> None:
        shop = Shop()
        long = shop.asks("long", ANN, 20, most=10, can_be_cut=True)
        await asyncio.sleep(0.4)
        new = shop.asks("new", BOB, 5)
        await asyncio.gather(long, new)
        assert shop.cut == [("long", LONG)]
        assert shop.begun == ["long", "new"]

    simulated(main())


def test_a_turn_that_is_long_already_is_cut_off_at_once() -> None:
    async def main() -> None:
        shop = Shop()
        long = shop.asks("long", ANN, 20, most=10, can_be_cut=True)
        await asyncio.sleep(7.5)
        await asyncio.gather(long, shop.asks("new", BOB, 5))
        assert shop.cut == [("long", 7.5)]

    simulated(main())


def test_no_turn_is_cut_off_for_those_without_credit_or_for_the_bot_itself() -> None:
    async def main() -> None:
        shop = Shop()
        await poor(shop, BOB)
        long = shop.asks("long", ANN, 20, most=10, can_be_cut=True)
        await a_moment()
        await asyncio.gather(long, shop.asks("Bob", BOB, 1), shop.asks("the bot", NOBODY, 1))
        assert shop.cut == []
        assert shop.ended[0] == "long"

    simulated(main())


def test_no_turn_is_cut_off_for_a_newcomer_who_is_served_or_leaves() -> None:
    async def main() -> None:
        shop = Shop(slots=2)
        long = shop.asks("long", ANN, 20, most=10, can_be_cut=True)
        short = shop.asks("short", BOB, 0.8)
        await a_moment()
        served, leaves = shop.asks("served", EVE, 0.1), shop.asks("leaves", ZOE, 0.1)
        await asyncio.sleep(0.5)
        leaves.cancel()
        await asyncio.gather(long, short, served)
        assert shop.cut == []
        assert leaves.cancelled()

    simulated(main())


def test_no_turn_is_cut_off_for_a_newcomer_who_may_not_have_another_turn() -> None:
    """Bob has some credit left, but also as many turns as he may have at once."""

    async def main() -> None:
        shop = Shop(slots=2)
        long = shop.asks("long", ANN, 20, most=10, can_be_cut=True)
        bobs = [shop.asks("Bob", BOB, 6, most=CREDIT / 3) for _ in range(2)]
        await a_moment()
        assert shop.begun == ["long", "Bob"]
        await asyncio.sleep(5)
        assert shop.cut == []
        await asyncio.gather(long, *bobs)
        assert shop.cut == []

    simulated(main())


def test_one_turn_is_cut_off_for_each_newcomer_and_the_longest_first() -> None:
    async def main() -> None:
        shop = Shop(slots=3)
        await poor(shop, ANN, BOB, EVE)
        turns = list[asyncio.Task[None]]()
        for name, owner in (("a", ANN), ("b", BOB), ("c", EVE)):
            turns.append(shop.asks(name, owner, 20, most=10, can_be_cut=True))
            await asyncio.sleep(0.2)
        begin = now() - 0.6
        new = [shop.asks("new", Owner(10 + number), 9) for number in range(2)]
        await asyncio.gather(*turns, *new)
        assert [name for name, _ in shop.cut] == ["a", "b"]
        assert [at - begin for _, at in shop.cut] == pytest.approx([LONG, LONG + 0.2])

    simulated(main())


def test_a_turn_that_cannot_be_cut_off_is_passed_over() -> None:
    async def main() -> None:
        shop = Shop(slots=2)
        turns = [shop.asks("a", ANN, 20, most=10)]
        await asyncio.sleep(0.2)
        turns.append(shop.asks("b", BOB, 20, most=10, can_be_cut=True))
        await asyncio.sleep(0.2)
        await asyncio.gather(*turns, shop.asks("new", EVE, 9))
        assert shop.cut == [("b", 0.2 + LONG)]

    simulated(main())


def test_a_turn_is_cut_off_that_came_while_others_were_waiting_already() -> None:
    """What ends a turn is known a moment after it has come."""

    async def main() -> None:
        shop = Shop()
        busy = shop.asks("busy", ANN, 0.4)
        await a_moment()
        new = [shop.asks("b", BOB, 20, can_be_cut=True), shop.asks("c", EVE, 20)]
        await asyncio.gather(busy, *new)
        ((name, at),) = shop.cut
        assert name == "b"
        assert at == pytest.approx(0.4 + LONG)

    simulated(main())


def test_what_a_turn_took_is_told_and_the_time_that_passes_where_nobody_knows() -> None:
    async def main() -> None:
        shop = Shop()
        await shop.spends(ANN, 0.25)
        await shop.served("", BOB, 7)
        cancelled = shop.asks("", EVE, 7)
        await asyncio.sleep(2)
        cancelled.cancel()
        await a_moment()
        assert shop.seconds == {1: 0.25, 2: 7, 3: 2}

    simulated(main())


def test_a_turn_that_fails_is_over() -> None:
    async def main() -> None:
        lane = FairLane(1, at_once=1, clock=now)
        for _ in range(3):
            with pytest.raises(ConnectionError):
                async with lane.turn(ANN, MOST):
                    raise ConnectionError
        assert (lane.at_work, lane.waiting, lane.held(1)) == (0, 0, 0)

    simulated(main())


TENTHS = st.integers(0, 12).map(lambda tenths: tenths / 10)
"""So coarse that somebody is often cancelled in the moment in which something else happens."""


@dataclass(frozen=True)
class Question:
    """A question that comes after a while, and is perhaps cancelled some time after that."""

    account: int
    chat: int
    comes: float
    cost: float
    most: float
    can_be_cut: bool
    is_cancelled_after: float | None

    @property
    def owner(self) -> Owner:
        return Owner(self.account, self.chat) if self.account else NOBODY


QUESTIONS = st.lists(
    st.builds(
        Question,
        account=st.integers(0, 4),
        chat=st.integers(1, 3),
        comes=TENTHS,
        cost=TENTHS,
        most=st.sampled_from([0.1, 0.3, 5.0]),
        can_be_cut=st.booleans(),
        is_cancelled_after=st.none() | TENTHS,
    ),
    max_size=25,
)


@pytest.mark.long
@settings(max_examples=300)
@given(slots=st.integers(1, 3), at_once=st.integers(1, 2), questions=QUESTIONS)
def test_nobody_loses_a_slot_however_questions_come_and_are_cancelled(
    slots: int, at_once: int, questions: list[Question]
) -> None:
    async def main() -> None:
        shop = Shop(slots, at_once, places=6)

        async def comes(one: Question) -> None:
            await asyncio.sleep(one.comes)
            with suppress(TimeoutError):
                try:
                    async with asyncio.timeout(one.is_cancelled_after):
                        await shop.served(
                            "", one.owner, one.cost, one.most, can_be_cut=one.can_be_cut
                        )
                except LaneFull:
                    assert shop.lane.held(one.account) == shop.places
                    assert one.owner != NOBODY

        def is_settled() -> bool:
            """Whether everybody knows what has become of them, which takes a moment."""
            held = sum(map(shop.lane.held, range(5)))
            at_work = shop.at_work.total()
            return shop.lane.at_work == at_work and shop.lane.waiting + at_work == held

        async def watches() -> None:
            while True:
                await asyncio.sleep(0.05)
                for _ in range(1_000):
                    if is_settled():
                        break
                    await asyncio.sleep(0)
                assert is_settled()
                able = [
                    account
                    for account in range(5)
                    if shop.at_work[account] < min(shop.lane.held(account), at_once)
                ]
                assert not able or shop.lane.at_work == slots, "a slot stands idle"

        watching = asyncio.create_task(watches())
        await asyncio.gather(*map(comes, questions))
        assert not watching.done()
        watching.cancel()
        assert (shop.lane.at_work, shop.lane.waiting) == (0, 0)
        assert [shop.lane.held(account) for account in range(5)] == [0] * 5
        begin = now()
        await asyncio.gather(*(shop.served("", Owner(100 + n), 1) for n in range(slots)))
        assert now() == pytest.approx(begin + 1), "all slots are there"

    simulated(main())


@pytest.mark.parametrize("moment", ["before it waits", "waiting", "its turn has come", "at work"])
def test_a_cancelled_question_makes_way_at_each_of_its_moments(moment: str) -> None:
    async def main() -> None:
        shop = Shop()
        busy = shop.asks("busy", BOB, 1)
        await a_moment()
        asked = shop.asks("cancelled", ANN, 9)
        if moment != "before it waits":
            await a_moment()
        if moment == "its turn has come":
            # The lane has given it the slot, and it has not run since.
            busy.cancel()
            while shop.lane.at_work != 1 or shop.at_work[BOB.account]:
                await asyncio.sleep(0)
            while shop.lane.waiting:
                await asyncio.sleep(0)
        if moment == "at work":
            await asyncio.sleep(2)
            assert shop.begun[-1] == "cancelled"
        asked.cancel()
        after = shop.asks("after", EVE, 1)
        await asyncio.gather(busy, asked, after, return_exceptions=True)
        assert asked.cancelled()
        assert shop.begun[-1] == "after"
        assert (shop.lane.at_work, shop.lane.waiting, shop.lane.held(ANN.account)) == (0, 0, 0)
        assert shop.seconds[ANN.account] == pytest.approx(1 if moment == "at work" else 0)

    simulated(main())


@pytest.mark.long
def test_accounts_that_have_their_whole_credit_are_forgotten() -> None:
    async def main() -> None:
        shop = Shop()
        for number in range(5 * IDLE_ACCOUNTS):
            await shop.spends(Owner(number), 0.0)
        assert len(vars(shop.lane)["_accounts"]) <= IDLE_ACCOUNTS
        waiting = [shop.asks("", Owner(10_000 + number), 0.0) for number in range(3_000)]
        await a_moment()
        await asyncio.gather(*waiting)
        for number in range(4 * IDLE_ACCOUNTS):
            await shop.spends(Owner(number), 0.0)
        assert len(vars(shop.lane)["_accounts"]) <= 2 * IDLE_ACCOUNTS

    simulated(main())


def test_accounts_in_debt_are_not_forgotten_among_many_others() -> None:
    async def main() -> None:
        shop = Shop()
        await poor(shop, ANN)
        for number in range(5 * IDLE_ACCOUNTS):
            await shop.spends(Owner(100 + number), 0.0)
        asked = [shop.asks("busy", BOB, 1)]
        await a_moment()
        asked += [shop.asks("the bot", NOBODY, 1), shop.asks("Ann", ANN, 1)]
        await asyncio.gather(*asked)
        assert shop.begun == ["busy", "the bot", "Ann"]

    simulated(main())
