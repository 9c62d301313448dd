"""/undo and /redo, and their buttons."""

from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Final

from bot.chat import boards, meaning
from bot.chat.pressed import pressed_as_drawn, redraw
from bot.game.move import Move
from bot.handlers.routes import command, press
from bot.play import turns
from bot.play.visit import Visit
from bot.render.board_words import move_list
from bot.render.buttons.playing import Redo, Undo
from bot.store.games import StoredGame
from bot.store.views import Staleness
from bot.telegram.context import Context

Change = Callable[[Visit, StoredGame, Staleness], Awaitable[tuple[StoredGame, Sequence[Move]]]]
"""`turns.undo` or `turns.redo`."""


MOST_FIGURES: Final = 3
"""Figures of the greatest number of turns that are taken back at once."""


async def undo(context: Context) -> None:
    """Takes back the last turn, or as many as the words say."""
    said = context.rest.strip()
    count = int(said) if said.isdecimal() and len(said) <= MOST_FIGURES else 1
    await _send(context, partial(turns.undo, count=count), "game.undone")


async def undo_pressed(context: Context, action: Undo) -> None:
    await _redraw(context, action, turns.undo, "game.undone")


async def redo(context: Context) -> None:
    await _send(context, turns.redo, "game.redone")


async def redo_pressed(context: Context, action: Redo) -> None:
    await _redraw(context, action, turns.redo, "game.redone")


async def _send(context: Context, change: Change, key: str) -> None:
    """Undoes or redoes a turn of the game that is meant, and shows its board."""
    stored = await meaning.game(context)
    after, moves = await change(context.visit, stored, Staleness.SEND)
    await boards.show_move(context, after, _note(context, after, key, moves))


async def _redraw(context: Context, action: Undo | Redo, change: Change, key: str) -> None:
    """Undoes or redoes a turn of the pressed board, and redraws it in place."""
    stored = await pressed_as_drawn(context, action.game_id, action.version)
    after, moves = await change(context.visit, stored, Staleness.REDRAW)
    await redraw(context, after, _note(context, after, key, moves), is_heard=True)


def _note(context: Context, stored: StoredGame, key: str, moves: Sequence[Move]) -> str:
    """The note below the board, which names the moves of the turn."""
    words = move_list(context.board_language, stored.game.givens.geometry, moves)
    return context.note(key, moves=words)


HANDLERS = (command("undo", undo), command("redo", redo))
PRESSED = (press(Undo, undo_pressed), press(Redo, redo_pressed))
