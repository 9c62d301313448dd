"""The processes that serve one bot on PostgreSQL, and which of them handles which chat.

The problem: what concerns a chat must be done by one process at a time, and a process may be
killed, cut off or frozen at any moment. When a frozen process goes on, it believes that nothing has
happened.

What holds: each process is a replica, with a number that is never given out twice. It is alive
until an instant that it puts off twice a second. A replica that finds the instant of another one
passed, by the clock of the server, deletes the other's row; that is the fence. Every transaction of
a replica that writes locks its own row `for key share` (`bot/store/postgres/database.py`), and
fails with LeaseLost if the row is gone. That lock conflicts only with the deletion of the row. So
no write of a replica comes after its end.

A transaction that is open when the instant passes would keep the row from being deleted. So the
other replica first ends that session, which it finds by its name. Timeouts of the server were not
enough: none counts between the messages of a statement that is new to its connection, and a replica
that was cut off there was never ended.

A lease says which replica handles a chat, and a row of `leaders` says which one does what only one
may do. Neither has a time of its own: they are deleted together with the row of their replica. So
one row is renewed each half second instead of thousands. A replica may give a chat back when no
update of it waits.

Why not advisory locks: they last as long as a connection, and the kernel keeps the connection of a
frozen process alive. Why the clock of the server: those of the processes differ.

Only a replica calls these functions, and so their SQL is PostgreSQL's own.
"""

from collections.abc import Collection
from typing import Final

from bot.store.seam.migrations import MIGRATIONS, scripts
from bot.store.seam.source import Source

LEASE_SECONDS: Final = 2.5
"""How long a replica is alive after it has said so."""

SESSION: Final = "sudoku-bot replica "
"""The name of a replica's sessions, before its number; others end them by it."""

FENCE: Final = "select 1 from replicas where id = {} for key share"
"""Locks the row of a replica until its transaction is over; finds nothing where it was ended."""

_FENCED: Final = (
    "with fenced as (update replicas set until = until where"  # noqa: S608 - our own text
    " (select case count(*) when 0 then 'this replica was ended' else '0' end"
    f" from ({FENCE}) alive)::int = 1)"
)
FAILED: Final = "22P02"
"""The SQLSTATE with which a fenced statement fails where the replica was ended."""

TERMINATION_MS: Final = 500

NOW: Final = "(extract(epoch from clock_timestamp()) * 1000)::bigint"
_NOTHING_AT_WORK: Final = (
    "not exists (select 1 from inbox i where i.payload is not null and i.fault is null"
    " and i.holder = $1 and coalesce(i.chat_id, i.user_id, i.update_id) = leases.chat_id)"
    " and not exists (select 1 from outbox o"
    " where o.chat_id = leases.chat_id and o.state = 'sending' and o.sender = $1)"
)
_UNTIL: Final = f"{NOW} + {LEASE_SECONDS * 1000:.0f}"


def fenced(sql: str, replica: int) -> str:
    """A statement that does nothing, and fails with FAILED, if the replica was ended.

    PostgreSQL carries out each part of `with` that writes, whether it is used or not. It evaluates
    a condition that depends on no row once, before any row. So the added part changes nothing: it
    locks the row of the replica, or fails because a text is no number, within the one message to
    the server that the statement takes. It would also fail if the statement itself wrote that row.
    """
    fence = _FENCED.format(replica)
    return f"{fence}, {sql[5:]}" if sql.startswith("with ") else f"{fence} {sql}"


class OtherBot(RuntimeError):  # noqa: N818 - says what is
    """Raised when the replicas of another bot serve the database."""


async def join(source: Source, bot_id: int, name: str) -> int:
    """Begin as a new replica; its number. Raises OtherBot."""
    async with source.transaction() as transaction:
        number = await transaction.next_id("replicas")
        await transaction.all(
            "insert into replicas (id, bot_id, name, until, schema)"  # noqa: S608 - our text
            f" values ($1, $2, $3, {_UNTIL}, $4)",
            number,
            bot_id,
            name,
            len(scripts(MIGRATIONS)),
        )
        # The counter's row is locked by `next_id`, so replicas that join do not miss each other.
        if await transaction.one(
            f"select 1 from replicas where bot_id <> $1 and until >= {NOW}",  # noqa: S608
            bot_id,
        ):
            raise OtherBot("another bot serves this database: stop it first")
    return number


