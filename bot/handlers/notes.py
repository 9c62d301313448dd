"""/notes: the notes of a board filled in or rubbed out, and shown by row, column or box."""

from collections.abc import Awaitable, Callable, Sequence

from markupsafe import Markup

from bot import messages
from bot.chat import boards, meaning
from bot.chat.pressed import pressed, pressed_as_drawn, redraw
from bot.game.keyboard import Keyboard
from bot.game.move import Move
from bot.game.notes import parse_unit
from bot.handlers.routes import command, press
from bot.play import games
from bot.play.errors import UserError
from bot.play.notes import fill_in, rub_out
from bot.play.visit import Visit
from bot.render.buttons.action import AsDrawn
from bot.render.buttons.playing import ClearNotes, FillNotes, SeeNotes, TurnNotes
from bot.render.keyboard import keyboard
from bot.render.notes import notes_view
from bot.render.preferences import Look
from bot.render.speech import speech_words, spoken_notes
from bot.store.games import StoredGame
from bot.store.views import Staleness
from bot.telegram.context import Context

Change = Callable[[Visit, StoredGame, Staleness], Awaitable[tuple[StoredGame, Sequence[Move]]]]


async def notes(context: Context) -> None:
    stored = await meaning.game(context)
    if not context.rest:
        await _change(context, stored, fill_in)
    elif context.rest.strip().lower() in messages.vocabulary("rub"):
        await _change(context, stored, rub_out)
    else:
        geometry = stored.game.givens.geometry
        unit = parse_unit(context.rest, geometry, messages.vocabulary("unit"))
        if unit is None:
            raise UserError("notes.usage")
        await _say_unit(context, stored, unit)


async def fill_pressed(context: Context, action: FillNotes) -> None:
    await _change_pressed(context, action, fill_in)


async def rub_pressed(context: Context, action: ClearNotes) -> None:
    await _change_pressed(context, action, rub_out)


async def see_pressed(context: Context, action: SeeNotes) -> None:
    """Sends the notes of a unit as a new message."""
    stored = await pressed(context, action.game_id)
    _check(stored, action.unit)
    await _say_unit(context, stored, action.unit)


async def unit_pressed(context: Context, action: TurnNotes) -> None:
    """Turns the message of `see_pressed` to another unit."""
    stored = await games.unfinished(context.visit, action.game_id)
    _check(stored, action.unit)
    words = _unit(context, stored, action.unit)
    await context.change(context.pressed_message, words, _ways(stored, action.unit))


def _check(stored: StoredGame, unit: int) -> None:
    if unit >= len(stored.game.givens.geometry.units):
        raise UserError("junk.old_button")


async def _change(context: Context, stored: StoredGame, change: Change) -> None:
    after, moves = await change(context.visit, stored, Staleness.SEND)
    await boards.show_move(context, after, _done(context.board_language, stored, moves))


async def _change_pressed(context: Context, action: AsDrawn, change: Change) -> None:
    stored = await pressed_as_drawn(context, action.game_id, action.version)
    after, moves = await change(context.visit, stored, Staleness.REDRAW)
    await context.toast(_done(context.language, stored, moves))
    await redraw(context, after)


def _done(language: str, before: StoredGame, moves: Sequence[Move]) -> str:
    """In how many cells notes were filled in or rubbed out, and in how many they were kept."""
    if not moves:
        return messages.text(language, "board.nothing")
    # Moves without a value take all notes of a cell away.
    if not any(move.value for move in moves):
        return messages.text(language, "notes.rubbed", count=len(moves))
    done = messages.text(language, "notes.filled", count=len(moves))
    kept = sum(map(bool, before.game.notes))
    return messages.text(language, "notes.kept", done=done, count=kept) if kept else done


async def _say_unit(context: Context, stored: StoredGame, unit: int) -> None:
    await context.say(_unit(context, stored, unit), _ways(stored, unit))


def _unit(context: Context, stored: StoredGame, unit: int) -> Markup:
    game, geometry = stored.game, stored.game.givens.geometry
    kind, number = geometry.unit_kind(unit), geometry.unit_number(unit)
    title = context.html(f"unit.{kind}", number=number)
    if context.visit.choices.board != Look.SPEAK:
        return title + Markup("\n<pre>{}</pre>").format(notes_view(game, unit))
    cells = geometry.units[unit]
    masks = [mask if cell in cells else 0 for cell, mask in enumerate(game.notes)]
    spoken = spoken_notes(game.values, masks, speech_words(context.language))
    return title + Markup("\n{}").format(spoken or context.text("notes.none"))


def _ways(stored: StoredGame, unit: int) -> Keyboard:
    size, game_id = stored.game.givens.geometry.size, stored.id
    # Units are numbered rows first, then columns, then boxes; the arrows stay within one kind.
    first = unit - unit % size
    before, after = first + (unit - 1) % size, first + (unit + 1) % size
    return keyboard([[("◀", TurnNotes(game_id, before)), ("▶", TurnNotes(game_id, after))]])


HANDLERS = (command("notes", notes),)
PRESSED = (
    press(FillNotes, fill_pressed),
    press(ClearNotes, rub_pressed),
    press(SeeNotes, see_pressed),
    press(TurnNotes, unit_pressed),
)
