"""Photos as people take them: drawn boards on thin, creased and bent paper, seen by poor cameras.

The same seed makes the same photo. Lengths are pixels of a page with SIDE pixels, or shares of it.
"""

import random
from collections.abc import Callable, Mapping
from functools import partial
from io import BytesIO
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from engine import Geometry, Grid, generate, solve
from tests.engine.photo.drawn import Look, drawn
from tests.engine.training.strokes import written

SIDE: Final = 840
"""The side of a page, of which the board takes nine parts of eleven."""

SHRUNK: Final = 0.82
"""By how much `drawn` makes a page smaller, around its middle."""

CELL: Final = 76
"""The side of a cell on pages that are drawn here."""

EDGE: Final = (SIDE - 9 * CELL) // 2
INK: Final = (30, 30, 30)

PHONE: Final = (240, 320)
"""The pixels of a photo that phones of 2005 took."""

FINE: Final = 4
"""How many times as large such a photo is drawn first."""

Page = NDArray[np.float32]
Random = np.random.Generator
Distortion = Callable[[Page, Random], Page]


def puzzle_of(seed: int) -> Grid:
    """The board of a photo."""
    return generate(Geometry(3, 3), seed=f"distorted {seed}").grid


def photo(distortion: Distortion, seed: int) -> bytes:
    """A JPEG of the board of that seed, distorted."""
    rng = np.random.default_rng(seed)
    seen = distortion(page_of(puzzle_of(seed), seed), rng)
    return jpeg(np.asarray(seen + rng.normal(0, 1.5, seen.shape), np.float32))


def page_of(grid: Grid, seed: int = 0) -> Page:
    """A page of a puzzle book or of a newspaper in levels of three colours."""
    look = Look(theme=seed % 2, height=0.5 + 0.05 * (seed % 4), thick=3 + seed % 3)
    with Image.open(BytesIO(drawn(grid, look))) as image:
        return np.array(image.resize((SIDE, SIDE), Image.Resampling.BICUBIC), np.float32)


def jpeg(page: Page) -> bytes:
    file = BytesIO()
    Image.fromarray(np.clip(page, 0, 255).astype(np.uint8)).save(file, "JPEG", quality=85)
    return file.getvalue()


def shown_through(page: Page, rng: Random, *, share: float) -> Page:
    """The print on the back of the leaf, mirrored, soft, and as strong as a share of the ink."""
    back = page_of(puzzle_of(int(rng.integers(1000, 2000))), int(rng.integers(8)))[:, ::-1]
    moved = np.array([[1, 0, rng.uniform(-40, 40)], [0, 1, rng.uniform(-40, 40)]], np.float32)
    soft = cv2.GaussianBlur(back, (0, 0), 1.6)
    paper = [float(level) for level in np.median(soft, axis=(0, 1))]
    seen = cv2.warpAffine(soft, moved, (SIDE, SIDE), borderValue=paper)
    return np.asarray(page - share * np.maximum(np.array(paper) - seen, 0), np.float32)


def creased(page: Page, rng: Random) -> Page:
    """Paper that was folded and crumpled: lines across it with a dark and a light side."""
    seen = page.copy()
    for _ in range(6):
        ends = rng.uniform(0, SIDE, (2, 2))
        along = ends[1] - ends[0]
        normal = np.array([-along[1], along[0]]) / max(1.0, float(np.linalg.norm(along)))
        down, across = np.mgrid[0:SIDE, 0:SIDE].astype(np.float32)
        away = (across - ends[0, 0]) * normal[0] + (down - ends[0, 1]) * normal[1]
        width, depth = rng.uniform(1.2, 3), rng.uniform(25, 60)
        dark = depth * np.exp(-((away / width) ** 2))
        shade = 0.4 * depth * np.exp(-np.abs(away) / 60) * (away > 0)
        seen -= (dark + shade)[..., None]
    return np.asarray(seen, np.float32)


def curled(page: Page, rng: Random, *, bulge: float) -> Page:
    """A page that bulges by a share of the board's side, most of all nearer to one edge."""
    side = SIDE * 9 / 11
    steps = np.arange(SIDE, dtype=np.float32)
    along = np.clip((steps - SIDE / 11) / side, -0.08, 1.08)
    skew = rng.uniform(-0.25, 0.25)
    bow = np.sin(np.pi * along) + skew * np.sin(2 * np.pi * along)
    sign = float(rng.choice([-1, 1]))
    down, across = np.mgrid[0:SIDE, 0:SIDE].astype(np.float32)
    bent = down + np.float32(sign * bulge * side) * bow[None, :].astype(np.float32)
    # What bulges towards the camera looks wider in the middle.
    wider = across - np.float32(0.3 * bulge * side / np.pi) * np.sin(
        2 * np.pi * along[None, :]
    ).astype(np.float32)
    if rng.random() < 0.5:
        bent, wider = wider.T.copy(), bent.T.copy()
    edge = cv2.BORDER_REPLICATE
    seen = cv2.remap(page, wider, bent, cv2.INTER_LINEAR, borderMode=edge)
    return np.asarray(seen, np.float32)


