"""Removing givens, orbit by orbit, while one solution remains.

One pass over the orbits is enough: a removal that would allow a second solution would allow it
after more removals as well. So up to size 9 no orbit of what remains can be removed, unless a
wanted number of givens ended the removals early.

A puzzle takes as many questions of uniqueness as it has orbits, so a question must be cheap. The
grid was unique before the cells of the orbit were blanked. Any other solution therefore differs
from the known one in a cell of that orbit, and only the other candidates of these cells need to be
searched, each of them alone.

On large boards a single question may take very long. There it is given up after TRIAL_NODES, and
the orbit stays: the puzzle is still unique, but perhaps not minimal. The limit is in nodes and not
in time, and the order of the questions is fixed, because a seed must make the same puzzle on every
machine. `engine/native/coregen.h` does the same in C, draw by draw and node by node.
"""

from collections.abc import Iterable
from typing import Final

from engine.board.candidates import Candidates
from engine.board.grid import Grid
from engine.board.rng import Rng
from engine.search._search import Meter, search
from engine.search.budget import BudgetSpent

LARGEST_EXACT: Final = 9
"""The largest size for which every question of uniqueness is searched to its end."""

TRIAL_NODES: Final = 200
"""Nodes after which a question of uniqueness is given up on larger boards."""


def dig(
    candidates: Candidates,
    solution: Grid,
    orbits: Iterable[tuple[int, ...]],
    rng: Rng,
    meter: Meter,
    *,
    least: int = 0,
) -> Grid:
    """The givens that remain when each orbit, in random order, is removed if that is allowed.

    A removal must leave at least `least` givens and exactly one solution. Above size 9
    `stays_unique` may give up on an orbit, which then stays. Raises BudgetSpent.
    """
    order = list(orbits)
    rng.shuffle(order)
    grid = solution
    for orbit in order:
        if grid.clue_count - len(orbit) >= least:
            reduced = grid.with_values(dict.fromkeys(orbit, 0))
            if stays_unique(candidates, reduced, solution, orbit, meter):
                grid = reduced
    return grid


def stays_unique(
    candidates: Candidates, reduced: Grid, solution: Grid, orbit: tuple[int, ...], meter: Meter
) -> bool:
    """Whether `reduced`, unique before the cells of `orbit` were blanked, is proved still unique.

    The proof takes the cells of the orbit in ascending order, and asks of each whether a digit
    other than that of `solution` leads to a solution. It places each other candidate, in ascending
    order, alone on the closed board and searches below it; a solution there ends the proof. If
    there is none, the cell's own digit is placed, and the closed board serves the next cell.

    Each closure counts as a node: that of `reduced`, those of the searches, and one for each
    cell's own digit if the cell had others. Above size 9 the answer is no when the proof would
    need more than TRIAL_NODES. Raises BudgetSpent.
    """
    if candidates.geometry.size <= LARGEST_EXACT:
        return _proves_unique(candidates, reduced, solution, orbit, meter)
    try:
        return _proves_unique(candidates, reduced, solution, orbit, meter.part(TRIAL_NODES))
    except BudgetSpent:
        # Either the whole budget is spent, or only the part for this question.
        if meter.is_spent:
            raise
        return False


def _proves_unique(
    candidates: Candidates, reduced: Grid, solution: Grid, orbit: tuple[int, ...], meter: Meter
) -> bool:
    meter.count()
    board, placed, _ = candidates.close(*candidates.load(reduced))
    for cell in orbit:
        own = candidates.candidate(cell, solution[cell])
        others = [other for other in candidates.of_cell(board, cell) if other != own]
        for other in others:
            # A solution is a number above zero, so any() ends at the first one.
            if any(search(candidates, *candidates.place(board, placed, other), meter)):
                return False
        if others:
            meter.count()
            board, placed, _ = candidates.close(*candidates.place(board, placed, own))
    return True
