"""/redo and its button: the turn that was taken back comes again."""

from bot.chat import table
from bot.handlers.routes import command, press
from bot.handlers.undo import go_to
from bot.render.buttons.playing import Redo
from bot.telegram.context import Context


async def redo(context: Context) -> None:
    seat = await table.current(context)
    await table.show(context, *await go_to(context, seat, seat.play.redone(), "game.redone"))


async def redo_pressed(context: Context, action: Redo) -> None:
    seat = await table.pressed_as_drawn(context, action.game_id, action.done)
    await table.redraw(context, *await go_to(context, seat, seat.play.redone(), "game.redone"))


HANDLERS = (command("redo", redo),)
PRESSED = (press(Redo, redo_pressed),)
