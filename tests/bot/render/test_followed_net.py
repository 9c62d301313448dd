"""What led to a deduction: the newest of the digits that took its alternatives away."""

from bot.render.followed_net import FollowedNet
from engine import parse
from engine.techniques import Candidate, Deduction, State

FOUR = State.start(parse("1..............."))
"""A 4x4 with a 1 in its corner."""


def deduced(reason: str, cell: int, value: int, unit: int = -1) -> Deduction:
    return Deduction(reason, Candidate(cell, value), (), unit)


def test_a_digit_comes_from_the_newest_one_that_left_its_cell_no_other() -> None:
    net = FollowedNet(FOUR)
    net.place(Candidate(1, 2))
    net.place(Candidate(2, 3))
    last = deduced("only_candidate", 3, 4)
    assert net.cause(last) == Candidate(2, 3)
    net.deduce(last)
    assert net.placed == [Candidate(1, 2), Candidate(2, 3), Candidate(3, 4)]
    assert not net.has(Candidate(7, 4)), "its column has a 4 now"


def test_a_digit_comes_from_what_took_its_other_places_in_the_unit() -> None:
    net = FollowedNet(FOUR)
    net.place(Candidate(4, 2))
    net.place(Candidate(10, 2))
    # The first 2 takes two places of column 2, and the newer one takes the third.
    column = FOUR.geometry.units_of[13][1]
    assert net.cause(deduced("only_place", 13, 2, column)) == Candidate(10, 2)


def test_what_only_rules_candidates_out_has_no_arrow() -> None:
    net = FollowedNet(FOUR)
    net.place(Candidate(1, 2))
    locked = Deduction("locked", None, (Candidate(5, 3),), 0)
    assert net.cause(locked) is None
    net.deduce(locked)
    assert not net.has(Candidate(5, 3))
