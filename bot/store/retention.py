"""Games that ended long ago, of which the operator wants no more kept than their results need.

A game that somebody solved has a result, and the streak, the counts and the times that people are
told come from there: from the result itself, from the game's puzzle, and from the number of its
hints and checks. So its row stays with those, and with its seats, by which a page knows who plays
in a group. Its turns go, its answers, and where it was shown. It is loaded as solved. A game
without a result goes as a whole, and with it a puzzle that somebody brought and nobody uses.

What is due is found by an index of exactly the games that have ended and are not forgotten, the
oldest end first. Each is forgotten in one transaction, so a process that is killed leaves it whole
or forgotten. Its version rises, as with each change: whoever has read its row and not yet its turns
reads both again.
"""

from typing import Final, NamedTuple

from bot.store import puzzles
from bot.store.seam.source import Source, Store

GOES: Final = ("views", "turns", "packed_players", "hands", "submissions", "unread_games")
"""The tables whose rows go. Views come first, as where a person is deleted: of two who take rows in
another order, each may wait for the other."""


class Due(NamedTuple):
    """A game, and when it ended."""

    game_id: int
    finished_at: int


async def next_game(source: Source, before: int) -> Due | None:
    """The game that ended first of those that ended before an instant and are not forgotten."""
    row = await source.one(
        "select id, finished_at from games"
        " where state <> 'open' and forgotten = 0 and finished_at < $1"
        " order by finished_at limit 1",
        before,
    )
    return Due(*row) if row else None


async def forget(store: Store, game_id: int) -> None:
    """Delete all of an ended game but what its results need; nothing changes for an open game."""
    async with store.transaction() as transaction:
        row = await transaction.one(
            "update games set forgotten = 1, packed = '', done = 0, version = version + 1"
            " where id = $1 and state <> 'open' and forgotten = 0 returning puzzle_id",
            game_id,
        )
        if row is None:
            return
        if await _has_result(transaction, game_id):
            for table in GOES:
                await transaction.all(f"delete from {table} where game_id = $1", game_id)  # noqa: S608 - ours
            return
        await transaction.all("delete from games where id = $1", game_id)
        await puzzles.drop_unused(transaction, row)


async def _has_result(source: Source, game_id: int) -> bool:
    return await source.one("select 1 from results where game_id = $1 limit 1", game_id) is not None
