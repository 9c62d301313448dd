"""Boards that were read from photos and that their senders have not confirmed yet."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from bot.game.place import Place
from bot.store.puzzles import read_grid
from bot.store.seam.columns import columns
from bot.store.seam.source import Row, Source
from engine.board import Geometry, Grid

MOST: Final = 40
"""Drafts of one person, as many as an album may give; older ones are forgotten."""


@dataclass(frozen=True, slots=True)
class InAlbum:
    """Which picture of an album a draft was read from: the album's name, and the message.

    `answer_id` is the message that answered the picture, and `summary_id` the one that sums the
    album up; None where there is none yet, and 0 where it is kept until Telegram takes it.
    """

    name: str
    message_id: int
    answer_id: int | None = None
    summary_id: int | None = None


@dataclass(frozen=True, slots=True)
class Draft:
    """A board as it was read, or as it was corrected since; the cells are those of a Reading.

    `place` is where it was read, None where that was not kept. `picture` is Telegram's name for the
    picture that shows the photo beside it, once that was needed.
    """

    id: int
    user_id: int
    grid: Grid
    doubtful: tuple[int, ...] = ()
    repaired: tuple[int, ...] = ()
    by_hand: frozenset[int] = frozenset()
    place: Place | None = None
    picture: str | None = None
    album: InAlbum | None = None

    @property
    def givens(self) -> Grid:
        """The board without what a person has filled in."""
        return self.grid.with_values(dict.fromkeys(self.by_hand, 0))


class _Line(NamedTuple):
    id: int
    user_id: int
    box_rows: int
    box_columns: int
    digits: str
    doubtful: str
    repaired: str
    by_hand: str
    chat_id: int | None
    topic_id: int | None
    picture: str | None
    album: str | None
    message_id: int | None
    answer_id: int | None
    summary_id: int | None


_COLUMNS: Final = columns(_Line)


async def add(source: Source, draft: Draft, now: int) -> Draft:
    """Store a draft under a new number, and delete the person's oldest ones beyond MOST."""
    async with source.transaction() as transaction:
        draft_id = await transaction.next_id("drafts")
        shape = draft.grid.geometry
        await transaction.all(
            f"insert into drafts ({_COLUMNS}, read_at)"  # noqa: S608 - our own columns
            " values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13,"
            " null, null, $14)",
            draft_id,
            draft.user_id,
            shape.box_rows,
            shape.box_columns,
            str(draft.grid),
            *_cells_of(draft),
            draft.place.chat_id if draft.place else None,
            draft.place.topic_id if draft.place else None,
            draft.picture,
            draft.album.name if draft.album else None,
            draft.album.message_id if draft.album else None,
            now,
        )
        await transaction.all(
            "delete from drafts where user_id = $1 and id not in"
            " (select id from drafts where user_id = $1 order by id desc limit $2)",
            draft.user_id,
            MOST,
        )
    return replace(draft, id=draft_id)


async def get(source: Source, draft_id: int) -> Draft | None:
    """The draft with this number."""
    row = await source.one(
        f"select {_COLUMNS} from drafts where id = $1",  # noqa: S608 - our own columns
        draft_id,
    )
    return _read(row) if row else None


async def change(source: Source, draft: Draft) -> None:
    """Store what has been corrected in a draft."""
    await source.all(
        "update drafts set digits = $2, doubtful = $3, repaired = $4, by_hand = $5 where id = $1",
        draft.id,
        str(draft.grid),
        *_cells_of(draft),
    )


async def picture(source: Source, draft_id: int, name: str) -> None:
    """Store Telegram's name for the picture that shows the photo beside a draft."""
    await source.all("update drafts set picture = $2 where id = $1", draft_id, name)


async def of_album(source: Source, user_id: int, chat_id: int, name: str) -> tuple[Draft, ...]:
    """What was read for a person from an album in a chat, in the order of reading."""
    rows = await source.all(
        f"select {_COLUMNS} from drafts where user_id = $1 and chat_id = $2 and album = $3"  # noqa: S608 - our own columns
        " order by id",
        user_id,
        chat_id,
        name,
    )
    return tuple(map(_read, rows))


async def answered(source: Source, draft_id: int, answer_id: int) -> None:
    """Store which message has answered the picture of a draft."""
    await source.all("update drafts set answer_id = $2 where id = $1", draft_id, answer_id)


async def summed_up(source: Source, draft: Draft, summary_id: int) -> None:
    """Store which message sums up the album of a draft."""
    if draft.place is None or draft.album is None:
        return
    await source.all(
        "update drafts set summary_id = $4 where user_id = $1 and chat_id = $2 and album = $3",
        draft.user_id,
        draft.place.chat_id,
        draft.album.name,
        summary_id,
    )


async def look_at(source: Source, user_id: int, draft_id: int | None, now: int | None) -> None:
    """Store which draft a person has looked at last, and when; None for no draft."""
    await source.all(
        "update users set draft_id = $2, draft_at = $3 where id = $1", user_id, draft_id, now
    )


async def move(source: Source, old: int, new: int) -> None:
    """Give the drafts of a group to the supergroup that it has become."""
    await source.all("update drafts set chat_id = $2 where chat_id = $1", old, new)


def _album(line: _Line) -> InAlbum | None:
    if line.album is None or line.message_id is None:
        return None
    return InAlbum(line.album, line.message_id, line.answer_id, line.summary_id)


def _cells_of(draft: Draft) -> tuple[str, str, str]:
    return _text(draft.doubtful), _text(draft.repaired), _text(sorted(draft.by_hand))


def _text(cells: Iterable[int]) -> str:
    return " ".join(map(str, cells))


def _cells(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split()))


def _read(row: Row) -> Draft:
    line = _Line(*row)
    return Draft(
        line.id,
        line.user_id,
        read_grid(Geometry(line.box_rows, line.box_columns), line.digits),
        _cells(line.doubtful),
        _cells(line.repaired),
        frozenset(_cells(line.by_hand)),
        None if line.chat_id is None else Place(line.chat_id, line.topic_id or 0),
        line.picture,
        _album(line),
    )
