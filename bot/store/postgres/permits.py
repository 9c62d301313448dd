"""Telegram's messages a second, shared by the replicas of one bot.

The problem: Telegram counts what a bot sends, however many processes it has, and whoever is about
to send must know at once whether it may, without a question to the database for each message.

What holds: a permit is the right to send one message in any second, and a row here for each of
them says which replica has it. A replica that holds twelve lets at most twelve messages out in any
second, by its own clock, and asks nobody. What is given back may be used by another one a second
later, so in no second more goes out than there are permits. The permits of a replica that was ended
are free with it (`bot.store.postgres.replicas`).

Why not a count of each second, of which the replicas take parts: at the turn of a second twice as
much would go out, and every replica would ask the database each second in which it sends.

Only a replica calls these functions, and so their SQL is PostgreSQL's own.
"""

from dataclasses import dataclass
from typing import Final

from bot.store.postgres.replicas import NOW
from bot.store.seam.source import Source

USED_MILLISECONDS: Final = 1000
"""A permit that was given back may have been used just now."""


@dataclass(frozen=True, slots=True)
class Demand:
    """How many permits a replica has use for, and how many it holds.

    It `is_halted` where Telegram told so many of its chats to wait that it may be all of them.
    """

    replica: int
    wanted: int
    held: int
    is_halted: bool


async def make(source: Source, count: int) -> None:
    """Make the permits where they are missing, and take those away that are too many."""
    async with source.transaction() as transaction:
        await transaction.all(
            "insert into permits (number, free_at) select number, 0"
            " from generate_series(1, $1::bigint) number on conflict (number) do nothing",
            count,
        )
        await transaction.all("delete from permits where number > $1", count)


async def declare(source: Source, replica: int, wanted: int, *, is_halted: bool) -> None:
    """Say how many permits a replica has use for."""
    await source.all(
        "insert into demands (replica, wanted, is_halted) values ($1, $2, $3::int <> 0)"
        " on conflict (replica) do update set wanted = excluded.wanted,"
        " is_halted = excluded.is_halted",
        replica,
        wanted,
        int(is_halted),
    )


async def demands(source: Source) -> tuple[Demand, ...]:
    """What each replica has said, and what it holds."""
    rows = await source.all(
        "select replica, wanted, (select count(*) from permits where holder = replica), is_halted"
        " from demands order by replica"
    )
    return tuple(Demand(*row) for row in rows)


async def take(source: Source, replica: int, count: int) -> int:
    """Take so many permits of those that are free; how many those were."""
    rows = await source.all(
        "update permits set holder = $1 where number in (select number from permits"  # noqa: S608
        f" where holder is null and free_at <= {NOW} order by number limit $2"
        " for update skip locked) returning number",
        replica,
        count,
    )
    return len(rows)


async def give(source: Source, replica: int, count: int) -> None:
    """Give so many permits back; others may use them in a second."""
    await source.all(
        f"update permits set holder = null, free_at = {NOW} + {USED_MILLISECONDS}"  # noqa: S608
        " where number in (select number from permits where holder = $1"
        " order by number desc limit $2 for update)",
        replica,
        count,
    )


async def lift(source: Source) -> None:
    """Telegram has taken a message: nobody is halted any more."""
    await source.all("update demands set is_halted = false where is_halted")
