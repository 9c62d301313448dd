"""Typed moves, answers and puzzles: every text that is no command; and /submit.

A text may be a move, a whole board, a wish in plain words, or in a group talk that has nothing to
do with the bot. `meant_by` says whether it is for an exercise, a draft, a game, or nothing that is
open. In a game these readings are tried in order, after questions such as `row 4`:

1. a full answer, or moves as people type them (`read_typed`);
2. moves in a sentence, what is said to a hint that is shown, or a question about a cell;
3. after a mistyped move, a wish that is beyond doubt, or else what was mistyped;
4. another puzzle, which is offered to be played, solved and rated;
5. a wish, which is carried out or offered;
6. nothing: a text that expects an answer gets an example of a move.

A reply to a board whose game is not the current one never puts a move into the current game: the
bot offers to switch instead. Any other text in it is read as if it were no reply.
"""

from collections.abc import Sequence
from typing import Final

from markupsafe import Markup
from telegram.ext import filters

from bot.chat import boards, meaning, pasted, talk
from bot.chat import draft as shown
from bot.chat.answers import answer_about_cell
from bot.chat.applause import applaud_end, tell_unchanged
from bot.chat.asked import answer_asked
from bot.chat.exercise import answer_typed
from bot.chat.meaning import NotPlayed, meant_by
from bot.chat.sentences import (
    change_in,
    likely_in,
    meant_by_changed,
    moves_in,
)
from bot.chat.sequel import answer_sequel
from bot.chat.taken_back import digit_named, take_back
from bot.chat.verdict import receive
from bot.chat.welcome import greet
from bot.game.answer import judge
from bot.game.entry import Answer, Entry, Letters, is_attempt, read_typed
from bot.game.entry.addition import parted
from bot.game.entry.board import board_in, drawn_board
from bot.game.entry.pointed import LastChanged
from bot.game.entry.spoken import spoken_moves, with_places_named
from bot.game.example import example_move
from bot.game.move import Intent, IntentKind, Intents, Move
from bot.game.refused import Refused
from bot.game.talk.details import Wanted
from bot.handlers.routes import command, message, press
from bot.play import games, questions, turns
from bot.play import submit as submitting
from bot.play.errors import UserError
from bot.play.practice import Attempt
from bot.play.statistics import is_newcomer
from bot.render.board_words import cell_state, move_list
from bot.render.buttons.playing import NameWrongInAnswer
from bot.render.keyboard import MOST_DIGITS, next_keyboard
from bot.render.words import cell_list
from bot.store.drafts import Draft
from bot.store.games import StoredGame
from bot.telegram.context import Context
from engine.board import SYMBOLS, Geometry, Grid, InvalidGrid

EXAMPLE: Final = "r4c5 7"
"""A move as it may look where no game is going on."""


async def typed_text(context: Context) -> None:
    typed = context.addressed
    if typed is None:
        return
    match await meant_by(context, typed):
        case Attempt() as attempt:
            await answer_typed(context, attempt)
        case Draft() as draft:
            await _correct(context, draft, typed)
        case StoredGame() as stored:
            await _in_game(context, stored, typed)
        case NotPlayed(stored):
            await _to_other_board(context, stored, typed)
        case None:
            await _without_game(context, typed)


async def _in_game(context: Context, stored: StoredGame, typed: str) -> None:
    if await answer_asked(context, stored, typed):
        return
    refused = None
    try:
        entry = await _entry(context, typed, stored)
    except Refused as problem:
        entry, refused = None, problem
    match entry:
        case Answer(grid) if not _is_another_puzzle(stored, grid):
            await receive(context, stored, grid)
        case Intents() as intents:
            if (other := await _other_puzzle(context, stored, intents, typed)) is not None:
                await pasted.offer(context, other)
            else:
                await _move(context, stored, intents)
        case _:
            await _in_words(context, stored, typed, refused)


async def _to_other_board(context: Context, stored: StoredGame, typed: str) -> None:
    """Answers a reply to a board whose game is not current; other texts are for the current one.

    For moves and answers it raises UserError as `games.taken_up` does, and Refused for mistyped
    ones.
    """
    entry = refused = None
    try:
        entry = await _entry(context, typed, stored)
    except Refused as problem:
        refused = problem
    is_answer = isinstance(entry, Answer) and not _is_another_puzzle(stored, entry.grid)
    if (
        is_answer
        or isinstance(entry, Intents)
        or moves_in(typed, stored, Letters(context.user.letters))
    ):
        await _in_game(context, await games.taken_up(context.visit, stored.id), typed)
    elif refused is not None:
        if not await talk.do_if_clear(context, typed, playing=True):
            raise refused
    elif (playing := await games.find_current(context.visit)) is not None:
        await _no_moves(context, playing, typed)
    else:
        await _without_game(context, typed)


