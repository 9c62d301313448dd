"""Inline keyboards, checked as Telegram checks them."""

import re
from collections.abc import Callable
from typing import Any, NoReturn
from urllib.parse import urlsplit

from bot.playground.errors import ApiError, refuse
from bot.playground.guard import LOOPBACK
from bot.playground.parameters import Json, Parameters

MOST_BUTTONS = 100
MOST_IN_A_ROW = 8
LONGEST_DATA = 64
LONGEST_COPY = 256
NOT_HTTPS = "Only HTTPS links are allowed"
STYLES = ("danger", "success", "primary")

_URL = re.compile(r"(?:https?|tg)://[^\s]+\Z|[\w-]+(?:\.[\w-]+)+(?:/\S*)?\Z", re.IGNORECASE)


def read_markup(parameters: Parameters) -> Json | None:
    """The inline keyboard of a call, None without one or for force_reply and remove_keyboard.

    Telegram silently drops what exceeds eight buttons in a row; here that is refused.
    Reply keyboards are answered 501: the chat page draws none.
    """
    markup = parameters.json("reply_markup", "Can't parse reply keyboard markup JSON object")
    if markup is None:
        return None
    if not isinstance(markup, dict):
        refuse("Object expected as reply markup")
    if "keyboard" in markup:
        raise ApiError(501, "Not Implemented: the playground draws no reply keyboards")
    rows = [row for row in _rows(markup.get("inline_keyboard", [])) if row]
    if not _is_private(parameters) and any("web_app" in button for row in rows for button in row):
        refuse("BUTTON_TYPE_INVALID")
    if sum(map(len, rows)) > MOST_BUTTONS or any(len(row) > MOST_IN_A_ROW for row in rows):
        refuse("reply markup is too long")
    return {"inline_keyboard": rows} if rows else None


def read_inline_markup(parameters: Parameters) -> Json | None:
    """The inline keyboard of an edit, where Telegram takes no other markup."""
    markup = parameters.json("reply_markup", "Can't parse reply keyboard markup JSON object")
    if isinstance(markup, dict) and markup and "inline_keyboard" not in markup:
        refuse("Inline keyboard expected")
    return read_markup(parameters)


def _is_private(parameters: Parameters) -> bool:
    """Whether a call is about a private chat, where alone keys open pages."""
    return parameters.integer("chat_id") > 0


def _rows(rows: Any) -> list[list[Json]]:
    if not isinstance(rows, list):
        refuse('Field "inline_keyboard" must be of type Array')
    if not all(isinstance(row, list) for row in rows):
        refuse('Field "inline_keyboard" of the InlineKeyboardMarkup must be an Array of Arrays')
    return [[_button(button) for button in row] for row in rows]


def _button(button: Any) -> Json:
    if not isinstance(button, dict):
        _unreadable("InlineKeyboardButton must be an Object")
    if "text" not in button:
        _unreadable('Can\'t find field "text"')
    text = button["text"]
    if not isinstance(text, str):
        _unreadable('Field "text" must be of type String')
    kind, value = _kind(button)
    if not text.strip():
        refuse("Inline keyboard button text must be non-empty")
    style = button.get("style")
    if style is not None and style not in STYLES:
        refuse("Invalid button style specified")
    return {"text": text, **({"style": style} if style else {}), kind: value}


def _kind(button: Json) -> tuple[str, Any]:
    checks: dict[str, Callable[[Any], Any]] = {
        "url": _checked_url,
        "callback_data": _checked_data,
        "copy_text": _checked_copy,
        "web_app": _checked_app,
    }
    kind = next((name for name in checks if button.get(name)), None)
    if kind is None and {"switch_inline_query", "login_url", "pay"} & button.keys():
        refuse("BUTTON_TYPE_INVALID")
    if kind is None:
        _unreadable("Text buttons are unallowed in the inline keyboard")
    return kind, checks[kind](button[kind])


def _checked_url(url: Any) -> str:
    if not isinstance(url, str) or not _URL.match(url):
        refuse("BUTTON_URL_INVALID")
    return url


def _checked_data(data: Any) -> str:
    if not isinstance(data, str):
        _unreadable('Field "callback_data" must be of type String')
    if len(data.encode()) > LONGEST_DATA:
        refuse("BUTTON_DATA_INVALID")
    return data


def _checked_copy(copied: Any) -> Json:
    text = copied.get("text") if isinstance(copied, dict) else None
    if not isinstance(text, str):
        _unreadable('Can\'t find field "text"')
    if not 1 <= len(text) <= LONGEST_COPY:
        refuse("BUTTON_COPY_TEXT_INVALID")
    return {"text": text}


def _checked_app(app: Any) -> Json:
    url = app.get("url") if isinstance(app, dict) else None
    if not isinstance(url, str):
        _unreadable('Can\'t find field "url"')
    parts = urlsplit(url)
    # Telegram opens nothing on loopback, where the bot's own page is served here.
    if parts.scheme != "https" and parts.hostname not in LOOPBACK:
        refuse(
            f"inline keyboard button Web App URL '{url}' is invalid: Only HTTPS links are allowed"
        )
    return {"url": url}


def _unreadable(complaint: str) -> NoReturn:
    refuse(f"Can't parse inline keyboard button: {complaint}")
