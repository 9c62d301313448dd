"""What is believed of people, and the games that are still to be read for it."""

from bot.game.place import Place
from bot.store import games
from bot.store.games import StoredGame
from bot.store.seam.source import Source


async def whole(source: Source, user_id: int) -> int | None:
    """The strength of a person in all techniques alike; None where nothing is known of it."""
    row = await source.one("select whole from pupils where user_id = $1", user_id)
    return int(row[0]) if row else None


async def put(source: Source, user_id: int, whole: int) -> None:
    """Store that strength."""
    await source.all(
        "insert into pupils (user_id, whole) values ($1, $2)"
        " on conflict (user_id) do update set whole = excluded.whole",
        user_id,
        whole,
    )


async def want(source: Source, game_id: int) -> None:
    """Note, in the transaction of its end, that the moves of a game are to be read."""
    await source.all(
        "insert into unread_games (game_id) values ($1) on conflict do nothing", game_id
    )


async def next_game(source: Source) -> StoredGame | None:
    """The game that has waited longest to be read."""
    row = await source.one(
        "select id, chat_id from games where id = (select min(game_id) from unread_games)"
    )
    return await games.get(source, row[0], Place(row[1])) if row else None


async def take(source: Source, game_id: int) -> bool:
    """Delete the note that a game is to be read; False where somebody else has read it."""
    row = await source.one("delete from unread_games where game_id = $1 returning game_id", game_id)
    return row is not None
