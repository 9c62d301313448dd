"""ALS-XZ, ALS-XY-wing and ALS chain: almost locked sets that are joined by digits.

An almost locked set has one digit more than cells, so it can lack one of its digits but not two. A
digit is a restricted common of two sets that share no cell if all its places in one see all its
places in the other. Then at least one of the sets lacks it and holds all its other digits. So in a
chain of sets, each joined to the next by another restricted common than to the one before, the
first or the last set holds any digit that both have, except the digits of the first and the last
link. That digit falls where it is seen by all its places in the first and the last set.

The problem is the number of pairs: a state may have 600 sets. `_Pairs` finds partners by masks of
set numbers, and chains are followed only to sets that they have not reached in the same way.
"""

from collections.abc import Iterable, Iterator
from functools import cached_property, lru_cache, partial
from itertools import combinations, takewhile
from typing import Final

from engine.techniques.again import sets_again
from engine.techniques.layout import Candidate, bits, mask_of
from engine.techniques.parts import Digits, Groups, Part, digits_of
from engine.techniques.state import Als, State
from engine.techniques.technique import Difficulty, Family, Step, Technique, removing

_LONGEST: Final = 4
"""The number of sets in the longest chain that is looked for."""


class _Pairs:
    """Which almost locked sets of a state go together, as masks of their numbers.

    Looking at each pair of some hundred sets takes tens of milliseconds. So `_seen` records per
    digit and cell which sets have all their places of the digit in sight of the cell, and
    `_holding` per cell the sets that contain it. A few operations on these masks give the partners
    of a set.
    """

    def __init__(self, state: State) -> None:
        self.state = state
        self.sets = state.almost_locked_sets
        cells = state.geometry.cell_count
        self._seen: list[list[int]] = [[0] * cells for _ in state.digits]
        self._holding = [0] * cells
        for number, one in enumerate(self.sets):
            for cell in bits(one.cells):
                self._holding[cell] |= 1 << number
            for digit, places in one.places.items():
                # Only places of the digit matter: other cells hold neither a set's digit nor what
                # falls.
                seen = self._seen[digit]
                for cell in bits(state.places[digit + 1] & state.layout.seen_by_all(places)):
                    seen[cell] |= 1 << number

    @cached_property
    def by_size(self) -> dict[int, int]:
        """The sets by their number of cells."""
        found = dict[int, int]()
        for number, one in enumerate(self.sets):
            size = one.cells.bit_count()
            found[size] = found.get(size, 0) | 1 << number
        return found

    @cached_property
    def restricted(self) -> list[dict[int, int]]:
        """By set and digit, the sets of which the digit is a restricted common with it."""
        return [self._restricted(one) for one in self.sets]

    def _restricted(self, one: Als) -> dict[int, int]:
        touching = 0
        for cell in bits(one.cells):
            touching |= self._holding[cell]
        found = {}
        for digit, places in one.places.items():
            sets = ~touching
            for cell in bits(places):
                # A partner has all its places of the digit in sight of each of these.
                sets &= self._seen[digit][cell]
            if sets:
                found[digit] = sets
        return found

    def ends(self, number: int, *but: int) -> int:
        """The sets with which a set could conclude something about a digit that is not in `but`."""
        ends = 0
        for digit, sets in self.concluding[number].items():
            if digit not in but:
                ends |= sets
        return ends

    @cached_property
    def any_end(self) -> int:
        """The sets that could conclude something with any other."""
        return mask_of(number for number, ends in enumerate(self.concluding) if ends)

    @cached_property
    def concluding(self) -> list[dict[int, int]]:
        """By set and digit, the sets such that a candidate of the digit sees all places in both."""
        return [self._concluding(one) for one in self.sets]

    def _concluding(self, one: Als) -> dict[int, int]:
        found = {}
        for digit, places in one.places.items():
            sets = 0
            outside = self.state.places[digit + 1] & self.state.layout.seen_by_all(places)
            for cell in bits(outside):
                sets |= self._seen[digit][cell]
            if sets:
                found[digit] = sets
        return found


@lru_cache(maxsize=2)
def _pairs(state: State) -> _Pairs:
    return _Pairs(state)


def als_xz(state: State) -> Iterator[Step]:
    """Two sets with a restricted common digit x: another common digit z is in one of them."""
    pairs = _pairs(state)
    for first, second, links in _joined_pairs(pairs, pairs.sets):
        if not _is_wing(first, second, links):
            yield from _xz(state, first, second, links, ALS_XZ)


