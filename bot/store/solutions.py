"""Which solutions the bot has shown to whom."""

from collections.abc import Iterable
from enum import StrEnum

from bot.store.seam.source import Source


class Way(StrEnum):
    """How a solution was shown: because somebody asked for it, or behind printed puzzles."""

    ASKED = "asked"
    PRINTED = "printed"


async def show(
    source: Source, viewers: Iterable[int], solution: str, now: int, way: Way = Way.ASKED
) -> None:
    """Store that people or groups see a solution; ASKED never becomes PRINTED again."""
    async with source.transaction() as transaction:
        # In one order, so that two transactions for the same people do not wait for each other.
        for viewer in sorted(set(viewers)):
            await transaction.all(
                "insert into shown_solutions (viewer_id, solution, way, shown_at)"
                " values ($1, $2, $3, $4) on conflict (viewer_id, solution) do update"
                " set way = case when excluded.way = 'asked' then 'asked' else"
                " shown_solutions.way end",
                viewer,
                solution,
                way,
                now,
            )


async def shown(source: Source, viewers: Iterable[int], solution: str) -> Way | None:
    """How any of these people or groups saw a solution; None where none did."""
    ways = set()
    for viewer in set(viewers):
        row = await source.one(
            "select way from shown_solutions where viewer_id = $1 and solution = $2",
            viewer,
            solution,
        )
        ways |= {Way(row[0])} if row else set()
    return Way.ASKED if Way.ASKED in ways else next(iter(ways), None)
