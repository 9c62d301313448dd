"""What follows in a graph, against a search node by node."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.board.rng import Rng
from engine.techniques.layout import bits, mask_of
from engine.techniques.reach import reached

Links = list[set[int]]


def followed(strong: Links, weak: Links, start: set[int]) -> tuple[int, int]:
    """One node after the other: what it makes false, and what that makes true."""
    true, false, waiting = {*start}, set[int](), [*start]
    while waiting:
        for fallen in weak[waiting.pop()] - false:
            false.add(fallen)
            waiting += strong[fallen] - true
            true |= strong[fallen]
    return mask_of(true), mask_of(false)


def drawn(rng: Rng, count: int, most: int) -> Links:
    return [{rng.below(count) for _ in range(rng.below(most + 1))} for _ in range(count)]


@settings(max_examples=60, deadline=None)
@given(
    st.integers(0, 2**64 - 1),
    st.sampled_from([1, 2, 63, 64, 65, 128, 200]),
    st.integers(1, 3),
)
def test_all_that_can_be_reached_is_reached(seed: int, count: int, most: int) -> None:
    rng = Rng(seed)
    strong, weak, starts = (drawn(rng, count, most) for _ in range(3))
    masks = [[mask_of(links) for links in each] for each in (strong, weak, starts)]
    expected = [followed(strong, weak, start) for start in starts]
    assert reached(masks[0], masks[1], masks[2]) == expected


@pytest.mark.parametrize("count", [2048, 2049])
def test_a_chain_is_followed_to_the_end_of_the_largest_graphs(count: int) -> None:
    """Node n makes n + 1 false, and that makes n + 2 true, so every second one is true."""
    behind = [1 << n + 1 if n + 1 < count else 0 for n in range(count)]
    ((true, false),) = reached(behind, behind, [1])
    assert bits(true) == tuple(range(0, count, 2))
    assert bits(false) == tuple(range(1, count, 2))


def test_without_starts_or_nodes_nothing_is_reached() -> None:
    assert reached([0], [0], []) == []
    assert reached([], [], [0]) == [(0, 0)]
