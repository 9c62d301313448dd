"""Static chains: cycles of candidates, and candidates that imply their own negation.

A candidate that is true makes its weak neighbours false; one that is false makes its strong
neighbours true. A candidate is the number 9 * cell + digit.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.rating.board import (
    BITS,
    BOX,
    KINDS,
    PEER_CELLS,
    PLACE_IN,
    UNIT_CELLS,
    UNIT_OF,
    UNITS,
    Board,
    CandidateMasks,
)
from engine.rating.step import RatedStep
from engine.techniques.scale import FORCING_CHAIN, FORCING_X_CHAIN, X_CYCLE, XY_CYCLE, Y_CYCLE
from engine.techniques.technique import Technique

LONGEST = 100


@dataclass(frozen=True, slots=True)
class Mode:
    """Which links chains may use, within units (x) or cells (y), and what the scale calls them."""

    x: bool
    y: bool
    order: int
    cycle: Technique
    chain: Technique | None = None


MODES = (
    Mode(
        x=True,
        y=False,
        order=2,
        cycle=X_CYCLE,
        chain=FORCING_X_CHAIN,
    ),
    Mode(x=False, y=True, order=3, cycle=Y_CYCLE),
    Mode(
        x=True,
        y=True,
        order=4,
        cycle=XY_CYCLE,
        chain=FORCING_CHAIN,
    ),
)


def length_difficulty(complexity: int) -> float:
    """What a chain of `complexity` nodes adds: 0.1 above each of 4, 6, 8, 12, 16, 24, ..."""
    added = 0.0
    ceiling, odd = 4, False
    while complexity - 2 > ceiling:
        added += 0.1
        ceiling = ceiling * 4 // 3 if odd else ceiling * 3 // 2
        odd = not odd
    return added


class Links:
    """The neighbours of every candidate: `near` has all weak ones, `weak` those that lead on."""

    __slots__ = ("near", "strong", "weak")

    def __init__(self, candidates: CandidateMasks, mode: Mode) -> None:
        everything = [
            9 * cell + digit
            for cell, digits in enumerate(candidates.digits)
            for digit in BITS[digits]
        ]
        self.strong = {c: list(_strong(candidates, mode, c)) for c in everything}
        weak = {c: list(_weak(candidates, mode, c)) for c in everything}
        self.near = {c: frozenset(others) for c, others in weak.items()}
        self.weak = {c: [o for o in others if self.strong[o]] for c, others in weak.items()}


def _strong(candidates: CandidateMasks, mode: Mode, candidate: int) -> Iterator[int]:
    cell, digit = divmod(candidate, 9)
    others = BITS[candidates.digits[cell] & ~(1 << digit)]
    if mode.y and len(others) == 1:
        yield 9 * cell + others[0]
    for kind in KINDS if mode.x else ():
        unit = UNIT_OF[cell][kind]
        places = BITS[candidates.places[unit][digit] & ~(1 << PLACE_IN[cell][kind])]
        if len(places) == 1:
            yield 9 * UNITS[unit][places[0]] + digit


def _weak(candidates: CandidateMasks, mode: Mode, candidate: int) -> Iterator[int]:
    cell, digit = divmod(candidate, 9)
    if mode.y:
        for other in BITS[candidates.digits[cell] & ~(1 << digit)]:
            yield 9 * cell + other
    box = UNIT_CELLS[UNIT_OF[cell][BOX]]
    for kind in KINDS:
        unit = UNIT_OF[cell][kind]
        for place in BITS[candidates.places[unit][digit]]:
            peer = UNITS[unit][place]
            # Peers in the same box were met with the box.
            if peer != cell and (kind == BOX or not box >> peer & 1):
                yield 9 * peer + digit


class _Best:
    """The best chain: lowest difficulty, then shortest, then simplest links, then first met."""

    __slots__ = ("rank", "step")

    def __init__(self) -> None:
        self.rank: tuple[float, int, int] = (100.0, 0, 0)
        self.step: RatedStep | None = None

    def longest(self, mode: Mode, base: float) -> int:
        """The greatest length of a chain that would still be better."""
        length = 0
        while length < LONGEST and self._rank(mode, base, length + 2) < self.rank:
            length += 2
        return length

    def _rank(self, mode: Mode, base: float, length: int) -> tuple[float, int, int]:
        return base + length_difficulty(length), length, mode.order

    def keep(self, mode: Mode, base: float, length: int, step: RatedStep) -> None:
        """Takes a chain that is no longer than `longest`."""
        self.rank = self._rank(mode, base, length)
        self.step = RatedStep(step.technique, self.rank[0], step.removed, step.cell, step.digit)


def cycle_or_chain(board: Board) -> RatedStep | None:
    """The easiest cycle (6.5, 7.0) or forcing chain (6.6, 7.0), plus 0.1 and more for length."""
    best = _Best()
    for mode in MODES:
        search = _Search(board, mode, best)
        for source in search.links.strong:
            own = len(BITS[board.candidates.digits[source // 9]])
            # Without strong links in units, chains can only begin in a cell of two candidates.
            if own > 1 and (own == 2 or mode.x):
                search.cycle(source, mode.cycle)
                if mode.chain:
                    search.chain(source, mode.chain)
    return best.step


class _Search:
    """Breadth-first search with one kind of links, no deeper than the best chain so far."""

    __slots__ = ("best", "board", "links", "mode")

    def __init__(self, board: Board, mode: Mode, best: _Best) -> None:
        self.board = board
        self.mode = mode
        self.best = best
        self.links = Links(board.candidates, mode)

    def cycle(self, source: int, technique: Technique) -> None:
        """The first cycle through a candidate that removes something."""
        base = technique.rating
        back: dict[int, tuple[int, int]] = {source: (-1, -1)}
        level = [source]
        # Lengths that could not beat the best chain are not searched.
        for length in range(2, self.best.longest(self.mode, base) + 1, 2):
            following: list[int] = []
            for candidate, denied, reached in _expand(self.links, level, back):
                if reached == source and length >= 4:
                    removed = _removed_by_cycle(self.board, back, source, (candidate, denied))
                    if removed:
                        self.best.keep(self.mode, base, length, RatedStep(technique, 0, removed))
                        return
                if reached not in back:
                    back[reached] = (candidate, denied)
                    following.append(reached)
            level = following

    def chain(self, source: int, technique: Technique) -> None:
        """The shortest chains from a candidate's being true, or false, to its negation."""
        cell, digit = divmod(source, 9)
        others = self.board.candidates.digits[cell] & ~(1 << digit)
        gone = RatedStep(technique, 0, {cell: 1 << digit})
        placed = RatedStep(technique, 0, {cell: others}, cell, digit)
        for holds, step in ((True, gone), (False, placed)):
            longest = self.best.longest(self.mode, technique.rating)
            length = _to_negation(self.links, source, longest, holds=holds)
            if length:
                self.best.keep(self.mode, technique.rating, length, step)


