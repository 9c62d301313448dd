"""/redo and its button: the turn that was taken back comes again."""

from bot.chat import table
from bot.handlers.routes import command, press
from bot.render.words import move_list
from bot.telegram.context import Context


async def redo(context: Context) -> None:
    await table.show(context, *await _step(context, await table.current(context)))


async def redo_pressed(context: Context) -> None:
    await table.redraw(context, *await _step(context, await table.pressed_as_drawn(context)))


async def _step(context: Context, seat: table.Table) -> tuple[table.Table, str]:
    play = seat.play.redone()
    moves = seat.play.turns[seat.play.done].moves
    after = await table.step(context, seat, play, moves[-1].cell)
    words = move_list(context.language, seat.play.givens.geometry, moves)
    return after, context.html("game.redone", moves=words)


HANDLERS = (command("redo", redo), press("redo", redo_pressed))