async def _correct(context: Context, draft: Draft, typed: str) -> None:
    """Corrects a draft; a mistyped correction may be a wish beyond doubt, which is carried out."""
    try:
        await shown.correct(context, draft, typed)
    except Refused:
        if not await talk.do_if_clear(context, typed, playing=True):
            raise


async def _in_words(
    context: Context, stored: StoredGame, typed: str, refused: Refused | None
) -> None:
    """Makes the moves in a sentence, or does what it asks for; else raises what was mistyped."""
    letters = Letters(context.user.letters)
    intents = moves_in(typed, stored, letters)
    if intents is not None:
        await _move(context, stored, intents)
        await _afterwards(context, typed)
    elif (changed := change_in(typed)) is not None and stored.game.done:
        await _change_one(context, stored, changed)
    elif await _is_answered(context, stored, typed):
        return
    elif context.is_asked and (likely := likely_in(typed, stored, letters)):
        if not await talk.do_if_clear(context, typed, playing=True):
            await talk.offer(context, "talk.offer", [Wanted("move", move) for move in likely])
    elif refused is None:
        await _no_moves(context, stored, typed)
    elif not await talk.do_if_clear(context, typed, playing=True):
        raise refused


async def _is_answered(context: Context, stored: StoredGame, typed: str) -> bool:
    """Answers what is said to a hint, asked about a cell, or taken back; False for other texts."""
    if await answer_sequel(context, stored, typed):
        return True
    if await answer_about_cell(context, stored, typed):
        return True
    return context.is_asked and await take_back(context, stored, typed)


async def _afterwards(context: Context, typed: str) -> None:
    """Does what a text wishes for the time after its moves, if the game goes on."""
    _, wish = parted(typed)
    if wish and await games.find_current(context.visit) is not None:
        await talk.carry_out(context, Wanted(wish))


async def _change_one(context: Context, stored: StoredGame, changed: LastChanged) -> None:
    """Offers to change the digit that somebody wrote instead of another, which was not the last."""
    game = stored.game
    if moves := meant_by_changed(stored, changed):
        await talk.offer(context, "talk.offer", [Wanted("move", move) for move in moves])
        return
    last = game.last_cells
    if changed.was is None or len(last) != 1 or not game.values[last[0]]:
        # Several digits were the last ones.
        await talk.offer(context, "talk.offer", [Wanted("undo")])
        return
    state = cell_state(context.language, game, last[0])
    move = Wanted("move", f"{game.givens.geometry.name(last[0])} {changed.becomes}")
    values = {"digit": digit_named(changed.was, stored), "moves": state}
    await talk.offer(context, "told.not_that", [move, Wanted("undo")], **values)


async def _no_moves(context: Context, playing: StoredGame, typed: str) -> None:
    found = await questions.read(context.visit, board_in, typed)
    geometry, letters = playing.game.givens.geometry, Letters(context.user.letters)
    said = with_places_named(typed, geometry, letters)
    await _not_a_move(context, said, found, example_move(playing.game))


async def _move(context: Context, stored: StoredGame, intents: Intents) -> None:
    after, moves = await turns.carry_out(context.visit, stored, intents)
    await _show_moves(context, after, moves, _unchanged(context, stored, intents))


async def _show_moves(
    context: Context, after: StoredGame, moves: Sequence[Move], unchanged: Markup
) -> None:
    """Shows the board with the moves that were made, or says what is `unchanged` without any."""
    if moves:
        echo = move_list(context.board_language, after.game.givens.geometry, moves)
        await boards.show_move(context, after, echo)
        await applaud_end(context, after)
    else:
        await tell_unchanged(context, unchanged)


def _unchanged(context: Context, stored: StoredGame, intents: Intents) -> Markup:
    """The answer to moves that change nothing."""
    match intents.intents:
        case (Intent(IntentKind.PLACE, cell, digit),):
            name = stored.game.givens.geometry.name(cell)
            return context.html("board.already", cell=name, digit=SYMBOLS[digit - 1])
    return context.html("board.nothing")


