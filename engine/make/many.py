"""Making many puzzles in one call, on one thread or several."""

from collections.abc import Sequence

from engine.board.arguments import choice, instance
from engine.board.geometry import Geometry
from engine.board.rng import Rng
from engine.board.symmetry import Symmetry
from engine.make.puzzle import Puzzle, generate, orbits_for
from engine.search import accelerate
from engine.search.accelerate import ACCELERATED
from engine.search.budget import DEFAULT_BUDGET, Budget
from engine.search.threads import check_threads, parts_of, side_by_side


def generate_many(
    geometry: Geometry,
    seeds: Sequence[int | str],
    symmetry: Symmetry | str = Symmetry.CENTRAL,
    clues: int | None = None,
    budget: Budget = DEFAULT_BUDGET,
    *,
    threads: int = 1,
) -> list[Puzzle]:
    """The puzzles that `generate` makes from seeds; the budget is for all of them.

    Raises CluesImpossible and BudgetSpent, and ValueError for fewer than one thread.

    >>> [str(puzzle.grid) for puzzle in generate_many(Geometry(2, 2), [1, 2])]
    ['.....2.33.4.....', '..43........31..']
    """
    symmetry = choice("symmetry", symmetry, Symmetry)
    instance("seeds", seeds, Sequence)  # type: ignore[type-abstract] # nothing is made of it
    instance("budget", budget, Budget)
    check_threads(threads)
    deadline = budget.deadline()
    if not ACCELERATED:
        return [generate(geometry, symmetry, s, clues, budget.until(deadline)) for s in seeds]
    cells, stop = orbits_for(geometry, symmetry, clues), bytearray(1)

    def work(part: Sequence[int | str]) -> list[Puzzle]:
        states = [Rng(seed).state for seed in part]
        made = accelerate.generate(
            geometry, cells, clues, states, budget.until(deadline), stop=stop
        )
        return [
            Puzzle(grid, solution, symmetry, seed)
            for (grid, solution), seed in zip(made, part, strict=True)
        ]

    made_parts = side_by_side(work, parts_of(seeds, threads, 1), threads, stop)
    return [puzzle for made in made_parts for puzzle in made]
