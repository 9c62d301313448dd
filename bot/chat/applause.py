"""Applause in groups: the bot reacts to the message that solved a game.

In a private chat the end of a game comes with an effect instead (`bot.chat.outcome`).
"""

from contextlib import suppress
from typing import Final

from telegram.error import TelegramError

from bot.chat import outcome
from bot.store.games import StoredGame
from bot.store.results import Result, Standing
from bot.telegram.conversation import Conversation

SOLVED: Final = "🎉"
FLAWLESS: Final = "🏆"


async def applaud(context: Conversation, stored: StoredGame, message_id: int) -> None:
    """Reacts to the message that solved a game: the typed move, or the pressed board.

    Does nothing in a private chat, for a game that is not solved, or for one whose solution the
    person had seen. A chat may forbid reactions and a server may not know them, so a refusal is
    ignored.
    """
    if context.is_private:
        return
    result = await outcome.own_result(context.visit, stored)
    if result is None:
        return
    emoji = FLAWLESS if _is_flawless(result) else SOLVED
    with suppress(TelegramError):
        bot = context.sudoku.bot
        await bot.set_message_reaction(context.chat_id, message_id, emoji, is_big=True)


def _is_flawless(result: Result) -> bool:
    return result.standing is Standing.TIMED and not result.hints and not result.mistakes
