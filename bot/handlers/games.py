"""/games: the unfinished games of a chat, and switching among them."""

from typing import Final

from markupsafe import Markup

from bot.chat import table
from bot.handlers.routes import command, press
from bot.render.buttons.personal import OpenShelf
from bot.render.buttons.playing import ListGames, SwitchGame
from bot.render.keyboard import Button, keyboard
from bot.store import games as store
from bot.store import shelf
from bot.telegram.context import Context
from bot.telegram.replies import say

MOST_LISTED: Final = 10


async def games(context: Context) -> None:
    rows = await store.open_games(context.database, context.chat_id)
    if not rows:
        await say(context, context.html("games.none"), keyboard([await _shelf(context)]))
        return
    seats = [table.Table.of(row) for row in rows[:MOST_LISTED]]
    buttons: list[list[Button]] = [
        [(_line(context, seat), SwitchGame(seat.row.id))] for seat in seats
    ]
    title, older = context.html("games.title"), len(rows) - MOST_LISTED
    if older > 0:
        title = Markup("\n").join([title, context.html("games.older", count=older)])
    await say(context, title, keyboard([*buttons, await _shelf(context)]))


async def games_pressed(context: Context, _: ListGames) -> None:
    await games(context)


async def switch_pressed(context: Context, action: SwitchGame) -> None:
    seat = await table.opened(context, action.game_id)
    await store.switch(context.database, context.chat_id, seat.row.id)
    await table.show(context, seat, context.html("game.resumed"))


async def _shelf(context: Context) -> list[Button]:
    """The way to the puzzles that the person brought, where there are any."""
    if not await shelf.count(context.database, context.user.id):
        return []
    return [(context.text("button.shelf"), OpenShelf(context.user.id))]


def _line(context: Context, seat: table.Table) -> str:
    play = seat.play
    size = play.givens.geometry.size
    to_fill = size * size - play.givens.clue_count
    what = f"{size}×{size}"
    if seat.row.daily_label:
        what = context.text("games.daily", label=seat.row.daily_label)
    filled = 100 * (to_fill - play.blank_count) // max(to_fill, 1)
    return context.text("games.line", game=seat.row.id, what=what, filled=filled)


HANDLERS = (command("games", games),)
PRESSED = (press(ListGames, games_pressed), press(SwitchGame, switch_pressed))
