"""The turns of games that have ended, packed into the rows of the games one game after the other.

What waits is found by an index of exactly those games, which an earlier version of the program
fills as well. A game is packed in one transaction: its rows go, and one text comes. So a process
that is killed leaves each game as rows or as a text, never as both or as neither. Before the rows
are deleted the text is unpacked and compared with them. Whatever would not come back the same, and
what is too long to be packed in a moment, stays as it is; then the text is empty.

**Several replicas.** One leads and packs, but two may believe so for a moment. The second one waits
for the row of the game, and then finds it packed. The turns of an ended game still change where
somebody is deleted or moved: who made them. So the players are stored first, which waits for
whoever deletes one of them, and the rows that are deleted are compared with those that were packed.

A replica of an earlier version would take a packed game for one without turns. So nothing is packed
while there is one that does not say which schema it knows, or an older one than READ_SINCE. None
can come later: a program refuses a schema that it does not know.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from bot.store.packed import PackedTurn, pack, unpack
from bot.store.seam.not_stored import Undone
from bot.store.seam.source import Row, Source, Store
from bot.store.turns import read_moves

READ_SINCE: Final = 29
"""The first schema whose programs read packed games."""

MOST_TURNS: Final = 1_000
MOST_CHARACTERS: Final = 50_000
"""Turns of a game, and characters of their moves, beyond which it stays as it is."""


async def next_game(store: Store) -> int | None:
    """The first game that has ended and is still to be packed; None while nothing may be."""
    row = await store.one(
        "select id from games where state <> 'open' and packed is null and not exists"
        " (select 1 from replicas where coalesce(schema, 0) < $1) order by id limit 1",
        # Whoever works alone may have rows of replicas that served before the database was moved.
        READ_SINCE if store.is_shared else 0,
    )
    return row[0] if row else None


async def waiting(store: Source, after: int, limit: int) -> list[int]:
    """The first ended games above a number that are not packed yet; perhaps none may be now."""
    rows = await store.all(
        "select id from games where state <> 'open' and packed is null and id > $1"
        " order by id limit $2",
        after,
        limit,
    )
    return [game_id for (game_id,) in rows]


async def pack_game(store: Store, game_id: int) -> None:
    """Pack the turns of an ended game; nothing changes where it is packed already, or open.

    Raises Undone, with nothing changed, where one of its players was deleted or moved meanwhile.
    """
    async with store.transaction() as transaction:
        taken = await transaction.one(
            "update games set packed = '' where id = $1 and packed is null and state <> 'open'"
            " returning id",
            game_id,
        )
        if taken and await _is_short(transaction, game_id):
            await _pack(transaction, game_id)


async def _is_short(source: Source, game_id: int) -> bool:
    rows = await source.all(
        "select length(moves) from turns where game_id = $1 limit $2", game_id, MOST_TURNS + 1
    )
    return len(rows) <= MOST_TURNS and sum(length for (length,) in rows) <= MOST_CHARACTERS


async def _pack(source: Source, game_id: int) -> None:
    rows = await source.all(
        "select number, user_id, made_at, moves from turns where game_id = $1 order by number",
        game_id,
    )
    people = dict.fromkeys(user for _, user, *_ in rows if user is not None)
    numbers = {user: number for number, user in enumerate(people, start=1)}
    text = _packed(rows, numbers)
    if text is None:
        return
    for user, number in numbers.items():
        await source.all(
            "insert into packed_players (game_id, number, user_id)"
            " select $1, $2, id from users where id = $3",
            game_id,
            number,
            user,
        )
    deleted = await source.all(
        "delete from turns where game_id = $1 returning number, user_id, made_at, moves", game_id
    )
    if sorted(deleted) != sorted(rows):
        raise Undone("the turns of a game were changed while it was packed")
    await source.all("update games set packed = $2 where id = $1", game_id, text)


def _packed(rows: Sequence[Row], numbers: Mapping[int | None, int]) -> str | None:
    """The turns of these rows as a text; None if the rows could not be made from it again."""
    try:
        turns = [
            PackedTurn(numbers.get(user, 0), made_at, read_moves(moves))
            for _, user, made_at, moves in rows
        ]
        text = pack(turns)
        same = unpack(text) == tuple(turns)
    except (ValueError, TypeError):
        return None
    in_order = [number for number, *_ in rows] == list(range(len(rows)))
    return text if same and in_order else None
