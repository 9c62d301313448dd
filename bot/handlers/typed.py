"""Typed moves, answers and puzzles: every text that is no command."""

import unicodedata
from typing import Final

from telegram.ext import filters

from bot import messages
from bot.chat import boards, pasted
from bot.chat.welcome import greet
from bot.game.answer import judge
from bot.game.entry import Answer, Intents, Letters, parse_entry
from bot.game.example import example_move
from bot.game.refused import Refused
from bot.game.typed import as_board, is_boardlike, read_typed
from bot.handlers.routes import message
from bot.handlers.submit import receive
from bot.play import games, turns
from bot.play.errors import UserError
from bot.play.statistics import is_newcomer
from bot.render.keyboard import next_keyboard
from bot.render.words import move_list
from bot.store.games import StoredGame
from bot.telegram.context import Context
from engine import Geometry, Grid, parse

EXAMPLE: Final = "r4c5 7"
"""A move as it may look where no game is going on."""

MOST_WORDS: Final = 4
"""A message of so many words is talk, and no command without its slash."""


async def typed_text(context: Context) -> None:
    typed = context.addressed
    if typed is None:
        return
    stored = await games.find_current(context.visit)
    if stored is None:
        await _without_game(context, typed)
        return
    match read_typed(typed, stored.game, Letters(context.user.letters)):
        case Answer(grid) if not _is_another_puzzle(stored, grid):
            await receive(context, stored, grid)
        case Intents() as intents:
            await _move(context, stored, intents)
        case _:
            await _not_a_move(context, typed, example_move(stored.game))


async def _move(context: Context, stored: StoredGame, intents: Intents) -> None:
    after, moves = await turns.carry_out(context.visit, stored, intents)
    if moves:
        echo = move_list(context.language, stored.game.givens.geometry, moves)
        await boards.show(context, after, echo)
    else:
        await context.say(context.html("board.nothing"))


async def _without_game(context: Context, typed: str) -> None:
    if is_boardlike(typed) or as_board(typed) is not None or _command_meant(typed):
        await _not_a_move(context, typed)
    elif context.is_asked and not _is_attempt(typed) and await is_newcomer(context.visit):
        await greet(context, is_first=True)
    elif context.is_asked or _is_attempt(typed):
        await context.say(context.html("game.none"), next_keyboard(context.language))


async def _not_a_move(context: Context, typed: str, example: str = EXAMPLE) -> None:
    """Answers text that is no move; in a group, talk that replies to a board is left alone."""
    puzzle = as_board(typed)
    if puzzle is not None:
        await pasted.offer(context, puzzle)
        return
    if not context.is_asked:
        return
    if is_boardlike(typed):
        parse(typed)
    meant = _command_meant(typed)
    if meant:
        raise UserError("junk.meant", command=f"/{meant}")
    raise UserError("junk.unknown_text", example=example)


def _command_meant(typed: str) -> str | None:
    """The command that is named without its slash, alone or with a word or two behind it."""
    vocabulary = messages.vocabulary("command")
    words = unicodedata.normalize("NFKC", typed).lower().split()[:MOST_WORDS]
    first = words[0].strip(".,!?。") if words else ""
    return vocabulary.get(first) if len(words) < MOST_WORDS else None


def _is_attempt(typed: str) -> bool:
    try:
        return parse_entry(typed, Geometry.of_size(9), Letters.ROW) is not None
    except Refused:
        return True


def _is_another_puzzle(stored: StoredGame, grid: Grid) -> bool:
    if not grid.blanks():
        return False
    is_same_shape = grid.geometry is stored.game.givens.geometry
    return not is_same_shape or bool(judge(stored.game, grid).contradicted)


HANDLERS = (message(filters.TEXT & ~filters.COMMAND, typed_text),)
