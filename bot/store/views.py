"""Where games are shown, and which of those views no longer show what is stored.

The problem: a change is stored immediately, but Telegram takes about one message a second in a
chat, and edits count. So a board is often drawn later than the change, sometimes by another
process, and a game that is shown in several places has several boards to draw.

A change of a game marks its views as stale, in the same transaction. A sender draws the newest
state of the game when it may send, and records afterwards which version it has drawn. The mark
holds no text, so one message shows all changes that were made meanwhile.

What holds: a view that does not show what is stored is marked. Each mark has a version, and only a
sender that has drawn the newest version takes the mark away. So a change that is made while the
board is on its way leaves the view stale. So does a process that is killed between sending and
recording: the board is then sent once more, but it is never missing.

If an update made the change, the inbox notes in the same transaction that the update has taken
effect, and on which game. A process that finds such an update after a kill shows the stale view
instead of making the change again.

One statement marks all places of a game: the one where somebody plays, which may be owed a new
message, and every other one, where the board that is there only has to be drawn again.

A selection is no change of the game, and shows only in the place where it was made. It is owed as a
courtesy: drawn after everything else, where there is room for it, or together with the next change.

A page beside the chat shows each change itself. So a view that only a page has made stale may rest:
it is not due before RESTS_SECONDS are over, and then it shows all that was done meanwhile. It is
due at once when the page is closed, the game ends, or something is changed in the chat.

A view may show a hint on its board. A turn takes the hint away, in the statement that marks all
places; a mark that only has the board drawn again keeps it.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from bot.game.place import Place
from bot.store.seam.held import held
from bot.store.seam.source import Row, Source

RESTS_SECONDS: Final = 10
"""How long a view rests that a page has changed. The redrawer looks at least as often, so nobody
has to wake it for one that begins to rest."""


class Staleness(StrEnum):
    """What a view is owed, from most to least."""

    SEND = "send"
    """A new message."""
    REDRAW = "redraw"
    """A drawing in place of the one that it shows."""
    COURTESY = "courtesy"
    """A drawing of what somebody has selected, made only where nothing else is to be sent."""


@dataclass(frozen=True, slots=True)
class ShownHint:
    """What a view shows of a hint: the hint for `state` of the board, as in `hints`, up to `stage`.

    If the reason is told in passages, `passage` is the one that is shown, from 0.
    """

    state: str
    stage: int
    passage: int = 0


@dataclass(frozen=True, slots=True)
class View:
    """The message that shows a game in one place, None where none does yet.

    It is a picture where `is_picture`, and a text otherwise. `stale` is None while the message
    shows what is stored. A stale view without a message is always owed a new one. `version` counts
    the marks that were ever made on the view. A new message that was asked for below a channel's
    post is owed below that comment, `comment_id`.
    """

    message_id: int | None
    stale: Staleness | None
    version: int
    is_picture: bool = False
    comment_id: int | None = None


@dataclass(frozen=True, slots=True)
class StaleView:
    """A view to be brought up to date as `asked_by` would see it; `version` is for `shown`.

    It has not shown what is stored since `marked_at`. One that `has_rested` shows what was done on
    a page, where people have seen it already.
    """

    game_id: int
    place: Place
    kind: Staleness
    version: int
    message_id: int | None
    marked_at: int
    asked_by: int | None = None
    has_rested: bool = False


@dataclass(frozen=True, slots=True)
class Mark:
    """The version of a new mark; `elsewhere` says whether other places were marked as well."""

    version: int
    elsewhere: bool


# The first row is the view in this place, the others are the views in other places that have a
# message. A view that is owed more keeps that: `send` above `redraw` above `courtesy`. Without the
# casts PostgreSQL takes the instant for a text, because no column of the union shows its type.
_MARK: Final = (
    "insert into views (game_id, chat_id, topic_id, stale, version, marked_at, asked_by)"
    " select $1, $2, $3, $4, 1, cast($5 as bigint), (select id from users where id = $6)"
    " union all select game_id, chat_id, topic_id, 'redraw', 1, cast($5 as bigint), asked_by"
    " from views where game_id = $1 and message_id is not null and $4 <> 'courtesy'"
    " and (chat_id <> $2 or topic_id <> $3)"
    " on conflict (game_id, chat_id, topic_id) do update set"
    " stale = case when views.stale = 'send' then 'send' when excluded.stale = 'courtesy'"
    " then coalesce(views.stale, 'courtesy') else excluded.stale end,"
    " version = views.version + 1, marked_at = coalesce(views.marked_at, excluded.marked_at),"
    " not_before = null, asked_by = coalesce(excluded.asked_by, views.asked_by),"
    " hint = case when cast($7 as integer) = 1 then views.hint end,"
    " hint_stage = case when cast($7 as integer) = 1 then views.hint_stage end,"
    " hint_passage = case when cast($7 as integer) = 1 then views.hint_passage end"
    " returning chat_id, topic_id, version"
)


async def get(source: Source, game_id: int, place: Place) -> View | None:
    """The view of a game in a place; None where the game was never shown there."""
    row = await source.one(
        "select message_id, stale, version, is_picture, comment_id from views"
        " where game_id = $1 and chat_id = $2 and topic_id = $3",
        game_id,
        place.chat_id,
        place.topic_id,
    )
    if row is None:
        return None
    message_id, stale, version, is_picture, comment_id = row
    kind = _kind(stale, message_id) if stale else None
    return View(message_id, kind, version, bool(is_picture), comment_id)


async def stale_at(source: Source, place: Place, message_id: int) -> int | None:
    """The game whose newest changes a message does not show; None for every other message."""
    row = await source.one(
        "select game_id from views where chat_id = $1 and topic_id = $2 and message_id = $3"
        " and stale <> 'courtesy'",
        place.chat_id,
        place.topic_id,
        message_id,
    )
    return row[0] if row else None


async def game_at(source: Source, place: Place, message_id: int) -> int | None:
    """The game that a message shows; None for every message that is not the newest of its game."""
    row = await source.one(
        "select game_id from views where chat_id = $1 and topic_id = $2 and message_id = $3",
        place.chat_id,
        place.topic_id,
        message_id,
    )
    return row[0] if row else None


async def stale(
    source: Source, limit: int, holder: int | None = None, *, now: int | None = None
) -> tuple[StaleView, ...]:
    """Stale views, with a `holder` only those in its chats, and without those that rest at `now`.

    The oldest come first, those that have rested after them, courtesies last.
    """
    rows = await source.all(
        "select game_id, chat_id, topic_id, stale, version, message_id, marked_at, asked_by,"  # noqa: S608
        f" not_before from views where stale is not null and {held(2)}"
        " and (not_before is null or not_before <= coalesce(cast($3 as bigint), not_before))"
        " order by case when stale = 'courtesy' then 2 when not_before is not null then 1 else 0"
        " end, marked_at, game_id, chat_id, topic_id limit $1",
        limit,
        holder,
        now,
    )
    return tuple(_read(row) for row in rows)


async def next_rested(source: Source, now: int, holder: int | None = None) -> int | None:
    """When the next resting view is due, with a `holder` in its chats; None if none rests."""
    row = await source.one(
        "select min(not_before) from views"  # noqa: S608
        f" where stale is not null and not_before > $1 and {held(2)}",
        now,
        holder,
    )
    return row[0] if row else None


async def mark(
    source: Source,
    game_id: int,
    place: Place,
    kind: Staleness,
    now: int,
    *,
    asked_by: int | None = None,
    keeps_hint: bool = False,
) -> Mark:
    """Mark the view of a game in a place as stale, to be drawn for the person `asked_by`.

    A view that is owed more already keeps that. Unless `kind` is a courtesy, the views in other
    places are marked to be redrawn. Hints are removed from all of them unless `keeps_hint`. The
    game must be stored.
    """
    here = (game_id, place.chat_id, place.topic_id)
    rows = await source.all(_MARK, *here, kind, now, asked_by, int(keeps_hint))
    versions = {Place(chat_id, topic_id): int(version) for chat_id, topic_id, version in rows}
    return Mark(versions[place], len(versions) > 1)


async def rest(source: Source, game_id: int, now: int, *, over: bool = False) -> None:
    """Mark all views of a game that a page has changed; places without a view get none.

    They are to be redrawn in RESTS_SECONDS, those that are owed already as soon as before. If the
    game is `over` they are owed at once, and a private chat gets a new message, which has effects.
    Hints are removed from all of them.
    """
    await source.all(
        "update views set stale = case when stale = 'send' or message_id is null"
        " or ($4 = 1 and chat_id > 0) then 'send' else 'redraw' end,"
        " not_before = case when $4 = 1 then null when stale is null or stale = 'courtesy'"
        " then cast($3 as bigint) else not_before end,"
        " version = version + 1, marked_at = coalesce(marked_at, cast($2 as bigint)),"
        " hint = null, hint_stage = null, hint_passage = null"
        " where game_id = $1 and (message_id is not null or stale is not null)",
        game_id,
        now,
        now + RESTS_SECONDS,
        int(over),
    )


async def end_rest(source: Source, game_id: int) -> None:
    """Have the resting views of a game drawn at once, as its page was closed."""
    await source.all(
        "update views set not_before = null where game_id = $1 and not_before is not null", game_id
    )


async def show_hint(
    source: Source,
    game_id: int,
    place: Place,
    hint: ShownHint | None,
    *,
    kind: Staleness,
    now: int,
    asked_by: int,
    as_picture: bool = False,
) -> int:
    """Have the view of a game in a place show a hint, or none; returns the version of its mark.

    The view is stale until it is drawn, and with `as_picture` its message becomes a picture. Other
    places are left alone.
    """
    rows = await source.all(
        "insert into views (game_id, chat_id, topic_id, stale, version, marked_at, asked_by,"
        " is_picture, hint, hint_stage, hint_passage)"
        " values ($1, $2, $3, $4, 1, $5, $6, $7, $8, $9, $10)"
        " on conflict (game_id, chat_id, topic_id) do update set"
        " stale = case when views.stale = 'send' then 'send' else excluded.stale end,"
        " version = views.version + 1, not_before = null,"
        " marked_at = coalesce(views.marked_at, excluded.marked_at),"
        " asked_by = excluded.asked_by, hint = excluded.hint, hint_stage = excluded.hint_stage,"
        " hint_passage = excluded.hint_passage,"
        " is_picture = case when excluded.is_picture = 1 then 1 else views.is_picture end"
        " returning version",
        game_id,
        place.chat_id,
        place.topic_id,
        kind,
        now,
        asked_by,
        int(as_picture),
        hint.state if hint else None,
        hint.stage if hint else None,
        hint.passage if hint else None,
    )
    return int(rows[0][0])


async def shown(
    source: Source,
    game_id: int,
    place: Place,
    message_id: int | None,
    version: int,
    *,
    is_picture: bool = False,
) -> bool:
    """Note that a message shows a version; False if a later mark has left the view stale.

    A place in which the game was never shown is added. Without a message the place shows nothing
    and is owed nothing. Nothing changes if another message shows a later version already, as when
    a move was typed while a daily was on its way.
    """
    # A view that is up to date at a later version is left alone: this message was overtaken.
    rows = await source.all(
        "insert into views (game_id, chat_id, topic_id, message_id, version, is_picture)"
        " values ($1, $2, $3, $4, $5, $6)"
        " on conflict (game_id, chat_id, topic_id) do update set"
        " message_id = excluded.message_id, is_picture = excluded.is_picture,"
        " stale = case when views.version = excluded.version then null else views.stale end,"
        " not_before = case when views.version = excluded.version then null"
        " else views.not_before end,"
        " comment_id = case when views.version = excluded.version then null"
        " else views.comment_id end,"
        " marked_at = case when views.version = excluded.version then null else views.marked_at end"
        " where views.stale is not null or views.version <= excluded.version returning stale",
        game_id,
        place.chat_id,
        place.topic_id,
        message_id,
        version,
        int(is_picture),
    )
    return not rows or rows[0][0] is None


async def owe_below(source: Source, game_id: int, place: Place, comment_id: int | None) -> None:
    """Note below which comment the view of a game in a place is owed a new message, if any."""
    await source.all(
        "update views set comment_id = $4 where game_id = $1 and chat_id = $2 and topic_id = $3",
        game_id,
        place.chat_id,
        place.topic_id,
        comment_id,
    )


async def turn(source: Source, game_id: int, place: Place, box: int) -> None:
    """Store which box the buttons of a group's view show, for all of its people."""
    await source.all(
        "update views set box = $4 where game_id = $1 and chat_id = $2 and topic_id = $3",
        game_id,
        place.chat_id,
        place.topic_id,
        box,
    )


