"""Strong links of a digit: how each set of places in a unit is read."""

import pytest

from engine.rating.board import DIGITS, UNIT_OF, UNITS, Board
from engine.rating.links import shared_unit, strong_links

LAST_BOX, LAST_ROW, LAST_COLUMN = 8, 17, 26
Read = list[tuple[set[int], set[int]]]


def read(unit: int, places: set[int], *, digit: int = 8) -> Read:
    """The sides of the links of a digit that has these places in a unit."""
    board = Board([0] * 81)
    for place, cell in enumerate(UNITS[unit]):
        if place not in places:
            board.remove(cell, digit)
    links = strong_links(board, unit, digit)
    for link in links:
        assert (link.unit, link.kind) == (unit, unit // 9)
        assert link.cells == sum(1 << UNITS[unit][place] for place in places)
        assert link.grouped == (len(places) > 2)
    # The heart of a cross need not hold the digit.
    pairs = [link.sides for link in links]
    return [(named(unit, one) & places, named(unit, other) & places) for one, other in pairs]


def named(unit: int, cells: int) -> set[int]:
    return {place for place, cell in enumerate(UNITS[unit]) if cells >> cell & 1}


def sides(text: str) -> Read:
    """Such as 2/01 12/0: the places of both sides, one link after the other."""
    links = [link.split("/") for link in text.split()]
    return [(set(map(int, one)), set(map(int, other))) for one, other in links]


def places_of(text: str) -> set[int]:
    return set(map(int, text))


@pytest.mark.parametrize("unit", [9, LAST_ROW, 18, LAST_COLUMN])
@pytest.mark.parametrize(
    ("places", "links"),
    [
        ("", ""),
        ("4", ""),
        # Two cells wherever they are; more only in two boxes.
        ("01", "0/1"),
        ("08", "0/8"),
        ("012", ""),
        ("345", ""),
        ("678", ""),
        ("037", ""),
        ("0368", ""),
        # A single cell against the rest.
        ("034", "0/34"),
        ("013", "3/01"),
        ("278", "2/78"),
        ("0126", "6/012"),
        ("367", "3/67"),
        ("3458", "8/345"),
        ("3678", "3/678"),
        # Two groups.
        ("0134", "01/34"),
        ("012345", "012/345"),
        ("012678", "012/678"),
        ("345678", "345/678"),
        ("0168", "01/68"),
        ("4567", "45/67"),
        ("0123456", ""),
        ("012345678", ""),
    ],
)
def test_the_places_of_a_line_are_two_cells_or_in_two_boxes(
    unit: int, places: str, links: str
) -> None:
    assert read(unit, places_of(places)) == sides(links)


@pytest.mark.parametrize("unit", [0, LAST_BOX])
@pytest.mark.parametrize(
    ("places", "links"),
    [
        ("", ""),
        ("8", ""),
        # Two cells, which a line of the box may join.
        ("01", ""),
        ("68", ""),
        ("17", ""),
        ("04", "0/4"),
        ("57", "5/7"),
        # The cross of an empty rectangle, whose heart belongs to the rest.
        ("013", "1/03"),
        ("578", "7/58"),
        ("247", "2/47"),
        ("025", "0/25"),
        ("0123", "3/012"),
        ("0146", "06/14"),
        ("0136", "1/036"),
        ("1346", "36/14"),
        ("1347", "3/147"),
        ("1457", "5/147"),
        ("3458", "8/345"),
        ("0126", "6/012"),
        ("01236", "36/12"),
        ("13457", "17/35"),
        ("25678", "25/67"),
        # In one line there is no link.
        ("012", ""),
        ("345", ""),
        ("258", ""),
        # Two parallel lines of the box, by rows before columns; a square both ways.
        ("0134", "01/34 03/14"),
        ("0235", "02/35 03/25"),
        ("0268", "02/68 06/28"),
        ("4578", "45/78 47/58"),
        ("0145", "01/45"),
        ("01234", "012/34"),
        ("01678", "01/678"),
        ("34678", "34/678"),
        ("012345", "012/345"),
        ("012678", "012/678"),
        ("345678", "345/678"),
        ("0347", "03/47"),
        ("0358", "03/58"),
        ("0356", "5/036"),
        ("1458", "14/58"),
        ("03467", "036/47"),
        ("013467", "036/147"),
        ("023568", "036/258"),
        ("124578", "147/258"),
        ("0125678", ""),
        ("02468", ""),
        ("012345678", ""),
    ],
)
def test_the_places_of_a_box_are_a_cross_or_in_two_parallel_lines(
    unit: int, places: str, links: str
) -> None:
    assert read(unit, places_of(places)) == sides(links)


def test_each_digit_has_its_own_links() -> None:
    for digit in DIGITS:
        assert read(4, {0, 8}, digit=digit) == sides("0/8")


def test_some_cells_share_a_column_before_a_row_before_a_box() -> None:
    assert shared_unit(1 << 0) == 18
    for cell in range(81):
        box, row, column = UNIT_OF[cell]
        for other in range(81):
            units = set(UNIT_OF[cell]) & set(UNIT_OF[other])
            order = [unit for unit in (column, row, box) if unit in units]
            assert shared_unit(1 << cell | 1 << other) == next(iter(order), -1)
    assert shared_unit(1 << 0 | 1 << 1 | 1 << 8) == 9
    assert shared_unit(1 << 0 | 1 << 1 | 1 << 9) == 0
    assert shared_unit(1 << 0 | 1 << 1 | 1 << 27) == -1
