"""Many puzzles in one call, on as many threads as there are cores to spare."""

from collections.abc import Iterable, Sequence
from itertools import accumulate, pairwise
from typing import Final, TypeVar

from engine import accelerate
from engine.accelerate import ACCELERATED, UNDECIDED
from engine.budget import DEFAULT_BUDGET, Budget, BudgetSpent
from engine.generate import Puzzle, generate, orbits_for
from engine.geometry import Geometry
from engine.grid import Grid
from engine.parallel import side_by_side
from engine.rng import Rng
from engine.search import solutions
from engine.symmetry import Symmetry

MOST: Final = 254
"""The largest limit of a count in a batch."""

SHARES: Final = (6, 1, 1)
"""The relative sizes of the parts that there are for each thread, the large ones first.

There are few, because a thread that goes on to its next part waits for the interpreter: with eight
parts for each of two threads a call of 10,000 easy puzzles was 1.2 times as fast as on one thread,
with these it is 1.8 times. The last ones are small, because some puzzles are harder than others.
"""

Items = TypeVar("Items", bytes, Sequence[int | str])


def pack(grids: Iterable[Grid]) -> bytes:
    """The values of grids of one shape, one after the other."""
    return b"".join(grid.values for grid in grids)


def count_many(
    geometry: Geometry,
    puzzles: bytes,
    limit: int = 2,
    budget: Budget = DEFAULT_BUDGET,
    *,
    threads: int = 1,
) -> tuple[bytes, bytes]:
    """How many solutions each of the packed puzzles has, and a solution of each.

    The counts are bytes, up to `limit` (1 to 254), or UNDECIDED where the budget ended: its nodes
    are for each puzzle, its seconds for all of them. The solutions are packed as the puzzles are,
    zeros where there is none. With the C core the threads run side by side. Raises ValueError
    for another length than that of whole boards, or for a value above the size.
    """
    step = geometry.cell_count
    if len(puzzles) % step or not 1 <= limit <= MOST:
        raise ValueError(f"{len(puzzles)} bytes are no boards of {step}, or the limit is no byte")
    count = accelerate.batch if ACCELERATED else _count_in_python

    def work(part: bytes) -> tuple[bytes, bytes]:
        return count(geometry, part, limit, budget)

    answers = side_by_side(work, _parts(puzzles, threads, step), threads)
    return b"".join(counts for counts, _ in answers), b"".join(grids for _, grids in answers)


def generate_many(
    geometry: Geometry,
    seeds: Sequence[int | str],
    symmetry: Symmetry = Symmetry.CENTRAL,
    clues: int | None = None,
    budget: Budget = DEFAULT_BUDGET,
    *,
    threads: int = 1,
) -> list[Puzzle]:
    """The puzzles that `generate` makes from seeds; the budget is for all of them.

    Raises CluesImpossible and BudgetSpent.
    """
    if not ACCELERATED:
        deadline = budget.deadline()
        return [generate(geometry, symmetry, s, clues, budget.until(deadline)) for s in seeds]
    cells = orbits_for(geometry, symmetry, clues)

    def work(part: Sequence[int | str]) -> list[Puzzle]:
        states = [Rng(seed).state for seed in part]
        made = accelerate.generate(geometry, cells, clues, states, budget)
        return [
            Puzzle(grid, solution, symmetry, seed)
            for (grid, solution), seed in zip(made, part, strict=True)
        ]

    made_parts = side_by_side(work, _parts(seeds, threads, 1), threads)
    return [puzzle for made in made_parts for puzzle in made]


def _parts(items: Items, threads: int, step: int) -> list[Items]:
    """Slices of whole boards: all in one for one thread, else as SHARES says for each thread."""
    sizes = [share for share in SHARES for _ in range(threads)] if threads > 1 else [1]
    boards, total = len(items) // step, sum(sizes)
    ends = [boards * done // total * step for done in accumulate(sizes, initial=0)]
    return [items[start:end] for start, end in pairwise(ends) if start < end] or [items]


def _count_in_python(
    geometry: Geometry, puzzles: bytes, limit: int, budget: Budget
) -> tuple[bytes, bytes]:
    deadline, counts, grids = budget.deadline(), bytearray(), bytearray()
    step = geometry.cell_count
    for start in range(0, len(puzzles), step):
        left = budget.until(deadline)
        try:
            found = solutions(Grid(geometry, puzzles[start : start + step]), limit, left)
        except BudgetSpent:
            found, known = (), UNDECIDED
        else:
            known = len(found)
        counts.append(known)
        grids += found[0].values if found else bytes(step)
    return bytes(counts), bytes(grids)
