from io import BytesIO

from PIL import Image

from bot.render.portrait import GIVENS, PLACED, SIDE, SKY, portrait
from engine import is_unique, solve


def test_it_is_a_square_jpeg_that_is_always_the_same() -> None:
    with Image.open(BytesIO(portrait())) as image:
        assert (image.format, image.size) == ("JPEG", (SIDE, SIDE))
    assert portrait() == portrait()
    assert len(portrait()) < 100_000


def test_nothing_of_the_board_is_lost_where_clients_cut_a_circle() -> None:
    with Image.open(BytesIO(portrait())) as image:
        outside = [
            image.getpixel((x, y))
            for x in range(0, SIDE, 4)
            for y in range(0, SIDE, 4)
            if (x - SIDE / 2) ** 2 + (y - SIDE / 2) ** 2 > (SIDE / 2) ** 2
        ]
    for pixel in outside:
        assert isinstance(pixel, tuple)
        assert all(abs(is_ - shall) < 12 for is_, shall in zip(pixel, SKY, strict=True))


def test_the_board_is_a_puzzle_and_the_digit_is_right() -> None:
    assert is_unique(GIVENS)
    solution = solve(GIVENS)
    assert solution is not None
    cell, digit = PLACED
    assert not GIVENS[cell]
    assert solution[cell] == digit
