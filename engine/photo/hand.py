"""Tells digits that a person filled in from printed ones, by their shape and by their ink.

Print repeats itself and hands do not (`engine/photo/copies.py`). That tells a black pen from black
print, but not the digits that somebody typed into an app. So the digits are also split in two
groups by the colour of their ink. Paper, light and print vary, so any board can be split: the split
counts only if the groups lie far apart.

Neither proves anything alone. The digits that are left as givens must also have exactly one
solution, as the givens of a puzzle do.
"""

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.board.grid import Grid
from engine.photo.cells import SIDE, Pixels
from engine.photo.copies import written
from engine.search.budget import Budget, BudgetSpent
from engine.search.search import solutions

_INK: Final = 0.6
_APART: Final = 28.0
"""How far the two colours differ at least, in the Lab space, where eyes see a step of two."""

_CLEARLY: Final = 1.6
"""How many times as far apart the two colours are as a digit is from the middle of its group."""

_SPARED: Final = 6
"""Printed digits that may look written at most, because of a crease or a line across them."""

_SAME: Final = 0.1
"""Shape and colour part a board alike if they differ on a smaller share of its digits."""


def filled_in(grid: Grid, cells: Pixels, colours: NDArray[np.uint8], budget: Budget) -> list[int]:
    """The cells whose digits were filled in by hand; none where that cannot be told.

    `cells` are normalised; `colours` are the same cells in red, green and blue.
    """
    inked = [cell for cell, value in enumerate(grid.values) if value]
    if len(inked) < 2:
        return []
    inks = np.array([_ink(cells[cell], colours[cell]) for cell in inked], np.float32)
    is_second = _parted(inks)
    by_colour = [] if is_second is None else [inked[at] for at in np.flatnonzero(is_second)]
    by_shape = written(grid, cells)
    # Where both see the same groups, colour sees their edges more clearly.
    is_same = len(set(by_colour).symmetric_difference(by_shape)) <= _SAME * len(inked)
    ways = [(by_shape, _SPARED), (by_colour, 0)]
    for others, spared in reversed(ways) if is_same else ways:
        found = _own_of_puzzle(grid, others, spared, budget)
        if found:
            return found
    return []


def _own_of_puzzle(grid: Grid, others: list[int], spared: int, budget: Budget) -> list[int]:
    """Those of the other digits that are no givens; none if that leaves no puzzle.

    Where givens have two solutions, one given is missing: most likely a digit that rules one of the
    two out, and of these the one told from print least clearly, which is the last in `others`. Up
    to `spared` such givens are found.
    """
    left = list(others)
    try:
        for _ in range(spared + 1):
            found = tuple(solutions(_without(grid, left), 2, budget)) if left else ()
            if len(found) < 2:
                return sorted(left) if found else []
            telling = [cell for cell in left if any(one[cell] != grid[cell] for one in found)]
            left.remove((telling or left)[-1])
    except BudgetSpent:
        pass
    return []


def mistaken(grid: Grid, by_hand: list[int], budget: Budget) -> set[int]:
    """The cells filled in by hand whose digit is not that of the solution: wrong, or misread."""
    solution = solution_without(grid, by_hand, budget) if by_hand else None
    if solution is None:
        return set()
    return {cell for cell in by_hand if grid[cell] != solution[cell]}


def solution_without(grid: Grid, by_hand: list[int], budget: Budget) -> Grid | None:
    """A solution of the other digits; None if there is none, or it was not found in time."""
    try:
        return next(iter(solutions(_without(grid, by_hand), 1, budget)), None)
    except BudgetSpent:
        return None


def _without(grid: Grid, cells: list[int]) -> Grid:
    return grid.with_values(dict.fromkeys(cells, 0))


def _ink(cell: Pixels, colours: NDArray[np.uint8]) -> Pixels:
    """The colour of the ink less that of the paper, in the Lab space."""
    middle = slice(SIDE // 6, SIDE - SIDE // 6)
    lab = cv2.cvtColor(np.ascontiguousarray(colours[middle, middle]), cv2.COLOR_RGB2Lab)
    seen = lab.reshape(-1, 3).astype(np.float32)
    strength = cell[middle, middle].ravel()
    # Faint pencil may not reach _INK anywhere: then its strongest pixels count.
    ink = seen[strength >= min(_INK, float(np.percentile(strength, 96)))].mean(axis=0)
    return np.asarray(ink - np.median(seen, axis=0), np.float32)


def _parted(inks: Pixels) -> NDArray[np.bool_] | None:
    """Which inks are of the more colourful or fainter kind; None where there is only one kind."""
    # k-means starts at random; the seed makes it read the same picture alike every time.
    stop = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 20, 0.5)
    cv2.setRNGSeed(1)
    first = np.zeros((len(inks), 1), np.int32)
    _, labels, found = cv2.kmeans(inks, 2, first, stop, 4, cv2.KMEANS_PP_CENTERS)
    label, middles = np.asarray(labels).ravel(), np.asarray(found, np.float32)
    apart = float(np.linalg.norm(middles[0] - middles[1]))
    within = float(np.linalg.norm(inks - middles[label], axis=1).mean())
    if apart < _APART or apart < _CLEARLY * within:
        return None
    # Pen is more colourful than print; pencil is as grey, but closer to the paper.
    colour = np.linalg.norm(middles[:, 1:], axis=1)
    faint = -np.abs(middles[:, 0]) if abs(colour[0] - colour[1]) < _APART / 2 else colour
    return np.asarray(label == int(np.argmax(faint)))
