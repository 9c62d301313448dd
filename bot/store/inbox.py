"""Updates from Telegram, from before anything else happens to them until they are dealt with.

An update that has changed something says so in the transaction of that change (`take_effect`): a
process that finds it again then knows not to change it twice.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final

from bot.store.database import Source, Value

REMEMBERED_SECONDS: Final = 3_600
"""How long the number of an update is known, counted back from the newest: Telegram sends again
only what was not confirmed when the last ones came.
"""

MOST_ATTEMPTS: Final = 10
"""How many processes may take up an update that was left before it is held to be what ends them.

Enough that nobody's message is given up because the machine went down now and then, and few enough
that a message which breaks the bot is gone within a minute of restarts.
"""


# Each {} takes the numbers of as many values as there are.
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
    """Keep what has come, in one statement; the numbers of those never seen before."""
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
    """Note that an update which was left is taken up; what only waits for its turn is not."""
    await source.all(
        "update inbox set attempts = attempts + 1 where bot_id = $1 and update_id = $2",
        bot_id,
        update_id,
    )


async def take_effect(
    source: Source, bot_id: int, update_id: int, game_id: int | None = None
) -> None:
    """Note, in the transaction of the change, that an update has changed something."""
    await source.all(
        "update inbox set took_effect = true, game_id = $3 where bot_id = $1 and update_id = $2",
        bot_id,
        update_id,
        game_id,
    )


async def finish(source: Source, bot_id: int, update_ids: Collection[int]) -> None:
    """Wipe what is dealt with; only the numbers stay."""
    places = ", ".join(f"${number}" for number in range(2, len(update_ids) + 2))
    await source.all(
        _FINISH.format(places),
        bot_id,
        *update_ids,
    )


async def left(source: Source, bot_id: int) -> tuple[Left, ...]:
    """At start: what an earlier process of this bot did not finish, as it came.

    What has had MOST_ATTEMPTS is wiped instead.
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
    """Forget the numbers of updates long dealt with, and of those that a clock which ran ahead
    dated into the future; how many those were.
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
    """Wipe all that tells of a person, dealt with or not."""
    await source.all(
        "update inbox set payload = null, user_id = null, chat_id = null, game_id = null"
        " where user_id = $1 or chat_id = $1",
        user_id,
    )
