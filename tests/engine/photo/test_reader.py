"""Whole pictures: drawn boards on pages of many looks, and pictures that show no board."""

import random
from collections.abc import Callable
from functools import partial
from io import BytesIO
from itertools import count

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from engine import Geometry, Grid, generate, parse, solve
from engine.photo.reader import read, read_within
from engine.photo.reading import Reading, Unreadable, Why
from engine.search.budget import Budget, BudgetSpent
from tests.engine.photo.distorted import moved, photo, puzzle_of, tiny
from tests.engine.photo.drawn import Colour, Look, drawn
from tests.engine.photo.forms import beside_letters, letters

PUZZLE = parse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
BUDGET, LONG = Budget(10), Budget(60)


def first(content: bytes) -> Reading:
    return read(content, BUDGET)[0]


def jpeg(image: Image.Image) -> bytes:
    file = BytesIO()
    image.save(file, "JPEG", quality=90)
    return file.getvalue()


def png(image: Image.Image) -> bytes:
    file = BytesIO()
    image.save(file, "PNG")
    return file.getvalue()


def ruled(paper: Colour, lines: Colour, ink: Colour, grid: Grid = PUZZLE) -> Image.Image:
    """A board with lines of one width in one colour."""
    page = Image.new("RGB", (640, 640), paper)
    draw = ImageDraw.Draw(page)
    for at in range(50, 600, 60):
        draw.line((50, at, 590, at), lines, 3)
        draw.line((at, 50, at, 590), lines, 3)
    font = ImageFont.load_default(38)
    for cell, value in enumerate(grid.values):
        row, column = divmod(cell, 9)
        if value:
            draw.text((80 + 60 * column, 80 + 60 * row), str(value), ink, font, anchor="mm")
    return page


@pytest.mark.long
@pytest.mark.parametrize(("cell", "other", "share"), [(9, 5, 0.75), (20, 6, 0.55), (0, 6, 0.35)])
def test_a_blurred_digit_is_the_one_with_which_there_is_one_solution(
    cell: int, other: int, share: float
) -> None:
    looks = ((255, 255, 255), (90, 90, 90), (20, 20, 20))
    wrong = ruled(*looks, PUZZLE.with_values({cell: other}))
    reading = first(png(Image.blend(ruled(*looks), wrong, share)))
    assert reading.grid == PUZZLE
    assert reading.repaired == reading.doubtful == (cell,)
    assert reading.solutions == 1
    assert not reading.is_sure


def test_a_board_that_is_read_well_is_sure_and_shown_laid_flat() -> None:
    reading = first(drawn(PUZZLE, Look(turn=5)))
    assert reading.grid == PUZZLE
    assert reading.is_sure
    assert (reading.doubtful, reading.repaired, reading.noted, reading.by_hand) == (
        *((), (), ()),
        frozenset(),
    )
    with Image.open(BytesIO(reading.cut_out)) as shown:
        assert (shown.format, shown.size) == ("JPEG", (640, 640))
        assert np.asarray(shown).mean() > 200
    # It is the board itself: read again, it has the same digits.
    assert first(reading.cut_out).grid == PUZZLE


@pytest.mark.long
def test_a_puzzle_without_a_solution_is_read_all_the_same() -> None:
    none = PUZZLE.with_values({2: 1})
    reading = first(drawn(none))
    assert (reading.grid, reading.solutions) == (none, 0)
    assert not reading.is_sure


OTHER = generate(Geometry(3, 3), seed="other").grid


def two_boards() -> bytes:
    with Image.open(BytesIO(drawn(PUZZLE))) as one, Image.open(BytesIO(drawn(OTHER))) as two:
        page = Image.new("RGB", (1200, 700), "white")
        page.paste(one.resize((640, 640)), (20, 30))
        page.paste(two.resize((500, 500)), (680, 100))
    return jpeg(page)


@pytest.mark.long
def test_several_boards_on_a_page_are_all_read_the_largest_first() -> None:
    assert [reading.grid for reading in read(two_boards(), BUDGET)] == [PUZZLE, OTHER]