def moved(page: Page, rng: Random, *, length: int) -> Page:
    """A camera that was not held still."""
    angle = rng.uniform(0, np.pi)
    kernel = np.zeros((length + 2, length + 2), np.float32)
    middle, reach = (length + 1) / 2, (length - 1) / 2
    step = reach * np.array([np.cos(angle), np.sin(angle)])
    begin, end = np.round(16 * (middle - step)), np.round(16 * (middle + step))
    ends = (int(begin[0]), int(begin[1])), (int(end[0]), int(end[1]))
    cv2.line(kernel, *ends, 1.0, 1, cv2.LINE_AA, 4)
    return np.asarray(cv2.filter2D(page, -1, kernel / kernel.sum()), np.float32)


def blurred(page: Page, _: Random, *, sigma: float) -> Page:
    return np.asarray(cv2.GaussianBlur(page, (0, 0), sigma), np.float32)


def noisy(page: Page, rng: Random) -> Page:
    """A photo in the dark."""
    return np.asarray(0.45 * page + rng.normal(0, 16, page.shape), np.float32)


def of_a_screen(page: Page, rng: Random) -> Page:
    """Moire: the pixels of a screen beat with those of the camera."""
    down, across = np.mgrid[0:SIDE, 0:SIDE].astype(np.float32)
    seen = page.copy()
    for colour in range(3):
        period, angle = rng.uniform(5, 14), rng.uniform(0, np.pi)
        along = across * np.cos(angle) + down * np.sin(angle)
        wave = np.sin(2 * np.pi * (along + 8 * np.sin(down / 90)) / period)
        seen[..., colour] += 22 * wave
    return seen


def glared(page: Page, rng: Random) -> Page:
    """A lamp that is mirrored by the paper."""
    down, across = np.mgrid[0:SIDE, 0:SIDE].astype(np.float32)
    seen = 0.75 * page
    for _ in range(2):
        place, size = rng.uniform(0.2, 0.8, 2) * SIDE, rng.uniform(0.1, 0.17, 2) * SIDE
        away = ((across - place[0]) / size[0]) ** 2 + ((down - place[1]) / size[1]) ** 2
        light = np.exp(-(away**2) / 2)[..., None]
        seen = seen + 0.87 * light * (255 - seen)
    return np.asarray(seen, np.float32)


def turned(page: Page, rng: Random) -> Page:
    """A board that lies askew, with all of its corners in the picture."""
    angle = float(rng.choice([-1, 1]) * rng.uniform(15, 44))
    matrix = cv2.getRotationMatrix2D((SIDE / 2, SIDE / 2), angle, 0.72)
    return np.asarray(
        cv2.warpAffine(page, matrix, (SIDE, SIDE), borderValue=(128, 120, 110)), np.float32
    )


def borderless(seed: int) -> bytes:
    """A board of an app or a magazine that has lines between its cells, and none around it."""
    image = Image.new("RGB", (SIDE, SIDE), "white")
    draw = ImageDraw.Draw(image)
    thin, thick = 1 + seed % 2, 3 + seed % 3
    for at in range(1, 9):
        wide, place = thick if at % 3 == 0 else thin, EDGE + CELL * at
        draw.line((EDGE, place, SIDE - EDGE, place), INK, wide)
        draw.line((place, EDGE, place, SIDE - EDGE), INK, wide)
    write(draw, puzzle_of(seed), INK)
    return jpeg(np.asarray(image, np.float32))


TILES: Final = (
    ((255, 255, 255), (226, 230, 238), (40, 44, 60)),
    ((70, 90, 120), (250, 250, 250), (20, 20, 20)),
    ((24, 26, 32), (58, 62, 74), (240, 240, 240)),
    ((214, 196, 160), (250, 244, 228), (70, 40, 20)),
)
"""The colours of what is between the cells, of the cells, and of the digits."""


def tiles(seed: int) -> bytes:
    """A board of an app whose cells are tiles with gaps between them, and no lines at all."""
    ground, tile, ink = TILES[seed % len(TILES)]
    image = Image.new("RGB", (SIDE, SIDE), ground)
    draw = ImageDraw.Draw(image)
    gap, wider = 2 + seed % 8, 4 + seed % 3
    for cell in range(81):
        row, column = divmod(cell, 9)
        left, top = EDGE + CELL * column + gap, EDGE + CELL * row + gap
        right, bottom = left + CELL - 2 * gap, top + CELL - 2 * gap
        box = (
            left + wider * (column % 3 == 0),
            top + wider * (row % 3 == 0),
            right - wider * (column % 3 == 2),
            bottom - wider * (row % 3 == 2),
        )
        draw.rounded_rectangle(box, 4 + seed % 5, tile)
    write(draw, puzzle_of(seed), ink)
    return jpeg(np.asarray(image, np.float32))


