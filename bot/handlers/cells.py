"""The cells and digits below a board: a cell is chosen and its digit pressed, or vice versa."""

from typing import Final

from bot.chat.pressed import pressed, redraw, redraw_at_leisure
from bot.handlers.routes import press
from bot.play.press import (
    AllPlaced,
    CellChosen,
    DigitChosen,
    Idle,
    Pressed,
    Written,
    press_cell,
    press_digit,
    press_pencil,
    press_swap,
)
from bot.render.board_words import cell_state, move_list
from bot.render.buttons.playing import PressCell, PressDigit, PressGap, SwapOrder, SwitchPencil
from bot.telegram.context import Context
from engine.board import SYMBOLS

IDLE: Final = {
    Idle.NO_DIGIT: "press.digit_first",
    Idle.NO_CELL: "press.cell_first",
    Idle.NOTHING: "board.nothing",
}


async def cell_pressed(context: Context, action: PressCell) -> None:
    stored = await pressed(context, action.game_id)
    await _answer(context, await press_cell(context.visit, stored, action.cell))


async def digit_pressed(context: Context, action: PressDigit) -> None:
    stored = await pressed(context, action.game_id)
    await _answer(context, await press_digit(context.visit, stored, action.digit))


async def swap_pressed(context: Context, action: SwapOrder) -> None:
    """Swaps whether a digit or a cell is pressed first by this person."""
    stored = await pressed(context, action.game_id)
    user, stored = await press_swap(context.visit, stored)
    context.is_now(user)
    key = "press.digit_first" if user.digit_first else "press.cell_first"
    await context.toast(context.text(key))
    await redraw(context, stored)


async def pencil_pressed(context: Context, action: SwitchPencil) -> None:
    """Switches between notes and digits; the keys of a group stay as they are."""
    stored = await pressed(context, action.game_id)
    stored = await press_pencil(context.visit, stored, on=action.on)
    key = "press.pencil" if stored.selection.pencil else "press.pen"
    await context.toast(context.text(key))
    if context.is_private:
        await redraw(context, stored)


async def gap_pressed(_context: Context, _: PressGap) -> None:
    """Does nothing, as the dispatcher answers every press."""


async def _answer(context: Context, outcome: Pressed) -> None:
    # First, because Telegram does not limit answers to presses, and limits edits.
    said = _wording(context, outcome)
    await context.toast(said)
    # Toasts speak each person's language; a group's board has one for all.
    heard = said if context.visit.is_spoken and context.is_private else ""
    match outcome:
        case Written(stored):
            await redraw(context, stored, heard, is_heard=bool(heard))
        case CellChosen(stored) | DigitChosen(stored) if context.is_private:
            # In a group the others would take the selection for theirs.
            await redraw_at_leisure(context, stored, heard)


def _wording(context: Context, outcome: Pressed) -> str:
    match outcome:
        case Idle():
            return context.text(IDLE[outcome])
        case AllPlaced(digit):
            return context.text("press.all_placed", digit=SYMBOLS[digit - 1])
        case CellChosen(stored, cell):
            key = "press.chosen_notes" if stored.selection.pencil else "press.chosen"
            return context.text(key, cell=cell_state(context.language, stored.game, cell))
        case DigitChosen(_, 0):
            return context.text("press.eraser")
        case DigitChosen(_, digit):
            return context.text("press.armed", digit=SYMBOLS[digit - 1])
        case Written():
            return _written(context, outcome)


def _written(context: Context, done: Written) -> str:
    """What was written, and what is wrong with it if the person wants to know."""
    game = done.stored.game
    words = move_list(context.language, game.givens.geometry, done.moves)
    if done.clash is not None:
        digit, there = SYMBOLS[game.values[done.cell] - 1], game.givens.geometry.name(done.clash)
        return context.text("press.clash", move=words, cell=there, digit=digit)
    return context.text("press.wrong", move=words) if done.is_wrong else words


PRESSED = (
    press(PressCell, cell_pressed),
    press(PressDigit, digit_pressed),
    press(PressGap, gap_pressed),
    press(SwapOrder, swap_pressed),
    press(SwitchPencil, pencil_pressed),
)