async def move(source: Source, old: int, new: int) -> None:
    """Give the views of a group to the supergroup that it has become, without their messages.

    To be called when the group's games have moved; views of games that stayed behind are dropped.
    """
    # Only a new message stays owed: without the old message there is nothing to redraw.
    async with source.transaction() as transaction:
        await transaction.all(
            "insert into views (game_id, chat_id, topic_id, stale, version, marked_at, box)"
            " select v.game_id, $2, v.topic_id, case when v.stale = 'send' then 'send' end,"
            " v.version, case when v.stale = 'send' then v.marked_at end, v.box"
            " from views v join games g on g.id = v.game_id"
            " where v.chat_id = $1 and g.chat_id <> $1"
            " on conflict (game_id, chat_id, topic_id) do nothing",
            old,
            new,
        )
        await transaction.all("delete from views where chat_id = $1", old)


def _read(row: Row) -> StaleView:
    game_id, chat_id, topic_id, stale, version, message_id, marked_at, asked_by, not_before = row
    place, kind = Place(chat_id, topic_id), _kind(stale, message_id)
    has_rested = not_before is not None
    return StaleView(game_id, place, kind, version, message_id, marked_at, asked_by, has_rested)


def _kind(stale: str, message_id: int | None) -> Staleness:
    # Without a message there is nothing to redraw, whatever the mark says.
    return Staleness.SEND if message_id is None else Staleness(stale)
