"""/check: how many digits are wrong, which ones on request, and the way back."""

from markupsafe import escape

from bot.chat import boards, meaning
from bot.chat.pressed import pressed
from bot.handlers.routes import command, press
from bot.play import check as checking
from bot.play import games
from bot.play.rewind import back_to_right
from bot.render.buttons.playing import BackToRight, Check, NameWrongCells
from bot.render.keyboard import keyboard
from bot.render.words import cell_list
from bot.store.games import StoredGame
from bot.telegram.context import Context


async def check(context: Context) -> None:
    stored = await meaning.game(context)
    await _tell(context, stored, await checking.asked(context.visit, stored))


async def check_pressed(context: Context, action: Check) -> None:
    stored = await pressed(context, action.game_id)
    found = await checking.asked(context.visit, stored)
    if found.wrong:
        await _tell(context, stored, found)
    else:
        await context.toast(_verdict(context, found))


async def which_pressed(context: Context, action: NameWrongCells) -> None:
    stored = await games.unfinished(context.visit, action.game_id)
    found = await checking.asked(context.visit, stored)
    if not found.wrong:
        await context.toast(_verdict(context, found))
        return
    cells = cell_list(context.language, stored.game.givens.geometry, found.wrong)
    await context.say(context.html("submit.which", count=len(found.wrong), cells=cells))


async def right_pressed(context: Context, action: BackToRight) -> None:
    """Takes the game back to its last state without a mistake; /undo undoes that."""
    stored = await games.unfinished(context.visit, action.game_id)
    after, count = await back_to_right(context.visit, stored)
    if count:
        await boards.show(context, after, context.note("check.back", count=count))
    else:
        await context.toast(_verdict(context, checking.check(stored.game)))


async def _tell(context: Context, stored: StoredGame, found: checking.Check) -> None:
    which = None
    if found.wrong:
        which = keyboard(
            [
                [(context.text("button.which"), NameWrongCells(stored.id))],
                [(context.text("button.right"), BackToRight(stored.id))],
            ]
        )
    await context.say(escape(_verdict(context, found)), which)


def _verdict(context: Context, found: checking.Check) -> str:
    if found.wrong:
        return context.text("check.wrong", count=len(found.wrong))
    return context.text("check.fine" if found.placed else "check.empty", count=found.placed)


HANDLERS = (command("check", check),)
PRESSED = (
    press(Check, check_pressed),
    press(NameWrongCells, which_pressed),
    press(BackToRight, right_pressed),
)
