"""How hard a puzzle is: its rating, its difficulty, and puzzles of a chosen difficulty.

A rating is a number on the scale of Sudoku Explainer, which knows 9x9 boards only. A difficulty
is a named band. For a 9x9 it follows from the rating; for any other shape it is the band of the
hardest technique on the teaching path.
"""

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from itertools import count
from time import monotonic
from typing import Final

from engine.budget import DEFAULT_BUDGET, Budget, BudgetSpent
from engine.generate import CluesImpossible, Puzzle, generate
from engine.geometry import Geometry
from engine.grid import Grid
from engine.logic import solve_path
from engine.rating import Technique as RatedTechnique
from engine.rating import rate as rate_in_python
from engine.search import solve
from engine.symmetry import Symmetry
from engine.techniques import LADDER, Finder, State, Technique

try:
    from engine import _rate
except ImportError:
    _LOADED = False
else:
    _LOADED = True


class Difficulty(StrEnum):
    """The named bands of the scale, easiest first."""

    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"
    EXPERT = "expert"
    EXTREME = "extreme"


_HIGHEST: Final[Mapping[Difficulty, int]] = {
    Difficulty.EASY: 15,
    Difficulty.MEDIUM: 25,
    Difficulty.HARD: 40,
    Difficulty.EXPERT: 65,
    Difficulty.EXTREME: 200,
}
"""The highest rating of each band, in tenths."""

_LAST: Final[Mapping[Difficulty, Technique]] = {
    Difficulty.EASY: Technique.HIDDEN_SINGLE,
    Difficulty.MEDIUM: Technique.DIRECT_CLAIMING,
    Difficulty.HARD: Technique.SWORDFISH,
    Difficulty.EXPERT: Technique.XY_CHAIN,
    Difficulty.EXTREME: Technique.NESTED_NET,
}
"""The last technique of each band, in the order of the techniques."""


def _band(technique: Technique) -> Difficulty:
    place = list(Technique).index(technique)
    return next(band for band, last in _LAST.items() if place <= list(Technique).index(last))


DIFFICULTY_OF: Final[Mapping[Technique, Difficulty]] = {each: _band(each) for each in Technique}
"""The band in which each technique is taught.

Techniques that Sudoku Explainer rates lie about where that rating puts them.
"""

_FINDERS: Final[Mapping[Difficulty, tuple[Finder, ...]]] = {
    band: tuple(finder for finder, (first, *_) in LADDER if DIFFICULTY_OF[first] is band)
    for band in Difficulty
}

RATED: Final = Geometry(3, 3)
"""The scale is defined for this shape only."""


class NotRated(ValueError):  # noqa: N818 - an answer about the puzzle, not a fault
    """Raised when a puzzle of another shape than 9x9 is to be rated."""


class DifficultyImpossible(ValueError):  # noqa: N818 - an answer about the wish, not a fault
    """Raised when no puzzle of a shape is as hard as the wanted difficulty."""


@dataclass(frozen=True, slots=True)
class Grade:
    """A rating in tenths, the hardest technique, and how often each technique was needed."""

    tenths: int
    hardest: RatedTechnique
    counts: Mapping[RatedTechnique, int]

    @property
    def rating(self) -> float:
        return self.tenths / 10

    @property
    def difficulty(self) -> Difficulty:
        return next(band for band, highest in _HIGHEST.items() if self.tenths <= highest)


def rate(grid: Grid, budget: Budget = DEFAULT_BUDGET) -> Grade:
    """Rates a 9x9 puzzle as Sudoku Explainer does.

    Raises NotRated for other shapes, NoSolution, NotUnique, and BudgetSpent.
    """
    if grid.geometry is not RATED:
        raise NotRated("only 9x9 puzzles are rated")
    solve(grid, budget)
    if not _LOADED:
        found = rate_in_python(grid.values, budget)
        return Grade(found.rating, found.hardest, found.counts)
    try:
        tenths, _, _, hardest, counts, _ = _rate.rate(grid.values, budget.seconds)
    except TimeoutError as error:
        raise BudgetSpent from error
    used = zip(RatedTechnique, counts, strict=True)
    return Grade(tenths, list(RatedTechnique)[hardest], {kind: n for kind, n in used if n})


