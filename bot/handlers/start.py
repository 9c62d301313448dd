"""/start: the greeting of a new person, and the links that open a puzzle."""

from bot.chat.opening import open_link
from bot.chat.welcome import first_board, greet
from bot.handlers.routes import command, press
from bot.play import subscribe
from bot.play.statistics import is_newcomer
from bot.render.buttons.puzzles import StartFirstBoard
from bot.telegram.context import Context


async def start(context: Context) -> None:
    """Opens a link or greets; renews the daily of somebody who had blocked the bot."""
    await subscribe.resume(context.visit)
    if not await open_link(context, context.rest):
        await greet(context, is_first=await is_newcomer(context.visit))


async def first_pressed(context: Context, _: StartFirstBoard) -> None:
    await first_board(context)


HANDLERS = (command("start", start),)
PRESSED = (press(StartFirstBoard, first_pressed),)