def tiny(seed: int, grid: Grid | None = None) -> bytes:
    """A board with cells of 11 to 16 pixels: amid the text of a page, as a phone of 2005 saw it, or
    alone, as a thumbnail.
    """
    rng = np.random.default_rng(seed)
    levels = np.clip(page_of(grid or puzzle_of(seed), seed), 0, 255)
    page = Image.fromarray(levels.astype(np.uint8))
    around = round(5 * SHRUNK * SIDE / 11)
    middle = SIDE // 2
    board = page.crop((middle - around, middle - around, middle + around, middle + around))
    side = round(10 * rng.uniform(11, 16))
    if seed % 2:
        return jpeg(_shrunk(board, (side, side)))
    text = Image.new("RGB", (FINE * PHONE[0], FINE * PHONE[1]), board.getpixel((3, 3)))
    draw, font = ImageDraw.Draw(text), ImageFont.load_default(9 * FINE)
    for top in range(0, text.height, 13 * FINE):
        words = "".join(rng.choice(list("abcdefghijk lmnop 1234 "), 60))
        draw.text((4 * FINE, top), words, INK, font)
    place = rng.uniform(0.1, 0.9, 2) * (np.array(PHONE) - side)
    text.paste(board.resize((FINE * side, FINE * side)), tuple(np.round(FINE * place).astype(int)))
    return jpeg(_shrunk(text, PHONE))


def _shrunk(image: Image.Image, size: tuple[int, int]) -> Page:
    """A picture as few pixels see it."""
    soft = np.asarray(image.resize(size, Image.Resampling.BOX), np.float32)
    return np.asarray(cv2.GaussianBlur(soft, (0, 0), 0.5), np.float32)


def write(
    draw: ImageDraw.ImageDraw, grid: Grid, ink: tuple[int, int, int], height: int = 44
) -> None:
    """Writes the digits of a board whose cells are CELL wide."""
    font = ImageFont.load_default(height)
    for cell, value in enumerate(grid.values):
        if value:
            middle = EDGE + CELL * (cell % 9 + 0.5), EDGE + CELL * (cell // 9 + 0.5)
            draw.text(middle, str(value), ink, font, anchor="mm")


PENS: Final = ((30, 30, 30), (105, 105, 105), (40, 60, 160))
"""The inks of a black pen, of a pencil and of a blue pen."""


def own_of(seed: int) -> Grid:
    """The digits that somebody has filled in on a page of that seed: half of the blanks."""
    puzzle = puzzle_of(seed)
    cells = random.Random(seed).sample(puzzle.blanks(), len(puzzle.blanks()) // 2)
    solution = solve(puzzle)
    return Grid.blank(puzzle.geometry).with_values({cell: solution[cell] for cell in cells})


def filled_in(seed: int) -> bytes:
    """A page on which a hand has filled in some digits, in one of the PENS."""
    rng = np.random.default_rng(seed)
    page = page_of(puzzle_of(seed), seed)
    pen = np.array(PENS[seed % len(PENS)], np.float32)
    side = SHRUNK * SIDE / 11
    for cell, value in enumerate(own_of(seed).values):
        if value:
            ink = written(str(value), round(side * rng.uniform(0.5, 0.75)), rng)
            middle = SIDE / 2 + side * (np.array(divmod(cell, 9)) - 4) + rng.uniform(-3, 3, 2)
            top, left = (middle - np.array(ink.shape) / 2).astype(int)
            under = page[top : top + ink.shape[0], left : left + ink.shape[1]]
            under += ink[..., None] * (pen - under)
    seen = cv2.GaussianBlur(page, (0, 0), 0.8)
    return jpeg(np.asarray(seen + rng.normal(0, 2, seen.shape), np.float32))


GROUPS: Final[Mapping[str, Callable[[int], bytes]]] = {
    "show-through 10%": partial(photo, partial(shown_through, share=0.10)),
    "show-through 20%": partial(photo, partial(shown_through, share=0.20)),
    "show-through 30%": partial(photo, partial(shown_through, share=0.30)),
    "creases": partial(photo, creased),
    "curl 5%": partial(photo, partial(curled, bulge=0.05)),
    "curl 10%": partial(photo, partial(curled, bulge=0.10)),
    "motion 11 px": partial(photo, partial(moved, length=11)),
    "blur 5 px": partial(photo, partial(blurred, sigma=5)),
    "noise": partial(photo, noisy),
    "moire": partial(photo, of_a_screen),
    "glare": partial(photo, glared),
    "turned": partial(photo, turned),
    "borderless": borderless,
    "tiles": tiles,
    "tiny": tiny,
}
"""Photos of boards by the name of their group; each takes a seed."""
