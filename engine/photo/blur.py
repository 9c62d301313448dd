"""Reads a blurred board again as if the blur were undone.

A lens out of focus, or a camera that moved, lays each point of the paper over its neighbours in one
and the same way all over the board. Whoever knows that way can undo it as far as noise allows: a
Wiener filter divides the spectrum of the board by that of the blur, and leaves alone what the blur
has taken away. The way is not known. So a few are tried, then those near the best one, and the best
is the one with which the net is surest of the digits. A wrong way leaves echoes beside each digit,
of which the net is less sure.

Only cells with ink are read again, since echoes of lines may look like digits in blank ones.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from heapq import nlargest
from itertools import chain
from math import isqrt
from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.photo.cells import SIDE, Pixels, normalised
from engine.photo.net import log_likelihoods
from engine.photo.stopwatch import Stopwatch

_WIDTHS: Final = (1.5, 2.0, 2.5)
_LENGTH: Final = 5.5
_DIRECTIONS: Final = 8
"""The blurs that are tried first: these of a lens, and movements as long as this in as many
directions. Lengths are in pixels of a cell.
"""

_WIDER: Final = 0.25
_LONGER: Final = 1.0
_TURN: Final = np.pi / _DIRECTIONS / 2
"""How far from the best of these another blur is looked for."""

_NOISE: Final = 0.01
"""The power of the noise beside that of the digits; with less, echoes grow, with more, blur stays.
"""

_MARGIN: Final = 16
"""Pixels around a board in which the filter may run over."""

_FEW: Final = 24
"""Digits that are enough to tell which blur it is."""

_WORTH: Final = 0.02
"""How much surer of the digits the net must become at once, or nothing was blurred."""

_LOOKS: Final = 3
"""The best blurs, whose readings are averaged: a single one may take an echo for a stroke."""


@dataclass(frozen=True, slots=True)
class Blur:
    """The blur of a lens, as the width of a bell curve, and of a movement, as length and angle."""

    width: float = 0.0
    length: float = 0.0
    angle: float = 0.0

    def spectrum(self, shape: tuple[int, ...]) -> Pixels:
        """What the blur leaves of each frequency of a picture, as `numpy.fft.rfft2` orders them."""
        down, across = np.fft.fftfreq(shape[0])[:, None], np.fft.rfftfreq(shape[1])[None, :]
        along = across * np.cos(self.angle) + down * np.sin(self.angle)
        bell = np.exp(-2 * (np.pi * self.width) ** 2 * (across**2 + down**2))
        return np.asarray(bell * np.sinc(self.length * along), np.float32)

    def near(self) -> Iterator["Blur"]:
        """Blurs that differ a little."""
        if not self.length:
            yield from (replace(self, width=self.width + way * _WIDER) for way in (-1, 1))
            return
        for longer in (-_LONGER, 0, _LONGER):
            for turn in (-_TURN, 0, _TURN):
                if longer or turn:
                    length, angle = self.length + longer, self.angle + turn
                    yield replace(self, length=length, angle=angle)


@dataclass(frozen=True, slots=True)
class _Try:
    """A board without a blur, and how sure the net is of what it shows."""

    blur: Blur
    cells: Pixels
    sureness: float


_FIRST: Final = (
    *(Blur(width=width) for width in _WIDTHS),
    *(Blur(length=_LENGTH, angle=np.pi * at / _DIRECTIONS) for at in range(_DIRECTIONS)),
)


def with_blur_undone(
    greys: NDArray[np.uint8], cells: Pixels, seen: Pixels, time: Stopwatch
) -> tuple[Pixels, Pixels]:
    """The normalised cells of a board and their log-likelihoods, where undoing a blur makes the net
    surer of the digits; otherwise as they were.

    `greys` are all cells in levels of grey. Raises BudgetSpent.
    """
    inked = np.flatnonzero(seen.argmax(axis=1) > 0)
    few = inked[:: 1 + len(inked) // _FEW]
    if not len(few):
        return cells, seen
    sharp = _Sharpener(greys)

    def tries(blurs: Iterable[Blur]) -> Iterator[_Try]:
        for blur in time.each(blurs):
            undone = sharp.undone(blur)
            yield _Try(blur, undone, _sureness(undone[few]))

    best = _best(tries(_FIRST))
    if best[0].sureness < _sureness(cells[few]) + _WORTH:
        return cells, seen
    best = _best(chain(best, tries(best[0].blur.near())))
    looks = [one.cells[inked] for one in best]
    mean = np.mean([log_likelihoods(look) for look in time.each(looks)], axis=0)
    cells, seen = cells.copy(), seen.copy()
    cells[inked] = looks[0]
    seen[inked] = mean - np.logaddexp.reduce(mean, axis=1, keepdims=True)
    return cells, seen


def _best(tries: Iterable[_Try]) -> list[_Try]:
    """The tries that the net is surest of, the best one first; no other board stays in memory."""
    return nlargest(_LOOKS, tries, key=lambda one: one.sureness)


def _sureness(cells: Pixels) -> float:
    """The mean likelihood of what stands in cells, if none of them is blank."""
    return float(np.exp(log_likelihoods(cells)[:, 1:].max(axis=1)).mean())


class _Sharpener:
    """Undoes blurs of one board."""

    def __init__(self, greys: NDArray[np.uint8]) -> None:
        self._size = isqrt(len(greys))
        laid = greys.reshape(self._size, self._size, SIDE, SIDE).swapaxes(1, 2)
        side = self._size * SIDE
        self._flat = np.pad(laid.reshape(side, side), _MARGIN, mode="reflect").astype(np.float32)
        self._spectrum = np.fft.rfft2(self._flat)

    def undone(self, blur: Blur) -> Pixels:
        """The normalised cells without that blur."""
        left = blur.spectrum(self._flat.shape)
        filtered = self._spectrum * left / (left * left + _NOISE)
        flat = np.fft.irfft2(filtered, s=self._flat.shape)[_MARGIN:-_MARGIN, _MARGIN:-_MARGIN]
        laid = np.clip(flat, 0, 255).astype(np.float32)
        cells = laid.reshape(self._size, SIDE, self._size, SIDE).swapaxes(1, 2)
        return normalised(cells.reshape(-1, SIDE, SIDE))
