"""/games: lists the unfinished games of a chat and switches between them."""

from typing import Final

from markupsafe import Markup

from bot import messages
from bot.chat import boards
from bot.game.days import day_of
from bot.handlers.routes import command, press
from bot.play import games as playing
from bot.play import shelf
from bot.render.buttons.action import Button
from bot.render.buttons.personal import OpenShelf
from bot.render.buttons.playing import ListGames, SwitchGame
from bot.render.keyboard import keyboard
from bot.store.games import StoredGame
from bot.telegram.context import Context

MOST_LISTED: Final = 10


async def games(context: Context) -> None:
    unfinished = await playing.unfinished_here(context.visit)
    if not unfinished:
        await context.say(context.html("games.none"), keyboard([await _shelf(context)]))
        return
    buttons: list[list[Button]] = [
        [(_line(context, stored), SwitchGame(stored.id))] for stored in unfinished[:MOST_LISTED]
    ]
    title, older = context.html("games.title"), len(unfinished) - MOST_LISTED
    if older > 0:
        title = Markup("\n").join([title, context.html("games.older", count=older)])
    await context.say(title, keyboard([*buttons, await _shelf(context)]))


async def games_pressed(context: Context, _: ListGames) -> None:
    await games(context)


async def switch_pressed(context: Context, action: SwitchGame) -> None:
    stored = await playing.switch(context.visit, action.game_id)
    await boards.show(context, stored, context.note("game.resumed"))


async def _shelf(context: Context) -> list[Button]:
    """The button to the person's shelf, if anything is on it."""
    if not await shelf.count(context.visit):
        return []
    return [(context.text("button.shelf"), OpenShelf(context.user.id))]


def _line(context: Context, stored: StoredGame) -> str:
    game = stored.game
    size, to_fill = game.givens.geometry.size, len(game.givens.blanks())
    what = f"{size}×{size}"
    if stored.daily_label:
        what = context.text("games.daily", label=day_of(stored.daily_label))
    what = " · ".join(
        [what, *messages.difficulty_parts(context.language, stored.puzzle.difficulty)]
    )
    filled = 100 * (to_fill - game.blank_count) // max(to_fill, 1)
    return context.text("games.line", game=stored.id, what=what, filled=filled)


HANDLERS = (command("games", games, may_overtake=True),)
PRESSED = (press(ListGames, games_pressed, may_overtake=True), press(SwitchGame, switch_pressed))
