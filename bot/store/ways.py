"""What the short way to the solution of a puzzle costs, to be compared with people's times."""

from dataclasses import dataclass

from bot.store import puzzles
from bot.store.puzzles import PuzzleRow
from bot.store.source import Source


@dataclass(frozen=True, slots=True)
class Way:
    """The cost of a way in hundredths, its steps beyond singles, and its costliest technique.

    The cost is None where no way was found, the technique None where there are only singles.
    """

    cost: int | None
    steps: int = 0
    hardest: str | None = None


async def next_puzzle(source: Source) -> PuzzleRow | None:
    """The newest puzzle that somebody has solved and whose way is not known."""
    row = await source.one(
        f"select{puzzles.COLUMNS} from puzzles p"  # noqa: S608 - all of it is written
        " where not exists (select 1 from ways w where w.puzzle_id = p.id)"
        " and exists (select 1 from results r join games g on g.id = r.game_id"
        " where g.puzzle_id = p.id) order by p.id desc limit 1"
    )
    return puzzles.read(row) if row else None


async def put(source: Source, puzzle_id: int, way: Way) -> None:
    """Keep the way of a puzzle, if the puzzle is still there."""
    await source.all(
        "insert into ways (puzzle_id, cost, steps, hardest)"
        " select id, $2, $3, $4 from puzzles where id = $1"
        " on conflict (puzzle_id) do update set cost = excluded.cost, steps = excluded.steps,"
        " hardest = excluded.hardest",
        puzzle_id,
        way.cost,
        way.steps,
        way.hardest,
    )


async def get(source: Source, puzzle_id: int) -> Way | None:
    """The way of a puzzle; None where it is not known yet."""
    row = await source.one("select cost, steps, hardest from ways where puzzle_id = $1", puzzle_id)
    return Way(*row) if row else None
