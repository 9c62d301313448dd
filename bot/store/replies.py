"""Answers that a place must still be told, and that are more than a view of a game.

The problem: Telegram takes about one message a second in a chat and twenty a minute in a group, it
answers with errors, and it may not be reached at all. An answer that cannot be sent now is kept
here, with all that its message consists of, and leaves its handler free. A board needs no such row:
its view is marked as stale, and drawn in its newest state (`bot.store.views`).

What holds: a row goes when Telegram has taken its message, or refused it for good. A process that
is killed between the two leaves the row, and its message comes twice; it is never missing. Of
several edits of one message only the newest is kept.
"""

from dataclasses import dataclass

from bot.game.place import Place
from bot.store.held import held
from bot.store.source import Row, Source


@dataclass(frozen=True, slots=True)
class Reply:
    """A message for a place, which answers the person `user_id`.

    It edits `message_id`, or is a new message, which answers the message `reply_to`. Its `file` is
    base64, a document with a `file_name` and a picture without; `keyboard` is Telegram's JSON.
    """

    place: Place
    html: str
    user_id: int | None = None
    message_id: int | None = None
    reply_to: int | None = None
    keyboard: str | None = None
    file: str | None = None
    file_name: str | None = None


@dataclass(frozen=True, slots=True)
class Kept:
    """A reply with its number, by which it is told to be done."""

    id: int
    reply: Reply


async def keep(source: Source, reply: Reply, now: int) -> int:
    """Keep a reply behind the others of its chat, an edit in place of earlier ones; their number.

    A person who is stored no longer is left out of it.
    """
    async with source.transaction() as transaction:
        if reply.message_id is not None:
            await transaction.all(
                "delete from replies where chat_id = $1 and message_id = $2",
                reply.place.chat_id,
                reply.message_id,
            )
        await transaction.all(
            "insert into replies (id, chat_id, topic_id, user_id, message_id, reply_to, html,"
            " keyboard, file, file_name, kept_at)"
            " values ($1, $2, $3, (select id from users where id = $4), $5, $6, $7, $8, $9, $10,"
            " $11)",
            await transaction.next_id("replies"),
            reply.place.chat_id,
            reply.place.topic_id,
            reply.user_id,
            reply.message_id,
            reply.reply_to,
            reply.html,
            reply.keyboard,
            reply.file,
            reply.file_name,
            now,
        )
        row = await transaction.one(
            "select count(*) from replies where chat_id = $1", reply.place.chat_id
        )
    return int(row[0]) if row else 0


async def first(source: Source, chat_id: int) -> Kept | None:
    """The reply of a chat that was kept first."""
    row = await source.one(
        "select id, chat_id, topic_id, html, user_id, message_id, reply_to, keyboard, file,"
        " file_name from replies where chat_id = $1 order by id limit 1",
        chat_id,
    )
    return _read(row) if row else None


async def done(source: Source, reply_id: int) -> None:
    """Forget a reply that was sent, or that Telegram refused for good."""
    await source.all("delete from replies where id = $1", reply_id)


async def waiting(source: Source, holder: int | None = None) -> dict[int, int]:
    """How many replies each chat still waits for, the longest waiting chat first.

    With a `holder` only chats that this replica holds.
    """
    rows = await source.all(
        f"select chat_id, count(*) from replies where {held(1)}"  # noqa: S608 - our own text
        " group by chat_id order by min(id)",
        holder,
    )
    return {int(chat_id): int(count) for chat_id, count in rows}


async def move(source: Source, old: int, new: int) -> None:
    """Bring new messages to the supergroup that a group has become, where none can be edited."""
    async with source.transaction() as transaction:
        await transaction.all(
            "delete from replies where chat_id = $1 and message_id is not null", old
        )
        await transaction.all(
            "update replies set chat_id = $2, reply_to = null where chat_id = $1", old, new
        )


def _read(row: Row) -> Kept:
    reply_id, chat_id, topic_id, *rest = row
    return Kept(reply_id, Reply(Place(chat_id, topic_id), *rest))
