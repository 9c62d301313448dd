"""What somebody is believed to know of each technique, in numbers as chess players have them.

Each technique has a level, and each person a strength in it. The chance that they see it by
themselves follows from the difference, as in chess: 1 in 2 where both are equal, 10 in 11 where
the person is 400 points above. A strength is the sum of two numbers that are learned: `whole`, the
same for all techniques, and what a person has `own` in one of them. So whoever solves hard puzzles
alone is believed to know what is easier, but one hint lowers only the technique that it named.

A digit may be given by several techniques. People try the easy ones first, so each of them gets
the share that is its chance times the chance that none before it was seen.

What was to be expected says nothing about the rest: `whole` stays where a technique is known
anyway, or was missed as expected. Otherwise a thousand full houses would make a master. Whoever
solves a puzzle to its end alone has also won against its difficulty, which is that of the hardest
technique in it: against all techniques of the same difficulty, since which of them a puzzle happens
to need is chance. The extreme ones are too unlike for that; there it is the technique alone.

The levels are a guess that keeps the order of the lessons, not a measurement.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from math import log10
from typing import Final

from engine.difficulty import Difficulty
from engine.techniques import TAUGHT, Technique

KNOWN: Final = 0.8
"""The chance from which on a technique needs no lesson."""

NEW: Final = 0.2
"""The chance below which nobody finds a technique by being told where to look."""

BEGINNER: Final = 900
"""The strength of somebody of whom nothing is known: half of all hidden singles are seen."""

_BANDS: Final[Mapping[Difficulty, int]] = {
    band: 800 + 300 * number for number, band in enumerate(Difficulty)
}
"""The level of the easiest technique of each difficulty."""

_WITHIN: Final = 200
"""The most by which others of the same difficulty are above it."""


def _levels() -> dict[Technique, int]:
    levels = {}
    for band, several in groupby(TAUGHT, key=lambda technique: technique.difficulty):
        names = tuple(several)
        for number, technique in enumerate(names):
            levels[technique] = _BANDS[band] + _WITHIN * number // len(names)
    return levels


LEVELS: Final = _levels()
"""The level of each technique that is taught."""

_TOPS: Final[Mapping[Difficulty, int]] = {
    technique.difficulty: level
    for technique, level in LEVELS.items()
    if technique.difficulty is not Difficulty.EXTREME
}
"""The level of the hardest technique of each difficulty but the last."""

MOVES: Final = 80.0
"""How far `whole` moves when something surprising happens."""

OWN_FIRST, OWN_LEAST = 160.0, 32.0
"""How far what is a technique's own moves: at first, and once it was met often."""

WON: Final = 5.0
"""How many steps a puzzle counts that was solved to its end without help or mistakes.

Three puzzles of a difficulty then show that no technique of it needs a lesson.
"""

PRACTISED: Final = 2.0
"""An answer in practice counts twice: it is asked for one technique."""

SAID: Final = {True: 0.95, False: 0.15}
"""The chance after somebody has said that they know a technique, or not yet."""


@dataclass(frozen=True, slots=True)
class Belief:
    """What is believed of a person and a technique, and why.

    `alone` counts the moves in games that showed it, `right` and `wrong` the answers in practice,
    `helped` the hints that named it. `said` is what the person said of it: known, not_yet or None.
    `is_beyond` says that they find harder things by themselves.
    """

    chance: float
    is_known: bool
    alone: int
    right: int
    wrong: int
    helped: int
    said: str | None
    is_beyond: bool

    @property
    def kind(self) -> str:
        """known, unsure or new."""
        if self.is_known:
            return "known"
        return "new" if self.chance < NEW else "unsure"


@dataclass(frozen=True, slots=True)
class Own:
    """What a person has in one technique beyond `whole`, and how often it was met."""

    points: float = 0.0
    times: float = 0.0


