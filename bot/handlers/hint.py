"""/hint: where to look, then why, then what to do, each with one more press."""

from bot.chat import boards
from bot.chat.applause import applaud
from bot.chat.step import send_new_hint, tell_hint
from bot.handlers.routes import command, press
from bot.play import games
from bot.play import hint as hints
from bot.render.buttons.playing import AskHint, DrawHint, FollowHint, NameMistakes
from bot.render.words import cell_list, move_list
from bot.telegram.context import Context


async def hint(context: Context) -> None:
    await tell_hint(context, await games.current(context.visit))


async def hint_pressed(context: Context, action: AskHint) -> None:
    context.speak_to_all()
    await tell_hint(context, await games.unfinished(context.visit, action.game_id))


async def picture_pressed(context: Context, action: DrawHint) -> None:
    """Sends the hint again as a picture; further stages are told there."""
    context.speak_to_all()
    await send_new_hint(context, await hints.told(context.visit, action.game_id), as_picture=True)


async def do_pressed(context: Context, action: FollowHint) -> None:
    """Does what the hint says, if its last stage has been told."""
    done = await hints.follow(context.visit, action.game_id)
    echo = move_list(context.board_language, done.stored.game.givens.geometry, done.moves)
    if done.filled_in:
        echo = context.note("hint.filled_in")
    await context.remove_keyboard(context.pressed_message)
    await boards.show(context, done.stored, echo)
    await applaud(context, done.stored, context.pressed_message)


async def cells_pressed(context: Context, action: NameMistakes) -> None:
    """Names the cells that are wrong, or whose notes lack the right digit."""
    stored = await games.unfinished(context.visit, action.game_id)
    found = await hints.mistake_in(context.visit, stored)
    cells = found.cells or found.notes
    named = cell_list(context.language, stored.game.givens.geometry, cells)
    await context.say(context.html("submit.which", count=len(cells), cells=named))


HANDLERS = (command("hint", hint),)
PRESSED = (
    press(AskHint, hint_pressed),
    press(DrawHint, picture_pressed),
    press(FollowHint, do_pressed),
    press(NameMistakes, cells_pressed),
)