def wxyz_wings(state: State) -> Iterator[Step]:
    """Two sets that have four cells and four digits together, one of them a restricted common."""
    pairs = _pairs(state)
    small = takewhile(lambda one: one.cells.bit_count() < 4, pairs.sets)
    for first, second, links in _joined_pairs(pairs, small, together=4):
        if _is_wing(first, second, links):
            yield from _xz(state, first, second, links, WXYZ_WING)


def _is_wing(first: Als, second: Als, links: int) -> bool:
    return (
        (first.cells | second.cells).bit_count() == 4
        and (first.digits | second.digits).bit_count() == 4
        and links.bit_count() == 1
    )


def _joined_pairs(
    pairs: _Pairs, among: Iterable[Als], together: int = 0
) -> Iterator[tuple[Als, Als, int]]:
    """Yields pairs of sets, the second in `among`, that may conclude something, and their links.

    If `together` is given, they must have so many cells together.
    """
    for index, second in enumerate(among):
        restricted, concluding = pairs.restricted[index], pairs.concluding[index]
        # Only sets before this one, so that each pair comes once.
        before = (1 << index) - 1
        if together:
            before &= pairs.by_size.get(together - second.cells.bit_count(), 0)
        # Two links may always conclude something, one link only about another digit.
        once = twice = 0
        for sets in restricted.values():
            twice |= once & sets
            once |= sets
        single = 0
        for digit, sets in concluding.items():
            single |= sets & (once ^ restricted.get(digit, 0) & once)
        for number in bits((twice | single & once) & before):
            linked = mask_of(digit for digit, sets in restricted.items() if sets >> number & 1)
            yield pairs.sets[number], second, linked


def _xz(state: State, first: Als, second: Als, links: int, technique: Technique) -> Iterator[Step]:
    roles: dict[str, Part] = {
        "first": _groups(first),
        "second": _groups(second),
        "linked": digits_of(links),
    }
    if links.bit_count() > 1:
        gone = _doubly_linked(state, first, second, links)
        if gone:
            yield removing(state, DOUBLY_LINKED_ALS_XZ, gone, **roles)
        return
    for digit in bits(first.digits & second.digits & ~links):
        removed = _gone(state, first, second, digit)
        if removed:
            roles["digit"] = digits_of(1 << digit)
            yield removing(state, technique, removed, **roles)


def _groups(*sets: Als) -> Groups:
    cells, digits = (tuple(map(bits, masks)) for masks in zip(*map(_masks, sets), strict=True))
    return Groups(cells, tuple(tuple(digit + 1 for digit in each) for each in digits))


def _masks(one: Als) -> tuple[int, int]:
    return one.cells, one.digits


def _gone(state: State, first: Als, second: Als, digit: int) -> tuple[Candidate, ...]:
    both = first.places[digit] | second.places[digit]
    return state.options(digit + 1, state.layout.seen_by_all(both))


def _doubly_linked(state: State, first: Als, second: Als, links: int) -> list[Candidate]:
    """With two restricted common digits each set has one of them, and keeps all its others."""
    removed = [option for digit in bits(links) for option in _gone(state, first, second, digit)]
    # The digits that a set keeps fall where all its places are seen.
    for one in (first, second):
        for digit in bits(one.digits & ~links):
            seen = state.layout.seen_by_all(one.places[digit])
            removed.extend(state.options(digit + 1, seen))
    return removed


_Link = tuple[tuple[int, ...], tuple[int, ...]]
"""The numbers of the sets of a chain, and the digits of its links."""


def als_xy_wings(state: State) -> Iterator[Step]:
    """Three sets, the middle one joined to each of the others by another digit."""
    pairs = _pairs(state)
    for middle, restricted in enumerate(pairs.restricted):
        for x, y in combinations(restricted, 2):
            for first in bits(restricted[x] & pairs.any_end):
                for last in bits(restricted[y] & pairs.ends(first, x, y) & ~(1 << first)):
                    wing = (first, middle, last)
                    yield from _als_chain(state, wing, (x, y), ALS_XY_WING)


