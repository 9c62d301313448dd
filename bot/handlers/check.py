"""/check: is everything right so far? How many are wrong, which only if one wants it, and back."""

from markupsafe import escape

from bot.chat import boards
from bot.game.mistakes import back_to_right
from bot.handlers.pressed_board import pressed
from bot.handlers.routes import command, press
from bot.play import games, turns
from bot.render.buttons.playing import BackToRight, Check, NameWrongCells
from bot.render.keyboard import keyboard
from bot.render.words import cell_list
from bot.store.games import StoredGame
from bot.telegram.context import Context


async def check(context: Context) -> None:
    await _tell(context, await games.current(context.visit))


async def check_pressed(context: Context, action: Check) -> None:
    stored = await pressed(context, action.game_id)
    if stored.game.wrong_cells():
        await _tell(context, stored)
    else:
        await context.toast(_verdict(context, stored))


async def which_pressed(context: Context, action: NameWrongCells) -> None:
    stored = await games.unfinished(context.visit, action.game_id)
    wrong = stored.game.wrong_cells()
    if not wrong:
        await context.toast(_verdict(context, stored))
        return
    cells = cell_list(context.language, stored.game.givens.geometry, wrong)
    await context.say(context.html("submit.which", count=len(wrong), cells=cells))


async def right_pressed(context: Context, action: BackToRight) -> None:
    """All at once back to where nothing was wrong yet; /undo brings back what that took."""
    stored = await games.unfinished(context.visit, action.game_id)
    turn = back_to_right(stored.game, context.user.id)
    if not turn.moves:
        await context.toast(_verdict(context, stored))
        return
    after = await turns.make_turn(context.visit, stored, turn)
    await boards.show(context, after, context.html("check.back", count=len(after.game.last_cells)))


async def _tell(context: Context, stored: StoredGame) -> None:
    which = None
    if stored.game.wrong_cells():
        which = keyboard(
            [
                [(context.text("button.which"), NameWrongCells(stored.id))],
                [(context.text("button.right"), BackToRight(stored.id))],
            ]
        )
    await context.say(escape(_verdict(context, stored)), which)


def _verdict(context: Context, stored: StoredGame) -> str:
    play = stored.game
    wrong, placed = len(play.wrong_cells()), play.values.clue_count - play.givens.clue_count
    if wrong:
        return context.text("check.wrong", count=wrong)
    return context.text("check.fine" if placed else "check.empty", count=placed)


HANDLERS = (command("check", check),)
PRESSED = (
    press(Check, check_pressed),
    press(NameWrongCells, which_pressed),
    press(BackToRight, right_pressed),
)
