"""The named bands of difficulty, and which ratings and shapes belong to them."""

from collections.abc import Mapping
from typing import Final

from engine.board.geometry import Geometry
from engine.techniques.technique import Difficulty

__all__ = ["Difficulty", "hardest_of", "highest_of", "of_rating", "up_to"]


_HIGHEST: Final[Mapping[Difficulty, int]] = {
    Difficulty.EASY: 15,
    Difficulty.MEDIUM: 25,
    Difficulty.HARD: 40,
    Difficulty.EXPERT: 65,
    Difficulty.EXTREME: 200,
}
"""The highest rating of each band, in tenths."""


def highest_of(band: Difficulty) -> int:
    """The highest rating of a band in tenths."""
    return _HIGHEST[band]


def of_rating(tenths: int) -> Difficulty:
    """The band of a rating in tenths."""
    return next(band for band, highest in _HIGHEST.items() if tenths <= highest)


def up_to(hardest: Difficulty) -> tuple[Difficulty, ...]:
    """The difficulties from the easiest to `hardest`, which is among them."""
    return tuple(band for band in Difficulty if band <= hardest)


def hardest_of(geometry: Geometry) -> Difficulty:
    """The hardest difficulty that puzzles of a shape have.

    Every 4x4 is easy; of 6,000 random minimal 6x6 none was extreme.
    """
    return {4: Difficulty.EASY, 6: Difficulty.EXPERT}.get(geometry.size, Difficulty.EXTREME)
