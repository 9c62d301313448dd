import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from engine.photo.cells import Pixels
from engine.photo.grids import (
    CERTAIN,
    CLEAR,
    GOOD,
    MOST,
    WAYS,
    best_grid,
    coloured_ridges,
    find_grids,
    fine_ridges,
    ridges,
)

BOXES = {4: (2, 2), 6: (2, 3), 8: (2, 4), 9: (3, 3), 12: (3, 4), 16: (4, 4)}
Corner = tuple[int, int]


def corners(left: int, top: int, side: int) -> Pixels:
    ends = [[left, top], [left + side, top], [left + side, top + side], [left, top + side]]
    return np.array(ends, np.float32)


def board(
    page: NDArray[np.uint8],
    left: int,
    top: int,
    side: int,
    size: int,
    *,
    thin: int = 120,
    digits: bool = True,
) -> Pixels:
    """Draws a board with digits in some cells, and gives its corners."""
    high, wide = BOXES[size]
    for at in range(size + 1):
        place = round(at * side / size)
        for every, is_level in ((wide, False), (high, True)):
            level, width = (20, 3) if at % every == 0 else (thin, 1)
            ends = ((left, top + place), (left + side, top + place))
            if not is_level:
                ends = ((left + place, top), (left + place, top + side))
            cv2.line(page, *ends, level, width)
    cell = side / size
    for number in range(0, size * size, 2) if digits else ():
        row, column = divmod(number, size)
        at_foot = round(left + (column + 0.3) * cell), round(top + (row + 0.75) * cell)
        text = str(number % 9 + 1)
        cv2.putText(page, text, at_foot, cv2.FONT_HERSHEY_SIMPLEX, cell / 45, 30, 1, cv2.LINE_AA)
    return corners(left, top, side)


def blank(height: int = 440, width: int = 440) -> NDArray[np.uint8]:
    return np.full((height, width), 235, np.uint8)


@pytest.mark.parametrize("size", BOXES)
def test_the_size_of_a_board_is_known_by_its_lines(size: int) -> None:
    page = blank()
    shape = board(page, 20, 20, 400, size)
    for shown in (page, 255 - page):
        grid = best_grid(shape, ridges(shown))
        assert grid.size == size
        assert GOOD < CLEAR < grid.score <= 1
        ((found, *_),) = find_grids([shape], ridges(shown))
        assert found.size == size
        assert np.abs(found.corners - shape).max() < 3
        middles = 20 + (np.arange(size) + 0.5) * 400 / size
        assert np.abs(found.mesh.places(size)[0, :, 0] - middles).max() < 2


@pytest.mark.parametrize("thin", [200, 222])
def test_thin_lines_may_be_fainter_than_those_of_boxes(thin: int) -> None:
    page = blank()
    shape = board(page, 20, 20, 400, 9, thin=thin)
    assert best_grid(shape, ridges(page)).size == 9
    assert best_grid(shape, ridges(page)).score > GOOD


def test_of_lines_that_fit_alike_the_first_are_taken() -> None:
    page = blank()
    shape = board(page, 20, 20, 400, 9)
    dark, _ = ridges(page)
    assert best_grid(shape, [dark, dark.copy()]).lines is dark


def test_what_has_no_lines_in_the_right_places_is_no_board() -> None:
    page = blank()
    shape = corners(20, 20, 400)
    assert best_grid(shape, ridges(page)).score < 0
    assert find_grids([shape], ridges(page)) == []
    cv2.rectangle(page, (20, 20), (420, 420), 20, 3)
    assert best_grid(shape, ridges(page)).score < GOOD
    text = blank()
    for line in range(40, 420, 16):
        cv2.putText(text, "how about some text " * 2, (22, line), 0, 0.55, 30, 1, cv2.LINE_AA)
    assert best_grid(shape, ridges(text)).score < GOOD
    seven = blank()
    for at in range(0, 401, 57):
        cv2.line(seven, (20 + at, 20), (20 + at, 420), 20, 2)
        cv2.line(seven, (20, 20 + at), (420, 20 + at), 20, 2)
    assert best_grid(shape, ridges(seven)).score < GOOD
    level = blank()
    for at in range(0, 401, 44):
        cv2.line(level, (20, 20 + at), (420, 20 + at), 20, 2)
    assert best_grid(shape, ridges(level)).score < GOOD


def test_a_shape_larger_than_the_board_fits_worse() -> None:
    page = blank()
    shape = board(page, 60, 60, 320, 9)
    assert best_grid(shape, ridges(page)).score > CLEAR
    for away in (20, 36, 50):
        larger = corners(60 - away, 60 - away, 320 + 2 * away)
        assert best_grid(larger, ridges(page)).score < best_grid(shape, ridges(page)).score - 0.3


def test_boards_side_by_side_are_found_the_largest_first() -> None:
    page = blank(440, 1100)
    small, large = board(page, 20, 60, 288, 6), board(page, 340, 20, 400, 9)
    tiny = board(page, 780, 20, 200, 4)
    found = find_grids([small, tiny, large], ridges(page))
    assert [ways[0].size for ways in found] == [9, 6, 4]
    assert all(1 <= len(ways) <= WAYS for ways in found)
    scores = [[round(way.score / 0.05) for way in ways] for ways in found]
    assert scores == [sorted(way, reverse=True) for way in scores]


def bulging(page: NDArray[np.uint8], height: float) -> NDArray[np.uint8]:
    """A page whose upright lines are bows of that height in pixels."""
    down, across = np.mgrid[0 : page.shape[0], 0 : page.shape[1]].astype(np.float32)
    moved = across + np.float32(height) * np.sin(np.pi * (down - 60) / 320).astype(np.float32)
    edge = cv2.BORDER_REPLICATE
    seen = cv2.remap(page, moved, down, cv2.INTER_LINEAR, borderMode=edge)
    return np.asarray(seen, np.uint8)


