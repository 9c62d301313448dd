"""Updates as Telegram writes them, each parsed by itself.

The problem: python-telegram-bot parses a batch of updates as a whole. One update that it cannot
parse, perhaps because the server is older or newer than the library, fails the whole batch. That
batch is never confirmed, so Telegram sends it again for ever. Nor can the library serialize
everything that it can parse, so storing an update may fail in the same way.

The invariant: whatever one update contains, the others of its batch are read. So

- a batch is cut into the texts of its updates by matching brackets, before anything is parsed;
- the text that is stored is the one that Telegram sent, never one made from the parsed update;
- what nothing asks of a pressed message is not parsed, which also takes time at every press;
- an update that cannot be parsed has a fault instead, which names the type of the error and the
  type that was being parsed. It leaves out the error's message, which may quote what people wrote.

An update without a number cannot be told from others and is skipped; Telegram sends none.
"""

import json
import logging
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from traceback import walk_tb
from typing import Any, Final

from telegram import Bot, Chat, Update

from bot.game.person import person_of_chat
from bot.telegram.keys import set_keys_apart

LARGEST_NUMBER: Final = 2**63 - 1
"""What a column holds; Telegram promises 52 bits."""

UNASKED: Final = ("from", "entities", "caption_entities")
"""What nothing asks of a pressed message: that the bot wrote it, and how its text looks."""

_NUMBERED: Final = re.compile(r'"update_id"\s*:\s*(\d{1,19})(?!\d)')
# Strings are taken as a whole, so that a bracket inside of one does not count.
_STRING: Final = r'"[^"\\]*+(?:\\.[^"\\]*+)*+"'
_TOKEN: Final = re.compile(rf"{_STRING}|[\[{{]|[\]}}]", re.DOTALL)
_FREE: Final = r'[^"\[\]{}]*+'
_PLAIN: Final = rf"{_FREE}(?:{_STRING}{_FREE})*+"
# Most objects, such as keys, have no others in them: they are passed over as a whole, too.
_BRACKET: Final = re.compile(
    rf"{_PLAIN}(?:\{{{_PLAIN}\}}{_PLAIN})*+(?:(?P<opens>[\[{{])|[\]}}])", re.DOTALL
)

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class UpdateText:
    """The JSON of one update as Telegram wrote it; logs do not show it."""

    text: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class ReadUpdate:
    """One update with its person and its chat, as far as they can be read.

    It has either an `update`, or a `fault` that says why there is none.
    """

    number: int
    text: str = field(repr=False)
    user_id: int | None
    chat_id: int | None
    update: Update | None
    fault: str | None


def cut(answer: str) -> list[UpdateText] | None:
    """The objects in the list `result` of an answer; None where there is no such list."""
    found: list[UpdateText] | None = None
    # Depth 1 is the answer, depth 2 the list in it, and what opens there is an update.
    depth, at, key = 0, 0, ""
    while token := _TOKEN.search(answer, at):
        at = token.end()
        match token[0]:
            case "{" | "[" if depth == 2:
                at = _end(answer, at)
                if key == "result" and found is not None and at <= len(answer):
                    found.append(UpdateText(answer[token.start() : at]))
            case "{" | "[":
                depth += 1
                if key == "result" and depth == 2 and token[0] == "[":
                    found = []
            case "}" | "]":
                depth -= 1
            case string if depth == 1:
                key = string[1:-1]
    return found


def _end(answer: str, at: int) -> int:
    """Behind the bracket that ends what was opened just before `at`.

    That is beyond the end of an answer that breaks off.
    """
    depth = 1
    while bracket := _BRACKET.match(answer, at):
        at = bracket.end()
        depth += 1 if bracket["opens"] else -1
        if not depth:
            return at
    return len(answer) + 1


def read(texts: Iterable[UpdateText], bot: Bot) -> Iterator[ReadUpdate]:
    """Yields each update that has a number; logs that another text came, without its words."""
    for each in texts:
        one = _read(each.text, bot)
        if one is None:
            log.warning("Telegram sent something that is no update, %d characters", len(each.text))
        else:
            yield one


def _read(text: str, bot: Bot) -> ReadUpdate | None:
    number = user_id = chat_id = None
    try:
        content = json.loads(text)
        number = _number(content["update_id"])
        # Read before the library parses, so that an update with a fault has them too.
        user_id, chat_id = _whose(content)
        set_keys_apart(content)
        _leave_out(content)
        update, fault = Update.de_json(content, bot), None
    except Exception as error:  # noqa: BLE001 - whatever it is, the others must be read
        update, fault = None, _fault(error)
        # Broken JSON often shows its number all the same, and with it can be put into quarantine.
        found = _NUMBERED.search(text)
        number = number if number is not None else _number(int(found[1]) if found else None)
    if number is None:
        return None
    return ReadUpdate(number, text, user_id, chat_id, update, fault)


def _leave_out(content: dict[str, Any]) -> None:
    """Removes from an update what nothing asks of a pressed message, in place."""
    message = _object(_object(content.get("callback_query")).get("message"))
    for name in UNASKED:
        message.pop(name, None)


def _whose(content: dict[str, Any]) -> tuple[int | None, int | None]:
    """The person and the chat of an update: those of the first object in it."""
    told = next((_object(value) for value in content.values() if _object(value)), {})
    user = _object(told.get("from")) or _object(told.get("user"))
    sender = _object(told.get("sender_chat"))
    chat = _object(told.get("chat")) or _object(_object(told.get("message")).get("chat"))
    person = _person(_id(user.get("id")), _id(sender.get("id")))
    return _id(person), _id(chat.get("id"))


def person_of(update: Update) -> int | None:
    """The number under which the person of an update is stored; None where there is nobody.

    A button is always pressed in one's own name, never in that of a chat.
    """
    user, sender = update.effective_user, update.effective_sender
    return _person(user.id if user else None, sender.id if isinstance(sender, Chat) else None)


def _person(user_id: int | None, sender_chat_id: int | None) -> int | None:
    """The chat stands for the person who writes in its name.

    Telegram names the same bot of its own as the user of all of them.
    """
    if user_id is None or sender_chat_id is None:
        return user_id
    return person_of_chat(sender_chat_id)


def _object(value: object) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _id(value: object) -> int | None:
    is_one = isinstance(value, int) and abs(value) <= LARGEST_NUMBER
    return int(value) if is_one else None  # type: ignore[call-overload] # seen above


def _number(value: object) -> int | None:
    found = None if isinstance(value, bool) else _id(value)
    return found if found is not None and found >= 0 else None


def _fault(error: Exception) -> str:
    """The type of an error and the type that was being parsed, without the error's message."""
    # The library parses in class methods, so the innermost `cls` is the type at fault.
    frames = (frame.f_locals.get("cls") for frame, _ in walk_tb(error.__traceback__))
    types = [cls.__name__ for cls in frames if isinstance(cls, type)]
    return f"{type(error).__name__} in {types[-1] if types else 'its JSON'}"
