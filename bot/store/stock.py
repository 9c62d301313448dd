"""Puzzles made ahead, ready for the next person who asks for their kind."""

from dataclasses import dataclass
from typing import Final

from bot.store.puzzles import read_grid
from bot.store.seam.source import Source
from engine.board import Geometry, Grid

_OLDEST: Final = (
    "select id from stock where box_rows = $1 and box_columns = $2 and symmetry = $3"
    " and difficulty = $4 order by id limit 1"
)
_TAKE: Final = "delete from stock where id = $1 returning givens, solution, seed"


@dataclass(frozen=True, slots=True)
class Kind:
    """What people ask for: a shape, a symmetry and a difficulty by their names."""

    geometry: Geometry
    symmetry: str
    difficulty: str


@dataclass(frozen=True, slots=True)
class Ready:
    """A puzzle in stock."""

    grid: Grid
    solution: Grid
    seed: str


async def put(source: Source, kind: Kind, ready: Ready) -> None:
    """Add one puzzle to the stock."""
    async with source.transaction() as transaction:
        number = await transaction.next_id("stock")
        await transaction.all(
            "insert into stock (id, box_rows, box_columns, symmetry, difficulty, givens, solution,"
            " seed) values ($1, $2, $3, $4, $5, $6, $7, $8)",
            number,
            kind.geometry.box_rows,
            kind.geometry.box_columns,
            kind.symmetry,
            kind.difficulty,
            str(ready.grid),
            str(ready.solution),
            ready.seed,
        )


async def take(source: Source, kind: Kind) -> Ready | None:
    """Take the oldest puzzle of a kind out of the stock; None where none is left."""
    shape = kind.geometry
    kept = shape.box_rows, shape.box_columns, kind.symmetry, kind.difficulty
    # Beside another replica both may choose the same oldest puzzle. The one that then deletes
    # nothing chooses again.
    async with source.transaction() as transaction:
        row = None
        while row is None:
            oldest = await transaction.one(_OLDEST, *kept)
            if oldest is None:
                return None
            row = await transaction.one(_TAKE, oldest[0])
    givens, solution, seed = row
    return Ready(read_grid(shape, givens), read_grid(shape, solution), seed)


async def levels(source: Source) -> dict[Kind, int]:
    """How many puzzles of each kind are ready; a kind without any is left out."""
    rows = await source.all(
        "select box_rows, box_columns, symmetry, difficulty, count(*) from stock"
        " group by box_rows, box_columns, symmetry, difficulty"
    )
    return {
        Kind(Geometry(box_rows, box_columns), symmetry, difficulty): count
        for box_rows, box_columns, symmetry, difficulty, count in rows
    }
