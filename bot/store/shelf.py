"""The puzzles that a person keeps."""

from dataclasses import dataclass
from typing import Final

from bot.store import puzzles
from bot.store.puzzles import PuzzleRow
from bot.store.seam.source import Row, Source

MOST: Final = 500
"""Puzzles on one shelf."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A puzzle on a shelf, and whether its owner has begun a game of it or solved it."""

    puzzle: PuzzleRow
    begun: bool
    solved: bool


_SELECT: Final = (
    f"select {puzzles.COLUMNS},"  # noqa: S608 - all of it is written
    " exists (select 1 from games g where g.puzzle_id = p.id and g.chat_id = $1"
    " and g.state = 'open'),"
    " exists (select 1 from results r join games g on g.id = r.game_id"
    " where g.puzzle_id = p.id and r.user_id = $1)"
    " from shelf s join puzzles p on p.id = s.puzzle_id where s.user_id = $1"
)


async def add(source: Source, user_id: int, puzzle_id: int, now: int) -> bool:
    """Put a puzzle on the shelf; False where it is there already."""
    row = await source.one(
        "insert into shelf (user_id, puzzle_id, added_at) values ($1, $2, $3)"
        " on conflict do nothing returning puzzle_id",
        user_id,
        puzzle_id,
        now,
    )
    return row is not None


async def count(source: Source, user_id: int) -> int:
    """How many puzzles a person keeps."""
    rows = await source.all("select count(*) from shelf where user_id = $1", user_id)
    return int(rows[0][0])


async def page(source: Source, user_id: int, first: int, limit: int) -> tuple[Kept, ...]:
    """Kept puzzles from the number `first` on, in the order in which they came."""
    rows = await source.all(
        _SELECT + " order by s.added_at, s.puzzle_id limit $2 offset $3", user_id, limit, first
    )
    return tuple(_read(row) for row in rows)


async def get(source: Source, user_id: int, puzzle_id: int) -> PuzzleRow | None:
    """A puzzle, if it is on this person's shelf."""
    row = await source.one(_SELECT + " and s.puzzle_id = $2", user_id, puzzle_id)
    return _read(row).puzzle if row else None


async def remove_solved(source: Source, user_id: int) -> int:
    """Take the puzzles that the person has solved off the shelf; how many those are."""
    async with source.transaction() as transaction:
        rows = await transaction.all(
            "delete from shelf where user_id = $1 and puzzle_id in"
            " (select g.puzzle_id from results r join games g on g.id = r.game_id"
            " where r.user_id = $1) returning puzzle_id",
            user_id,
        )
        await puzzles.drop_unused(transaction, (puzzle_id for (puzzle_id,) in rows))
    return len(rows)


def _read(row: Row) -> Kept:
    *puzzle, begun, solved = row
    return Kept(puzzles.read(tuple(puzzle)), bool(begun), bool(solved))
