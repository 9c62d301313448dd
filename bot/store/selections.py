"""What people have selected with the buttons of a game: a box, a cell, a digit, the pencil."""

from bot.game.selection import Selection
from bot.store.source import Source


async def get(source: Source, game_id: int, user_id: int) -> Selection:
    """What a person has selected in a game; nothing where they have pressed no button yet."""
    row = await source.one(
        "select box, cell, digit, pencil from hands where game_id = $1 and user_id = $2",
        game_id,
        user_id,
    )
    if row is None:
        return Selection()
    box, cell, digit, pencil = row
    return Selection(box, cell, digit, bool(pencil))


async def put(source: Source, game_id: int, user_id: int, selection: Selection) -> None:
    """Remember what a person has selected. The person must have been seen."""
    await source.all(
        "insert into hands (game_id, user_id, box, cell, digit, pencil)"
        " values ($1, $2, $3, $4, $5, $6) on conflict (game_id, user_id) do update set"
        " box = excluded.box, cell = excluded.cell, digit = excluded.digit,"
        " pencil = excluded.pencil",
        game_id,
        user_id,
        selection.box,
        selection.cell,
        selection.digit,
        int(selection.pencil),
    )
