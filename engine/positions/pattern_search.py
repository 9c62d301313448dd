"""Finds positions of rare techniques by a search for givens that lead to a pattern of a solution.

A unique loop with two roofs and a subset beside them hardly ever occurs in a random puzzle, but
each solution has hundreds of places for one. So a place is chosen first (an aim), and then a hill
climb begins. It exchanges a few givens at a time, as long as the puzzle stays unique and what is
left open after all singles is no farther from the aim.

Sometimes a step back is allowed; otherwise nearly every climb ends a little below the top. A few
surplus candidates are left for techniques to remove. For a rectangle of type 5 this is necessary: a
digit that rules out the extra one in a corner rules it out in another one, too.
"""

from collections.abc import Sequence
from itertools import chain
from time import monotonic
from typing import Final, NamedTuple

from engine.board.geometry import Geometry
from engine.board.grid import Grid
from engine.board.rng import Rng
from engine.make.fill import random_grid
from engine.positions.deadly_patterns import Aim, random_aim
from engine.practice.position import Position
from engine.search.budget import Budget
from engine.search.search import is_unique
from engine.techniques import LADDER, State, Technique, steps
from engine.techniques.layout import bits, layout_of, mask_of
from engine.techniques.singles import placed_singles
from engine.techniques.technique import Difficulty

_SHAPE: Final = Geometry(3, 3)

_TRIALS: Final = 3000
"""Exchanges after which another aim is taken."""

_STARTS: Final = 10
"""A climb begins from the nearest of this many puzzles."""

_EXCHANGES: Final = ((1, 0), (0, 1), (1, 1), (1, 1), (1, 2), (2, 2), (2, 2), (2, 3))
"""How many givens come and go.

More go than come, because a puzzle with few givens is seldom solved by singles.
"""

_BACK, _ONE_IN = 2, 100
"""How far back an exchange may lead, and one in how many may do so."""

_SURPLUS: Final = 2
"""The most surplus candidates that are left for techniques to remove."""

_MENDING: Final = tuple(
    finder
    for finder, (first, *_) in LADDER
    if first.difficulty in {Difficulty.HARD, Difficulty.EXPERT}
)
"""The finders that are asked to remove them."""


class _Point(NamedTuple):
    """Givens as a mask of cells, the state that singles lead to, and its distance from the aim."""

    givens: int
    state: State
    far: int


def built_position(technique: Technique, seed: str, budget: Budget) -> Position | None:
    """A position of a technique of `PATTERNS`, or None where one climb finds none.

    The same seed gives the same position, as long as the time does not run out.
    """
    rng = Rng(seed)
    solution = random_grid(_SHAPE, rng)
    aim = random_aim(technique, solution, rng)
    return _Climb(technique, solution, aim, rng).position(budget.deadline()) if aim else None


class _Climb:
    """The climb towards one aim in one solution."""

    def __init__(self, technique: Technique, solution: Grid, aim: Aim, rng: Rng) -> None:
        self._technique = technique
        self._solution = solution
        self._aim = aim
        self._rng = rng
        self._cells = bits(layout_of(_SHAPE).all_cells & ~aim.blockers(solution))

    def position(self, deadline: float) -> Position | None:
        """The first position met in which the technique shows, if there is one.

        There is none if the puzzle is not unique even with all cells given that the aim leaves.
        """
        if not is_unique(self._grid(mask_of(self._cells))):
            return None
        point, seen = self._start(), set[tuple[int, ...]]()
        for _ in range(_TRIALS):
            # Other givens often lead to the same state, which was tried before.
            if point.far <= _SURPLUS and point.state.cells not in seen:
                seen.add(point.state.cells)
                if (state := self._mended(point.state)) is not None:
                    return Position.of(self._grid(self._tight(point)), state)
            if monotonic() > deadline:
                break
            point = self._moved(point)
        return None

    def _start(self) -> _Point:
        """The nearest of some minimal puzzles."""
        found = (self._point(self._dug(mask_of(self._cells))) for _ in range(_STARTS))
        return min(found, key=lambda point: point.far)

    def _dug(self, givens: int) -> int:
        # One round is enough: a given that is needed stays needed with fewer others.
        for cell in self._shuffled():
            if is_unique(self._grid(givens & ~(1 << cell))):
                givens &= ~(1 << cell)
        return givens

    def _tight(self, point: _Point) -> int:
        """The givens without those that singles lead to anyway."""
        givens = point.givens
        for cell in self._shuffled():
            if self._point(givens & ~(1 << cell)).state.values == point.state.values:
                givens &= ~(1 << cell)
        return givens

    def _shuffled(self) -> list[int]:
        cells = [*self._cells]
        self._rng.shuffle(cells)
        return cells

    def _moved(self, point: _Point) -> _Point:
        """A point near `point`, or `point` itself where the new one is too far or not unique."""
        more, less = _EXCHANGES[self._rng.below(len(_EXCHANGES))]
        blank = [cell for cell in self._cells if not point.givens >> cell & 1]
        given = bits(point.givens)
        givens = (point.givens | self._some(blank, more)) & ~self._some(given, less)
        most = point.far + (0 if self._rng.below(_ONE_IN) else _BACK)
        if not is_unique(self._grid(givens)):
            return point
        moved = self._point(givens)
        return moved if moved.far <= most else point

    def _some(self, cells: Sequence[int], most: int) -> int:
        # The same cell may be drawn twice, so there may be fewer.
        return mask_of(cells[self._rng.below(len(cells))] for _ in range(most if cells else 0))

    def _point(self, givens: int) -> _Point:
        state = placed_singles(State.start(self._grid(givens)))
        return _Point(givens, state, self._aim.distance(state))

    def _grid(self, givens: int) -> Grid:
        values = enumerate(self._solution.values)
        return Grid(_SHAPE, bytes(value * (givens >> cell & 1) for cell, value in values))

    def _mended(self, state: State) -> State | None:
        """The state in which the technique shows, once others have removed surplus candidates.

        None where they remove too little, or something that the aim needs.
        """
        found: State | None = state
        while found and next(steps(found, self._technique), None) is None:
            found = self._nearer(found) if self._aim.has_all(found) else None
        return found

    def _nearer(self, state: State) -> State | None:
        """The state after a step that removes surplus candidates and none that the aim needs."""
        surplus = self._aim.surplus(state)
        for step in chain.from_iterable(finder(state) for finder in _MENDING):
            if surplus.intersection(step.eliminations):
                after = placed_singles(step.after(state))
                if self._aim.has_all(after) and len(self._aim.surplus(after)) < len(surplus):
                    return after
        return None
