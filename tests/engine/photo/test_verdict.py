"""What becomes of faint digits, on pages whose paper, print and pencil are drawn."""

from dataclasses import replace
from io import BytesIO

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from engine import Grid, parse, solve
from engine.photo.boards import looks
from engine.photo.net import BLANK, NOTES, SYMBOLS
from engine.photo.picture import Picture
from engine.photo.reader import read
from engine.photo.reading import Reading
from engine.photo.stopwatch import Stopwatch
from engine.photo.verdict import judged
from engine.search.budget import Budget
from tests.engine.photo.distorted import GROUPS, filled_in, own_of, puzzle_of
from tests.engine.photo.drawn import Colour, drawn

PUZZLE = parse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
SOLUTION = solve(PUZZLE)
BLANKS = PUZZLE.blanks()
PRINT, FAINT, PENCIL = (20, 20, 20), (200, 200, 200), (165, 165, 165)


def page(*layers: tuple[Grid, Colour]) -> Reading:
    """The reading of a board whose digits have several inks."""
    return read(picture(*layers), Budget(10))[0]


def picture(*layers: tuple[Grid, Colour]) -> bytes:
    """A board whose digits have several inks."""
    image = Image.new("RGB", (640, 640), "white")
    draw = ImageDraw.Draw(image)
    for at in range(10):
        place, wide = 50 + 60 * at, 4 if at % 3 == 0 else 2
        draw.line((50, place, 590, place), (60, 60, 60), wide)
        draw.line((place, 50, place, 590), (60, 60, 60), wide)
    font = ImageFont.load_default(38)
    for grid, ink in layers:
        for cell, value in enumerate(grid.values):
            row, column = divmod(cell, 9)
            if value:
                middle = 80 + 60 * column, 80 + 60 * row
                draw.text(middle, str(value), ink, font, anchor="mm")
    file = BytesIO()
    image.save(file, "PNG")
    return file.getvalue()


def only(values: dict[int, int]) -> Grid:
    return Grid.blank(PUZZLE.geometry).with_values(values)


def wrong(cells: tuple[int, ...]) -> Grid:
    return only({cell: SOLUTION[cell] % 9 + 1 for cell in cells})


def test_what_shines_through_is_left_out_and_marked() -> None:
    cells = BLANKS[::4]
    reading = page((PUZZLE, PRINT), (wrong(cells), FAINT))
    assert reading.grid == PUZZLE
    assert set(cells) <= set(reading.doubtful)
    assert not reading.by_hand
    assert reading.solutions == 1
    assert not reading.is_sure


def test_one_faint_digit_is_left_out_even_if_it_happens_to_be_right() -> None:
    reading = page((PUZZLE, PRINT), (only({BLANKS[7]: SOLUTION[BLANKS[7]]}), FAINT))
    assert reading.grid == PUZZLE
    assert BLANKS[7] in reading.doubtful


def test_faint_pencil_that_agrees_with_the_solution_is_the_players_own() -> None:
    own = only({cell: SOLUTION[cell] for cell in BLANKS[::3]})
    reading = page((PUZZLE, PRINT), (own, PENCIL))
    assert reading.by_hand == frozenset(BLANKS[::3])
    assert reading.solutions == 1
    assert all(reading.grid[cell] == SOLUTION[cell] for cell in BLANKS[::3])


def test_light_givens_are_kept_if_only_they_make_a_puzzle() -> None:
    light = [cell for cell in range(81) if PUZZLE[cell]][::5]
    dark = PUZZLE.with_values(dict.fromkeys(light, 0))
    reading = page((dark, PRINT), (only({cell: PUZZLE[cell] for cell in light}), FAINT))
    assert reading.grid == PUZZLE
    assert not reading.by_hand
    assert set(light) <= set(reading.doubtful)
    assert reading.solutions == 1


@pytest.mark.parametrize(("faint", "left_out"), [((0, 25, 31, 44), ()), ((0, 25), (0,))])
def test_where_most_faint_digits_are_needed_the_rest_that_agree_are_givens_too(
    faint: tuple[int, ...], left_out: tuple[int, ...]
) -> None:
    """All of these are needed but the first one."""
    light = only({cell: PUZZLE[cell] for cell in faint})
    content = picture((PUZZLE.with_values(dict.fromkeys(faint, 0)), PRINT), (light, FAINT))
    time = Stopwatch.of(Budget(10))
    (board,) = next(looks(Picture.of(content), time))
    # Another digit that is needed is so hard to see that no givens are left with one solution.
    seen = board.seen.copy()
    seen[20, [SYMBOLS.index(symbol) for symbol in (BLANK, str(PUZZLE[20]))]] = np.log([0.51, 0.48])
    reading = judged(replace(board, seen=seen), time)
    assert reading.grid == PUZZLE.with_values(dict.fromkeys(left_out, 0))
    assert {20, *faint} <= {*reading.repaired, *reading.doubtful}
    assert not reading.is_sure