@pytest.mark.parametrize("seed", [70002, 70010])
def test_the_solutions_that_a_newspaper_prints_small_are_read(seed: int) -> None:
    solution = solve(puzzle_of(seed))
    reading = first(tiny(seed, solution))
    assert (reading.grid, reading.solutions) == (solution, 1)


@pytest.mark.long
@pytest.mark.parametrize("size", [4, 6, 8, 9, 12, 16])
def test_a_board_of_each_size_is_read(size: int) -> None:
    grid = generate(Geometry.of_size(size), seed="photo").grid
    reading = first(drawn(grid))
    assert str(reading.grid) == str(grid)
    assert reading.solutions == 1


@pytest.mark.long
@pytest.mark.parametrize(
    "look",
    [
        Look(turn=9),
        Look(turn=-10, slant=0.06),
        Look(bend=0.015),
        Look(shadow=0.6, noise=4),
        Look(theme=2),
        Look(theme=3),
    ],
)
def test_a_page_may_be_turned_bent_dark_or_coloured(look: Look) -> None:
    assert first(drawn(PUZZLE, look)).grid == PUZZLE


@pytest.mark.long
def test_numbers_of_two_digits_are_told_apart_by_the_second_one() -> None:
    look = Look.of(0)
    assert look.by_numbers
    grid = generate(Geometry.of_size(16), seed="photo 0").grid
    assert first(drawn(grid, look)).grid == grid


def test_notes_are_no_digits() -> None:
    page = ruled((255, 255, 255), (90, 90, 90), (20, 20, 20))
    draw = ImageDraw.Draw(page)
    font = ImageFont.load_default(17)
    blanks = PUZZLE.blanks()
    for cell in blanks:
        row, column = divmod(cell, 9)
        for digit in range(1 + cell % 3, 10, 3 - cell % 2):
            down, across = divmod(digit - 1, 3)
            place = 62 + 60 * column + 18 * across, 62 + 60 * row + 18 * down
            draw.text(place, str(digit), (60, 60, 60), font, anchor="mm")
    reading = first(png(page))
    assert reading.grid == PUZZLE
    assert reading.noted == blanks


def test_digits_in_another_ink_were_filled_in_by_hand() -> None:
    solution = solve(PUZZLE)
    blanks = PUZZLE.blanks()[:20]
    own = Grid.blank(PUZZLE.geometry).with_values({cell: solution[cell] for cell in blanks})
    reading = first(drawn(PUZZLE, own=own))
    assert reading.by_hand == frozenset(blanks)
    assert reading.solutions == 1
    assert reading.grid == PUZZLE.with_values({cell: solution[cell] for cell in blanks})


def test_a_digit_of_ones_own_that_is_wrong_is_doubtful() -> None:
    solution = solve(PUZZLE)
    blanks = PUZZLE.blanks()[:20]
    own = Grid.blank(PUZZLE.geometry).with_values({cell: solution[cell] for cell in blanks})
    wrong = own.with_values({blanks[3]: solution[blanks[3]] % 9 + 1})
    reading = first(drawn(PUZZLE, own=wrong))
    assert reading.by_hand == frozenset(blanks)
    assert blanks[3] in reading.doubtful
    assert not reading.is_sure


def test_lines_may_be_as_bright_as_what_they_part() -> None:
    page = ruled((100, 140, 180), (190, 110, 100), (250, 250, 250))
    assert first(png(page)).grid == PUZZLE


def test_lines_may_be_so_faint_that_they_are_no_ink() -> None:
    page = ruled((250, 250, 250), (245, 245, 245), (30, 30, 30))
    assert first(png(page)).grid == PUZZLE


