"""Updates from Telegram, kept from their arrival until they are dealt with.

The problem: with getUpdates, asking for the next updates confirms the ones before, whose handlers
may not have run yet. A bot that is killed then is never told again what people had said. So every
update is stored before anything else happens to it, and its handler starts afterwards.

What holds: an update takes effect once and is answered at least once. A handler notes, in the
transaction of the change that it makes, that its update has taken effect (`take_effect` in
`store/views.py`, beside the mark of the view that is shown then). A process that finds the update
again after a kill sees the note, does not make the change again and only shows how things stand.
The answer may come twice: nobody can tell a message that was never sent from one whose confirmation
was lost.

Telegram may deliver an update twice as well. Its bare number therefore stays for REMEMBERED_SECONDS
after it was dealt with. What people wrote is wiped at once.

An update that crashes the process would crash the next one too. Each process counts one attempt for
an update that it takes up again, and after MOST_ATTEMPTS the update is given up. At first every
start counted against every update that it found. Then three restarts within seconds lost a message
that had only waited for its turn; so what waits is not counted.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final

from bot.store.source import Source, Value

REMEMBERED_SECONDS: Final = 3_600
"""How long the number of an update is known, counted back from the newest update.

Telegram sends again only what had not been confirmed when the newest ones came.
"""

MOST_ATTEMPTS: Final = 10
"""How many processes may take up an update again before it is blamed for their end.

Enough that no message is given up because the machine went down now and then, and few enough that
a message which crashes the bot is gone within a minute of restarts.
"""


# The placeholders are filled in where the number of values is known.
_RECEIVE: Final = (
    "insert into inbox (bot_id, update_id, received_at, user_id, chat_id, payload)"
    " values {} on conflict do nothing returning update_id"
)
_FINISH: Final = (
    "update inbox set payload = null, user_id = null, chat_id = null, game_id = null"
    " where bot_id = $1 and update_id in ({})"
)


@dataclass(frozen=True, slots=True)
class Arrival:
    """An update as it came; `payload` is Telegram's JSON."""

    update_id: int
    user_id: int | None
    chat_id: int | None
    payload: str


@dataclass(frozen=True, slots=True)
class Left:
    """An update that an earlier process did not finish; `payload` is Telegram's JSON.

    `took_effect` tells that it has changed something, `game_id` which game if it was one.
    """

    update_id: int
    payload: str
    took_effect: bool
    game_id: int | None


async def receive(
    source: Source, bot_id: int, arrivals: Sequence[Arrival], now: int
) -> frozenset[int]:
    """Keep updates that have come, in one statement; the numbers of those that are new."""
    if not arrivals:
        return frozenset()
    places, values = [], list[Value]()
    for arrival in arrivals:
        first = len(values) + 3
        places.append(f"($1, ${first}, $2, ${first + 1}, ${first + 2}, ${first + 3})")
        values += [arrival.update_id, arrival.user_id, arrival.chat_id, arrival.payload]
    rows = await source.all(
        _RECEIVE.format(", ".join(places)),
        bot_id,
        now,
        *values,
    )
    return frozenset(update_id for (update_id,) in rows)


async def attempt(source: Source, bot_id: int, update_id: int) -> None:
    """Count one more process that takes up an update which an earlier one had left."""
    await source.all(
        "update inbox set attempts = attempts + 1 where bot_id = $1 and update_id = $2",
        bot_id,
        update_id,
    )


async def finish(source: Source, bot_id: int, update_ids: Collection[int]) -> None:
    """Wipe updates that are dealt with; only their numbers stay."""
    places = ", ".join(f"${number}" for number in range(2, len(update_ids) + 2))
    await source.all(
        _FINISH.format(places),
        bot_id,
        *update_ids,
    )


async def left(source: Source, bot_id: int) -> tuple[Left, ...]:
    """At start: the updates that an earlier process of this bot did not finish, oldest first.

    Those that had MOST_ATTEMPTS are wiped instead.
    """
    async with source.transaction() as transaction:
        await transaction.all(
            "update inbox set payload = null, user_id = null, chat_id = null"
            " where bot_id = $1 and attempts >= $2",
            bot_id,
            MOST_ATTEMPTS,
        )
        rows = await transaction.all(
            "select update_id, payload, took_effect, game_id from inbox"
            " where bot_id = $1 and payload is not null order by update_id",
            bot_id,
        )
    return tuple(Left(number, text, bool(took), game) for number, text, took, game in rows)


async def prune(source: Source, now: int) -> int:
    """Forget the numbers of updates that were dealt with long ago; how many were forgotten.

    Numbers with a date in the future, from a clock that ran ahead, are forgotten too.
    """
    rows = await source.all(
        "delete from inbox where payload is null and (received_at > $1 + $2 or received_at <"
        " (select max(received_at) from inbox where received_at <= $1 + $2) - $2)"
        " returning update_id",
        now,
        REMEMBERED_SECONDS,
    )
    return len(rows)


async def forget_user(source: Source, user_id: int) -> None:
    """Wipe every update of a person or in their private chat, dealt with or not."""
    await source.all(
        "update inbox set payload = null, user_id = null, chat_id = null, game_id = null"
        " where user_id = $1 or chat_id = $1",
        user_id,
    )
