"""/board, and the two pages of buttons below a board."""

from bot import table
from bot.context import Context
from bot.render.keyboard import more_keyboard
from bot.routes import command, press


async def board(context: Context) -> None:
    await table.show(context, await table.current(context))


async def board_pressed(context: Context) -> None:
    await table.redraw(context, await table.pressed(context))


async def more_pressed(context: Context) -> None:
    seat = await table.pressed(context)
    page = more_keyboard(context.language, seat.row.id, seat.play.done)
    await table.redraw(context, seat, keyboard=page)


HANDLERS = (
    command("board", board),
    press("board", board_pressed),
    press("more", more_pressed),
)
