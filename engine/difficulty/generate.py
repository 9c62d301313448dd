"""Puzzles of a chosen difficulty, or that need a chosen technique."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from itertools import count
from typing import Final

from engine.board.arguments import choice, instance
from engine.board.geometry import Geometry
from engine.board.rng import Rng
from engine.board.symmetry import Symmetry
from engine.difficulty.band import Difficulty, hardest_of
from engine.difficulty.grade import difficulty_of
from engine.make.puzzle import CluesImpossible, Puzzle, generate
from engine.search.budget import DEFAULT_BUDGET, Budget, BudgetSpent
from engine.techniques.technique import Technique, technique_named
from engine.way.easiest import easiest_way

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


class DifficultyImpossible(ValueError):  # noqa: N818 - an answer about the wish, not a fault
    """Raised when no puzzle of a shape is as hard as the wanted difficulty."""


def generate_graded(
    geometry: Geometry,
    symmetry: Symmetry | str,
    seed: int | str,
    wanted: Difficulty | str,
    budget: Budget = DEFAULT_BUDGET,
) -> Puzzle:
    """A random puzzle of a difficulty; the same arguments always give the same one.

    The difficulty and the symmetry may also be texts, such as "hard" and "central". Attempts take
    the seeds `seed/1`, `seed/2`, ... until one fits. Raises DifficultyImpossible where no puzzle
    of the shape can fit, ValueError for a text that is no difficulty, and BudgetSpent; each attempt
    counts as a node.
    """
    order = _checked(geometry, symmetry, seed)
    wanted = choice("wanted", wanted, Difficulty)
    if wanted > hardest_of(geometry):
        raise DifficultyImpossible(f"no puzzle of size {geometry.size} is {wanted}")
    clues = _CLUES.get((geometry.size, wanted), _CLUES_OF_9X9 if geometry.size == 9 else (None,))

    def fits(puzzle: Puzzle, left: Budget) -> bool:
        return difficulty_of(puzzle.grid, left) is wanted

    return _first(order, clues, fits, budget)


def generate_with(
    geometry: Geometry,
    symmetry: Symmetry | str,
    seed: int | str,
    technique: Technique | str,
    budget: Budget = DEFAULT_BUDGET,
) -> Puzzle:
    """A random puzzle whose way of easiest steps needs a technique.

    The technique is one of TAUGHT or a name that `technique_named` reads, such as "x-wing"; for one
    that is not taught, the nearest one is taken. The same arguments always give the same puzzle.
    Raises DifficultyImpossible for a technique that no 4x4 needs on such a board, and BudgetSpent;
    each attempt counts as a node.
    """
    order = _checked(geometry, symmetry, seed)
    known = technique if isinstance(technique, Technique) else technique_named(technique)
    wanted = known.lesson
    # Of 4x4 it is certain; that no 6x6 is extreme is only what thousands of them say.
    hardest = hardest_of(geometry)
    if hardest is Difficulty.EASY and wanted.difficulty > hardest:
        name = wanted.english
        raise DifficultyImpossible(f"no puzzle of size {geometry.size} needs the technique {name}")

    def fits(puzzle: Puzzle, left: Budget) -> bool:
        return any(step.technique is wanted for step in easiest_way(puzzle.grid, left))

    return _first(order, (None,), fits, budget)


def _checked(
    geometry: Geometry, symmetry: Symmetry | str, seed: int | str
) -> tuple[Geometry, Symmetry, int | str]:
    """What puzzles are made from, for `_first`; raises TypeError and ValueError for wrong ones."""
    instance("geometry", geometry, Geometry)
    Rng(seed)
    return geometry, choice("symmetry", symmetry, Symmetry), seed


def _first(
    order: tuple[Geometry, Symmetry, int | str],
    clues: tuple[int | None, ...],
    fits: Callable[[Puzzle, Budget], bool],
    budget: Budget,
) -> Puzzle:
    """The first attempt that fits; the attempts take the numbers of clues in turn."""
    (geometry, symmetry, seed), deadline = order, instance("budget", budget, Budget).deadline()
    for attempt in count(1):
        left = budget.until(deadline)
        if not left.seconds or attempt > budget.nodes:
            break
        # Not every symmetry can have every number of clues; those attempts are passed over.
        with suppress(CluesImpossible):
            wanted = clues[attempt % len(clues)]
            puzzle = generate(geometry, symmetry, f"{seed}/{attempt}", wanted, left)
            if fits(puzzle, left):
                return Puzzle(puzzle.grid, puzzle.solution, symmetry, seed)
    raise BudgetSpent