def test_copies_that_the_net_takes_for_another_digit_are_read_otherwise_together() -> None:
    time = Stopwatch.of(Budget(10))
    (board,) = next(looks(Picture.of(picture((PUZZLE, PRINT))), time))
    fives = [cell for cell, value in enumerate(PUZZLE.values) if value == 5]
    seen = board.seen.copy()
    seen[np.ix_(fives, [SYMBOLS.index("6"), SYMBOLS.index("5")])] = np.log([0.9, 0.09])
    reading = judged(replace(board, seen=seen), time)
    assert reading.grid == PUZZLE
    assert reading.repaired == tuple(fives)


def test_a_digit_that_is_read_as_its_copies_are_is_doubtful() -> None:
    time = Stopwatch.of(Budget(10))
    (board,) = next(looks(Picture.of(picture((PUZZLE, PRINT))), time))
    five = PUZZLE.values.index(5)
    seen = board.seen.copy()
    seen[five, [SYMBOLS.index("6"), SYMBOLS.index("5")]] = np.log([0.6, 0.39])
    reading = judged(replace(board, seen=seen), time)
    assert reading.grid == PUZZLE
    assert reading.doubtful == (five,)
    assert not reading.repaired


@pytest.mark.parametrize("has_notes", [True, False])
def test_two_notes_that_the_net_takes_for_a_digit_are_doubtful(*, has_notes: bool) -> None:
    time, cell = Stopwatch.of(Budget(10)), BLANKS[20]
    page, file = Image.open(BytesIO(picture((PUZZLE, PRINT)))), BytesIO()
    left, top = 50 + 60 * (cell % 9), 50 + 60 * (cell // 9)
    for at in (18, 38):
        ImageDraw.Draw(page).line((left + at, top + 14, left + at, top + 40), PRINT, 4)
    page.save(file, "PNG")
    (board,) = next(looks(Picture.of(file.getvalue()), time))
    seen = board.seen.copy()
    seen[[cell, BLANKS[0]]] = np.log(0.001 / len(SYMBOLS))
    seen[cell, SYMBOLS.index(str(SOLUTION[cell]))] = np.log(0.999)
    seen[BLANKS[0], SYMBOLS.index(NOTES if has_notes else BLANK)] = np.log(0.999)
    reading = judged(replace(board, seen=seen), time)
    assert reading.grid == PUZZLE.with_values({cell: SOLUTION[cell]})
    assert (cell in reading.doubtful) == has_notes


@pytest.mark.long
@pytest.mark.parametrize("group", ["show-through 10%", "show-through 20%", "creases"])
def test_thin_and_creased_paper_adds_no_digits(group: str) -> None:
    for seed in range(3):
        reading = read(GROUPS[group](seed), Budget(10))[0]
        assert reading.grid == puzzle_of(seed)
        assert not reading.by_hand


def test_a_full_page_in_one_ink_is_read_and_its_mistakes_are_marked() -> None:
    mistake = BLANKS[9]
    reading = page((SOLUTION.with_values({mistake: SOLUTION[mistake] % 9 + 1}), PRINT))
    assert reading.grid[mistake] == SOLUTION[mistake] % 9 + 1
    assert reading.grid.clue_count == 81
    assert mistake in reading.doubtful
    assert page((SOLUTION, PRINT)).is_sure


@pytest.mark.long
@pytest.mark.parametrize("seed", range(3))
def test_digits_in_black_pencil_and_blue_are_told_from_print(seed: int) -> None:
    own = own_of(seed)
    cells = {cell for cell, value in enumerate(own.values) if value}
    reading = read(filled_in(seed), Budget(10))[0]
    assert reading.grid == puzzle_of(seed).with_values({cell: own[cell] for cell in cells})
    assert len(cells.symmetric_difference(reading.by_hand)) <= 2
    assert reading.solutions == 1


def test_a_cell_with_a_symbol_that_no_board_of_the_size_has_is_doubtful() -> None:
    """A hand's 2 that looks like an E or a 12 to the net must not be dropped as a blank."""
    time = Stopwatch.of(Budget(10))
    (board,) = next(looks(Picture.of(drawn(PUZZLE)), time))
    cell = BLANKS[20]
    assert cell not in judged(board, time).doubtful
    seen = board.seen.copy()
    seen[cell] = np.log(0.01 / len(SYMBOLS))
    seen[cell, [SYMBOLS.index(symbol) for symbol in (BLANK, "E", "12")]] = np.log([0.3, 0.3, 0.3])
    reading = judged(replace(board, seen=seen), time)
    assert (reading.grid, reading.solutions) == (PUZZLE, 1)
    assert cell in reading.doubtful