def lines_that_run_out() -> Image.Image:
    """Light paper on a dark, spotted background, into which the lines of the board run."""
    spots = Image.frombytes("L", (90, 90), random.Random(1).randbytes(90 * 90))
    page = spots.point(lambda level: level // 3)
    page = page.resize((720, 720), Image.Resampling.BICUBIC).convert("RGB")
    board = ruled((214, 210, 176), (90, 70, 40), (20, 20, 20)).crop((49, 49, 592, 592))
    page.paste(board, (89, 89))
    draw = ImageDraw.Draw(page)
    for at in range(90, 640, 60):
        draw.line((at, 60, at, 660), (90, 70, 40), 3)
        draw.line((60, at, 660, at), (90, 70, 40), 3)
    return page


def test_a_board_may_stand_out_by_its_paper_alone() -> None:
    assert first(png(lines_that_run_out())).grid == PUZZLE


@pytest.mark.long
def test_digits_with_an_outline_are_seen_through_a_filter() -> None:
    page = ruled((255, 255, 255), (90, 90, 90), (20, 20, 20))
    draw = ImageDraw.Draw(page)
    font = ImageFont.load_default(36)
    for cell in (cell for cell, value in enumerate(PUZZLE.values) if value in {4, 6, 9}):
        row, column = divmod(cell, 9)
        left, top = 52 + 60 * column, 52 + 60 * row
        draw.rectangle((left, top, left + 56, top + 56), (128, 22, 22))
        text, middle = str(PUZZLE[cell]), (left + 28, top + 28)
        draw.text(middle, text, (0, 0, 0), font, "mm", stroke_width=2, stroke_fill=(200, 200, 200))
    reading = first(png(page))
    assert reading.grid == PUZZLE
    assert not reading.doubtful, "in grey some of them are nearly others"


def chessboard() -> Image.Image:
    page = Image.new("RGB", (640, 640), "white")
    draw = ImageDraw.Draw(page)
    for cell in range(64):
        row, column = divmod(cell, 8)
        if (row + column) % 2:
            draw.rectangle((column * 80, row * 80, column * 80 + 79, row * 80 + 79), "black")
    return page


def text() -> Image.Image:
    rng = random.Random(1)
    page = Image.new("RGB", (700, 900), "white")
    draw = ImageDraw.Draw(page)
    for line in range(40):
        words = "".join(rng.choice("abcdefghijk lmnop ") for _ in range(90))
        draw.text((30, 20 + line * 21), words, "black")
    return page


def nested() -> Image.Image:
    page = Image.new("RGB", (900, 900), "white")
    draw = ImageDraw.Draw(page)
    for at in range(0, 440, 4):
        draw.rectangle((at, at, 899 - at, 899 - at), outline="black")
    return page


def many_squares() -> Image.Image:
    page = Image.new("RGB", (1000, 1000), "white")
    draw = ImageDraw.Draw(page)
    for at in range(10_000):
        x, y = at % 100 * 10, at // 100 * 10
        draw.rectangle((x, y, x + 7, y + 7), outline="black")
    return page


@pytest.mark.parametrize(
    "page",
    [
        chessboard(),
        text(),
        nested(),
        many_squares(),
        Image.effect_noise((600, 600), 90).convert("RGB"),
        Image.new("RGB", (500, 500), "grey"),
        Image.linear_gradient("L").resize((700, 700)).convert("RGB"),
    ],
    ids=["chessboard", "text", "nested", "squares", "noise", "plain", "gradient"],
)
def test_what_is_no_board_is_refused(page: Image.Image) -> None:
    with pytest.raises(Unreadable):
        read(jpeg(page), BUDGET)


def squares(gaps: int) -> Image.Image:
    """Four by four squares with four digits, between which some sides are missing."""
    page = Image.new("RGB", (640, 640), "white")
    draw = ImageDraw.Draw(page)
    for at in range(80, 680, 120):
        draw.line((80, at, 560, at), "black", 3)
        draw.line((at, 80, at, 560), "black", 3)
    for at in range(80, 80 + 120 * gaps, 120):
        draw.rectangle((at + 110, at + 10, at + 130, at + 110), "white")
        draw.rectangle((at + 10, at + 110, at + 110, at + 130), "white")
    font = ImageFont.load_default(70)
    for cell, digit in {4: "2", 5: "4", 11: "2", 12: "3"}.items():
        row, column = divmod(cell, 4)
        draw.text((140 + 120 * column, 140 + 120 * row), digit, "black", font, anchor="mm")
    return page


@pytest.mark.long
def test_four_by_four_squares_are_a_board_by_their_lines_only() -> None:
    """A few digits drawn by lot are often such a puzzle, so its single solution proves nothing."""
    whole = first(png(squares(gaps=0)))
    assert (str(whole.grid), whole.solutions) == ("....24.....23...", 1)
    with pytest.raises(Unreadable):
        read(png(squares(gaps=3)), LONG)


def dark_tiles(grid: Grid) -> Image.Image:
    """A dark app's board: tiles in two shades with gaps that are hardly seen as lines."""
    page = Image.new("RGB", (542, 900), (30, 40, 60))
    draw = ImageDraw.Draw(page)
    font = ImageFont.load_default(26)
    for cell, value in enumerate(grid.values):
        row, column = divmod(cell, 9)
        left, top = 24 + 50 * column, 130 + 50 * row
        shade = (72, 82, 102) if (row // 3 + column // 3) % 2 else (40, 50, 70)
        draw.rectangle((left, top, left + 48, top + 48), shade)
        if value:
            draw.text((left + 18, top + 8), str(value), (255, 255, 255), font)
    return page


@pytest.mark.long
def test_tiles_are_read_whether_few_digits_clash_or_their_gaps_show_in_a_larger_copy() -> None:
    solution = solve(PUZZLE)
    played = PUZZLE.with_values({cell: solution[cell] for cell in PUZZLE.blanks()[::2]})
    mistaken = played.with_values({cell: played[cell] % 9 + 1 for cell in PUZZLE.blanks()[:6:2]})
    # So few digits clash as seldom where they are drawn by lot, and prove nothing.
    few = Grid.blank(PUZZLE.geometry).with_values({cell: cell % 9 + 1 for cell in range(0, 81, 7)})
    for grid in (mistaken, few):
        reading = first(png(dark_tiles(grid)))
        assert (reading.grid, reading.solutions) == (grid, 0)
        assert not reading.is_sure


def random_digits() -> Grid:
    """A board with digits drawn by lot, most of which clash."""
    rng = random.Random(3)
    return PUZZLE.with_values({cell: rng.randint(1, 9) for cell in range(81) if rng.random() < 0.5})


@pytest.mark.long
def test_bold_boxes_prove_a_board_whose_digits_clash() -> None:
    misprinted = random_digits()
    reading = first(drawn(misprinted, Look(thin=2, thick=6)))
    assert (reading.grid, reading.solutions) == (misprinted, 0)
    with pytest.raises(Unreadable):
        read(png(ruled((255, 255, 255), (40, 40, 40), (20, 20, 20), misprinted)), LONG)


@pytest.mark.long
def test_an_empty_board_is_no_puzzle() -> None:
    with pytest.raises(Unreadable):
        read(drawn(Grid.blank(Geometry(3, 3))), BUDGET)


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        (Image.new("RGB", (120, 900), "grey"), Why.TOO_SMALL),
        (Image.new("RGB", (180, 180), "grey"), Why.NO_BOARD),
    ],
)
def test_a_picture_is_too_small_by_the_pixels_that_it_has(page: Image.Image, expected: Why) -> None:
    with pytest.raises(Unreadable) as caught:
        read(png(page), BUDGET)
    assert caught.value.why is expected


