"""People and their settings."""

from dataclasses import fields, replace
from typing import Final

from bot.game.person import NOBODY, User
from bot.store import looks, turns
from bot.store.seam.columns import columns
from bot.store.seam.not_stored import NotStored
from bot.store.seam.reading import OnlyReading
from bot.store.seam.source import Row, Source

_COLUMNS: Final = columns(User)
_OTHERS: Final = _COLUMNS.partition(", ")[2]
"""All but the number, which is the first."""
_READ: Final = _COLUMNS.replace(" board,", f" {looks.CHOSEN},")
"""The same as they are read."""

_SWITCHES: Final = [at for at, one in enumerate(fields(User)) if one.type is bool]
"""Where a row has what is on or off, which SQLite keeps as a number."""

NAMED: Final = {
    "games.started_by": "false",
    "views.asked_by": "false",
    "turns.user_id": "false",
    "packed_players.user_id": "false",
    "submissions.user_id": "false",
    "hints.user_id": "false",
    "checks.user_id": "false",
    "makings.user_id": "false",
    "replies.user_id": "false",
    "subscriptions.user_id": "false",
    "drafts.user_id": "false",
    "players.user_id": "there.game_id = players.game_id",
    "hands.user_id": "there.game_id = hands.game_id",
    "results.user_id": (
        "(there.game_id = results.game_id or there.daily_label = results.daily_label)"
    ),
    "shelf.user_id": "there.puzzle_id = shelf.puzzle_id",
    "lessons.user_id": "there.technique = lessons.technique",
    "pupils.user_id": "true",
    "exercises.user_id": "true",
    "devices.user_id": "there.device = devices.device",
    "shown_solutions.viewer_id": "there.solution = shown_solutions.solution",
}
"""The columns that name people. `move` leaves a row alone where the other person has a row `there`
for which the condition holds, because the two would have the same key."""

SEEN_STEP: Final = 3_600
"""Seconds within which a person who is seen again costs no write."""


async def see(
    source: Source,
    user_id: int,
    now: int,
    client_language: str | None = None,
    *,
    hasty: Source | None = None,
) -> User:
    """The person, stored if new; `seen_at` may be up to SEEN_STEP seconds old.

    A known person is found even while nothing can be stored, and is noted on `hasty`, which need
    not wait for that. A task that may only read finds a new person as well, who is not stored.
    """
    user = await get(source, user_id)
    if user and now - user.seen_at < SEEN_STEP and client_language in (None, user.client_language):
        return user
    try:
        noting = hasty if user and hasty else source
        return await _note(noting, user_id, now, client_language)
    except OnlyReading:
        return user or replace(
            NOBODY, id=user_id, client_language=client_language, created_at=now, seen_at=now
        )
    except NotStored:
        if user is None:
            raise
        return user


async def get(source: Source, user_id: int) -> User | None:
    """The person; None for one who was never seen, or was deleted."""
    row = await source.one(f"select {_READ} from users where id = $1", user_id)  # noqa: S608 - ours
    return _read(row) if row else None


async def set_language(source: Source, user_id: int, language: str | None) -> None:
    """Choose the language, or None to follow the client."""
    await source.all("update users set language = $2 where id = $1", user_id, language)


async def set_letters(source: Source, user_id: int, letters: str) -> None:
    """Choose whether the letter of D5 names the row or the column."""
    await source.all("update users set letters = $2 where id = $1", user_id, letters)


async def set_board(source: Source, user_id: int, board: str) -> None:
    """Choose how boards look."""
    await source.all(
        "update users set board = $2, tall = $3 where id = $1", user_id, *looks.stored(board)
    )


async def suit_tall_phone(source: Source, user_id: int) -> bool:
    """Choose the keys for a tall phone for whoever has chosen no look; whether that was done."""
    rows = await source.all(
        "update users set tall = 1 where id = $1 and tall = 0 and board = $2 returning id",
        user_id,
        NOBODY.board,
    )
    return bool(rows)


async def set_policy(source: Source, user_id: int, policy: str) -> None:
    """Choose which mistakes are shown."""
    await source.all("update users set policy = $2 where id = $1", user_id, policy)


async def set_theme(source: Source, user_id: int, theme: str) -> None:
    """Choose the colours of pictures."""
    await source.all("update users set theme = $2 where id = $1", user_id, theme)


async def set_timer(source: Source, user_id: int, *, shown: bool) -> None:
    """Choose whether the time is shown."""
    await source.all("update users set timer = $2 where id = $1", user_id, int(shown))


async def set_offered_in(source: Source, user_id: int, game_id: int) -> None:
    """Note below the end of which game the reminder in the evening was offered."""
    await source.all("update users set offered_in = $2 where id = $1", user_id, game_id)


async def set_digit_first(source: Source, user_id: int, *, chosen: bool) -> None:
    """Choose whether a digit is pressed before its cells."""
    await source.all("update users set digit_first = $2 where id = $1", user_id, int(chosen))


async def set_zone(source: Source, user: User) -> None:
    """Store the zone of a person, with the one before it and the label from which it counts."""
    await source.all(
        "update users set zone = $2, zone_before = $3, zone_since = $4, zone_at = $5 where id = $1",
        user.id,
        user.zone,
        user.zone_before,
        user.zone_since,
        user.zone_at,
    )


async def settle_zone(source: Source, user_id: int, zone: str) -> None:
    """Keep a zone for somebody who has none; one that was chosen meanwhile stays."""
    await source.all(
        "update users set zone_before = $2 where id = $1 and zone is null and zone_before is null",
        user_id,
        zone,
    )


async def move(source: Source, old: int, new: int) -> None:
    """Give everything of one person to another, who keeps what they have; delete the first.

    Nothing changes where the first was never seen.
    """
    if await get(source, old) is None:
        return
    async with source.transaction() as transaction:
        await transaction.all(
            f"insert into users ({_COLUMNS}, tall) select cast($2 as bigint), {_OTHERS}, tall"  # noqa: S608 - ours
            " from users where id = $1 on conflict (id) do nothing",
            old,
            new,
        )
        await turns.lose_player(transaction, old)
        for named, is_there in NAMED.items():
            table, column = named.split(".")
            await transaction.all(
                f"update {table} set {column} = $2 where {column} = $1 and not exists"  # noqa: S608 - all of it is written above
                f" (select 1 from {table} there where there.{column} = $2 and {is_there})",
                old,
                new,
            )
        # Rows that were left alone go with the row of `users`. These two tables do not refer to it.
        await transaction.all("delete from shown_solutions where viewer_id = $1", old)
        await transaction.all("delete from allowances where user_id = $1", old)
        await transaction.all("delete from users where id = $1", old)


async def _note(source: Source, user_id: int, now: int, client_language: str | None) -> User:
    rows = await source.all(
        "insert into users (id, client_language, created_at, seen_at) values ($1, $2, $3, $3)"  # noqa: S608 - ours
        " on conflict (id) do update set seen_at = excluded.seen_at,"
        " client_language = coalesce(excluded.client_language, users.client_language)"
        f" returning {_READ}",
        user_id,
        client_language,
        now,
    )
    return _read(rows[0])


def _read(row: Row) -> User:
    values = list(row)
    for at in _SWITCHES:
        values[at] = bool(values[at])
    return User(*values)
