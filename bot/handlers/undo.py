"""/undo and ↩: the last turn is taken back."""

from bot.chat import table
from bot.game.game import Game
from bot.handlers.routes import command, press
from bot.render.buttons.playing import Undo
from bot.render.words import move_list
from bot.telegram.context import Context


async def undo(context: Context) -> None:
    seat = await table.current(context)
    await table.show(context, *await go_to(context, seat, seat.play.undone(), "game.undone"))


async def undo_pressed(context: Context, action: Undo) -> None:
    seat = await table.pressed_as_drawn(context, action.game_id, action.done)
    await table.redraw(context, *await go_to(context, seat, seat.play.undone(), "game.undone"))


async def go_to(
    context: Context, seat: table.Table, play: Game, key: str
) -> tuple[table.Table, str]:
    """Brings a game one turn back or forth; a note with the moves of that turn."""
    moves = seat.play.turns[min(seat.play.done, play.done)].moves
    after = await table.step(context, seat, play, moves[-1].cell)
    words = move_list(context.language, seat.play.givens.geometry, moves)
    return after, context.html(key, moves=words)


HANDLERS = (command("undo", undo),)
PRESSED = (press(Undo, undo_pressed),)