def _expand(
    links: Links, level: Sequence[int], back: dict[int, tuple[int, int]]
) -> Iterator[tuple[int, int, int]]:
    """Yields true candidates, those they make false, and those that these make true.

    No candidate is made false twice on one way.
    """
    for candidate in level:
        denied_before = set()
        before, denied = back[candidate]
        while before >= 0:
            denied_before.add(denied)
            before, denied = back[before]
        for weak in links.weak[candidate]:
            if weak not in denied_before:
                for strong in links.strong[weak]:
                    yield candidate, weak, strong


def _removed_by_cycle(
    board: Board, back: dict[int, tuple[int, int]], source: int, last: tuple[int, int]
) -> dict[int, int]:
    """Candidates outside the cycle's cells that see their digit both true and false on it."""
    cells = 0
    by_true, by_false = [0] * 9, [0] * 9
    candidate, (before, denied) = source, last
    while True:
        cells |= 1 << candidate // 9 | 1 << denied // 9
        by_true[candidate % 9] |= PEER_CELLS[candidate // 9]
        by_false[denied % 9] |= PEER_CELLS[denied // 9]
        candidate = before
        if candidate == source:
            break
        before, denied = back[candidate]
    removed: dict[int, int] = {}
    for digit in range(9):
        seen = by_true[digit] & by_false[digit] & ~cells
        for cell, held in board.holding(1 << digit, seen).items():
            removed[cell] = removed.get(cell, 0) | held
    return removed


def _to_negation(links: Links, source: int, longest: int, *, holds: bool) -> int:
    """The number of nodes on the shortest way from an assumption to its negation, or 0."""
    met = {True: {source} if holds else set(), False: set() if holds else {source}}
    level, truth = [source], holds
    for length in range(2, longest + 1):
        # The last node need not lead on, so `near` is asked and not `weak`.
        if holds and truth and any(candidate in links.near[source] for candidate in level):
            return length
        neighbours = links.weak if truth else links.strong
        reached = met[not truth]
        following: list[int] = []
        for candidate in level:
            for other in neighbours[candidate]:
                # The assumption was false, and here it follows as true.
                if not (holds or truth) and other == source:
                    return length
                if other not in reached:
                    reached.add(other)
                    following.append(other)
        level, truth = following, not truth
    return 0
