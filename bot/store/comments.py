"""Which threads of a group are the comments below a post of its channel."""

from typing import Final

from bot.store.seam.source import Source

MOST_THREADS: Final = 1000
"""Threads of one group that are kept, those of its newest posts."""


async def has(source: Source, chat_id: int, thread_id: int) -> bool:
    """Whether a thread of a group is known to hold comments."""
    row = await source.one(
        "select 1 from comments where chat_id = $1 and thread_id = $2", chat_id, thread_id
    )
    return row is not None


async def add(source: Source, chat_id: int, thread_id: int) -> None:
    """Keep a thread of comments; those of the oldest posts go when a group has too many."""
    async with source.transaction() as transaction:
        await transaction.all(
            "insert into comments (chat_id, thread_id) values ($1, $2)"
            " on conflict (chat_id, thread_id) do nothing",
            chat_id,
            thread_id,
        )
        # A thread has the number of its post, and numbers of messages rise.
        await transaction.all(
            "delete from comments where chat_id = $1 and thread_id <= (select thread_id"
            " from comments where chat_id = $1 order by thread_id desc limit 1 offset $2)",
            chat_id,
            MOST_THREADS,
        )
