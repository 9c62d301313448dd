"""The key below a board, or a position of practice, that opens it as a page, to be touched there.

Telegram opens pages from keys in private chats alone. In a group the key is a link to the bot's
page, which names the game by a reference of ours: links are forwarded, and the page asks who may
play.
"""

from collections.abc import Sequence

from bot import messages
from bot.game.keyboard import Key
from bot.game.reference import position_name, reference
from bot.render.buttons.action import Button
from bot.render.buttons.playing import Check, PressDigit, SwapOrder
from bot.render.keys import Rows
from bot.store.games import StoredGame
from bot.telegram.conversation import Conversation
from engine.techniques import Technique

SIGN = "📱"

Keys = Sequence[Sequence[Button | Key]]


def with_page(context: Conversation, stored: StoredGame, rows: Rows) -> Keys:
    """The keys of a board with the one that opens its page, if pages are served.

    A row of its own would push the title off a small phone's screen. So it takes the place of a
    tool that stands on the second page of keys as well; for people who listen, whose tools are
    words, and where no tool can be spared, it gets a row.
    """
    if not context.services.app_url:
        return rows
    spared = None if context.visit.is_spoken else _spared([key for row in rows for key in row])
    if spared is not None:
        page = _key(context, stored, SIGN)
        return [[page if key is spared else key for key in row] for row in rows]
    words = messages.text(context.board_language, "button.page")
    return [*rows, [_key(context, stored, f"{SIGN} {words}")]]


def with_position(context: Conversation, technique: Technique, number: int, rows: Rows) -> Keys:
    """The keys of a position of practice with the one that opens its page, if pages are served."""
    if not context.services.app_url:
        return rows
    label = f"{SIGN} {messages.text(context.language, 'button.page')}"
    return [*rows, [_opening(context, position_name(technique, number), label)]]


def _spared(keys: Sequence[Button]) -> Button | None:
    """The tool that is missed least: the order of cell and digit, the check, or the eraser.

    An eraser that is in hand stays.
    """
    kinds = (_is_order, _is_check, _is_eraser)
    return next((key for is_one in kinds for key in keys if is_one(key)), None)


def _is_order(key: Button) -> bool:
    return isinstance(key[1], SwapOrder)


def _is_check(key: Button) -> bool:
    return isinstance(key[1], Check)


def _is_eraser(key: Button) -> bool:
    return isinstance(key[1], PressDigit) and not key[1].digit and len(key) == 2


def _key(context: Conversation, stored: StoredGame, label: str) -> Key:
    name = reference(context.services.secret, stored.id, context.seconds)
    return _opening(context, name, label)


def _opening(context: Conversation, name: str, label: str) -> Key:
    if context.is_private:
        page = f"{context.services.app_url}/?game={name}"
        return {"text": label, "web_app": {"url": page}}
    return {"text": label, "url": context.page_link(name)}
