"""Reactions in groups: applause for the message that solved a game, a nod to one without effect.

In a private chat the end of a game comes with an effect instead (`bot.chat.outcome`), and what
changes nothing is answered in words. In a group such an answer would take one of the twenty
messages of the minute from the board; Telegram does not count reactions.
"""

from contextlib import suppress
from typing import Final

from markupsafe import Markup
from telegram.error import TelegramError

from bot.chat import outcome
from bot.store.games import StoredGame
from bot.store.results import Result, Standing
from bot.telegram.context import Context
from bot.telegram.conversation import Conversation

SOLVED: Final = "🎉"
FLAWLESS: Final = "🏆"
NOD: Final = "👌"


async def applaud(context: Conversation, stored: StoredGame, message_id: int) -> None:
    """Reacts to the message that solved a game: the typed move, or the pressed board.

    Does nothing in a private chat, for a game that is not solved, or for one whose solution the
    person had seen. A chat may forbid reactions and a server may not know them, so a refusal is
    ignored.
    """
    if context.is_private:
        return
    result = await outcome.own_result(context.visit, stored)
    if result is not None:
        await _react(context, message_id, FLAWLESS if _is_flawless(result) else SOLVED)


async def applaud_end(context: Context, stored: StoredGame) -> None:
    """Reacts to the message that ended a game, if one did."""
    if not stored.is_open and context.message is not None:
        await applaud(context, stored, context.message.message_id)


async def tell_unchanged(context: Conversation, words: Markup) -> None:
    """Answers a message that has changed nothing: in words, or in a group with a nod."""
    if context.is_private or context.reply is None:
        await context.say(words)
    else:
        await _react(context, context.reply.message_id, NOD)


async def _react(context: Conversation, message_id: int, emoji: str) -> None:
    with suppress(TelegramError):
        bot, is_big = context.sudoku.bot, emoji != NOD
        await bot.set_message_reaction(context.chat_id, message_id, emoji, is_big=is_big)


def _is_flawless(result: Result) -> bool:
    return result.standing is Standing.TIMED and not result.hints and not result.mistakes
