"""Puzzles with their solutions."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from bot.store.database import Row, Source
from engine.geometry import Geometry
from engine.grid import BLANK, SYMBOLS, Grid


class Origin(StrEnum):
    """Where a puzzle came from."""

    NEW = "new"
    DAILY = "daily"
    IMPORT = "import"


_VALUES: Final = bytes.maketrans((BLANK + SYMBOLS).encode(), bytes(range(1 + len(SYMBOLS))))


@dataclass(frozen=True, slots=True)
class PuzzleRow:
    """A stored puzzle; `grid` holds the givens."""

    id: int
    grid: Grid
    solution: Grid
    symmetry: str | None
    seed: str | None
    origin: Origin


async def add(
    source: Source,
    grid: Grid,
    solution: Grid,
    origin: Origin,
    *,
    symmetry: str | None = None,
    seed: str | None = None,
) -> PuzzleRow:
    """Store a puzzle; the same givens give the puzzle that is there already."""
    shape = grid.geometry
    async with source.transaction() as transaction:
        known = await transaction.one(
            "select id, box_rows, box_columns, givens, solution, symmetry, seed, origin"
            " from puzzles where givens = $1 and box_rows = $2 and box_columns = $3",
            str(grid),
            shape.box_rows,
            shape.box_columns,
        )
        if known:
            return read(known)
        puzzle_id = await transaction.next_id("puzzles")
        await transaction.all(
            "insert into puzzles"
            " (id, box_rows, box_columns, givens, solution, symmetry, seed, origin)"
            " values ($1, $2, $3, $4, $5, $6, $7, $8)",
            puzzle_id,
            shape.box_rows,
            shape.box_columns,
            str(grid),
            str(solution),
            symmetry,
            seed,
            origin,
        )
    return PuzzleRow(puzzle_id, grid, solution, symmetry, seed, origin)


async def get(source: Source, puzzle_id: int) -> PuzzleRow | None:
    """The puzzle with this id."""
    row = await source.one(
        "select id, box_rows, box_columns, givens, solution, symmetry, seed, origin"
        " from puzzles where id = $1",
        puzzle_id,
    )
    return read(row) if row else None


async def drop_unused(source: Source, puzzle_ids: Iterable[int]) -> None:
    """Forget those of the puzzles that somebody brought and nobody needs any more."""
    for puzzle_id in puzzle_ids:
        await source.all(
            "delete from puzzles where id = $1 and origin = 'import'"
            " and not exists (select 1 from games where puzzle_id = $1)"
            " and not exists (select 1 from shelf where puzzle_id = $1)"
            " and not exists (select 1 from dailies where puzzle_id = $1)",
            puzzle_id,
        )


def read(row: Row) -> PuzzleRow:
    """The value of a row of the table, its columns in order."""
    puzzle_id, box_rows, box_columns, givens, solution, symmetry, seed, origin = row
    shape = Geometry(box_rows, box_columns)
    return PuzzleRow(
        puzzle_id,
        read_grid(shape, givens),
        read_grid(shape, solution),
        symmetry,
        seed,
        Origin(origin),
    )


def read_grid(geometry: Geometry, line: str) -> Grid:
    """The grid that is stored as one symbol a cell, `.` for a blank."""
    return Grid(geometry, line.encode().translate(_VALUES))
