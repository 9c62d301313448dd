from functools import partial
from io import BytesIO

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFilter

from engine.photo.picture import Picture
from engine.photo.reading import Why
from engine.photo.trouble import why_unreadable
from tests.engine.photo.distorted import moved, photo


def picture(image: Image.Image) -> Picture:
    file = BytesIO()
    image.save(file, "PNG")
    return Picture.of(file.getvalue())


def lattice(left: int, top: int, step: int = 60, side: int = 600) -> Image.Image:
    """A page with the lines of a 9x9 board from a corner on."""
    page = Image.new("RGB", (side, side), "white")
    draw = ImageDraw.Draw(page)
    right, bottom = left + 9 * step, top + 9 * step
    for at in range(10):
        wide = 5 if at % 3 == 0 else 2
        draw.line((left + at * step, top, left + at * step, bottom), "black", wide)
        draw.line((left, top + at * step, right, top + at * step), "black", wide)
    return page


def noise(side: int) -> Image.Image:
    levels: NDArray[np.uint8] = np.random.default_rng(1).integers(0, 256, (side, side), np.uint8)
    return Image.fromarray(levels)


def text_page(dark: int) -> Image.Image:
    """Lines of text, and no board, in levels from `dark` on."""
    page = Image.new("L", (600, 600), 254)
    for down in range(30, 570, 20):
        ImageDraw.Draw(page).text((30, down), "seven of nine 1 2 3 in a line " * 3, dark)
    return page


@pytest.mark.long
@pytest.mark.parametrize(
    ("image", "why"),
    [
        (noise(159), Why.TOO_SMALL),
        (noise(160), Why.GRAINY),
        (noise(400).crop((0, 0, 400, 159)), Why.TOO_SMALL),
        (lattice(30, 30).filter(ImageFilter.GaussianBlur(9)), Why.BLURRED),
        (lattice(0, 30).filter(ImageFilter.GaussianBlur(9)), Why.BLURRED),
        (noise(300).point(lambda n: 120 + n // 32), Why.NO_BOARD),
        (Image.new("RGB", (500, 500), "grey"), Why.NO_BOARD),
        (lattice(30, 30).point(lambda n: 248 + n // 40), Why.FAINT),
        (lattice(30, 30).point(lambda n: n // 40), Why.FAINT),
        (text_page(248), Why.NO_BOARD),
        (lattice(30, 30), Why.NO_BOARD),
        (lattice(0, 30), Why.OUTSIDE),
        (lattice(59, 30), Why.OUTSIDE),
        (lattice(30, 0), Why.OUTSIDE),
        (lattice(30, 59), Why.OUTSIDE),
        (lattice(0, 0, step=20), Why.NO_BOARD),
    ],
)
def test_the_first_usual_reason_that_applies(image: Image.Image, why: Why) -> None:
    assert why_unreadable(picture(image)) is why


@pytest.mark.parametrize("seed", range(3))
def test_a_shaken_picture_is_sharp_in_one_direction_only(seed: int) -> None:
    shaken = photo(partial(moved, length=25), seed)
    assert why_unreadable(Picture.of(shaken)) is Why.SHAKEN
    still = photo(partial(moved, length=1), seed)
    assert why_unreadable(Picture.of(still)) is not Why.SHAKEN
