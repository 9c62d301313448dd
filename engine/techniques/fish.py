"""Fish: the places of a digit in some base lines are covered by as many crossing lines.

Each base line needs the digit in a cover line of its own, so the covers hold it nowhere else. A
finned fish has base places outside the covers, its fins. Either a fin is true or the fish holds
without them, so only what sees all fins falls.

A cell that falls shares no line with a fin: it is outside the base lines, and fins are outside the
covers. So it sees them through a box, and all fins lie in one box. `_with_fins` tries the boxes in
turn. Base lines through the box need to be covered only outside it, and covers that are left over
are lines through the box. A fish is sashimi where a base line has fewer than two places in the
covers.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import combinations
from typing import Final

from engine.techniques.layout import Candidate, Layout, bits, gatherings, mask_of
from engine.techniques.parts import Cells, Digits, Part, Units
from engine.techniques.state import State
from engine.techniques.technique import Difficulty, Family, Look, Step, Technique

_ROWS: Final = 0
_COLUMNS: Final = 1

_SEAS: Final = 1000
"""The number of seas whose fish with fins are cached."""


@dataclass(frozen=True, slots=True)
class _Sea:
    """One digit seen along the rows (axis 0) or columns (axis 1).

    Lines are masks of line numbers, counted from 0 along their axis.
    """

    layout: Layout
    places: int
    value: int
    axis: int

    @property
    def size(self) -> int:
        return self.layout.geometry.size

    def lines(self) -> list[tuple[int, int]]:
        """The lines that have places, each with the mask of the crossing lines of these places."""
        crossing = [0] * self.size
        for cell in bits(self.places):
            place = divmod(cell, self.size)
            crossing[place[self.axis]] |= 1 << place[1 - self.axis]
        return [(line, mask) for line, mask in enumerate(crossing) if mask]

    def base(self, lines: int) -> int:
        """The places in some lines, as a mask of cells."""
        return self._cells(lines, self.axis)

    def cover(self, lines: int) -> int:
        """The places in some crossing lines, as a mask of cells."""
        return self._cells(lines, 1 - self.axis)

    def _cells(self, lines: int, axis: int) -> int:
        inside, first = 0, axis * self.size
        for line in bits(lines):
            inside |= self.layout.units[first + line]
        return inside & self.places

    def through(self, cells: int) -> tuple[int, int]:
        """The masks of the lines and of the crossing lines through some cells."""
        passing = [0, 0]
        for cell in bits(cells):
            row, column = divmod(cell, self.size)
            passing[0] |= 1 << row
            passing[1] |= 1 << column
        return passing[self.axis], passing[1 - self.axis]

    def step(self, technique: Technique, base: int, cover: int, removed: int) -> Step:
        size = self.size
        fins = self.base(base) & ~self.cover(cover)
        roles: dict[str, Part] = {
            "digit": Digits((self.value,)),
            "base": Units(tuple(line + self.axis * size for line in bits(base))),
            "cover": Units(tuple(line + (1 - self.axis) * size for line in bits(cover))),
            "cells": Cells(tuple(bits(self.base(base) & ~fins))),
        }
        if fins:
            roles["fins"] = Cells(tuple(bits(fins)))
        gone = tuple(Candidate(cell, self.value) for cell in bits(self.places & removed))
        return Step(self.layout.geometry, technique, (), gone, tuple(roles.items()))


def _seas(state: State) -> Iterator[_Sea]:
    for value in state.digits:
        if places := state.places[value]:
            yield _Sea(state.layout, places, value, _ROWS)
            yield _Sea(state.layout, places, value, _COLUMNS)


def _plain(size: int, state: State) -> Iterator[Step]:
    for sea in _seas(state):
        lines = sea.lines()
        # With all open lines as base, there is nothing outside it to remove.
        for base, cover in gatherings(lines, size, size) if len(lines) > size else ():
            removed = sea.cover(cover) & ~sea.base(base)
            if removed:
                yield sea.step(_PLAIN[size], base, cover, removed)


def _finned(size: int, state: State) -> Iterator[Step]:
    return (step for step, is_sashimi in _with_fins(size, state) if not is_sashimi)


def _sashimi(size: int, state: State) -> Iterator[Step]:
    return (step for step, is_sashimi in _with_fins(size, state) if is_sashimi)


def _with_fins(size: int, state: State) -> Iterator[tuple[Step, bool]]:
    """Yields fish whose fins are all in one box, and whether they are sashimi.

    A sashimi fish has a base line with fewer than two places in the covers. What falls lies in the
    box as well, in another line and another crossing line than the fins.
    """
    for sea in _seas(state):
        yield from _all_with_fins(size, sea)


@lru_cache(maxsize=_SEAS)
def _all_with_fins(size: int, sea: _Sea) -> tuple[tuple[Step, bool], ...]:
    """All that `_with_fins` yields of one sea; cached, since most steps leave most seas alone."""
    return tuple(_with_fins_in(size, sea))


def _with_fins_in(size: int, sea: _Sea) -> Iterator[tuple[Step, bool]]:
    lines, units = sea.lines(), sea.layout.units
    for box in sea.layout.boxes if len(lines) > size else ():
        along, across = sea.through(sea.places & units[box])
        # Fins and what falls need two lines and two crossing lines of the box.
        if not along & along - 1 or not across & across - 1:
            continue
        _, crossing = sea.through(units[box])
        # Places in the box may be fins, so they need no cover.
        outside = [(n, mask & ~crossing if along >> n & 1 else mask) for n, mask in lines]
        for base, union in gatherings(outside, size, size):
            # A base without a line through the box would have no fin there.
            for cover in _covers(union, crossing, size) if base & along else ():
                yield from _with_fin(sea, size, base, cover)


def _with_fin(sea: _Sea, size: int, base: int, cover: int) -> Iterator[tuple[Step, bool]]:
    inside, covered = sea.base(base), sea.cover(cover)
    fins, removed = inside & ~covered, covered & ~inside
    if fins and removed and (removed := removed & sea.layout.seen_by_all(fins)):
        lines = (sea.base(1 << line) & covered for line in bits(base))
        is_thin = any(not places & places - 1 for places in lines)
        yield sea.step((_SASHIMI if is_thin else _FINNED)[size], base, cover, removed), is_thin


def _covers(union: int, across: int, size: int) -> Iterator[int]:
    """Yields covers of `size` lines: those needed outside the box, and others through the box."""
    for added in combinations(bits(across & ~union), size - union.bit_count()):
        yield union | mask_of(added)


PARTS: Final = ("digit", "base", "cover", "cells")
PLAIN: Final = "the {digit} of {base} can only stand in {cover}"
FINNED: Final = "the {digit} of {base} stands in {cover}, or in the fins {fins}"

_fish: Final = partial(
    Technique,
    family=Family.FISH,
    roles=PARTS,
    reason=PLAIN,
    looks_at=(Look(digits="digit", units="base"),),
)
_finned_fish: Final = partial(_fish, roles=(*PARTS, "fins"), reason=FINNED)

X_WING: Final = _fish(
    "x_wing", "X-wing", Difficulty.HARD, rank=160, rating=3.2, finders=(partial(_plain, 2),)
)
SWORDFISH: Final = _fish(
    "swordfish", "Swordfish", Difficulty.HARD, rank=220, rating=3.8, finders=(partial(_plain, 3),)
)
JELLYFISH: Final = _fish(
    "jellyfish", "Jellyfish", Difficulty.EXPERT, rank=440, rating=5.2, finders=(partial(_plain, 4),)
)
FINNED_X_WING: Final = _finned_fish(
    "finned_x_wing", "Finned X-wing", Difficulty.EXPERT, rank=420, finders=(partial(_finned, 2),)
)
FINNED_SWORDFISH: Final = _finned_fish(
    "finned_swordfish",
    "Finned swordfish",
    Difficulty.EXPERT,
    rank=520,
    finders=(partial(_finned, 3),),
)
FINNED_JELLYFISH: Final = _finned_fish(
    "finned_jellyfish",
    "Finned jellyfish",
    Difficulty.EXTREME,
    rank=720,
    finders=(partial(_finned, 4),),
)
SASHIMI_X_WING: Final = _finned_fish(
    "sashimi_x_wing", "Sashimi X-wing", Difficulty.EXPERT, rank=430, finders=(partial(_sashimi, 2),)
)
SASHIMI_SWORDFISH: Final = _finned_fish(
    "sashimi_swordfish",
    "Sashimi swordfish",
    Difficulty.EXPERT,
    rank=530,
    finders=(partial(_sashimi, 3),),
)
SASHIMI_JELLYFISH: Final = _finned_fish(
    "sashimi_jellyfish",
    "Sashimi jellyfish",
    Difficulty.EXTREME,
    rank=730,
    finders=(partial(_sashimi, 4),),
)

_PLAIN: Final = {2: X_WING, 3: SWORDFISH, 4: JELLYFISH}
_FINNED: Final = {2: FINNED_X_WING, 3: FINNED_SWORDFISH, 4: FINNED_JELLYFISH}
_SASHIMI: Final = {2: SASHIMI_X_WING, 3: SASHIMI_SWORDFISH, 4: SASHIMI_JELLYFISH}
