"""Rows that only tests read or write."""

from bot.store.outbox import OutboxRow, OutboxState
from bot.store.seam.source import Source


async def outbox_of(source: Source, chat_id: int) -> tuple[OutboxRow, ...]:
    """All rows of a chat's outbox, the newest label first."""
    rows = await source.all(
        "select id, chat_id, label, state, attempts, not_before, expires_at, reason"
        " from outbox where chat_id = $1 order by label desc",
        chat_id,
    )
    return tuple(
        OutboxRow(row_id, chat, label, OutboxState(state), *rest)
        for row_id, chat, label, state, *rest in rows
    )


async def daily_labels(source: Source) -> tuple[str, ...]:
    """Every label that has a puzzle, earliest first."""
    return tuple(label for (label,) in await source.all("select label from dailies order by label"))


async def seat_many(source: Source, game_id: int, count: int) -> None:
    """Seat this many people with names in a game; their numbers begin with 101."""
    people = (
        "with recursive n (i) as (select 101 union all select i + 1 from n"  # noqa: S608 - a number
        f" where i < {count + 100})"
    )
    await source.all(
        f"{people} insert into users (id, created_at, seen_at) select i, 0, 0 from n"  # noqa: S608
    )
    await source.all(
        f"{people} insert into players (game_id, user_id, seat, name)"  # noqa: S608 - numbers
        f" select {game_id}, i, i, 'x' from n"
    )
