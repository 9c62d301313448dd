"""WXYZ-Wing to TUVWXYZ-Wing: an almost locked set joined to a cell of two digits.

Three to six cells that see each other have one digit more than cells, and a cell outside has two
of these digits. A digit links the set and the cell if all its places in the set see the cell, since
only one of the two can hold it. With one link, the other digit of the cell stands in the set or in
the cell, so it falls where it sees all its places in both. With two links, this holds for every
digit of the wing.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from engine.rating.board import BITS, DIGITS, EVERYWHERE, PEER_CELLS, Board, cells_of, seen_by_all
from engine.rating.step import RatedStep
from engine.techniques.als import WXYZ_WING
from engine.techniques.scale import TUVWXYZ_WING, UVWXYZ_WING, VWXYZ_WING

_ADDED = {
    3: (WXYZ_WING, {2: 0.0, 3: 0.1, 4: 0.0}),
    4: (VWXYZ_WING, {2: 0.1, 3: 2 * 0.1, 4: 0.1, 5: 0.0}),
    5: (UVWXYZ_WING, dict.fromkeys(range(2, 7), 0.0)),
    6: (TUVWXYZ_WING, dict.fromkeys(range(2, 8), 0.0)),
}
"""What is added to the rating of the easiest wings, by the most candidates in one cell of the set.
"""


@dataclass(frozen=True, slots=True)
class _Set:
    """Cells that see each other, with one digit more than cells.

    `biggest` is the most candidates in one of them, `candidates` their number in all of them.
    """

    cells: int
    digits: int
    biggest: int
    candidates: int

    def holding(self, board: Board, digit: int) -> int:
        return self.cells & board.cells_with[digit]


class _Wing:
    """What a set and a cell remove; `spared` are the cells of the wing itself."""

    __slots__ = ("board", "eliminations", "removed", "spared")

    def __init__(self, board: Board, spared: int) -> None:
        self.board = board
        self.spared = spared
        self.removed: dict[int, int] = {}
        self.eliminations = 0

    def remove(self, cells: int, digit: int) -> int:
        gone = seen_by_all(cells) & ~self.spared & self.board.cells_with[digit]
        for cell in cells_of(gone):
            self.removed[cell] = self.removed.get(cell, 0) | 1 << digit
        self.eliminations += gone.bit_count()
        return gone.bit_count()


def set_wing(board: Board, size: int) -> RatedStep | None:
    """The easiest wing of a set of `size` cells (5.5-5.6, 6.2-6.4, 6.6, 7.5).

    Among equals the one that removes most is taken, then two links before one, and so on.
    """
    technique, added = _ADDED[size]
    best: tuple[float, int, tuple[int, ...]] | None = None
    removed: dict[int, int] = {}
    for found in _sets(board, _Set(0, 0, 0, 0), EVERYWHERE, size):
        for links, wing in _wings(board, found):
            rank = _rank(technique.rating + added[found.biggest], wing, links, found)
            if best is None or rank < best:
                best, removed = rank, wing.removed
    return RatedStep(technique, best[0], removed) if best else None


def _rank(
    difficulty: float, wing: _Wing, links: int, found: _Set
) -> tuple[float, int, tuple[int, ...]]:
    """The sort key by which Sudoku Explainer breaks ties; the lowest is taken."""
    # Sudoku Explainer compares these counts as text, in which 9 comes after 12.
    suffix = f"{links}{found.biggest}{found.candidates}"
    return difficulty, -wing.eliminations, tuple(-ord(letter) for letter in suffix)


def _sets(board: Board, found: _Set, cells: int, size: int) -> Iterator[_Set]:
    """Yields the sets of `size` cells that grow from `found` by some of `cells`."""
    if found.cells.bit_count() == size:
        if len(BITS[found.digits]) == size + 1:
            yield found
        return
    for cell in cells_of(cells):
        own = board.candidates.digits[cell]
        digits = found.digits | own
        count = len(BITS[own])
        if count < 2 or len(BITS[digits]) > size + 1:
            continue
        grown = _Set(
            found.cells | 1 << cell, digits, max(found.biggest, count), found.candidates + count
        )
        # Only higher cells: each set is met once.
        later = cells & PEER_CELLS[cell] & (EVERYWHERE << cell + 1)
        yield from _sets(board, grown, later, size)


def _wings(board: Board, found: _Set) -> Iterator[tuple[int, _Wing]]:
    near = 0
    for cell in cells_of(found.cells):
        near |= PEER_CELLS[cell]
    for cell in cells_of(near & ~found.cells):
        digits = board.candidates.digits[cell]
        if len(BITS[digits]) == 2 and not digits & ~found.digits:
            wing = _join(board, found, cell)
            if wing and wing[1].eliminations:
                yield wing


def _join(board: Board, found: _Set, cell: int) -> tuple[int, _Wing] | None:
    """The wing of a set and a cell, linked by digits that only one of the two can hold, if any."""
    low, high = BITS[board.candidates.digits[cell]]
    by_low, by_high = (not found.holding(board, digit) & ~PEER_CELLS[cell] for digit in (low, high))
    if by_low:
        return _wing(board, found, cell, low, high, twice=by_high)
    return _wing(board, found, cell, high, low, twice=False) if by_high else None


def _wing(
    board: Board, found: _Set, cell: int, link: int, other: int, *, twice: bool
) -> tuple[int, _Wing]:
    """A wing with the number of its links; its cell and its set cannot both hold `link`.

    Nor can they both hold `other` where `twice`: then each digit of the wing is confined to it.
    """
    wing = _Wing(board, found.cells | 1 << cell)
    weak = by_link = 0
    if twice:
        for digit in DIGITS:
            if found.digits >> digit & 1 and digit not in (link, other):
                weak += wing.remove(found.holding(board, digit), digit)
        by_link = wing.remove(found.holding(board, link) | 1 << cell, link)
    by_other = wing.remove(found.holding(board, other) | 1 << cell, other)
    # Two links count only where they remove more than one of them would.
    return (2 if weak or (by_link and by_other) else 1), wing
