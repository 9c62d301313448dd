import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from engine.photo.mesh import Mesh, laid_flat

SIDE = 432
MARGIN = 84
SQUARE = np.array([[0, 0], [SIDE, 0], [SIDE, SIDE], [0, SIDE]], np.float32) + MARGIN


def lattice(size: int, bend: float = 0, upright: float = 0) -> NDArray[np.uint8]:
    """The clear lines of a board whose level or upright lines are bent by so many pixels."""
    whole = SIDE + 2 * MARGIN
    lines = np.zeros((whole, whole), np.uint8)
    along = np.arange(MARGIN, MARGIN + SIDE + 1)
    bow = np.sin((along - MARGIN) / SIDE * np.pi)
    for at in range(size + 1):
        place = MARGIN + at * SIDE / size
        for points in (
            np.stack([along, place + bend * bow], axis=1),
            np.stack([place + upright * bow, along], axis=1),
        ):
            cv2.polylines(
                lines,
                [np.round(points).astype(np.int32)[:, None]],
                isClosed=False,
                color=200,
                thickness=2,
            )
    return lines


def middles(size: int) -> NDArray[np.float64]:
    return MARGIN + (np.arange(size) + 0.5) * SIDE / size


@pytest.mark.parametrize("count", [2, 9, 288])
def test_a_flat_page_is_divided_evenly(count: int) -> None:
    places = Mesh.flat(SQUARE).places(count)
    assert places.shape == (count, count, 2)
    assert np.abs(places[..., 0] - middles(count)).max() < 0.01
    assert np.abs(places[..., 1] - middles(count)[:, None]).max() < 0.01
    assert Mesh.flat(SQUARE).moved_corners() == pytest.approx(SQUARE, abs=0.01)


def test_a_page_seen_from_the_side_is_smaller_where_it_is_far() -> None:
    corners = np.array([[100, 0], [200, 0], [300, 300], [0, 300]], np.float32)
    places = Mesh.flat(corners).places(3)
    matrix = cv2.getPerspectiveTransform(
        np.array([[0, 0], [3, 0], [3, 3], [0, 3]], np.float32), corners
    )
    for row in range(3):
        for column in range(3):
            x, y, z = matrix @ (column + 0.5, row + 0.5, 1)
            assert places[row, column] == pytest.approx((x / z, y / z), abs=0.05)


def test_terms_bend_the_page_where_they_say() -> None:
    across, down = np.zeros(10), np.zeros(10)
    across[0], down[0] = 0.1, -0.2
    mesh = Mesh(SQUARE, across, down)
    shift = np.array([0.1, -0.2], np.float32) * SIDE
    assert mesh.places(9) == pytest.approx(Mesh.flat(SQUARE).places(9) + shift, abs=0.01)
    assert mesh.moved_corners() == pytest.approx(SQUARE + shift, abs=0.01)


@pytest.mark.parametrize("margin", [0, 12])
def test_what_lies_in_four_corners_becomes_a_square(margin: int) -> None:
    pixels = np.random.default_rng(1).integers(0, 256, (200, 200), np.uint8)
    corners = np.array([[40, 50], [140, 50], [140, 150], [40, 150]], np.float32)
    flat = laid_flat(pixels, corners, 100, margin)
    assert (flat == pixels[50 - margin : 150 + margin, 40 - margin : 140 + margin]).all()


@pytest.mark.parametrize("size", [4, 6, 9, 16])
@pytest.mark.parametrize("away", [(0, 0), (5, -4), (-6, 6)])
def test_corners_move_to_where_the_lines_are(size: int, away: tuple[int, int]) -> None:
    moves = np.array([away, away[::-1], away, (-away[0], away[1])], np.float32)
    mesh = Mesh.fitted(SQUARE + moves, size, lattice(size))
    expected = np.stack(np.meshgrid(middles(size), middles(size)), axis=2)
    # A small board has few lines that tell where it is.
    assert np.abs(mesh.places(size) - expected).max() < (3 if size == 4 else 1.2)
    assert np.abs(mesh.moved_corners() - SQUARE).max() < 3.5


@pytest.mark.parametrize(("bend", "upright"), [(9, 0), (-9, 0), (0, 9), (0, -9), (8, -6)])
def test_bent_lines_are_followed(bend: float, upright: float) -> None:
    mesh = Mesh.fitted(SQUARE, 9, lattice(9, bend, upright))
    across, down = np.meshgrid(middles(9), middles(9))
    bow = np.sin((np.arange(9) + 0.5) / 9 * np.pi)
    expected = np.stack([across + upright * bow[:, None], down + bend * bow[None, :]], axis=2)
    assert np.abs(mesh.places(9) - expected).max() < 1.6


def test_a_missing_line_or_a_wrong_one_moves_next_to_nothing() -> None:
    lines = lattice(9)
    # The line between the fourth and the fifth row is gone, and a bold one is beside another.
    missing = round(MARGIN + 4 * SIDE / 9)
    lines[missing - 3 : missing + 4, MARGIN + 3 : MARGIN + SIDE - 3] = 0
    beside = round(MARGIN + 6 * SIDE / 9) + 10
    lines[beside : beside + 5, MARGIN : MARGIN + 150] = 255
    expected = np.stack(np.meshgrid(middles(9), middles(9)), axis=2)
    assert np.abs(Mesh.fitted(SQUARE, 9, lines).places(9) - expected).max() < 2.5


@pytest.mark.parametrize("away", [12, -12])
def test_of_two_clear_lines_the_nearer_one_counts(away: int) -> None:
    both = np.maximum(lattice(9), np.roll(lattice(9), (away, away), axis=(0, 1)))
    expected = np.stack(np.meshgrid(middles(9), middles(9)), axis=2)
    assert np.abs(Mesh.fitted(SQUARE, 9, both).places(9) - expected).max() < 2


def test_where_no_line_stands_out_the_others_decide() -> None:
    lines = lattice(9)
    lines[MARGIN : MARGIN + 5 * SIDE // 9, MARGIN : MARGIN + 6 * SIDE // 9] = 200
    expected = np.stack(np.meshgrid(middles(9), middles(9)), axis=2)
    assert np.abs(Mesh.fitted(SQUARE + np.float32(7), 9, lines).places(9) - expected).max() < 6.5


def test_where_there_are_no_lines_the_corners_stay() -> None:
    nothing = np.zeros((SIDE + 2 * MARGIN,) * 2, np.uint8)
    assert Mesh.fitted(SQUARE, 9, nothing).places(9) == pytest.approx(
        Mesh.flat(SQUARE).places(9), abs=0.5
    )


@pytest.mark.parametrize(("bend", "upright"), [(43, 0), (-43, 0), (0, 43), (0, -40), (22, 0)])
def test_a_page_that_bulges_by_most_of_a_cell_is_followed(bend: float, upright: float) -> None:
    mesh = Mesh.bulging(SQUARE, 9, lattice(9, bend, upright))
    across, down = np.meshgrid(middles(9), middles(9))
    bow = np.sin((np.arange(9) + 0.5) / 9 * np.pi)
    expected = np.stack([across + upright * bow[:, None], down + bend * bow[None, :]], axis=2)
    assert np.abs(mesh.places(9) - expected).max() < 6


def test_places_go_on_beyond_the_board() -> None:
    inner = Mesh.flat(SQUARE).places(9)
    around = Mesh.flat(SQUARE).places(9, margin=2)
    assert around.shape == (13, 13, 2)
    assert around[2:-2, 2:-2] == pytest.approx(inner, abs=0.01)
    assert around[0, 0] == pytest.approx(inner[0, 0] - 2 * SIDE / 9, abs=0.01)
