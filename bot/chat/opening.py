"""Opens dailies, stored puzzles and links, and shows the game or how it ended."""

from bot.chat import boards
from bot.chat.outcome import tell_result
from bot.game.example import example_move
from bot.game.link import DailyTarget, read_payload
from bot.play import begin
from bot.render.buttons.puzzles import OpenDaily
from bot.render.keyboard import keyboard
from bot.store.games import StoredGame
from bot.store.puzzles import PuzzleRow
from bot.telegram.conversation import Conversation


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
    buttons = keyboard([[(context.text("button.play"), OpenDaily(label))]])
    view = boards.view_of(context.user, stored)
    note = context.html("daily.waiting")
    await boards.post(context, await boards.face(context.language, view, note, buttons))


async def _show(context: Conversation, stored: StoredGame) -> None:
    if not stored.is_open:
        await tell_result(context, stored, stored.daily_label or "")
        return
    note = context.html("game.resumed")
    if not stored.game.turns:
        note = context.html("game.new_hint", example=example_move(stored.game))
    await boards.show(context, stored, note)
