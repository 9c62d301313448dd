"""/games: lists the unfinished games of a chat, switches between them and gives them up."""

from typing import Final

from markupsafe import Markup

from bot import messages
from bot.chat import boards
from bot.game.days import day_of
from bot.handlers.routes import command, press
from bot.play import games as playing
from bot.play import shelf
from bot.play.finish import give_up_all
from bot.render.buttons.action import Button
from bot.render.buttons.personal import CarryOut, OpenShelf
from bot.render.buttons.playing import GiveUp, ListGames, SwitchGame
from bot.render.keyboard import drop_all_button, keyboard
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
    drop = [_drop(context)] if context.is_private and len(unfinished) > 1 else []
    await context.say(title, keyboard([*buttons, drop, await _shelf(context)]))


async def drop_games(context: Context) -> None:
    """Offers to give up one unfinished game or all of them; after a yes, all of them end.

    Only alone with the bot, as the games of a group are of all who play them.
    """
    if not context.is_private:
        await games(context)
        return
    unfinished = await playing.unfinished_here(context.visit)
    match context.words:
        case ["yes", newest] if newest.isdecimal():
            # What was begun after the question is not meant.
            meant = [stored for stored in unfinished if stored.id <= int(newest)]
            await give_up_all(context.visit, meant)
            await context.say(context.html("games.dropped", count=len(meant)))
        case ["all"] if unfinished:
            yes = CarryOut(context.user.id, "drop_games", f"yes {unfinished[0].id}")
            rows: list[list[Button]] = [
                [(context.text("button.no_giveup"), ListGames())],
                [(context.text("button.yes_drop"), yes)],
            ]
            question = context.html("games.drop_all", count=len(unfinished))
            await context.say(question, keyboard(rows))
        case _ if unfinished:
            buttons: list[list[Button]] = [
                [(f"✖ {_line(context, stored)}", GiveUp(stored.id))]
                for stored in unfinished[:MOST_LISTED]
            ]
            all_of_them = drop_all_button(context.user.id, context.language, len(unfinished))
            await context.say(context.html("games.drop"), keyboard([*buttons, [all_of_them]]))
        case _:
            await games(context)


def _drop(context: Context) -> Button:
    return context.text("want.drop_games"), CarryOut(context.user.id, "drop_games")


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
WISHES = (command("drop_games", drop_games),)
"""What only a button asks for, as if it were a command."""

PRESSED = (press(ListGames, games_pressed, may_overtake=True), press(SwitchGame, switch_pressed))