@pytest.mark.long
@pytest.mark.parametrize("turns", [1, 2, 3])
def test_a_page_may_lie_on_its_side(turns: int) -> None:
    with Image.open(BytesIO(drawn(PUZZLE))) as image:
        assert first(jpeg(image.rotate(90 * turns, expand=True))).grid == PUZZLE


@pytest.mark.long
@pytest.mark.parametrize("symbol", "AE")
def test_a_few_letters_do_not_turn_a_page_of_digits(symbol: str) -> None:
    odd = [cell for cell, value in enumerate(PUZZLE.values) if value][1::5]
    digits = PUZZLE.with_values(dict.fromkeys(odd, 0))
    page = ruled((255, 255, 255), (90, 90, 90), (20, 20, 20), digits)
    draw, font = ImageDraw.Draw(page), ImageFont.load_default(38)
    for cell in odd:
        row, column = divmod(cell, 9)
        draw.text((80 + 60 * column, 80 + 60 * row), symbol, (20, 20, 20), font, anchor="mm")
    reading = first(png(page))
    assert reading.grid.with_values(dict.fromkeys(odd, 0)) == digits
    assert set(odd) <= set(reading.doubtful)


def within(asks: int, content: bytes) -> tuple[tuple[Reading, ...], bool] | None:
    """What is read until the clock was asked so many times: a second passes with each of them."""
    try:
        return read_within(content, Budget(asks), count(0.0).__next__)
    except BudgetSpent:
        return None


