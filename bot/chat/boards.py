"""A game's board as a message: sent as a new one, or drawn anew in place of the old one.

Whatever changes a game marks its views as stale in the same transaction (`store.views`). What is
drawn here takes the mark away again. Three things may come between the change and the drawing:

- Another press of the same board waits already. Then that one draws what both did.
- Telegram's limits do not let the edit through now. Then the background draws the board as soon
  as they do, in its newest state, instead of a queue of old states being worked off.
- The process is killed, or Telegram cannot be reached. The mark is on the disk, and the background
  finds it, also that of the next process.

So a press never waits for an edit that the next one would overwrite, and no board stays behind
what is stored.
"""

import asyncio
from dataclasses import dataclass, replace

from markupsafe import Markup
from telegram import InlineKeyboardMarkup

from bot.chat import outcome
from bot.game.person import Policy, User
from bot.render.keyboard import keyboard
from bot.render.pad import Rows, pad
from bot.render.picture import board_picture
from bot.render.preferences import Look, Preferences
from bot.render.view import GameView, board_html, grid_html
from bot.store import games, hints, views
from bot.store.games import GameState, StoredGame
from bot.store.views import Staleness
from bot.telegram.conversation import Conversation


@dataclass(frozen=True, slots=True)
class Face:
    """All of a board's message; with a picture the text is its caption."""

    html: str
    keyboard: InlineKeyboardMarkup
    picture: bytes | None


def preferences_of(user: User) -> Preferences:
    """A person's choices as values."""
    return Preferences(
        Look(user.board), Policy(user.policy), user.theme, user.timer, user.digit_first
    )


def view_of(user: User, stored: StoredGame, look: Look | None = None) -> GameView:
    """A stored game as a person sees it, in another look than their own where one is given."""
    preferences = preferences_of(user)
    return GameView(
        stored.id,
        stored.game,
        stored.puzzle.symmetry,
        stored.daily_label,
        stored.selection,
        replace(preferences, look=look) if look else preferences,
        stored.played,
        stored.puzzle.difficulty,
    )


async def show(context: Conversation, stored: StoredGame, note: str = "") -> None:
    """Sends the board as a new message, which shows the game here from now on."""
    await send(context, stored, await _face(context, stored, note))


async def send(context: Conversation, stored: StoredGame, face: Face) -> None:
    """Sends a board that is drawn already, which shows the game here from now on."""
    await _is_shown(context, stored, await post(context, face), face)


async def post(context: Conversation, face: Face) -> int:
    """Sends a board that does not become the live one; the number of its message."""
    if face.picture is None:
        return await context.say(face.html, face.keyboard)
    return await context.send_picture(face.picture, face.html, face.keyboard, as_reply=True)


async def draw(
    context: Conversation,
    stored: StoredGame,
    note: str = "",
    rows: Rows | None = None,
    *,
    is_picture: bool,
) -> None:
    """Edits the message of a game in place; it stays the text or the picture that it is.

    `rows` are other buttons than the usual ones.
    """
    look = _look_like(Look(context.user.board), is_picture=is_picture)
    await _change(context, stored, await _face(context, stored, note, rows, look))


async def resume(context: Conversation, game_id: int) -> None:
    """Brings a stale view up to date, as after a crash between a change and its board."""
    stored = await games.get(context.database, game_id, context.place, context.user.id)
    view = await views.get(context.database, game_id, context.place)
    if stored is None or view is None or view.stale is None:
        return
    if view.stale is Staleness.REDRAW:
        await draw(context, stored, is_picture=view.is_picture)
        return
    note = context.html("game.resumed" if stored.is_open else "board.over")
    if stored.state is GameState.GIVEN_UP:
        note = solution_html(context, stored)
    await show(context, stored, note)


def solution_html(context: Conversation, stored: StoredGame) -> Markup:
    """The solution of a game that was given up."""
    return Markup("\n").join([grid_html(stored.game.solution), context.html("game.given_up")])


async def owe_live_board(context: Conversation) -> None:
    """Has the background draw the board that is played here, where a message shows it."""
    game_id = await games.current_id(context.database, context.chat_id)
    view = await views.get(context.database, game_id, context.place) if game_id else None
    if game_id is not None and view is not None and view.message_id is not None:
        await owe(context, game_id)
        context.sudoku.stale_views.set()


async def owe(context: Conversation, game_id: int) -> int:
    """Leaves the board of a game to whoever may draw it next; the version that is owed."""
    return await views.mark(
        context.database.unhurried, game_id, context.place, Staleness.REDRAW, context.seconds
    )


async def settle(context: Conversation, stored: StoredGame) -> None:
    """Notes that the place needs no new board: another message has said how the game stands."""
    await views.shown(
        context.database.unhurried,
        stored.id,
        context.place,
        stored.message_id,
        stored.version,
        is_picture=stored.is_picture,
    )


async def face(language: str, view: GameView, note: str, buttons: InlineKeyboardMarkup) -> Face:
    """The message of a board; pictures are drawn beside the event loop."""
    picture = None
    if view.preferences.look is Look.IMAGE:
        picture = await asyncio.to_thread(board_picture, view)
    return Face(board_html(language, view, note), buttons, picture)


async def _face(
    context: Conversation,
    stored: StoredGame,
    note: str,
    rows: Rows | None = None,
    look: Look | None = None,
) -> Face:
    game, view = stored.game, view_of(context.user, stored, look)
    lines = [Markup("{}").format(note)] if note else []
    if game.is_solved:
        lines.append(await outcome.praise(context.visit, stored))
        lines += await _hints_used(context, stored)
    elif not game.blank_count:
        lines.append(context.html("game.full_wrong", count=len(game.wrong_cells())))
    if stored.is_open:
        buttons = keyboard(rows or pad(context.language, view))
    else:
        buttons = await outcome.next_buttons(context.visit, stored, context.link)
    return await face(context.language, view, Markup("\n").join(lines), buttons)


async def _hints_used(context: Conversation, stored: StoredGame) -> list[Markup]:
    """How many hints the game took, as a line where there were any."""
    used = await hints.count(context.database, stored.id)
    return [context.html("hint.used", count=used)] if used else []


async def _change(context: Conversation, stored: StoredGame, face: Face) -> None:
    """Edits the message of a game, which is a text or a picture as `face` is."""
    message_id = stored.message_id or 0
    if face.picture is None:
        await context.change(message_id, face.html, face.keyboard)
    else:
        await context.change_picture(message_id, face.picture, face.html, face.keyboard)
    await _is_shown(context, stored, message_id, face)


async def _is_shown(context: Conversation, stored: StoredGame, message_id: int, face: Face) -> None:
    await views.shown(
        context.database.unhurried,
        stored.id,
        context.place,
        message_id,
        stored.version,
        is_picture=face.picture is not None,
    )


def _look_like(look: Look, *, is_picture: bool) -> Look:
    """The nearest look that a message can be edited to: a text cannot become a picture."""
    if is_picture:
        return Look.IMAGE
    return Look.FULL if look is Look.IMAGE else look
