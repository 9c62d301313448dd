"""Making puzzles: the same seed gives the same puzzle on every machine."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from engine.board.arguments import choice, instance, whole
from engine.board.candidates import Candidates, candidates_of
from engine.board.geometry import Geometry
from engine.board.grid import Grid
from engine.board.rng import Rng, fresh_seed
from engine.board.symmetry import Symmetry, orbits
from engine.make.dig import dig
from engine.make.fill import fill
from engine.search import accelerate
from engine.search._search import Meter
from engine.search.accelerate import ACCELERATED
from engine.search.budget import DEFAULT_BUDGET, Budget

LEAST_CLUES: Final[Mapping[tuple[int, int], int]] = {
    (2, 2): 4,
    (2, 3): 8,
    (2, 4): 14,
    (3, 3): 17,
}
"""The proved least number of clues by rows and columns of a box.

For 3x3: McGuire, Tugemann and Civario, "There is no 16-clue Sudoku", 2012.
"""


class CluesImpossible(ValueError):  # noqa: N818 - it is an answer about the wish, not a fault
    """Raised when no puzzle of a shape and symmetry has that many givens."""


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A grid with exactly one solution, and how it was made; `symmetry` is None for a mask."""

    grid: Grid
    solution: Grid
    symmetry: Symmetry | None
    seed: int | str


def generate(
    geometry: Geometry,
    symmetry: Symmetry | str = Symmetry.CENTRAL,
    seed: int | str | None = None,
    clues: int | None = None,
    budget: Budget = DEFAULT_BUDGET,
) -> Puzzle:
    """A random puzzle whose pattern of givens has `symmetry`; it has `clues` givens, or any number.

    Up to size 9 no orbit of givens can be removed without losing uniqueness, unless `clues` asks
    for more givens than that. Grids are drawn and dug until the number of givens is right. An
    integer seed is taken modulo 2**64; without a seed a fresh one is drawn, which the puzzle
    names. Raises CluesImpossible when it is certain that no puzzle has that many givens, and
    BudgetSpent when the budget ends first. The same arguments never make different puzzles.

    >>> generate(Geometry(2, 2), seed="any words").grid
    Grid.from_line('...2.1....2.4...')
    """
    symmetry = choice("symmetry", symmetry, Symmetry)
    instance("budget", budget, Budget)
    cells = orbits_for(geometry, symmetry, clues)
    seed = fresh_seed() if seed is None else seed
    rng = Rng(seed)
    if ACCELERATED:
        ((grid, solution),) = accelerate.generate(geometry, cells, clues, [rng.state], budget)
    else:
        grid, solution = fill_and_dig(candidates_of(geometry), cells, clues, rng, Meter(budget))
    return Puzzle(grid, solution, symmetry, seed)


def orbits_for(
    geometry: Geometry, symmetry: Symmetry, clues: int | None
) -> tuple[tuple[int, ...], ...]:
    """The orbits to dig from; raises CluesImpossible when they cannot add up to `clues`."""
    cells = orbits(geometry, symmetry)
    if clues is None:
        return cells
    # Any whole number: that no puzzle has so many is an answer about the wish.
    if whole("clues", clues) not in _clue_counts(geometry, cells):
        kind = "" if symmetry is Symmetry.NONE else f" with {symmetry} symmetry"
        raise CluesImpossible(f"no puzzle of size {geometry.size}{kind} has {clues} givens")
    return cells


def fill_and_dig(
    candidates: Candidates,
    cells: Iterable[tuple[int, ...]],
    clues: int | None,
    rng: Rng,
    meter: Meter,
) -> tuple[Grid, Grid]:
    """A puzzle and its solution; grids are drawn until one has the right number of givens."""
    while True:
        solution = fill(candidates, rng, meter)
        grid = dig(candidates, solution, cells, rng, meter, least=clues or 0)
        if clues is None or grid.clue_count == clues:
            return grid, solution


def least_clues(geometry: Geometry) -> int:
    """A number of givens below which no puzzle of this shape has one solution.

    Where no better bound is proved it is one less than the number of digits, since two absent
    digits could be exchanged.
    """
    shape = (geometry.box_rows, geometry.box_columns)
    return LEAST_CLUES.get(shape, geometry.size - 1)


def _clue_counts(geometry: Geometry, cells: tuple[tuple[int, ...], ...]) -> set[int]:
    """The numbers of givens that orbits can add up to, from `least_clues` on."""
    sums = {0}
    for orbit in cells:
        sums |= {total + len(orbit) for total in sums}
    return {total for total in sums if total >= least_clues(geometry)}
