"""Counting the solutions of puzzles that arrived together, on all cores.

One call for many puzzles is much faster than a call for each, but it has one budget of time for
all of them, and on the command line each puzzle has its own. So the puzzles that the call leaves
undecided are searched again, each alone. Puzzles of more than nine rows, and limits that no byte
holds, are searched alone from the beginning: there a call of many saves nothing, and the answers
would come late.

A budget of nodes must give a puzzle the same answer whichever puzzles it arrives with. In a call of
many that is not so by itself: two searches share the puzzles that take long and the last ones, so
the nodes of one depend on the others. Therefore such a call gets only a small part of the nodes.
What it decides with that would be decided alone as well, and everything else is left to the search
alone, whose nodes depend on nothing else.
"""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from engine.board.geometry import Geometry
from engine.board.grid import Grid
from engine.search.accelerate import ACCELERATED, UNDECIDED
from engine.search.batch import MOST, count_many
from engine.search.budget import Budget, BudgetSpent
from engine.search.search import count_solutions, solutions
from engine.search.threads import cores, side_by_side

_LARGEST_TOGETHER: Final = 9
_WORTH_A_THREAD: Final = 256
"""For fewer puzzles it takes longer to start a thread than to solve them."""


_PART_TOGETHER: Final = 64
"""A puzzle in a call of many gets the budget's nodes divided by this. Alone it takes at most about
twice as many nodes as there.
"""


class Counts(NamedTuple):
    """The answers for some puzzles, in their order.

    `counts` are the numbers of solutions up to the limit; a number below zero stands for an
    undecided puzzle and is -1 minus the number found in time. `grids` are solutions, packed as the
    puzzles are, with zeros where there is none; they are given for a limit up to 2.
    """

    counts: Sequence[int]
    grids: bytes


def count_each(
    geometry: Geometry, cells: bytes, limit: int, budget: Budget, threads: int | None = None
) -> Iterator[Counts]:
    """The counts of packed puzzles, in groups as they become known; the budget is for each puzzle.

    Without `threads` there is one for each core.
    """
    threads = threads or cores()
    step = geometry.cell_count
    boards = range(0, len(cells), step)
    if geometry.size <= _LARGEST_TOGETHER and limit <= MOST:
        yield _together(geometry, cells, limit, budget, threads)
        return
    # Small groups, so that the first answers do not wait for the last puzzle.
    group = 2 * threads
    for first in range(0, len(boards), group):
        starts = boards[first : first + group]
        yield _alone(
            [Grid(geometry, cells[at : at + step]) for at in starts], limit, budget, threads
        )


def _together(geometry: Geometry, cells: bytes, limit: int, budget: Budget, threads: int) -> Counts:
    step = geometry.cell_count
    quick = Budget(budget.seconds, budget.nodes // _PART_TOGETHER)
    worth = min(threads, len(cells) // step // _WORTH_A_THREAD + 1)
    found, grids = count_many(geometry, cells, limit, quick, threads=worth)
    if UNDECIDED not in found:
        return Counts(found, grids)
    # Whatever is left is searched again, with the whole budget for each, and put in its place.
    left = [number for number, count in enumerate(found) if count == UNDECIDED]
    puzzles = [Grid(geometry, cells[step * number : step * (number + 1)]) for number in left]
    again = _alone(puzzles, limit, budget, threads)
    counts, solved = list(found), bytearray(grids)
    for place, number in enumerate(left):
        counts[number] = again.counts[place]
        own = again.grids[step * place : step * (place + 1)]
        solved[step * number : step * (number + 1)] = own
    return Counts(counts, bytes(solved))


def _alone(puzzles: Sequence[Grid], limit: int, budget: Budget, threads: int) -> Counts:
    def work(puzzle: Grid) -> tuple[int, bytes]:
        return _one(puzzle, limit, budget)

    answers = side_by_side(work, puzzles, threads if ACCELERATED else 1)
    return Counts([count for count, _ in answers], b"".join(grid for _, grid in answers))


def _one(puzzle: Grid, limit: int, budget: Budget) -> tuple[int, bytes]:
    unsolved = bytes(puzzle.geometry.cell_count)
    try:
        if limit > 2:
            return count_solutions(puzzle, limit, budget), unsolved
        found = solutions(puzzle, limit, budget)
    except BudgetSpent as spent:
        return -1 - spent.found, unsolved
    return len(found), found[0].values if found else unsolved