async def renew(source: Source, replica: int) -> bool | None:
    """Put off a replica's end; None if others have ended it.

    Otherwise whether the time of another replica has passed, so that it is to be ended.
    """
    late = await source.one(
        f"update replicas set until = {_UNTIL} where id = $1 returning exists"  # noqa: S608
        f" (select 1 from replicas other where other.id <> $1 and other.until < {NOW})",
        replica,
    )
    return None if late is None else bool(late[0])


async def fence(source: Source, replica: int) -> tuple[int, ...]:
    """End the other replicas whose time has passed; returns their numbers.

    Their transactions are ended first. If one does not end within TERMINATION_MS, its replica is
    left to the next call.
    """
    # Only a session that is not idle can have its replica's row locked.
    await source.all(
        "select pg_terminate_backend(s.pid, $2) from pg_stat_activity s"  # noqa: S608
        f" join replicas r on s.application_name = '{SESSION}' || r.id"
        f" where r.id <> $1 and r.until < {NOW} and s.state <> 'idle'"
        " and s.datname = current_database() and s.usename = current_user",
        replica,
        TERMINATION_MS,
    )
    # A row that is locked still belongs to a session that has not ended, and is skipped.
    rows = await source.all(
        "delete from replicas where id in (select id from replicas"  # noqa: S608
        f" where id <> $1 and until < {NOW} for update skip locked) returning id",
        replica,
    )
    return tuple(number for (number,) in rows)


async def leave(source: Source, replica: int) -> None:
    """End a replica, which frees its chats and the roles that it leads."""
    # In a transaction: as a single fenced statement it would fail, for it writes its own row.
    async with source.transaction() as transaction:
        await transaction.all("delete from replicas where id = $1", replica)


async def alive(source: Source) -> tuple[str, ...]:
    """The names of the replicas whose time has not passed."""
    rows = await source.all(
        f"select name from replicas where until >= {NOW} order by id"  # noqa: S608
    )
    return tuple(name for (name,) in rows)


async def is_there(source: Source, replica: int) -> bool:
    """Whether a replica has not been ended, even if its time has passed."""
    return bool(await source.all("select 1 from replicas where id = $1", replica))


async def free(source: Source, replica: int, chat_ids: Collection[int]) -> frozenset[int]:
    """Give up those of these chats in which nothing waits; returns which those are."""
    places = ", ".join(f"${number}" for number in range(2, len(chat_ids) + 2))
    rows = await source.all(
        f"delete from leases where holder = $1 and chat_id in ({places})"  # noqa: S608
        f" and {_NOTHING_AT_WORK}"
        " and not exists (select 1 from views v"
        " where v.chat_id = leases.chat_id and v.stale is not null)"
        " and not exists (select 1 from replies r where r.chat_id = leases.chat_id)"
        " and not exists (select 1 from makings m where m.chat_id = leases.chat_id)"
        " and not exists (select 1 from outbox o"
        " where o.chat_id = leases.chat_id and o.state = 'pending')"
        " returning chat_id",
        replica,
        *chat_ids,
    )
    return frozenset(chat for (chat,) in rows)


async def free_all(source: Source, replica: int, busy: Collection[int] = ()) -> bool:
    """Give up the chats in which no work is under way; True if those are all.

    For a replica that leaves. It keeps the chats that are `busy` with what the store does not know.
    """
    places = ", ".join(f"${number}" for number in range(2, len(busy) + 2))
    kept = f" and chat_id not in ({places})" if busy else ""
    async with source.transaction() as transaction:
        await transaction.all(
            f"delete from leases where holder = $1 and {_NOTHING_AT_WORK}{kept}",  # noqa: S608
            replica,
            *busy,
        )
        left = await transaction.one("select 1 from leases where holder = $1 limit 1", replica)
    return left is None
