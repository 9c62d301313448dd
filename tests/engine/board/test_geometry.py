import pickle
from itertools import combinations

import pytest

from engine.board.geometry import Geometry

SHAPES = [(2, 2), (2, 3), (3, 2), (2, 4), (3, 3), (3, 4), (4, 4), (5, 5)]


@pytest.mark.parametrize(("box_rows", "box_columns"), SHAPES)
def test_every_kind_of_unit_parts_the_cells(box_rows: int, box_columns: int) -> None:
    shape = Geometry(box_rows, box_columns)
    for units in (shape.rows, shape.columns, shape.boxes):
        assert len(units) == shape.size
        assert sorted(cell for unit in units for cell in unit) == list(range(shape.cell_count))
    assert shape.units == shape.rows + shape.columns + shape.boxes


@pytest.mark.parametrize(("box_rows", "box_columns"), SHAPES)
def test_boxes_are_rectangles_of_the_shape(box_rows: int, box_columns: int) -> None:
    shape = Geometry(box_rows, box_columns)
    for box in shape.boxes:
        rows = {cell // shape.size for cell in box}
        columns = {cell % shape.size for cell in box}
        assert (len(rows), len(columns)) == (box_rows, box_columns)
        assert max(rows) - min(rows) == box_rows - 1
        assert max(columns) - min(columns) == box_columns - 1


@pytest.mark.parametrize(("box_rows", "box_columns"), SHAPES)
def test_peers_share_a_unit(box_rows: int, box_columns: int) -> None:
    shape = Geometry(box_rows, box_columns)
    pairs = {frozenset(pair) for unit in shape.units for pair in combinations(unit, 2)}
    assert pairs == {
        frozenset((cell, peer)) for cell, peers in enumerate(shape.peers) for peer in peers
    }
    assert {len(peers) for peers in shape.peers} == {3 * shape.size - box_rows - box_columns - 1}


def test_a_cell_of_the_nine_by_nine_board_has_20_peers() -> None:
    assert {len(peers) for peers in Geometry(3, 3).peers} == {20}


def test_units_of_a_cell() -> None:
    shape = Geometry(2, 3)
    cell = shape.cell(3, 4)
    assert [shape.unit_kind(unit) for unit in shape.units_of[cell]] == ["row", "column", "box"]
    assert [shape.unit_number(unit) for unit in shape.units_of[cell]] == [4, 5, 4]
    assert all(cell in shape.units[unit] for unit in shape.units_of[cell])
    assert shape.box_of(cell) == 3


def test_names_count_from_one() -> None:
    assert Geometry(3, 3).name(Geometry(3, 3).cell(3, 4)) == "r4c5"


@pytest.mark.parametrize(
    ("size", "shape"),
    [(4, (2, 2)), (6, (2, 3)), (8, (2, 4)), (9, (3, 3)), (12, (3, 4)), (16, (4, 4)), (25, (5, 5))],
)
def test_the_usual_shape_of_a_size(size: int, shape: tuple[int, int]) -> None:
    assert Geometry.of_size(size) is Geometry(*shape)


@pytest.mark.parametrize("size", [-9, 0, 1, 2, 3, 5, 7, 13, 26, 36])
def test_sizes_without_boxes(size: int) -> None:
    with pytest.raises(ValueError, match="boxes"):
        Geometry.of_size(size)


@pytest.mark.parametrize("shape", [(1, 4), (4, 1), (0, 0), (-3, -3), (5, 6)])
def test_shapes_out_of_range(shape: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="out of range"):
        Geometry(*shape)


def test_one_object_a_shape_even_from_another_process() -> None:
    shape = Geometry(3, 4)
    assert pickle.loads(pickle.dumps(shape)) is shape  # noqa: S301 - our own bytes
    assert Geometry(4, 3) is not shape
