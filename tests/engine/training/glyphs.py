"""Draws what may be in a cell, as a camera would see it: the pictures that the net learns from.

Nothing here was photographed. Each picture combines a symbol in one of the fonts, the lines around
the cell, and what print, paper, screens and cameras do to them. The same seed draws the same
pictures.
"""

from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from engine.photo.cells import SIDE, normalised
from engine.photo.net import BLANK, NOTES, SYMBOLS
from tests.engine.training.strokes import WAYS, written

Pixels = NDArray[np.float32]

GLYPH: Final = 64
"""The height of a drawn symbol before it is put into a cell."""

BIG: Final = 2 * SIDE
"""A cell is first drawn in this size."""

_BY_HAND: Final = 0.22
"""The share of digits that hands write."""

_SMALL: Final = 0.3
"""Digits that are not higher than this part of the cell are printed."""

Glyphs = dict[str, list[Pixels]]


def fonts_below(folder: Path) -> list[Path]:
    """The font files, in an order that is the same everywhere."""
    found = (path for kind in ("ttf", "otf") for path in folder.rglob(f"*.{kind}"))
    return sorted(found, key=lambda path: path.relative_to(folder).parts)


def digest(glyphs: Glyphs) -> str:
    """A digest that is equal for equal glyphs; other fonts, or another FreeType, change it."""
    sha = sha256()
    for pixels in (one for symbol in glyphs for one in glyphs[symbol]):
        sha.update(repr(pixels.shape).encode() + pixels.tobytes())
    return sha.hexdigest()[:16]


def draw_glyphs(fonts: list[Path]) -> Glyphs:
    """Each symbol in each font that has all of them."""
    glyphs: Glyphs = {symbol: [] for symbol in SYMBOLS if symbol not in {BLANK, NOTES}}
    for path in fonts:
        drawn = _drawn(path)
        for symbol, pixels in drawn.items():
            glyphs[symbol].append(pixels)
    return glyphs