def difficulty(grid: Grid, budget: Budget = DEFAULT_BUDGET) -> Difficulty:
    """The difficulty of a puzzle of any shape.

    Raises NoSolution, NotUnique, and BudgetSpent.
    """
    if grid.geometry is RATED:
        return rate(grid, budget).difficulty
    deadline = budget.deadline()
    solve(grid, budget)
    state, finders = State.start(grid), tuple[Finder, ...]()
    for band in up_to(Difficulty.EXPERT):
        finders += _FINDERS[band]
        state = _as_far_as(state, finders, deadline)
        if state.is_solved:
            return band
    return Difficulty.EXTREME


def _as_far_as(state: State, finders: tuple[Finder, ...], deadline: float) -> State:
    """The state in which none of the techniques finds anything more."""
    while step := next((step for finder in finders for step in finder(state)), None):
        state = step.after(state)
        if monotonic() > deadline:
            raise BudgetSpent
    return state


def up_to(hardest: Difficulty) -> tuple[Difficulty, ...]:
    """The difficulties from the easiest to `hardest`, which is among them."""
    bands = tuple(Difficulty)
    return bands[: bands.index(hardest) + 1]


def hardest_of(geometry: Geometry) -> Difficulty:
    """The hardest difficulty that puzzles of a shape have.

    Every 4x4 is easy; of 6,000 random minimal 6x6 none was extreme.
    """
    return {4: Difficulty.EASY, 6: Difficulty.EXPERT}.get(geometry.size, Difficulty.EXTREME)


_CLUES: Final[Mapping[tuple[int, Difficulty], tuple[int | None, ...]]] = {
    (9, Difficulty.EASY): (36, None),
    (16, Difficulty.EASY): (140,),
    (16, Difficulty.MEDIUM): (128, 120),
    (16, Difficulty.HARD): (120, 116),
    (16, Difficulty.EXPERT): (116, 112),
}
"""How many clues the attempts have by size and difficulty; None: as few as possible.

They were chosen by measuring which attempts succeed soonest.
"""

_CLUES_OF_9X9: Final = (None, 28)
"""For the other difficulties: few minimal puzzles of high symmetry are hard, hence also 28."""


def generate_graded(
    geometry: Geometry,
    symmetry: Symmetry,
    seed: int | str,
    wanted: Difficulty,
    budget: Budget = DEFAULT_BUDGET,
) -> Puzzle:
    """A random puzzle of a difficulty; the same arguments always give the same one.

    Attempts take the seeds `seed/1`, `seed/2`, ... until one fits. Raises DifficultyImpossible
    where none ever will, and BudgetSpent.
    """
    if wanted not in up_to(hardest_of(geometry)):
        raise DifficultyImpossible(f"no puzzle of size {geometry.size} is {wanted}")
    clues = _CLUES.get((geometry.size, wanted), _CLUES_OF_9X9 if geometry.size == 9 else (None,))

    def fits(puzzle: Puzzle, left: Budget) -> bool:
        return difficulty(puzzle.grid, left) is wanted

    return _first((geometry, symmetry, seed), clues, fits, budget)


def generate_with(
    geometry: Geometry,
    symmetry: Symmetry,
    seed: int | str,
    technique: Technique,
    budget: Budget = DEFAULT_BUDGET,
) -> Puzzle:
    """A random puzzle whose path to the solution needs a technique.

    The same arguments always give the same puzzle. Raises BudgetSpent, also where no puzzle of
    the shape needs the technique.
    """

    def fits(puzzle: Puzzle, left: Budget) -> bool:
        return any(step.technique is technique for step in solve_path(puzzle.grid, left))

    return _first((geometry, symmetry, seed), (None,), fits, budget)


def _first(
    order: tuple[Geometry, Symmetry, int | str],
    clues: tuple[int | None, ...],
    fits: Callable[[Puzzle, Budget], bool],
    budget: Budget,
) -> Puzzle:
    """The first attempt that fits, the numbers of clues taken in turn."""
    (geometry, symmetry, seed), deadline = order, budget.deadline()
    for attempt in count(1):
        left = budget.until(deadline)
        if not left.seconds or attempt > budget.nodes:
            break
        with suppress(CluesImpossible):
            wanted = clues[attempt % len(clues)]
            puzzle = generate(geometry, symmetry, f"{seed}/{attempt}", wanted, left)
            if fits(puzzle, left):
                return Puzzle(puzzle.grid, puzzle.solution, symmetry, seed)
    raise BudgetSpent
