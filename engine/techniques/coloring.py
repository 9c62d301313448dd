"""Simple colouring: chains of strong links of one digit, in two alternating colours."""

from collections.abc import Iterator

from engine.techniques.layout import bits
from engine.techniques.parts import Cells, Digits
from engine.techniques.state import State
from engine.techniques.step import Step, removing
from engine.techniques.technique import Technique


def simple_colorings(state: State) -> Iterator[Step]:
    """A cell that sees both colours (trap), or a colour that sees itself (wrap)."""
    for value in state.digits:
        for colors in _clusters(state, value):
            yield from _wrap(state, value, *colors)
            yield from _wrap(state, value, *colors[::-1])
            yield from _trap(state, value, *colors)


def _clusters(state: State, value: int) -> Iterator[tuple[int, int]]:
    """The two colours of each connected set of conjugate pairs, as masks of cells."""
    partners: dict[int, int] = {}
    for _, first, second in state.conjugates[value]:
        partners[first] = partners.get(first, 0) | 1 << second
        partners[second] = partners.get(second, 0) | 1 << first
    seen = 0
    for start in sorted(partners):
        if seen >> start & 1:
            continue
        colors, fresh, turn = [1 << start, 0], 1 << start, 0
        while fresh:
            turn ^= 1
            reached = 0
            for cell in bits(fresh):
                reached |= partners[cell]
            fresh = reached & ~colors[turn]
            colors[turn] |= fresh
        seen |= colors[0] | colors[1]
        if (colors[0] | colors[1]).bit_count() > 2:
            yield colors[0], colors[1]


def _wrap(state: State, value: int, false: int, true: int) -> Iterator[Step]:
    for cell in bits(false):
        clash = false & state.layout.peers[cell]
        if clash:
            other = (clash & -clash).bit_length() - 1
            yield removing(
                state,
                Technique.SIMPLE_COLORING_WRAP,
                state.options(value, false),
                digit=Digits((value,)),
                first=Cells(tuple(bits(false))),
                second=Cells(tuple(bits(true))),
                clash=Cells((cell, other)),
            )
            return


def _trap(state: State, value: int, first: int, second: int) -> Iterator[Step]:
    removed = 0
    for cell in bits(state.places[value] & ~(first | second)):
        peers = state.layout.peers[cell]
        if peers & first and peers & second:
            removed |= 1 << cell
    if removed:
        yield removing(
            state,
            Technique.SIMPLE_COLORING_TRAP,
            state.options(value, removed),
            digit=Digits((value,)),
            first=Cells(tuple(bits(first))),
            second=Cells(tuple(bits(second))),
        )
