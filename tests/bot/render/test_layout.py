from itertools import pairwise
from math import dist

import pytest

from bot.render.layout import GUTTER, MARGIN, Layout, note_columns
from engine import Geometry

SIZES = (4, 6, 8, 9, 12, 16, 25)
EACH_SIZE = pytest.mark.parametrize("size", SIZES)


def layout_of(size: int, lone: tuple[int, ...] = ()) -> Layout:
    return Layout(Geometry.of_size(size), frozenset(lone))


@pytest.mark.parametrize(
    ("size", "cell", "side"),
    [(4, 247, 1060), (6, 165, 1062), (9, 110, 1062), (16, 75, 1272), (25, 75, 1947)],
)
def test_a_board_fills_a_phone_unless_its_cells_need_more(size: int, cell: int, side: int) -> None:
    """990 pixels of whole cells and 72 around them; sixteen notes need cells of 75."""
    assert (layout_of(size).cell, layout_of(size).side) == (cell, side)


@EACH_SIZE
def test_cells_lie_side_by_side_from_the_gutter_to_the_margin(size: int) -> None:
    layout = layout_of(size)
    shape, wide = layout.geometry, layout.cell
    assert layout.box(0) == (GUTTER, GUTTER, GUTTER + wide, GUTTER + wide)
    assert layout.box(shape.cell_count - 1)[2:] == (layout.side - MARGIN, layout.side - MARGIN)
    for row in shape.rows:
        for one, other in pairwise(row):
            left, top, right, bottom = layout.box(one)
            assert layout.box(other) == (right, top, right + wide, bottom)
    for column in shape.columns:
        for one, other in pairwise(column):
            left, _, right, bottom = layout.box(one)
            assert layout.box(other) == (left, bottom, right, bottom + wide)


@EACH_SIZE
def test_the_middle_of_a_cell_is_as_far_from_all_its_edges(size: int) -> None:
    layout = layout_of(size)
    for cell in (0, size - 1, size + 2, size * size - 1):
        left, top, right, bottom = layout.box(cell)
        assert layout.centre(cell) == ((left + right) / 2, (top + bottom) / 2)


def test_a_unit_lies_between_its_first_and_its_last_cell() -> None:
    layout = layout_of(6)
    units = layout.geometry.units
    left, top, right, bottom = 52, 52, 52 + 6 * 165, 52 + 6 * 165
    assert layout.around(units[0]) == (left, top, right, top + 165)
    assert layout.around(units[6 + 5]) == (right - 165, top, right, bottom)
    assert layout.around(units[12 + 5]) == (right - 3 * 165, bottom - 2 * 165, right, bottom)


@pytest.mark.parametrize(
    ("size", "columns"), [(4, 2), (6, 3), (8, 3), (9, 3), (12, 4), (16, 4), (25, 5)]
)
def test_notes_stand_in_as_many_columns_as_the_smallest_square_needs(
    size: int, columns: int
) -> None:
    assert note_columns(size) == columns


@EACH_SIZE
def test_notes_stand_in_reading_order_around_the_middle_of_their_cell(size: int) -> None:
    layout, cell = layout_of(size), size + 1
    spots = [layout.spot(cell, digit) for digit in range(1, size + 1)]
    wide = note_columns(size)
    full = [spots[at : at + wide] for at in range(0, size, wide)]
    for line in full:
        assert len({y for _, y in line}) == 1
        for one, other in pairwise(line):
            assert other[0] - one[0] == pytest.approx(layout.pitch)
        assert line[0][0] == full[0][0][0]
    for above, below in pairwise(full):
        assert below[0][1] - above[0][1] == pytest.approx(layout.pitch)
    x, y = layout.centre(cell)
    assert (full[0][0][0] + full[0][-1][0]) / 2 == pytest.approx(x)
    assert (full[0][0][1] + full[-1][0][1]) / 2 == pytest.approx(y)


@EACH_SIZE
def test_the_shapes_around_notes_touch_but_do_not_cover_each_other_or_the_edge(size: int) -> None:
    layout = layout_of(size)
    left, top, right, bottom = layout.box(0)
    reach, pitch = layout.reach(0), layout.pitch
    assert abs(2 * reach - pitch) <= 1
    assert 0.9 * pitch <= layout.height(0) <= pitch + 1
    for digit in range(1, size + 1):
        x, y = layout.spot(0, digit)
        assert left + 2 < x - reach
        assert x + reach < right - 2
        assert top + 2 < y - reach
        assert y + reach < bottom - 2


@EACH_SIZE
def test_notes_leave_little_of_a_cell_unused_and_are_never_as_large_as_digits(size: int) -> None:
    layout = layout_of(size)
    in_line = max(3, note_columns(size))
    assert 0.8 * layout.cell < in_line * layout.pitch < 0.95 * layout.cell
    assert layout.height(0) < layout.digit_height / 2


@EACH_SIZE
def test_a_lone_candidate_stands_in_the_middle_as_large_as_a_digit(size: int) -> None:
    layout, cell = layout_of(size, (3,)), layout_of(size).cell
    assert [layout.spot(3, digit) for digit in (1, size)] == [layout.centre(3)] * 2
    assert layout.height(3) == layout.digit_height
    assert 0.65 * cell < layout.digit_height < 0.8 * cell
    # The shape around it holds the digit and stays inside the lines of the cell.
    assert layout.digit_height / 2 < layout.reach(3) < cell / 2 - 3
    assert layout.spot(2, 1) != layout.centre(2)
    assert dist(layout.spot(2, 1), layout.centre(2)) > layout.pitch / 2


def test_the_board_ends_where_its_cells_end() -> None:
    layout = layout_of(9)
    first, last = GUTTER, layout.side - MARGIN
    inside = [(first, first), (last, last), (first, last), (500.5, 600.5)]
    outside = [(first - 1, 500), (500, first - 1), (last + 1, 500), (500, last + 1)]
    assert [layout.holds(point) for point in (*inside, *outside)] == [True] * 4 + [False] * 4
