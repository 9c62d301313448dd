"""/undo and /redo, and their buttons: the last turn is taken back, and put back."""

from collections.abc import Sequence

from bot.chat import boards
from bot.chat.pressed import pressed_as_drawn, redraw
from bot.game.move import Move
from bot.handlers.routes import command, press
from bot.play import games, turns
from bot.render.buttons.playing import Redo, Undo
from bot.render.words import move_list
from bot.store.games import StoredGame
from bot.store.views import Staleness
from bot.telegram.context import Context


async def undo(context: Context) -> None:
    stored = await games.current(context.visit)
    after, moves = await turns.undo(context.visit, stored, Staleness.SEND)
    await boards.show(context, after, _note(context, after, "game.undone", moves))


async def undo_pressed(context: Context, action: Undo) -> None:
    stored = await pressed_as_drawn(context, action.game_id, action.done)
    after, moves = await turns.undo(context.visit, stored, Staleness.REDRAW)
    await redraw(context, after, _note(context, after, "game.undone", moves))


async def redo(context: Context) -> None:
    stored = await games.current(context.visit)
    after, moves = await turns.redo(context.visit, stored, Staleness.SEND)
    await boards.show(context, after, _note(context, after, "game.redone", moves))


async def redo_pressed(context: Context, action: Redo) -> None:
    stored = await pressed_as_drawn(context, action.game_id, action.done)
    after, moves = await turns.redo(context.visit, stored, Staleness.REDRAW)
    await redraw(context, after, _note(context, after, "game.redone", moves))


def _note(context: Context, stored: StoredGame, key: str, moves: Sequence[Move]) -> str:
    """What is said below the board of a turn that was taken back, or made again."""
    words = move_list(context.language, stored.game.givens.geometry, moves)
    return context.html(key, moves=words)


HANDLERS = (command("undo", undo), command("redo", redo))
PRESSED = (press(Undo, undo_pressed), press(Redo, redo_pressed))
