"""savePreparedInlineMessage."""

from secrets import token_hex
from typing import Any, Final

from bot.playground.entities import utf16_length
from bot.playground.errors import refuse
from bot.playground.parameters import Json, Parameters
from bot.playground.text import format_text
from bot.playground.world import World

KEPT_SECONDS: Final = 3_600
LONGEST_ID: Final = 64
LONGEST_TEXT: Final = 4_096


def save_prepared_inline_message(world: World, parameters: Parameters) -> Json:
    """Keep a message until a page has its person choose to whom it goes; only articles here."""
    if world.chats.find(parameters.text("user_id")).is_group:
        refuse("USER_ID_INVALID")
    result = parameters.json("result", "Can't parse inline query result JSON object")
    if not isinstance(result, dict) or result.get("type") != "article":
        refuse("Can't parse inline query result: unsupported type specified")
    if not 1 <= len(str(result.get("id") or "").encode()) <= LONGEST_ID:
        refuse("RESULT_ID_INVALID")
    if not result.get("title"):
        refuse('Can\'t parse inline query result: field "title" must be non-empty')
    text = _text(result.get("input_message_content"))
    if not 1 <= utf16_length(text) <= LONGEST_TEXT:
        refuse("MESSAGE_EMPTY" if not text else "MESSAGE_TOO_LONG")
    kinds = ("user", "bot", "group", "channel")
    if not any(parameters.flag(f"allow_{kind}_chats") for kind in kinds):
        refuse("at least one chat type must be allowed")
    return {"id": token_hex(8), "expiration_date": int(world.clock()) + KEPT_SECONDS}


def _text(content: Any) -> str:
    if not isinstance(content, dict) or "message_text" not in content:
        refuse("Can't parse inline query result: message content isn't specified")
    return format_text(str(content["message_text"]), str(content.get("parse_mode") or "")).text


METHODS = {"savePreparedInlineMessage": save_prepared_inline_message}
