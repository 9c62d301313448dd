"""What the short way to the solution of a puzzle costs, to be compared with people's times."""

from dataclasses import dataclass
from typing import Final

from bot.store import puzzles
from bot.store.puzzles import PuzzleRow
from bot.store.seam.source import Source

PUZZLES_AT_ONCE: Final = 10_000
"""Puzzles that one statement looks at."""


@dataclass(frozen=True, slots=True)
class Way:
    """The cost of a way in hundredths, its steps beyond singles, and its costliest technique.

    The cost is None where no way was found, the technique None where there are only singles.
    """

    cost: int | None
    steps: int = 0
    hardest: str | None = None


async def want(source: Source, puzzle_id: int) -> None:
    """Note, in the transaction of a result, that the way of its puzzle is to be found."""
    await source.all(
        "insert into unweighed (puzzle_id) select id from puzzles where id = $1"
        " and not exists (select 1 from ways where puzzle_id = $1) on conflict do nothing",
        puzzle_id,
    )


async def want_solved(source: Source, after: int) -> int | None:
    """Note the same of the solved puzzles among the PUZZLES_AT_ONCE numbers beyond `after`.

    Returns the number to go on after, None where no puzzle is left.
    """
    last = after + PUZZLES_AT_ONCE
    await source.all(
        "insert into unweighed (puzzle_id) select p.id from puzzles p"
        " where p.id > $1 and p.id <= $2"
        " and exists (select 1 from results r join games g on g.id = r.game_id"
        " where g.puzzle_id = p.id)"
        " and not exists (select 1 from ways w where w.puzzle_id = p.id) on conflict do nothing",
        after,
        last,
    )
    return last if await source.one("select 1 from puzzles where id > $1 limit 1", last) else None


async def next_puzzle(source: Source) -> PuzzleRow | None:
    """The newest puzzle whose way is still to be found."""
    row = await source.one(
        f"select {puzzles.COLUMNS} from puzzles p"  # noqa: S608 - all of it is written
        " where p.id = (select max(puzzle_id) from unweighed)"
    )
    return puzzles.read(row) if row else None


async def put(source: Source, puzzle_id: int, way: Way) -> None:
    """Store the way of a puzzle, if the puzzle is still there, and delete the note."""
    async with source.transaction() as transaction:
        await transaction.all(
            "insert into ways (puzzle_id, cost, steps, hardest)"
            " select id, $2, $3, $4 from puzzles where id = $1"
            " on conflict (puzzle_id) do update set cost = excluded.cost, steps = excluded.steps,"
            " hardest = excluded.hardest",
            puzzle_id,
            way.cost,
            way.steps,
            way.hardest,
        )
        await transaction.all("delete from unweighed where puzzle_id = $1", puzzle_id)


async def get(source: Source, puzzle_id: int) -> Way | None:
    """The way of a puzzle; None where it is not known yet."""
    row = await source.one("select cost, steps, hardest from ways where puzzle_id = $1", puzzle_id)
    return Way(*row) if row else None
