"""Finds the game of a pressed board; an old board is answered with the live one."""

from bot.chat import boards
from bot.play import games
from bot.play.errors import MovedOn, OldBoard
from bot.store.games import StoredGame
from bot.telegram.context import Context


async def pressed(context: Context, game_id: int) -> StoredGame:
    """The game of the pressed board, which is played here from now on.

    Raises UserError as `games.of_board` does. The live board is sent before OldBoard is raised.
    """
    try:
        return await games.of_board(context.visit, game_id, context.pressed_message)
    except OldBoard as old:
        await boards.show(context, old.game)
        raise


async def pressed_as_drawn(context: Context, game_id: int, done: int) -> StoredGame:
    """The game of a pressed board, for a press that acts on what the board shows.

    Raises UserError as `pressed` does. Where the game has moved on since the board was drawn, as on
    a double tap, the board is drawn anew and MovedOn is raised.
    """
    stored = await pressed(context, game_id)
    if done != stored.game.done:
        # A toast and no alert: fast thumbs meet it often, and an alert must be closed by hand.
        await context.toast(context.text("board.moved_on"))
        await boards.redraw(context, stored)
        raise MovedOn
    return stored
