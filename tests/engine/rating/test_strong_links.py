"""Turbot fish and chains of three strong links of one digit, drawn by hand."""

import pytest

from engine.rating.board import UNITS, Board
from engine.rating.strong_links import three_strong_links, turbot_fish

Links = dict[str, str]


def cell(name: str) -> int:
    return 9 * int(name[1]) + int(name[3]) - 10


def board(links: Links) -> Board:
    """A board on which a digit has these places alone in some units: b1 to b9, r1, c1 and so on."""
    made = Board([0] * 81)
    for name, cells in links.items():
        unit = 9 * "brc".index(name[0]) + int(name[1]) - 1
        kept = {cell(each) for each in cells.split()}
        assert kept <= {*UNITS[unit]}
        for each in UNITS[unit]:
            if each not in kept:
                made.remove(each, 4)
    return made


TWO = [
    # Skyscrapers in rows and in columns; the ends are in boxes of one band.
    ({"r1": "r1c1 r1c4", "r5": "r5c1 r5c5"}, 4.0, "r2c5 r3c5 r4c4 r6c4"),
    ({"r8": "r8c9 r8c4", "r5": "r5c9 r5c5"}, 4.0, "r7c5 r9c5 r4c4 r6c4"),
    ({"c1": "r1c1 r4c1", "c5": "r1c5 r5c5"}, 4.0, "r5c2 r5c3 r4c4 r4c6"),
    # Joined in box 6 they remove more than in row 9.
    (
        {"c9": "r9c9 r4c9", "c8": "r9c8 r5c8"},
        4.0,
        "r7c7 r8c7 r9c1 r9c2 r9c3 r9c4 r9c5 r9c6 r9c7",
    ),
    # A kite: row 5 and column 5 meet in box 5.
    ({"r5": "r5c1 r5c4", "c5": "r4c5 r9c5"}, 4.1, "r9c1"),
    ({"r1": "r1c2 r1c9", "c3": "r3c3 r8c3"}, 4.1, "r8c9"),
    # Turbot fish: a line and a box.
    ({"r5": "r5c1 r5c9", "b3": "r1c9 r2c7"}, 4.1, "r2c1"),
    ({"c5": "r1c5 r9c5", "b7": "r9c1 r7c2"}, 4.1, "r1c2"),
    # An empty rectangle is a box of a row and a column.
    ({"r5": "r5c1 r5c9", "b3": "r1c8 r1c9 r2c7 r3c7"}, 4.3, ""),
    ({"r5": "r5c1 r5c9", "b3": "r1c9 r2c9 r3c7 r3c8"}, 4.3, "r3c1"),
    ({"c5": "r1c5 r9c5", "b7": "r9c1 r9c3 r7c2 r8c2"}, 4.3, "r1c2"),
    # Groups in lines.
    ({"r1": "r1c1 r1c4 r1c5", "r5": "r5c1 r5c6"}, 4.3, "r2c6 r3c6"),
]


@pytest.mark.parametrize(("links", "rating", "gone"), TWO)
def test_two_strong_links_have_an_end_that_is_true(links: Links, rating: float, gone: str) -> None:
    step = turbot_fish(board(links))
    if not gone:
        assert step is None
        return
    assert step
    assert round(step.difficulty, 1) == rating
    assert step.removed == {cell(name): 16 for name in gone.split()}


@pytest.mark.parametrize(
    "links",
    [
        {},
        {"r1": "r1c1 r1c4"},
        # No unit holds two of the ends.
        {"r1": "r1c1 r1c4", "r5": "r5c2 r5c7"},
    ],
)
def test_links_that_no_unit_joins_say_nothing(links: Links) -> None:
    assert turbot_fish(board(links)) is None
    assert three_strong_links(board(links)) is None


THREE = [
    # Lines of one kind.
    ({"r1": "r1c1 r1c4", "r5": "r5c4 r5c7", "r9": "r9c7 r9c2"}, 5.4, "r2c2 r3c2 r7c1 r8c1"),
    ({"c1": "r1c1 r4c1", "c5": "r4c5 r7c5", "c9": "r7c9 r2c9"}, 5.4, "r2c2 r2c3 r1c7 r1c8"),
    # Two of them side by side.
    ({"r4": "r4c1 r4c4", "r5": "r5c4 r5c7", "r9": "r9c7 r9c2"}, 5.4, "r6c2 r7c1 r8c1"),
    # A box among them.
    ({"r1": "r1c1 r1c4", "b5": "r4c4 r5c6", "r9": "r9c6 r9c2"}, 5.5, "r2c2 r3c2 r7c1 r8c1"),
    # Rows and columns.
    ({"r1": "r1c1 r1c4", "c5": "r2c5 r9c5", "r8": "r8c6 r8c2"}, 5.5, "r2c2 r3c2 r7c1 r9c1"),
    # All three kinds.
    ({"r1": "r1c1 r1c4", "b5": "r4c4 r5c6", "c9": "r5c9 r9c9"}, 5.6, "r9c1"),
    # With a group.
    ({"r1": "r1c1 r1c4", "r5": "r5c4 r5c7 r5c8", "c9": "r4c9 r9c9"}, 5.7, "r9c1"),
    # The link that two others are joined by may stand first or last.
    ({"r1": "r1c4 r1c7", "r5": "r5c1 r5c4", "r9": "r9c7 r9c2"}, 5.4, "r4c2 r6c2 r7c1 r8c1"),
    ({"r1": "r1c1 r1c4", "r5": "r5c7 r5c2", "r9": "r9c4 r9c7"}, 5.4, "r2c2 r3c2 r4c1 r6c1"),
]


@pytest.mark.parametrize(("links", "rating", "gone"), THREE)
def test_three_strong_links_have_an_end_that_is_true(
    links: Links, rating: float, gone: str
) -> None:
    step = three_strong_links(board(links))
    assert step
    assert round(step.difficulty, 1) == rating
    assert step.removed == {cell(name): 16 for name in gone.split()}
