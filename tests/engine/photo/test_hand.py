import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from engine.board.grid import Grid
from engine.notation.notation import parse
from engine.photo.cells import SIDE, Pixels
from engine.photo.hand import filled_in, mistaken
from engine.search.budget import Budget
from engine.search.search import solve

PUZZLE = parse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
SOLUTION = solve(PUZZLE)
OWN = list(PUZZLE.blanks()[:15])
GRID = PUZZLE.with_values({cell: SOLUTION[cell] for cell in OWN})
SECOND = Budget(1)

Colour = tuple[int, int, int]
PAPER, PRINT, PEN, PENCIL = (240, 240, 236), (20, 20, 24), (30, 50, 200), (120, 120, 118)


def seen(
    grid: Grid, own: list[int], ink: Colour, printed: Colour = PRINT, paper: Colour = PAPER
) -> tuple[Pixels, NDArray[np.uint8]]:
    """The cells of a board, those of `own` in another ink: normalised, and in colours."""
    rng = np.random.default_rng(1)
    cells = np.zeros((81, SIDE, SIDE), np.float32)
    colours = np.tile(np.array(paper, np.float64), (81, SIDE, SIDE, 1))
    for cell, value in enumerate(grid.values):
        # Lines along the sides of a cell are no ink of its digit.
        colours[cell, :4] = colours[cell, :, :4] = (160, 20, 20)
        cells[cell, :4] = cells[cell, :, :4] = 1
        if value:
            cv2.putText(
                shape := np.zeros((SIDE, SIDE), np.uint8), str(value), (9, 25), 0, 0.7, 255, 2
            )
            cells[cell][shape > 0] = 1
            colours[cell][shape > 0] = ink if cell in own else printed
    return cells, np.clip(colours + rng.normal(0, 3, colours.shape), 0, 255).astype(np.uint8)


@pytest.mark.parametrize("ink", [PEN, (200, 30, 30), PENCIL])
def test_digits_in_pen_or_pencil_were_filled_in(ink: Colour) -> None:
    assert filled_in(GRID, *seen(GRID, OWN, ink), SECOND) == OWN
    few = OWN[:1]
    grid = PUZZLE.with_values({cell: SOLUTION[cell] for cell in few})
    assert filled_in(grid, *seen(grid, few, ink), SECOND) == few


def test_light_digits_on_dark_paper_are_told_apart_too() -> None:
    dark = seen(GRID, OWN, (90, 160, 255), (235, 235, 235), (20, 24, 30))
    assert filled_in(GRID, *dark, SECOND) == OWN


def test_the_colour_of_marked_cells_is_no_colour_of_ink() -> None:
    cells, colours = seen(GRID, OWN, PEN)
    for cell in (cell for cell, value in enumerate(PUZZLE.values) if value == 8):
        colours[cell][cells[cell] == 0] = (230, 145, 0)
    assert filled_in(GRID, cells, colours, SECOND) == OWN


def test_a_dark_ink_is_told_from_dark_print_by_its_tint() -> None:
    cells, colours = seen(GRID, OWN, (50, 90, 175), (52, 72, 97))
    # Thin strokes are lighter: the paper shows through at their edges.
    for cell in range(0, 81, 2):
        stroke = cells[cell] == 1
        stroke[:4] = stroke[:, :4] = False
        colours[cell][stroke] = (0.8 * colours[cell][stroke] + 0.2 * np.array(PAPER)).astype(int)
    assert filled_in(GRID, cells, colours, SECOND) == OWN


def test_wrong_digits_may_be_shown_in_a_colour_of_their_own() -> None:
    wrong = OWN[4:6]
    grid = GRID.with_values({cell: GRID[cell] % 9 + 1 for cell in wrong})
    cells, colours = seen(grid, OWN, PEN)
    _, red = seen(grid, wrong, (200, 30, 30))
    colours[wrong] = red[wrong]
    assert filled_in(grid, cells, colours, SECOND) == OWN


def test_givens_may_be_in_colour_and_a_few_own_digits_in_grey() -> None:
    givens = [cell for cell, value in enumerate(PUZZLE.values) if value]
    own = list(PUZZLE.blanks()[:16])
    grid = PUZZLE.with_values({cell: SOLUTION[cell] for cell in own})
    assert filled_in(grid, *seen(grid, givens, PEN), SECOND) == own
    # As many as the givens of a puzzle may be such givens, of which one is missing.
    more = list(PUZZLE.blanks()[:17])
    grid = PUZZLE.with_values({cell: SOLUTION[cell] for cell in more})
    assert filled_in(grid, *seen(grid, givens, PEN), SECOND) == []


def test_inks_that_are_nearly_the_same_prove_nothing() -> None:
    for ink in (PRINT, (40, 40, 46), (20, 20, 40)):
        assert filled_in(GRID, *seen(GRID, OWN, ink), SECOND) == []


def test_colour_proves_nothing_where_the_other_digits_are_no_puzzle() -> None:
    givens = list(range(0, 81, 2))
    coloured = [cell for cell in givens if GRID[cell]]
    assert filled_in(GRID, *seen(GRID, coloured, PEN), SECOND) == []
    assert filled_in(GRID, *seen(GRID, OWN, PEN), Budget(0, 0)) == []


def test_one_digit_alone_has_nothing_to_be_compared_with() -> None:
    blank = Grid.blank(PUZZLE.geometry)
    assert filled_in(blank, *seen(blank, [], PEN), SECOND) == []
    one = blank.with_values({4: 5})
    assert filled_in(one, *seen(one, [4], PEN), SECOND) == []
    two = blank.with_values({4: 5, 40: 3})
    assert filled_in(two, *seen(two, [4], PEN), SECOND) == []


def test_faint_pencil_counts_by_its_strongest_pixels() -> None:
    cells, colours = seen(GRID, OWN, PENCIL)
    cells[OWN] *= 0.5
    assert filled_in(GRID, cells, colours, SECOND) == OWN


def test_what_was_filled_in_is_held_against_the_solution() -> None:
    wrong = GRID.with_values({OWN[3]: SOLUTION[OWN[3]] % 9 + 1, OWN[7]: SOLUTION[OWN[7]] % 9 + 1})
    assert mistaken(wrong, OWN, SECOND) == {OWN[3], OWN[7]}
    assert mistaken(GRID, OWN, SECOND) == set()
    assert mistaken(wrong, [], SECOND) == set()
    assert mistaken(wrong, OWN, Budget(0, 0)) == set()
