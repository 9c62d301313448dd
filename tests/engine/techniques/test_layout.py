from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import Geometry
from engine.techniques.layout import bits, gatherings, layout_of, mask_of

SHAPES = [Geometry(2, 2), Geometry(2, 3), Geometry(3, 3), Geometry(4, 4)]


@given(st.sets(st.integers(0, 624)))
def test_a_mask_holds_its_numbers_in_order(numbers: set[int]) -> None:
    assert list(bits(mask_of(numbers))) == sorted(numbers)


@pytest.mark.parametrize("shape", SHAPES)
def test_a_crossing_is_what_a_box_and_a_line_share(shape: Geometry) -> None:
    for box, line, mask in layout_of(shape).crossings:
        assert set(bits(mask)) == set(shape.units[box]) & set(shape.units[line])
    assert len(layout_of(shape).crossings) == shape.size * (shape.box_rows + shape.box_columns)


@given(st.sampled_from(SHAPES), st.data())
def test_cells_seen_by_all_are_peers_of_each(shape: Geometry, data: st.DataObject) -> None:
    cells = data.draw(st.sets(st.integers(0, shape.cell_count - 1), min_size=1, max_size=4))
    seen = set(bits(layout_of(shape).seen_by_all(mask_of(cells))))
    assert seen == set.intersection(*(set(shape.peers[cell]) for cell in cells))


@given(st.sampled_from(SHAPES), st.data())
def test_shared_units_hold_all_cells(shape: Geometry, data: st.DataObject) -> None:
    cells = data.draw(st.sets(st.integers(0, shape.cell_count - 1), min_size=1, max_size=3))
    shared = [unit for unit, inside in enumerate(shape.units) if cells <= set(inside)]
    assert list(layout_of(shape).shared_units(mask_of(cells))) == shared


@given(st.lists(st.integers(0, 63), max_size=6), st.integers(0, 4), st.integers(0, 6))
def test_gatherings_are_all_choices_with_room_for_their_union(
    masks: list[int], size: int, room: int
) -> None:
    items = [(3 * number, mask) for number, mask in enumerate(masks)]
    expected = []
    for chosen in combinations(items, size):
        union = mask_of(bit for _, mask in chosen for bit in bits(mask))
        if union.bit_count() <= room:
            expected.append((mask_of(number for number, _ in chosen), union))
    assert list(gatherings(items, size, room)) == expected


@pytest.mark.parametrize("shape", SHAPES)
def test_units_and_peers_are_those_of_the_geometry(shape: Geometry) -> None:
    layout = layout_of(shape)
    assert layout is layout_of(Geometry(shape.box_rows, shape.box_columns))
    assert bits(layout.all_cells) == tuple(range(shape.cell_count))
    assert [bits(unit) for unit in layout.units] == [tuple(sorted(unit)) for unit in shape.units]
    assert [bits(each) for each in layout.peers] == [tuple(sorted(each)) for each in shape.peers]
    kinds = {"row": layout.rows, "column": layout.columns, "box": layout.boxes}
    for kind, units in kinds.items():
        assert {shape.unit_kind(unit) for unit in units} == {kind}
        assert len(units) == shape.size
    assert [*layout.lines] == [*layout.rows, *layout.columns]


def test_the_bits_of_many_masks_are_right_again_and_again() -> None:
    for _ in range(2):
        for mask in range(25_000):
            assert sum(1 << bit for bit in bits(mask)) == mask
    wide = 1 << 256 | 1 << 255 | 1
    assert bits(wide) == (0, 255, 256)
