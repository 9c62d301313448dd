import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.board.geometry import Geometry
from engine.board.grid import Grid, InvalidGrid
from engine.board.symmetry import Symmetry, has_symmetry, orbits, parse_mask

FOUR = Geometry(2, 2)
SIX = Geometry(2, 3)
NINE = Geometry(3, 3)


@pytest.mark.parametrize(
    ("symmetry", "count"),
    [
        # Burnside's lemma on a 9x9 square: (1/|G|) * the sum of the cells that each element fixes.
        (Symmetry.NONE, 81),
        (Symmetry.CENTRAL, (81 + 1) // 2),
        (Symmetry.ROTATE90, (81 + 1 + 1 + 1) // 4),
        (Symmetry.HORIZONTAL, (81 + 9) // 2),
        (Symmetry.VERTICAL, (81 + 9) // 2),
        (Symmetry.MIRRORS, (81 + 9 + 9 + 1) // 4),
        (Symmetry.DIAGONAL, (81 + 9) // 2),
        (Symmetry.ANTIDIAGONAL, (81 + 9) // 2),
        (Symmetry.DIAGONALS, (81 + 9 + 9 + 1) // 4),
        (Symmetry.FULL, (81 + 3 * 1 + 4 * 9) // 8),
    ],
)
def test_the_number_of_orbits(symmetry: Symmetry, count: int) -> None:
    assert len(orbits(NINE, symmetry)) == count


def test_every_symmetry_is_counted_above() -> None:
    assert len(Symmetry) == 10


@pytest.mark.parametrize("symmetry", Symmetry)
@pytest.mark.parametrize("shape", [FOUR, SIX, NINE, Geometry(4, 4)])
def test_orbits_part_the_cells_in_order(shape: Geometry, symmetry: Symmetry) -> None:
    found = orbits(shape, symmetry)
    assert sorted(cell for orbit in found for cell in orbit) == list(range(shape.cell_count))
    assert all(list(orbit) == sorted(orbit) for orbit in found)
    assert [orbit[0] for orbit in found] == sorted(orbit[0] for orbit in found)


@pytest.mark.parametrize(
    ("symmetry", "names"),
    [
        (Symmetry.NONE, "r1c2"),
        (Symmetry.CENTRAL, "r1c2 r9c8"),
        (Symmetry.ROTATE90, "r1c2 r2c9 r8c1 r9c8"),
        (Symmetry.HORIZONTAL, "r1c2 r9c2"),
        (Symmetry.VERTICAL, "r1c2 r1c8"),
        (Symmetry.MIRRORS, "r1c2 r1c8 r9c2 r9c8"),
        (Symmetry.DIAGONAL, "r1c2 r2c1"),
        (Symmetry.ANTIDIAGONAL, "r1c2 r8c9"),
        (Symmetry.DIAGONALS, "r1c2 r2c1 r8c9 r9c8"),
        (Symmetry.FULL, "r1c2 r1c8 r2c1 r2c9 r8c1 r8c9 r9c2 r9c8"),
    ],
)
def test_the_orbit_of_one_cell(symmetry: Symmetry, names: str) -> None:
    (orbit,) = (orbit for orbit in orbits(NINE, symmetry) if 1 in orbit)
    assert " ".join(NINE.name(cell) for cell in orbit) == names


@given(st.sampled_from(Symmetry), st.sets(st.integers(0, 35)))
def test_a_pattern_has_a_symmetry_when_it_is_made_of_orbits(
    symmetry: Symmetry, cells: set[int]
) -> None:
    grid = Grid.blank(SIX).with_values(dict.fromkeys(cells, 1))
    whole = {cell for orbit in orbits(SIX, symmetry) if cells & set(orbit) for cell in orbit}
    assert has_symmetry(grid, symmetry) == (whole == cells)


def test_the_values_of_givens_need_no_symmetry() -> None:
    assert has_symmetry(Grid.blank(FOUR).with_values({0: 1, 15: 2}), Symmetry.CENTRAL)


@pytest.mark.parametrize(
    "text",
    [
        "#...\n.##.\n....\n...x",
        "#\n ##\n\n   x",
        "\n1000\n0110\n0000\n0001\n",
        "*___\r\n_**_\r\n____\r\n___*\r\n",
        "#....##........#",
        "#----##--------#",
    ],
)
def test_drawings_of_one_mask(text: str) -> None:
    assert parse_mask(text) == {0, 5, 6, 15}


def test_the_shape_can_be_told() -> None:
    tall = Geometry(3, 2)
    assert parse_mask("\n".join(["#....."] * 6), tall) == {0, 6, 12, 18, 24, 30}


@pytest.mark.parametrize(
    ("text", "reason", "details"),
    [
        ("", "size", {"count": 0}),
        ("#", "size", {"count": 1}),
        ("#" * 17, "size", {"count": 17}),
        ("###\n" * 3, "size", {"count": 9}),
        ("#...\n.....\n....\n..#..", "row_length", {"row": 2, "count": 5, "expected": 4}),
    ],
)
def test_drawings_that_fit_no_board(text: str, reason: str, details: dict[str, int]) -> None:
    with pytest.raises(InvalidGrid) as caught:
        parse_mask(text)
    assert (caught.value.reason, caught.value.details) == (reason, details)


def test_rows_without_a_mark_may_be_empty_lines_where_the_shape_is_told() -> None:
    assert parse_mask("\n #\n  #\n\n", FOUR) == {5, 10}


def test_a_drawing_of_another_shape_than_told() -> None:
    with pytest.raises(InvalidGrid, match="4 rows, expected 9"):
        parse_mask("#...\n" * 4, NINE)
