"""A board that is filled by steps, kept by the rules of Sudoku alone.

The engine's finders share its states, and a mistake in a state would be hidden from a checker that
reads the same state. This board counts units by arithmetic and keeps candidates as plain sets. Of a
step it takes only the cells and the digits.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Final

from engine import Grid
from engine.techniques import State, Step
from engine.techniques.layout import Candidate
from tests.proofs.evidence import require


@cache
def _units(rows: int, columns: int) -> tuple[frozenset[int], ...]:
    """The cells of each row, column and box of a board with boxes of so many rows and columns."""
    size = rows * columns
    found: dict[tuple[str, int], set[int]] = {}
    for cell in range(size * size):
        row, column = divmod(cell, size)
        box = row // rows * rows + column // columns
        for unit in (("row", row), ("column", column), ("box", box)):
            found.setdefault(unit, set()).add(cell)
    return tuple(map(frozenset, found.values()))


@cache
def _peers(rows: int, columns: int, cell: int) -> frozenset[int]:
    """The cells that share a unit with a cell."""
    sharing = (unit for unit in _units(rows, columns) if cell in unit)
    return frozenset[int]().union(*sharing) - {cell}


class Replay:
    """The digits and the candidates of a puzzle on the way to its solution."""

    def __init__(self, rows: int, columns: int, givens: Sequence[int]) -> None:
        """Raises Untrue if two givens clash."""
        self._shape: Final = rows, columns
        self._all: Final = frozenset(range(1, rows * columns + 1))
        self.digits = [0] * len(givens)
        self.candidates = [{*self._all} for _ in givens]
        for cell, digit in enumerate(givens):
            if digit:
                self._write(cell, digit)

    @staticmethod
    def of(puzzle: Grid) -> "Replay":
        """The board of a puzzle before its first step; raises Untrue if two givens clash."""
        return Replay(puzzle.geometry.box_rows, puzzle.geometry.box_columns, [*puzzle.values])

    def take(self, step: Step) -> None:
        """Writes and removes what a step concludes; raises Untrue if some of it is not open."""
        for cell, digit in step.placements:
            self._write(cell, digit)
        for cell, digit in step.eliminations:
            require(digit in self.candidates[cell])
            self.candidates[cell].remove(digit)

    def is_like(self, state: State) -> bool:
        """Whether a state of the engine has the same digits and the same candidates."""
        return [*state.values] == self.digits and all(
            state.has(Candidate(cell, digit)) == (digit in left)
            for cell, left in enumerate(self.candidates)
            for digit in self._all
        )

    @property
    def units(self) -> tuple[frozenset[int], ...]:
        """The cells of each row, column and box."""
        return _units(*self._shape)

    @property
    def is_solved(self) -> bool:
        """Whether each row, column and box has all digits."""
        return all({self.digits[cell] for cell in unit} == self._all for unit in self.units)

    def solutions(self) -> Iterator[tuple[int, ...]]:
        """The solutions that the candidates leave, found by trying one after the other."""
        blank = [cell for cell, digit in enumerate(self.digits) if not digit]
        if not blank:
            if self.is_solved:
                yield tuple(self.digits)
            return
        cell = min(blank, key=lambda each: len(self.candidates[each]))
        for digit in sorted(self.candidates[cell]):
            yield from self._with(cell, digit).solutions()

    def _with(self, cell: int, digit: int) -> "Replay":
        """A copy in which one more digit is written."""
        copy = Replay(*self._shape, [0] * len(self.digits))
        copy.digits, copy.candidates = [*self.digits], [{*left} for left in self.candidates]
        copy._write(cell, digit)
        return copy

    def _write(self, cell: int, digit: int) -> None:
        require(digit in self.candidates[cell])
        self.digits[cell] = digit
        self.candidates[cell] = set()
        for other in _peers(*self._shape, cell):
            self.candidates[other].discard(digit)
