import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import Geometry
from engine.techniques.layout import bits, layout_of, mask_of

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
