import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from engine.photo.cells import Pixels
from engine.photo.quads import MOST, quads, quads_of_areas, quads_of_lines, without_specks

Box = tuple[int, int, int, int]


def corners(box: Box) -> Pixels:
    left, top, right, bottom = box
    return np.array([[left, top], [right, top], [right, bottom], [left, bottom]], np.float32)


def page(*boxes: Box, side: int = 400, width: int = 3, ink: int = 30) -> NDArray[np.uint8]:
    shown = np.full((side, side), 240, np.uint8)
    for left, top, right, bottom in boxes:
        cv2.rectangle(shown, (left, top), (right, bottom), ink, width)
    return shown


def is_there(box: Box, found: list[Pixels], within: int = 5) -> bool:
    """Whether a shape has these corners, in clockwise order from the top left one."""
    return any(np.abs(shape - corners(box)).max() <= within for shape in found)


@pytest.mark.parametrize("ink", [30, 200])
def test_borders_are_found_the_largest_first(ink: int) -> None:
    boxes = [(20, 20, 220, 220), (240, 30, 390, 180), (50, 260, 170, 380)]
    found = quads(page(*boxes, ink=ink))
    assert all(is_there(box, found) for box in boxes)
    areas = [cv2.contourArea(shape) for shape in found]
    assert areas == sorted(areas, reverse=True)
    assert all(shape.shape == (4, 2) for shape in found)


def test_light_borders_on_dark_paper_are_found() -> None:
    box = (60, 80, 300, 320)
    assert is_there(box, quads(255 - page(box)))


def test_a_border_may_be_turned_and_its_first_corner_is_at_the_top_left() -> None:
    tilted = np.array([[110, 60], [340, 100], [300, 330], [70, 290]], np.int32)
    shown = page()
    cv2.polylines(shown, [tilted[:, None]], isClosed=True, color=20, thickness=3)
    assert any(np.abs(found - tilted).max() <= 5 for found in quads(shown))
    assert all(found.sum(axis=1).argmin() == 0 for found in quads(shown))


def test_the_sides_of_a_border_may_be_bows() -> None:
    shown = page()
    along = np.arange(60, 341)
    bow = 30 * np.sin((along - 60) / 280 * np.pi)
    left, right = (np.stack([at - bow, along], axis=1) for at in (90, 330))
    outline = np.concatenate([left, right[::-1]]).round().astype(np.int32)
    cv2.polylines(shown, [outline[:, None]], isClosed=True, color=20, thickness=3)
    assert is_there((90, 60, 330, 340), quads(shown))


def test_a_board_without_a_border_is_what_its_lines_reach() -> None:
    shown = page()
    for at in range(110, 311, 40):
        cv2.line(shown, (70, at), (350, at), 30, 3)
        cv2.line(shown, (at, 70), (at, 350), 30, 3)
    assert is_there((70, 70, 350, 350), quads(shown), within=10)


def test_small_and_slim_shapes_are_no_borders() -> None:
    assert quads(page()) == []
    assert quads(page((100, 100, 120, 120))) == []
    assert quads(page((100, 100, 150, 150))) != []
    assert quads(page((100, 100, 300, 160))) == []
    assert quads(page((100, 100, 300, 190))) != []
    assert quads(page((100, 100, 190, 300))) != []
    round_shape = page()
    cv2.circle(round_shape, (200, 200), 120, 20, 3)
    bent = np.array([[60, 60], [300, 60], [200, 180], [60, 300]], np.int32)
    cv2.polylines(three := page(), [bent[:3, None]], isClosed=True, color=20, thickness=3)
    assert quads(three) == []
    many_sided = quads(round_shape)
    assert all(cv2.contourArea(shape) < np.pi * 130**2 for shape in many_sided)


def test_a_gap_in_a_border_is_closed() -> None:
    shown = page((60, 60, 340, 340))
    shown[50:70, 200:203] = 240
    shown[200:203, 330:350] = 240
    assert is_there((60, 60, 340, 340), quads(shown), within=12)


def test_there_are_never_too_many() -> None:
    boxes = [(at, at, 900 - at, 900 - at) for at in range(20, 400, 12)]
    found = quads(page(*boxes, side=900, width=2))
    assert len(found) <= MOST == 28
    assert is_there(boxes[0], found, within=14)
    # They differ by at least two parts in a hundred of the picture's side.
    for at, shape in enumerate(found):
        assert all(np.abs(shape - other).max() > 0.02 * 900 for other in found[:at])


@pytest.mark.parametrize("level", [5, 9, 200])
def test_thin_lines_may_be_faint(level: int) -> None:
    lines = np.zeros((400, 400), np.uint8)
    cv2.rectangle(lines, (60, 80), (300, 320), level, 3)
    nothing = np.zeros_like(lines)
    assert is_there((60, 80, 300, 320), quads_of_lines((lines, nothing)))
    assert is_there((60, 80, 300, 320), quads_of_lines((nothing, lines)))
    assert quads_of_lines((nothing, nothing)) == []
    assert quads_of_lines((np.minimum(lines, 4), nothing)) == []


def test_where_much_is_faint_only_the_clearest_lines_count() -> None:
    lines = np.full((400, 400), 8, np.uint8)
    lines[:40] = 20
    cv2.rectangle(lines, (60, 80), (300, 320), 60, 3)
    assert is_there((60, 80, 300, 320), quads_of_lines((lines,)))


def test_light_areas_are_found_whatever_crosses_their_borders() -> None:
    shown = np.full((400, 400), 60, np.uint8)
    shown[80:320, 60:300] = 220
    for at in range(60, 301, 40):
        cv2.line(shown, (at, 50), (at, 350), 20, 2)
        cv2.line(shown, (30, at + 20), (330, at + 20), 230, 2)
    found = quads_of_areas([shown])
    assert is_there((60, 80, 300, 320), found)
    dark = np.full_like(shown, 90)
    assert is_there((60, 80, 300, 320), quads_of_areas([dark, shown]))


def borders(ink: NDArray[np.uint8]) -> list[bytes]:
    contours, _ = cv2.findContours(ink, cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)
    return sorted(contour.tobytes() for contour in contours if is_large(contour))


def is_large(contour: cv2.typing.MatLike) -> bool:
    _, _, width, height = cv2.boundingRect(contour)
    return width * height >= LARGE


LARGE = 700


@pytest.mark.parametrize("blur", [1, 2, 3, 5, 8])
@pytest.mark.parametrize("level", [100, 128, 156])
def test_without_specks_every_large_border_is_as_it_was(blur: int, level: int) -> None:
    noise = np.random.default_rng(blur).integers(0, 256, (300, 240), np.uint8)
    smooth = cv2.equalizeHist(cv2.GaussianBlur(noise, (0, 0), blur))
    ink = np.asarray(255 * (smooth > level), np.uint8)
    cleared = without_specks(ink, LARGE)
    assert borders(cleared) == borders(ink)
    left, _ = cv2.findContours(cleared, cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)
    # What reaches the edge of a picture has no border of its own, and stays.
    assert all(is_large(contour) for contour in left)


def test_a_border_is_found_among_more_specks_than_any_photo_has() -> None:
    boxes = [(200, 200, 800, 800), (60, 860, 180, 980)]
    shown = page(*boxes, side=1000)
    is_empty = cv2.erode(shown, np.ones((9, 9), np.uint8)) == 240
    specks = np.zeros_like(is_empty)
    specks[::3, ::3] = True
    shown[specks & is_empty] = 30
    found = quads(shown)
    assert all(is_there(box, found, within=12) for box in boxes)