def test_a_thorough_look_follows_a_page_that_bulges() -> None:
    page = blank(440, 440)
    shape = board(page, 60, 60, 320, 9)
    seen = ridges(bulging(page, 36))
    quick = find_grids([shape], seen)
    ((best, *_),) = find_grids([shape], seen, is_thorough=True)
    assert best.score > CERTAIN
    assert all(ways[0].score < CERTAIN for ways in quick)


@pytest.mark.parametrize(
    "others", [["before"], ["beyond"], ["alike"], ["before", "beyond", "alike"]]
)
def test_shapes_that_cannot_be_the_board_do_not_take_its_turn(others: list[str]) -> None:
    """Of the shapes on a page that bulges, only the largest have a turn."""
    page = blank(440, 440)
    shape = board(page, 60, 60, 320, 9)
    larger = {
        # The straight parts of bent sides may meet beyond the picture.
        "before": [corners(-1 - at, 40, 390 + 12 * at) for at in range(9)],
        "beyond": [corners(40, 40, 401 + 12 * at) for at in range(9)],
        "alike": [corners(40 - at % 4, 40, 390 + at // 4) for at in range(9)],
    }
    shapes = [shape, *(one for name in others for one in larger[name])]
    ((best, *_), *_) = find_grids(shapes, ridges(bulging(page, 36)), is_thorough=True)
    assert best.score > CERTAIN


def test_a_part_of_a_board_is_no_board_of_its_own() -> None:
    page = blank()
    shape = board(page, 20, 20, 400, 16)
    quarter = corners(20, 20, 200)
    for shapes in ([shape, quarter], [quarter, shape]):
        ((first, *others),) = find_grids(shapes, ridges(page))
        assert first.size == 16
        assert all(np.abs(way.corners - shape).max() < 20 for way in (first, *others))


def test_other_ways_to_lay_a_board_are_kept_up_to_a_few() -> None:
    page = blank()
    shape = board(page, 20, 20, 400, 9, thin=225)
    near = [shape + np.array([away, -away], np.float32) for away in (0, 2, -2, 3, -3)]
    (ways,) = find_grids(near, ridges(page))
    assert 2 <= len(ways) <= WAYS == 4
    assert np.abs(ways[0].corners - shape).max() < 4


def test_there_are_never_too_many_boards() -> None:
    page = blank(440, 440)
    shapes = [board(page, 10 + x * 140, 10 + y * 140, 130, 4) for x in range(3) for y in range(3)]
    found = find_grids(shapes, ridges(page))
    assert len(found) == MOST == 6
    assert find_grids([], ridges(page)) == []


def test_ridges_are_thin_things_darker_or_lighter_than_what_is_around() -> None:
    page = np.full((200, 200), 128, np.uint8)
    page[:, 60] = 28
    page[:, 140] = 228
    page[100:160, 80:130] = 0
    dark, light = ridges(page)
    assert dark[50, 60] > 20
    assert light[50, 140] > 20
    assert dark[50, 140] == light[50, 60] == dark[50, 100] == light[50, 20] == 0
    # An area is not thin. A line is as wide as three pixels at least.
    assert dark[130, 105] == 0
    assert (dark[50, 59:62] > 20).all()


@pytest.mark.parametrize("cell", [24, 26, 28])
def test_digits_of_small_cells_are_no_fine_lines(cell: int) -> None:
    page = blank(1000, 1000)
    shape = board(page, 200, 300, 9 * cell, 9)
    for place in range(81):
        row, column = divmod(place, 9)
        at_foot = round(200 + (column + 0.2) * cell), round(300 + (row + 0.85) * cell)
        cv2.putText(page, "8", at_foot, cv2.FONT_HERSHEY_SIMPLEX, cell / 32, 30, 2, cv2.LINE_AA)
    assert find_grids([shape], ridges(page)) == []
    ((found, *_), *_) = find_grids([shape], fine_ridges(page))
    assert found.size == 9
    assert found.mesh.places(9)[0, 0] == pytest.approx((200 + cell / 2, 300 + cell / 2), abs=2)


def test_lines_may_show_in_one_colour_alone() -> None:
    for colour in range(3):
        page = np.full((200, 200, 3), 128, np.uint8)
        page[:, 60, colour] = 28
        page[90, :, (colour + 1) % 3] = 228
        dark, light = coloured_ridges(page)
        assert dark[50, 60] > 20
        assert light[90, 150] > 20
        assert dark[50, 150] == light[50, 150] == 0


@pytest.mark.parametrize(("one", "other", "middle_first"), [(180, 200, True), (180, 260, False)])
@pytest.mark.parametrize("is_mirrored", [False, True])
def test_of_boards_about_as_large_the_one_in_the_middle_is_meant(
    one: int, other: int, *, middle_first: bool, is_mirrored: bool
) -> None:
    page = blank(440, 800)
    middle, aside = board(page, 310, 130, one, 9), board(page, 790 - other, 130, other, 9)
    shapes, places = [middle, aside], [400, 790 - other // 2]
    if is_mirrored:
        page = np.ascontiguousarray(page[:, ::-1])
        shapes = [shape * np.array([-1, 1], np.float32) for shape in shapes]
        shapes = [shape + np.array([800, 0], np.float32) for shape in shapes]
        places = [800 - place for place in places]
    found = find_grids(shapes, ridges(page))
    lefts = [float(ways[0].corners.mean(axis=0)[0]) for ways in found]
    assert lefts == pytest.approx(places if middle_first else places[::-1], abs=4)
