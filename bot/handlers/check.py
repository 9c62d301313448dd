"""/check: is everything right so far? How many are wrong, which only if one wants it, and back."""

from markupsafe import escape

from bot.chat import table
from bot.game.mistakes import back_to_right
from bot.handlers.routes import command, press
from bot.render.buttons.playing import BackToRight, Check, NameWrongCells
from bot.render.keyboard import keyboard
from bot.render.words import cell_list
from bot.telegram.context import Context
from bot.telegram.replies import say, toast


async def check(context: Context) -> None:
    await _tell(context, await table.current(context))


async def check_pressed(context: Context, action: Check) -> None:
    seat = await table.pressed(context, action.game_id)
    if seat.play.wrong_cells():
        await _tell(context, seat)
    else:
        await toast(context, _verdict(context, seat))


async def which_pressed(context: Context, action: NameWrongCells) -> None:
    seat = await table.opened(context, action.game_id)
    wrong = seat.play.wrong_cells()
    if not wrong:
        await toast(context, _verdict(context, seat))
        return
    cells = cell_list(context.language, seat.play.givens.geometry, wrong)
    await say(context, context.html("submit.which", count=len(wrong), cells=cells))


async def right_pressed(context: Context, action: BackToRight) -> None:
    """All at once back to where nothing was wrong yet; /undo brings back what that took."""
    seat = await table.opened(context, action.game_id)
    turn = back_to_right(seat.play, context.user.id)
    if not turn.moves:
        await toast(context, _verdict(context, seat))
        return
    after = await table.take(context, seat, turn)
    await table.show(context, after, context.html("check.back", count=len(after.play.last_cells)))


async def _tell(context: Context, seat: table.Table) -> None:
    which = None
    if seat.play.wrong_cells():
        which = keyboard(
            [
                [(context.text("button.which"), NameWrongCells(seat.row.id))],
                [(context.text("button.right"), BackToRight(seat.row.id))],
            ]
        )
    await say(context, escape(_verdict(context, seat)), which)


def _verdict(context: Context, seat: table.Table) -> str:
    play = seat.play
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
