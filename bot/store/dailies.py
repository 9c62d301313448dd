"""The puzzle of each date label, the same for everybody, and the secret that they come from."""

from typing import Final

from bot.store import facts, puzzles
from bot.store.puzzles import PuzzleRow
from bot.store.seam.source import Source

_OF_LABEL: Final = (
    f"select {puzzles.COLUMNS} from dailies d join puzzles p on p.id = d.puzzle_id"  # noqa: S608 - ours
    " where d.label = $1"
)


async def get(source: Source, label: str) -> PuzzleRow | None:
    """The puzzle of a label; None before it has one."""
    row = await source.one(_OF_LABEL, label)
    return puzzles.read(row) if row else None


async def put(source: Source, label: str, puzzle_id: int) -> PuzzleRow:
    """Give a label its puzzle unless it has one already; the one that it has afterwards."""
    async with source.transaction() as transaction:
        await transaction.all(
            "insert into dailies (label, puzzle_id) values ($1, $2) on conflict (label) do nothing",
            label,
            puzzle_id,
        )
        (row,) = await transaction.all(_OF_LABEL, label)
    return puzzles.read(row)


async def label_of(source: Source, puzzle_id: int) -> str | None:
    """The label whose puzzle this is."""
    row = await source.one("select label from dailies where puzzle_id = $1", puzzle_id)
    return row[0] if row else None


async def secret(source: Source, made: str) -> str:
    """The secret from which the dailies are made, so that nobody can compute the coming ones.

    `made` is stored as the secret where there is none yet.
    """
    return await facts.keep(source, "daily_secret", made)
