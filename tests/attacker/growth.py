"""When a stored row or an answer is said to grow without end.

What grows by the same amount each time is limited by how often somebody may ask. What grows by a
factor ends the process after a few commands: an export of 20 kB that contained the exports before
it took more than a gigabyte after thirteen. A single leap is neither, so the growth must go on for
ROUNDS rounds, in each of which everything is said once.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

ROUNDS: Final = 4
FACTOR: Final = 2.0
"""By how much the largest size grows in each round, on the average of ROUNDS rounds."""

LEAST_FACTOR: Final = 1.3
"""By how much it grows in the slowest of them."""

LEAST_BYTES: Final = 1_000
"""Sizes below this are those of ordinary rows and answers."""


def doubling(sizes: Sequence[int]) -> float:
    """The average factor of the fastest ROUNDS successive rounds that all grow; 1.0 if none do."""
    fastest = 1.0
    for first in range(len(sizes) - ROUNDS):
        some = sizes[first : first + ROUNDS + 1]
        pairs = pairwise(some)
        if some[0] >= LEAST_BYTES and all(new >= LEAST_FACTOR * old for old, new in pairs):
            fastest = max(fastest, (some[-1] / some[0]) ** (1 / ROUNDS))
    return fastest


def is_flat(*series: Sequence[int]) -> bool:
    """Whether, after enough rounds, none of the sizes has grown in the last two."""
    return all(len(sizes) > 3 and sizes[-1] == sizes[-3] for sizes in series)


def grows(sizes: Sequence[int]) -> bool:
    """Whether the size, measured after each round, has at least doubled in ROUNDS rounds on end."""
    return doubling(sizes) >= FACTOR
