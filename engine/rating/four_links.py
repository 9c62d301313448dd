"""Four strong links of one digit, joined by weak links.

Four of fifty links can be chosen in too many ways, so chains are followed from link to link. Of all
chains the one of the lowest difficulty is taken, among equals the one that removes most, then the
one of the lowest suffix, then the one that comes first if the choices are made one after the other:
kinds of units, digit, units, order, direction of each link.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Final, NamedTuple

from engine.rating.board import BOX, DIGITS, ROW, UNIT_CELLS, Board, cells_of, seen_by_all
from engine.rating.links import StrongLink, shared_unit, strong_links
from engine.rating.step import RatedStep
from engine.techniques.scale import FOUR_STRONG_LINKS

_FOUR: Final = 4
_ORDERS: Final = (
    *((0, 1, 2, 3), (1, 0, 2, 3), (2, 0, 1, 3), (0, 2, 1, 3), (1, 2, 0, 3), (2, 1, 0, 3)),
    *((0, 3, 2, 1), (0, 2, 3, 1), (1, 0, 3, 2), (0, 1, 3, 2), (1, 3, 0, 2), (0, 3, 1, 2)),
)
"""The orders of four links, each read from its lower end, as Sudoku Explainer makes them."""


class _Place(NamedTuple):
    """Where a chain stands among all choices."""

    kinds: tuple[int, ...]
    digit: int
    links: tuple[int, ...]
    order: int
    turns: tuple[int, ...]


class _Rank(NamedTuple):
    difficulty: float
    removed: int
    suffix: tuple[int, ...]
    place: _Place


@dataclass(frozen=True, slots=True)
class _Path:
    """Links of a digit that hang together, and the end of each that is met first.

    `inside` are the cells of their units and of those that join them.
    """

    links: tuple[int, ...]
    turns: tuple[int, ...]
    used: int
    inside: int


def four_strong_links(board: Board) -> RatedStep | None:
    """Lines of one kind 5.8, boxes or both kinds 5.9, all kinds 6.0, grouped 6.1."""
    best = min(_chains(board), key=lambda found: found[0], default=None)
    if best is None:
        return None
    rank, gone = best
    removed = dict.fromkeys(cells_of(gone), 1 << rank.place.digit)
    return RatedStep(FOUR_STRONG_LINKS, rank.difficulty, removed)


def _chains(board: Board) -> Iterator[tuple[_Rank, int]]:
    for digit in DIGITS:
        links = [link for unit in range(27) for link in strong_links(board, unit, digit)]
        joined = _joined(links)
        for path in _paths(links, joined):
            first, last = links[path.links[0]], links[path.links[-1]]
            ends = first.sides[path.turns[0]] | last.sides[1 - path.turns[-1]]
            gone = seen_by_all(ends) & board.cells_with[digit] & ~path.inside
            if gone:
                yield _rank(links, path, digit, gone), gone


_Joined = dict[tuple[int, int], list[tuple[int, int, int]]]
"""For a side of a link the links that may follow, which of their sides is met, and the unit."""


def _joined(links: Sequence[StrongLink]) -> _Joined:
    found: _Joined = {(at, side): [] for at in range(len(links)) for side in (0, 1)}
    for at, out in found:
        for number, turn in product(range(len(links)), (0, 1)):
            if not links[number].cells & links[at].cells:
                unit = shared_unit(links[at].sides[out] | links[number].sides[turn])
                if unit >= 0:
                    found[at, out].append((number, turn, unit))
    return found


def _paths(links: Sequence[StrongLink], joined: _Joined) -> Iterator[_Path]:
    """Yields the chains of four links, each from its lower end."""
    for at, link in enumerate(links):
        for turn in (0, 1):
            start = _Path((at,), (turn,), link.cells, UNIT_CELLS[link.unit])
            yield from _followed(links, joined, start)


def _followed(links: Sequence[StrongLink], joined: _Joined, path: _Path) -> Iterator[_Path]:
    if len(path.links) == _FOUR:
        if path.links[0] < path.links[-1]:
            yield path
        return
    for at, turn, unit in joined[path.links[-1], 1 - path.turns[-1]]:
        if not links[at].cells & path.used:
            longer = _Path(
                (*path.links, at),
                (*path.turns, turn),
                path.used | links[at].cells,
                path.inside | UNIT_CELLS[unit] | UNIT_CELLS[links[at].unit],
            )
            yield from _followed(links, joined, longer)


def _rank(links: Sequence[StrongLink], path: _Path, digit: int, gone: int) -> _Rank:
    numbers = tuple(sorted(path.links))
    order = tuple(numbers.index(at) for at in path.links)
    kinds = tuple(links[at].kind for at in numbers)
    grouped = sum(links[at].grouped for at in numbers)
    suffix = _suffix(tuple(links[at].kind for at in path.links))
    place = _Place(kinds, digit, numbers, _ORDERS.index(order), path.turns)
    added = 0.3 if grouped else 0.1 * ((0 in suffix) + (2 in suffix))
    difficulty = FOUR_STRONG_LINKS.rating + added
    return _Rank(difficulty, -gone.bit_count(), (grouped, *suffix), place)


def _suffix(kinds: tuple[int, ...]) -> tuple[int, ...]:
    """The kinds (0 box, 1 line, 2 crossing line), read so that they are smallest."""
    read = min(kinds, kinds[::-1])
    swapped = tuple((BOX, 2, 1)[kind] for kind in read)
    return min(read, swapped, swapped[::-1]) if ROW in kinds else swapped
