"""Turns are few, and go round."""

from collections.abc import Callable
from dataclasses import dataclass, field

import pytest

from bot.web.turns import MOST_SAVED, TURNS_A_SECOND, Turns


@dataclass
class ByHand:
    """A clock that goes on when it is told to."""

    now: float = 100.0
    due: list[tuple[float, Callable[[], None]]] = field(default_factory=list)

    def time(self) -> float:
        return self.now

    def call_later(self, delay: float, callback: Callable[[], None], /) -> object:
        self.due.append((self.now + delay, callback))
        return None

    def goes_on(self, seconds: float) -> None:
        ends = self.now + seconds
        while ready := [one for one in self.due if one[0] <= ends]:
            first = min(ready, key=lambda one: one[0])
            self.due.remove(first)
            self.now = max(self.now, first[0])
            first[1]()
        self.now = ends


@dataclass(eq=False)
class Somebody:
    """A connection that notes its turns, and asks again if it `has_more`."""

    turns: Turns
    told: list[str]
    host: str = "10.0.0.1"
    has_more: bool = False

    def has_turn(self) -> None:
        self.told.append(self.host)
        if self.has_more and not self.turns.take():
            self.turns.wait(self)


@pytest.fixture
def clock() -> ByHand:
    return ByHand()


@pytest.fixture
def turns(clock: ByHand) -> Turns:
    return Turns(clock, lambda _: False)


def spend(turns: Turns) -> int:
    """Takes all turns that there are; gives how many there were."""
    count = 0
    while turns.take():
        count += 1
    return count


def test_a_quiet_port_has_saved_some_turns_and_no_more(turns: Turns, clock: ByHand) -> None:
    assert spend(turns) == MOST_SAVED
    clock.goes_on(3600)
    assert spend(turns) == MOST_SAVED
    clock.goes_on(5.5 / TURNS_A_SECOND)
    assert spend(turns) == 5


def test_however_many_wait_there_are_as_many_turns_a_second(turns: Turns, clock: ByHand) -> None:
    told = list[str]()
    spend(turns)
    for _ in range(300):
        turns.wait(Somebody(turns, told, has_more=True))
    clock.goes_on(10)
    assert len(told) == pytest.approx(10 * TURNS_A_SECOND, abs=1)


def test_nobody_passes_those_who_wait(turns: Turns, clock: ByHand) -> None:
    told = list[str]()
    spend(turns)
    turns.wait(Somebody(turns, told))
    clock.now += 1
    assert not turns.take()
    clock.goes_on(1)
    assert (len(told), turns.take()) == (1, True)


def test_those_of_one_address_have_their_turns_in_the_order_in_which_they_came(
    turns: Turns, clock: ByHand
) -> None:
    told = list[str]()
    spend(turns)
    for name in "abc":
        one = Somebody(turns, told, name)
        turns.wait(one)
        turns.wait(one)
    clock.goes_on(10)
    assert told == ["a", "b", "c"]


def test_the_lines_of_all_addresses_take_turns(turns: Turns, clock: ByHand) -> None:
    told = list[str]()
    spend(turns)
    for _ in range(100):
        turns.wait(Somebody(turns, told, "many", has_more=True))
    clock.goes_on(1)
    told.clear()
    turns.wait(Somebody(turns, told, "few"))
    clock.goes_on(2.5 / TURNS_A_SECOND)
    assert "few" in told


def test_who_has_gone_takes_no_turn(turns: Turns, clock: ByHand) -> None:
    told = list[str]()
    spend(turns)
    gone, stays = Somebody(turns, told, "gone"), Somebody(turns, told, "stays")
    turns.wait(gone)
    turns.wait(stays)
    turns.leave(gone)
    turns.leave(gone)
    clock.goes_on(10)
    assert told == ["stays"]
    # Without anybody who waits there is no timer either.
    assert clock.due == []
