"""The key below a board, or a position of practice, that opens it as a page, to be touched there.

Telegram opens pages from keys in private chats alone. In a group the key is a link to the bot's
page, which names the game by a reference of ours: links are forwarded, and the page asks who may
play.
"""

from collections.abc import Sequence

from telegram import InlineKeyboardButton, WebAppInfo

from bot import messages
from bot.game.reference import position_name, reference
from bot.render.buttons.action import Button
from bot.render.buttons.playing import SwapOrder
from bot.render.pad import Rows
from bot.store.games import StoredGame
from bot.telegram.conversation import Conversation
from engine.techniques import Technique

SIGN = "📱"

Keys = Sequence[Sequence[Button | InlineKeyboardButton]]


def with_page(context: Conversation, stored: StoredGame, rows: Rows) -> Keys:
    """The keys of a board with the one that opens its page, if pages are served.

    Where the tools are signs it takes the place of the one for the order of cell and digit, which
    stands on the second page of keys as well; elsewhere it gets a row of its own.
    """
    if not context.services.app_url:
        return rows
    if any(_is_order(key) for row in rows for key in row):
        page = _key(context, stored, SIGN)
        return [[page if _is_order(key) else key for key in row] for row in rows]
    words = messages.text(context.board_language, "button.page")
    return [*rows, [_key(context, stored, f"{SIGN} {words}")]]


def with_position(context: Conversation, technique: Technique, number: int, rows: Rows) -> Keys:
    """The keys of a position of practice with the one that opens its page, if pages are served."""
    if not context.services.app_url:
        return rows
    label = f"{SIGN} {messages.text(context.language, 'button.page')}"
    return [*rows, [_opening(context, position_name(technique, number), label)]]


def _is_order(key: Button) -> bool:
    return isinstance(key[1], SwapOrder)


def _key(context: Conversation, stored: StoredGame, label: str) -> InlineKeyboardButton:
    name = reference(context.services.secret, stored.id, context.seconds)
    return _opening(context, name, label)


def _opening(context: Conversation, name: str, label: str) -> InlineKeyboardButton:
    if context.is_private:
        page = WebAppInfo(f"{context.services.app_url}/?game={name}")
        return InlineKeyboardButton(label, web_app=page)
    return InlineKeyboardButton(label, url=context.page_link(name))
