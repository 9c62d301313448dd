"""The players of a group's games, each with a seat, which gives the letter, and a name."""

from typing import Final

from bot.game.player import Player
from bot.store.seam.source import Source

NAMES_AT_ONCE: Final = 1_000
"""Names that one statement looks at."""

LARGEST: Final = 2**63 - 1
"""The largest number that a column holds."""


async def sit(
    source: Source, game_id: int, user_id: int, name: str | None, *, is_known: bool = True
) -> None:
    """Note that a person plays in a game, on their seat or on a new one behind all others.

    The seat takes the name that the person has at the moment; if that is not known, a seat keeps
    the name that it has. The person must have been seen.
    """
    change = "update set name = excluded.name" if is_known else "nothing"
    await source.all(
        "insert into players (game_id, user_id, seat, name)"  # noqa: S608 - all of it is written here
        " select cast($1 as integer), cast($2 as bigint), coalesce(max(seat) + 1, 0),"
        " cast($3 as text) from players where game_id = $1"
        f" on conflict (game_id, user_id) do {change}",
        game_id,
        user_id,
        name,
    )


async def of_game(source: Source, game_id: int) -> tuple[Player, ...]:
    """The people of a game by their seats; the seats of deleted people are left out."""
    rows = await source.all(
        "select user_id, seat, name from players where game_id = $1 order by seat", game_id
    )
    return tuple(Player(*row) for row in rows)


async def have_played(source: Source, chat_id: int, user_id: int) -> bool:
    """Whether a person has had a seat in a game of a group."""
    row = await source.one(
        "select 1 from players p join games g on g.id = p.game_id"
        " where p.user_id = $1 and g.chat_id = $2 limit 1",
        user_id,
        chat_id,
    )
    return row is not None


async def forget_names(source: Source, over: int, quiet: int, after: int = 0) -> int:
    """Forget the names in games that ended before `over`, or that nobody played since `quiet`.

    It looks at about NAMES_AT_ONCE of them, in games with a number beyond `after`. Returns the
    number to go on after, or 0, to begin again, where none is left.
    """
    row = await source.one(
        "select game_id from players where name is not null and game_id > $1"
        " order by game_id limit 1 offset $2",
        after,
        NAMES_AT_ONCE,
    )
    last: int = row[0] if row else 0
    await source.all(
        "update players set name = null where name is not null and game_id > $3"
        " and game_id <= $4 and exists"
        " (select 1 from games g where g.id = players.game_id and (g.finished_at < $1"
        " or (g.finished_at is null and coalesce(g.acted_at, g.started_at) < $2)))",
        over,
        quiet,
        after,
        last or LARGEST,
    )
    return last


async def mark_boards(source: Source, user_id: int, now: int) -> None:
    """Mark the boards that show the name of a person as stale."""
    await source.all(
        "update views set stale = coalesce(stale, 'redraw'), version = version + 1,"
        " marked_at = coalesce(marked_at, $2) where message_id is not null and game_id in"
        " (select game_id from players where user_id = $1 and name is not null)",
        user_id,
        now,
    )
