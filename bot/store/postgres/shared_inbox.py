"""The inbox as replicas share it: an update belongs to the replica that holds its chat.

The problem: Telegram hands an update to any replica, but those of a chat must be handled by one
replica, in order, and also when that replica dies with some of them unfinished.

What holds: the updates of a chat are handed to its holder in the order of their numbers. The column
`holder` of an update says which replica has taken it in; null means none yet. Any replica may store
an update that has come. It takes it in immediately only if it holds the chat and no earlier update
of the chat is still to be taken in. All other updates are taken in by `take_in`, for all chats of a
replica together. So are those that a replica which has ended had taken in and not finished.

The chats of a replica that died would all go to the first one that looks. So each replica takes its
part of the free chats and tells the others. What is still free a moment later, because somebody
does not look, goes to the first that looks.

An update of no chat counts as one of the chat with its person's number, or with its own number.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from bot.store.inbox import GIVEN_UP, MOST_ATTEMPTS
from bot.store.postgres.replicas import NOW
from bot.store.seam.holding import Arrival, Left
from bot.store.seam.source import Row, Source, Value

TOLD: Final = "sudoku_replica_"
"""The channel of a replica, before its number; there it hears that something waits for it."""

# An update that is not taken in immediately is announced to the holder of its chat. That happens in
# the same statement, so that the holder is told as soon as the update is committed.
_RECEIVE: Final = (
    "with kept as (insert into inbox"
    " (bot_id, update_id, received_at, user_id, chat_id, payload, fault, holder)"
    " values {} on conflict do nothing returning update_id, holder as taken_by,"
    " (select l.holder from leases l where l.chat_id ="
    " coalesce(inbox.chat_id, inbox.user_id, inbox.update_id)) as holder)"
    " select update_id, taken_by, holder, case when taken_by is null and holder <> {}"
    " then pg_notify('{}' || holder, '') end from kept"
)
# One row of `values`. Its holder stays null where an earlier update of the chat still waits to be
# taken in, or has been left by a replica that ended: this one must not overtake it.
_ARRIVAL: Final = (
    "($1, ${}, $2, ${}, ${}, ${}, ${}, (select l.holder from leases l"
    " where l.chat_id = ${} and l.holder = ${} and not exists (select 1 from inbox e"
    " where e.bot_id = $1 and coalesce(e.chat_id, e.user_id, e.update_id) = l.chat_id"
    " and e.payload is not null and e.fault is null and e.holder is distinct from l.holder)))"
)
_MINE: Final = (
    "i.bot_id = $2 and i.payload is not null and i.fault is null"
    " and exists (select 1 from leases l where l.holder = $1"
    " and l.chat_id = coalesce(i.chat_id, i.user_id, i.update_id))"
)
MOST_DUE: Final = 100
"""The most pending dailies for whose chats one replica claims, so that all replicas get some."""

_DUE: Final = (
    "select o.chat_id from outbox o where o.state = 'pending'"  # noqa: S608 - our own text
    " and not exists (select 1 from leases l where l.chat_id = o.chat_id)"
    f" order by o.not_before, o.id limit greatest(0, {MOST_DUE} - (select count(*) from outbox p"
    " join leases l on l.chat_id = p.chat_id where p.state = 'pending' and l.holder = $1))"
)
_NOT_TAKEN: Final = _MINE + " and i.holder is distinct from $1"
_FREE: Final = (
    "from (select coalesce(i.chat_id, i.user_id, i.update_id) as chat_id from inbox i"  # noqa: S608
    " where i.bot_id = $2 and i.payload is not null and i.fault is null"
    " union select chat_id from views where stale is not null"
    " union select chat_id from replies"
    " union select chat_id from makings where bot_id = $2"
    f" union select chat_id from ({_DUE}) due) waiting"
    " where not exists (select 1 from leases l where l.chat_id = waiting.chat_id)"
)
_IS_WAITING: Final = (
    f"select exists (select 1 from inbox i where {_NOT_TAKEN}) or exists (select 1 {_FREE})"  # noqa: S608
)
# Replicas that claim at the same time do so in the order of the chats, so that they do not wait for
# each other in a circle.
_CLAIM: Final = (
    f"insert into leases (chat_id, holder) select waiting.chat_id, $1 {_FREE}"
    " order by waiting.chat_id on conflict do nothing returning chat_id"
)
UNDIVIDED: Final = 8
"""As many free chats are not divided: a few are answered soonest by whichever replica looks."""

# A chat falls to the replica whose place among those alive is its number modulo their count. The
# last row of the answer says how many chats were free.
_CLAIM_PART: Final = (
    f"with free as (select waiting.chat_id {_FREE}),"  # noqa: S608 - our own text
    " alive as (select count(*) as count, count(*) filter (where id < $1) as place"
    f" from replicas where until >= {NOW} or id = $1),"
    " claimed as (insert into leases (chat_id, holder) select chat_id, $1 from free, alive"
    f" where abs(chat_id) % count = place or (select count(*) from free) <= {UNDIVIDED}"
    " order by chat_id on conflict do nothing returning chat_id)"
    " select chat_id from claimed union all select count(*) from free"
)
_GIVE_UP: Final = f"update inbox i set fault = $3 where i.attempts >= $4 and {_NOT_TAKEN}"  # noqa: S608
# `returning` sees only the new holder; the old one says whether another replica had the update.
_TAKE_IN: Final = (
    "update inbox set holder = $1 from"
    " (select i.bot_id, i.update_id, i.holder from inbox i where {}) before"
    " where inbox.bot_id = before.bot_id and inbox.update_id = before.update_id returning"
    " coalesce(inbox.chat_id, inbox.user_id, inbox.update_id),"
    " inbox.update_id, inbox.payload, inbox.took_effect, inbox.game_id,"
    " coalesce(before.holder <> $1, false)"
)
_TAKE_IN_TOLD: Final = _TAKE_IN.format(_NOT_TAKEN + " and i.attempts < $3")


@dataclass(frozen=True, slots=True)
class Holder:
    """A replica of a bot."""

    replica: int
    bot_id: int


@dataclass(frozen=True, slots=True)
class Kept:
    """An update that has just been stored; `holder` holds its chat, None if nobody does.

    `is_taken` says whether it was taken in as well.
    """

    update_id: int
    holder: int | None
    is_taken: bool


def chat_of(arrival: Arrival) -> int:
    """The chat whose holder handles an update."""
    if arrival.chat_id is not None:
        return arrival.chat_id
    return arrival.update_id if arrival.user_id is None else arrival.user_id


async def receive(
    source: Source,
    holder: Holder,
    arrivals: Sequence[Arrival],
    held: Collection[int],
    now: int,
) -> tuple[Kept, ...]:
    """Store updates that have come; returns those that are new.

    Those of the chats `held` are taken in as well, if the holder does hold them and nothing earlier
    waits. The holders of other chats are notified.
    """
    if not arrivals:
        return ()
    places, values = [], list[Value]()
    for one in arrivals:
        chat, first = chat_of(one), len(values) + 3
        places.append(_ARRIVAL.format(*range(first, first + 7)))
        values += [one.update_id, one.user_id, one.chat_id, one.payload, one.fault, chat]
        values.append(holder.replica if chat in held else None)
    sql = _RECEIVE.format(", ".join(places), holder.replica, TOLD)
    rows = await source.all(sql, holder.bot_id, now, *values)
    return tuple(Kept(number, holder, taken is not None) for number, taken, holder, _ in rows)


async def is_waiting(source: Source, holder: Holder) -> bool:
    """Whether there is a chat to claim or an update to take in."""
    ((found,),) = await source.all(_IS_WAITING, holder.replica, holder.bot_id)
    return bool(found)


async def claim_waiting(source: Source, holder: Holder) -> frozenset[int]:
    """Take all free chats in which something waits; returns which those are."""
    rows = await source.all(_CLAIM, holder.replica, holder.bot_id)
    return frozenset(chat for (chat,) in rows)


async def claim_part(source: Source, holder: Holder) -> tuple[frozenset[int], bool]:
    """Take those free chats that fall to this replica; returns them, and whether others are left.

    The part of a replica follows from the chats and the replicas that are alive, so that two which
    look at the same time do not want the same chats.
    """
    *claimed, (count,) = await source.all(_CLAIM_PART, holder.replica, holder.bot_id)
    return frozenset(chat for (chat,) in claimed), count > len(claimed)


async def take_in(
    source: Source, holder: Holder, *, again: bool
) -> tuple[frozenset[int], tuple[Left, ...]]:
    """Take in what waits in all chats of a replica; returns these chats and the updates in order.

    With `again` also what the replica has taken in already and not finished. An update that had
    MOST_ATTEMPTS goes into quarantine instead.
    """
    mine = holder.replica, holder.bot_id
    await source.all(_GIVE_UP, *mine, GIVEN_UP, MOST_ATTEMPTS)
    return _left(await source.all(_TAKE_IN.format(_MINE if again else _NOT_TAKEN), *mine))


async def take_in_told(source: Source, holder: Holder) -> tuple[frozenset[int], tuple[Left, ...]]:
    """As `take_in`, in one statement: what others have stored, and nothing for quarantine."""
    return _left(await source.all(_TAKE_IN_TOLD, holder.replica, holder.bot_id, MOST_ATTEMPTS))


def _left(rows: Iterable[Row]) -> tuple[frozenset[int], tuple[Left, ...]]:
    chats, found = set[int](), list[Left]()
    for chat, *rest in rows:
        chats.add(chat)
        found.append(Left(*rest))
    return frozenset(chats), tuple(sorted(found, key=lambda one: one.update_id))
