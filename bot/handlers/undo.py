"""/undo and ↩: the last turn is taken back."""

from bot.chat import table
from bot.handlers.routes import command, press
from bot.render.words import move_list
from bot.telegram.context import Context


async def undo(context: Context) -> None:
    await table.show(context, *await _step(context, await table.current(context)))


async def undo_pressed(context: Context) -> None:
    await table.redraw(context, *await _step(context, await table.pressed_as_drawn(context)))


async def _step(context: Context, seat: table.Table) -> tuple[table.Table, str]:
    play = seat.play.undone()
    moves = seat.play.turns[play.done].moves
    after = await table.step(context, seat, play, moves[-1].cell)
    words = move_list(context.language, seat.play.givens.geometry, moves)
    return after, context.html("game.undone", moves=words)


HANDLERS = (command("undo", undo), press("undo", undo_pressed))
