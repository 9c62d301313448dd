"""What people hold while they press the buttons of a game."""

from bot.game.selection import Selection
from bot.store.database import Source


async def get(source: Source, game_id: int, user_id: int) -> Selection:
    """A person's hand in a game; empty where they have pressed nothing yet."""
    row = await source.one(
        "select box, cell, digit, pencil from hands where game_id = $1 and user_id = $2",
        game_id,
        user_id,
    )
    if row is None:
        return Selection()
    box, cell, digit, pencil = row
    return Selection(box, cell, digit, bool(pencil))


async def put(source: Source, game_id: int, user_id: int, hand: Selection) -> None:
    """Remember a hand. The person must have been seen."""
    await source.all(
        "insert into hands (game_id, user_id, box, cell, digit, pencil)"
        " values ($1, $2, $3, $4, $5, $6) on conflict (game_id, user_id) do update set"
        " box = excluded.box, cell = excluded.cell, digit = excluded.digit,"
        " pencil = excluded.pencil",
        game_id,
        user_id,
        hand.box,
        hand.cell,
        hand.digit,
        int(hand.pencil),
    )
