"""The board whose button was pressed: its game, and how it is redrawn in place.

People tap faster than Telegram takes edits. So a press leaves the drawing to the next press of the
same board if that is waiting already, and to the background if Telegram's limits forbid the edit
now. In both cases the view stays marked as stale, and the mark says how urgent the drawing is.

A drawing may fall behind the taps, so a button can be pressed twice, or on a board that shows an
older state. A button whose effect depends on that state carries the version of the game that its
board showed (`pressed_as_drawn`); a press that does not fit is refused, and the board is redrawn.
"""

import logging
from dataclasses import replace

from telegram.error import TelegramError

from bot.chat import boards, outcome
from bot.chat.applause import applaud
from bot.chat.errors import way_out
from bot.play import games
from bot.play.errors import MovedOn, OldBoard, OtherGame, UserError
from bot.render.about import about
from bot.render.buttons.action import InGame
from bot.render.keyboard import actions
from bot.render.keys import Rows
from bot.store import games as stored_games
from bot.store import views
from bot.store.games import StoredGame
from bot.store.views import Staleness
from bot.telegram.context import Context
from bot.telegram.flood import is_transient

log = logging.getLogger(__name__)


async def redraw(
    context: Context,
    stored: StoredGame,
    note: str = "",
    rows: Rows | None = None,
    *,
    as_picture: bool = False,
    is_heard: bool = False,
) -> None:
    """Edits the pressed board in place; a text stays a text unless `as_picture` is set.

    If it `is_heard`, people who listen get no more than the note and how many cells are left.

    A new message instead would miss the presses that are on their way, and in a group one person's
    look would move the board that all play on. `rows` replace the usual buttons; if Telegram does
    not take them soon, the board keeps the usual ones. A solved game gets its applause. In a
    private chat its end is a new message, because only new messages have effects, and the old board
    is deleted once that message is there.
    """
    if not stored.is_open and await outcome.effect(context.visit, stored):
        await boards.show_move(context, stored, note)
        # There is no effect any more once the end is shown; a board that is owed keeps it.
        if not await outcome.effect(context.visit, stored):
            await context.remove(context.pressed_message)
        return
    is_picture = as_picture or _is_picture(context, stored)
    await _redraw(
        context, stored, note, rows, Staleness.REDRAW, is_picture=is_picture, is_heard=is_heard
    )
    if not stored.is_open:
        await applaud(context, stored, context.pressed_message)


async def _redraw(
    context: Context,
    stored: StoredGame,
    note: str,
    rows: Rows | None,
    kind: Staleness,
    *,
    is_picture: bool,
    is_heard: bool = False,
) -> None:
    if context.press_waits:
        await _owe_pressed(context, stored, kind, is_picture=is_picture)
        return
    # Other rows are tried in any case, because the background draws only the usual ones.
    if rows is not None or context.sudoku.may_show(context.chat_id):
        shown_here = replace(stored, message_id=context.pressed_message)
        try:
            await boards.draw(
                context, shown_here, note, rows, is_picture=is_picture, is_heard=is_heard
            )
        except TelegramError as error:
            if not is_transient(error):
                raise
            log.warning("telegram: a board is owed: %s", error)
        else:
            return
    await _owe_pressed(context, stored, kind, is_picture=is_picture)
    context.sudoku.stale_views.set()


async def redraw_at_leisure(context: Context, stored: StoredGame, heard: str = "") -> None:
    """Edits the pressed board to show what was selected, unless a move might have to wait for it.

    Otherwise it is owed as a courtesy, and the next drawing shows it. People who listen get what is
    to be `heard` in place of the board.
    """
    is_picture = _is_picture(context, stored)
    if context.press_waits or context.sudoku.is_at_leisure(context.chat_id):
        await _redraw(
            context,
            stored,
            heard,
            None,
            Staleness.COURTESY,
            is_picture=is_picture,
            is_heard=bool(heard),
        )
        return
    await _owe_pressed(context, stored, Staleness.COURTESY, is_picture=is_picture)
    context.sudoku.stale_views.set()


async def pressed(context: Context, game_id: int) -> StoredGame:
    """The game of the pressed board, which is played here from now on.

    Raises UserError as `games.of_board` does; for an old board it shows the live one first, and so
    it does for a message that is no board of the game.
    """
    try:
        stored = await games.of_board(context.visit, game_id, context.pressed_message)
    except OldBoard as old:
        await boards.show(context, old.game)
        raise
    # Without a message of its own the game would take any message that is pressed for its board.
    if stored.message_id is None and not is_about(context, game_id):
        await boards.show(context, stored)
        raise OldBoard(stored)
    return stored


async def pressed_as_drawn(context: Context, game_id: int, version: int) -> StoredGame:
    """The game of a pressed board, for a press that acts on what the board shows.

    Raises UserError too if the game has moved on since the board was drawn, as after a double tap;
    then the board is redrawn first.
    """
    stored = await pressed(context, game_id)
    if version != stored.version:
        # No alert, which has to be closed by hand: fast thumbs meet this often.
        await context.toast(context.text("board.moved_on"))
        await redraw(context, stored)
        raise MovedOn
    return stored


async def require_button(context: Context) -> None:
    """Raises UserError in a group unless the pressed message has the pressed button.

    Telegram passes on any data for any message of the bot. Alone with it, people can only spoil
    their own messages.
    """
    if context.visit.group is None or context.query is None:
        return
    if context.pressed is None:
        raise UserError("junk.old_button")
    if (context.query.data or "") not in context.pressed_data:
        # No alert, because two honest presses may follow each other faster than the message.
        await context.toast(context.text("junk.changed"))
        raise UserError("junk.changed")


def game_below(context: Context) -> int | None:
    """The only game that the buttons of the pressed message name; None where there is none."""
    found = about(actions(context.pressed_data))
    return found.game_id if isinstance(found, InGame) else None


def is_about(context: Context, game_id: int) -> bool:
    """Whether the pressed message is about a game; if not, the data were forged.

    Where that is unknown, a private chat is trusted, because nobody else is there.
    """
    if context.pressed is None:
        return context.visit.group is None
    return game_below(context) == game_id


async def offer_switch(context: Context, error: OtherGame) -> None:
    """Leaves one button below the pressed board of another game: to switch to that game.

    Does nothing if the pressed message is about something else.
    """
    if is_about(context, error.game_id):
        buttons = way_out(context.board_language, error)
        await context.change_keyboard(context.pressed_message, buttons)


async def catch_up(context: Context) -> None:
    """Draws the pressed board if it is stale and no later press is about to draw it."""
    if context.press_waits or context.newest_at == context.pressed_message:
        return
    game_id = await views.stale_at(context.database, context.place, context.pressed_message)
    if game_id is None:
        return
    stored = await stored_games.get(context.database, game_id, context.place, context.user.id)
    if stored is not None:
        await redraw(context, stored)


async def _owe_pressed(
    context: Context, stored: StoredGame, kind: Staleness, *, is_picture: bool
) -> None:
    """Leaves the pressed board to whoever draws it next; it is the game's view from now on."""
    version = await boards.owe(context, stored.id, kind)
    if (stored.message_id, stored.is_picture) != (context.pressed_message, is_picture):
        await views.shown(
            context.database.unhurried,
            stored.id,
            context.place,
            context.pressed_message,
            # An older version than the owed one, so that the mark stays.
            version - 1,
            is_picture=is_picture,
        )


def _is_picture(context: Context, stored: StoredGame) -> bool:
    """Whether the pressed board is a picture; as stored if Telegram does not say it."""
    return stored.is_picture if context.pressed is None else bool(context.pressed.photo)
