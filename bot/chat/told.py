"""Answers to questions about the game as it stands (`bot.game.entry.told`)."""

from typing import Final

from markupsafe import Markup, escape

from bot import messages
from bot.chat import talk
from bot.chat.boards import preferences_of
from bot.chat.units import COUNTED, tell_counted
from bot.game.entry.told import Asking, Told
from bot.game.mistakes import shown_mistakes
from bot.game.talk.details import Wanted
from bot.render.board_words import cell_state
from bot.render.speech import spoken_unit
from bot.render.text_board import own_cells
from bot.store import hints
from bot.store.games import StoredGame
from bot.telegram.context import Context
from engine.board import SYMBOLS

_MOST: Final = 6
"""Cells of a turn that are named."""


async def tell(context: Context, stored: StoredGame, asked: Asking) -> None:
    """Says what somebody asked about the game."""
    if asked.told in COUNTED:
        await tell_counted(context, stored, asked)
        return
    words = await _words(context, stored, asked)
    # Who asks how much help they had often wants to know their mistakes, which a check counts.
    wanted = [Wanted("check")] if asked.told is Told.HINTS and stored.is_open else []
    await talk.say_with(context, words, wanted)


async def _words(context: Context, stored: StoredGame, asked: Asking) -> Markup:
    game, language = stored.game, context.language
    geometry = game.givens.geometry
    match asked.told:
        case Told.LAST_MOVE:
            states = [cell_state(language, game, cell) for cell in game.last_cells[:_MOST]]
            key = "told.last_move" if states else "told.no_move"
            return context.html(key, moves=messages.listed(language, states))
        case Told.DIGIT:
            missing = game.remaining()[asked.about - 1]
            values = {"digit": SYMBOLS[asked.about - 1], "missing": missing}
            return context.html("told.digit", there=geometry.size - missing, **values)
        case Told.HINTS:
            taken = await hints.by_person(context.database, stored.id)
            return context.html("told.hints", count=taken.get(context.user.id, 0))
        case Told.OWN:
            own = [geometry.name(cell) for cell in own_cells(game.values, game.givens)]
            key = "told.own" if own else "told.no_move"
            return context.html(key, cells=messages.listed(language, own))
        case Told.WHOSE:
            return _whose(context, stored, asked.about)
        case _:
            faults = shown_mistakes(game, preferences_of(context.visit).policy)
            return escape(spoken_unit(language, game, faults, asked.about))


def _whose(context: Context, stored: StoredGame, cell: int) -> Markup:
    game = stored.game
    name, digit = game.givens.geometry.name(cell), game.values[cell]
    if not digit:
        return context.html("told.blank", cell=name)
    key = "reason.given" if game.givens[cell] else "told.yours"
    return context.html(key, cell=name, digit=SYMBOLS[digit - 1])
