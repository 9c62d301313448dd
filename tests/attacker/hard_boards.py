"""Texts that are expensive to read or to answer, as somebody would write them to be that."""

import random
from collections.abc import Sequence
from functools import cache
from typing import Final

from engine import Geometry, Grid, generate
from engine.board.rng import Rng
from engine.make.fill import random_grid
from tests.bot.slow import pigeons

VARIANTS: Final = 40
IMPORT_BYTES: Final = 60_000


@cache
def unsolvable() -> Sequence[str]:
    """25x25 boards that nobody refutes within a budget; each with other digits."""
    grid, dice = pigeons(), random.Random(25)
    return [str(_renamed(grid, dice)) for _ in range(VARIANTS)]


@cache
def sparse() -> Sequence[str]:
    """25x25 boards with few givens, of which a search finds one solution at most slowly."""
    shape, dice, made = Geometry(5, 5), random.Random(24), []
    for number in range(VARIANTS // 4):
        full = random_grid(shape, Rng(number)).values
        cells = dice.sample(range(len(full)), len(full) // 4 + 10 * number)
        made.append(str(Grid.blank(shape).with_values({cell: full[cell] for cell in cells})))
    return made


@cache
def ordinary() -> Sequence[str]:
    """Puzzles of all usual sizes."""
    return [
        str(generate(Geometry.of_size(size), seed=f"attacker {number}").grid)
        for size in (4, 6, 9, 9, 9, 16)
        for number in range(6)
    ]


@cache
def hard() -> Sequence[str]:
    """What takes the engine its whole budget, together with what nearly does."""
    return [*unsolvable(), *sparse()]


@cache
def imports() -> Sequence[str]:
    """Lists of puzzles of IMPORT_BYTES: easy ones, hard ones, and lines that are nearly boards."""
    dice = random.Random(60)
    easy = [generate(Geometry.of_size(9), seed=f"list {number}").grid for number in range(60)]
    renamed = [str(_renamed(dice.choice(easy), dice)) for _ in range(IMPORT_BYTES // 82)]
    nearly = [line[:-1] + dice.choice("12x.") for line in renamed]
    lists = ["\n".join(renamed), "\n".join([*hard()] * 2), "\n".join(nearly)]
    return [text[:IMPORT_BYTES] for text in lists]


def _renamed(grid: Grid, dice: random.Random) -> Grid:
    """The same board with its digits exchanged, so that nothing kept of another one helps."""
    size = grid.geometry.size
    names = dice.sample(range(1, size + 1), size)
    givens = {cell: names[value - 1] for cell, value in enumerate(grid.values) if value}
    return Grid.blank(grid.geometry).with_values(givens)
