"""Puzzles whose givens stand exactly on the cells of a drawn mask.

Digging a random grid cannot aim at a pattern. So the search goes the other way: the cells are fixed
and the digits on them change, until the solution is unique.

The measure of progress is the number of candidates that propagation leaves; a puzzle with fewer
has fewer solutions, roughly. One or two givens are changed at a time, always to digits that the
others allow. A change is kept when it leaves no more candidates than before and still has a
solution. Changes that leave as many are kept too, since otherwise the climb would end on the first
plateau; but after PATIENCE trials without fewer candidates it starts again from another grid.

A mask is refused where it is certain that no puzzle on it has one solution: too few cells, or two
empty rows or columns in one band or stack. For all others a spent budget leaves the question open.
"""

from collections.abc import Collection, Mapping
from itertools import islice, pairwise
from typing import Final

from engine.board.arguments import instance
from engine.board.candidates import BROKEN, Candidates, candidates_of
from engine.board.geometry import Geometry
from engine.board.grid import Grid
from engine.board.rng import Rng, fresh_seed
from engine.make.dig import LARGEST_EXACT, TRIAL_NODES
from engine.make.fill import fill
from engine.make.puzzle import Puzzle, least_clues
from engine.search import accelerate
from engine.search._search import Meter, search
from engine.search.accelerate import ACCELERATED
from engine.search.budget import DEFAULT_BUDGET, Budget, BudgetSpent

MASK_REASONS: Final[Mapping[str, str]] = {
    "too_few": "{count} cells are too few: one solution takes at least {least}",
    "empty_rows": "rows {first} and {second} are empty, so their digits could be exchanged",
    "empty_columns": "columns {first} and {second} are empty, so their digits could be exchanged",
}
"""Each reason of a MaskImpossible with its English wording."""

PATIENCE: Final = 300
"""Trials without fewer candidates after which the climb starts again from another grid."""


class MaskImpossible(ValueError):  # noqa: N818 - it is an answer about the mask, not a fault
    """Raised when no puzzle on a mask has one solution; `reason` is a key of MASK_REASONS."""

    def __init__(self, reason: str, **details: int) -> None:
        super().__init__(MASK_REASONS[reason].format(**details))
        self.reason = reason
        self.details = details


def generate_on_mask(
    geometry: Geometry,
    cells: Collection[int],
    seed: int | str | None = None,
    budget: Budget = DEFAULT_BUDGET,
) -> Puzzle:
    """A random puzzle with its givens exactly on `cells`, minimal or not.

    Without a seed a fresh one is drawn, which the puzzle names. Raises ValueError for a cell
    that is not on the board, MaskImpossible when it is certain that there is no puzzle, and
    BudgetSpent when none was found within the budget, which leaves the question open.
    """
    instance("geometry", geometry, Geometry)
    instance("budget", budget, Budget)
    _check(geometry, frozenset(cells))
    seed = fresh_seed() if seed is None else seed
    rng = Rng(seed)
    if ACCELERATED:
        grid, solution = accelerate.fill_mask(geometry, cells, rng, budget)
    else:
        grid, solution = climb(candidates_of(geometry), sorted(set(cells)), rng, Meter(budget))
    return Puzzle(grid, solution, None, seed)


def _check(geometry: Geometry, cells: frozenset[int]) -> None:
    least, beyond = least_clues(geometry), cells.difference(range(geometry.cell_count))
    if beyond:
        raise ValueError(f"there is no cell {min(beyond)} on a board of {geometry.cell_count}")
    if len(cells) < least:
        raise MaskImpossible("too_few", count=len(cells), least=least)
    _check_lines("empty_rows", geometry.rows, geometry.box_rows, cells)
    _check_lines("empty_columns", geometry.columns, geometry.box_columns, cells)


def _check_lines(
    reason: str, lines: tuple[tuple[int, ...], ...], together: int, cells: frozenset[int]
) -> None:
    # Of several empty lines of one band two are neighbours in this list, so pairs are enough.
    empty = [number for number, line in enumerate(lines) if cells.isdisjoint(line)]
    for first, second in pairwise(empty):
        if first // together == second // together:
            raise MaskImpossible(reason, first=first + 1, second=second + 1)


def climb(candidates: Candidates, cells: list[int], rng: Rng, meter: Meter) -> tuple[Grid, Grid]:
    """A puzzle and its solution, by hill climbing from the givens of a random grid."""
    while True:
        start = fill(candidates, rng, meter)
        puzzle = Grid.blank(start.geometry).with_values({cell: start[cell] for cell in cells})
        fewest, patience = candidates.everything.bit_count(), PATIENCE
        while patience:
            patience -= 1
            trial, board, placed, status = _trial(candidates, puzzle, cells, rng, meter)
            count = board.bit_count()
            if status == BROKEN or count > fewest:
                continue
            # Searched from the closed board, which has the same solutions as the trial.
            found = _two_solutions(candidates, board, placed, meter)
            if len(found) == 1:
                return trial, candidates.grid(found[0])
            if found:
                patience = PATIENCE if count < fewest else patience
                puzzle, fewest = trial, count


def _trial(
    candidates: Candidates, puzzle: Grid, cells: list[int], rng: Rng, meter: Meter
) -> tuple[Grid, int, int, int]:
    """The puzzle with one or two givens changed, and its closure.

    Two cells are drawn, perhaps the same one twice, and blanked. Then each, in ascending order,
    gets a random one of its candidates; the board is closed before each draw.
    """
    changed = sorted({cells[rng.below(len(cells))], cells[rng.below(len(cells))]})
    values = dict.fromkeys(changed, 0)
    meter.count()
    board, placed, status = candidates.close(*candidates.load(puzzle.with_values(values)))
    for cell in changed:
        if status == BROKEN:
            break
        options = candidates.of_cell(board, cell)
        option = options[rng.below(len(options))]
        values[cell] = candidates.value(option)
        meter.count()
        board, placed, status = candidates.close(*candidates.place(board, placed, option))
    return puzzle.with_values(values), board, placed, status


def _two_solutions(candidates: Candidates, board: int, placed: int, meter: Meter) -> list[int]:
    """Up to two solutions; none if above size 9 TRIAL_NODES do not decide, so the trial is lost."""
    if candidates.geometry.size <= LARGEST_EXACT:
        return list(islice(search(candidates, board, placed, meter), 2))
    try:
        return list(islice(search(candidates, board, placed, meter.part(TRIAL_NODES)), 2))
    except BudgetSpent:
        if meter.is_spent:
            raise
        return []
