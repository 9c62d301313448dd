"""Opens dailies, stored puzzles and links, and shows the game or how it ended."""

from typing import Final

from markupsafe import Markup

from bot import messages
from bot.chat import boards
from bot.game.example import example_move
from bot.game.link import DailyTarget, read_payload
from bot.play import begin
from bot.play.finish import is_todays
from bot.render.buttons.puzzles import OpenDaily
from bot.render.keyboard import keyboard, next_keyboard
from bot.store import results
from bot.store.games import GameState, StoredGame
from bot.store.puzzles import PuzzleRow
from bot.store.results import Standing
from bot.telegram.conversation import Conversation
from engine.difficulty.band import Difficulty

TOUGH: Final = frozenset({Difficulty.HARD, Difficulty.EXPERT, Difficulty.EXTREME})
"""Of a daily as hard as this people are told before they begin."""


async def open_daily(context: Conversation, label: str) -> None:
    """Shows the chat's game of a label, or how it ended."""
    stored = await begin.play_daily(context.visit, label)
    await _show(context, stored)


async def open_puzzle(context: Conversation, puzzle: PuzzleRow) -> None:
    """Shows the chat's unfinished game of a puzzle, or a new one."""
    await _show(context, await begin.play_puzzle(context.visit, puzzle))


async def open_link(context: Conversation, payload: str) -> bool:
    """Opens what a payload of ours leads to; False where it leads nowhere."""
    match read_payload(payload):
        case None:
            return False
        case DailyTarget(label):
            await open_daily(context, begin.reachable(context.visit, label))
        case target:
            await open_puzzle(context, await begin.puzzle_behind(context.visit, target))
    return True


async def offer_daily(context: Conversation, stored: StoredGame, label: str) -> None:
    """Shows a daily to a chat that plays another game, with a button to play this one."""
    language = context.board_language
    buttons = keyboard([[(messages.text(language, "button.play"), OpenDaily(label))]])
    view = boards.view_of(context.visit, stored)
    note = context.note("daily.waiting")
    await boards.post(context, await boards.face(language, view, note, buttons))


async def _tell_result(context: Conversation, stored: StoredGame, label: str) -> None:
    """Says how the daily of a label ended here."""
    words = context.html("daily.given_up_already", label=label)
    if stored.state is GameState.SOLVED:
        words = context.html("daily.solved_already", label=label)
        result = await results.get(context.database, context.user.id, stored.id)
        if result is not None and result.standing is Standing.TIMED:
            time = messages.duration(context.language, result.seconds)
            words = context.html("daily.solved_in", label=label, time=time)
    todays = is_todays(context.visit, stored)
    if todays:
        words = Markup("\n").join([words, context.html("daily.next")])
    await context.say(words, next_keyboard(context.language, daily=not todays))


async def _show(context: Conversation, stored: StoredGame) -> None:
    if not stored.is_open:
        await _tell_result(context, stored, stored.daily_label or "")
        return
    note = context.note("game.resumed")
    if not stored.game.turns:
        note = context.note("game.new_hint", example=example_move(stored.game))
        if stored.daily_label and stored.puzzle.difficulty in TOUGH:
            note = context.note("daily.tough")
    await boards.show(context, stored, note)
