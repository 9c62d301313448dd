"""Tells digits that a person filled in from printed ones, by their shape and by their ink.

Print repeats itself and hands do not (`engine/photo/copies.py`). That tells a black pen from black
print, but not the digits that somebody typed into an app. So the digits are also split in two
groups by the colour of their ink. Paper, light and print vary, so any board can be split: the split
counts only if the groups lie far apart.

How light ink looks depends on how wide its strokes are: a dark blue 8 and a black 1 may be as far
from their paper. Its tint does not, and on a screen neither does it depend on what cells a finger
has marked. So where the tints alone fall into groups, with hardly any spread inside, they decide
first. No photo of print and pen comes near that. An app may have a third tint for wrong digits.
The greyest digits are taken for the givens, unless they are too few to be those of any puzzle: then
they may be own ones beside givens in colour.

None of this proves anything alone. The digits that are left as givens must also have exactly one
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

_TINTS_APART: Final = 18.0
"""How far two tints differ at least: on photos of one pen or print they differ by up to 10."""

_TINTS_CLEARLY: Final = 6.0
"""_CLEARLY for tints, which spread less."""

_MOST_TINTS: Final = 3
"""Tints of own digits that are told apart: some apps show wrong ones and hints in others."""

_FEWEST_GIVENS: Final = 17 / 81
"""No puzzle of 9x9 has one solution with a smaller share of its cells filled."""

_NEUTRAL: Final = 128
"""Both values of a grey tint."""

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
    inks, papers = _inks_and_papers(cells[inked], colours[inked])
    tinted = _tinted(inked, inks[:, 1:])
    grey = [[cell for cell in inked if cell not in others] for others in tinted]
    few = [left for left in grey if len(left) < _FEWEST_GIVENS * len(grid.values)]
    for others in (*tinted, *few):
        found = _own_of_puzzle(grid, others, 0, budget)
        if found:
            return found
    is_second = _parted(inks - papers)
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


def _inks_and_papers(cells: Pixels, colours: NDArray[np.uint8]) -> tuple[Pixels, Pixels]:
    """The colours of the ink and of the paper of each cell, in the Lab space."""
    found = [_ink_and_paper(*one) for one in zip(cells, colours, strict=True)]
    return np.array([ink for ink, _ in found]), np.array([paper for _, paper in found])


def _ink_and_paper(cell: Pixels, colours: NDArray[np.uint8]) -> tuple[Pixels, Pixels]:
    middle = slice(SIDE // 6, SIDE - SIDE // 6)
    lab = cv2.cvtColor(np.ascontiguousarray(colours[middle, middle]), cv2.COLOR_RGB2Lab)
    seen = lab.reshape(-1, 3).astype(np.float32)
    strength = cell[middle, middle].ravel()
    # Faint pencil may not reach _INK anywhere: then its strongest pixels count.
    ink = seen[strength >= min(_INK, float(np.percentile(strength, 96)))].mean(axis=0)
    return ink, np.asarray(np.median(seen, axis=0), np.float32)


def _tinted(inked: list[int], tints: Pixels) -> list[list[int]]:
    """The cells whose ink is of other tints than the greyest one: of all of them, of all but the
    greyest of them, and so on; none where there is only one tint.
    """
    left, others = np.arange(len(inked)), list[int]()
    found: list[list[int]] = []
    while len(left) > 1 and len(found) < _MOST_TINTS:
        kinds = _two_kinds(tints[left], _TINTS_APART, _TINTS_CLEARLY)
        if kinds is None:
            break
        label, middles = kinds
        is_other = label == int(np.argmax(np.linalg.norm(middles - _NEUTRAL, axis=1)))
        others += [inked[at] for at in left[is_other]]
        found.append(sorted(others))
        left = left[~is_other]
    return found[::-1]


def _parted(inks: Pixels) -> NDArray[np.bool_] | None:
    """Which inks are of the more colourful or fainter kind; None where there is only one kind."""
    kinds = _two_kinds(inks, _APART, _CLEARLY)
    if kinds is None:
        return None
    label, middles = kinds
    # Pen is more colourful than print; pencil is as grey, but closer to the paper.
    colour = np.linalg.norm(middles[:, 1:], axis=1)
    faint = -np.abs(middles[:, 0]) if abs(colour[0] - colour[1]) < _APART / 2 else colour
    return np.asarray(label == int(np.argmax(faint)))


def _two_kinds(
    colours: Pixels, least: float, clearly: float
) -> tuple[NDArray[np.int32], Pixels] | None:
    """The kind of each colour, 0 or 1, and the middles of both; None if they are not so far apart,
    nor `clearly` times as far as a colour is from the middle of its kind.
    """
    # k-means starts at random; the seed makes it read the same picture alike every time.
    stop = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 20, 0.5)
    cv2.setRNGSeed(1)
    first = np.zeros((len(colours), 1), np.int32)
    points = np.ascontiguousarray(colours)
    _, labels, found = cv2.kmeans(points, 2, first, stop, 4, cv2.KMEANS_PP_CENTERS)
    label, middles = np.asarray(labels, np.int32).ravel(), np.asarray(found, np.float32)
    apart = float(np.linalg.norm(middles[0] - middles[1]))
    within = float(np.linalg.norm(points - middles[label], axis=1).mean())
    return None if apart < least or apart < clearly * within else (label, middles)
