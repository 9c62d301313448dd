import numpy as np
import pytest
from numpy.typing import NDArray

from engine.photo.cells import SIDE
from engine.photo.ink import faint, left_by_glare, shares_of_usual, strengths

Colour = tuple[int, int, int]


def cells(*inks: Colour, paper: Colour = (240, 236, 230)) -> NDArray[np.uint8]:
    """A cell for each ink, with a bar of it on paper."""
    drawn = np.tile(np.array(paper, np.uint8), (len(inks), SIDE, SIDE, 1))
    for cell, ink in zip(drawn, inks, strict=True):
        cell[8:24, 13:18] = ink
        cell[:2] = cell[:, :2] = (0, 0, 0)  # its lines say nothing of its ink
    return drawn


def test_strength_is_the_share_of_the_papers_light_that_ink_takes() -> None:
    seen = strengths(cells((0, 0, 0), (120, 118, 115), (240, 236, 230)))
    assert seen == pytest.approx([1, 0.5, 0], abs=0.01)


def test_a_shadow_over_a_part_of_the_page_changes_nothing() -> None:
    page = cells((40, 40, 40), (40, 40, 40))
    page[1] = page[1] // 2
    assert strengths(page)[0] == pytest.approx(strengths(page)[1], abs=0.01)


def test_the_colour_counts_in_which_ink_and_paper_differ_most() -> None:
    assert strengths(cells((240, 40, 40), (240, 236, 10)))[1] > 0.9


def test_dark_ink_is_seen_on_the_whitest_paper() -> None:
    page = cells(*[(80, 80, 80)] * 9, *[(253, 253, 253)] * 50, paper=(254, 254, 254))
    page[:, 6:9, 6:9] = 255
    assert strengths(page)[0] == pytest.approx(174 / 254, abs=0.01)


def test_light_ink_is_measured_by_the_darkness_that_it_takes() -> None:
    dark = cells((235, 235, 235), (90, 90, 90), paper=(20, 20, 20))
    bright, dim = strengths(dark)
    assert bright > 0.85
    assert 0.25 < dim < 0.4


def test_faint_digits_stand_apart_from_the_usual_ink() -> None:
    ink = np.array([1.0, 0.9, 0.95, 0.2, 0.22, 0.85, 0.0], np.float32)
    digits = [0, 1, 2, 3, 4, 5]
    shares = shares_of_usual(ink, digits)
    assert shares[0] == pytest.approx(1, abs=0.11)
    assert faint(shares, digits) == [3, 4]


def test_what_is_hardly_stronger_than_a_faint_digit_is_faint_too() -> None:
    digits = list(range(6))
    assert faint(np.array([1, 1, 1, 0.4, 0.45, 0.5], np.float32), digits) == [3, 4, 5]
    assert faint(np.array([1, 1, 1, 0.55, 0.6, 0.7], np.float32), digits) == []
    assert faint(np.array([1, 1, 1, 0.41, 0.51, 0.7], np.float32), digits) == [3, 4]
    assert faint(np.array([1, 1, 1, 0.2, 0.43, 0.5], np.float32), digits) == [3]


def test_a_board_without_digits_has_no_faint_ones() -> None:
    assert faint(shares_of_usual(np.zeros(81, np.float32), []), []) == []


def test_glare_lies_over_the_lines_of_a_cell_as_well_as_over_its_ink() -> None:
    page = cells(*[(40, 40, 40)] * 12, paper=(180, 176, 170))
    page[3] = page[3] + 0.8 * (255 - page[3].astype(float))
    left = left_by_glare(page)
    assert left[3] == pytest.approx(0.2 * 176 / 239, abs=0.03)
    assert [left[cell] for cell in range(12) if cell != 3] == [1] * 11
    assert strengths(page)[3] / left[3] == pytest.approx(strengths(page)[0], rel=0.1)


def test_print_that_shines_through_is_not_taken_for_glare() -> None:
    """Nor are digits on a part of the page that lies outside of a shadow."""
    shining = cells(*[(40, 40, 40)] * 12, paper=(180, 176, 170))
    shining[3, 8:24, 13:18] = (160, 156, 150)
    shadowed = cells(*[(40, 40, 40)] * 12, paper=(240, 236, 230))
    shadowed[4:] = shadowed[4:] // 2
    for page in (shining, shadowed):
        assert left_by_glare(page).tolist() == [1] * 12


def test_a_dark_screen_has_no_glare() -> None:
    page = cells(*[(235, 235, 235)] * 12, paper=(20, 20, 20))
    page[:, :2] = page[:, :, :2] = (90, 90, 90)
    page[3] = page[3] + 0.5 * (255 - page[3].astype(float))
    assert left_by_glare(page).tolist() == [1] * 12


def test_glare_that_is_weaker_over_the_lines_is_measured_by_the_paper() -> None:
    page = cells(*[(40, 40, 40)] * 12, paper=(180, 176, 170))
    share = np.full((SIDE, SIDE, 1), 0.8)
    share[:2] = share[:, :2] = 0.5
    page[3] = page[3] + share * (255 - page[3].astype(float))
    assert left_by_glare(page)[3] == pytest.approx(0.2 * 176 / 239, abs=0.03)


def test_worn_lines_alone_are_no_glare() -> None:
    page = cells(*[(40, 40, 40)] * 12, paper=(180, 176, 170))
    page[3, :2] = page[3, :, :2] = (150, 146, 140)
    assert left_by_glare(page).tolist() == [1] * 12
