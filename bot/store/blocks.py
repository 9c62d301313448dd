"""Whom the operator has blocked, and since when.

A number is that of an account, as in `users`, or that of a chat. It refers to no other table: a
number that was never seen can be blocked too, and a block stays when its person is erased, so that
nobody gets in again that way.
"""

from dataclasses import dataclass

from bot.game.person import person_of_chat
from bot.store.seam.source import Source


@dataclass(frozen=True, slots=True)
class Block:
    """An account or a chat by its number, blocked since an instant in seconds since 1970."""

    number: int
    since: int


async def add(source: Source, number: int, now: int) -> bool:
    """Block a number; False where it was blocked before, and then its instant stays."""
    row = await source.one(
        "insert into blocks (id, blocked_at) values ($1, $2)"
        " on conflict (id) do nothing returning id",
        number,
        now,
    )
    return row is not None


async def remove(source: Source, number: int) -> bool:
    """End a block; False where there was none."""
    return await source.one("delete from blocks where id = $1 returning id", number) is not None


async def get(source: Source, number: int) -> Block | None:
    """The block of a number, if there is one."""
    row = await source.one("select id, blocked_at from blocks where id = $1", number)
    return Block(*row) if row else None


async def every(source: Source) -> tuple[Block, ...]:
    """All blocks, the oldest first."""
    rows = await source.all("select id, blocked_at from blocks order by blocked_at, id")
    return tuple(Block(*row) for row in rows)


async def is_known(source: Source, number: int) -> bool:
    """Whether an account or a chat of that number has ever used the bot and is not forgotten."""
    row = await source.one(
        "select 1 where exists (select 1 from users where id in ($1, $2))"
        " or exists (select 1 from games where chat_id = $1)"
        " or exists (select 1 from groups where chat_id = $1)"
        " or exists (select 1 from subscriptions where chat_id = $1)",
        number,
        # A channel is known by what was written in its name.
        person_of_chat(number) if number < 0 else number,
    )
    return row is not None


async def move(source: Source, old: int, new: int) -> None:
    """Give the block of a group, and of those who write in its name, to its supergroup."""
    async with source.transaction() as transaction:
        for before, after in ((old, new), (person_of_chat(old), person_of_chat(new))):
            await transaction.all(
                "insert into blocks (id, blocked_at) select cast($2 as bigint), blocked_at"
                " from blocks where id = $1 on conflict (id) do nothing",
                before,
                after,
            )
            await transaction.all("delete from blocks where id = $1", before)
