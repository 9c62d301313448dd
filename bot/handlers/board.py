"""/board, also with another look, and the two pages of buttons below a board."""

from bot import messages
from bot.chat import boards
from bot.chat.pressed import pressed, redraw
from bot.handlers.routes import command, press
from bot.play import games, settings
from bot.play.errors import UserError
from bot.play.hint import put_away
from bot.render.buttons.playing import ShowBoard, ShowMore
from bot.render.pad import more_pad
from bot.store.views import Staleness
from bot.telegram.context import Context


async def board(context: Context) -> None:
    if context.words:
        await _choose_look(context, " ".join(context.words).lower())
    stored = await games.current(context.visit)
    await boards.show(context, await put_away(context.visit, stored, Staleness.SEND))


async def board_pressed(context: Context, action: ShowBoard) -> None:
    """Turns to the first page of buttons, and puts a hint away."""
    stored = await pressed(context, action.game_id)
    await redraw(context, await put_away(context.visit, stored, Staleness.REDRAW))


async def more_pressed(context: Context, action: ShowMore) -> None:
    stored = await pressed(context, action.game_id)
    rows = more_pad(context.language, boards.view_of(context.user, stored))
    await redraw(context, stored, rows=rows)


async def _choose_look(context: Context, typed: str) -> None:
    look = messages.vocabulary("look").get(typed)
    if look is None:
        choices = messages.listed(context.language, messages.examples(context.language, "look"))
        raise UserError("looks.unknown", word=typed[:30], choices=choices)
    context.is_now(await settings.choose_look(context.visit, look))


HANDLERS = (command("board", board),)
PRESSED = (press(ShowBoard, board_pressed), press(ShowMore, more_pressed))
