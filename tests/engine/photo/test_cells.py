import numpy as np
import pytest
from numpy.typing import NDArray

from engine.photo.cells import SIDE, Pixels, at_share, cells_at, normalised, sampled

RNG = np.random.default_rng(1)
NOISE = RNG.integers(0, 256, (300, 260), np.uint8)


def places(
    width: int, height: int, step: float = 1, corner: tuple[float, float] = (0, 0)
) -> Pixels:
    """Places in rows that lie `step` pixels apart."""
    across, down = np.meshgrid(np.arange(width) * step, np.arange(height) * step)
    return np.asarray(np.stack([across, down], axis=2) + corner, np.float32)


@pytest.mark.parametrize("corner", [(0, 0), (100, 7), (132, 172), (60, 100)])
def test_places_on_pixels_show_these_pixels(corner: tuple[int, int]) -> None:
    left, top = corner
    part = NOISE[top : top + 128, left : left + 128]
    assert (sampled(NOISE, places(128, 128, corner=corner)) == part).all()
    colours = np.stack([NOISE, NOISE[::-1], NOISE[:, ::-1]], axis=2)
    seen = sampled(colours, places(128, 128, corner=corner))
    assert (seen == colours[top : top + 128, left : left + 128]).all()


def test_beyond_the_edge_the_outermost_pixels_go_on() -> None:
    seen = sampled(NOISE, places(128, 128, corner=(-10, -20)))
    assert (seen[20:, 10:] == NOISE[:108, :118]).all()
    assert (seen[:20, 10:] == NOISE[0, :118]).all()
    assert (seen[20:, :10] == NOISE[:108, :1]).all()
    seen = sampled(NOISE, places(128, 128, corner=(142, 182)))
    assert (seen[:118, :118] == NOISE[182:, 142:]).all()
    assert (seen[118:, :118] == NOISE[-1, 142:]).all()
    assert (seen[:118, 118:] == NOISE[182:, -1:]).all()


