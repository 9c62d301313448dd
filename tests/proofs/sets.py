"""The rules of almost locked sets: cells of a unit with one candidate more than cells."""

from collections.abc import Callable, Iterable
from itertools import pairwise

from engine.techniques import Technique
from engine.techniques.layout import Candidate
from tests.proofs.chained import is_almost_locked
from tests.proofs.evidence import Evidence, Proven, require

Set = dict[int, set[int]]
"""The cells of a set by the digits that they may hold."""


def _sets(said: Evidence, *names: str) -> list[Set]:
    groups = [group for name in names for group in said.groups(name)]
    require(all(is_almost_locked(said.state, group) for group in groups))
    require(len({*groups}) == len(groups))
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
    """A set without the digit keeps all others, so that the next one lacks the one they share."""
    is_pair = said.step.technique is Technique.ALS_XZ
    sets = _sets(said, "first", "second") if is_pair else _sets(said, "sets")
    linked, digit = said.digits("linked"), said.digit()
    require(len(sets) == 2 if is_pair else len(sets) > 2, len(linked) == len(sets) - 1)
    for (first, second), value in zip(pairwise(sets), linked, strict=True):
        require(_is_restricted(said, first, second, value))
    require(all(first != second for first, second in pairwise((digit, *linked, digit))))
    require(digit in sets[0], digit in sets[-1])
    return Proven(removed=said.seen(digit, sets[0][digit] | sets[-1][digit]))


def doubly_linked_sets(said: Evidence) -> Proven:
    """Each of two sets has one of the digits that they share, and so keeps all its others."""
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
    Technique.ALS_XZ: joined_sets,
    Technique.ALS_CHAIN: joined_sets,
    Technique.DOUBLY_LINKED_ALS_XZ: doubly_linked_sets,
}
"""What follows by each technique of sets from what its step says."""
