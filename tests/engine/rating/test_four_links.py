"""Chains of four strong links of one digit, drawn by hand."""

import pytest

from engine.rating.four_links import four_strong_links
from engine.rating.strong_links import three_strong_links
from tests.engine.rating.test_strong_links import Links, board, cell

FOUR = [
    # Lines of one kind, from r1c1 to r9c2.
    (
        {"r1": "r1c1 r1c4", "r4": "r4c4 r4c7", "r6": "r6c7 r6c9", "r9": "r9c9 r9c2"},
        5.8,
        "r2c2 r3c2 r7c1 r8c1",
    ),
    # A box among them.
    (
        {"r1": "r1c1 r1c4", "b5": "r4c4 r6c6", "r7": "r7c6 r7c9", "r9": "r9c8 r9c2"},
        5.9,
        "r2c2 r3c2 r8c1",
    ),
]


@pytest.mark.parametrize(("links", "rating", "gone"), FOUR)
def test_one_end_of_four_strong_links_is_true(links: Links, rating: float, gone: str) -> None:
    step = four_strong_links(board(links))
    assert step
    assert round(step.difficulty, 1) == rating
    assert {cell(name) for name in gone.split()} <= {*step.removed}
    assert {*step.removed.values()} == {16}


def test_three_links_are_not_enough() -> None:
    links = {"r1": "r1c1 r1c4", "r5": "r5c4 r5c7", "r9": "r9c7 r9c2"}
    assert three_strong_links(board(links))
    assert four_strong_links(board(links)) is None
