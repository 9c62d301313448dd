from io import BytesIO
from itertools import product

import pytest
from PIL import Image

from bot.render.portrait import GIVENS, PLACED, SIDE, SKY, SUN, portrait
from bot.render.theme import LIGHT, Colour
from engine import is_unique, solve
from tests.bot.render.pixels import read_symbol

MIDDLE, CELL = 320, 108
"""The middle of the picture, and the side of a cell: four of them fit into the circle."""

BOARD = range(MIDDLE - 2 * CELL, MIDDLE + 2 * CELL)


@pytest.fixture(scope="module")
def image() -> Image.Image:
    with Image.open(BytesIO(portrait())) as opened:
        return opened.convert("RGB")


def is_near(image: Image.Image, x: int, y: int, colour: Colour, most: int = 16) -> bool:
    """Whether a pixel has a colour, as far as a JPEG keeps it."""
    pixel = image.getpixel((x, y))
    assert isinstance(pixel, tuple)
    return all(abs(is_ - shall) <= most for is_, shall in zip(pixel, colour, strict=True))


def run_of(image: Image.Image, at: int, colour: Colour, *, upright: bool) -> int:
    """How many pixels around a line of the board have a colour, beside the digits."""
    beside = BOARD[0] + 12
    around = range(at - 20, at + 20)
    return sum(
        is_near(image, *((along, beside) if upright else (beside, along)), colour, 60)
        for along in around
    )


def test_it_is_a_square_jpeg_that_is_always_the_same() -> None:
    with Image.open(BytesIO(portrait())) as image:
        assert (image.format, image.size) == ("JPEG", (SIDE, SIDE))
    assert SIDE == 640, "what Telegram shows at most"
    assert portrait() == portrait()
    assert 10_000 < len(portrait()) < 50_000


def test_the_paper_of_the_digit_is_as_yellow_as_the_sun() -> None:
    red, green, blue = SUN
    assert min(red, green) > 200
    assert blue < 100


def test_nothing_of_the_board_is_lost_where_clients_cut_a_circle(image: Image.Image) -> None:
    for x, y in product(range(0, SIDE, 4), repeat=2):
        if (x - SIDE / 2) ** 2 + (y - SIDE / 2) ** 2 > (SIDE / 2) ** 2:
            assert is_near(image, x, y, SKY, 12)


def test_the_board_is_a_puzzle_and_the_digit_is_right() -> None:
    assert is_unique(GIVENS)
    solution = solve(GIVENS)
    assert solution is not None
    cell, digit = PLACED
    assert not GIVENS[cell]
    assert solution[cell] == digit


def test_every_digit_can_be_read_in_the_middle_of_its_cell(image: Image.Image) -> None:
    shown = dict(enumerate(GIVENS.values)) | dict([PLACED])
    for cell, value in shown.items():
        row, column = divmod(cell, 4)
        left, top = BOARD[0] + column * CELL, BOARD[0] + row * CELL
        inside = image.convert("L").crop((left + 12, top + 12, left + CELL - 12, top + CELL - 12))
        dark = inside.point([255] * 110 + [0] * 146)
        box = dark.getbbox()
        assert (box is not None) == bool(value)
        if box is not None:
            assert abs((box[0] + box[2]) / 2 - 42) <= 5
            assert abs((box[1] + box[3]) / 2 - 42) <= 3
            assert 54 <= box[3] - box[1] <= 66, "three quarters of the cell, and its edge"
            assert read_symbol(inside, "1234") == str(value)


def test_the_digit_that_was_just_placed_is_bolder_but_not_larger(image: Image.Image) -> None:
    """The 1 in the middle of the picture and that in its corner."""
    found = []
    for cell in (0, PLACED[0]):
        left, top = BOARD[0] + cell % 4 * CELL, BOARD[0] + cell // 4 * CELL
        inside = image.convert("L").crop((left + 12, top + 12, left + CELL - 12, top + CELL - 12))
        box = inside.point([255] * 150 + [0] * 106).getbbox()
        assert box is not None
        found.append(box[3] - box[1])
    assert 1 <= found[1] - found[0] <= 3


def test_givens_are_dark_and_the_digit_that_was_just_placed_stands_out(image: Image.Image) -> None:
    row, column = divmod(PLACED[0], 4)
    for cell in range(16):
        left, top = BOARD[0] + cell % 4 * CELL, BOARD[0] + cell // 4 * CELL
        paper = SUN if divmod(cell, 4) == (row, column) else LIGHT.paper
        for x, y in ((14, 14), (CELL - 14, 14), (14, CELL - 14), (CELL - 14, CELL - 14)):
            assert is_near(image, left + x, top + y, paper)
        inks = [
            is_near(image, left + x, top + y, LIGHT.own if paper is SUN else LIGHT.ink, 30)
            for x, y in product(range(20, CELL - 20, 2), repeat=2)
        ]
        assert (sum(inks) > 20) == (cell == PLACED[0] or bool(GIVENS[cell]))


def test_thick_lines_divide_boxes_and_thin_ones_cells(image: Image.Image) -> None:
    for upright in (True, False):
        for number in range(1, 4):
            at = BOARD[0] + number * CELL
            colour = SKY if number == 2 else LIGHT.line
            other = LIGHT.line if number == 2 else SKY
            wide = run_of(image, at, colour, upright=upright)
            assert wide == pytest.approx(9 if number == 2 else 3, abs=1)
            assert run_of(image, at, other, upright=upright) <= 2
    for x, y in ((MIDDLE, BOARD[0] + 5), (MIDDLE, BOARD[-1] - 5), (BOARD[0] + 5, MIDDLE)):
        assert is_near(image, x, y, SKY)
    assert is_near(image, MIDDLE + CELL, MIDDLE, SKY), "the thick line lies on the thin one"
    for number in (1, 3):
        # A thin line begins at the very edge of the board.
        at = BOARD[0] + number * CELL
        assert is_near(image, at, BOARD[0] + 2, LIGHT.line, 60)
        assert is_near(image, BOARD[0] + 2, at, LIGHT.line, 60)


def test_a_thick_line_lies_evenly_around_the_middle(image: Image.Image) -> None:
    y = BOARD[0] + 12
    thick = [x for x in range(MIDDLE - 20, MIDDLE + 20) if is_near(image, x, y, SKY, 60)]
    assert abs((thick[0] + thick[-1]) / 2 - MIDDLE) <= 1
    line = range(MIDDLE + CELL - 20, MIDDLE + CELL + 20)
    thin = [x for x in line if is_near(image, x, y, LIGHT.line, 40)]
    assert abs((thin[0] + thin[-1]) / 2 - MIDDLE - CELL) <= 1


def test_the_board_is_a_square_with_round_corners(image: Image.Image) -> None:
    first, last = BOARD[0], BOARD[-1]
    for near, far in ((first, 1), (last, -1)):
        assert is_near(image, near + far, MIDDLE + 50, LIGHT.paper, 60)
        assert is_near(image, near - 3 * far, MIDDLE + 50, SKY, 40)
        assert is_near(image, MIDDLE + 50, near + far, LIGHT.paper, 60)
        assert is_near(image, MIDDLE + 50, near - 3 * far, SKY, 40)
    # A circle of 40 pixels leaves a third of its radius free along the diagonal.
    for x, y in product((0, 1), repeat=2):
        corner, inside = ((last, -1) if x else (first, 1)), ((last, -1) if y else (first, 1))
        for away, colour in ((0, SKY), (9, SKY), (15, LIGHT.paper)):
            at = corner[0] + corner[1] * away, inside[0] + inside[1] * away
            assert is_near(image, *at, colour, 40), (x, y, away)