def _drawn(path: Path) -> dict[str, Pixels]:
    """The symbols in a font; none if two of them look alike, as the boxes for missing ones do."""
    try:
        font = ImageFont.truetype(str(path), GLYPH * 4 // 3)
        drawn = {s: _glyph(font, s) for s in SYMBOLS if s not in {BLANK, NOTES}}
    except (OSError, ValueError):
        return {}
    looks = {pixels.tobytes() for pixels in drawn.values()}
    return drawn if len(looks) == len(drawn) else {}


def _glyph(font: ImageFont.FreeTypeFont, symbol: str) -> Pixels:
    left, top, right, bottom = font.getbbox(symbol)
    if right - left < 3 or bottom - top < 12 or right - left > 4 * GLYPH:
        raise ValueError(symbol)
    image = Image.new("L", (int(right - left) + 4, int(bottom - top) + 4))
    ImageDraw.Draw(image).text((2 - left, 2 - top), symbol, 255, font)
    return np.asarray(image, np.float32) / np.float32(255)


class Artist:
    """Draws cells; the same seed and glyphs draw the same ones."""

    def __init__(self, glyphs: Glyphs, seed: int) -> None:
        self._glyphs = glyphs
        self._random = np.random.default_rng(seed)
        self._fonts = len(glyphs["1"])

    def batch(self, labels: NDArray[np.int64]) -> Pixels:
        """A cell for each label, normalised as the reader does it."""
        drawn, inks = zip(*(self._cell(SYMBOLS[label]) for label in labels), strict=True)
        return normalised(np.stack(drawn), np.array(inks, np.float32))

    def _cell(self, symbol: str) -> tuple[Pixels, float]:
        """A cell in grey levels, and how strong the ink of its board is."""
        rng = self._random
        ink = np.zeros((BIG, BIG), np.float32)
        if symbol == NOTES:
            self._put_notes(ink)
        elif symbol != BLANK:
            self._put(ink, symbol, rng.uniform(0.38, 0.88), rng.normal(0, 0.05, 2))
            if rng.random() < 0.04:
                self._put_notes(ink, most=2, shade=0.6)
        ink = self._thickened(ink)
        strength = rng.uniform(0.25, 1) * 215
        board = strength * rng.uniform(0.75, 1.3)
        if symbol == BLANK and rng.random() < 0.25:
            ink += self._smudge()
        if rng.random() < 0.85:
            ink = np.maximum(ink, self._lines())
        if rng.random() < 0.06:
            ink = np.maximum(ink, self._frame())
        if rng.random() < 0.25:
            ink = np.maximum(ink, self._seen_through())
        if rng.random() < 0.08:
            ink = ink + self._crease()
        if rng.random() < 0.2:
            ink = self._warped(ink)
        return self._seen(np.clip(ink, 0, 1.3), strength), board

    def _put(
        self, ink: Pixels, symbol: str, height: float, at: NDArray[np.float64], shade: float = 1
    ) -> None:
        """Puts a symbol of a random font onto a cell; sizes are fractions of the cell's."""
        rng = self._random
        is_written = symbol in WAYS and height > _SMALL and rng.random() < _BY_HAND
        glyph = (
            written(symbol, GLYPH, rng)
            if is_written
            else self._glyphs[symbol][rng.integers(self._fonts)]
        )
        tall, wide = glyph.shape
        scale = height * BIG / GLYPH
        if symbol.isdigit() or len(symbol) == 1:
            scale = min(scale, 0.95 * BIG / tall)
        across = scale * np.exp(rng.normal(0, 0.1))
        across = min(across, 0.9 * BIG / wide)
        turn, lean = np.radians(rng.normal(0, 4)), rng.normal(0, 0.07)
        matrix = np.array(
            [
                [across * np.cos(turn), scale * (lean - np.sin(turn))],
                [across * np.sin(turn), scale * np.cos(turn)],
            ]
        )
        middle = BIG * (0.5 + at) - matrix @ np.array([wide / 2, tall / 2])
        moved = cv2.warpAffine(
            glyph, np.column_stack([matrix, middle]), (BIG, BIG), flags=cv2.INTER_AREA
        )
        np.maximum(ink, moved * np.float32(shade), out=ink)

    def _put_notes(self, ink: Pixels, most: int = 9, shade: float = 1) -> None:
        """Small digits: in the places of a 3x3 square, or in a row."""
        rng = self._random
        count = int(rng.integers(1, most + 1))
        height = rng.uniform(0.16, 0.29)
        digits = rng.choice(9, count, replace=False)
        shade *= rng.uniform(0.5, 1)
        is_square = rng.random() < 0.65
        row = rng.choice([-0.3, 0, 0.3])
        for at, digit in enumerate(sorted(digits)):
            middle = np.array([digit % 3 - 1, digit // 3 - 1]) * rng.uniform(0.27, 0.32)
            if not is_square:
                middle = np.array([(at - (count - 1) / 2) * min(0.2, 0.8 / count), row])
            self._put(ink, str(digit + 1), height, middle + rng.normal(0, 0.015, 2), shade)

    def _thickened(self, ink: Pixels) -> Pixels:
        rng = self._random
        if rng.random() < 0.3:
            size = int(rng.integers(2, 4))
            change = cv2.dilate if rng.random() < 0.6 else cv2.erode
            return np.asarray(change(ink, np.ones((size, size), np.uint8)), np.float32)
        return ink

    def _lines(self) -> Pixels:
        """What is seen of the lines around a cell that was not cut out exactly."""
        rng = self._random
        lines = np.zeros((BIG, BIG), np.float32)
        edges = BIG * np.array([[0], [1], [0], [1]]) + rng.normal(0, 2.5, (4, 2))
        widths = rng.choice([1, 2, 3, 5, 8], 4, p=[0.25, 0.3, 0.2, 0.15, 0.1])
        shades = rng.uniform(0.3, 1.1, 4)
        for side in np.flatnonzero(rng.random(4) < 0.8):
            begin, end = (int(edges[side, 0] * 8), -16), (int(edges[side, 1] * 8), 8 * BIG + 16)
            if side < 2:
                begin, end = begin[::-1], end[::-1]
            shade, width = float(shades[side]), int(widths[side])
            cv2.line(lines, begin, end, shade, width, cv2.LINE_AA, 3)
        return lines

    def _frame(self) -> Pixels:
        """The frame or the circle around a chosen cell."""
        rng = self._random
        frame = np.zeros((BIG, BIG), np.float32)
        inset, shade = int(rng.integers(2, 9)), float(rng.uniform(0.3, 1))
        width = int(rng.integers(1, 4))
        if rng.random() < 0.7:
            cv2.rectangle(frame, (inset, inset), (BIG - inset, BIG - inset), shade, width)
        else:
            cv2.circle(frame, (BIG // 2, BIG // 2), BIG // 2 - inset // 2, shade, width)
        return frame

    def _smudge(self) -> Pixels:
        """Dust, a stray stroke of a pen, or a stain."""
        rng = self._random
        smudge = np.zeros((BIG, BIG), np.float32)
        for _ in range(int(rng.integers(1, 4))):
            start = rng.integers(0, BIG, 2)
            end = start + rng.integers(-14, 15, 2)
            shade, width = float(rng.uniform(0.1, 0.9)), int(rng.integers(1, 5))
            ends = (int(start[0]), int(start[1])), (int(end[0]), int(end[1]))
            cv2.line(smudge, *ends, shade, width, cv2.LINE_AA)
        return smudge

    def _seen_through(self) -> Pixels:
        """The print on the back of thin paper."""
        rng = self._random
        back = np.zeros((BIG, BIG), np.float32)
        symbol = str(rng.integers(1, 10))
        self._put(back, symbol, rng.uniform(0.3, 0.9), rng.normal(0, 0.3, 2))
        if rng.random() < 0.3:
            back = np.maximum(back, self._lines())
        soft = cv2.GaussianBlur(back[:, ::-1], (0, 0), float(rng.uniform(1, 2.5)))
        return np.asarray(soft, np.float32) * np.float32(rng.uniform(0.05, 0.28))

    def _crease(self) -> Pixels:
        """A fold of the paper: a soft dark line, often with a light one beside it."""
        rng = self._random
        angle, place = rng.uniform(0, np.pi), rng.uniform(-0.4, 0.4) * BIG
        steps = np.arange(BIG, dtype=np.float32) - BIG / 2
        away = steps[None, :] * np.cos(angle) + steps[:, None] * np.sin(angle) - place
        width, depth = rng.uniform(1, 4), rng.uniform(0.1, 0.6)
        fold = np.exp(-((away / width) ** 2))
        light = rng.uniform(0, 0.8) * np.exp(-(((away - 2 * width) / width) ** 2))
        shade = rng.uniform(0, 0.4) * (away > 0)
        return np.asarray(depth * (fold - light + shade), np.float32)

    def _warped(self, ink: Pixels) -> Pixels:
        """A cell on a page that bends away: sheared, stretched and a little bowed."""
        rng = self._random
        shear = rng.normal(0, 0.13, 2)
        scale = np.exp(rng.normal(0, 0.06, 2))
        bow = rng.normal(0, 0.06)
        steps = (np.arange(BIG, dtype=np.float32) - BIG / 2) / BIG
        x, y = np.meshgrid(steps, steps)
        across = scale[0] * x + shear[0] * y + bow * y * y
        down = scale[1] * y + shear[1] * x + bow * x * x
        right, below = (((one + 0.5) * BIG).astype(np.float32) for one in (across, down))
        return np.asarray(cv2.remap(ink, right, below, cv2.INTER_LINEAR), np.float32)

    def _shaken(self, ink: Pixels) -> Pixels:
        """The cell as a camera that moved sees it."""
        rng = self._random
        length, angle = rng.uniform(3, 15), rng.uniform(0, np.pi)
        kernel = np.zeros((17, 17), np.float32)
        step = length / 2 * np.array([np.cos(angle), np.sin(angle)])
        begin, end = ((8 + sign * step) * 8 for sign in (-1, 1))
        ends = (int(begin[0]), int(begin[1])), (int(end[0]), int(end[1]))
        cv2.line(kernel, *ends, 1.0, 1, cv2.LINE_AA, 3)
        return np.asarray(cv2.filter2D(ink, -1, kernel / kernel.sum()), np.float32)

    def _seen(self, ink: Pixels, strength: float) -> Pixels:
        """The cell as a camera or a screen shows it, in grey levels."""
        rng = self._random
        if rng.random() < 0.75:
            most = 5.5 if rng.random() < 0.2 else 3.2
            blurred = cv2.GaussianBlur(ink, (0, 0), float(rng.uniform(0.3, most)))
            ink = np.asarray(blurred, np.float32)
        elif rng.random() < 0.5:
            ink = self._shaken(ink)
        side = int(rng.integers(13, 33))
        small = cv2.resize(ink, (side, side), interpolation=cv2.INTER_AREA)
        grey = small * np.float32(strength)
        most = 0.25 if rng.random() < 0.15 else 0.07
        grey = grey + rng.normal(0, rng.uniform(0, most) * strength, grey.shape)
        slope = rng.normal(0, 0.1 * strength, 2)
        if rng.random() < 0.06:
            slope *= 4
        across = np.arange(side) / (side - 1) - 0.5
        grey += slope[0] * across[None, :] + slope[1] * across[:, None]
        kind = cv2.INTER_LINEAR if rng.random() < 0.7 else cv2.INTER_CUBIC
        shown = cv2.resize(grey.astype(np.float32), (SIDE, SIDE), interpolation=kind)
        # Paper of level 230 with dark ink, or a dark screen with light ink.
        return np.asarray(230 - shown if rng.random() < 0.5 else 20 + shown, np.float32)


def batches(artist: Artist, size: int, seed: int) -> Iterator[tuple[Pixels, NDArray[np.int64]]]:
    """Pictures with their labels, without end; the nine digits come most often."""
    rng = np.random.default_rng(seed)
    weights = np.array([_weight(symbol) for symbol in SYMBOLS])
    while True:
        labels = rng.choice(len(SYMBOLS), size, p=weights / weights.sum())
        yield artist.batch(labels), labels


def _weight(symbol: str) -> float:
    if symbol in {BLANK, NOTES}:
        return 3.0
    return 2.0 if symbol in "123456789" else 0.8
