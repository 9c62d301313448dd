"""The rules of almost locked sets: cells of a unit with one candidate more than there are cells."""

from collections.abc import Callable, Iterable
from itertools import pairwise

from engine.techniques import Technique
from engine.techniques.als import ALS_CHAIN, ALS_XY_WING, ALS_XZ, DOUBLY_LINKED_ALS_XZ, WXYZ_WING
from engine.techniques.layout import Candidate
from engine.techniques.sue_de_coq import SUE_DE_COQ
from tests.proofs.chained import is_almost_locked
from tests.proofs.evidence import Evidence, Proven, require

SIZES = {
    WXYZ_WING: ((2,), ("first", "second")),
    ALS_XZ: ((2,), ("first", "second")),
    ALS_XY_WING: ((3,), ("sets",)),
    ALS_CHAIN: ((4,), ("sets",)),
}
"""How many sets a step has, and the names of their roles."""

Set = dict[int, set[int]]
"""The cells of a set by the digits that they may hold."""


def _sets(said: Evidence, *names: str) -> list[Set]:
    groups = [group for name in names for group in said.groups(name)]
    require(all(is_almost_locked(said.state, group) for group in groups))
    require(len({*groups}) == len(groups))
    named = [each for name in names for each in said.digits_of_groups(name)]
    require(named == [tuple(sorted(said.among(group))) for group in groups])
    return [
        {digit: {cell for cell in group if digit in said.at(cell)} for digit in said.among(group)}
        for group in groups
    ]


def _is_restricted(said: Evidence, first: Set, second: Set, digit: int) -> bool:
    """Whether at most one of two sets can hold a digit."""
    return (
        digit in first
        and digit in second
        and all(said.see(one, other) for one in first[digit] for other in second[digit])
    )


def joined_sets(said: Evidence) -> Proven:
    """One of the first and the last set holds the digit.

    A set without one of its digits holds all its others. So if the first set lacks the digit, it
    holds the digit that links it to the next set, which then lacks that one, and so on up to the
    last set.
    """
    sizes, names = SIZES[said.step.technique]
    sets, linked, digit = _sets(said, *names), said.digits("linked"), said.digit()
    require(len(sets) in sizes, len(linked) == len(sets) - 1)
    for (first, second), value in zip(pairwise(sets), linked, strict=True):
        require(_is_restricted(said, first, second, value))
    # The digit that a set lacks cannot be the one that links it to the next set.
    require(all(first != second for first, second in pairwise((digit, *linked, digit))))
    require(digit in sets[0], digit in sets[-1])
    return Proven(removed=said.seen(digit, sets[0][digit] | sets[-1][digit]))


def wxyz_wing(said: Evidence) -> Proven:
    """Like the sets above, but the two together have four cells and four digits."""
    cells = {cell for name in ("first", "second") for one in said.groups(name) for cell in one}
    require(len(cells) == len(said.among(cells)) == 4)
    return joined_sets(said)


def sue_de_coq(said: Evidence) -> Proven:
    """Each digit can be in only one of the cells, and there are as many cells: all are used.

    The set in the line is outside of the box, and the one in the box outside of the line.
    """
    line, box = map(said.inside, said.units("units"))
    middle, first, second = ({*said.cells(name)} for name in ("cells", "first", "second"))
    require(middle <= line & box, first <= line - box, second <= box - line)
    require(all((middle, first, second)), [*map(said.kind, said.units("units"))][1] == "box")
    used, digits = middle | first | second, {*said.digits("digits")}
    require(said.among(first) == {*said.digits("first_digits")})
    require(said.among(second) == {*said.digits("second_digits")})
    require(said.among(used) == digits, len(digits) == len(used))
    require({*said.digits("line_digits")} == digits - said.among(second))
    require({*said.digits("box_digits")} == digits - said.among(first))
    removed = set[Candidate]()
    for digit in digits:
        places = {cell for cell in used if digit in said.at(cell)}
        require(all(one == other or said.see(one, other) for one in places for other in places))
        removed |= said.seen(digit, places)
    return Proven(removed=removed)


def doubly_linked_sets(said: Evidence) -> Proven:
    """Each of two sets has one of the digits that they share, and so holds all its others."""
    first, second = _sets(said, "first", "second")
    linked = {*said.digits("linked")}
    require(len(linked) > 1, len(linked) == len(said.digits("linked")))
    require(all(_is_restricted(said, first, second, digit) for digit in linked))
    removed = set[Candidate]().union(*(said.seen(d, first[d] | second[d]) for d in linked))
    for one in (first, second):
        removed |= _kept(said, one, {*one} - linked)
    return Proven(removed=removed)


def _kept(said: Evidence, one: Set, digits: Iterable[int]) -> set[Candidate]:
    return set[Candidate]().union(*(said.seen(digit, one[digit]) for digit in digits))


SETS: dict[Technique, Callable[[Evidence], Proven]] = {
    WXYZ_WING: wxyz_wing,
    SUE_DE_COQ: sue_de_coq,
    ALS_XZ: joined_sets,
    ALS_XY_WING: joined_sets,
    ALS_CHAIN: joined_sets,
    DOUBLY_LINKED_ALS_XZ: doubly_linked_sets,
}
"""For each technique of sets, the rule that derives what follows from its step."""