@pytest.mark.long
def test_a_short_look_says_that_it_was_short() -> None:
    several = drawn(PUZZLE.with_values({0: 0, 1: 0, 4: 0, 9: 0}))
    answers = [within(int(1.5**step), several) for step in range(14)]
    assert answers[0] is None
    whole = [answer for answer in answers if answer and answer[1]]
    part = [answer for answer in answers if answer and not answer[1]]
    assert {str(found[0].grid) for found, _ in part} == {str(whole[-1][0][0].grid)}
    with pytest.raises(BudgetSpent):
        read(several, Budget(0))


@pytest.mark.long
def test_the_boards_that_were_judged_before_the_time_was_over_are_given() -> None:
    page = two_boards()
    answers: list[tuple[list[Grid], bool]] = []
    for asks in count(1, 3):
        found, is_whole = within(asks, page) or ((), False)
        answers.append(([reading.grid for reading in found], is_whole))
        if is_whole:
            break
    assert answers[0] == ([], False)
    assert ([PUZZLE], False) in answers
    assert answers[-1] == ([PUZZLE, OTHER], True)
    boards = [len(grids) for grids, _ in answers]
    assert boards == sorted(boards), "nothing that was found is lost in more time"


def clean() -> bytes:
    return drawn(PUZZLE)


def blurred() -> bytes:
    return photo(partial(moved, length=11), 12)


@pytest.mark.long
@pytest.mark.parametrize(("board", "grid"), [(clean, PUZZLE), (blurred, puzzle_of(12))])
def test_a_board_does_not_wait_for_tables_of_letters(
    board: Callable[[], bytes], grid: Grid
) -> None:
    page, clock = beside_letters(board()), count(0.0)
    (reading,), is_whole = read_within(page, Budget(10_000), clock.__next__)
    assert (reading.grid, is_whole) == (grid, True)
    soon = within(int(next(clock)) * 2 // 3, page)
    assert soon is not None
    assert ([reading.grid for reading in soon[0]], soon[1]) == ([grid], False)


@pytest.mark.long
def test_a_blurred_board_may_be_misread_only_while_a_longer_look_would_help() -> None:
    page = blurred()
    answers = [answer for asks in range(44, 92, 8) if (answer := within(asks, page))]
    told = [(readings[0].grid == puzzle_of(12), is_whole) for readings, is_whole in answers]
    assert {(False, False), (True, True)} <= set(told)
    assert (False, True) not in told
    assert any(readings[0].solutions == 1 for readings, is_whole in answers if not is_whole)


ASKED_AFTER_BLUR = 5
"""How often the clock is asked from the blur to the end: by the look at a larger copy."""


@pytest.mark.long
def test_no_board_is_denied_before_there_was_time_to_undo_its_blur() -> None:
    paper, clock = Image.new("L", (700, 700), 255), count(0.0)
    paper.paste(letters(640), (30, 30))
    page = png(paper)
    with pytest.raises(Unreadable):
        read_within(page, Budget(10_000), clock.__next__)
    asked = int(next(clock)) - ASKED_AFTER_BLUR
    assert within(asked, page) is None, "the look was too short for the blur"


def test_a_board_with_one_solution_needs_no_longer_look() -> None:
    found, is_whole = read_within(drawn(PUZZLE), BUDGET)
    assert (found[0].grid, is_whole) == (PUZZLE, True)
