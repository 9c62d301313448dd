"""/notes: pencil marks filled in at once, rubbed out, and seen by row, column or box."""

from collections.abc import Callable

from markupsafe import Markup
from telegram import InlineKeyboardMarkup

from bot import messages
from bot.chat import boards
from bot.game.game import Game
from bot.game.move import Turn
from bot.game.notes import filled_in, parse_unit, rubbed_out
from bot.handlers.pressed_board import pressed, pressed_as_drawn
from bot.handlers.routes import command, press
from bot.play import games, turns
from bot.play.errors import UserError
from bot.render.buttons.action import AsDrawn
from bot.render.buttons.playing import ClearNotes, FillNotes, SeeNotes, TurnNotes
from bot.render.keyboard import keyboard
from bot.render.notes import notes_view
from bot.render.preferences import Look
from bot.render.speech import spoken_notes
from bot.render.view import speech_words
from bot.store.games import StoredGame
from bot.store.views import Staleness
from bot.telegram.context import Context

Making = Callable[[Game, int], Turn]


async def notes(context: Context) -> None:
    stored = await games.current(context.visit)
    if not context.rest:
        await _take(context, stored, filled_in)
    elif context.rest.strip().lower() in messages.vocabulary("rub"):
        await _take(context, stored, rubbed_out)
    else:
        geometry = stored.game.givens.geometry
        unit = parse_unit(context.rest, geometry, messages.vocabulary("unit"))
        if unit is None:
            raise UserError("notes.usage")
        await _say_unit(context, stored, unit)


async def fill_pressed(context: Context, action: FillNotes) -> None:
    await _take_pressed(context, action, filled_in)


async def rub_pressed(context: Context, action: ClearNotes) -> None:
    await _take_pressed(context, action, rubbed_out)


async def see_pressed(context: Context, action: SeeNotes) -> None:
    """From the board a new message."""
    stored = await pressed(context, action.game_id)
    _check(stored, action.unit)
    await _say_unit(context, stored, action.unit)


async def unit_pressed(context: Context, action: TurnNotes) -> None:
    """That message is turned to another unit."""
    stored = await games.unfinished(context.visit, action.game_id)
    _check(stored, action.unit)
    words = _unit(context, stored, action.unit)
    await context.change(context.pressed_message, words, _ways(stored, action.unit))


def _check(stored: StoredGame, unit: int) -> None:
    if unit >= len(stored.game.givens.geometry.units):
        raise UserError("junk.old_button")


async def _take(context: Context, stored: StoredGame, make: Making) -> None:
    turn = make(stored.game, context.user.id)
    if turn.moves:
        await boards.show(
            context, await turns.make_turn(context.visit, stored, turn), _done(context, turn)
        )
    else:
        await boards.show(context, stored, context.html("board.nothing"))


async def _take_pressed(context: Context, action: AsDrawn, make: Making) -> None:
    stored = await pressed_as_drawn(context, action.game_id, action.done)
    turn = make(stored.game, context.user.id)
    if turn.moves:
        stored = await turns.make_turn(context.visit, stored, turn, owes=Staleness.REDRAW)
    await context.toast(_done(context, turn) if turn.moves else context.text("board.nothing"))
    await boards.redraw(context, stored)


def _done(context: Context, turn: Turn) -> str:
    key = "notes.filled" if any(move.value for move in turn.moves) else "notes.rubbed"
    return context.text(key, count=len(turn.moves))


async def _say_unit(context: Context, stored: StoredGame, unit: int) -> None:
    await context.say(_unit(context, stored, unit), _ways(stored, unit))


def _unit(context: Context, stored: StoredGame, unit: int) -> Markup:
    play = stored.game
    geometry = play.givens.geometry
    kind, number = geometry.unit_kind(unit), geometry.unit_number(unit)
    title = context.html(f"unit.{kind}", number=number)
    if context.user.board != Look.SPEAK:
        return title + Markup("\n<pre>{}</pre>").format(notes_view(play, unit))
    cells = geometry.units[unit]
    masks = [mask if cell in cells else 0 for cell, mask in enumerate(play.notes)]
    spoken = spoken_notes(play.values, masks, speech_words(context.language))
    return title + Markup("\n{}").format(spoken or context.text("notes.none"))


def _ways(stored: StoredGame, unit: int) -> InlineKeyboardMarkup:
    size, game = stored.game.givens.geometry.size, stored.id
    first = unit - unit % size
    before, after = first + (unit - 1) % size, first + (unit + 1) % size
    return keyboard([[("◀", TurnNotes(game, before)), ("▶", TurnNotes(game, after))]])


HANDLERS = (command("notes", notes),)
PRESSED = (
    press(FillNotes, fill_pressed),
    press(ClearNotes, rub_pressed),
    press(SeeNotes, see_pressed),
    press(TurnNotes, unit_pressed),
)
