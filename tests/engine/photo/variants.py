"""Pictures that cannot be read, by the reason for it.

Some show boards that are no ordinary Sudoku: jigsaws, killers, and those with diagonals. Others are
of ordinary boards that nobody could read, or of something else.
"""

import random
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Final

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from engine import Geometry, Grid, generate
from engine.photo.reading import Why
from tests.engine.photo.distorted import (
    CELL,
    EDGE,
    INK,
    SIDE,
    Distortion,
    Page,
    blurred,
    moved,
    page_of,
    puzzle_of,
    write,
)

SWAPS: Final = 400


def jigsaw(seed: int) -> Page:
    """A board whose regions are no boxes."""
    regions = _regions(seed)
    image, draw = _paper()
    write(draw, _only(_clues(regions, seed)), INK)
    for cell in range(81):
        row, column = divmod(cell, 9)
        for down, right in ((0, 1), (1, 0)):
            other = cell + 9 * down + right
            is_edge = row + down > 8 or column + right > 8 or regions[other] != regions[cell]
            left, top = EDGE + CELL * (column + right), EDGE + CELL * (row + down)
            ends = (left, top, left + CELL * down, top + CELL * right)
            draw.line(ends, INK if is_edge else (120, 120, 120), 5 if is_edge else 1)
    draw.rectangle((EDGE, EDGE, SIDE - EDGE, SIDE - EDGE), outline=INK, width=5)
    return _seen(image, seed)


