"""Bivalue universal graves: boards that would have two fillings but for extra candidates."""

from collections.abc import Iterator
from itertools import combinations

from engine.rating.board import (
    BITS,
    EVERYWHERE,
    KINDS,
    PEER_CELLS,
    UNIT_CELLS,
    UNIT_OF,
    UNITS,
    Board,
    cells_of,
)
from engine.rating.step import RatedStep, elimination
from engine.techniques.scale import BUG


class _Grave:
    """A board without its extra candidates, and these.

    `extra` holds them by cell in the order met. `digits` is the mask of those digits for which some
    unit has only one cell where the extra one can be. `seen` are the cells that see all cells of
    `extra`.
    """

    __slots__ = ("board", "digits", "extra", "seen", "without")

    def __init__(self, board: Board) -> None:
        self.board = board
        self.without = board.candidates.copy()
        self.extra: dict[int, int] = {}
        self.digits = 0
        self.seen = EVERYWHERE

    def add(self, cell: int, digit: int) -> bool:
        """Takes up an extra candidate; whether a deduction is still possible."""
        self.extra[cell] = self.extra.get(cell, 0) | 1 << digit
        self.without.remove(cell, digit)
        self.seen &= PEER_CELLS[cell]
        for known in self.extra:
            self.seen &= ~(1 << known)
        # Several cells with several digits lead to something only if other cells see them all.
        return len(self.extra) < 2 or len(BITS[self.digits]) < 2 or bool(self.seen)

    def dig(self) -> bool:
        """Finds the extra candidates: those of digits with other than two places in a unit."""
        everywhere: set[int] = set()
        odd_digits: list[int] = []
        for unit in range(27):
            for digit, places in enumerate(self.board.candidates.places[unit]):
                if len(BITS[places]) in (0, 2):
                    continue
                rich = self._rich_cells(unit, places)
                odd_digits.append(digit)
                if len(set(odd_digits)) == 1:
                    everywhere.update(rich)
                # One crowded cell must be the extra one; of several, it is open which.
                if not rich or (len(rich) == 1 and not self._add_found(rich[0], digit)):
                    return False
        if len(set(odd_digits)) != 1 or len(everywhere) <= len(self.extra):
            return True
        # With a single odd digit, all crowded cells that were met count as extra.
        rest = sorted(everywhere - self.extra.keys())
        return all(self.add(cell, odd_digits[0]) for cell in rest)

    def _add_found(self, cell: int, digit: int) -> bool:
        self.digits |= 1 << digit
        return self.add(cell, digit)

    def _rich_cells(self, unit: int, places: int) -> list[int]:
        """The cells at some places that have more than two candidates."""
        cells = [UNITS[unit][place] for place in BITS[places]]
        return [cell for cell in cells if len(BITS[self.board.candidates.digits[cell]]) > 2]

    def is_grave(self) -> bool:
        """Whether what is left has two digits in each cell, and each digit two places."""
        return all(
            len(BITS[self.without.digits[cell]]) == 2 for cell in cells_of(self.board.empty)
        ) and all(len(BITS[places]) in (0, 2) for unit in self.without.places for places in unit)

    def shared_units(self) -> Iterator[int]:
        """The units that hold all cells with extra candidates."""
        cells = sum(1 << cell for cell in self.extra)
        for kind in KINDS:
            unit = UNIT_OF[next(iter(self.extra))][kind]
            if not cells & ~UNIT_CELLS[unit]:
                yield unit


def bug(board: Board) -> RatedStep | None:
    """The first deduction from a bivalue universal grave (5.6-6.1)."""
    grave = _Grave(board)
    if not grave.dig() or not grave.extra or not grave.is_grave():
        return None
    if len(grave.extra) == 1:
        return _one_cell(grave)
    if len(BITS[grave.digits]) == 1:
        removed = board.holding(grave.digits, grave.seen)
        return elimination(BUG, removed, added=0.1) or _locked_digit(grave)
    if not grave.seen:
        return None
    return _locked_digit(grave) or _with_subset(grave)


def _one_cell(grave: _Grave) -> RatedStep | None:
    cell = next(iter(grave.extra))
    gone = grave.board.candidates.digits[cell] & ~grave.digits
    return elimination(BUG, {cell: gone}) if grave.digits else None


def _locked_digit(grave: _Grave) -> RatedStep | None:
    """Two cells share one other digit: they hold it, or an extra one."""
    if len(grave.extra) != 2:
        return None
    digits = grave.board.candidates.digits
    one, other = grave.extra
    common = digits[one] & digits[other] & ~grave.digits
    if len(BITS[common]) != 1 or not any(True for _ in grave.shared_units()):
        return None
    removed = {cell: digits[cell] & ~(extra | common) for cell, extra in grave.extra.items()}
    return elimination(BUG, removed, added=0.1)


def _with_subset(grave: _Grave) -> RatedStep | None:
    """One of the extra digits completes a naked subset."""
    for size in range(2, 7):
        for unit in grave.shared_units():
            cells = list(cells_of(grave.seen & UNIT_CELLS[unit]))
            if len(cells) < size:
                continue
            # In the order of the masks of cells, which `combinations` does not follow.
            choices = sorted(
                combinations(cells, size - 1), key=lambda chosen: sum(1 << c for c in chosen)
            )
            for chosen in choices:
                if step := _naked(grave, cells, chosen):
                    return step
    return None


def _naked(grave: _Grave, cells: list[int], chosen: tuple[int, ...]) -> RatedStep | None:
    size = len(chosen) + 1
    naked = 0
    for cell in chosen:
        own = grave.board.candidates.digits[cell]
        if len(BITS[own]) < 2:
            return None
        naked |= own
    if not grave.digits or not len(BITS[naked]) == len(BITS[naked | grave.digits]) == size:
        return None
    others = sum(1 << cell for cell in cells if cell not in chosen)
    return elimination(BUG, grave.board.holding(naked, others), added=size * 0.1)
