"""Reads printed digits that are copies of one another alike.

All printed 5s of a board look the same, blurred ones, too. So what misleads the net in one of them
misleads it in most: a movement that closes the bow of a 5 makes a 6 of each, more likely here and
less likely there. Their shapes still differ from those of the 6s, and nothing has to be known of
what they are to see that.

Hence digits are put into groups of copies. Where the net disagrees with itself inside a group, all
of it is read as the mean says. And where the rules of Sudoku show that something was misread, a
group may be something else as a whole (`engine/photo/repair.py`).
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.photo.cells import Pixels
from engine.photo.copies import LARGEST, shape_of
from engine.photo.repair import Other

_ALIKE: Final = 0.96
"""The correlation of most digits with the one that is most like them, at least; in a picture in
which it is less, or in handwriting, nothing is told.
"""

_APART: Final = 4.0
"""How many times as unlike as most digits and the ones most like them the copies of a group are, in
the mean.
"""

_SAME: Final = 0.001
"""What is less unlike than this is no less alike: without noise, what is usual says nothing."""

_TELLING: Final = 2.0
"""How many times as unlike as digits that are read alike those read otherwise are, in the mean,
where they are no copies: a blurred 6 is nearly an 8.
"""

_FEWEST: Final = 4
"""With fewer digits nothing is known of what is usual."""

_UNLIKELIEST: Final = -4.0
"""A log-likelihood that counts as the lowest, since a single cell may be smudged."""

_CERTAIN: Final = 3.5
"""Where the net is surer of a cell by this natural logarithm, its group does not overrule it."""

_TOGETHER: Final = 0.5
"""What the loss of a group that is read otherwise counts: the net has erred once, not many times.
"""


def copies_in(cells: Pixels, values: Pixels) -> list[list[int]]:
    """Groups of cells, two or more in each, whose digits are copies of one another.

    `cells` are normalised, and `values` holds the log-likelihoods of a blank and of each value.
    """
    said = values.argmax(axis=1)
    inked = np.flatnonzero(said)
    if len(inked) < _FEWEST or len(values) > LARGEST**2:
        return []
    shapes = np.array([shape_of(cells[cell]).pixels.ravel() for cell in inked])
    unlike = 1 - shapes @ shapes.T
    np.fill_diagonal(unlike, np.inf)
    usual = float(np.median(unlike.min(axis=1)))
    if usual > 1 - _ALIKE:
        return []
    groups = [
        part
        for group in _joined(unlike, _APART * max(usual, _SAME / 2))
        for part in _parted(group, unlike, said[inked])
    ]
    return [inked[group].tolist() for group in groups if len(group) > 1]


def _joined(unlike: Pixels, most: float) -> list[list[int]]:
    """Groups whose members are no more unlike in the mean, joined two by two, the likest first."""
    groups = [[at] for at in range(len(unlike))]
    apart = unlike.copy()
    while True:
        one, other = divmod(int(apart.argmin()), len(apart))
        if apart[one, other] > most:
            return [group for group in groups if group]
        sizes = len(groups[one]), len(groups[other])
        mean = np.average(apart[[one, other]], axis=0, weights=sizes)
        mean[[one, other]] = np.inf
        apart[one], apart[:, one] = mean, mean
        apart[other], apart[:, other] = np.inf, np.inf
        groups[one] += groups[other]
        groups[other] = []


def _parted(group: list[int], unlike: Pixels, said: NDArray[np.int64]) -> list[list[int]]:
    """A group, or its parts that are read alike, where these differ in shape as well."""
    one, other = (np.array(group)[side] for side in np.triu_indices(len(group), 1))
    is_same = said[one] == said[other]
    if is_same.all() or not is_same.any():
        return [group]
    pairs = unlike[one, other]
    if pairs[~is_same].mean() < _TELLING * max(pairs[is_same].mean(), _SAME):
        return [group]
    return [[at for at in group if said[at] == value] for value in sorted({*said[group].tolist()})]


def read_alike(values: Pixels, groups: list[list[int]]) -> tuple[Pixels, list[int]]:
    """The log-likelihoods with each group in agreement, and the cells that are read otherwise."""
    agreed = values.copy()
    for group in groups:
        of_group = values[group]
        if len(set(of_group.argmax(axis=1).tolist())) > 1:
            mean = of_group.clip(_UNLIKELIEST).mean(axis=0)
            losses = of_group.max(axis=1) - of_group[:, mean.argmax()]
            if losses.max() <= _CERTAIN:
                agreed[group] = mean - np.logaddexp.reduce(mean)
    changed = np.flatnonzero(agreed.argmax(axis=1) != values.argmax(axis=1))
    return agreed, changed.tolist()


def others_together(values: Pixels, groups: list[list[int]]) -> list[Other]:
    """What groups may hold as a whole instead of what they are read as.

    A digit has one shape, so this is nothing that another cell holds.
    """
    others: list[Other] = []
    said = values.argmax(axis=1)
    for group in groups:
        of_group = values[group]
        losses = _TOGETHER * (of_group.max(axis=1)[:, None] - of_group).mean(axis=0)
        free = np.setdiff1d(np.arange(1, len(losses)), said)
        others += [(float(losses[value]), tuple(group), int(value)) for value in free]
    return others