async def move(context: Context) -> None:
    """Makes a move that was offered, or one that stands behind the command."""
    stored = await meaning.game(context)
    match await _entry(context, context.rest, stored):
        case Intents() as intents:
            await _move(context, stored, intents)
        case _:
            await _not_understood(context, example_move(stored.game), "hint", "help")


async def submit(context: Context) -> None:
    stored = await meaning.game(context)
    typed = context.rest or context.quoted
    if not typed:
        raise _usage(stored)
    entry = await _entry(context, typed, stored)
    if not isinstance(entry, Answer):
        raise _usage(stored)
    await receive(context, stored, entry.grid)


async def _entry(context: Context, typed: str, stored: StoredGame) -> Entry | None:
    geometry, letters = stored.game.givens.geometry, Letters(context.user.letters)
    return await questions.read(context.visit, read_typed, typed, geometry, letters)


async def wrong_pressed(context: Context, action: NameWrongInAnswer) -> None:
    judged = await submitting.judged_again(context.visit, action.submission_id)
    wrong = judged.verdict.wrong
    words = cell_list(context.language, judged.stored.game.givens.geometry, wrong)
    await context.say(context.html("submit.which", count=len(wrong), cells=words))


async def place_answer(context: Context) -> None:
    """Writes an answer over the board that was checked beside it, as a button offers."""
    number = context.rest
    if not number.isdecimal() or len(number) > MOST_DIGITS:
        raise UserError("junk.old_button")
    after, moves = await submitting.place(context.visit, int(number))
    await _show_moves(context, after, moves, context.html("board.nothing"))


def _usage(stored: StoredGame) -> UserError:
    return UserError("submit.usage", cells=stored.game.givens.geometry.cell_count)


async def _without_game(context: Context, typed: str) -> None:
    found = await questions.read(context.visit, board_in, typed)
    if found is not None:
        await _not_a_move(context, typed, found)
    elif await questions.read(context.visit, is_attempt, typed) or _is_spoken(typed):
        await context.say(context.html("game.none"), next_keyboard(context.language))
    elif await talk.understand(context, typed, playing=False):
        return
    elif context.is_asked and await is_newcomer(context.visit):
        await greet(context, is_first=True)
    elif context.is_asked:
        await _not_understood(context, EXAMPLE, "new", "daily", "help")


async def _not_a_move(
    context: Context, typed: str, found: Grid | InvalidGrid | None, example: str = EXAMPLE
) -> None:
    """Answers a text that is no move; in a group, talk that replies to a board is left alone."""
    if isinstance(found, Grid):
        await pasted.offer(context, found)
        return
    if found is not None and context.is_asked:
        raise found
    if not await talk.understand(context, typed, playing=True) and context.is_asked:
        await _not_understood(context, example, "hint", "help")


async def _not_understood(context: Context, example: str, *offered: str) -> None:
    await talk.offer(context, "junk.unknown_text", list(map(Wanted, offered)), example=example)


def _is_spoken(typed: str) -> bool:
    return spoken_moves(typed, Geometry.of_size(9), Letters.ROW) is not None


async def _other_puzzle(
    context: Context, stored: StoredGame, intents: Intents, typed: str
) -> Grid | None:
    """The puzzle of a board with numbered rows that denies most of the givens it has cells for."""
    givens = stored.game.givens
    told = [(givens[intent.cell], intent.value) for intent in intents.intents]
    agreeing = [given == digit for given, digit in told if given]
    if 2 * sum(agreeing) >= len(agreeing):
        return None
    return await questions.read(context.visit, drawn_board, typed)


def _is_another_puzzle(stored: StoredGame, grid: Grid) -> bool:
    # A full board is an answer, even a wrong one or one of another size.
    if not grid.blanks():
        return False
    is_same_shape = grid.geometry is stored.game.givens.geometry
    return not is_same_shape or bool(judge(stored.game, grid).contradicted)


HANDLERS = (
    command("submit", submit),
    command("move", move),
    message(filters.TEXT & ~filters.COMMAND, typed_text),
)
WISHES = (command("place_answer", place_answer),)
"""What only a button asks for, as if it were a command."""

PRESSED = (press(NameWrongInAnswer, wrong_pressed),)
