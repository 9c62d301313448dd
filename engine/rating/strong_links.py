"""Turbot fish and its kin: two or three strong links of one digit joined by weak links.

All chains are compared, and the one of the lowest difficulty is taken; among equals the one that
removes most, then the lowest `suffix`, then the first met.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement, product

from engine.rating.board import BOX, COLUMN, DIGITS, ROW, UNIT_CELLS, Board, cells_of, seen_by_all
from engine.rating.links import StrongLink, shared_unit, strong_links
from engine.rating.step import RatedStep
from engine.techniques.scale import GROUPED_TURBOT_FISH, THREE_STRONG_LINKS
from engine.techniques.single_digit import SKYSCRAPER, TURBOT_FISH, TWO_STRING_KITE
from engine.techniques.technique import Technique

_ORDERS = ((0, 1, 2), (1, 0, 2), (0, 2, 1))


@dataclass(frozen=True, slots=True)
class _Chain:
    """What two or three links remove; the chain of the lowest `rank` is taken."""

    technique: Technique
    difficulty: float
    suffix: int
    gone: int
    digit: int

    @property
    def rank(self) -> tuple[float, int, int]:
        return self.difficulty, -self.gone.bit_count(), self.suffix


def _best(chains: Iterator[_Chain]) -> RatedStep | None:
    best = min((chain for chain in chains if chain.gone), key=lambda c: c.rank, default=None)
    if best is None:
        return None
    removed = dict.fromkeys(cells_of(best.gone), 1 << best.digit)
    return RatedStep(best.technique, best.difficulty, removed)


def turbot_fish(board: Board) -> RatedStep | None:
    """Two strong links: skyscraper 4.0, 2-string kite and turbot fish 4.1, grouped 4.3."""
    return _best(_two_links(board))


def _two_links(board: Board) -> Iterator[_Chain]:
    links = _all_links(board)
    for kinds in combinations_with_replacement((BOX, ROW, COLUMN), 2):
        for digit in DIGITS:
            for one, other in _chosen(links[digit], kinds):
                yield from _join_two(board, digit, one, other)


def _join_two(board: Board, digit: int, one: StrongLink, other: StrongLink) -> Iterator[_Chain]:
    technique = _two_link_name(one, other)
    inside = UNIT_CELLS[one.unit] | UNIT_CELLS[other.unit]
    for i, j in product((0, 1), (0, 1)):
        joining = shared_unit(one.sides[1 - i] | other.sides[j])
        if joining < 0:
            continue
        seen = seen_by_all(one.sides[i] | other.sides[1 - j])
        gone = seen & board.cells_with[digit] & ~(inside | UNIT_CELLS[joining])
        yield _Chain(technique, technique.rating, _suffix((one, other)), gone, digit)


def _two_link_name(one: StrongLink, other: StrongLink) -> Technique:
    if one.grouped or other.grouped:
        return GROUPED_TURBOT_FISH
    if BOX in (one.kind, other.kind):
        return TURBOT_FISH
    return SKYSCRAPER if one.kind == other.kind else TWO_STRING_KITE


def three_strong_links(board: Board) -> RatedStep | None:
    """Three strong links: lines of one kind 5.4, boxes or both kinds 5.5, all 5.6, grouped 5.7."""
    return _best(_three_links(board))


def _three_links(board: Board) -> Iterator[_Chain]:
    links = _all_links(board)
    for kinds in combinations_with_replacement((BOX, ROW, COLUMN), 3):
        for digit in DIGITS:
            for chain in _chosen(links[digit], kinds):
                for order in _ORDERS:
                    yield from _join_three(board, digit, [chain[i] for i in order])


def _all_links(board: Board) -> list[list[list[StrongLink]]]:
    """The strong links of each digit, by unit."""
    return [[strong_links(board, unit, digit) for unit in range(27)] for digit in DIGITS]


def _chosen(
    links: Sequence[Sequence[StrongLink]],
    kinds: tuple[int, ...],
    chosen: tuple[StrongLink, ...] = (),
) -> Iterator[tuple[StrongLink, ...]]:
    if len(chosen) == len(kinds):
        yield chosen
        return
    kind = kinds[len(chosen)]
    # Units of one kind ascend, so each choice is met once; `_ORDERS` puts each in the middle.
    first = chosen[-1].unit + 1 if chosen and chosen[-1].kind == kind else 9 * kind
    for unit in range(first, 9 * kind + 9):
        for link in links[unit]:
            if not any(link.cells & other.cells for other in chosen):
                yield from _chosen(links, kinds, (*chosen, link))


def _join_three(board: Board, digit: int, chain: Sequence[StrongLink]) -> Iterator[_Chain]:
    one, two, three = chain
    inside = UNIT_CELLS[one.unit] | UNIT_CELLS[two.unit] | UNIT_CELLS[three.unit]
    for i, j, k in product((0, 1), (0, 1), (0, 1)):
        first = shared_unit(one.sides[1 - i] | two.sides[j])
        if first < 0:
            continue
        second = shared_unit(two.sides[1 - j] | three.sides[k])
        if second < 0:
            continue
        seen = seen_by_all(one.sides[i] | three.sides[1 - k]) & board.cells_with[digit]
        gone = seen & ~(inside | UNIT_CELLS[first] | UNIT_CELLS[second])
        if gone:
            yield _three_link_chain(chain, gone, digit)


def _three_link_chain(chain: Sequence[StrongLink], gone: int, digit: int) -> _Chain:
    kinds = {link.kind for link in chain}
    added = 0.1 * ((BOX in kinds) + (kinds >= {ROW, COLUMN}))
    if any(link.grouped for link in chain):
        added = 0.3
    technique = THREE_STRONG_LINKS
    return _Chain(technique, technique.rating + added, _suffix(chain), gone, digit)


def _suffix(chain: Sequence[StrongLink]) -> int:
    """How many links are grouped, and the kinds as digits (0 box, 1 line, 2 crossing line).

    They are read so that they are smallest.
    """
    kinds = [link.kind for link in chain]
    read = kinds if kinds[0] <= kinds[-1] else kinds[::-1]
    swapped = [(0, 2, 1)[kind] for kind in read]
    smallest = min(read, swapped, swapped[::-1]) if ROW in kinds else swapped
    return _as_number([sum(link.grouped for link in chain), *smallest])


def _as_number(digits: Sequence[int]) -> int:
    number = 0
    for digit in digits:
        number = 10 * number + digit
    return number
