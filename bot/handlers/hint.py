"""/hint: where to look, then why, then what to do: three presses of the same button."""

from bot.chat import boards
from bot.chat import hint as hint_message
from bot.chat.hint import Hint
from bot.chat.step import likes_pictures
from bot.game.hint import fills_in_notes, state_key, turn_of
from bot.handlers.routes import command, press
from bot.play import games, turns
from bot.play.errors import UserError
from bot.play.questions import next_step
from bot.render.buttons.playing import AskHint, DrawHint, FollowHint, NameMistakes
from bot.render.hint import Stage
from bot.render.keyboard import keyboard
from bot.render.words import cell_list, move_list
from bot.store import hints
from bot.store.games import StoredGame
from bot.store.hints import HintRow
from bot.telegram.context import Context
from engine.logic import Mistake
from engine.techniques.step import Step


async def hint(context: Context) -> None:
    await _hint(context, await games.current(context.visit))


async def hint_pressed(context: Context, action: AskHint) -> None:
    await _hint(context, await games.unfinished(context.visit, action.game_id))


async def picture_pressed(context: Context, action: DrawHint) -> None:
    """The hint once more, as a picture; it goes on there."""
    told = await _told(context, action.game_id)
    message_id = await hint_message.send(context, told, as_picture=True)
    await hints.set_message(context.database, *_key(told.stored), message_id, is_picture=True)


async def do_pressed(context: Context, action: FollowHint) -> None:
    """Does what the hint says, once it has said it."""
    told = await _told(context, action.game_id)
    if told.stage is not Stage.MOVE:
        raise UserError("hint.old")
    stored, turn = told.stored, turn_of(told.stored.game, told.step, context.user.id)
    echo = move_list(context.language, stored.game.givens.geometry, turn.moves)
    if fills_in_notes(stored.game, told.step):
        echo = context.text("hint.filled_in")
    after = await turns.make_turn(context.visit, stored, turn)
    await context.remove_keyboard(context.pressed_message)
    await boards.show(context, after, echo)


async def cells_pressed(context: Context, action: NameMistakes) -> None:
    """The cells that are wrong, or whose notes lack their digit."""
    stored = await games.unfinished(context.visit, action.game_id)
    found = await next_step(context.visit, stored.game)
    if not isinstance(found, Mistake):
        raise UserError("hint.right_again")
    cells = found.cells or found.notes
    named = cell_list(context.language, stored.game.givens.geometry, cells)
    await context.say(context.html("submit.which", count=len(cells), cells=named))


async def _hint(context: Context, stored: StoredGame) -> None:
    await context.show_typing()
    match await next_step(context.visit, stored.game):
        case Mistake() as mistake:
            await _tell_mistake(context, stored, mistake)
        case Step() as step:
            await _tell(context, stored, step)


async def _tell_mistake(context: Context, stored: StoredGame, mistake: Mistake) -> None:
    key = "hint.wrong" if mistake.cells else "hint.wrong_notes"
    count = len(mistake.cells or mistake.notes)
    which = keyboard([[(context.text("button.which"), NameMistakes(stored.id))]])
    await context.say(context.html(key, count=count), which)


async def _tell(context: Context, stored: StoredGame, step: Step) -> None:
    """A pressed button goes on in the message of the hint, a command in a new one."""
    row = await _advanced(context, stored)
    told = Hint(stored, step, Stage(row.stage))
    goes_on = context.query is not None and row.message_id is not None
    if goes_on and await hint_message.tell_more(
        context, told, row.message_id or 0, as_picture=row.is_picture
    ):
        return
    as_picture = likes_pictures(context)
    message_id = await hint_message.send(context, told, as_picture=as_picture)
    await hints.set_message(context.database, *_key(stored), message_id, is_picture=as_picture)


async def _advanced(context: Context, stored: StoredGame) -> HintRow:
    """One stage more, once for each press, whatever happens in between."""
    async with context.database.transaction() as transaction:
        known = await hints.get(transaction, *_key(stored)) if context.visit.is_repeated else None
        if known is not None:
            return known
        await context.visit.takes_effect(transaction)
        return await hints.advance(transaction, *_key(stored))


async def _told(context: Context, game_id: int) -> Hint:
    """The hint for the game as it stands; UserError where there is none, as after a move."""
    stored = await games.unfinished(context.visit, game_id)
    row = await hints.get(context.database, *_key(stored))
    if row is None:
        raise UserError("hint.old")
    step = await next_step(context.visit, stored.game)
    if not isinstance(step, Step):
        raise UserError("hint.old")
    return Hint(stored, step, Stage(row.stage))


def _key(stored: StoredGame) -> tuple[int, str]:
    return stored.id, state_key(stored.game)


HANDLERS = (command("hint", hint),)
PRESSED = (
    press(AskHint, hint_pressed),
    press(DrawHint, picture_pressed),
    press(FollowHint, do_pressed),
    press(NameMistakes, cells_pressed),
)
