"""Typed moves, answers and puzzles: every text that is no command; and /submit."""

import unicodedata
from collections.abc import Callable
from typing import Final, TypeVar

from markupsafe import Markup
from telegram.ext import filters

from bot import messages
from bot.chat import boards, pasted
from bot.chat.welcome import greet
from bot.game.answer import judge
from bot.game.entry import Answer, Entry, Letters, is_attempt, read_typed
from bot.game.entry.board import board_in
from bot.game.example import example_move
from bot.game.move import Intents
from bot.handlers.routes import command, message, press
from bot.play import games, questions
from bot.play import submit as submitting
from bot.play.errors import UserError
from bot.play.statistics import is_newcomer
from bot.play.submit import Judged
from bot.render.buttons.playing import NameWrongInAnswer
from bot.render.keyboard import keyboard, next_keyboard
from bot.render.words import cell_list, move_list
from bot.store.games import StoredGame
from bot.telegram.context import Context
from engine.grid import Grid, InvalidGrid

Result = TypeVar("Result")

EXAMPLE: Final = "r4c5 7"
"""A move as it may look where no game is going on."""

READ_AT_ONCE: Final = 256
"""Characters of the longest text that is read in the event loop: the slowest takes 4 ms."""

MOST_WORDS: Final = 4
LONGEST_CALL: Final = 80
"""A message of so many words is talk, and no command without its slash; no more is looked at."""


async def typed_text(context: Context) -> None:
    typed = context.addressed
    if typed is None:
        return
    stored = await games.find_current(context.visit)
    if stored is None:
        await _without_game(context, typed)
        return
    match await _entry(context, typed, stored):
        case Answer(grid) if not _is_another_puzzle(stored, grid):
            await _receive(context, stored, grid)
        case Intents() as intents:
            await _move(context, stored, intents)
        case _:
            found = await _read(context, board_in, typed)
            await _not_a_move(context, typed, found, example_move(stored.game))


async def _move(context: Context, stored: StoredGame, intents: Intents) -> None:
    after, moves = await games.carry_out(context.visit, stored, intents)
    if moves:
        echo = move_list(context.language, stored.game.givens.geometry, moves)
        await boards.show_move(context, after, echo)
    else:
        await context.say(context.html("board.nothing"))


async def submit(context: Context) -> None:
    stored = await games.current(context.visit)
    typed = context.rest or context.quoted
    if not typed:
        raise _usage(stored)
    entry = await _entry(context, typed, stored)
    if not isinstance(entry, Answer):
        raise _usage(stored)
    await _receive(context, stored, entry.grid)


async def _entry(context: Context, typed: str, stored: StoredGame) -> Entry | None:
    geometry, letters = stored.game.givens.geometry, Letters(context.user.letters)
    return await _read(context, read_typed, typed, geometry, letters)


async def _read(
    context: Context, reader: Callable[..., Result], typed: str, *question: object
) -> Result:
    """Reads a text here, or in a worker where it is long, which spends the person's allowance."""
    if len(typed) <= READ_AT_ONCE:
        return reader(typed, *question)
    return await questions.read(context.visit, reader, typed, *question)


async def _receive(context: Context, stored: StoredGame, answer: Grid) -> None:
    """Submits an answer, and says how it was judged."""
    judged = await submitting.submit(context.visit, stored, answer)
    if judged.verdict.solved:
        await boards.show(context, judged.stored)
        return
    which, verdict = None, judged.verdict
    if verdict.wrong and not verdict.contradicted:
        button = (context.text("button.which"), NameWrongInAnswer(judged.submission_id))
        which = keyboard([[button]])
    await context.say(Markup("\n").join(_findings(context, judged)), which)


async def wrong_pressed(context: Context, action: NameWrongInAnswer) -> None:
    judged = await submitting.judged_again(context.visit, action.submission_id)
    wrong = judged.verdict.wrong
    words = cell_list(context.language, judged.stored.game.givens.geometry, wrong)
    await context.say(context.html("submit.which", count=len(wrong), cells=words))


def _usage(stored: StoredGame) -> UserError:
    return UserError("submit.usage", cells=stored.game.givens.geometry.cell_count)


def _findings(context: Context, judged: Judged) -> list[Markup]:
    verdict, found = judged.verdict, []
    if verdict.contradicted:
        geometry, count = judged.stored.game.givens.geometry, len(verdict.contradicted)
        words = cell_list(context.language, geometry, verdict.contradicted)
        return [context.html("submit.other_puzzle", count=count, cells=words)]
    if verdict.wrong:
        found.append(context.html("submit.wrong", count=len(verdict.wrong)))
    if verdict.blank:
        found.append(context.html("submit.blank", count=len(verdict.blank)))
    return found


async def _without_game(context: Context, typed: str) -> None:
    found = await _read(context, board_in, typed)
    if found is not None or _command_meant(typed):
        await _not_a_move(context, typed, found)
        return
    has_moves = await _read(context, is_attempt, typed)
    if context.is_asked and not has_moves and await is_newcomer(context.visit):
        await greet(context, is_first=True)
    elif context.is_asked or has_moves:
        await context.say(context.html("game.none"), next_keyboard(context.language))


async def _not_a_move(
    context: Context, typed: str, found: Grid | InvalidGrid | None, example: str = EXAMPLE
) -> None:
    """Answers text that is no move; in a group, talk that replies to a board is left alone."""
    if isinstance(found, Grid):
        await pasted.offer(context, found)
        return
    if not context.is_asked:
        return
    if found is not None:
        raise found
    meant = _command_meant(typed)
    if meant:
        raise UserError("junk.meant", command=f"/{meant}")
    raise UserError("junk.unknown_text", example=example)


def _command_meant(typed: str) -> str | None:
    """The command that is named without its slash, alone or with a word or two behind it."""
    vocabulary = messages.vocabulary("command")
    words = unicodedata.normalize("NFKC", typed[:LONGEST_CALL]).lower().split()[:MOST_WORDS]
    first = words[0].strip(".,!?。") if words else ""
    return vocabulary.get(first) if len(words) < MOST_WORDS else None


def _is_another_puzzle(stored: StoredGame, grid: Grid) -> bool:
    if not grid.blanks():
        return False
    is_same_shape = grid.geometry is stored.game.givens.geometry
    return not is_same_shape or bool(judge(stored.game, grid).contradicted)


HANDLERS = (command("submit", submit), message(filters.TEXT & ~filters.COMMAND, typed_text))
PRESSED = (press(NameWrongInAnswer, wrong_pressed),)