def killer(seed: int, *, has_givens: bool = False) -> Page:
    """A board with dashed cages and their sums."""
    rng = random.Random(seed)
    image, draw = _paper()
    _lines(draw)
    solution = _solution(seed)
    if has_givens:
        kept = rng.sample(range(81), 18)
        write(draw, _only({cell: solution[cell] for cell in kept}), INK)
    font = ImageFont.load_default(17)
    for cage in _cages(rng):
        for cell in cage:
            _dashes(draw, cell, cage)
        first = min(cage)
        left, top = EDGE + CELL * (first % 9), EDGE + CELL * (first // 9)
        total = str(sum(solution[cell] for cell in cage))
        draw.rectangle((left + 3, top + 3, left + 8 + 10 * len(total), top + 21), fill="white")
        draw.text((left + 6, top + 4), total, INK, font)
    return _seen(image, seed)


def diagonals(seed: int) -> Page:
    """A board whose diagonals hold all digits too, which two lines across it say."""
    image, draw = _paper()
    _lines(draw)
    grey = (150, 150, 150)
    draw.line((EDGE, EDGE, SIDE - EDGE, SIDE - EDGE), grey, 3)
    draw.line((EDGE, SIDE - EDGE, SIDE - EDGE, EDGE), grey, 3)
    solution = _solution(seed)
    kept = random.Random(seed).sample(range(81), 18)
    write(draw, _only({cell: solution[cell] for cell in kept}), INK)
    return _seen(image, seed)


def shaded(seed: int) -> Page:
    """A board whose diagonals hold all digits too, which a shade says."""
    image, draw = _paper()
    for at in range(9):
        for across in (at, 8 - at):
            left, top = EDGE + across * CELL, EDGE + at * CELL
            draw.rectangle((left, top, left + CELL, top + CELL), (205, 205, 210))
    _lines(draw)
    solution = _solution(seed)
    kept = random.Random(seed).sample(range(81), 18)
    write(draw, _only({cell: solution[cell] for cell in kept}), INK)
    return _seen(image, seed)


def _paper() -> tuple[Image.Image, ImageDraw.ImageDraw]:
    image = Image.new("RGB", (SIDE, SIDE), "white")
    return image, ImageDraw.Draw(image)


def _seen(image: Image.Image, seed: int) -> Page:
    """The page as a camera sees it that is held a little askew."""
    rng = np.random.default_rng(seed)
    page = np.asarray(image, np.float32)
    corners = np.array([[0, 0], [SIDE, 0], [SIDE, SIDE], [0, SIDE]], np.float32)
    moved = corners + rng.uniform(-0.03, 0.03, (4, 2)).astype(np.float32) * SIDE
    matrix = cv2.getPerspectiveTransform(corners, moved)
    seen = cv2.warpPerspective(page, matrix, (SIDE, SIDE), borderValue=(235, 235, 235))
    return np.asarray(cv2.GaussianBlur(seen, (0, 0), 0.8), np.float32)


def _lines(draw: ImageDraw.ImageDraw) -> None:
    for at in range(10):
        place, wide = EDGE + CELL * at, 5 if at % 3 == 0 else 2
        draw.line((EDGE, place, SIDE - EDGE, place), INK, wide)
        draw.line((place, EDGE, place, SIDE - EDGE), INK, wide)


def _only(digits: dict[int, int]) -> Grid:
    return Grid.blank(Geometry(3, 3)).with_values(digits)


def _dashes(draw: ImageDraw.ImageDraw, cell: int, cage: Iterable[int]) -> None:
    """The sides of a cell that lie on the edge of its cage, a little inside of it."""
    left, top = EDGE + CELL * (cell % 9), EDGE + CELL * (cell // 9)
    near, far = 6, CELL - 6
    neighbours = (
        (cell % 9 > 0, cell - 1, (near, near, near, far)),
        (cell % 9 < 8, cell + 1, (far, near, far, far)),
        (True, cell - 9, (near, near, far, near)),
        (True, cell + 9, (near, far, far, far)),
    )
    for is_there, other, (x0, y0, x1, y1) in neighbours:
        if is_there and other in set(cage):
            continue
        for at in range(0, far - near, 10):
            x, y = x0 + at * (x1 > x0), y0 + at * (y1 > y0)
            ends = (left + x, top + y, left + min(x1, x + 5), top + min(y1, y + 5))
            draw.line(ends, (70, 70, 70), 1)


def _cages(rng: random.Random) -> list[list[int]]:
    """All cells in groups of one to four neighbours."""
    left = set(range(81))
    cages = []
    while left:
        cage = [min(left)]
        left.discard(cage[0])
        for _ in range(rng.randint(1, 3)):
            last = cage[-1]
            beside = [last + 1] if last % 9 < 8 else []
            open_ones = [cell for cell in (*beside, last + 9) if cell in left]
            if open_ones:
                cage.append(rng.choice(open_ones))
                left.discard(cage[-1])
        cages.append(cage)
    return cages


def _solution(seed: int) -> Grid:
    return generate(Geometry(3, 3), seed=f"variant {seed}").solution


def _regions(seed: int) -> list[int]:
    """The region of each cell: boxes that have swapped many cells with their neighbours."""
    rng = random.Random(seed)
    regions = [cell // 27 * 3 + cell % 9 // 3 for cell in range(81)]
    for _ in range(SWAPS):
        one, other = rng.sample(range(81), 2)
        swapped = regions.copy()
        swapped[one], swapped[other] = regions[other], regions[one]
        if all(_is_whole(swapped, regions[cell]) for cell in (one, other)):
            regions = swapped
    return regions


def _is_whole(regions: list[int], region: int) -> bool:
    """Whether one can walk from each cell of a region to each other one."""
    left = {cell for cell in range(81) if regions[cell] == region}
    waiting = [left.pop()]
    while waiting:
        cell = waiting.pop()
        steps = [cell - 9, cell + 9, *([cell - 1] if cell % 9 else [])]
        steps += [cell + 1] if cell % 9 < 8 else []
        waiting += [step for step in steps if step in left]
        left.difference_update(steps)
    return not left


def _clues(regions: list[int], seed: int) -> dict[int, int]:
    """Some digits of which no two are alike in a row, a column or a region."""
    rng = random.Random(seed)
    found: dict[int, int] = {}
    for cell in rng.sample(range(81), 30):
        taken = {
            value
            for other, value in found.items()
            if other // 9 == cell // 9 or other % 9 == cell % 9 or regions[other] == regions[cell]
        }
        free = [value for value in range(1, 10) if value not in taken]
        if free:
            found[cell] = rng.choice(free)
    return found


VARIANTS: Final[Mapping[str, Callable[[int], Page]]] = {
    "jigsaw": jigsaw,
    "killer": killer,
    "killer with givens": partial(killer, has_givens=True),
    "diagonals": diagonals,
    "diagonals in a shade": shaded,
}
"""Boards of other rules; the first word says which."""


def outside(seed: int) -> Page:
    """A board of which a third is cut off."""
    page = page_of(puzzle_of(seed), seed)
    cut = page[:, : SIDE * 3 // 5] if seed % 2 else page[SIDE * 2 // 5 :]
    return np.ascontiguousarray(cut)


def bleached(page: Page, _: np.random.Generator) -> Page:
    """A photo in bright sun."""
    return np.asarray(255 - 0.03 * (255 - page), np.float32)


def unlit(page: Page, _: np.random.Generator) -> Page:
    """A photo in the dark without any noise."""
    return np.asarray(0.02 * page, np.float32)


def grainy(page: Page, rng: np.random.Generator) -> Page:
    """A photo in the dark whose noise hides the board."""
    return np.asarray(0.5 * page + rng.normal(0, 110, page.shape), np.float32)


def faint(seed: int) -> Page:
    """A board of which hardly anything is seen."""
    return _distorted(bleached if seed % 2 else unlit, seed)


def sparse(seed: int) -> Page:
    """A board whose digits are missing but a few."""
    image, draw = _paper()
    _lines(draw)
    solution = _solution(seed)
    write(draw, _only({cell: solution[cell] for cell in range(4, 81, 15)}), INK)
    return _seen(image, seed)


def text(seed: int) -> Page:
    """A page of a book."""
    rng = random.Random(seed)
    image, draw = _paper()
    font = ImageFont.load_default(18)
    for line in range(30):
        words = "".join(rng.choice("abcdefghijk lmnop 1234 ") for _ in range(70))
        draw.text((40, 40 + 25 * line), words, INK, font)
    return _seen(image, seed)


def _distorted(distortion: Distortion, seed: int) -> Page:
    return distortion(page_of(puzzle_of(seed), seed), np.random.default_rng(seed))


REASONS: Final[Mapping[Why, Callable[[int], Page]]] = {
    Why.SHAKEN: partial(_distorted, partial(moved, length=27)),
    Why.BLURRED: partial(_distorted, partial(blurred, sigma=11)),
    Why.FAINT: faint,
    Why.GRAINY: partial(_distorted, grainy),
    Why.OUTSIDE: outside,
    Why.FEW_DIGITS: sparse,
    Why.NO_BOARD: text,
    Why.JIGSAW: jigsaw,
    Why.KILLER: killer,
    Why.DIAGONALS: diagonals,
}
"""Pictures that cannot be read, by the reason; each takes a seed."""
