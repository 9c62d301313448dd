"""Answers that a place must still be sent, and that are more than a view of a game.

The problem: Telegram takes about one message a second in a chat and twenty a minute in a group, it
answers with errors, and sometimes it cannot be reached at all. An answer that cannot be sent now is
kept here, with everything that its message consists of, and its handler goes on. A board needs no
row here: its view is marked as stale, and drawn in its newest state (`bot.store.views`).

What holds: a row is deleted when Telegram has taken its message, or refused it for good. A process
that is killed in between leaves the row, and the message comes twice; it is never missing. Of
several edits of one message only the newest is kept, and likewise of several exports.

Of a file of /export only the name is kept, and the file is made when it can be sent. An export also
lists the kept replies, and when those held the files of earlier exports, a few exports took more
than the memory. What is kept for one chat is limited in size as well.
"""

from dataclasses import dataclass
from typing import Final

from bot.game.place import Place
from bot.store.seam.held import held
from bot.store.seam.source import Row, Source, Transaction

EVERYTHING: Final = "sudoku.json"
RESULTS: Final = "sudoku-results.csv"

MOST_BYTES: Final = 1_000_000
"""Bytes of the largest answer that is kept, in the form in which it is stored."""

MOST_BYTES_OF_CHAT: Final = 5_000_000
"""Bytes of all answers that are kept for one chat."""

MOST_BYTES_OF_PERSON: Final = 10_000_000
"""Bytes of all answers that are kept for one person, in however many chats."""

ALWAYS_KEPT: Final = 1_000
"""Bytes of an answer for which there is room in any case; their number is limited elsewhere."""


class NoRoom(Exception):  # noqa: N818 - says what is, as the engine's errors do
    """Raised when an answer is larger than what may be kept of it or of its chat."""


@dataclass(frozen=True, slots=True)
class Reply:
    """A message for a place, which answers the person `user_id`.

    It edits `message_id`, or is a new message, which answers the message `reply_to`. Its `file` is
    base64, a document with a `file_name` and a picture without; `keyboard` is Telegram's JSON. An
    export has a `file_name` alone: EVERYTHING or RESULTS.
    """

    place: Place
    html: str
    user_id: int | None = None
    message_id: int | None = None
    reply_to: int | None = None
    keyboard: str | None = None
    file: str | None = None
    file_name: str | None = None

    @property
    def is_export(self) -> bool:
        """Whether its file is made when it can be sent."""
        return self.file is None and self.file_name is not None

    @property
    def size(self) -> int:
        """Bytes of all that it consists of."""
        parts = (self.html, self.keyboard, self.file)
        return sum(len(part.encode()) for part in parts if part is not None)


@dataclass(frozen=True, slots=True)
class Kept:
    """A reply with its number, which `done` takes."""

    id: int
    reply: Reply


async def keep(source: Source, reply: Reply, now: int) -> int:
    """Keep a reply behind the others of its chat; returns how many the chat waits for.

    An edit replaces earlier ones of its message, and an export replaces an earlier one. A person
    who has been deleted meanwhile is left out of it. Raises NoRoom.
    """
    async with source.transaction() as transaction:
        await _replace_earlier(transaction, reply)
        await _require_room(transaction, reply)
        await transaction.all(
            "insert into replies (id, chat_id, topic_id, user_id, message_id, reply_to, html,"
            " keyboard, file, file_name, kept_at, size)"
            " values ($1, $2, $3, (select id from users where id = $4), $5, $6, $7, $8, $9, $10,"
            " $11, $12)",
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
            reply.size,
        )
        return await count(transaction, reply.place.chat_id)


async def count(source: Source, chat_id: int) -> int:
    """How many replies a chat still waits for."""
    row = await source.one("select count(*) from replies where chat_id = $1", chat_id)
    return int(row[0]) if row else 0


async def waits_for(source: Source, chat_id: int, file_name: str) -> bool:
    """Whether a chat still waits for a file of that name."""
    return (
        await source.one(
            "select 1 from replies where chat_id = $1 and file_name = $2", chat_id, file_name
        )
        is not None
    )


async def first_load(source: Source, chat_id: int) -> tuple[int, int | None, int | None]:
    """The bytes of the reply of a chat that was kept first, whom it answers, and since when.

    That is 0, None and None if none is kept.
    """
    row = await source.one(
        # A replica of an earlier version has kept replies without their size.
        "select coalesce(size, 0), user_id, kept_at from replies"
        " where chat_id = $1 order by id limit 1",
        chat_id,
    )
    return (int(row[0]), row[1], row[2]) if row else (0, None, None)


async def first(source: Source, chat_id: int) -> Kept | None:
    """The reply of a chat that was kept first.

    The file of an export is never read; a replica of an earlier version may have stored one.
    """
    row = await source.one(
        "select id, chat_id, topic_id, html, user_id, message_id, reply_to, keyboard,"
        " case when file_name in ($2, $3) then null else file end, file_name"
        " from replies where chat_id = $1 order by id limit 1",
        chat_id,
        EVERYTHING,
        RESULTS,
    )
    return _read(row) if row else None


async def done(source: Source, reply_id: int) -> None:
    """Forget a reply that was sent, or that Telegram refused for good."""
    await source.all("delete from replies where id = $1", reply_id)


async def forget(source: Source, chat_id: int) -> None:
    """Forget all that a chat still waits for."""
    await source.all("delete from replies where chat_id = $1", chat_id)


async def waiting(source: Source, holder: int | None = None) -> dict[int, int]:
    """How many replies each chat still waits for, the chat that has waited longest first.

    With a `holder` only chats that this replica holds.
    """
    rows = await source.all(
        f"select chat_id, count(*) from replies where {held(1)}"  # noqa: S608 - our own text
        " group by chat_id order by min(id)",
        holder,
    )
    return {int(chat_id): int(count) for chat_id, count in rows}


async def move(source: Source, old: int, new: int) -> None:
    """Give the replies of a group to the supergroup that it has become, without its edits."""
    # The group's messages are not in the supergroup: they can be neither edited nor answered.
    async with source.transaction() as transaction:
        await transaction.all(
            "delete from replies where chat_id = $1 and message_id is not null", old
        )
        await transaction.all(
            "update replies set chat_id = $2, reply_to = null where chat_id = $1", old, new
        )


async def _replace_earlier(transaction: Transaction, reply: Reply) -> None:
    chat_id = reply.place.chat_id
    if reply.message_id is not None:
        await transaction.all(
            "delete from replies where chat_id = $1 and message_id = $2", chat_id, reply.message_id
        )
    if reply.is_export:
        await transaction.all(
            "delete from replies where chat_id = $1 and file_name = $2", chat_id, reply.file_name
        )


async def _require_room(transaction: Transaction, reply: Reply) -> None:
    if reply.size <= ALWAYS_KEPT:
        return
    row = await transaction.one(
        "select coalesce(sum(case when chat_id = $1 then size end), 0),"
        " coalesce(sum(case when user_id = $2 then size end), 0)"
        " from replies where chat_id = $1 or user_id = $2",
        reply.place.chat_id,
        reply.user_id,
    )
    of_chat, of_person = map(int, row) if row else (0, 0)
    if reply.size > MOST_BYTES or of_chat + reply.size > MOST_BYTES_OF_CHAT:
        raise NoRoom
    if of_person + reply.size > MOST_BYTES_OF_PERSON:
        raise NoRoom


def _read(row: Row) -> Kept:
    reply_id, chat_id, topic_id, *rest = row
    return Kept(reply_id, Reply(Place(chat_id, topic_id), *rest))
