"""The named bands of difficulty, and which ratings, techniques and shapes belong to them."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

from engine.geometry import Geometry
from engine.techniques.technique import Technique


class Difficulty(StrEnum):
    """The named bands of the scale, easiest first."""

    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"
    EXPERT = "expert"
    EXTREME = "extreme"


_HIGHEST: Final[Mapping[Difficulty, int]] = {
    Difficulty.EASY: 15,
    Difficulty.MEDIUM: 25,
    Difficulty.HARD: 40,
    Difficulty.EXPERT: 65,
    Difficulty.EXTREME: 200,
}
"""The highest rating of each band, in tenths."""

_LAST: Final[Mapping[Difficulty, Technique]] = {
    Difficulty.EASY: Technique.HIDDEN_SINGLE,
    Difficulty.MEDIUM: Technique.DIRECT_CLAIMING,
    Difficulty.HARD: Technique.SWORDFISH,
    Difficulty.EXPERT: Technique.XY_CHAIN,
    Difficulty.EXTREME: Technique.NESTED_NET,
}
"""The last technique of each band, in the order of the techniques."""


def _band(technique: Technique) -> Difficulty:
    place = list(Technique).index(technique)
    return next(band for band, last in _LAST.items() if place <= list(Technique).index(last))


DIFFICULTY_OF: Final[Mapping[Technique, Difficulty]] = {each: _band(each) for each in Technique}
"""The band in which each technique is taught.

Techniques that Sudoku Explainer rates lie about where that rating puts them.
"""


def of_rating(tenths: int) -> Difficulty:
    """The band of a rating in tenths."""
    return next(band for band, highest in _HIGHEST.items() if tenths <= highest)


def up_to(hardest: Difficulty) -> tuple[Difficulty, ...]:
    """The difficulties from the easiest to `hardest`, which is among them."""
    bands = tuple(Difficulty)
    return bands[: bands.index(hardest) + 1]


def hardest_of(geometry: Geometry) -> Difficulty:
    """The hardest difficulty that puzzles of a shape have.

    Every 4x4 is easy; of 6,000 random minimal 6x6 none was extreme.
    """
    return {4: Difficulty.EASY, 6: Difficulty.EXPERT}.get(geometry.size, Difficulty.EXTREME)
