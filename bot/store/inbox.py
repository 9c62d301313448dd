"""Updates from Telegram, kept from their arrival until they are dealt with.

The problem: with getUpdates, each call for the next updates confirms the ones before, whose
handlers may not have run yet. If the bot is killed then, Telegram does not send them again, and
what people said is lost. So every update is stored first, and its handler starts afterwards.

What holds: an update takes effect once and is answered at least once. A handler notes, in the
transaction of the change that it makes, that its update has taken effect (`take_effect`). A process
that finds the update again after a kill sees the note, does not make the change again and only
shows how things stand. The answer may come twice, because a message that was never sent looks like
one whose confirmation was lost.

Telegram may deliver an update twice as well. So the bare number of an update stays for
REMEMBERED_SECONDS after it was dealt with, while what people wrote is wiped.

An update that crashes the process would crash the next one too. So a process counts an attempt when
it takes up an update that was left, and each time it handles one again that could not be stored
(`bot/telegram/attempts.py`). After MOST_ATTEMPTS the update is given up. What only waits for its
turn is not counted: when each start counted an attempt at every update that it found, three
restarts within seconds lost a message.

Updates that are given up, or that cannot be read at all, go into quarantine. They keep their text
and get a `fault`, which says what is wrong without quoting the text. No handler sees them. They are
kept for whoever mends the bot, the newest MOST_QUARANTINED of them for QUARANTINE_SECONDS.
"""

import re
from collections.abc import Collection, Sequence
from typing import Final

from bot.game.person import number_at_telegram
from bot.store.seam.holding import Arrival, Left
from bot.store.seam.source import Source, Value

REMEMBERED_SECONDS: Final = 3_600
"""How long the number of an update is known, counted back from the newest update.

Telegram sends again only what had not been confirmed when the newest ones came.
"""

MOST_ATTEMPTS: Final = 10
"""How often an update may be taken up again before it is blamed for what went wrong.

Enough that no message is given up because the machine went down now and then, and few enough that
a message which crashes the bot is gone within a minute of restarts.
"""

QUARANTINE_SECONDS: Final = 7 * 24 * 3600
MOST_QUARANTINED: Final = 100
LONGEST_QUARANTINED: Final = 64 * 1024
"""Characters of a text that are kept in quarantine."""

GIVEN_UP: Final = "each attempt has ended the process, or could not be stored"

# The placeholders are filled in where the number of values is known.
_WIPE: Final = (
    "update inbox set payload = null, user_id = null, chat_id = null, game_id = null, fault = null"
    " where {}"
)
_RECEIVE: Final = (
    "insert into inbox (bot_id, update_id, received_at, user_id, chat_id, payload, fault)"
    " values {} on conflict do nothing returning update_id"
)
_WAITING: Final = (
    "select update_id from inbox where bot_id = $1 and payload is not null and fault is null"
    " and update_id in ({})"
)
_KNOWN: Final = "select update_id from inbox where bot_id = $1 and update_id in ({})"
QUARANTINED: Final = (
    "select fault, count(*) from inbox where fault is not null group by fault order by fault"
)


async def receive(
    source: Source, bot_id: int, arrivals: Sequence[Arrival], now: int
) -> frozenset[int]:
    """Store updates that have come, in one statement; the numbers of those that are new."""
    if not arrivals:
        return frozenset()
    places, values = [], list[Value]()
    for arrival in arrivals:
        first = len(values) + 3
        last = ", ".join(f"${first + number}" for number in range(1, 5))
        places.append(f"($1, ${first}, $2, {last})")
        values += [arrival.update_id, arrival.user_id, arrival.chat_id]
        values += [arrival.payload, arrival.fault]
    rows = await source.all(
        _RECEIVE.format(", ".join(places)),
        bot_id,
        now,
        *values,
    )
    return frozenset(update_id for (update_id,) in rows)


async def waiting(source: Source, bot_id: int, update_ids: Collection[int]) -> frozenset[int]:
    """Which of these updates are stored and not dealt with yet."""
    places = ", ".join(f"${number}" for number in range(2, len(update_ids) + 2))
    rows = await source.all(_WAITING.format(places), bot_id, *update_ids)
    return frozenset(update_id for (update_id,) in rows)


async def known(source: Source, bot_id: int, update_ids: Collection[int]) -> frozenset[int]:
    """Which of these updates have been stored, and may have been dealt with since."""
    places = ", ".join(f"${number}" for number in range(2, len(update_ids) + 2))
    rows = await source.all(_KNOWN.format(places), bot_id, *update_ids)
    return frozenset(update_id for (update_id,) in rows)


