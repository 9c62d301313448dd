"""Puzzles that are being made for somebody, behind a message that says so.

A making can end in two ways: the process finds the puzzle and starts the game, or the person
presses Cancel below the message. Whichever deletes the row first wins, and the other one finds
nothing. A process that was killed leaves the row, and the next one makes the puzzle again.
"""

from dataclasses import dataclass

from bot.game.place import Place
from bot.store.seam.held import held
from bot.store.seam.source import Row, Source


@dataclass(frozen=True, slots=True)
class Making:
    """A puzzle that is being made for a person, as the message `message_id` in `place` says.

    The update `update_id` asked for it, `wish` says for what, as JSON, and `seed` is the seed of
    the puzzle.
    """

    place: Place
    message_id: int
    user_id: int
    bot_id: int
    update_id: int
    wish: str
    seed: str
    asked_at: int


async def begin(source: Source, making: Making) -> None:
    """Store a making. The person must have been seen."""
    await source.all(
        "insert into makings"
        " (chat_id, topic_id, message_id, user_id, bot_id, update_id, wish, seed, asked_at)"
        " values ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
        making.place.chat_id,
        making.place.topic_id,
        making.message_id,
        making.user_id,
        making.bot_id,
        making.update_id,
        making.wish,
        making.seed,
        making.asked_at,
    )


async def take(source: Source, place: Place, message_id: int) -> Making | None:
    """Delete a making and return it; None where somebody was faster."""
    row = await source.one(
        "delete from makings where chat_id = $1 and topic_id = $2 and message_id = $3"
        " returning"
        " chat_id, topic_id, message_id, user_id, bot_id, update_id, wish, seed, asked_at",
        place.chat_id,
        place.topic_id,
        message_id,
    )
    return _read(row) if row else None


async def get(source: Source, place: Place, message_id: int) -> Making | None:
    """A making; None where it has ended."""
    row = await source.one(
        "select chat_id, topic_id, message_id, user_id, bot_id, update_id, wish, seed, asked_at"
        " from makings where chat_id = $1 and topic_id = $2 and message_id = $3",
        place.chat_id,
        place.topic_id,
        message_id,
    )
    return _read(row) if row else None


async def left(source: Source, bot_id: int, holder: int | None = None) -> tuple[Making, ...]:
    """The makings of a bot, also those that an ended process has left, the longest waiting first.

    With a `holder` only those in chats that this replica holds.
    """
    rows = await source.all(
        "select chat_id, topic_id, message_id, user_id, bot_id, update_id, wish, seed, asked_at"  # noqa: S608
        f" from makings where bot_id = $1 and {held(2)} order by asked_at, update_id",
        bot_id,
        holder,
    )
    return tuple(_read(row) for row in rows)


async def move(source: Source, old: int, new: int) -> tuple[Making, ...]:
    """Give the makings of a group to the supergroup that it has become; returns what moved."""
    async with source.transaction() as transaction:
        rows = await transaction.all(
            "insert into makings"
            " (chat_id, topic_id, message_id, user_id, bot_id, update_id, wish, seed, asked_at)"
            " select $2, topic_id, message_id, user_id, bot_id, update_id, wish, seed, asked_at"
            " from makings where chat_id = $1"
            " on conflict (chat_id, topic_id, message_id) do nothing returning"
            " chat_id, topic_id, message_id, user_id, bot_id, update_id, wish, seed, asked_at",
            old,
            new,
        )
        await transaction.all("delete from makings where chat_id = $1", old)
    return tuple(_read(row) for row in rows)


def _read(row: Row) -> Making:
    chat_id, topic_id, *rest = row
    return Making(Place(chat_id, topic_id), *rest)