@dataclass(frozen=True, slots=True)
class Pupil:
    """What is believed of one person."""

    whole: float = BEGINNER
    own: Mapping[Technique, Own] = field(default_factory=dict)

    def chance(self, technique: Technique) -> float:
        """How likely this person sees a step of a technique by themselves."""
        strength = self.whole + self._own(technique).points
        return _chance(strength - LEVELS[technique.lesson])

    def knows(self, technique: Technique) -> bool:
        """Whether a technique needs no lesson."""
        return self.chance(technique) >= KNOWN

    def is_beyond(self, technique: Technique) -> bool:
        """Whether what this person finds elsewhere leaves no doubt about a technique."""
        return _chance(self.whole - LEVELS[technique.lesson]) >= KNOWN

    @property
    def level(self) -> Difficulty:
        """The hardest difficulty of which the easiest technique is seen every second time."""
        return [
            band for band in Difficulty if band is Difficulty.EASY or self.whole >= _BANDS[band]
        ][-1]

    def after(self, technique: Technique, *, seen: bool, weight: float = 1.0) -> "Pupil":
        """What is believed once a technique was seen, or needed help."""
        whole = self._moved(LEVELS[technique.lesson], weight, seen=seen)
        return replace(self.practised(technique, seen=seen, weight=weight), whole=whole)

    def practised(self, technique: Technique, *, seen: bool, weight: float = PRACTISED) -> "Pupil":
        """What is believed once a technique was seen where it was asked for, or was not.

        It says nothing about the rest, since a lesson has just told what to look for.
        """
        technique = technique.lesson
        own, surprise = self._own(technique), seen - self.chance(technique)
        far = max(OWN_LEAST, OWN_FIRST / (1 + own.times / 2))
        points = own.points + weight * far * surprise
        return replace(self, own={**self.own, technique: Own(points, own.times + weight)})

    def after_ways(self, ways: Sequence[Technique], weight: float = 1.0) -> "Pupil":
        """What is believed once somebody found what any of these techniques gives."""
        shares, unseen = dict[Technique, float](), 1.0
        for technique in dict.fromkeys(way.lesson for way in ways):
            shares[technique] = unseen * self.chance(technique)
            unseen *= 1 - self.chance(technique)
        pupil, total = self, sum(shares.values())
        for technique, share in shares.items():
            pupil = pupil.after(technique, seen=True, weight=weight * share / total)
        return pupil

    def said(self, technique: Technique, *, known: bool) -> "Pupil":
        """What is believed once the person has said whether they know a technique."""
        technique, at = technique.lesson, SAID[known]
        # The strength that has this chance at the level of the technique.
        wanted = LEVELS[technique] + _points(at)
        own = replace(self._own(technique), points=wanted - self.whole)
        return replace(self, own={**self.own, technique: own})

    def _own(self, technique: Technique) -> Own:
        return self.own.get(technique.lesson, Own())

    def won(self, technique: Technique) -> "Pupil":
        """What is believed once a puzzle was solved alone whose hardest technique is this one."""
        level = _TOPS.get(technique.difficulty, LEVELS[technique.lesson])
        return replace(self, whole=self._moved(level, WON, seen=True))

    def _moved(self, level: int, weight: float, *, seen: bool) -> float:
        """The new `whole` after a success or a failure at a level."""
        chance = _chance(self.whole - level)
        is_expected = chance >= KNOWN or (chance < NEW and not seen)
        return self.whole + (0 if is_expected else weight * MOVES * (seen - chance))


def after_game(
    pupil: Pupil, found: Iterable[Sequence[Technique]], slips: int, *, is_alone: bool
) -> Pupil:
    """What is believed after what somebody found by themselves in a game.

    Each check and each wrong digit is one of the `slips`; the more, the less of it was more than a
    guess. `is_alone` says that they solved it to its end without help.
    """
    found, weight = tuple(found), 1 / (1 + slips)
    for ways in found:
        pupil = pupil.after_ways(ways, weight)
    hardest = max((ways[0].lesson for ways in found), key=LEVELS.__getitem__, default=None)
    if hardest is None or not is_alone or slips:
        return pupil
    return pupil.won(hardest)


def _chance(above: float) -> float:
    """The chance of somebody whose strength is so far above a level."""
    return float(1 / (1 + 10 ** (-above / 400)))


def _points(chance: float) -> float:
    """How far above a level somebody with this chance is."""
    return 400 * log10(chance / (1 - chance))
