"""The cells and digits below a board: choose a cell and press its digit, or the other way round."""

from dataclasses import replace

from bot.chat import boards
from bot.game.game import to_turn
from bot.game.mistakes import Policy, clash
from bot.game.move import Intent, IntentKind, Intents
from bot.game.refused import Refused
from bot.game.selection import Selection
from bot.handlers.pressed_board import pressed
from bot.handlers.routes import press
from bot.play import turns
from bot.play.errors import UserError
from bot.render.buttons.playing import PressCell, PressDigit, SwapOrder, SwitchPencil
from bot.render.words import cell_state, move_list
from bot.store import users
from bot.store.games import StoredGame
from bot.store.views import Staleness
from bot.telegram.context import Context
from engine.grid import SYMBOLS


async def cell_pressed(context: Context, action: PressCell) -> None:
    stored = await pressed(context, action.game_id)
    cell, hand = action.cell, stored.selection
    _check(cell, stored.game.givens.geometry.cell_count)
    if not context.user.digit_first:
        await _choose(context, stored, replace(hand, cell=cell), cell)
    elif hand.digit is None:
        await context.toast(context.text("press.digit_first"))
    elif hand.digit and not stored.game.remaining()[hand.digit - 1]:
        digit = SYMBOLS[hand.digit - 1]
        await context.toast(context.text("press.all_placed", digit=digit))
    else:
        await _put(context, stored, hand, cell, hand.digit)


async def digit_pressed(context: Context, action: PressDigit) -> None:
    stored = await pressed(context, action.game_id)
    digit, hand = action.digit, stored.selection
    _check(digit, stored.game.givens.geometry.size + 1)
    if context.user.digit_first:
        stored = await turns.hold(context.visit, stored, replace(hand, digit=digit))
        await context.toast(_armed(context, digit))
        await boards.redraw(context, stored)
    elif hand.cell is None:
        await context.toast(context.text("press.cell_first"))
    else:
        await _put(context, stored, hand, hand.cell, digit)


async def swap_pressed(context: Context, action: SwapOrder) -> None:
    """Digit first or cell first, from now on."""
    stored = await pressed(context, action.game_id)
    chosen = context.user.digit_first if context.visit.is_repeated else not context.user.digit_first
    async with context.database.transaction() as transaction:
        await users.set_digit_first(transaction, context.user.id, chosen=chosen)
        await context.visit.takes_effect(transaction)
    context.is_now(replace(context.user, digit_first=chosen))
    stored = await turns.hold(context.visit, stored, replace(stored.selection, digit=None))
    await context.toast(context.text("press.digit_first" if chosen else "press.cell_first"))
    await boards.redraw(context, stored)


async def pencil_pressed(context: Context, action: SwitchPencil) -> None:
    """Digits become notes, or digits again."""
    stored = await pressed(context, action.game_id)
    stored = await turns.hold(context.visit, stored, replace(stored.selection, pencil=action.on))
    await context.toast(context.text("press.pencil" if action.on else "press.pen"))
    await boards.redraw(context, stored)


async def _choose(context: Context, stored: StoredGame, hand: Selection, cell: int) -> None:
    if stored.game.givens[cell]:
        raise Refused("given", cell=stored.game.givens.geometry.name(cell))
    await turns.hold(context.visit, stored, hand)
    state = cell_state(context.language, stored.game, cell)
    key = "press.chosen_notes" if hand.pencil else "press.chosen"
    await context.toast(context.text(key, cell=state))


async def _put(
    context: Context, stored: StoredGame, hand: Selection, cell: int, digit: int
) -> None:
    wish = _wish(stored, hand, cell, digit)
    turn = to_turn(stored.game, Intents((wish,)), context.user.id)
    if not turn.moves:
        await context.toast(context.text("board.nothing"))
        return
    after = await turns.make_turn(context.visit, stored, turn, owes=Staleness.REDRAW)
    words = move_list(context.language, stored.game.givens.geometry, turn.moves)
    await context.toast(_remark(context, after, cell, words))
    await boards.redraw(context, after)


def _wish(stored: StoredGame, hand: Selection, cell: int, digit: int) -> Intent:
    if not digit:
        return Intent(IntentKind.ERASE, cell)
    if not hand.pencil:
        return Intent(IntentKind.PLACE, cell, digit)
    noted = stored.game.position.pencilled[cell] >> digit - 1 & 1
    return Intent(IntentKind.REMOVE_NOTES if noted else IntentKind.ADD_NOTES, cell, 1 << digit - 1)


def _remark(context: Context, stored: StoredGame, cell: int, words: str) -> str:
    """What was done, and as much of a mistake in it as the person wants to hear."""
    play, policy = stored.game, Policy(context.user.policy)
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
