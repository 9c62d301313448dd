"""Puzzles with their solutions."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Annotated, Final, NamedTuple

from bot.store.seam.columns import columns
from bot.store.seam.source import Row, Source
from engine.board import BLANK, SYMBOLS, Geometry, Grid


class Origin(StrEnum):
    """Where a puzzle came from."""

    NEW = "new"
    DAILY = "daily"
    IMPORT = "import"


UNRATED: Final = "unrated"
"""The difficulty of a puzzle that takes too long to grade."""

KNOWN: Final = 1_024
"""Puzzles that are kept parsed, so that a move need not parse its puzzle again."""

_VALUES: Final = bytes.maketrans((BLANK + SYMBOLS).encode(), bytes(range(1 + len(SYMBOLS))))


@dataclass(frozen=True, slots=True)
class PuzzleRow:
    """A stored puzzle; `grid` holds the givens.

    `difficulty` is None until it is graded, and UNRATED where that took too long. `seconds` are
    what most people take: None until that is told, and 0 where it cannot be told.
    """

    id: int
    grid: Grid
    solution: Grid
    symmetry: str | None
    seed: str | None
    origin: Origin
    difficulty: str | None = None
    seconds: int | None = None


class Line(NamedTuple):
    """What `read` takes of `puzzles p`."""

    id: Annotated[int, "p.id"]
    box_rows: Annotated[int, "p.box_rows"]
    box_columns: Annotated[int, "p.box_columns"]
    givens: Annotated[str, "p.givens"]
    solution: Annotated[str, "p.solution"]
    symmetry: Annotated[str | None, "p.symmetry"]
    seed: Annotated[str | None, "p.seed"]
    origin: Annotated[str, "p.origin"]
    difficulty: Annotated[str | None, "p.difficulty"]
    seconds: Annotated[int | None, "p.seconds"]


COLUMNS: Final = columns(Line)


async def add(
    source: Source,
    grid: Grid,
    solution: Grid,
    origin: Origin,
    *,
    symmetry: str | None = None,
    seed: str | None = None,
    difficulty: str | None = None,
) -> PuzzleRow:
    """Store a puzzle; if one with the same givens is stored already, return that one."""
    shape = grid.geometry
    async with source.transaction() as transaction:
        # Asked first, so that a puzzle that is stored already uses up no number.
        if known := await _find(transaction, grid):
            return known
        puzzle_id = await transaction.next_id("puzzles")
        added = await transaction.all(
            "insert into puzzles"
            " (id, box_rows, box_columns, givens, solution, symmetry, seed, origin, difficulty)"
            " values ($1, $2, $3, $4, $5, $6, $7, $8, $9)"
            " on conflict do nothing returning id",
            puzzle_id,
            shape.box_rows,
            shape.box_columns,
            str(grid),
            str(solution),
            symmetry,
            seed,
            origin,
            difficulty,
        )
        if not added and (known := await _find(transaction, grid)):
            # Another process has stored it meanwhile.
            return known
    return PuzzleRow(puzzle_id, grid, solution, symmetry, seed, origin, difficulty)


async def _find(source: Source, grid: Grid) -> PuzzleRow | None:
    shape = grid.geometry
    row = await source.one(
        f"select {COLUMNS} from puzzles p"  # noqa: S608 - ours
        " where p.givens = $1 and p.box_rows = $2 and p.box_columns = $3",
        str(grid),
        shape.box_rows,
        shape.box_columns,
    )
    return read(row) if row else None


async def get(source: Source, puzzle_id: int) -> PuzzleRow | None:
    """The puzzle with this id."""
    row = await source.one(f"select {COLUMNS} from puzzles p where p.id = $1", puzzle_id)  # noqa: S608 - ours
    return read(row) if row else None


async def ungraded(source: Source) -> PuzzleRow | None:
    """The newest puzzle without a difficulty."""
    row = await source.one(
        f"select {COLUMNS} from puzzles p where p.difficulty is null order by p.id desc limit 1"  # noqa: S608 - ours
    )
    return read(row) if row else None


async def grade(source: Source, puzzle_id: int, difficulty: str) -> None:
    """Remember how hard a puzzle is."""
    await source.all("update puzzles set difficulty = $2 where id = $1", puzzle_id, difficulty)


async def set_seconds(source: Source, puzzle_id: int, seconds: int) -> None:
    """Remember how long most people take for a puzzle; 0 where that cannot be told."""
    await source.all("update puzzles set seconds = $2 where id = $1", puzzle_id, seconds)


async def drop_unused(source: Source, puzzle_ids: Iterable[int]) -> None:
    """Delete those of these puzzles that somebody brought and that nobody uses any more."""
    for puzzle_id in puzzle_ids:
        await source.all(
            "delete from puzzles where id = $1 and origin = 'import'"
            " and not exists (select 1 from games where puzzle_id = $1)"
            " and not exists (select 1 from shelf where puzzle_id = $1)"
            " and not exists (select 1 from dailies where puzzle_id = $1)",
            puzzle_id,
        )


@lru_cache(KNOWN)
def read(row: Row) -> PuzzleRow:
    """The puzzle in a row with the columns of Line."""
    line = Line(*row)
    shape = Geometry(line.box_rows, line.box_columns)
    return PuzzleRow(
        line.id,
        read_grid(shape, line.givens),
        read_grid(shape, line.solution),
        line.symmetry,
        line.seed,
        Origin(line.origin),
        line.difficulty,
        line.seconds,
    )


def read_grid(geometry: Geometry, line: str) -> Grid:
    """The grid that is stored as one symbol a cell, `.` for a blank."""
    return Grid(geometry, line.encode().translate(_VALUES))
