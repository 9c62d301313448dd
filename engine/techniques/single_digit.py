"""Turbot fish and its special cases: two strong links of one digit, joined by a weak link.

The inner ends of the two strong links see each other, so at most one of them is true, and at least
one of the outer ends is. The digit falls where it sees both outer ends. By the units of its links
such a pattern is a skyscraper, a two-string kite or another turbot fish. In an empty rectangle, a
box with all its places on a cross takes the part of one strong link.
"""

from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from engine.techniques.again import chain_again
from engine.techniques.layout import bits
from engine.techniques.parts import Cells, Chain, Digits, Link, Node, Units
from engine.techniques.state import State
from engine.techniques.technique import Difficulty, Family, Look, Step, Technique, removing


def skyscrapers(state: State) -> Iterator[Step]:
    """Two parallel lines with two places each; one place of each is in the same crossing line."""
    for value in state.digits:
        for axis in (state.layout.rows, state.layout.columns):
            # A pair is its unit and the two cells.
            pairs = [pair for pair in state.conjugates[value] if pair[0] in axis]
            for index, first in enumerate(pairs):
                for second in pairs[index + 1 :]:
                    yield from _skyscraper(state, value, first, second)


def _skyscraper(
    state: State, value: int, first: tuple[int, int, int], second: tuple[int, int, int]
) -> Iterator[Step]:
    for base, roof in _joined(first, second):
        foot = 1 << base[0] | 1 << base[1]
        shared = [u for u in state.layout.shared_units(foot) if u in state.layout.lines]
        # A roof in one line makes an X-wing; in one box, locked candidates remove as much.
        if not shared or state.layout.shared_units(1 << roof[0] | 1 << roof[1]):
            continue
        removed = state.layout.seen_by_all(1 << roof[0] | 1 << roof[1])
        options = state.options(value, removed)
        if options:
            yield removing(
                state,
                SKYSCRAPER,
                options,
                digit=Digits((value,)),
                towers=Units((first[0], second[0])),
                ground=Units((shared[0],)),
                base=Cells(base),
                roof=Cells(roof),
            )


def _joined(
    first: tuple[int, int, int], second: tuple[int, int, int]
) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    """Yields each way to join an end of one pair with one of the other, and the ends left over."""
    _, a, b = first
    _, c, d = second
    yield from (((a, c), (b, d)), ((a, d), (b, c)), ((b, c), (a, d)), ((b, d), (a, c)))


def two_string_kites(state: State) -> Iterator[Step]:
    """A row and a column with two places each; one place of each is in the same box."""
    layout = state.layout
    for value in state.digits:
        pairs = state.conjugates[value]
        rows = [pair for pair in pairs if pair[0] in layout.rows]
        columns = [pair for pair in pairs if pair[0] in layout.columns]
        for row in rows:
            for column in columns:
                yield from _kite(state, value, row, column)


def _kite(
    state: State, value: int, row: tuple[int, int, int], column: tuple[int, int, int]
) -> Iterator[Step]:
    if set(row[1:]) & set(column[1:]):
        return
    for inner, ends in _joined(row, column):
        box = state.geometry.units_of[inner[0]][2]
        if box != state.geometry.units_of[inner[1]][2]:
            continue
        options = state.options(value, state.layout.seen_by_all(1 << ends[0] | 1 << ends[1]))
        if options:
            yield removing(
                state,
                TWO_STRING_KITE,
                options,
                digit=Digits((value,)),
                strings=Units((row[0], column[0])),
                box=Units((box,)),
                inner=Cells(inner),
                ends=Cells(ends),
            )


def empty_rectangles(state: State) -> Iterator[Step]:
    """All places of a digit in a box lie in one row and one column; a strong link completes it."""
    for value in state.digits:
        for box in state.layout.boxes:
            inside = state.places[value] & state.layout.units[box]
            if inside.bit_count() > 1:
                for cross in _crosses(state, box, inside):
                    yield from _empty_rectangle(state, value, box, cross)


def _crosses(state: State, box: int, inside: int) -> Iterator[tuple[int, int]]:
    """Yields the rows and columns that together, but not alone, hold all places of a box."""
    units = state.layout.units
    rows = sorted({state.geometry.units_of[cell][0] for cell in state.geometry.units[box]})
    columns = sorted({state.geometry.units_of[cell][1] for cell in state.geometry.units[box]})
    for row in rows:
        for column in columns:
            alone = not inside & ~units[row] or not inside & ~units[column]
            if not alone and not inside & ~(units[row] | units[column]):
                yield row, column


def _empty_rectangle(state: State, value: int, box: int, cross: tuple[int, int]) -> Iterator[Step]:
    """The conclusions of a cross and each strong link with one end, `near`, in a line of it.

    Either `near` is true, which leaves the box its places in the other line, or `far` is. The digit
    falls where it is in that other line and sees `far`.
    """
    units, places = state.layout.units, state.places[value]
    for link, first, second in state.conjugates[value]:
        for near, far in ((first, second), (second, first)):
            for touched, other in (cross, cross[::-1]):
                if link in state.layout.boxes or 1 << near & units[box]:
                    continue
                # `near` is outside the box, and `far` neither in the box nor in the same line.
                if not 1 << near & units[touched] or 1 << far & (units[touched] | units[box]):
                    continue
                removed = units[other] & state.layout.peers[far] & ~units[box] & places
                removed &= ~(1 << near)
                if removed:
                    yield removing(
                        state,
                        EMPTY_RECTANGLE,
                        state.options(value, removed),
                        digit=Digits((value,)),
                        box=Units((box,)),
                        cells=Cells(tuple(bits(places & units[box]))),
                        cross=Units(cross),
                        link=Units((link,)),
                        ends=Cells((near, far)),
                    )


