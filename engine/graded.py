"""Making puzzles of a chosen difficulty, or that need a chosen technique."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from itertools import count
from typing import Final

from engine.budget import DEFAULT_BUDGET, Budget, BudgetSpent
from engine.generate import CluesImpossible, Puzzle, generate
from engine.geometry import Geometry
from engine.grade import Difficulty
from engine.ladder import difficulty as difficulty_of
from engine.ladder import hardest_of
from engine.logic import solve_path
from engine.symmetry import Symmetry
from engine.techniques import Technique

CLUES: Final[Mapping[tuple[int, Difficulty], tuple[int | None, ...]]] = {
    (9, Difficulty.EASY): (36, None),
    (16, Difficulty.EASY): (140,),
    (16, Difficulty.MEDIUM): (128, 120),
    (16, Difficulty.HARD): (120, 116),
    (16, Difficulty.EXPERT): (116, 112),
}
"""How many givens the attempts have by size and difficulty, as measured to succeed soonest."""

MORE_GIVENS: Final = (None, 28)
"""For all others of 9x9: few patterns of high symmetry are hard when they are minimal."""


class DifficultyImpossible(ValueError):  # noqa: N818 - it is an answer about the wish, not a fault
    """No puzzle of the shape is as hard as that."""


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
    if list(Difficulty).index(wanted) > list(Difficulty).index(hardest_of(geometry)):
        raise DifficultyImpossible(f"no puzzle of size {geometry.size} is {wanted}")
    clues = CLUES.get((geometry.size, wanted), MORE_GIVENS if geometry.size == 9 else (None,))

    def fits(puzzle: Puzzle, left: Budget) -> bool:
        return difficulty_of(puzzle.grid, left) is wanted

    return _first((geometry, symmetry, seed), clues, fits, budget)


def generate_with(
    geometry: Geometry,
    symmetry: Symmetry,
    seed: int | str,
    technique: Technique,
    budget: Budget = DEFAULT_BUDGET,
) -> Puzzle:
    """A random puzzle whose path to the solution needs a technique; otherwise as the former."""

    def fits(puzzle: Puzzle, left: Budget) -> bool:
        return any(step.technique is technique for step in solve_path(puzzle.grid, left))

    return _first((geometry, symmetry, seed), (None,), fits, budget)


def _first(
    order: tuple[Geometry, Symmetry, int | str],
    clues: tuple[int | None, ...],
    fits: Callable[[Puzzle, Budget], bool],
    budget: Budget,
) -> Puzzle:
    (geometry, symmetry, seed), deadline = order, budget.deadline()
    for attempt in count(1):
        left = budget.until(deadline)
        if not left.seconds or attempt > budget.nodes:
            break
        wanted = clues[attempt % len(clues)]
        with suppress(CluesImpossible):
            puzzle = generate(geometry, symmetry, f"{seed}/{attempt}", wanted, left)
            if fits(puzzle, left):
                return Puzzle(puzzle.grid, puzzle.solution, symmetry, seed)
    raise BudgetSpent
