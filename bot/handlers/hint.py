"""/hint: where to look, then why, then what to do, each with one more press."""

from bot.chat import boards
from bot.chat.applause import applaud
from bot.chat.step import likes_pictures, send_hint, tell_more_of_hint
from bot.handlers.routes import command, press
from bot.play import games
from bot.play import hint as hints
from bot.play.hint import Hint
from bot.render.buttons.playing import AskHint, DrawHint, FollowHint, NameMistakes
from bot.render.keyboard import keyboard
from bot.render.words import cell_list, move_list
from bot.store.games import StoredGame
from bot.telegram.context import Context
from engine.logic import Mistake


async def hint(context: Context) -> None:
    await _hint(context, await games.current(context.visit))


async def hint_pressed(context: Context, action: AskHint) -> None:
    await _hint(context, await games.unfinished(context.visit, action.game_id))


async def picture_pressed(context: Context, action: DrawHint) -> None:
    """Sends the hint again as a picture; further stages are told there."""
    await _send(context, await hints.told(context.visit, action.game_id), as_picture=True)


async def do_pressed(context: Context, action: FollowHint) -> None:
    """Does what the hint says, if its last stage has been told."""
    done = await hints.follow(context.visit, action.game_id)
    echo = move_list(context.language, done.stored.game.givens.geometry, done.moves)
    if done.filled_in:
        echo = context.text("hint.filled_in")
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


async def _hint(context: Context, stored: StoredGame) -> None:
    await context.show_typing()
    match await hints.tell_more(context.visit, stored):
        case Mistake() as mistake:
            await _tell_mistake(context, stored, mistake)
        case Hint() as told:
            await _tell(context, told)


async def _tell_mistake(context: Context, stored: StoredGame, mistake: Mistake) -> None:
    key = "hint.wrong" if mistake.cells else "hint.wrong_notes"
    count = len(mistake.cells or mistake.notes)
    which = keyboard([[(context.text("button.which"), NameMistakes(stored.id))]])
    await context.say(context.html(key, count=count), which)


async def _tell(context: Context, told: Hint) -> None:
    """A pressed button edits the message of the hint; a command sends a new one."""
    if context.query is None or not await tell_more_of_hint(context, told):
        await _send(context, told, as_picture=likes_pictures(context))


async def _send(context: Context, told: Hint, *, as_picture: bool) -> None:
    message_id = await send_hint(context, told, as_picture=as_picture)
    if message_id is not None:
        await hints.set_message(context.visit, told, message_id, is_picture=as_picture)


HANDLERS = (command("hint", hint),)
PRESSED = (
    press(AskHint, hint_pressed),
    press(DrawHint, picture_pressed),
    press(FollowHint, do_pressed),
    press(NameMistakes, cells_pressed),
)
