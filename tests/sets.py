"""The sets of 9x9 boards that the engine and other programs are measured with."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

from engine import Geometry, Grid, Rng, pack_lines, random_grid, random_puzzle

NINE: Final = Geometry(3, 3)


class Boards:
    """The same puzzles in each of the forms that solvers take."""

    def __init__(self, grids: Sequence[Grid]) -> None:
        self.grids = grids
        self.lines = list(map(str, grids))
        self.packed = b"".join(grid.values for grid in grids)
        self.text = "".join(f"{line}\n" for line in self.lines).encode()


def boards_of(file: str) -> Boards:
    cells = pack_lines(NINE, Path(file).read_bytes())
    return Boards([Grid(NINE, cells[at : at + 81]) for at in range(0, len(cells), 81)])


def thinned(grids: Iterable[Grid]) -> Boards:
    """The puzzles after one to five givens were removed from each."""
    rng = Rng("several")

    def without(grid: Grid) -> Grid:
        givens = sorted(set(range(81)) - set(grid.blanks()))
        rng.shuffle(givens)
        return grid.with_values(dict.fromkeys(givens[: 1 + rng.below(5)], 0))

    return Boards([without(grid) for grid in grids])


def sparse(givens: int, count: int) -> Boards:
    """Boards with this many givens, which have very many solutions."""
    rng = Rng(f"many {givens}")

    def board() -> Grid:
        cells = list(range(81))
        rng.shuffle(cells)
        return random_grid(NINE, rng).with_values(dict.fromkeys(cells[givens:], 0))

    return Boards([board() for _ in range(count)])


def random_boards(count: int) -> Boards:
    """Boards as Norvig's essay draws them: some have no solution, few have one, most have more."""
    rng = Rng("random")
    return Boards([random_puzzle(NINE, rng) for _ in range(count)])