async def attempt(source: Source, bot_id: int, update_id: int) -> Left | None:
    """Count one more attempt at an update that was left; None where it is given up.

    That happens after MOST_ATTEMPTS, and the update goes into quarantine.
    """
    # On the right of an assignment `attempts` is still the count before this attempt.
    row = await source.one(
        "update inbox set attempts = attempts + 1,"
        " fault = case when attempts >= $3 then $4 end"
        " where bot_id = $1 and update_id = $2 and payload is not null"
        " returning payload, took_effect, game_id, fault",
        bot_id,
        update_id,
        MOST_ATTEMPTS,
        GIVEN_UP,
    )
    if row is None or row[3] is not None:
        return None
    return Left(update_id, row[0], bool(row[1]), row[2])


async def take_effect(
    source: Source, bot_id: int, update_id: int, game_id: int | None = None
) -> None:
    """Note, in the transaction of the change, that an update has changed something.

    With a game, a process that finds the update again after a kill shows that game's view.
    """
    await source.all(
        "update inbox set took_effect = true, game_id = $3 where bot_id = $1 and update_id = $2",
        bot_id,
        update_id,
        game_id,
    )


async def finish(source: Source, bot_id: int, update_ids: Collection[int]) -> None:
    """Wipe updates that are dealt with; only their numbers stay."""
    places = ", ".join(f"${number}" for number in range(2, len(update_ids) + 2))
    await source.all(
        _WIPE.format(f"bot_id = $1 and update_id in ({places})"),
        bot_id,
        *update_ids,
    )


async def left(source: Source, bot_id: int) -> tuple[Left, ...]:
    """At start: the updates that an earlier process of this bot did not finish, oldest first.

    Those that had MOST_ATTEMPTS go into quarantine instead.
    """
    async with source.transaction() as transaction:
        await transaction.all(
            "update inbox set fault = $3"
            " where bot_id = $1 and attempts >= $2 and payload is not null and fault is null",
            bot_id,
            MOST_ATTEMPTS,
            GIVEN_UP,
        )
        rows = await transaction.all(
            "select update_id, payload, took_effect, game_id from inbox"
            " where bot_id = $1 and payload is not null and fault is null order by update_id",
            bot_id,
        )
    return tuple(Left(number, text, bool(took), game) for number, text, took, game in rows)


async def quarantine(source: Source, bot_id: int, update_id: int, fault: str) -> None:
    """Set aside an update that was kept and cannot be read."""
    await source.all(
        "update inbox set fault = $3 where bot_id = $1 and update_id = $2",
        bot_id,
        update_id,
        fault,
    )


async def quarantined(source: Source) -> dict[str, int]:
    """How many updates are in quarantine, by what is wrong with them."""
    rows = await source.all(QUARANTINED)
    return {str(fault): int(count) for fault, count in rows}


async def trim(source: Source, now: int) -> None:
    """Keep quarantine within its bounds; what leaves it is wiped, as if it were dealt with.

    A date in the future, from a clock that ran ahead, counts as an old one.
    """
    await source.all(
        _WIPE.format(
            "fault is not null and (received_at < $1 or received_at > $2"
            " or (bot_id, update_id) not in (select bot_id, update_id from inbox"
            " where fault is not null order by received_at desc, update_id desc limit $3))"
        ),
        now - QUARANTINE_SECONDS,
        now + QUARANTINE_SECONDS,
        MOST_QUARANTINED,
    )


async def prune(source: Source, now: int) -> int:
    """Forget the numbers of updates that were dealt with long ago; how many were forgotten.

    Numbers with a date in the future, from a clock that ran ahead, are forgotten too.
    """
    rows = await source.all(
        "delete from inbox where payload is null and (received_at > $1 or received_at <"
        " (select max(received_at) from inbox where received_at <= $1) - $2)"
        " returning update_id",
        now + REMEMBERED_SECONDS,
        REMEMBERED_SECONDS,
    )
    return len(rows)


async def forget_user(source: Source, user_id: int) -> None:
    """Wipe every update of a person or in their private chat.

    An update in quarantine is wiped if it names the person anywhere.
    """
    await source.all(
        # An update that was dealt with is wiped already.
        _WIPE.format("payload is not null and (user_id = $1 or chat_id = $1)"),
        user_id,
    )
    kept = await source.all("select bot_id, update_id, payload from inbox where fault is not null")
    # The whole number, not a part of a longer one.
    named = re.compile(rf"(?<!\d){number_at_telegram(user_id)}(?!\d)")
    for bot_id, update_id, payload in kept:
        if named.search(payload):
            await finish(source, bot_id, [update_id])