def turbot_fishes(state: State) -> Iterator[Step]:
    """Two strong links of one digit that are neither a skyscraper nor a two-string kite."""
    peers = state.layout.peers
    for value in state.digits:
        # partners[near][far] are the units in which these two are the only places.
        partners = dict[int, dict[int, set[int]]]()
        for unit, first, second in state.conjugates[value]:
            for near, far in ((first, second), (second, first)):
                partners.setdefault(near, {}).setdefault(far, set()).add(unit)
        for start, inner in ((far, near) for near in partners for far in partners[near]):
            for other in (cell for cell in bits(peers[inner]) if cell in partners):
                for end in partners[other]:
                    path = (start, inner, other, end)
                    if (
                        # Each pattern is met from both ends.
                        start < end
                        and len(set(path)) == 4
                        and state.places[value]
                        & (peers[start] & peers[end] & ~(1 << inner | 1 << other))
                    ):
                        units = partners[inner][start], partners[other][end]
                        yield from _turbot_fish(state, value, path, units)


def _turbot_fish(
    state: State, value: int, path: tuple[int, int, int, int], units: tuple[set[int], set[int]]
) -> Iterator[Step]:
    start, inner, other, end = path
    if _has_own_name(state, inner, other, units):
        return
    joined = state.layout.shared_units(1 << inner | 1 << other)[0]
    pairs = zip(pairwise(path), (min(units[0]), joined, min(units[1])), strict=True)
    links = (
        # The middle link is the weak one.
        Link(Node(value, (one,)), Node(value, (two,)), number != 1, unit)
        for number, ((one, two), unit) in enumerate(pairs)
    )
    seen = state.layout.seen_by_all(1 << start | 1 << end) & ~(1 << inner | 1 << other)
    yield removing(
        state,
        TURBOT_FISH,
        state.options(value, seen),
        chain=Chain(tuple(links)),
        digits=Digits((value,)),
        ends=Cells((start, end)),
    )


def _has_own_name(state: State, inner: int, other: int, units: tuple[set[int], set[int]]) -> bool:
    """Whether two strong links form a skyscraper or a kite in any of their units."""
    kinds = [{state.geometry.unit_kind(unit) for unit in several} for several in units]
    joined = {
        state.geometry.unit_kind(unit)
        for unit in state.layout.shared_units(1 << inner | 1 << other)
    }
    parallel = kinds[0] & kinds[1]
    crossing = "row" in kinds[0] and "column" in kinds[1]
    crossing |= "column" in kinds[0] and "row" in kinds[1]
    skyscraper = ("row" in parallel and "column" in joined) or (
        "column" in parallel and "row" in joined
    )
    return skyscraper or (crossing and "box" in joined)


SKYSCRAPER: Final = Technique(
    "skyscraper",
    "Skyscraper",
    Difficulty.HARD,
    rank=190,
    family=Family.SINGLE_DIGIT,
    rating=4.0,
    finders=(skyscrapers,),
    roles=("digit", "towers", "ground", "base", "roof"),
    reason=(
        "{towers} have two places each for {digit}, {base} share {ground}: one of {roof} is {digit}"
    ),
    looks_at=(Look(digits="digit", units="towers"),),
)
TWO_STRING_KITE: Final = Technique(
    "two_string_kite",
    "Two-string kite",
    Difficulty.HARD,
    rank=200,
    family=Family.SINGLE_DIGIT,
    rating=4.1,
    finders=(two_string_kites,),
    roles=("digit", "strings", "box", "inner", "ends"),
    reason=(
        "{strings} have two places each for {digit}, {inner} share {box}: one of {ends} is {digit}"
    ),
    looks_at=(Look(digits="digit", units="strings"),),
)
EMPTY_RECTANGLE: Final = Technique(
    "empty_rectangle",
    "Empty rectangle",
    Difficulty.HARD,
    rank=210,
    family=Family.SINGLE_DIGIT,
    finders=(empty_rectangles,),
    roles=("digit", "box", "cells", "cross", "link", "ends"),
    reason="the {digit} of {box} is in {cross}, and {link} has it in {ends}: either way it is seen",
    looks_at=(Look(digits="digit", units="box"), Look(digits="digit", units="link")),
)
TURBOT_FISH: Final = Technique(
    "turbot_fish",
    "Turbot fish",
    Difficulty.EXPERT,
    rank=230,
    family=Family.SINGLE_DIGIT,
    rating=4.1,
    finders=(turbot_fishes,),
    roles=("chain", "digits", "ends"),
    reason="{chain}: so one of the two ends is true",
    looks_at=(),
    again=chain_again,
)
