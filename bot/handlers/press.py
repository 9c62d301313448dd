"""The cells and digits below a board: choose a cell and press its digit, or the other way round."""

from dataclasses import replace

from bot.chat import table
from bot.chat.errors import UserError
from bot.game.entry import Intent, IntentKind, Intents, to_turn
from bot.game.mistakes import Policy, clash
from bot.game.refused import Refused
from bot.game.selection import Selection
from bot.handlers.routes import press
from bot.render.buttons.playing import PressCell, PressDigit, SwapOrder, SwitchPencil
from bot.render.words import cell_state, move_list
from bot.store import users
from bot.telegram.context import Context
from bot.telegram.replies import toast
from engine import SYMBOLS


async def cell_pressed(context: Context, action: PressCell) -> None:
    seat = await table.pressed(context, action.game_id)
    cell, hand = action.cell, await table.hand_in(context, seat)
    _check(cell, seat.play.givens.geometry.cell_count)
    if not context.user.digit_first:
        await _choose(context, seat, replace(hand, cell=cell), cell)
    elif hand.digit is None:
        await toast(context, context.text("press.digit_first"))
    elif hand.digit and not seat.play.remaining()[hand.digit - 1]:
        digit = SYMBOLS[hand.digit - 1]
        await toast(context, context.text("press.all_placed", digit=digit))
    else:
        await _put(context, seat, hand, cell, hand.digit)


async def digit_pressed(context: Context, action: PressDigit) -> None:
    seat = await table.pressed(context, action.game_id)
    digit, hand = action.digit, await table.hand_in(context, seat)
    _check(digit, seat.play.givens.geometry.size + 1)
    if context.user.digit_first:
        await table.hold(context, seat, replace(hand, digit=digit))
        await toast(context, _armed(context, digit))
        await table.redraw(context, seat)
    elif hand.cell is None:
        await toast(context, context.text("press.cell_first"))
    else:
        await _put(context, seat, hand, hand.cell, digit)


async def swap_pressed(context: Context, action: SwapOrder) -> None:
    """Digit first or cell first, from now on."""
    seat = await table.pressed(context, action.game_id)
    chosen = context.user.digit_first if context.begun else not context.user.digit_first
    async with context.database.transaction() as transaction:
        await users.set_digit_first(transaction, context.user.id, chosen=chosen)
        await context.takes_effect(transaction)
    context.user = replace(context.user, digit_first=chosen)
    await table.hold(context, seat, replace(await table.hand_in(context, seat), digit=None))
    await toast(context, context.text("press.digit_first" if chosen else "press.cell_first"))
    await table.redraw(context, seat)


async def pencil_pressed(context: Context, action: SwitchPencil) -> None:
    """Digits become notes, or digits again."""
    seat = await table.pressed(context, action.game_id)
    await table.hold(context, seat, replace(await table.hand_in(context, seat), pencil=action.on))
    await toast(context, context.text("press.pencil" if action.on else "press.pen"))
    await table.redraw(context, seat)


async def _choose(context: Context, seat: table.Table, hand: Selection, cell: int) -> None:
    if seat.play.givens[cell]:
        raise Refused("given", cell=seat.play.givens.geometry.name(cell))
    await table.hold(context, seat, hand)
    state = cell_state(context.language, seat.play, cell)
    key = "press.chosen_notes" if hand.pencil else "press.chosen"
    await toast(context, context.text(key, cell=state))


async def _put(context: Context, seat: table.Table, hand: Selection, cell: int, digit: int) -> None:
    wish = _wish(seat, hand, cell, digit)
    turn = to_turn(seat.play, Intents((wish,)), context.user.id)
    if not turn.moves:
        await toast(context, context.text("board.nothing"))
        return
    after = await table.take(context, seat, turn)
    words = move_list(context.language, seat.play.givens.geometry, turn.moves)
    await toast(context, _remark(context, after, cell, words))
    await table.redraw(context, after)


def _wish(seat: table.Table, hand: Selection, cell: int, digit: int) -> Intent:
    if not digit:
        return Intent(IntentKind.ERASE, cell)
    if not hand.pencil:
        return Intent(IntentKind.PLACE, cell, digit)
    noted = seat.play.position.pencilled[cell] >> digit - 1 & 1
    return Intent(IntentKind.REMOVE_NOTES if noted else IntentKind.ADD_NOTES, cell, 1 << digit - 1)


def _remark(context: Context, seat: table.Table, cell: int, words: str) -> str:
    """What was done, and as much of a mistake in it as the person wants to hear."""
    play, policy = seat.play, Policy(context.user.policy)
    other = clash(play, cell) if policy is Policy.CONFLICTS else None
    if other is not None:
        digit, there = SYMBOLS[play.values[cell] - 1], play.givens.geometry.name(other)
        return context.text("press.clash", move=words, cell=there, digit=digit)
    if policy is Policy.WRONG and cell in play.wrong_cells():
        return context.text("press.wrong", move=words)
    return words


def _armed(context: Context, digit: int) -> str:
    if not digit:
        return context.text("press.eraser")
    return context.text("press.armed", digit=SYMBOLS[digit - 1])


def _check(number: int, limit: int) -> None:
    """UserError for the number of a cell or a digit that the board does not have."""
    if number >= limit:
        raise UserError("junk.old_button")


PRESSED = (
    press(PressCell, cell_pressed),
    press(PressDigit, digit_pressed),
    press(SwapOrder, swap_pressed),
    press(SwitchPencil, pencil_pressed),
)
