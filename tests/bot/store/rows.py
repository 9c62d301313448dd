"""Rows that only tests ask for."""

from bot.store.outbox import OutboxRow, OutboxState
from bot.store.source import Source


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
