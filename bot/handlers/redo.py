"""/redo and ↪: the turn that was taken back last is made again."""

from bot.chat import boards
from bot.handlers.pressed_board import pressed_as_drawn
from bot.handlers.routes import command, press
from bot.handlers.undo import note_of
from bot.play import games, turns
from bot.render.buttons.playing import Redo
from bot.store.views import Staleness
from bot.telegram.context import Context


async def redo(context: Context) -> None:
    stored = await games.current(context.visit)
    after, moves = await turns.redo(context.visit, stored, Staleness.SEND)
    await boards.show(context, after, note_of(context, after, "game.redone", moves))


async def redo_pressed(context: Context, action: Redo) -> None:
    stored = await pressed_as_drawn(context, action.game_id, action.done)
    after, moves = await turns.redo(context.visit, stored, Staleness.REDRAW)
    await boards.redraw(context, after, note_of(context, after, "game.redone", moves))


HANDLERS = (command("redo", redo),)
PRESSED = (press(Redo, redo_pressed),)