def als_chains(state: State) -> Iterator[Step]:
    """Four sets or more, each joined to the next by another restricted common digit."""
    pairs = _pairs(state)
    chains: list[_Link] = [((number,), ()) for number, ends in enumerate(pairs.concluding) if ends]
    reached = dict[tuple[int, int, int], int]()
    for length in range(2, _LONGEST + 1):
        longer: list[_Link] = []
        for sets, used in chains:
            # Chains of the full length must end in a set with which the first one may conclude.
            ends = pairs.ends(sets[0]) if length == _LONGEST else -1
            for number, digit in _joined(pairs, sets, used, reached, ends):
                grown, digits = (*sets, number), (*used, digit)
                longer.append((grown, digits))
                # Two sets are an ALS-XZ, three an ALS-XY-wing.
                if length > 3:
                    yield from _als_chain(state, grown, digits, ALS_CHAIN)
        chains = longer


def _joined(
    pairs: _Pairs,
    sets: tuple[int, ...],
    used: tuple[int, ...],
    reached: dict[tuple[int, int, int], int],
    ends: int,
) -> Iterator[tuple[int, int]]:
    """Yields the sets, and digits, by which a chain goes on to one of `ends`.

    `reached` holds the sets that were reached, by the first set, the first digit and the last
    digit. What a chain concludes depends only on these and its last set, so the first chain there
    is enough.
    """
    passed, union = mask_of(sets), 0
    fresh = dict[int, int]()
    for digit, partners in pairs.restricted[sets[-1]].items():
        key = sets[0], used[0] if used else digit, digit
        if not used or digit != used[-1]:
            fresh[digit] = partners & ends & ~passed & ~reached.get(key, 0)
            reached[key] = reached.get(key, 0) | fresh[digit]
            union |= fresh[digit]
    for number in bits(union):
        yield from ((number, digit) for digit, partners in fresh.items() if partners >> number & 1)


def _als_chain(
    state: State, chain: tuple[int, ...], links: tuple[int, ...], technique: Technique
) -> Iterator[Step]:
    sets = state.almost_locked_sets
    first, last = sets[chain[0]], sets[chain[-1]]
    for digit in bits(first.digits & last.digits & ~(1 << links[0] | 1 << links[-1])):
        removed = _gone(state, first, last, digit)
        if removed:
            yield removing(
                state,
                technique,
                removed,
                sets=_groups(*(sets[number] for number in chain)),
                linked=Digits(tuple(link + 1 for link in links)),
                digit=Digits((digit + 1,)),
            )


_sets: Final = partial(Technique, family=Family.ALS, looks_at=(), again=sets_again)

_TWO_SETS: Final = (
    "A {first} and B {second} have one digit too many each and cannot both hold X {linked}, so "
    "Z {digit} is in one of them"
)
_JOINED: Final = "{sets} are joined by {linked}, so the first or the last of them holds {digit}"

WXYZ_WING: Final = Technique(
    "wxyz_wing",
    "WXYZ-wing",
    Difficulty.EXPERT,
    rank=620,
    family=Family.WINGS,
    rating=5.5,
    finders=(wxyz_wings,),
    roles=("first", "second", "linked", "digit"),
    reason=_TWO_SETS,
    again=sets_again,
)
ALS_XZ: Final = _sets(
    "als_xz",
    "ALS-XZ",
    Difficulty.EXTREME,
    rank=690,
    finders=(als_xz,),
    roles=("first", "second", "linked", "digit"),
    reason=_TWO_SETS,
)
DOUBLY_LINKED_ALS_XZ: Final = _sets(
    "doubly_linked_als_xz",
    "Doubly linked ALS-XZ",
    Difficulty.EXTREME,
    rank=700,
    finders=(als_xz,),
    roles=("first", "second", "linked"),
    reason=(
        "A {first} and B {second} have one digit too many each and share {linked} between them, "
        "so each keeps all its other digits"
    ),
)
ALS_XY_WING: Final = _sets(
    "als_xy_wing",
    "ALS-XY-wing",
    Difficulty.EXTREME,
    rank=810,
    finders=(als_xy_wings,),
    roles=("sets", "linked", "digit"),
    reason=_JOINED,
)
ALS_CHAIN: Final = _sets(
    "als_chain",
    "ALS chain",
    Difficulty.EXTREME,
    rank=820,
    finders=(als_chains,),
    roles=("sets", "linked", "digit"),
    reason=_JOINED,
    # Chains with sets find all that chains of sets alone find.
    is_on_short_ways=False,
)