@pytest.mark.parametrize("step", [3, 5, 7])
def test_thin_lines_between_places_are_not_lost(step: int) -> None:
    page = np.full((128 * step, 128 * step), 255, np.uint8)
    page[:, 64 * step + step // 2] = 0
    seen = sampled(page, places(128, 128, step))
    assert seen.min() < 255 - 255 / (3 * step)
    assert (seen[:, :60] == 255).all()
    assert (seen[:, 70:] == 255).all()
    # The margin around a board is enough: what lies farther away is not blurred into it.
    dark = np.zeros((128 * step + 200, 128 * step + 200), np.uint8)
    dark[60:-60, 60:-60] = 255
    assert (sampled(dark, places(128, 128, step, (100, 100))) == 255).all()


def test_places_close_together_are_not_blurred() -> None:
    page = np.zeros((200, 200), np.uint8)
    page[:, ::2] = 250
    assert np.ptp(sampled(page, places(128, 128, 1.0))) == 250
    assert np.ptp(sampled(page, places(128, 128, 1.25))) > 240
    assert np.ptp(sampled(np.tile(page, (3, 3)), places(128, 128, 4.0))) < 20


@pytest.mark.parametrize("size", [4, 6, 9])
def test_cells_are_cut_row_by_row(size: int) -> None:
    side = size * SIDE
    page: NDArray[np.uint8] = RNG.integers(0, 256, (side, side), np.uint8)
    cells = cells_at(page, places(side, side))
    assert cells.shape == (size, size, SIDE, SIDE)
    for row, column in ((0, 0), (0, size - 1), (size - 1, 1), (2, 3)):
        top, left = row * SIDE, column * SIDE
        assert (cells[row, column] == page[top : top + SIDE, left : left + SIDE]).all()
    colours = np.stack([page] * 3, axis=2)
    assert cells_at(colours, places(side, side)).shape == (size, size, SIDE, SIDE, 3)


@pytest.mark.parametrize("share", [0, 0.1, 0.3, 0.5, 0.8, 1])
def test_a_share_of_the_values_is_below(share: float) -> None:
    values = RNG.permutation(101)
    assert at_share(values, share, 0) == round(100 * share)
    rows = np.stack([values, values + 7])
    assert list(at_share(rows, share, 1)) == [round(100 * share), round(100 * share) + 7]
    assert list(at_share(rows.T, share, 0)) == [round(100 * share), round(100 * share) + 7]


def page_of(*inks: float, paper: float = 200, noise: float = 0) -> Pixels:
    """A cell for each ink, with a bar of that level of grey on paper."""
    cells = np.full((len(inks), SIDE, SIDE), paper, np.float32)
    cells += RNG.normal(0, noise, cells.shape) if noise else 0
    for cell, ink in zip(cells, inks, strict=True):
        cell[8:24, 12:18] = ink
    return cells


def test_ink_is_one_and_paper_zero_whichever_is_darker() -> None:
    for cells in (page_of(40, 40, 40), 255 - page_of(40, 40, 40), page_of(180, 180, 180)):
        seen = normalised(cells)
        assert seen[:, 10:20, 13:17] == pytest.approx(1, abs=0.01)
        assert seen[:, :6] == pytest.approx(0, abs=0.01)
    shaded = page_of(40, 40) + np.array([0, 50], np.float32)[:, None, None]
    assert normalised(shaded)[0] == pytest.approx(normalised(shaded)[1])


def test_blank_cells_are_not_stretched_until_they_look_like_ink() -> None:
    seen = normalised(page_of(40, 40, 40, 195, 201))
    assert seen[:3].max() == pytest.approx(1, abs=0.01)
    assert 0 <= np.abs(seen[3:]).max() < 0.15
    # A pale digit is ink, a paler one is not made as strong as the others.
    assert normalised(page_of(40, 40, 150))[2].max() == pytest.approx(1, abs=0.01)
    assert normalised(page_of(40, 40, 176))[2].max() == pytest.approx(0.5, abs=0.02)
    # On a board without any ink there is only noise.
    assert normalised(page_of(195, 195))[0].max() == pytest.approx(0.5, abs=0.01)


def test_ink_in_glare_is_ink_although_it_is_weaker() -> None:
    usual = page_of(40, 40, 40, 40)
    glared = page_of(224, 248, paper=248)
    seen = normalised(np.concatenate([usual, glared]))
    assert seen[4].max() == pytest.approx(1, abs=0.01)
    assert seen[5].max() == 0
    # The same ink on paper as light as the other is a stain.
    stained = normalised(np.concatenate([usual, page_of(176)]))
    assert stained[4].max() == pytest.approx(0.5, abs=0.02)
    # Where all paper is white there is no glare.
    white = normalised(np.concatenate([page_of(88, 88, 88, paper=248), glared]))
    assert white[3].max() == pytest.approx(0.5, abs=0.02)


def test_the_ink_of_another_board_may_be_given() -> None:
    ink = np.array([160, 20], np.float32)
    seen = normalised(page_of(176, 176), ink)
    assert seen[0].max() == pytest.approx(24 / 48, abs=0.01)
    assert seen[1].max() == pytest.approx(1, abs=0.01)


def test_lines_beside_a_cell_do_not_count_and_no_value_is_extreme() -> None:
    cells = page_of(100, 100)
    cells[:, :3] = cells[:, -3:] = 0
    cells[:, :, :3] = 255
    seen = normalised(cells)
    assert seen[:, 10:20, 13:17] == pytest.approx(1, abs=0.01)
    assert seen.max() == 1.5
    assert seen.min() == pytest.approx(-0.55, abs=0.01)
    spot = page_of(100, 100)
    spot[:, 5, 5] = 250
    spot[:, 6, 5] = 390
    seen = normalised(spot)
    assert seen[:, 5, 5] == pytest.approx(-0.5, abs=0.01)
    assert (seen[:, 6, 5] == -1).all()
