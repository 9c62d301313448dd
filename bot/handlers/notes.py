"""/notes: pencil marks filled in at once, rubbed out, and seen by row, column or box."""

from collections.abc import Callable

from markupsafe import Markup
from telegram import InlineKeyboardMarkup

from bot import messages
from bot.chat import table
from bot.chat.errors import UserError
from bot.game.game import Game
from bot.game.move import Turn
from bot.game.notes import filled_in, parse_unit, rubbed_out
from bot.handlers.routes import command, press
from bot.render.buttons.action import AsDrawn
from bot.render.buttons.playing import ClearNotes, FillNotes, SeeNotes, TurnNotes
from bot.render.keyboard import keyboard
from bot.render.notes import notes_view
from bot.render.preferences import Look
from bot.render.speech import spoken_notes
from bot.render.view import speech_words
from bot.telegram.context import Context
from bot.telegram.replies import change, say, toast

Making = Callable[[Game, int], Turn]


async def notes(context: Context) -> None:
    seat = await table.current(context)
    if not context.rest:
        await _take(context, seat, filled_in)
    elif context.rest.strip().lower() in messages.vocabulary("rub"):
        await _take(context, seat, rubbed_out)
    else:
        geometry = seat.play.givens.geometry
        unit = parse_unit(context.rest, geometry, messages.vocabulary("unit"))
        if unit is None:
            raise UserError("notes.usage")
        await _say_unit(context, seat, unit)


async def fill_pressed(context: Context, action: FillNotes) -> None:
    await _take_pressed(context, action, filled_in)


async def rub_pressed(context: Context, action: ClearNotes) -> None:
    await _take_pressed(context, action, rubbed_out)


async def see_pressed(context: Context, action: SeeNotes) -> None:
    """From the board a new message."""
    seat = await table.pressed(context, action.game_id)
    _check(seat, action.unit)
    await _say_unit(context, seat, action.unit)


async def unit_pressed(context: Context, action: TurnNotes) -> None:
    """That message is turned to another unit."""
    seat = await table.opened(context, action.game_id)
    _check(seat, action.unit)
    words = _unit(context, seat, action.unit)
    await change(context, context.pressed_message, words, _ways(seat, action.unit))


def _check(seat: table.Table, unit: int) -> None:
    if unit >= len(seat.play.givens.geometry.units):
        raise UserError("junk.old_button")


async def _take(context: Context, seat: table.Table, make: Making) -> None:
    turn = make(seat.play, context.user.id)
    if turn.moves:
        await table.show(context, await table.take(context, seat, turn), _done(context, turn))
    else:
        await table.show(context, seat, context.html("board.nothing"))


async def _take_pressed(context: Context, action: AsDrawn, make: Making) -> None:
    seat = await table.pressed_as_drawn(context, action.game_id, action.done)
    turn = make(seat.play, context.user.id)
    if turn.moves:
        seat = await table.take(context, seat, turn)
    await toast(context, _done(context, turn) if turn.moves else context.text("board.nothing"))
    await table.redraw(context, seat)


def _done(context: Context, turn: Turn) -> str:
    key = "notes.filled" if any(move.value for move in turn.moves) else "notes.rubbed"
    return context.text(key, count=len(turn.moves))


async def _say_unit(context: Context, seat: table.Table, unit: int) -> None:
    await say(context, _unit(context, seat, unit), _ways(seat, unit))


def _unit(context: Context, seat: table.Table, unit: int) -> Markup:
    play = seat.play
    geometry = play.givens.geometry
    kind, number = geometry.unit_kind(unit), geometry.unit_number(unit)
    title = context.html(f"unit.{kind}", number=number)
    if context.user.board != Look.SPEAK:
        return title + Markup("\n<pre>{}</pre>").format(notes_view(play, unit))
    cells = geometry.units[unit]
    masks = [mask if cell in cells else 0 for cell, mask in enumerate(play.notes)]
    spoken = spoken_notes(play.values, masks, speech_words(context.language))
    return title + Markup("\n{}").format(spoken or context.text("notes.none"))


def _ways(seat: table.Table, unit: int) -> InlineKeyboardMarkup:
    size, game = seat.play.givens.geometry.size, seat.row.id
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
