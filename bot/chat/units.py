"""Answers to questions about whole units and all cells (`bot.game.entry.units`)."""

from typing import Final

from markupsafe import Markup

from bot import messages
from bot.chat import talk
from bot.game.entry.told import Asking, Told
from bot.game.game import Game
from bot.game.talk.details import Wanted
from bot.store.games import StoredGame
from bot.telegram.context import Context
from engine.board import SYMBOLS

COUNTED: Final = frozenset({Told.DIGITS, Told.HELP, Told.FULLEST, Told.SINGLES})

_HAS: Final = {"row": "told.row_has", "column": "told.column_has", "box": "told.box_has"}
_NEXT: Final = {"row": "told.row_next", "column": "told.column_next", "box": "told.box_next"}


async def tell_counted(context: Context, stored: StoredGame, asked: Asking) -> None:
    """Says what somebody asked, one of COUNTED; who asks for help is offered a hint with it."""
    match asked.told:
        case Told.HELP:
            words = _digits(context, stored.game, asked.about)
            is_open = any(not stored.game.values[cell] for cell in _cells(stored.game, asked.about))
            await talk.say_with(context, words, [Wanted("hint")] if is_open else [])
        case Told.FULLEST:
            await context.say(_fullest(context, stored.game, asked.about))
        case Told.SINGLES:
            counts = _candidates(stored.game)
            told = {"told.singles": counts.count(1), "told.dead": counts.count(0)}
            key = next((key for key, count in told.items() if count), "told.no_singles")
            await context.say(context.html(key, count=told.get(key, 0)))
        case _:
            await context.say(_digits(context, stored.game, asked.about))


def _cells(game: Game, unit: int) -> tuple[int, ...]:
    return tuple(game.values.geometry.units[unit])


def _digits(context: Context, game: Game, unit: int) -> Markup:
    """The digits that a unit has, and those that it lacks."""
    geometry = game.values.geometry
    kind, number = geometry.unit_kind(unit), geometry.unit_number(unit)
    held = {game.values[cell] for cell in _cells(game, unit)}
    lines = []
    for key, is_held in ((_HAS[kind], True), (f"unit.{kind}_lacks", False)):
        digits = [digit for digit in range(1, geometry.size + 1) if (digit in held) is is_held]
        if digits:
            words = messages.listed(context.language, [SYMBOLS[digit - 1] for digit in digits])
            lines.append(context.html(key, number=number, digits=words))
    return Markup("\n").join(lines)


def _fullest(context: Context, game: Game, first: int) -> Markup:
    """The units of a kind, from `first` on, with the fewest blanks of those that have any."""
    geometry = game.values.geometry
    units = range(first, first + geometry.size)
    blanks = {unit: sum(not game.values[cell] for cell in _cells(game, unit)) for unit in units}
    fewest = min(filter(None, blanks.values()), default=0)
    numbers = [str(geometry.unit_number(at)) for at, count in blanks.items() if count == fewest]
    listed = messages.listed(context.language, numbers)
    return context.html(_NEXT[geometry.unit_kind(first)], numbers=listed, count=fewest)


def _candidates(game: Game) -> list[int]:
    """How many candidates each blank cell has, by the digits on the board alone."""
    values, peers = game.values, game.values.geometry.peers
    held = [{values[peer] for peer in peers[at]} - {0} for at in values.blanks()]
    return [values.geometry.size - len(digits) for digits in held]
