"""Digits that somebody takes back in words: one that is named, the one before the last, or both.

What is to go is offered where the text does not name its cell.
"""

import re

from bot.chat import talk
from bot.chat.sentences import digit_before, first_digit, meant_by_erased, turns_since
from bot.game.entry import Letters
from bot.game.entry.addition import parted
from bot.game.entry.earlier import Gone, gone_before, gone_since
from bot.game.entry.pointed import Erased
from bot.game.entry.sought import one_erased_in
from bot.game.talk.details import Wanted
from bot.store.games import StoredGame
from bot.telegram.context import Context
from engine.board import SYMBOLS


async def take_back(context: Context, stored: StoredGame, typed: str) -> bool:
    """Takes back, or offers to, what a text wants gone; False where it wants nothing like it."""
    geometry, letters = stored.game.givens.geometry, Letters(context.user.letters)
    if (gone := gone_before(typed)) is not None:
        await _offer_gone(context, stored, gone)
    elif (since := gone_since(typed)) and (count := turns_since(stored, since)):
        await talk.offer(context, "talk.offer", [Wanted("undo", str(count) if count > 1 else "")])
    elif erased := one_erased_in(typed, geometry, letters):
        await _erase_one(context, stored, erased)
    elif wish := _after_undo(context, typed):
        await talk.carry_out(context, Wanted("undo"))
        await talk.carry_out(context, Wanted(wish))
    else:
        return False
    return True


async def _offer_gone(context: Context, stored: StoredGame, gone: Gone) -> None:
    """Offers to take back the last digit, the one before it, both, or the first."""
    cells = {Gone.BEFORE: digit_before, Gone.FIRST: first_digit}
    cell = cells[gone](stored) if gone in cells else None
    if cell is None:
        offered = Wanted("undo", "2" if gone is Gone.BOTH else "")
    else:
        offered = Wanted("move", f"{stored.game.givens.geometry.name(cell)} x")
    await talk.offer(context, "talk.offer", [offered])


async def _erase_one(context: Context, stored: StoredGame, erased: Erased) -> None:
    """Offers to erase the own digit that somebody means, or those that they may mean."""
    cells = meant_by_erased(stored, erased)
    if not cells:
        named = digit_named(erased.digit, stored)
        await context.say(context.html("told.not_yours", digit=named))
        return
    name = stored.game.givens.geometry.name
    offered = [Wanted("move", f"{name(cell)} x") for cell in cells]
    await talk.offer(context, "talk.offer", offered)


def _after_undo(context: Context, typed: str) -> str:
    """What a text wishes for the time after the last turn is taken back; empty if nothing."""
    before, wish = parted(typed)
    is_one = bool(wish) and not re.search(r"\d", before)
    return wish if is_one and talk.meant_by(context, before) == "undo" else ""


def digit_named(digit: int, stored: StoredGame) -> str:
    """A digit as the board shows it, or the number that somebody named instead of one."""
    size = stored.game.givens.geometry.size
    return SYMBOLS[digit - 1] if 1 <= digit <= size else str(digit)
