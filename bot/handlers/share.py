"""/share: the puzzle of a game as a line to copy, and as a link that opens it in the bot.

Once the game is solved, the card with its result comes along.
"""

from markupsafe import Markup

from bot.chat import links, meaning, sharing
from bot.handlers.routes import command, press
from bot.play import games
from bot.play.errors import UserError
from bot.render.buttons.playing import PrintGame, ShareGame
from bot.render.keyboard import keyboard
from bot.store.games import StoredGame
from bot.telegram.context import Context


async def share(context: Context) -> None:
    stored = await meaning.any_game(context)
    if stored is None:
        raise UserError("game.none")
    await _share(context, stored)


async def share_pressed(context: Context, action: ShareGame) -> None:
    await _share(context, await games.numbered(context.visit, action.game_id))


async def _share(context: Context, stored: StoredGame) -> None:
    givens = stored.game.givens
    what = await sharing.shared(context.visit, stored, context.link)
    words = context.html("share.text", line=str(givens), link=what.link)
    if what.is_told:
        words = Markup("{}\n\n{}").format(what.text, words)
    buttons = [links.share_button(context.text("button.send"), what.text, what.link)]
    buttons += links.copy_buttons(context.text("button.copy"), str(givens))
    on_paper = (context.text("button.print"), PrintGame(stored.id))
    await context.say(words, keyboard([buttons, [on_paper]]))


HANDLERS = (command("share", share, may_overtake=True),)
PRESSED = (press(ShareGame, share_pressed),)
