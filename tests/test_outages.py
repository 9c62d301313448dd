"""The judge of outages: what may be missing after one, and what may not."""

import pytest

from tests.crash import BrokenPromiseError
from tests.outages import Turn, after, check

GIVENS = (1, 0, 0, 0)
TYPED: list[Turn] = [(1, 2), (2, 3), (1, 4), (2, 1)]


def test_all_that_was_typed_and_shown_is_kept() -> None:
    boards = [*after(GIVENS, TYPED)]
    assert boards[-1] == (1, 4, 1, 0)
    check(GIVENS, TYPED, TYPED, boards, 0)


def test_what_was_refused_may_be_missing_and_no_more() -> None:
    kept = [TYPED[0], *TYPED[2:]]
    check(GIVENS, TYPED, kept, after(GIVENS, kept), 1)
    with pytest.raises(BrokenPromiseError, match="0 were refused"):
        check(GIVENS, TYPED, kept, after(GIVENS, kept), 0)


def test_what_was_shown_may_not_be_missing_even_if_something_was_refused() -> None:
    with pytest.raises(BrokenPromiseError, match="shown was"):
        check(GIVENS, TYPED, [TYPED[0], *TYPED[2:]], after(GIVENS, TYPED), 1)


@pytest.mark.parametrize(
    "kept", [[*TYPED, TYPED[-1]], [TYPED[1], TYPED[0], *TYPED[2:]], [*TYPED[:3], (3, 3)]]
)
def test_nothing_is_done_twice_out_of_order_or_unasked(kept: list[Turn]) -> None:
    with pytest.raises(BrokenPromiseError, match="typed was"):
        check(GIVENS, TYPED, kept, [], 9)
