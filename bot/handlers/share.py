"""/share: the puzzle of a game as a line to copy and as a link that opens it here."""

from bot.chat import links, table
from bot.handlers.routes import command, press
from bot.render.keyboard import keyboard
from bot.telegram.context import Context
from bot.telegram.replies import say


async def share(context: Context) -> None:
    await _share(context, await table.current(context))


async def share_pressed(context: Context) -> None:
    await _share(context, await table.numbered(context, context.number))


async def _share(context: Context, seat: table.Table) -> None:
    givens = seat.play.givens
    link = links.address(context, links.payload_of_game(context, seat.row))
    text = context.text("share.invitation", size=givens.geometry.size)
    words = context.html("share.text", line=str(givens), link=link)
    buttons = [links.share_button(context.text("button.send"), text, link)]
    buttons += links.copy_buttons(context, str(givens))
    await say(context, words, keyboard([buttons, [(context.text("button.print"), _print(seat))]]))


def _print(seat: table.Table) -> str:
    return f"print:{seat.row.id}"


HANDLERS = (command("share", share), press("share", share_pressed))
