"""Telegram's limit of messages a second, divided among the replicas of one bot.

The problem: Telegram counts what a bot sends, however many processes it has. A replica that is
about to send must know whether it may, and asking the database for each message costs a statement.

What holds: a permit is the right to send one message in any second, and each permit is a row here
that says which replica has it, if any. A replica with twelve permits sends at most twelve messages
in any second, by its own clock, and asks nobody. A permit that was given back may be used by
another replica a second later, so in no second more messages go out than there are permits. When a
replica is ended, its permits are free (`bot.store.postgres.replicas`).

A permit that nobody holds can be borrowed for a single message. It is free again after a second,
whatever has become of its borrower meanwhile. So what one replica does not use another one can,
which none of them may when it is held. Who holds how many is up to `bot.telegram.sharing`.

Why not a count for each second, of which the replicas take parts: at the turn of a second twice as
many messages would go out, and every replica would ask the database in each second in which it
sends.

The rows that a statement changes are chosen in a subselect that is no join. With `number in
(select ... limit 1 for update skip locked)` the server may run the subselect once for each row of
the table, and each time it finds the next one: a message borrowed all permits.

Only a replica calls these functions, and so their SQL is PostgreSQL's own.
"""

from dataclasses import dataclass
from typing import Final

from bot.store.postgres.replicas import NOW
from bot.store.seam.source import Source

USED_MILLISECONDS: Final = 1000
"""A permit that was given back may have been used just now."""

_IS_FREE: Final = f"holder is null and free_at <= {NOW}"


@dataclass(frozen=True, slots=True)
class Demand:
    """How many permits a replica can use, and how many it holds.

    It `is_halted` if Telegram told so many of its chats to wait that the whole bot may be meant.
    """

    replica: int
    wanted: int
    held: int
    is_halted: bool


async def make(source: Source, count: int) -> None:
    """Add permits until there are `count`, and delete those beyond."""
    async with source.transaction() as transaction:
        await transaction.all(
            "insert into permits (number, free_at) select number, 0"
            " from generate_series(1, $1::bigint) number on conflict (number) do nothing",
            count,
        )
        await transaction.all("delete from permits where number > $1", count)


async def declare(source: Source, replica: int, wanted: int, *, is_halted: bool) -> None:
    """Say how many permits a replica can use."""
    await source.all(
        "insert into demands (replica, wanted, is_halted) values ($1, $2, $3::int <> 0)"
        " on conflict (replica) do update set wanted = excluded.wanted,"
        " is_halted = excluded.is_halted",
        replica,
        wanted,
        int(is_halted),
    )


async def demands(source: Source) -> tuple[Demand, ...]:
    """The demand of each replica, with what it holds."""
    rows = await source.all(
        "select replica, wanted, (select count(*) from permits where holder = replica), is_halted"
        " from demands order by replica"
    )
    return tuple(Demand(*row) for row in rows)


async def take(source: Source, replica: int, count: int) -> int:
    """Take up to `count` permits that nobody holds.

    Returns how many of them may be used now; the others, which somebody has just borrowed or given
    back, may be used a second later.
    """
    # Replicas that take at the same time skip each other's rows instead of waiting for them.
    rows = await source.all(
        "update permits set holder = $1 where number = any(array(select number from permits"  # noqa: S608
        " where holder is null order by free_at, number limit $2 for update skip locked))"
        f" returning (free_at <= {NOW})::int",
        replica,
        count,
    )
    return sum(is_free for (is_free,) in rows)


async def borrow(source: Source, spare: int) -> bool:
    """Borrow a permit for one message that is sent now; False if no more than `spare` are free.

    The message does not wait for the disk: a server that has failed takes longer to come back than
    a permit is borrowed.
    """
    rows = await source.all(
        f"update permits set free_at = {NOW} + {USED_MILLISECONDS}"  # noqa: S608 - our own text
        f" where number = (select number from permits where {_IS_FREE}"
        f" and (select count(*) from permits where {_IS_FREE}) > $1"
        " order by free_at limit 1 for update skip locked)"
        " and set_config('synchronous_commit', 'off', true) = 'off' returning number",
        spare,
    )
    return bool(rows)


async def give(source: Source, replica: int, count: int) -> None:
    """Give up to `count` permits back; others may use them a second later."""
    await source.all(
        f"update permits set holder = null, free_at = {NOW} + {USED_MILLISECONDS}"  # noqa: S608
        " where number = any(array(select number from permits where holder = $1"
        " order by number desc limit $2 for update))",
        replica,
        count,
    )


async def lift(source: Source) -> None:
    """End the halt of all replicas, because Telegram has taken a message."""
    await source.all("update demands set is_halted = false where is_halted")
